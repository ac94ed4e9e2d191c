#include "support/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void scratch_make(char folder[SCRATCH_PATH])
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, SCRATCH_PATH, "%s/ludoteca-test-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(1);
    }
}

const char *scratch_path(char path[SCRATCH_PATH], const char *folder, const char *name)
{
    snprintf(path, SCRATCH_PATH, "%.250s/%.250s", folder, name);
    return path;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

static int visit(const char *folder, const char *ending, bool removes)
{
    int count = 0;
    DIR *open = opendir(folder);
    struct dirent *entry;
    while (open && (entry = readdir(open))) {
        char path[SCRATCH_PATH];
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || !strcmp(entry->d_name, "..")))
            continue;
        if (!ends_in(entry->d_name, ending))
            continue;
        count++;
        if (removes)
            unlink(scratch_path(path, folder, entry->d_name));
    }
    if (open)
        closedir(open);
    return count;
}

void scratch_remove(const char *folder)
{
    visit(folder, "", true);
    rmdir(folder);
}

int scratch_count(const char *folder, const char *ending)
{
    return visit(folder, ending, false);
}

unsigned char *scratch_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc((size_t)length + 1);
    *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

bool scratch_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool is_written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_written;
}
