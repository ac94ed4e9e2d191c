/* Status codes, and error messages that can be said in any language. */
#ifndef LUDOTECA_ERROR_H
#define LUDOTECA_ERROR_H

#include <stddef.h>

#include "library.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum LudStatus {
    LUD_OK = 0,
    LUD_EUSAGE,    /* an unknown game, option or value */
    LUD_EPOSITION, /* a position that can't be read or can't be */
    LUD_EMOVE,     /* a move that can't be read */
    LUD_EILLEGAL,  /* a move that is readable but not legal here */
    LUD_EOVER,     /* the game has already ended */
    LUD_ENOTNOW,   /* the request makes no sense in this game or at this moment */
    LUD_ERECORD,   /* a record that can't be read */
    LUD_EMEMORY,   /* out of memory */
    LUD_EFILE,     /* a file that can't be read or written, or that is damaged */
    LUD_ESTOPPED,  /* the caller asked to stop */
} LudStatus;

enum { LUD_ERROR_ARGS = 4, LUD_ERROR_ARG_BYTES = 320 };

/* What went wrong. `format` is a static English sentence in which {1} … {4} stand for the
 * arguments; it doubles as the key under which a front end finds its translation. */
typedef struct LudError {
    LudStatus status;
    const char *format;
    char arg[LUD_ERROR_ARGS][LUD_ERROR_ARG_BYTES];
    int line;        /* in a text of several lines; 0: none */
    int move_number; /* in a record; 0: none */
} LudError;

/* Returns the translation of an English message, or the message itself. */
typedef const char *(*LudTranslate)(const char *english);

/* Fills `err` (which may be NULL) and returns `status`. The arguments are strings, ended by NULL;
 * long ones are cut and unprintable bytes replaced, so any input may be quoted as it came. */
LUD_API LudStatus lud_error_set(LudError *err, LudStatus status, const char *format,
                                ...) LUD_ENDED_BY_NULL;

/* Writes the message as text, with line and move if known, `translate` (may be NULL: English)
 * applied to its format.
 * Always terminates; returns the length that the whole message has. */
LUD_API size_t lud_error_text(const LudError *err, LudTranslate translate, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
