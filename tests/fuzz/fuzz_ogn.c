/* Aualé's files. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/oware.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LudRecord *record = NULL, *again = NULL;
    LudError err;
    size_t consumed = 0;
    if (lud_oware_read_ogn((const char *)data, size, &record, &consumed, &err) != LUD_OK)
        return 0;
    fuzz_expect("consumed too much", consumed <= size);
    char *first = NULL, *second = NULL;
    fuzz_expect("not written", lud_oware_write_ogn(record, &first, NULL) == LUD_OK);
    LudStatus status = lud_oware_read_ogn(first, strlen(first), &again, NULL, NULL);
    fuzz_expect(first, status == LUD_OK);
    fuzz_expect("not written again", lud_oware_write_ogn(again, &second, NULL) == LUD_OK);
    fuzz_expect_equal("OGN", second, first);
    free(first);
    free(second);
    lud_record_free(record);
    lud_record_free(again);
    return 0;
}
