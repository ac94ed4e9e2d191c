#include "progress_file.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

FILE *progress_open(const char *path, void (*take)(void *context, const char *line), void *context)
{
    char line[PROGRESS_LINE_MOST + 1];
    FILE *file = fopen(path, "a+");
    if (!file)
        return NULL;
    long whole = 0; /* bytes up to the end of the last whole line */
    bool is_begun = false;
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        size_t length = strlen(line);
        bool is_ended = length > 0 && line[length - 1] == '\n';
        if (is_ended) {
            line[length - 1] = '\0';
            if (!is_begun)
                take(context, line);
            whole = ftell(file);
        }
        is_begun = !is_ended;
    }
    if (ferror(file) || fflush(file) != 0 || ftruncate(fileno(file), whole) != 0 ||
        fseek(file, 0, SEEK_END) != 0) {
        fclose(file);
        return NULL;
    }
    return file;
}
