/* What a LudRollout holds, and what the files that implement rollout.h share. */
#ifndef LUD_ENGINE_ROLLOUT_OBJECT_H
#define LUD_ENGINE_ROLLOUT_OBJECT_H

#include <ludoteca/rollout.h>

/* Chances of single games are kept as whole numbers, so that sums are the same in every order and
 * on every machine, and a file holds them exactly. */
#define ROLLOUT_UNIT 1000000000

/* What the games of a round gave every side together, in units. */
typedef struct RolloutRound {
    int64_t sum[LUD_MAX_SIDES];
} RolloutRound;

typedef struct RolloutLine {
    LudMove move;
    RolloutRound *rounds; /* `played` of them, room for `capacity` */
    int played, capacity;
    bool is_left;
} RolloutLine;

struct LudRollout {
    LudRules rules;
    LudState position;
    bool is_out[LUD_MAX_SIDES];
    int sides, side; /* how many there are, and whose move or roll it is */
    uint64_t seed;
    int threads, rounds_most;
    double until_error;
    bool until_decided;
    RolloutLine lines[LUD_ROLLOUT_LINES];
    int line_count;
    LudRolloutEnd end;
};

/* An empty one with these options; LUD_EUSAGE if they make no sense. */
LudStatus rollout_make(LudRollout **result, const LudRules *rules, const LudState *position,
                       const LudRolloutOptions *options, LudError *err);
/* Room for so many rounds of a line; false when out of memory. */
bool rollout_reserve(RolloutLine *line, int rounds);

/* rollout_game.c: one round of a line, i.e. all its games. Any thread may play any round. */
void rollout_play_round(const LudRollout *rollout, int line, int round, RolloutRound *result);

/* rollout_sums.c */
/* The standard error of the difference between two lines' chances for a side, over the rounds that
 * both have; below 0 if it is not known. `difference` is the first's lead. */
double rollout_lead(const RolloutLine *a, const RolloutLine *b, int side, double *difference);
double rollout_chance(const RolloutLine *line, int side);
/* The standard error of a line's chance; below 0: not known. */
double rollout_error(const RolloutLine *line, int side);

#endif
