/* What the tests of the hall share: one on a store of its own, asked and waited for. */
#ifndef LUD_TESTS_HALL_CASE_H
#define LUD_TESTS_HALL_CASE_H

#include <pthread.h>

#include "base/text.h"
#include "online/hall.h"
#include "support/scratch.h"

enum { HALL_CASE_TOKENS = 4, HALL_CASE_TOKEN = 64 };

typedef struct HallCase {
    char folder[SCRATCH_PATH];
    Hall *hall;
    HallSettings settings;
} HallCase;

/* In a fresh directory; ends the test if it can't be opened. */
void hall_case_open(HallCase *at);
/* Closes and opens it again, as a server that was restarted. */
void hall_case_reopen(HallCase *at);
void hall_case_close(HallCase *at);

/* What came of a call; `text` is the answer or the error's sentence, valid until the next call. */
typedef struct HallReply {
    HallOutcome outcome;
    const char *text;
} HallReply;

/* `id`, `token` and `body` may be NULL. */
HallReply hall_case_ask(HallCase *at, HallVerb verb, const char *id, const char *token,
                        const char *body);

/* Reports whether that came of it, with this part in its text. */
bool expect(HallReply reply, HallOutcome outcome, const char *part, const char *what);

/* A game that was created. */
typedef struct HallGame {
    char id[HALL_ID_TEXT];
    char token[HALL_CASE_TOKENS][HALL_CASE_TOKEN]; /* by player; "" where there is none */
} HallGame;

/* Creates one; ends the test if that fails. */
HallGame hall_case_create(HallCase *at, const char *body);
/* {"number": …, "move": …} */
HallReply hall_case_move(HallCase *at, const HallGame *game, int player, int number,
                         const char *move);
/* The game as it stands. */
const char *hall_case_look(HallCase *at, const HallGame *game);

/* The text that a member has the first time it occurs; "" if there is none. */
void hall_case_value(const char *json, const char *name, char *value, size_t size);
/* Whether a text occurs in another. */
bool hall_case_has(const char *text, const char *part);

/* Somebody who watches, and all that they were told, a line each. */
typedef struct HallEar {
    HallWatcher watcher;
    Hall *hall;
    pthread_mutex_t lock;
    pthread_cond_t told;
    Text heard;
    int lines;
    bool is_gone;
    HallOutcome reason; /* why, before it left; HALL_DONE: nothing was said */
} HallEar;

void hall_case_watch(HallCase *at, HallEar *ear, const char *id, int after);
/* Waits until so many lines were heard, at most some seconds; whether they were. */
bool hall_case_hear(HallEar *ear, int lines);
/* Says something as this watcher. */
HallReply hall_case_say(HallCase *at, HallEar *ear, HallVerb verb, const char *token,
                        const char *body);
/* Leaves, and waits until it is gone. */
void hall_case_leave(HallCase *at, HallEar *ear);

#endif
