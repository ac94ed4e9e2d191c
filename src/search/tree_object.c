#include "search/tree_object.h"

#include <stdlib.h>

static size_t align(size_t size)
{
    return (size + 15) / 16 * 16;
}

static size_t frame_size(const LudGame *game)
{
    return align(game->state_size) + align(lud_judging(game)->notes_size);
}

/* In whole pages of 64 KiB, so that what is left for the table does not depend on how long pointers
 * are: the same search then visits the same nodes everywhere. */
size_t tree_size(const LudGame *game)
{
    const size_t page = (size_t)1 << 16;
    size_t size = sizeof(Tree) + PATH_PLIES * frame_size(game) +
                  TREE_LIST_MOVES * (sizeof(LudMove) + sizeof(int32_t));
    return (size + page - 1) / page * page;
}

Tree *tree_new(LudSearch *search, HashTable *table)
{
    Tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->search = search;
    tree->game = search->game;
    tree->judging = search->judging;
    tree->table = table;
    tree->frame_size = frame_size(tree->game);
    tree->notes_at = align(tree->game->state_size);
    tree->frames = calloc(PATH_PLIES, tree->frame_size);
    tree->moves = calloc(TREE_LIST_MOVES, sizeof tree->moves[0]);
    tree->promises = calloc(TREE_LIST_MOVES, sizeof tree->promises[0]);
    if (!tree->frames || !tree->moves || !tree->promises) {
        tree_free(tree);
        return NULL;
    }
    return tree;
}

void tree_free(Tree *tree)
{
    if (!tree)
        return;
    free(tree->frames);
    free(tree->moves);
    free(tree->promises);
    free(tree);
}

/* LudGameJudging.urgent leaves out moves after which the opponent wins at once. That is wrong only
 * if the game ends by repetition before: at a position whose mover could have won and went on all
 * the same. The tree never goes on from such a one, except that the root or the past may be one. */
static bool may_ask_urgent(const Tree *tree, const LudState *root)
{
    const LudGameJudging *judging = tree->judging;
    return judging->urgent && judging->winning && tree->path.past_digest == 0 &&
           judging->winning(root, tree_notes(tree, 0)) == LUD_NO_MOVE;
}

/* Who is led back to the root, or to what was before it, did not get what the oracle promised. An
 * oracle that ignores history is right about all other positions of the tree: if the way to its
 * promise crossed one above, that one had a shorter way itself. */
static void look_back(Tree *tree, const LudState *root)
{
    const LudGame *game = tree->game;
    const LudTask *task = tree->search->task;
    const LudOracle *oracle = &tree->search->options.oracle;
    tree->came_back = (LudKnown){LUD_VALUE_MOST, -LUD_VALUE_MOST};
    if (!oracle->probe || !oracle->ignores_history || game->rules.repetition_limit == 0)
        return;
    path_bind_root(&tree->path, tree->path.key[0]);
    int own = 0;
    if (game->rules.stop_score) {
        int mine = game->rules.stop_score(root, tree_side(tree, 0), LUD_REASON_REPETITION);
        int others = game->rules.stop_score(root, 1 - tree_side(tree, 0), LUD_REASON_REPETITION);
        own = mine > others ? 1 : mine < others ? -1 : 0;
    }
    bool has_past = tree->path.past_digest != 0;
    if (game->rules.repetition_limit == 2)
        tree->came_back = (LudKnown){own * LUD_VALUE_WIN, own * LUD_VALUE_WIN};
    if (has_past && task->past_least * LUD_VALUE_WIN < tree->came_back.lower)
        tree->came_back.lower = task->past_least * LUD_VALUE_WIN;
    if (has_past && task->past_most * LUD_VALUE_WIN > tree->came_back.upper)
        tree->came_back.upper = task->past_most * LUD_VALUE_WIN;
}

bool tree_ask_oracle(const Tree *tree, int ply, LudKnown *known)
{
    const LudOracle *oracle = &tree->search->options.oracle;
    const LudGame *game = tree->game;
    const LudState *s = tree_state(tree, ply);
    LudKnown told; /* whatever it leaves there when it knows nothing */
    if (!oracle->probe || !oracle->probe(oracle->context, s, &told))
        return false;
    known->lower = hash_value_load(told.lower, ply);
    known->upper = hash_value_load(told.upper, ply);
    LudKnown back = tree->came_back;
    if (back.lower > back.upper ||
        (game->rules.epoch && game->rules.epoch(s) != tree->path.epoch[0]))
        return true;
    bool is_mover = tree_side(tree, ply) == tree_side(tree, 0);
    int worst = is_mover ? back.lower : -back.upper, best = is_mover ? back.upper : -back.lower;
    known->lower = worst < known->lower ? worst : known->lower;
    known->upper = best > known->upper ? best : known->upper;
    return true;
}

void tree_join(Tree *tree, Team *team, int seat)
{
    tree->team = team;
    tree->seat = &team->seat[seat];
}

void tree_begin(Tree *tree)
{
    enum { USUAL_BATCH = 256 };
    const LudGame *game = tree->game;
    const LudTask *task = tree->search->task;
    const LudState *root = task->root;
    tree->is_stopped = false;
    tree->selective_depth = tree->moves_used = 0;
    tree->pending = 0;
    tree->batch = task->limits.nodes > 0 ? 1 : USUAL_BATCH;
    tree->side[0] = (int8_t)(game->rules.turn(root) % 2);
    tree->played[0] = LUD_NO_MOVE;
    lud_state_copy(game, tree_state(tree, 0), root);
    if (tree->judging->notes_size > 0)
        tree->judging->notes_begin(root, tree_notes(tree, 0));
    ordering_clear(&tree->ordering);
    path_begin(&tree->path, game, task);
    path_enter(&tree->path, 0, game->rules.key(root),
               game->rules.epoch ? game->rules.epoch(root) : 0, false);
    look_back(tree, root);
    tree->has_urgent = may_ask_urgent(tree, root);
}

void tree_end(Tree *tree)
{
    path_end(&tree->path);
}

void tree_flush(Tree *tree)
{
    atomic_fetch_add_explicit(&tree->search->nodes, tree->pending, memory_order_relaxed);
    tree->pending = 0;
}

int tree_reduction(int depth, int index)
{
    if (depth < 3 || index < 2)
        return 0;
    int log_depth = 31 - __builtin_clz((unsigned)depth);
    int log_index = 31 - __builtin_clz((unsigned)index);
    int less = (log_depth * log_index + 1) / 2;
    less = less > depth - 2 ? depth - 2 : less;
    return less;
}

int tree_late(const Tree *tree, int depth)
{
    enum { LATE_DEPTH = 4 };
    int breadth = tree->judging->breadth;
    if (breadth == 0 || depth > LATE_DEPTH || tree->search->switches.has_no_reductions)
        return LUD_MAX_MOVES + 1;
    return breadth << (depth - 1);
}
