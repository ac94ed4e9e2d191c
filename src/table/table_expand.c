#include "table_expand.h"

#include <zstd.h>

bool table_expand(const uint8_t *frame, size_t size, uint8_t *bytes, size_t wanted)
{
    return ZSTD_decompress(bytes, wanted, frame, size) == wanted;
}
