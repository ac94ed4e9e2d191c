/* What a LudSearch holds, and what every method of searching may ask of it.
 *
 * A method gets a search whose task is set and whose clock runs. It asks search_should_stop as it
 * goes, calls search_report with every finding, and leaves its last ones in `lines`. */
#ifndef LUD_SEARCH_SEARCH_OBJECT_H
#define LUD_SEARCH_SEARCH_OBJECT_H

#include <stdatomic.h>

#include "search/search_switches.h"

struct LudSearch {
    LudRules rules;
    const LudGame *game;
    const LudGameJudging *judging;
    LudSearchOptions options;
    SearchSwitches switches;
    void *memory; /* what the method made of memory_bytes; its own `forget` and `end` care for it */

    LudTask taken;       /* the last task, as it was asked */
    const LudTask *task; /* of the current run */
    LudMove *root_moves; /* the moves to consider, at least one */
    int root_count;
    LudLine *lines;    /* room for root_count lines */
    int line_count;    /* filled */
    int wanted;        /* how many lines the caller wants, 1 … root_count */
    int depth;         /* the last one completed */
    int hash_permille; /* how full the table is */
    int patience;      /* percent of the soft time after which no new depth begins; 0: the usual */

    atomic_bool is_stopped;
    atomic_bool is_pondering;
    atomic_bool is_hit_taken; /* a ponder hit counts once, whoever else reports it */
    int64_t started_us;
    atomic_int_fast64_t soft_us; /* when no new depth is worth beginning; 0: never */
    atomic_int_fast64_t hard_us; /* when to stop at once; 0: never */

    /* Of all threads, as far as they have told. They write it often and read the rest at every
     * node, so it lies at a distance from that. */
    char before[64];
    atomic_uint_fast64_t nodes;
    char behind[64];
};

/* A way to search. */
typedef struct SearchMethod {
    /* Prepares search->memory from options.memory_bytes; false when out of memory. */
    bool (*begin)(LudSearch *search);
    void (*end)(LudSearch *search);
    void (*forget)(LudSearch *search);
    /* Fills lines, line_count and depth; there must be at least one line at the end. */
    void (*run)(LudSearch *search);
    /* There are no iterations to finish, so the time that was meant to be enough is. */
    bool is_gradual;
} SearchMethod;

extern const SearchMethod alphabeta_method, expectimax_method, mcts_method, proof_method;

/* Whether somebody wants it to end: one load, for every node. */
static inline bool search_is_stopped(const LudSearch *search)
{
    return atomic_load_explicit(&search->is_stopped, memory_order_relaxed);
}

/* Looks at clock and nodes, and stops the search if a limit is reached. `fresh` nodes are added to
 * the count. Call it every few hundred nodes, or at every node under a node limit, where it stops
 * at exactly that number with one thread. Returns search_is_stopped. */
bool search_should_stop(LudSearch *search, uint64_t fresh);
/* Whether another, deeper iteration is worth beginning: some of the soft time is left, the depth
 * limit is not reached, and nothing has stopped it. */
bool search_may_deepen(LudSearch *search, int next_depth);
/* Waits, after all is known, until an infinite or pondering search is told to stop. */
void search_wait(LudSearch *search);
/* Tells the observer what stands in `lines`. */
void search_report(LudSearch *search);
int64_t search_elapsed_us(const LudSearch *search);

#endif
