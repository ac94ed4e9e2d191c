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
    PROBLEM_UPGRADE, /* a WebSocket's address, asked without one */
    PROBLEM_TOO_MANY,
    PROBLEM_SERVER,
    PROBLEM_BUSY, /* too many questions of everybody wait */
    PROBLEM_KINDS,
} ProblemKind;

/* Replies with a problem; `detail` says more about this one, NULL: there is no more to say. */
void problem_reply(Reply *reply, ProblemKind kind, const char *detail);
/* The same for what the library says. */
void problem_reply_error(Reply *reply, const LudError *err);
/* All kinds there are, as JSON for lud_free. */
char *problem_list(void);

#endif
