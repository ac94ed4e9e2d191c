/* How the library's functions are declared, and how what it hands out is given back. */
#ifndef LUDOTECA_LIBRARY_H
#define LUDOTECA_LIBRARY_H

/* What only some compilers understand; the others do without. */
#if defined(__GNUC__) && !defined(_WIN32)
#define LUD_API __attribute__((visibility("default")))
#else
#define LUD_API
#endif
#if defined(__GNUC__)
#define LUD_ENDED_BY_NULL __attribute__((sentinel))
#else
#define LUD_ENDED_BY_NULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Gives back what a function hands out "for lud_free"; NULL is allowed. The caller's own free()
 * may belong to another allocator than the library's. */
LUD_API void lud_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
