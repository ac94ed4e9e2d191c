/* How a game's positions become tables of perfect play: what the table room needs to know of it.
 *
 * Positions are cut into layers, so that a move leads to the same layer or to a lower one, and
 * numbered within each. A column is one byte for every position of a layer; columns that are worked
 * out together form a group. */
#ifndef LUD_GAME_TABULATION_H
#define LUD_GAME_TABULATION_H

#include <stdatomic.h>

#include <ludoteca/table.h>

enum { LUD_MAX_LAYERS = 64, LUD_MAX_COLUMNS = 8, LUD_GROUP_COLUMNS = 2 };

/* One layer being solved, for all columns of a group. */
typedef struct LudLayerTask {
    LudOptions options;
    int group, layer, threads;
    /* The finished columns of the group, for each lower layer, as stored in the files. */
    const uint8_t *lower[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS];
    void *work; /* work_bytes(group, layer), aligned to cache lines */
    /* Called again and again on the thread that called `solve`, with the share done so far as
     * steps of about `steps`, maybe more; returns false to stop. */
    bool (*tick)(void *context, uint64_t step, uint64_t steps);
    void *context;
    atomic_bool is_stopped; /* begins false */
} LudLayerTask;

/* What was found in the columns for one position. */
typedef struct LudEntries {
    unsigned found; /* bit i: column i */
    uint8_t entry[LUD_MAX_COLUMNS];
} LudEntries;

typedef struct LudTabulation {
    int layers;  /* 0 … layers - 1 */
    int columns; /* all of them, group by group */
    const char *names[LUD_MAX_COLUMNS];
    int group[LUD_MAX_COLUMNS];        /* the group of each column, ascending from 0 */
    bool needs_lower[LUD_MAX_COLUMNS]; /* whether the group of this column reads lower layers */

    /* Sets the options that the tables do not depend on to their defaults. */
    void (*bare)(LudOptions *options);
    uint64_t (*size)(int layer);
    /* The layer of a position and its number there, 0 … size - 1; and the position of a number. It
     * has no history, and whatever the index does not keep (stores) is empty. */
    int (*layer_of)(const LudState *s);
    uint64_t (*rank)(const LudState *s);
    void (*unrank)(LudState *s, const LudOptions *options, int layer, uint64_t rank);
    /* The memory that `solve` works in. */
    uint64_t (*work_bytes)(int group, int layer, int threads);
    /* Solves a layer; the columns of the group are then the first size(layer) bytes from
     * column_at(…) on within `work`. False if it was stopped. */
    bool (*solve)(LudLayerTask *task);
    const uint8_t *(*column_at)(const LudLayerTask *task, int column_in_group);
    /* How many nanoseconds of one thread a position of this layer took where this was measured, and
     * how many bytes it took in a file, in thousandths: what estimates start from. */
    int (*usual_ns)(int group, int layer);
    int (*usual_millibytes)(int column, int layer);

    /* What entries mean; what is missing is left out of the answer. */
    void (*answer)(const LudEntries *entries, LudTableAnswer *answer);
    /* The columns, as bits, that tell how a game by these rules ends. */
    unsigned (*needs)(const LudOptions *options);
    /* The final difference for the side to move in a game that begins with this position, which is
     * not over: at least and at most. False if the answer does not tell. */
    bool (*range)(const LudState *s, const LudTableAnswer *answer, int *least, int *most);
} LudTabulation;

#endif
