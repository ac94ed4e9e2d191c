/* How a game's positions become tables of perfect play: what the table room needs to know of it.
 *
 * Positions are cut into layers and numbered within each. A column is one byte for every position
 * of a layer; columns that are worked out together form a group. Usually a move leads to the same
 * layer or to a lower one, and layers are solved one after the other, from the lowest on
 * (LudLayered). In other games moves lead up and down, and all layers of a group are solved
 * together (LudWhole). What verifies tables takes for granted that every move passes the turn; who
 * asks them does not. */
#ifndef LUD_CORE_TABULATION_H
#define LUD_CORE_TABULATION_H

#include <stdatomic.h>

#include <ludoteca/table.h>

#include "forecast.h"
#include "shares.h"

enum { LUD_MAX_LAYERS = 64, LUD_MAX_COLUMNS = 8, LUD_GROUP_COLUMNS = 2 };

/* The parts of lower layers that are in memory at a time, where all of them would not fit: of each
 * layer the entries from `first` to before `end`. */
typedef struct LudLowerParts {
    uint64_t first[LUD_MAX_LAYERS], end[LUD_MAX_LAYERS];
} LudLowerParts;

/* One layer being solved, for all columns of a group. */
typedef struct LudLayerTask {
    LudOptions options;
    int group, layer, threads;
    /* NULL: this process has the whole layer. Else it solves its share, together with the others:
     * `work` is for that share, and of lower layers it has its shares only, unless they are small
     * (lud_share_is_small). */
    LudShares *shares;
    /* Whole and spread over processes: memory that copies of what others have may take besides. */
    uint64_t spare_bytes;
    /* The finished columns of the group, for each lower layer, as stored in the files. */
    const uint8_t *lower[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS];
    /* NULL: all of them are there. Else `lower` points to the first entry of each part, and only
     * parts are there until `next_parts`, on the thread that called `solve`, has put the next ones
     * in their place; it returns false when every entry has been there once, or when the build is
     * to stop, as `is_stopped` then says. */
    const LudLowerParts *parts;
    bool (*next_parts)(void *context);
    void *work; /* work_bytes or share_bytes, aligned to cache lines */
    /* Called again and again on the thread that called `solve`, with the share done so far as
     * steps of about `steps`, maybe more (0 steps: as much as before); returns false to stop. */
    bool (*tick)(void *context, uint64_t step, uint64_t steps);
    /* Only whole: called now and then while nothing changes, so that what is known may be kept
     * (`give`); returns false to stop. NULL: none. */
    bool (*pause)(void *context);
    void *context;
    atomic_bool is_stopped; /* begins false */
} LudLayerTask;

/* What was found in the columns for one position. */
typedef struct LudEntries {
    unsigned found; /* bit i: column i */
    uint8_t entry[LUD_MAX_COLUMNS];
} LudEntries;

/* Some entries of a layer. */
typedef struct LudEntryRange {
    int layer;
    uint64_t first, count;
} LudEntryRange;

/* Layers solved one after the other. */
typedef struct LudLayered {
    bool needs_lower[LUD_MAX_COLUMNS]; /* whether the group of this column reads lower layers */
    bool takes_off;                    /* who moves to a lower layer gains the difference */
    int least_step; /* a move to a lower layer leads down so far at least; 0: to any */
    /* After `solve` the columns of the group are the first `size` bytes from here on within `work`.
     */
    const uint8_t *(*column_at)(const LudLayerTask *task, int column_in_group);
    /* As LudGameTabulation.work_bytes for a share of so many positions, for layers that are dealt
     * out to several processes: `solve` then solves one share in a layer, together with the others,
     * and is never stopped; `column_at` is about that share; and entries have eight bits. NULL:
     * layers of this game can't be dealt out. */
    uint64_t (*share_bytes)(int group, uint64_t positions);
} LudLayered;

/* All layers of a group solved together. Groups have one column. */
typedef struct LudWhole {
    /* `begin` comes first and knows nothing; `take` may then tell what an earlier `give` of the
     * same group knew, from whenever that was, of some layers. Both work on as many threads as call
     * them for different entries; `give` must be called for the same pieces each time to give the
     * same bytes. */
    void (*begin)(LudLayerTask *task);
    void (*give)(const LudLayerTask *task, int layer, uint64_t first, uint64_t count,
                 uint8_t *entries);
    void (*take)(const LudLayerTask *task, int layer, uint64_t first, uint64_t count,
                 const uint8_t *entries);
    /* Spread over processes, which take these steps together; `solve` is then never stopped. NULL:
     * that can't be done. `work` is as large as `spread_bytes` says, though most of it is never
     * touched: `*least` is what one process really needs. `take` is told everything in every
     * process, and keeps what is its own; `gather` comes before `give`, and brings here what that
     * will need, of ranges that every process chooses for itself and that may be none. */
    uint64_t (*spread_bytes)(const LudOptions *options, int group, const LudShares *shares,
                             uint64_t *least);
    void (*gather)(LudLayerTask *task, const LudEntryRange *ranges, int count);
} LudWhole;

typedef struct LudGameTabulation {
    int layers;             /* 0 … layers - 1 */
    const char *layer_name; /* what they count, an English word */
    int small_layers; /* up to this one a player builds them in passing; 0: there is no such part */
    int columns;      /* all of them, group by group */
    const char *names[LUD_MAX_COLUMNS];
    int group[LUD_MAX_COLUMNS]; /* the group of each column, ascending from 0 */
    int bits[LUD_MAX_COLUMNS];  /* that an entry needs; 0: all eight */
    const LudLayered *layered;  /* one of the two, and not the other */
    const LudWhole *whole;
    const LudForecast *forecast; /* of entries, for smaller files; NULL: none */

    /* Sets the options that the tables do not depend on to their defaults. */
    void (*bare)(LudOptions *options);
    /* The positions of a layer; 0 if a game by these options has no such layer. */
    uint64_t (*size)(const LudOptions *options, int layer);
    /* The layer of a position and its number there, 0 … size - 1; and the position of a number. It
     * has no history, and whatever the index does not keep (stores) is empty. */
    int (*layer_of)(const LudState *s);
    uint64_t (*rank)(const LudState *s);
    void (*unrank)(LudState *s, const LudOptions *options, int layer, uint64_t rank);
    /* The memory that `solve` works in. */
    uint64_t (*work_bytes)(const LudOptions *options, int group, int layer, int threads);
    /* Solves a layer, or all of them; false if it was stopped. */
    bool (*solve)(LudLayerTask *task);
    /* Adds for each entry the positions that it stands for and that are to be counted. NULL: one.
     */
    void (*tally)(const LudOptions *options, int layer, uint64_t first, uint64_t count,
                  const uint8_t *entries, uint64_t tally[256]);
    /* How many nanoseconds of one thread a position of this layer took where this was measured, and
     * how many bytes it took in a file, in thousandths: what estimates start from. */
    int (*usual_ns)(const LudOptions *options, int group, int layer);
    int (*usual_millibytes)(const LudOptions *options, int column, int layer);

    /* Columns, as bits, each of which tells everything that those before it do. */
    unsigned tells_all;
    /* What entries mean; what is missing is left out of the answer. */
    void (*answer)(const LudEntries *entries, LudTableAnswer *answer);
    /* The columns, as bits, that tell how a game by these rules ends. */
    unsigned (*needs)(const LudOptions *options);
    /* The final difference for the side to move in a game that begins with this position, which is
     * not over: at least and at most. False if the answer does not tell. */
    bool (*range)(const LudState *s, const LudTableAnswer *answer, int *least, int *most);
} LudGameTabulation;

#endif
