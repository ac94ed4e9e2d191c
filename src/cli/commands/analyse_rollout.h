/* `analyse --rollout`: a position played to its end many times. */
#ifndef LUD_CLI_COMMANDS_ANALYSE_ROLLOUT_H
#define LUD_CLI_COMMANDS_ANALYSE_ROLLOUT_H

#include <ludoteca/rollout.h>

#include "cli/commands/inquiry.h"

#define ROLLOUT_OPTIONS                                                                            \
    {"rollout", N_("N"),                                                                           \
     N_("play N games to their end after each of these moves, with dice, and count who wins")},    \
        {"until-error", N_("X"),                                                                   \
         N_("end the rollout once its standard error is X points of the chance to win or "         \
            "less")},                                                                              \
        {"until-decided", NULL, N_("end the rollout once one move is clearly the best")},          \
        {"seed", N_("N"), N_("of the rollout's dice; usually 1")},                                 \
    {                                                                                              \
        "resume", N_("FILE"), N_("keep the rollout there, and go on from it")                      \
    }

typedef struct RolloutWish {
    bool is_wanted, has_seed;
    LudRolloutOptions options;
    const char *path; /* where to keep it; NULL: nowhere */
} RolloutWish;

/* Reads those options; false after a message. */
bool rollout_read(const Arguments *arguments, int threads, RolloutWish *wish);
/* Takes up what is kept; `*rollout` stays NULL if nothing is. Returns the exit status. */
int rollout_take_up(const Inquiry *inquiry, const RolloutWish *wish, LudRollout **rollout);
/* Plays, keeps and prints. Returns the exit status. */
int rollout_run(const Inquiry *inquiry, const RolloutWish *wish, LudRollout *rollout);

#endif
