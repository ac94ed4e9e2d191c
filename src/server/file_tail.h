/* A stretch of a file that is sent part by part. Nothing stays open between the parts: whoever
 * takes long holds no descriptor, and a file that is not the same any more ends it. */
#ifndef LUD_SERVER_FILE_TAIL_H
#define LUD_SERVER_FILE_TAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILE_PART_BYTES = 65536 };

/* What tells a file from one that takes its place, and from itself after a change. */
typedef struct FileStamp {
    uint64_t device, number, size;
    int64_t changed_ns;
} FileStamp;

typedef struct FileTail {
    FileStamp stamp;
    uint64_t at, left; /* bytes */
    char path[];
} FileTail;

/* What the file is now; false if there is none, or it is no plain one. */
bool file_stamp_take(const char *path, FileStamp *stamp);
bool file_stamp_is_same(const FileStamp *a, const FileStamp *b);
/* For free(); NULL when out of memory. */
FileTail *file_tail_new(const char *path, const FileStamp *stamp, uint64_t at, uint64_t left);
/* Reads the next part, for free(), and goes on behind it. NULL, with no bytes, if the file is not
 * the same any more or can't be read. */
char *file_tail_read(FileTail *tail, size_t *size);

#endif
