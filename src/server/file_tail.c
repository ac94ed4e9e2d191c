#define _POSIX_C_SOURCE 200809L /* st_ctim */
#include "server/file_tail.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* -1 if there is no such plain file. A pipe is opened without waiting for whoever writes into it.
 */
static int open_stamped(const char *path, FileStamp *stamp)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        close(file);
        return -1;
    }
    *stamp = (FileStamp){.device = (uint64_t)about.st_dev,
                         .number = (uint64_t)about.st_ino,
                         .size = (uint64_t)about.st_size,
                         .changed_ns = (int64_t)about.st_ctim.tv_sec * 1000000000 +
                                       (int64_t)about.st_ctim.tv_nsec};
    return file;
}

bool file_stamp_take(const char *path, FileStamp *stamp)
{
    int file = open_stamped(path, stamp);
    if (file >= 0)
        close(file);
    return file >= 0;
}

bool file_stamp_is_same(const FileStamp *a, const FileStamp *b)
{
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           a->changed_ns == b->changed_ns;
}

FileTail *file_tail_new(const char *path, const FileStamp *stamp, uint64_t at, uint64_t left)
{
    size_t size = strlen(path) + 1;
    FileTail *tail = malloc(sizeof *tail + size);
    if (!tail)
        return NULL;
    *tail = (FileTail){.stamp = *stamp, .at = at, .left = left};
    memcpy(tail->path, path, size);
    return tail;
}

static bool read_at(int file, char *bytes, size_t size, uint64_t at)
{
    while (size > 0) {
        ssize_t part = pread(file, bytes, size, (off_t)at);
        if (part <= 0)
            return false;
        bytes += part;
        size -= (size_t)part;
        at += (uint64_t)part;
    }
    return true;
}

/* The stamp is looked at after reading, too: what was written over meanwhile must not be sent. */
char *file_tail_read(FileTail *tail, size_t *size)
{
    FileStamp before, after;
    size_t part = tail->left < FILE_PART_BYTES ? (size_t)tail->left : FILE_PART_BYTES;
    char *bytes = malloc(part + 1);
    int file = bytes ? open_stamped(tail->path, &before) : -1;
    bool is_read = file >= 0 && file_stamp_is_same(&before, &tail->stamp) &&
                   read_at(file, bytes, part, tail->at) && file_stamp_take(tail->path, &after) &&
                   file_stamp_is_same(&after, &tail->stamp);
    if (file >= 0)
        close(file);
    if (!is_read) {
        free(bytes);
        return NULL;
    }
    tail->at += part;
    tail->left -= part;
    *size = part;
    return bytes;
}
