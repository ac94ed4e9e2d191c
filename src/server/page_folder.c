#include "server/page_folder.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 256, FILE_MOST = 64 << 20 };

static bool is_plain(const char *name, size_t length)
{
    if (length == 0 || length >= NAME_BYTES || name[0] == '.')
        return false;
    for (size_t i = 0; i < length; i++) {
        bool is_letter = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') ||
                         (name[i] >= '0' && name[i] <= '9');
        if (!is_letter && !strchr("-_.", name[i]))
            return false;
    }
    return true;
}

/* Opens part after part, so that no link among them is followed; -1 if that fails. A pipe is
 * opened without waiting for whoever writes into it. */
static int open_below(const char *folder, const char *path)
{
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (place >= 0 && *path == '/') {
        char name[NAME_BYTES];
        size_t length = strcspn(++path, "/");
        int next = -1;
        if (is_plain(path, length)) {
            snprintf(name, sizeof name, "%.*s", (int)length, path);
            next = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        }
        close(place);
        place = next;
        path += length;
    }
    return place;
}

static char *read_all(int file, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > FILE_MOST)
        return NULL;
    size_t room = (size_t)about.st_size;
    char *bytes = malloc(room + 1);
    ssize_t part = 1;
    for (*size = 0; bytes && *size < room && part > 0; *size += part > 0 ? (size_t)part : 0)
        part = read(file, bytes + *size, room - *size);
    if (part >= 0)
        return bytes;
    free(bytes);
    return NULL;
}

char *page_folder_read(const char *folder, const char *path, size_t *size)
{
    int file = open_below(folder, path);
    if (file < 0)
        return NULL;
    char *bytes = read_all(file, size);
    close(file);
    return bytes;
}
