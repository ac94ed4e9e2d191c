/* Aualé's files. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_exchange(lud_oware_read_ogn, lud_oware_write_ogn, data, size);
    return 0;
}
