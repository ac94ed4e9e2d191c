/* Iterative deepening on one or several threads. The first one leads, and what it finds is the
 * result; the others help it find that sooner (team.h). */
#include "search/search_object.h"

#include <stdlib.h>

#include "base/workers.h"
#include "search/forced_root.h"
#include "search/root_search.h"

/* What LudSearch.memory is to this method. */
typedef struct Alphabeta {
    HashTable table;
    ForcedRoot forced;
    Team *team; /* NULL: one thread */
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
    forced_root_end(&self->forced);
    team_free(self->team);
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
    if (search->options.threads > 1)
        own += team_size(search->options.threads);
    own += forced_root_size(search);
    bool is_made = forced_root_begin(&self->forced, forced_root_size(search)) &&
                   hash_table_make(&self->table, own < whole / 2 ? whole - own : whole / 2);
    if (is_made && search->options.threads > 1) {
        self->team = team_new(search->options.threads);
        is_made = self->team != NULL;
    }
    for (int i = 0; i < search->options.threads && is_made; i++) {
        Root *root = &self->root[i];
        *root = (Root){.tree = tree_new(search, &self->table), .walk = &tree_generic};
        is_made = root->tree != NULL;
        if (is_made && self->team)
            tree_join(root->tree, self->team, i);
        self->threads = i + 1;
    }
    if (!is_made)
        end(search);
    return is_made;
}

static void forget(LudSearch *search)
{
    hash_table_clear(&mine(search)->table);
    forced_root_forget(&mine(search)->forced);
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
    if (fallen > root->tree->judging->chance_scale / 4)
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

static void work(void *context, int index)
{
    LudSearch *search = context;
    Alphabeta *self = mine(search);
    Root *root = &self->root[index];
    if (index > 0) {
        root_follow(root);
    } else {
        root_begin(root);
        search->line_count = search->wanted;
        lead(search, root);
        if (self->team)
            team_order_end(self->team, root->tree->seat);
    }
    tree_flush(root->tree);
}

/* A forced win that the tree did not see comes first. */
static void put_first(LudSearch *search, const LudLine *win)
{
    LudLine *lines = search->lines;
    if (lines[0].value >= win->value && lines[0].is_proven)
        return;
    int last = 0;
    while (last < search->line_count - 1 && lines[last].move[0] != win->move[0])
        last++;
    memmove(lines + 1, lines, (size_t)last * sizeof *lines);
    lines[0] = *win;
}

static void run_tree(LudSearch *search)
{
    Alphabeta *self = mine(search);
    hash_table_grow_old(&self->table);
    if (self->team)
        team_begin(self->team);
    for (int i = 0; i < self->threads; i++)
        tree_begin(self->root[i].tree);
    Root *leader = &self->root[0];
    leader->lines = search->lines;
    leader->count = search->root_count;
    leader->wanted = search->wanted;
    base_workers_run(self->threads, work, search);
    for (int i = 0; i < self->threads; i++)
        tree_end(self->root[i].tree);
}

static void run(LudSearch *search)
{
    const ForcedRoot *forced = &mine(search)->forced;
    LudLine win;
    bool is_won = forced_root_win(search, forced, &win);
    if (is_won && search->wanted == 1) {
        search->lines[0] = win;
        search->line_count = 1;
        search->depth = win.depth;
        search_report(search);
        search_wait(search);
        return;
    }
    run_tree(search);
    if (is_won)
        put_first(search, &win);
    search_wait(search);
}

const SearchMethod alphabeta_method = {begin, end, forget, run, false};
