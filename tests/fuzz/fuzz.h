/* What the fuzz targets share. Each target reads bytes as a parser's input and aborts if what was
 * accepted does not survive being written and read again. */
#ifndef LUD_TESTS_FUZZ_H
#define LUD_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A terminated copy, for free(). */
char *fuzz_text(const uint8_t *data, size_t size);
/* Aborts with both texts shown unless they are equal. */
void fuzz_expect_equal(const char *what, const char *found, const char *wanted);
/* Aborts unless `claim`. */
void fuzz_expect(const char *what, int claim);

#endif
