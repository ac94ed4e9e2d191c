/* A game played by actions in a piece of memory of fixed size: what episodes and batches share.
 *
 * Nothing is allocated on the way. The positions of the current epoch, which alone can recur, are
 * kept as keys with the moves between them; a key that recurs is proved by playing these again. The
 * first few lie beside the state, because batches go through thousands of games and should not miss
 * the cache more than once for each. */
#ifndef LUD_LEARNING_RUN_H
#define LUD_LEARNING_RUN_H

#include <ludoteca/learning.h>

/* What all runs of the same rules share. */
typedef struct RunPlan {
    LudRules rules;
    const LudGameLearning *learning;
    LudSpace space;
    int length; /* actions at most */
    int seats;
    bool has_repetition;
    size_t state_room; /* bytes that a state takes here */
    void (*advance)(LudState *s, LudMove m, LudAdvance *advance); /* NULL: the game has none */
    LudState start;
} RunPlan;

/* A position of the current epoch, and the move that was made there. Half a key is enough to
 * suspect a repetition, and takes half the memory. */
typedef struct RunPast {
    uint32_t key;
    LudMove move;
} RunPast;

enum { RUN_NEAR = 32, RUN_ALIGNMENT = 64, RUN_SEEN_WORDS = 3 };

typedef struct Run {
    int32_t length; /* actions taken */
    int32_t past_count;
    uint64_t key;
    uint32_t epoch;
    int8_t turn; /* as lud_episode_turn */
    bool is_truncated, is_stopped;
    uint8_t reason;
    LudParts parts;
    RunPast *far;                       /* the past from RUN_NEAR on */
    uint64_t seen_keys[RUN_SEEN_WORDS]; /* a bit for each key of the past, by its upper bits */
    unsigned char bytes[]; /* the state; the epoch's first one; the past up to RUN_NEAR */
} Run;

/* LUD_ENOTNOW if the game can't be played by actions, LUD_EUSAGE if `length` makes no sense. */
LudStatus run_plan(RunPlan *plan, const LudRules *rules, const LudState *start, int length,
                   LudError *err);
/* How much memory a run takes, a multiple of RUN_ALIGNMENT, and how many places in `far`. */
size_t run_size(const RunPlan *plan);
size_t run_far_places(const RunPlan *plan);
/* Begins, or begins anew; `far` has been set. */
void run_begin(const RunPlan *plan, Run *run);
/* Takes a legal action at a seat's turn; a legal outcome at LUD_CHANCE. */
void run_act(const RunPlan *plan, Run *run, int action);
void run_outcome(const RunPlan *plan, Run *run, LudMove outcome);
/* Copies all but what is beyond use; `to` has its own `far`. */
void run_copy(const RunPlan *plan, Run *to, const Run *from);
/* How it ended; reason NONE if it goes on or was cut. */
void run_result(const RunPlan *plan, const Run *run, LudResult *result);

static inline LudState *run_state(Run *run)
{
    return (LudState *)(void *)run->bytes;
}

static inline const LudState *run_state_of(const Run *run)
{
    return (const LudState *)(const void *)run->bytes;
}

static inline RunPast *run_near_past(const RunPlan *plan, Run *run)
{
    return (RunPast *)(void *)(run->bytes + 2 * plan->state_room);
}

static inline RunPast *run_past_at(const RunPlan *plan, Run *run, int index)
{
    return index < RUN_NEAR ? &run_near_past(plan, run)[index] : &run->far[index - RUN_NEAR];
}

#endif
