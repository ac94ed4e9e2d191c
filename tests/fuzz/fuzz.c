#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void fuzz_expect_equal(const char *what, const char *found, const char *wanted)
{
    if (strcmp(found, wanted) == 0)
        return;
    fprintf(stderr, "%s\nfound:  %s\nwanted: %s\n", what, found, wanted);
    abort();
}

void fuzz_expect(const char *what, int claim)
{
    if (claim)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}
