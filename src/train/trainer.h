/* Learning the weights of an evaluation (core/network.h) from games with itself.
 *
 * The player takes the move after which its chance is best as far as its weights know, now and then
 * any other. After every move that it chose, the position before is drawn towards what the position
 * after is worth, and the last towards the result: temporal differences. How far follows for each
 * weight from how much its corrections agree (temporal coherence), so that settled weights rest
 * while others are still on their way; over the last two fifths of the training all slow down
 * together.
 *
 * Games without chance are learnt another way, since the next position says little where a threat
 * decides: a search of a few nodes plays whole rounds by the weights of their beginning, and then
 * each position is drawn towards the mean of the result and of what the search thought some plies
 * later, in an order that chance decides (trainer_search.c).
 *
 * Work goes in rounds of so many turns. Several threads play a round each with a copy of the
 * weights, and what they learnt is then put together; so every number of threads, not only one,
 * gives the same result whenever it is repeated, stopped and resumed included. */
#ifndef LUD_TRAIN_TRAINER_H
#define LUD_TRAIN_TRAINER_H

#include <ludoteca/game.h>
#include <ludoteca/random.h>

#include "core/network.h"

enum {
    TRAINER_ROUNDS_MOST = 1000000,
    TRAINER_THREADS_MOST = 64,
};

typedef struct TrainerPlan {
    LudRules rules;
    uint64_t seed;
    uint32_t rounds, round_turns; /* in all; turns of each */
    uint32_t measuring_games;     /* in which the strength is measured after each */
    uint32_t threads;
    uint32_t rate_permille;  /* the step with which all weights begin */
    uint32_t slips_permille; /* moves that are drawn instead of chosen */
    uint32_t nodes;          /* of a search for a move; without chance only */
} TrainerPlan;

/* After a round. */
typedef struct TrainerPoint {
    uint32_t round;
    float surprise; /* the root of the mean square of all corrections */
    float length;   /* turns of a game */
    float share;    /* won, in games against the weights compiled in, all moves chosen alike */
} TrainerPoint;

/* A position and the chance of its first side that it is drawn towards. */
typedef struct TrainerSample {
    LudState s;
    float wanted;
} TrainerSample;

/* What one thread learns with. */
typedef struct TrainerWorker {
    float *weights;
    float *coherence; /* two for each: the sum of corrections, the sum of their sizes; in games
                         without chance the sum of their squares, and nothing */
    LudRandom random;
    double squares; /* of the last round's corrections */
    uint64_t turns, games;
    TrainerSample *samples; /* of the round; without chance only */
    uint32_t sample_count, sample_room;
} TrainerWorker;

typedef struct Trainer {
    TrainerPlan plan;
    const LudNetwork *network;
    uint32_t count;       /* weights */
    uint32_t rounds;      /* done */
    TrainerPoint *points; /* one for each of them */
    TrainerWorker *workers;
    float *base; /* with several threads: weights and coherence before the round */
    /* The learnt weights that each weight consists of (the same one twice if it is one), and what
     * they come to in whole numbers; before a round, or since the last. */
    uint32_t *kin;
    int16_t *whole;
} Trainer;

/* Begins with weights of 0. LUD_ENOTNOW if the game has no network. */
LudStatus trainer_new(Trainer **trainer, const TrainerPlan *plan, LudError *err);
void trainer_free(Trainer *trainer);
/* One round more, and how strong the weights are then. */
void trainer_round(Trainer *trainer);
/* A weight as the game compiles it in, from those that are learnt. */
int16_t trainer_whole(const Trainer *trainer, uint32_t number);
/* Turns in all so far. */
uint64_t trainer_turns(const Trainer *trainer);

/* Plays until the worker has had so many turns; with dice it learns from them. */
void trainer_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns, float rate);

/* trainer_game.c, with dice: learns from games until the worker has had so many turns. */
void trainer_dice_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns, float rate);
/* The share that the weights win in `games` games against those compiled in. */
float trainer_dice_share(const Trainer *trainer, const float *weights, int games,
                         LudRandom *random);

/* trainer_search.c: for games without chance: plays until the worker has had so many turns; learns
 * from all that was played; measures. */
void trainer_search_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns);
void trainer_search_learn(Trainer *trainer, float rate);
float trainer_search_share(const Trainer *trainer, int games, LudRandom *random);

/* trainer_file.c: saves all, so that trainer_load goes on as if nothing had happened; false, with
 * `err` saying why, if the file can't be written, or is not of the same plan. One with more rounds
 * takes it up, too: as if it had been the plan from the beginning, as long as the steps had not yet
 * begun to shorten. */
bool trainer_save(const Trainer *trainer, const char *path, LudError *err);
bool trainer_load(Trainer *trainer, const char *path, LudError *err);
/* Writes the weights as the game compiles them in, and the curve as comma-separated values. */
bool trainer_write_weights(const Trainer *trainer, const char *path, LudError *err);
bool trainer_write_curve(const Trainer *trainer, const char *path, LudError *err);

#endif
