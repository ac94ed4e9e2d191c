#include "base/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SMALL_BYTES = 1 << 18 };

static int open_regular(const char *path, int *descriptor, uint64_t *size)
{
    struct stat about;
    /* Of a pipe without a writer that would otherwise wait for one. */
    int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0)
        return errno;
    int fault = fstat(opened, &about) != 0 ? errno
                : S_ISDIR(about.st_mode)   ? EISDIR
                : !S_ISREG(about.st_mode)  ? EINVAL
                                           : 0;
    if (fault) {
        close(opened);
        return fault;
    }
    *descriptor = opened;
    *size = (uint64_t)about.st_size;
    return 0;
}

/* How many bytes are there, at most `size`; -1 with errno if they can't be read. */
static int64_t read_from(int descriptor, uint64_t offset, uint8_t *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(descriptor, bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno != EINTR)
            return -1;
        if (got == 0)
            break;
        done += got > 0 ? (size_t)got : 0;
    }
    return (int64_t)done;
}

/* Reads a file from its beginning into memory of its own; `size` becomes what was there. */
static int load(int descriptor, uint8_t **bytes, uint64_t *size)
{
    uint8_t *loaded = *size < SIZE_MAX ? malloc((size_t)*size + 1) : NULL;
    if (!loaded)
        return ENOMEM;
    int64_t got = read_from(descriptor, 0, loaded, (size_t)*size);
    if (got < 0) {
        int fault = errno;
        free(loaded);
        return fault;
    }
    *bytes = loaded;
    *size = (uint64_t)got;
    return 0;
}

int base_read_open(ReadFile *file, const char *path)
{
    ReadFile opened = {0};
    int fault = open_regular(path, &opened.descriptor, &opened.size);
    if (fault)
        return fault;
    opened.has_descriptor = opened.size > SMALL_BYTES;
    if (!opened.has_descriptor) {
        fault = load(opened.descriptor, &opened.bytes, &opened.size);
        close(opened.descriptor);
    }
    if (!fault)
        *file = opened;
    return fault;
}

bool base_read_at(const ReadFile *file, uint64_t offset, void *bytes, size_t size)
{
    if (offset > file->size || size > file->size - offset)
        return false;
    if (file->has_descriptor)
        return read_from(file->descriptor, offset, bytes, size) == (int64_t)size;
    if (size > 0)
        memcpy(bytes, file->bytes + offset, size);
    return true;
}

void base_read_close(ReadFile *file)
{
    if (file->has_descriptor)
        close(file->descriptor);
    free(file->bytes);
    *file = (ReadFile){0};
}
