/* Saying what went wrong: one line on stderr, and the exit status that goes with it. */
#ifndef LUD_SHELL_REPORT_H
#define LUD_SHELL_REPORT_H

#include <ludoteca/error.h>

enum {
    EXIT_USAGE = 2, /* beside stdlib.h's EXIT_SUCCESS and EXIT_FAILURE */
    REPORT_BYTES = 2048,
};

/* Prints "ludoteca: " and the message, already translated, and returns EXIT_USAGE. */
int report_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for what is not the caller's mistake; returns EXIT_FAILURE. */
int report_failure(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A failed system call on a file, with the reason in errno; returns EXIT_FAILURE. */
int report_file(const char *path);
/* Out of memory; returns EXIT_FAILURE. */
int report_memory(void);
/* What the system calls an error number, in the reader's language. */
const char *report_errno(int number);
/* What the library says, in the reader's language, with the move that it is about if known. */
void report_text(const LudError *err, char *text, size_t size);
/* Any English message of the library in the reader's language, with {1} and {2} filled in; the
 * second may be NULL. */
void report_filled(char *text, size_t size, const char *message, const char *first,
                   const char *second);
/* An error on stderr; returns the status that fits. */
int report_error(const LudError *err);

#endif
