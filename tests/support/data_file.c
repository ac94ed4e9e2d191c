#include "support/data_file.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int data_file_each(const char *directory, const char *prefix, void (*run)(const char *path))
{
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%s/%s*.txt", directory, prefix);
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        run(found.gl_pathv[i]);
    int count = (int)found.gl_pathc;
    globfree(&found);
    return count;
}

char *data_file_slurp(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    char *bytes = NULL;
    size_t length = 0, room = 0;
    while (stream) {
        if (length + 1 >= room) {
            room = room ? 2 * room : 4096;
            bytes = realloc(bytes, room);
            if (!bytes)
                break;
        }
        size_t got = fread(bytes + length, 1, room - length - 1, stream);
        length += got;
        if (got == 0)
            break;
    }
    if (!stream || !bytes || ferror(stream)) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    fclose(stream);
    bytes[length] = '\0';
    if (size)
        *size = length;
    return bytes;
}

void data_file_open(DataFile *file, const char *path)
{
    const char *slash = strrchr(path, '/');
    *file = (DataFile){.name = slash ? slash + 1 : path, .comment = ""};
    file->bytes = file->next = data_file_slurp(path, NULL);
}

static void split(DataFile *file, char *line)
{
    file->fields = 0;
    while (*line && file->fields < DATA_FIELDS) {
        file->field[file->fields++] = line;
        line = strstr(line, "  ");
        if (!line)
            return;
        while (*line == ' ')
            *line++ = '\0';
    }
}

bool data_file_next(DataFile *file)
{
    while (*file->next) {
        char *line = file->next;
        size_t length = strcspn(line, "\n");
        file->next = line + length + (line[length] == '\n');
        file->line++;
        while (length > 0 && line[length - 1] == ' ')
            length--;
        line[length] = '\0';
        line += strspn(line, " ");
        if (*line == '#') {
            file->comment = line + 1 + strspn(line + 1, " ");
        } else if (*line) {
            split(file, line);
            return true;
        }
    }
    return false;
}

void data_file_close(DataFile *file)
{
    free(file->bytes);
}
