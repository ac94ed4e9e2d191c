/* Games that the program plays with itself. */
#ifndef LUD_TUNE_GAMES_H
#define LUD_TUNE_GAMES_H

#include "tune_player.h"
#include "tune_samples.h"
#include "tune_weights.h"

/* Which positions are collected. */
typedef enum Keep {
    KEEP_QUIET, /* nothing is proven and no noisy move is preferred */
    KEEP_OPEN,  /* nothing is proven */
    KEEP_ALL    /* every position in which a player thinks */
} Keep;

typedef struct GamesPlan {
    const LudRules *rules;
    int games;
    LudLimits limits;              /* of a player's thought; none: greedy */
    int random_least, random_most; /* plies at random before players think */
    int late_percent;              /* of so many games the opening is an even one, and longer: */
    int late_least, late_most;
    int slip_permille; /* how often a player moves at random later on */
    int ply_limit;     /* a longer game is left out */
    Keep keep;
    uint64_t seed;
} GamesPlan;

typedef struct GamesTally {
    int games, unfinished;
    int wins[LUD_MAX_SIDES], draws;
    uint64_t plies;
} GamesTally;

/* Plays games and collects positions; with dice, those in which a roll is awaited, whatever
 * `keep` says. One game in ten is held out. */
bool games_collect(const GamesPlan *plan, const Weights *weights, Samples *samples,
                   GamesTally *tally);

typedef struct Duel {
    int games, wins, draws, losses; /* seen by the first */
} Duel;

/* Lets two sets of weights play each other, every opening once from either side. */
bool games_duel(const GamesPlan *plan, const Weights weights[WEIGHTS_SETS], Duel *duel);

#endif
