/* One game of a match, from its opening to its result. */
#ifndef LUD_CLI_MATCH_MATCH_GAME_H
#define LUD_CLI_MATCH_MATCH_GAME_H

#include "cli/match/match_uci.h"

/* What a thread needs to play: nothing of it is shared with another. */
typedef struct MatchWorker {
    const MatchSetup *setup;
    const atomic_bool *is_stopping;
    LudEngine *engine[LUD_MAX_SIDES];
    Program *program; /* LUD_TOURNAMENT_PLAYERS places: one for each player that is a program */
} MatchWorker;

enum { MATCH_DETAIL = UCI_DETAIL + 64 };

/* What is to be kept of a game. */
typedef struct MatchReport {
    LudOutcome outcome;
    LudReason reason;
    LudLuck luck;
    int moves;                                /* made by players, those of the opening included */
    char detail[LUD_MAX_SIDES][MATCH_DETAIL]; /* of each fault, English */
    char *record;                             /* for lud_free; NULL unless asked for */
} MatchReport;

typedef enum MatchGameEnd {
    MATCH_GAME_PLAYED,
    MATCH_GAME_STOPPED, /* the match is to end; there is no result */
    MATCH_GAME_FAILED,  /* our own fault, described in err */
} MatchGameEnd;

bool match_worker_open(MatchWorker *worker, const MatchSetup *setup, const atomic_bool *is_stopping,
                       LudError *err);
void match_worker_close(MatchWorker *worker);

MatchGameEnd match_game_play(MatchWorker *worker, int64_t game, MatchReport *report, LudError *err);

#endif
