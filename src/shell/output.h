/* Handing results over: to standard output or to a file.
 *
 * Text that came from elsewhere (records, names of files, other programs) goes to people through
 * the first three functions, which show nothing that a terminal would obey: see
 * ludoteca/characters.h. */
#ifndef LUD_SHELL_OUTPUT_H
#define LUD_SHELL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Prints such text as part of a line. */
void output_foreign(FILE *out, const char *text);
/* Copies as much of it as fits, for a message; returns `shown`. */
const char *output_shown(const char *text, char *shown, size_t size);
/* Prints a text of several lines: to a terminal cleaned, and else, byte for byte, as it is. */
void output_document(FILE *out, const char *text, size_t size);

/* Prints a text for lud_free, with a line break at its end if it has any content and none; NULL is
 * reported as out of memory. Returns the exit status. */
int output_print(char *text);

/* Writes all of a text to a descriptor; false, with errno, if it can't. */
bool output_write(int fd, const char *text, size_t size);

/* A file that is written piece by piece, and is there as a whole or not at all. */
typedef struct OutputFile {
    FILE *stream;             /* where to write to */
    const char *path;         /* NULL: standard output */
    char *target, *temporary; /* the file in the end, and until then; NULL: it is handed on */
    char *held;               /* what is to be handed on, where there is no room for files */
    size_t held_size;
    bool may_replace;
} OutputFile;

/* Begins one. A file of the same name stays as it is until output_finish puts the new one in its
 * place, and is replaced only if `may_replace`; what goes to standard output (`path` NULL), devices
 * and pipes is kept apart until then. Each returns the exit status, after a message on stderr if it
 * is not 0; unless output_begin succeeded there is nothing to end. */
int output_begin(OutputFile *file, const char *path, bool may_replace);
int output_finish(OutputFile *file);
/* Gives up: because writing failed, with the reason in errno; or for another reason. */
int output_fail(OutputFile *file);
void output_abandon(OutputFile *file);

/* Writes a whole file or nothing: a file of the same name stays as it is until the new one is
 * complete, and is replaced only if `may_replace`. Devices and pipes are written to directly.
 * Returns the exit status, after a message on stderr if it is not 0. */
int output_save(const char *path, const char *text, size_t size, bool may_replace);

#endif
