/* Iterative deepening on one or several threads. All search the same root and share the table, so
 * what one has found out the others need not, and the list of moves that are being looked at. The
 * first one's findings are the result. */
#include "search/search_object.h"

#include <stdlib.h>

#include "base/workers.h"
#include "search/root_search.h"

/* What LudSearch.memory is to this method. */
typedef struct Alphabeta {
    HashTable table;
    BusyMoves busy;
    atomic_bool is_done; /* the first thread has ended; the others may go home */
    atomic_int depth;    /* at which the first thread is */
    int threads;
    Root root[LUD_THREADS_MOST];
} Alphabeta;

static Alphabeta *mine(LudSearch *search)
{
    return search->memory;
}

static void end(LudSearch *search)
{
    Alphabeta *self = mine(search);
    if (!self)
        return;
    for (int i = 0; i < self->threads; i++)
        tree_free(self->root[i].tree);
    hash_table_free(&self->table);
    free(self);
    search->memory = NULL;
}

/* The caller's memory goes to the threads' own needs first; but the table gets half of it at least,
 * so many threads with little memory together take more than they were given. */
static bool begin(LudSearch *search)
{
    Alphabeta *self = calloc(1, sizeof *self);
    search->memory = self;
    if (!self)
        return false;
    size_t whole = search->options.memory_bytes;
    size_t own = tree_size(search->game) * (size_t)search->options.threads;
    bool is_made = hash_table_make(&self->table, own < whole / 2 ? whole - own : whole / 2);
    for (int i = 0; i < search->options.threads && is_made; i++) {
        self->root[i].tree =
            tree_new(search, &self->table, search->options.threads > 1 ? &self->busy : NULL);
        self->root[i].walk = &tree_generic;
        is_made = self->root[i].tree != NULL;
        self->threads = i + 1;
    }
    if (!is_made)
        end(search);
    return is_made;
}

static void forget(LudSearch *search)
{
    hash_table_clear(&mine(search)->table);
}

/* -- a run ------------------------------------------------------------------------------------- */

static void publish(LudSearch *search, Root *root, int depth)
{
    tree_flush(root->tree);
    search->depth = depth;
    search->hash_permille = hash_table_permille(root->tree->table);
    search_report(search);
}

/* With one legal move there is nothing to think about, only a value to tell. */
static bool is_forced(LudSearch *search, int depth)
{
    enum { ENOUGH_DEPTH = 8, ENOUGH_US = 10000 };
    const LudLimits *limits = &search->task->limits;
    if (search->root_count > 1 || limits->clock_ms == 0 || limits->depth || limits->nodes ||
        limits->is_infinite || atomic_load(&search->is_pondering))
        return false;
    return depth >= ENOUGH_DEPTH || search_elapsed_us(search) > ENOUGH_US;
}

/* A move that has been the best for many depths is probably the one; one that has just changed, or
 * whose value falls, is worth more of the clock. */
static int judge_patience(const Root *root, int steady_depths, int fallen)
{
    enum { SURE = 30, USUAL = 50, DOUBT = 80, ALARM = 150, SURE_DEPTHS = 6 };
    if (fallen > root->tree->game->chance_scale / 4)
        return ALARM;
    if (root->has_changed)
        return DOUBT;
    return steady_depths >= SURE_DEPTHS ? SURE : USUAL;
}

static void lead(LudSearch *search, Root *root)
{
    int steady_depths = 0;
    for (int depth = 1; search_may_deepen(search, depth); depth++) {
        int before = root->lines[0].value;
        atomic_store_explicit(&mine(search)->depth, depth, memory_order_relaxed);
        root_deepen(root, depth);
        if (root->tree->is_stopped)
            break;
        steady_depths = root->has_changed ? 0 : steady_depths + 1;
        search->patience = judge_patience(root, steady_depths, before - root->lines[0].value);
        publish(search, root, depth);
        if (root_is_settled(root, depth) || is_forced(search, depth))
            break;
    }
}

/* The others work at the depth at which the first thread is, and share its moves (busy_moves.h);
 * one that is done before goes ahead. */
static void help(LudSearch *search, Root *root)
{
    Alphabeta *self = mine(search);
    for (int depth = 1; depth <= LUD_DEPTH_MOST; depth++) {
        int now = atomic_load_explicit(&self->depth, memory_order_relaxed);
        depth = now > depth ? now : depth;
        root_deepen(root, depth);
        if (root->tree->is_stopped || root_is_settled(root, depth))
            return;
    }
}

static void work(void *context, int index)
{
    LudSearch *search = context;
    Alphabeta *self = mine(search);
    Root *root = &self->root[index];
    root_begin(root);
    if (index == 0) {
        search->line_count = search->wanted;
        lead(search, root);
        atomic_store(&self->is_done, true);
    } else {
        help(search, root);
    }
    tree_flush(root->tree);
}

/* Readies as many threads as memory allows; the first one's lines are the search's. */
static int prepare(LudSearch *search)
{
    Alphabeta *self = mine(search);
    for (int i = 0; i < self->threads; i++) {
        Root *root = &self->root[i];
        root->count = search->root_count;
        root->wanted = search->wanted;
        root->lines = i == 0 ? search->lines : calloc((size_t)search->root_count, sizeof(LudLine));
        if (!root->lines)
            return i;
        tree_begin(root->tree, &self->is_done);
    }
    return self->threads;
}

static void run(LudSearch *search)
{
    Alphabeta *self = mine(search);
    hash_table_grow_old(&self->table);
    atomic_store(&self->is_done, false);
    atomic_store(&self->depth, 1);
    int ready = prepare(search);
    base_workers_run(ready, work, search);
    for (int i = 0; i < ready; i++) {
        tree_end(self->root[i].tree);
        if (i > 0)
            free(self->root[i].lines);
    }
    search_wait(search);
}

const SearchMethod alphabeta_method = {begin, end, forget, run, false};
