/* Games that the program plays with itself. */
#ifndef LUD_TUNE_GAMES_H
#define LUD_TUNE_GAMES_H

#include "tune_player.h"
#include "tune_samples.h"
#include "tune_weights.h"

typedef struct GamesPlan {
    const LudRules *rules;
    int games;
    int depth;
    int random_least, random_most; /* plies at random before players think */
    int slip_permille;             /* how often a player moves at random later on */
    int ply_limit;                 /* a longer game is left out */
    uint64_t seed;
} GamesPlan;

typedef struct GamesTally {
    int games, unfinished;
    int wins[LUD_MAX_SIDES], draws;
    uint64_t plies;
} GamesTally;

/* Plays games and collects their quiet positions: those in which the search neither proves anything
 * nor prefers a noisy move. With dice, those in which a roll is awaited. One game in ten is held
 * out. */
bool games_collect(const GamesPlan *plan, const Weights *weights, Samples *samples,
                   GamesTally *tally);

typedef struct Duel {
    int games, wins, draws, losses; /* seen by the first */
} Duel;

/* Lets two sets of weights play each other, every opening once from either side. */
bool games_duel(const GamesPlan *plan, const Weights weights[WEIGHTS_SETS], Duel *duel);

#endif
