/* The parameters of a question, and the position that they describe. */
#ifndef LUD_SERVER_QUERY_H
#define LUD_SERVER_QUERY_H

#include <ludoteca/play.h>

#include "server/exchange.h"

typedef struct Query {
    const char *game, *position, *moves, *fragment; /* as they came; NULL: not given */
} Query;

/* Parameters that a question may have. */
enum { QUERY_GAME = 1, QUERY_POSITION = 2, QUERY_MOVES = 4, QUERY_FRAGMENT = 8 };

/* Reads the arguments of a request, of which only those in `admitted` may stand there, each once.
 * LUD_EUSAGE says what is wrong. What is read points into the request. */
LudStatus query_read(const Request *request, unsigned admitted, Query *query, LudError *err);
/* The game with its options; and the position, after the moves if there are any. */
LudStatus query_rules(const Query *query, LudRules *rules, LudError *err);
LudStatus query_state(const Query *query, const LudRules *rules, LudState *state, LudError *err);

#endif
