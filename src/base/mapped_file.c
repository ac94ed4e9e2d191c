#include "base/mapped_file.h"

#include <stdlib.h>

#include "base/read_file.h"

int base_map_open(MappedFile *file, const char *path)
{
    uint8_t *bytes;
    size_t size;
    int fault = base_read_all(path, &bytes, &size);
    if (!fault)
        *file = (MappedFile){bytes, size};
    return fault;
}

void base_map_close(MappedFile *file)
{
    free((void *)(uintptr_t)file->bytes);
    *file = (MappedFile){0};
}
