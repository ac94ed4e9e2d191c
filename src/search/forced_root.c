#include "search/forced_root.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "core/forcing.h"
#include "search/repetition.h"

enum {
    SHARE = 8,            /* of the time or the nodes: it may take 1/SHARE */
    MOST_NODES = 1 << 18, /* where nothing is limited */
    MEMORY_SHARE = 16,    /* of the memory, at most */
    MOST_BYTES = 1 << 24, /* what the most nodes fill */
};

size_t forced_root_size(const LudSearch *search)
{
    size_t bytes = LUD_FORCING_BYTES_LEAST;
    if (!search->game->forcing || search->options.memory_bytes / MEMORY_SHARE < bytes)
        return 0;
    while (bytes < MOST_BYTES && 2 * bytes <= search->options.memory_bytes / MEMORY_SHARE)
        bytes *= 2;
    return bytes;
}

bool forced_root_begin(ForcedRoot *root, size_t bytes)
{
    root->bytes = bytes;
    root->memory = bytes > 0 ? aligned_alloc(64, bytes) : NULL;
    if (bytes > 0 && !root->memory)
        return false;
    forced_root_forget(root);
    return true;
}

void forced_root_end(ForcedRoot *root)
{
    free(root->memory);
    *root = (ForcedRoot){0};
}

void forced_root_forget(ForcedRoot *root)
{
    if (root->bytes > 0)
        memset(root->memory, 0, root->bytes);
}

/* -- limits ------------------------------------------------------------------------------------ */

/* A share of what the search may take. */
typedef struct Share {
    LudSearch *search;
    int64_t until_us; /* 0: no limit of time */
    uint64_t nodes;
} Share;

static Share take_share(LudSearch *search)
{
    const LudLimits *limits = &search->task->limits;
    int64_t soft = atomic_load(&search->soft_us), now = base_time_us();
    Share share = {search, soft ? now + (soft - search->started_us) / SHARE : 0, MOST_NODES};
    if (limits->nodes)
        share.nodes = limits->nodes / SHARE;
    else if (soft)
        share.nodes = UINT64_MAX;
    return share;
}

static bool is_used_up(void *context, uint64_t fresh)
{
    const Share *share = context;
    return search_should_stop(share->search, fresh) ||
           (share->until_us && base_time_us() >= share->until_us);
}

/* Looks for a win of `side` within a share. */
static bool seek(const ForcedRoot *root, Share *share, const LudState *s, int side,
                 LudForcedWin *win)
{
    LudForcingTask task = {.attacks = LUD_FORCING_SIEGE,
                           .side = side,
                           .nodes = share->nodes,
                           .should_stop = is_used_up,
                           .context = share,
                           .memory = root->memory,
                           .memory_bytes = root->bytes};
    uint64_t used = 0;
    return share->search->game->forcing->seek(s, &task, win, &used) == LUD_FORCED_WIN;
}

/* A search of a given depth shows what that depth sees. And forced wins are found without history:
 * where a position of the game's past would end it, they may fail. (A line that only crosses what
 * was there once goes on from there, and never comes back.) */
static bool is_wanted(const LudSearch *search, const ForcedRoot *root)
{
    return root->bytes > 0 && search->task->limits.depth == 0 && !search->switches.has_no_forcing &&
           !search_is_stopped(search) && !path_past_may_end(search->game, search->task);
}

/* -- the mover's win --------------------------------------------------------------------------- */

static bool is_root_move(const LudSearch *search, LudMove m)
{
    for (int i = 0; i < search->root_count; i++) {
        if (search->root_moves[i] == m)
            return true;
    }
    return false;
}

bool forced_root_win(LudSearch *search, const ForcedRoot *root, LudLine *line)
{
    LudForcedWin win;
    const LudState *s = search->task->root;
    Share share = take_share(search);
    if (!is_wanted(search, root) || !seek(root, &share, s, search->game->rules.turn(s) % 2, &win) ||
        !is_root_move(search, win.line[0]))
        return false;
    *line = (LudLine){.value = LUD_VALUE_WIN - win.plies,
                      .bound = LUD_BOUND_LOWER,
                      .is_proven = true,
                      .depth = win.length,
                      .selective_depth = win.plies,
                      .length = win.length};
    memcpy(line->move, win.line, (size_t)win.length * sizeof win.line[0]);
    return true;
}
