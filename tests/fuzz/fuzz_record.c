/* Records: what reads is written canonically, and that reads as the same again. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/record.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LudRecord *record = NULL, *again = NULL;
    LudError err;
    size_t consumed = 0;
    if (lud_record_read((const char *)data, size, &record, &consumed, &err) != LUD_OK) {
        char message[2048];
        fuzz_expect("no message", lud_error_text(&err, NULL, message, sizeof message) > 0);
        return 0;
    }
    fuzz_expect("consumed too much", consumed <= size);
    char *first = lud_record_write(record);
    fuzz_expect("not written", first != NULL);
    LudStatus status = lud_record_read(first, strlen(first), &again, NULL, NULL);
    fuzz_expect(first, status == LUD_OK);
    char *second = lud_record_write(again);
    fuzz_expect_equal("record", second, first);
    lud_free(first);
    lud_free(second);
    lud_record_free(record);
    lud_record_free(again);
    return 0;
}
