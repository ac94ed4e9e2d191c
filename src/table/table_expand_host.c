/* In WebAssembly whoever loads the module decodes: a page has libraries of its own for that. */
#include "table_expand.h"

__attribute__((import_module("ludoteca"), import_name("expand"))) int
host_expand(const uint8_t *frame, size_t size, uint8_t *bytes, size_t wanted);

bool table_expand(const uint8_t *frame, size_t size, uint8_t *bytes, size_t wanted)
{
    return host_expand(frame, size, bytes, wanted) != 0;
}
