/* PlayStrategy's games. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_exchange(lud_oware_read_playstrategy, lud_oware_write_playstrategy, data, size);
    return 0;
}
