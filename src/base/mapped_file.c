#include "base/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int map(MappedFile *file, int descriptor)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        return errno;
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    *file = (MappedFile){.size = (size_t)about.st_size};
    if (file->size == 0)
        return 0;
    void *bytes = mmap(NULL, file->size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (bytes == MAP_FAILED)
        return errno;
    file->bytes = bytes;
    return 0;
}

int base_map_open(MappedFile *file, const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    int fault = map(file, descriptor);
    close(descriptor);
    return fault;
}

void base_map_close(MappedFile *file)
{
    if (file->bytes)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    *file = (MappedFile){0};
}
