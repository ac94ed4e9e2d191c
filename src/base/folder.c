/* For flock and the names of sysconf that POSIX does not have. */
#define _DEFAULT_SOURCE
#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int make_one(const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0)
        return 0;
    int fault = errno;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? 0 : fault;
}

int base_folder_make(const char *path)
{
    size_t length = strlen(path);
    char *part = malloc(length + 1);
    if (!part)
        return ENOMEM;
    memcpy(part, path, length + 1);
    int fault = 0;
    for (size_t i = 1; i <= length && !fault; i++) {
        if (part[i] != '/' && part[i] != '\0')
            continue;
        part[i] = '\0';
        fault = make_one(part);
        part[i] = path[i];
    }
    free(part);
    return fault;
}

/* In two steps, because the thread sanitizer does not see that opendir() opens a descriptor, and
 * takes it for the connection that had its number before. */
static DIR *open_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    int fault = errno;
    if (fd >= 0 && !folder)
        close(fd);
    errno = fault;
    return folder;
}

int base_folder_list(const char *path, void (*visit)(void *context, const char *name),
                     void *context)
{
    DIR *folder = open_folder(path);
    if (!folder)
        return errno;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            visit(context, entry->d_name);
    }
    closedir(folder);
    return 0;
}

int base_file_remove(const char *path)
{
    return unlink(path) == 0 ? 0 : errno;
}

bool base_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* A directory that is still to be made will stand on the disk of the one above it. */
uint64_t base_folder_room(const char *path)
{
    struct statvfs about;
    size_t length = strlen(path);
    char *part = malloc(length + 2);
    if (!part)
        return UINT64_MAX;
    memcpy(part, path, length + 1);
    int fault = statvfs(part, &about);
    while (fault != 0 && length > 0) {
        while (length > 0 && part[length - 1] != '/')
            length--;
        while (length > 1 && part[length - 1] == '/')
            length--;
        memcpy(part + length, length == 0 ? "." : "", length == 0 ? 2 : 1);
        fault = statvfs(part, &about);
        length = length == 1 ? 0 : length;
    }
    free(part);
    return fault == 0 ? (uint64_t)about.f_bavail * about.f_frsize : UINT64_MAX;
}

int base_lock_take(const char *path)
{
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0)
        return -2;
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        int fault = errno;
        close(lock);
        errno = fault;
        return fault == EWOULDBLOCK ? -1 : -2;
    }
    return lock;
}

void base_lock_release(int lock)
{
    if (lock >= 0)
        close(lock);
}

bool base_program_folder(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length == size)
        return false;
    path[length] = '\0';
    char *end = strrchr(path, '/');
    if (end)
        *end = '\0';
    return end != NULL;
}

uint64_t base_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && size_bytes > 0 ? (uint64_t)pages * (uint64_t)size_bytes : UINT64_MAX;
}

int base_machine_threads(void)
{
    long threads = sysconf(_SC_NPROCESSORS_ONLN);
    return threads > 0 && threads < 1024 ? (int)threads : 1;
}
