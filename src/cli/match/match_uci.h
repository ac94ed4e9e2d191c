/* A program as a player: the engine protocol, seen from the other end. */
#ifndef LUD_CLI_MATCH_MATCH_UCI_H
#define LUD_CLI_MATCH_MATCH_UCI_H

#include "cli/match/match_program.h"
#include "cli/match/match_setup.h"

enum { UCI_DETAIL = 256, UCI_STARTUP_MS = 10000 };

/* What became of a request. */
typedef struct UciAnswer {
    bool is_stopped; /* the match is to end: nothing else counts */
    LudFault fault;  /* NONE: all is well */
    char detail[UCI_DETAIL];
} UciAnswer;

/* Starts the player's program if it does not run, and tells it about the game. It has
 * `setup->startup_ms` for each answer. Faults: CRASH (also when it can't be started) and SILENCE,
 * after which it does not run. */
UciAnswer uci_begin(const MatchSetup *setup, const MatchPlayer *player, Program *program,
                    const atomic_bool *is_stopping);
/* Asks the player for a move in `play`, whose seat to move has `limits`; `clock_ms` are all seats'
 * clocks. `deadline_ms` is when the answer must be there. The word that it answered is in `word`.
 */
UciAnswer uci_choose(const MatchSetup *setup, const MatchPlayer *player, const LudPlay *play,
                     const LudLimits *limits, const int64_t clock_ms[LUD_MAX_SEATS],
                     const int64_t increment_ms[LUD_MAX_SEATS], int64_t deadline_ms,
                     Program *program, const atomic_bool *is_stopping, char word[LUD_MOVE_TEXT]);

#endif
