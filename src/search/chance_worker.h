/* What both ways to search with dice, star2.c and maxn.c, have in common: positions on the path,
 * values of leaves and means, and one thread's share of the work.
 *
 * A ply is a player's move; the roll before it costs nothing. Where the plies are used up the
 * static value counts, and that is always before a roll.
 *
 * Values are counted FINE times finer than outside, as a mean of static values is a fraction. The
 * mean of a roll is rounded to the nearest of these, always in the same way and away from zero at
 * a half, so that it is a function of its parts: whichever way it is worked out, with cutoffs or
 * without, it comes out the same, and seen by the other side it is the same with the other sign. */
#ifndef LUD_SEARCH_CHANCE_WORKER_H
#define LUD_SEARCH_CHANCE_WORKER_H

#include "search/chance_table.h"
#include "search/chance_team.h"
#include "search/search_object.h"

enum {
    FINE = 16,                          /* LUD_VALUE_CERTAIN times it still is an int32_t */
    UNTIMED_WIN = LUD_VALUE_WON + 5000, /* without dice: a win, nobody says how soon */
    CHANCE_ARENA = 1 << 17,             /* places for moves on the path */
    NODES_UNASKED = 256,                /* between two looks at the clock */
};

typedef struct ChancePlace {
    LudState state;
    LudNotes notes;
} ChancePlace;

/* What one depth found about a move of the root. */
typedef struct ChanceRoot {
    LudMove move;
    int32_t value;  /* for the side to move at the root, fine */
    bool is_proven; /* by an oracle; a certain win or loss shows by its value */
    bool is_exact;  /* else the value is an upper bound */
} ChanceRoot;

/* Each on cache lines of its own: it is written at every node. */
typedef struct ChanceWorker {
    _Alignas(64) LudSearch *search;
    const LudGame *game;
    const LudGameJudging *judging;
    ChanceTable *table;
    const atomic_bool *is_done; /* helpers: the one that counts has finished */
    Marks *marks;               /* what the threads have in hand; NULL: there is one thread */
    ChancePath path;            /* what it wants to know of the positions above; with marks only */
    int index;                  /* 0 counts, others help */
    int sides;
    int32_t certain; /* a win */
    uint64_t fresh;  /* nodes not yet told */
    uint64_t unasked;
    bool is_stopped; /* from here on values are void */
    LudMove *arena;  /* the lists of moves on the path, one after the other */
    int32_t *promise;
    int used;
    ChanceRoot *roots;
} ChanceWorker;

void chance_worker_begin(ChanceWorker *worker, LudSearch *search, ChanceTable *table, int index);
/* Counts a node and sees, now and then, whether to stop. */
void chance_worker_count(ChanceWorker *worker);

/* The position after a move or roll. */
static inline void chance_follow(const ChanceWorker *worker, const ChancePlace *from, LudMove m,
                                 ChancePlace *to)
{
    const LudGame *game = worker->game;
    memcpy(&to->state, &from->state, game->state_size);
    game->rules.apply(&to->state, m);
    if (worker->judging->notes_size) {
        memcpy(&to->notes, &from->notes, worker->judging->notes_size);
        worker->judging->notes_follow(&from->state, m, &to->state, &to->notes);
    }
}

/* The same for a roll, of which notes know nothing. */
static inline void chance_roll(const ChanceWorker *worker, const ChancePlace *from, LudMove outcome,
                               ChancePlace *to)
{
    memcpy(&to->state, &from->state, worker->game->state_size);
    worker->game->rules.apply(&to->state, outcome);
    if (worker->judging->notes_size)
        memcpy(&to->notes, &from->notes, worker->judging->notes_size);
}

/* A sum of weighted values over the sum of weights. A mean is certain only if all its parts are. */
static inline int32_t chance_mean(const ChanceWorker *worker, int64_t sum, int64_t weights)
{
    int64_t size = sum < 0 ? -sum : sum;
    int64_t mean = (2 * size + weights) / (2 * weights);
    if (mean >= worker->certain && size < weights * worker->certain)
        mean = worker->certain - 1;
    return (int32_t)(sum < 0 ? -mean : mean);
}

/* What a side gets where the game is over, and what it may expect where it is not. */
int32_t chance_final(const ChanceWorker *worker, const LudState *s, int side);
int32_t chance_static(const ChanceWorker *worker, const ChancePlace *place, int side);
/* What the oracle says about a position that is not over, as side 0 sees it; two sides only. */
bool chance_ask(const ChanceWorker *worker, const LudState *s, int32_t *lower, int32_t *upper);

/* What a position is kept under in the table. */
static inline uint64_t chance_key(const ChanceWorker *worker, const LudState *s)
{
    return worker->judging->key ? worker->judging->key(s) : worker->game->rules.key(s);
}

/* Whether the game values a roll before the last move at once, and nobody else has a word in it. */
static inline bool chance_rolls_at_once(const ChanceWorker *worker, int depth)
{
    return depth == 1 && worker->judging->roll && !worker->search->options.oracle.probe;
}

/* It does: the value for each side. */
void chance_roll_at_once(ChanceWorker *worker, const ChancePlace *place,
                         int32_t values[LUD_MAX_SIDES]);

/* Lists the moves of a seat's turn, promising ones first, `first` (if it is among them) before all
 * others. They lie at arena[worker->used]; take them with `used`, and give them back. */
int chance_list(ChanceWorker *worker, const ChancePlace *place, LudMove first);

/* Two sides: the value for side 0 of the position after a move with `depth` plies to go; exact if
 * it lies between alpha and beta, else an upper or lower bound. */
int32_t star2_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                    int32_t beta);
/* Any number of sides: the value for each. */
void maxn_values(ChanceWorker *worker, const ChancePlace *place, int depth,
                 int32_t values[LUD_MAX_SIDES]);

#endif
