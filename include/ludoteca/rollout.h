/* Rollouts: a position with dice played to its end many times over, to find out what it, or each of
 * some moves, is worth.
 *
 * Both sides play the move that looks best one ply ahead. What the dice gave beyond their mean, as
 * the same look sees it, is taken out of every result, so that far fewer games are needed
 * (docs/ANALYSIS.md). Games come in rounds of LUD_ROLLOUT_ROUND, in which the first rolls are
 * shared out by their odds instead of drawn. The same seed gives the same numbers, however many
 * threads there are, whether it was interrupted or not.
 *
 * A LudRollout belongs to one thread at a time. */
#ifndef LUDOTECA_ROLLOUT_H
#define LUDOTECA_ROLLOUT_H

#include "play.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_ROLLOUT_ROUND = 36,   /* games of a round: one for every throw of two dice */
    LUD_ROLLOUT_LINES = 64,   /* moves that can be compared */
    LUD_ROLLOUT_GAMES = 1296, /* of each move, where no number is given */
};

typedef struct LudRollout LudRollout; /* opaque */

typedef struct LudRolloutOptions {
    size_t size;        /* sizeof(LudRolloutOptions) */
    uint64_t seed;      /* of the dice */
    int threads;        /* 0: one */
    int64_t games;      /* of each move at most, up to whole rounds; 0: LUD_ROLLOUT_GAMES */
    double until_error; /* end once the standard error of every chance is no more; 0: never */
    bool until_decided; /* end once one move is better than every other by three standard errors of
                           the difference; moves that are so much worse than the best are left */
} LudRolloutOptions;

/* Why it ended. */
typedef enum LudRolloutEnd {
    LUD_ROLLOUT_OPEN = 0, /* it was stopped, or has not run */
    LUD_ROLLOUT_ALL,      /* all games were played */
    LUD_ROLLOUT_ERROR,    /* the errors are small enough */
    LUD_ROLLOUT_DECIDED,  /* the best move is known */
} LudRolloutEnd;

/* What is known of a move, or of the position. */
typedef struct LudRolloutLine {
    LudMove move; /* LUD_NO_MOVE: the position itself, where dice are to be rolled */
    double chance[LUD_MAX_SIDES]; /* of every side to win; they sum to 1 */
    double error[LUD_MAX_SIDES];  /* standard errors; below 0: not known from a single round */
    double low, high;             /* the 95 % interval of the side to move or to roll */
    int64_t games;
    int64_t
        plain_games; /* so many games without taking out luck would tell as much; 0: not known */
    bool is_left;    /* given up as worse */
} LudRolloutLine;

typedef struct LudRolloutSums {
    LudRolloutLine lines[LUD_ROLLOUT_LINES]; /* the best for the side to move first */
    int line_count;
    int side, sides;
    uint64_t seed;
    int64_t games; /* in all */
    LudRolloutEnd end;
} LudRolloutSums;

/* Makes a rollout of the current position: of the moves in `list` if somebody is to move, of the
 * position itself (`count` 0) if dice are to be rolled. LUD_EUSAGE for games without dice. */
LUD_API LudStatus lud_rollout_new(LudRollout **rollout, const LudPlay *play, const LudMove *list,
                                  int count, const LudRolloutOptions *options, LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_rollout_free(LudRollout *rollout);

/* Is told now and then how it stands; false stops it after the games that are being played. */
typedef bool (*LudRolloutWatch)(void *context, const LudRolloutSums *sums);
/* Plays until one of the options ends it or `watch` (NULL: nobody) stops it; a stopped one goes on
 * when it is run again. */
LUD_API LudStatus lud_rollout_run(LudRollout *rollout, LudRolloutWatch watch, void *context,
                                  LudError *err);
/* How it stands. */
LUD_API void lud_rollout_sums(const LudRollout *rollout, LudRolloutSums *sums);

/* All that was played, as text, for lud_free; NULL when out of memory. */
LUD_API char *lud_rollout_print(const LudRollout *rollout);
/* The same again, to go on with the limits and threads of `options`; its seed and moves are those
 * of the text. Errors say which line is damaged. */
LUD_API LudStatus lud_rollout_parse(LudRollout **rollout, const char *text,
                                    const LudRolloutOptions *options, LudError *err);
/* What it is about. */
LUD_API const LudRules *lud_rollout_rules(const LudRollout *rollout);
LUD_API const LudState *lud_rollout_position(const LudRollout *rollout);

/* What an outcome of the roll that is awaited in `s` gives each side beyond the mean over all
 * outcomes, each answered by the move that looks best one ply ahead. Its own mean over the outcomes
 * is nothing, whoever plays: taken out of results, it leaves their expectation as it is, and most
 * of the noise of the dice is gone. Nobody is out of the game. */
LUD_API void lud_roll_luck(const LudGame *game, const LudState *s, LudMove outcome,
                           double luck[LUD_MAX_SIDES]);

#ifdef __cplusplus
}
#endif
#endif
