/* All bytes of a file in memory, as they were when it was opened. */
#ifndef LUD_BASE_MAPPED_FILE_H
#define LUD_BASE_MAPPED_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct MappedFile {
    const uint8_t *bytes;
    size_t size;
} MappedFile;

/* 0, or the errno of what failed. */
int base_map_open(MappedFile *file, const char *path);
void base_map_close(MappedFile *file);

#endif
