/* Positions that came before, on the way down the tree and in the game itself.
 *
 * Three things keep values honest where lines can come back. A value that rests on a repetition of
 * a position above its node holds only below that position, so the tree tracks how far up it looked
 * (PathTrace) and does not store it. A win or loss that rests on any repetition is not stored
 * either, even if all of the cycle lies below: met by another way, some other position of the cycle
 * may be the first to recur. And the game's own past, which differs from run to run, is part of the
 * table's key as long as it can still matter.
 *
 * So a stored win rests on ends of the game alone. Should its line cross a position above the node
 * where it is used, then that position was won by a shorter line: the claim stays true. */
#ifndef LUD_SEARCH_REPETITION_H
#define LUD_SEARCH_REPETITION_H

#include <ludoteca/search.h>

enum {
    PATH_PLIES = LUD_DEPTH_MOST + 24, /* with what quiescence adds */
    PATH_NO_LOW = INT32_MAX,          /* no repetition was met */
};

/* What a value rests on: the lowest ply on the path that recurred, and whether the game ended by
 * that with a winner. */
typedef struct PathTrace {
    int low;
    bool has_winner;
} PathTrace;

static inline void path_trace_add(PathTrace *trace, const PathTrace *other)
{
    trace->low = other->low < trace->low ? other->low : trace->low;
    trace->has_winner |= other->has_winner;
}

/* A position of the game's past, and how often it occurred. */
typedef struct PathPast {
    uint64_t key;
    int seen; /* 0: an empty place */
} PathPast;

typedef struct Path {
    int limit; /* LudGame.repetition_limit */
    const LudTask *task;
    /* A hash table with open addressing. NULL: there is no past, or no memory; then the task's list
     * is read. */
    PathPast *past;
    uint32_t past_places; /* a power of two, or 0 */
    uint64_t past_digest; /* of those that end the game if they come once more, whatever their
                             order; 0 if there are none */
    uint64_t key_digest;  /* the same as far as table keys depend on it, maybe with the root */
    uint64_t key[PATH_PLIES];
    uint64_t digest[PATH_PLIES]; /* of the positions above, since the epoch began */
    uint32_t epoch[PATH_PLIES];
    int first[PATH_PLIES]; /* the ply at which this epoch began; 0: it is the root's */
    int step[PATH_PLIES];  /* 2: since then the sides took turns, and only every other position can
                              be the same; 1: one of them moved again */
} Path;

/* Takes note of the game's past. The path itself begins with path_enter at ply 0. */
void path_begin(Path *path, const LudGame *game, const LudTask *task);
/* Makes values hold for this root only, as long as its epoch lasts. */
void path_bind_root(Path *path, uint64_t root_key);
void path_end(Path *path);

/* Whether some position of the game's past ends the game if it comes once more. */
bool path_past_may_end(const LudGame *game, const LudTask *task);

uint64_t path_mix(uint64_t key);

/* Notes the position at `ply`, whose path above is known; `is_again`: the side that moved there is
 * to move once more. */
static inline void path_enter(Path *path, int ply, uint64_t key, uint32_t epoch, bool is_again)
{
    bool is_new = ply == 0 || epoch != path->epoch[ply - 1];
    path->key[ply] = key;
    path->epoch[ply] = epoch;
    path->first[ply] = is_new ? ply : path->first[ply - 1];
    path->step[ply] = is_new ? 2 : is_again ? 1 : path->step[ply - 1];
    path->digest[ply] = is_new ? 0 : path->digest[ply - 1] + path_mix(path->key[ply - 1]);
}

/* Whether the position at `ply` ends the game by repetition, and the ply of the earlier occurrence
 * (PATH_NO_LOW if that lies in the game's past). On the path the first return counts even where the
 * rules wait for the third: whoever wanted it once can have it again. */
bool path_is_repeated(const Path *path, int ply, int *earlier);

/* Under which key the table knows the position at `ply`: with the past where that counts, and if
 * `has_path_keys` with the whole way down to it. */
static inline uint64_t path_table_key(const Path *path, int ply, bool has_path_keys)
{
    uint64_t key = path->key[ply];
    if (path->first[ply] == 0)
        key ^= path->key_digest;
    return has_path_keys ? key ^ path_mix(path->digest[ply]) : key;
}

#endif
