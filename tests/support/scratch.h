/* A directory of a test's own, and whole files in it. */
#ifndef LUD_TESTS_SCRATCH_H
#define LUD_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

enum { SCRATCH_PATH = 512 };

/* Makes a fresh directory; ends the program if it can't. */
void scratch_make(char folder[SCRATCH_PATH]);
/* Removes it with the files in it. */
void scratch_remove(const char *folder);
/* folder/name. */
const char *scratch_path(char path[SCRATCH_PATH], const char *folder, const char *name);

/* The bytes of a file, for free(); NULL if there is none. */
unsigned char *scratch_read(const char *path, size_t *size);
bool scratch_write(const char *path, const void *bytes, size_t size);
/* How many files the directory holds, and how many of them end so. */
int scratch_count(const char *folder, const char *ending);

#endif
