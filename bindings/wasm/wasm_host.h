/* The border of the module: what it offers, and what it wants from whoever loads it. Built
 * natively, as the tests do, both are ordinary functions. README.md describes them. */
#ifndef WASM_HOST_H
#define WASM_HOST_H

#include <stddef.h>

#ifdef __wasi__
#define WASM_IMPORT(name) __attribute__((import_module("ludoteca"), import_name(name)))
#define WASM_EXPORT(name) __attribute__((export_name(name), visibility("default")))
#else
#define WASM_IMPORT(name)
#define WASM_EXPORT(name)
#endif

/* Whether to stop thinking; and what was found so far, as JSON. */
WASM_IMPORT("is_interrupted") int wasm_host_is_interrupted(void);
WASM_IMPORT("progress") void wasm_host_progress(const char *bytes, size_t size);

WASM_EXPORT("lud_wasm_alloc") void *lud_wasm_alloc(size_t size);
WASM_EXPORT("lud_wasm_free") void lud_wasm_free(void *memory);
/* Answers a request with JSON, valid until the next one; NULL only if there is not even memory to
 * say so. */
WASM_EXPORT("lud_wasm_ask") const char *lud_wasm_ask(const char *bytes, size_t size);
WASM_EXPORT("lud_wasm_answer_size") size_t lud_wasm_answer_size(void);

#endif
