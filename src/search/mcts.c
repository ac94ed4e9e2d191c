/* Monte Carlo tree search: one tree for each thread, added up at the root.
 *
 * Playouts are the nodes of its limits. With a limit of depth alone it ends when its main line is
 * that deep, or ends sooner with the game, or there is no more room to grow. */
#include <math.h>
#include <stdlib.h>

#include "base/workers.h"
#include "search/mcts_tree.h"

/* What all trees say of a root move. */
typedef struct RootMove {
    LudMove move;
    int place; /* in search->root_moves, to break ties always in the same way */
    uint64_t visits;
    double points;
    Outcome proven;
    uint32_t length;
    const MctsTree *tree; /* the one that knows most about it */
    uint32_t child;       /* there; 0: nobody tried it */
} RootMove;

typedef struct Mcts {
    LudSearch *search;
    RootMove *sums; /* LUD_MAX_MOVES places */
    atomic_bool is_done;
    int tree_count;
    MctsTree trees[];
} Mcts;

/* -- lines ------------------------------------------------------------------------------------- */

static int value_of_share(const LudGame *game, double share)
{
    if (game->chance)
        return (int)lround((2 * share - 1) * LUD_VALUE_CERTAIN);
    double value = share <= 0   ? -LUD_EVALUATION_MOST
                   : share >= 1 ? LUD_EVALUATION_MOST
                                : log(share / (1 - share)) * lud_judging(game)->chance_scale;
    return (int)lround(fmin(fmax(value, -LUD_EVALUATION_MOST), LUD_EVALUATION_MOST));
}

/* A win whose length is known has its own value for every length. */
static int value_of_proof(const LudGame *game, Outcome outcome, uint32_t plies, int side)
{
    double share = outcome_share(outcome, side);
    if (game->chance || (share > 0 && share < 1))
        return (int)lround((2 * share - 1) * LUD_VALUE_CERTAIN);
    bool is_known = plies <= LUD_VALUE_WIN - LUD_VALUE_WIN_LEAST;
    int value = is_known ? LUD_VALUE_WIN - (int)plies : LUD_VALUE_WON;
    return share > 0 ? value : -value;
}

/* How much the mover would like to go there: a near win, then many visits, then a far loss. */
static double liking(const MctsNode *child, int side)
{
    if (child->proven == outcome_win(side))
        return 1e18 - child->length;
    if (child->proven && !(child->proven >> side & 1))
        return -1e18 + child->length;
    return child->visits;
}

static uint32_t favourite(const MctsTree *tree, uint32_t at)
{
    const MctsNode *node = &tree->node[at];
    if (node->side < 0 || node->tried == 0)
        return 0;
    uint32_t best = node->children;
    for (uint32_t i = 1; i < node->tried; i++) {
        if (liking(&tree->node[node->children + i], node->side) >
            liking(&tree->node[best], node->side))
            best = node->children + i;
    }
    return best;
}

static void fill_line(const LudSearch *search, const RootMove *sum, int side, LudLine *line)
{
    *line = (LudLine){.move = {sum->move}, .length = 1};
    if (!sum->child)
        return;
    line->is_proven = sum->proven != 0;
    line->value = line->is_proven ? value_of_proof(search->game, sum->proven, sum->length + 1, side)
                                  : value_of_share(search->game, sum->points / (double)sum->visits);
    uint32_t at = sum->child;
    while (line->length < LUD_LINE_MOST && (at = favourite(sum->tree, at)) != 0)
        line->move[line->length++] = sum->tree->node[at].move;
    line->depth = line->length;
    line->selective_depth = sum->tree->deepest;
}

/* -- adding up --------------------------------------------------------------------------------- */

static RootMove *find_sum(RootMove *sums, int count, LudMove m)
{
    int i = 0;
    while (i < count - 1 && sums[i].move != m)
        i++;
    return &sums[i];
}

static void add_tree(const MctsTree *tree, RootMove *sums, int count)
{
    const MctsNode *root = &tree->node[MCTS_ROOT];
    for (uint32_t i = 0; i < root->tried; i++) {
        uint32_t at = root->children + i;
        const MctsNode *child = &tree->node[at];
        RootMove *sum = find_sum(sums, count, child->move);
        /* A proof is worth more than any number of visits. */
        bool is_better = child->proven != 0
                             ? !sum->proven || child->length < sum->length
                             : !sum->proven && (!sum->child || child->visits > sum->visits);
        if (is_better) {
            sum->tree = tree;
            sum->child = at;
            sum->proven = child->proven;
            sum->length = child->length;
        }
        sum->visits += child->visits;
        sum->points += child->mean * child->visits;
    }
}

/* Proven wins come first, the shortest before; proven losses last, the longest before; between them
 * the most visited, as visits go where the best results are. */
static int by_merit(const void *a, const void *b)
{
    const RootMove *x = a, *y = b;
    int side = x->tree   ? x->tree->node[MCTS_ROOT].side
               : y->tree ? y->tree->node[MCTS_ROOT].side
                         : 0;
    int x_class = x->proven ? (x->proven == outcome_win(side)) - !(x->proven >> side & 1) : 0;
    int y_class = y->proven ? (y->proven == outcome_win(side)) - !(y->proven >> side & 1) : 0;
    if (x_class != y_class)
        return y_class - x_class;
    if (x_class != 0 && x->length != y->length)
        return (x->length < y->length ? -1 : 1) * x_class;
    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    return x->place - y->place;
}

/* Fills the lines from the first `count` trees. */
static void fill_lines(Mcts *mcts, int count)
{
    LudSearch *search = mcts->search;
    int moves = search->root_count, side = mcts->trees[0].node[MCTS_ROOT].side;
    for (int i = 0; i < moves; i++)
        mcts->sums[i] = (RootMove){.move = search->root_moves[i], .place = i};
    for (int i = 0; i < count; i++)
        add_tree(&mcts->trees[i], mcts->sums, moves);
    qsort(mcts->sums, (size_t)moves, sizeof *mcts->sums, by_merit);
    for (int i = 0; i < search->wanted; i++)
        fill_line(search, &mcts->sums[i], side, &search->lines[i]);
    /* The first line speaks for the root, and there something better may still be found. */
    bool is_open = false;
    for (int i = 0; i < moves; i++)
        is_open = is_open || !mcts->sums[i].proven;
    if (is_open && mcts->sums[0].proven != outcome_win(side))
        search->lines[0].is_proven = false;
    search->line_count = search->wanted;
    search->depth = search->lines[0].depth;
    search->hash_permille =
        (int)((uint64_t)mcts->trees[0].used * 1000 / (uint64_t)mcts->trees[0].capacity);
}

/* -- running ----------------------------------------------------------------------------------- */

/* Whether the root is known: its value, or that of every move if several lines are wanted. */
static bool is_settled(const MctsTree *tree)
{
    const MctsNode *root = &tree->node[MCTS_ROOT];
    if (!root->proven || tree->search->wanted == 1)
        return root->proven != 0;
    for (uint32_t i = 0; i < root->tried; i++) {
        if (!tree->node[root->children + i].proven)
            return false;
    }
    return root->tried == root->count;
}

/* With nothing but a depth to reach: whether the main line is that deep or can't get there. */
static bool is_deep_enough(const MctsTree *tree)
{
    const LudLimits *limits = &tree->search->task->limits;
    if (!limits->depth || limits->nodes || limits->move_ms || limits->clock_ms ||
        limits->is_infinite)
        return false;
    int depth = 0;
    uint32_t at = MCTS_ROOT, next;
    while ((next = favourite(tree, at)) != 0) {
        at = next;
        depth++;
    }
    const MctsNode *last = &tree->node[at];
    return depth >= limits->depth || last->proven || last->repeated || tree->is_full;
}

static bool is_power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

static void grow(void *context, int index)
{
    enum { BATCH = 8, REPORT_FROM = 1024, LOOK_EVERY = 256 };
    Mcts *mcts = context;
    LudSearch *search = mcts->search;
    MctsTree *tree = &mcts->trees[index];
    uint64_t batch = search->task->limits.nodes ? 1 : BATCH;
    bool is_stopped = false;
    mcts_plant(tree, search->options.seed + (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15));
    while (!is_stopped) {
        mcts_simulate(tree);
        is_stopped = is_settled(tree) || (tree->playouts % LOOK_EVERY == 0 && is_deep_enough(tree));
        if (is_stopped)
            atomic_store(&mcts->is_done, true);
        if (is_stopped || tree->playouts % batch == 0) {
            uint64_t fresh = tree->playouts % batch ? tree->playouts % batch : batch;
            bool is_over = search_should_stop(search, fresh); /* asked always: it counts */
            is_stopped = is_stopped || is_over || atomic_load(&mcts->is_done);
        }
        if (index == 0 && tree->playouts >= REPORT_FROM && is_power_of_two(tree->playouts)) {
            fill_lines(mcts, 1);
            search_report(search);
        }
    }
}

static void run(LudSearch *search)
{
    Mcts *mcts = search->memory;
    atomic_store(&mcts->is_done, false);
    int count = base_workers_run(mcts->tree_count, grow, mcts);
    fill_lines(mcts, count);
    search_report(search);
    search_wait(search);
}

/* -- memory ------------------------------------------------------------------------------------ */

static void end(LudSearch *search)
{
    Mcts *mcts = search->memory;
    for (int i = 0; mcts && i < mcts->tree_count; i++)
        free(mcts->trees[i].node);
    if (mcts)
        free(mcts->sums);
    free(mcts);
    search->memory = NULL;
}

/* A tree with too little room could not even hold the moves of the root, so little memory means few
 * trees. */
static bool begin(LudSearch *search)
{
    size_t bytes = search->options.memory_bytes, most = bytes / LUD_MEMORY_LEAST;
    int count = search->options.threads;
    if ((size_t)count > most)
        count = (int)most;
    Mcts *mcts = calloc(1, sizeof *mcts + (size_t)count * sizeof mcts->trees[0]);
    search->memory = mcts;
    if (!mcts)
        return false;
    mcts->search = search;
    mcts->tree_count = count;
    mcts->sums = malloc(LUD_MAX_MOVES * sizeof *mcts->sums);
    bool is_complete = mcts->sums != NULL;
    for (int i = 0; i < count; i++) {
        MctsTree *tree = &mcts->trees[i];
        tree->search = search;
        tree->capacity = mcts_capacity(bytes / (size_t)count);
        tree->node = malloc((size_t)tree->capacity * sizeof *tree->node);
        is_complete = is_complete && tree->node;
    }
    if (!is_complete)
        end(search);
    return is_complete;
}

/* Every run grows its own trees. */
static void forget(LudSearch *search)
{
    (void)search;
}

const SearchMethod mcts_method = {begin, end, forget, run, true};
