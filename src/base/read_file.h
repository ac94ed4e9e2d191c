/* A file that is read piece by piece. It is never mapped into memory: of a mapped file that
 * somebody makes shorter meanwhile, a look behind the new end kills the process. Here it is a
 * failed read. */
#ifndef LUD_BASE_READ_FILE_H
#define LUD_BASE_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start with {0}, which is closed. */
typedef struct ReadFile {
    uint64_t size;       /* when it was opened */
    uint8_t *bytes;      /* all of a small file; NULL: they are read when asked for */
    int descriptor;      /* of a larger one */
    bool has_descriptor; /* small ones need none, so that many can be open */
} ReadFile;

/* 0, or the errno of what failed. */
int base_read_open(ReadFile *file, const char *path);
/* Copies some bytes, for any number of threads at once; false if they are not there (any more). */
bool base_read_at(const ReadFile *file, uint64_t offset, void *bytes, size_t size);
void base_read_close(ReadFile *file);

#endif
