/* Test data: lines of fields separated by two or more spaces, `#` lines that explain them. */
#ifndef LUD_TESTS_DATA_FILE_H
#define LUD_TESTS_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { DATA_FIELDS = 8 };

typedef struct DataFile {
    const char *name; /* without its directory */
    char *bytes;
    char *next;
    int line;            /* of the case below, from 1 */
    const char *comment; /* the last line of explanation above it, or "" */
    char *field[DATA_FIELDS];
    int fields;
} DataFile;

/* Calls `run` with the path of each file in `directory` whose name begins with `prefix` and ends in
 * .txt, in order; returns how many there are. */
int data_file_each(const char *directory, const char *prefix, void (*run)(const char *path));
/* The whole file, terminated, for free(); the test program ends if it can't be read. */
char *data_file_slurp(const char *path, size_t *size);
void data_file_open(DataFile *file, const char *path);
/* Goes to the next case; false at the end. */
bool data_file_next(DataFile *file);
void data_file_close(DataFile *file);

#endif
