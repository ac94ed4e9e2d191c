/* What the fuzz targets share. Each target reads bytes as a parser's input and aborts if what was
 * accepted does not survive being written and read again. */
#ifndef LUD_TESTS_FUZZ_H
#define LUD_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include <ludoteca/oware.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A terminated copy, for free(). */
char *fuzz_text(const uint8_t *data, size_t size);
/* Aborts with both texts shown unless they are equal. */
void fuzz_expect_equal(const char *what, const char *found, const char *wanted);
/* Aborts unless `claim`. */
void fuzz_expect(const char *what, int claim);

/* Another program's format: what reads is written, and that reads and writes as the same again. */
typedef LudStatus (*FuzzRead)(const char *text, size_t size, LudRecord **record, size_t *consumed,
                              LudError *err);
typedef LudStatus (*FuzzWrite)(const LudRecord *record, char **text, LudError *err);
void fuzz_exchange(FuzzRead read, FuzzWrite write, const uint8_t *data, size_t size);

#endif
