/* Endings as they are really played: is a position won, drawn or lost, with the game's past behind
 * it and with every repetition valued as the rules say?
 *
 * The positions that can follow are laid out as a graph, the most promising first, until what is
 * known of them settles the root or a limit is reached. Nothing is estimated: every bound is one of
 * the true result. How results that depend on the way to a position are kept apart from those that
 * do not is told in ending_graph.h, ending_regions.h and ending_path.h. */
#ifndef LUD_SEARCH_ENDING_H
#define LUD_SEARCH_ENDING_H

#include <ludoteca/search.h>

/* What to find out. Two sides, no dice. */
typedef struct EndingTask {
    const LudGame *game;
    const LudState *root; /* a side's turn */
    /* As in LudTask. */
    const uint64_t *past;
    int past_count, past_least, past_most;
    LudOracle oracle;
    size_t memory_bytes;
    uint64_t nodes;     /* positions; 0: no limit. The same limit gives the same answer */
    int64_t until_us;   /* base_time_us; 0: no end */
    bool has_all_moves; /* goes on until every root move is settled, too */
    /* Asked now and then, at least every millisecond or so; NULL: nobody interrupts. */
    bool (*should_stop)(void *context);
    void *context;
} EndingTask;

/* What is certain: -1 a loss, 0 a draw, 1 a win, for the side to move at the root. */
typedef struct EndingMove {
    LudMove move;
    int least, most;
} EndingMove;

typedef struct EndingAnswer {
    int least, most;  /* of the root; the result if both are equal */
    EndingMove *move; /* of all legal moves in their order, for free() */
    int move_count;
    bool is_complete; /* all that matters was laid out: more memory would not help */
    uint64_t nodes;   /* positions laid out, and looked at again on the ways through them */
} EndingAnswer;

/* False when out of memory. */
bool ending_solve(const EndingTask *task, EndingAnswer *answer);

#endif
