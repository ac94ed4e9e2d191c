#include "cli/records/picture_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool picture_may_replace(const char *path)
{
    static const char beginning[] = "<svg";
    char found[sizeof beginning] = "";
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        return true;
    FILE *file = fopen(path, "rb");
    bool is_picture =
        file && fread(found, 1, sizeof beginning - 1, file) > 0 && strcmp(found, beginning) == 0;
    if (file)
        fclose(file);
    return is_picture;
}
