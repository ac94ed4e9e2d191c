/* What went wrong with a question, as problem details for HTTP APIs (RFC 9457). */
#ifndef LUD_SERVER_PROBLEM_H
#define LUD_SERVER_PROBLEM_H

#include <ludoteca/error.h>

#include "server/exchange.h"

typedef enum ProblemKind {
    PROBLEM_PARAMETER, /* missing, unknown, twice, too long; an unknown game or option */
    PROBLEM_POSITION,
    PROBLEM_MOVE,
    PROBLEM_NO_TABLES, /* the game has none */
    PROBLEM_NOT_FOUND,
    PROBLEM_METHOD,
    PROBLEM_TOO_LONG,
    PROBLEM_RANGE,   /* of a file, which has no such stretch */
    PROBLEM_UPGRADE, /* a WebSocket's address, asked without one */
    PROBLEM_TOO_MANY,
    PROBLEM_SERVER,
    PROBLEM_BUSY, /* too many questions of everybody wait */
    /* Of games between people. */
    PROBLEM_MALFORMED, /* content that is not as it should be */
    PROBLEM_UNAUTHORIZED,
    PROBLEM_FORBIDDEN,
    PROBLEM_NO_GAME,
    PROBLEM_CONFLICT,
    PROBLEM_TOO_LARGE,
    PROBLEM_ILLEGAL,
    PROBLEM_STORE, /* nothing can be kept just now */
    PROBLEM_KINDS,
} ProblemKind;

/* Replies with a problem; `detail` says more about this one, NULL: there is no more to say. */
void problem_reply(Reply *reply, ProblemKind kind, const char *detail);
/* The same for what the library says. */
void problem_reply_error(Reply *reply, const LudError *err);
/* The same of one among several positions, which count from 1. */
void problem_reply_position(Reply *reply, const LudError *err, int position_number);
/* A problem of this kind with a sentence, and what it is made of for other languages. Without one,
 * or if the server failed, which is its own affair, that is left out. */
void problem_reply_sentence(Reply *reply, ProblemKind kind, const LudError *sentence);
/* All kinds there are, as JSON for lud_free. */
char *problem_list(void);

#endif
