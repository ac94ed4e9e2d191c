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

void fuzz_exchange(FuzzRead read, FuzzWrite write, const uint8_t *data, size_t size)
{
    LudRecord *record = NULL, *again = NULL;
    LudError err;
    size_t consumed = 0;
    if (read((const char *)data, size, &record, &consumed, &err) != LUD_OK)
        return;
    fuzz_expect("consumed too much", consumed <= size);
    char *first = NULL, *second = NULL;
    fuzz_expect("not written", write(record, &first, NULL) == LUD_OK);
    LudStatus status = read(first, strlen(first), &again, NULL, NULL);
    fuzz_expect(first, status == LUD_OK);
    fuzz_expect("not written again", write(again, &second, NULL) == LUD_OK);
    fuzz_expect_equal("the record", second, first);
    lud_free(first);
    lud_free(second);
    lud_record_free(record);
    lud_record_free(again);
}
