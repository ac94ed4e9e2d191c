#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct NewFile {
    int descriptor;
    char *path, *unfinished;
};

static void free_file(NewFile *file)
{
    free(file->path);
    free(file->unfinished);
    free(file);
}

int base_new_file_open(NewFile **file, const char *path)
{
    *file = NULL;
    NewFile *made = calloc(1, sizeof *made);
    size_t length = strlen(path) + 1;
    if (!made)
        return ENOMEM;
    made->path = malloc(length);
    made->unfinished = malloc(length + sizeof NEW_FILE_ENDING);
    if (!made->path || !made->unfinished) {
        free_file(made);
        return ENOMEM;
    }
    memcpy(made->path, path, length);
    memcpy(made->unfinished, path, length);
    strcat(made->unfinished, NEW_FILE_ENDING);
    made->descriptor = open(made->unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (made->descriptor < 0) {
        int fault = errno;
        free_file(made);
        return fault;
    }
    *file = made;
    return 0;
}

int base_new_file_write(NewFile *file, uint64_t offset, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = pwrite(file->descriptor, at, size, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return written < 0 ? errno : ENOSPC;
        at += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return 0;
}

/* A new name is safe once its directory is. Some file systems can't, which is no fault of ours. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 1;
    char *folder = malloc(length + 1);
    if (!folder)
        return;
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

int base_new_file_finish(NewFile *file)
{
    int fault = fsync(file->descriptor) != 0 ? errno : 0;
    if (close(file->descriptor) != 0 && !fault)
        fault = errno;
    if (!fault && rename(file->unfinished, file->path) != 0)
        fault = errno;
    if (fault)
        unlink(file->unfinished);
    else
        sync_folder(file->path);
    free_file(file);
    return fault;
}

void base_new_file_abandon(NewFile *file)
{
    if (!file)
        return;
    close(file->descriptor);
    unlink(file->unfinished);
    free_file(file);
}
