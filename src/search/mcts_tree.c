#include "search/mcts_tree.h"

#include <math.h>

#include <ludoteca/perft.h>

#include "core/chance.h"

enum {
    /* Random games of pylos, six and dados end far earlier; of oware's about one in fifty would
     * circle with its last seeds for thousands of moves, and is divided here instead. */
    PLAYOUT_MOVES = 500,
    MOVES_IN_PLACE = sizeof(MctsNode) / sizeof(LudMove),
};

static const float exploration = 1.41421356f; /* results lie between 0 and 1 */

/* -- the pool ---------------------------------------------------------------------------------- */

/* `places` neighbouring ones, or 0. */
static uint32_t take(MctsTree *tree, uint32_t places)
{
    if (places > tree->capacity - tree->used) {
        tree->is_full = true;
        return 0;
    }
    uint32_t at = tree->used;
    tree->used += places;
    return at;
}

static uint32_t take_block(MctsTree *tree, int block)
{
    uint32_t at = tree->spare[block];
    if (!at)
        return take(tree, 1u << block);
    tree->spare[block] = tree->node[at].children;
    return at;
}

static void leave_block(MctsTree *tree, uint32_t at, int block)
{
    tree->node[at].children = tree->spare[block];
    tree->spare[block] = at;
}

/* Adds a child, moving its elder siblings to a larger block if there is no room beside them. In
 * games with hundreds of moves most of them are never tried, so they get no room in advance. */
static uint32_t add_child(MctsTree *tree, uint32_t parent, LudMove m)
{
    MctsNode *node = &tree->node[parent];
    if (!node->children || node->tried == 1u << node->block) {
        int block = node->children ? node->block + 1 : 1;
        uint32_t at = take_block(tree, block);
        if (!at)
            return 0;
        memcpy(&tree->node[at], &tree->node[node->children], node->tried * sizeof *node);
        if (node->children)
            leave_block(tree, node->children, node->block);
        node->children = at;
        node->block = (uint8_t)block;
    }
    uint32_t child = node->children + node->tried++;
    tree->node[child] = (MctsNode){.move = m};
    return child;
}

static LudMove *move_list(MctsTree *tree, uint32_t at)
{
    return (LudMove *)(void *)&tree->node[tree->node[at].list];
}

/* Lists what can follow. Outcomes of dice are few and found by drawing, so only their number is
 * needed. */
static bool list_moves(MctsTree *tree, uint32_t at, const LudState *s)
{
    MctsNode *node = &tree->node[at];
    if (node->side == LUD_CHANCE) {
        LudChance chances[LUD_MAX_CHANCES];
        node->count = (uint16_t)tree->game->chance->outcomes(s, chances);
        return true;
    }
    const LudMove *moves = tree->moves;
    int count = tree->search->root_count;
    if (at == MCTS_ROOT)
        moves = tree->search->root_moves;
    else
        count = tree->game->rules.moves(s, tree->moves);
    uint32_t places = ((uint32_t)count + MOVES_IN_PLACE - 1) / MOVES_IN_PLACE;
    node->list = take(tree, places);
    if (!node->list)
        return false;
    memcpy(move_list(tree, at), moves, (size_t)count * sizeof *moves);
    node->count = (uint16_t)count;
    return true;
}

/* -- judging a new node ------------------------------------------------------------------------ */

/* How often the position of the last node of the path, at `depth`, was there before: on the path,
 * or in the game before the root, as far as the epoch lets it come back. */
static int count_on_path(const MctsTree *tree, int depth, uint64_t key)
{
    int seen = 0;
    for (int i = 0; i < depth; i++)
        seen += tree->node[tree->path[i]].key == key;
    return seen;
}

static int count_in_past(const MctsTree *tree, const LudState *s, uint64_t key)
{
    const LudTask *task = tree->search->task;
    if (tree->game->rules.epoch && tree->game->rules.epoch(s) != tree->root_epoch)
        return 0;
    int seen = 0;
    for (int i = 0; i < task->past_count; i++)
        seen += task->past[i] == key;
    return seen;
}

/* A line that comes back to a position where it was would only go round again, so that counts as
 * the end, even where the rules wait for the third time. */
static Outcome judge_repetition(const MctsTree *tree, int depth, const LudState *s, uint64_t key)
{
    int limit = tree->game->rules.repetition_limit, on_path = count_on_path(tree, depth, key);
    if (on_path == 0 && on_path + count_in_past(tree, s, key) + 1 < limit)
        return 0;
    return outcome_of_stop(tree->game, s, LUD_REASON_REPETITION);
}

static void ask_oracle(const MctsTree *tree, MctsNode *node, const LudState *s)
{
    const LudOracle *oracle = &tree->search->options.oracle;
    LudKnown known;
    if (!oracle->probe || node->side == LUD_CHANCE || tree->sides != 2 ||
        !oracle->probe(oracle->context, s, &known))
        return;
    int least = tree->game->chance ? LUD_VALUE_CERTAIN : LUD_VALUE_WON;
    if (known.lower >= least)
        node->proven = outcome_win(node->side);
    else if (known.upper <= -least)
        node->proven = outcome_win(1 - node->side);
    else if (known.lower == 0 && known.upper == 0)
        node->proven = outcome_win(0) | outcome_win(1);
    node->length = MCTS_FAR;
}

/* What can be said of a node at its first visit. An end by repetition depends on how the game came
 * here, so it is a result but never a proof. */
static void judge(MctsTree *tree, int depth, const LudState *s)
{
    const LudGame *game = tree->game;
    MctsNode *node = &tree->node[tree->path[depth]];
    int turn = game->rules.turn(s);
    node->side = (int8_t)(turn < 0 ? turn : turn % tree->sides);
    node->proven = outcome_of_position(game, s, turn);
    if (node->proven)
        return;
    if (game->rules.repetition_limit > 0) {
        node->key = game->rules.key(s);
        node->repeated = judge_repetition(tree, depth, s, node->key);
    }
    if (!node->repeated)
        ask_oracle(tree, node, s);
}

/* -- down -------------------------------------------------------------------------------------- */

/* Upper confidence bounds. What is proven needs no more visits: it counts with its result alone,
 * and a proven loss only if there is nothing else. At the root a proven win is passed over: the
 * search goes on there only if other moves are to be valued as well. */
static uint32_t choose_best(const MctsTree *tree, uint32_t at)
{
    const MctsNode *node = &tree->node[at], *children = &tree->node[node->children];
    float weight = exploration * sqrtf(logf((float)node->visits)), best = -3;
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < node->tried; i++) {
        const MctsNode *child = &children[i];
        float bound = (float)child->mean + weight * child->width;
        if (child->proven) {
            double share = outcome_share(child->proven, node->side);
            bound = share > 0 ? (float)share : -1;
            if (at == MCTS_ROOT && share == 1)
                bound = -2;
        }
        if (bound > best) {
            best = bound;
            chosen = i;
        }
    }
    return node->children + chosen;
}

/* The child of a chosen move: one that was not tried yet, if any, else the most promising. */
static uint32_t choose_move(MctsTree *tree, uint32_t at)
{
    MctsNode *node = &tree->node[at];
    if (node->tried < node->count) {
        LudMove *list = move_list(tree, at);
        uint32_t next = node->tried;
        uint32_t pick = next + lud_random_below(&tree->random, node->count - next);
        LudMove m = list[pick];
        uint32_t child = add_child(tree, at, m);
        if (child) {
            list[pick] = list[next];
            list[next] = m;
            return child;
        }
    }
    return node->tried > 0 ? choose_best(tree, at) : 0;
}

static uint32_t choose_outcome(MctsTree *tree, uint32_t at, const LudState *s)
{
    const MctsNode *node = &tree->node[at];
    LudMove drawn = chance_draw(tree->game, s, &tree->random);
    for (uint32_t i = 0; i < node->tried; i++) {
        if (tree->node[node->children + i].move == drawn)
            return node->children + i;
    }
    return add_child(tree, at, drawn);
}

/* Goes down to a node that is new, ended, or can't grow; `s` becomes its position. Returns how deep
 * it lies. */
static int descend(MctsTree *tree, LudState *s)
{
    int depth = 0;
    for (;;) {
        uint32_t at = tree->path[depth];
        const MctsNode *node = &tree->node[at];
        /* The root may be proven and still be asked about its other moves. */
        if ((node->proven && depth > 0) || node->repeated || depth == tree->depth_limit)
            return depth;
        if (node->count == 0 && !list_moves(tree, at, s))
            return depth;
        uint32_t child =
            node->side == LUD_CHANCE ? choose_outcome(tree, at, s) : choose_move(tree, at);
        if (!child)
            return depth;
        tree->game->rules.apply(s, tree->node[child].move);
        tree->path[++depth] = child;
        if (tree->node[child].visits == 0) {
            judge(tree, depth, s);
            return depth;
        }
    }
}

static Outcome play_on(MctsTree *tree, LudState *s)
{
    const LudGame *game = tree->game;
    LudPlayout playout = tree->search->switches.is_generic
                             ? lud_playout_generic(game, s, &tree->random, PLAYOUT_MOVES)
                             : lud_playout(game, s, &tree->random, PLAYOUT_MOVES);
    if (playout.is_over)
        return outcome_of_over(game, s);
    bool is_dead = game->rules.is_dead && game->rules.is_dead(s);
    return outcome_of_stop(game, s, is_dead ? LUD_REASON_NO_CAPTURE : LUD_REASON_AGREED_FINISH);
}

/* -- up ---------------------------------------------------------------------------------------- */

/* One visit more: `share` went to the side that chose this node. */
static void count_visit(MctsNode *node, double share)
{
    node->visits++;
    node->mean += (share - node->mean) / node->visits;
    node->width = 1 / sqrtf((float)node->visits);
}

static void prove(MctsNode *node, Outcome outcome, uint32_t child_length)
{
    node->proven = outcome;
    node->length = (uint16_t)(child_length < MCTS_FAR ? child_length + 1 : MCTS_FAR);
}

/* Whether all children are proven and the mover's best ones agree; dice must agree in all. With
 * three sides a loser may be able to choose who wins: that is not settled. */
static bool settle_all(MctsTree *tree, MctsNode *node)
{
    if (node->tried < node->count)
        return false;
    Outcome best = 0;
    double best_share = -1;
    uint32_t longest = 0;
    bool is_agreed = true;
    for (uint32_t i = 0; i < node->tried; i++) {
        const MctsNode *child = &tree->node[node->children + i];
        if (!child->proven)
            return false;
        double share = node->side == LUD_CHANCE ? 0 : outcome_share(child->proven, node->side);
        if (share > best_share) {
            best_share = share;
            best = child->proven;
            longest = child->length;
            is_agreed = true;
        } else if (share == best_share) {
            is_agreed = is_agreed && child->proven == best;
            longest = child->length > longest ? child->length : longest;
        }
    }
    if (is_agreed)
        prove(node, best, longest);
    return is_agreed;
}

/* Whether what was just proven of `child` settles its parent, too. */
static bool settle(MctsTree *tree, uint32_t parent, uint32_t child)
{
    MctsNode *node = &tree->node[parent];
    const MctsNode *settled = &tree->node[child];
    if (node->proven)
        return false;
    if (node->side != LUD_CHANCE && settled->proven == outcome_win(node->side)) {
        prove(node, settled->proven, settled->length);
        return true;
    }
    return settle_all(tree, node);
}

static void ascend(MctsTree *tree, int depth, Outcome outcome)
{
    for (int i = depth; i > 0; i--) {
        int chooser = tree->node[tree->path[i - 1]].side;
        count_visit(&tree->node[tree->path[i]], outcome_share(outcome, chooser < 0 ? 0 : chooser));
    }
    tree->node[MCTS_ROOT].visits++;
    if (!tree->node[tree->path[depth]].proven)
        return;
    for (int i = depth; i > 0; i--) {
        if (!settle(tree, tree->path[i - 1], tree->path[i]))
            return;
    }
}

/* -- one playout ------------------------------------------------------------------------------- */

void mcts_plant(MctsTree *tree, uint64_t seed)
{
    const LudTask *task = tree->search->task;
    const LudGame *game = tree->game = tree->search->game;
    lud_random_seed(&tree->random, seed);
    tree->sides = game->rules.sides(task->root);
    tree->root_epoch = game->rules.epoch ? game->rules.epoch(task->root) : 0;
    int limit = task->limits.depth;
    tree->depth_limit = limit > 0 && limit < LUD_DEPTH_MOST ? limit : LUD_DEPTH_MOST;
    tree->used = MCTS_ROOT + 1;
    memset(tree->spare, 0, sizeof tree->spare);
    tree->is_full = false;
    tree->deepest = 0;
    tree->playouts = 0;
    tree->path[0] = MCTS_ROOT;
    tree->node[MCTS_ROOT] = (MctsNode){
        .side = (int8_t)(game->rules.turn(task->root) % tree->sides),
        .key = game->rules.repetition_limit > 0 ? game->rules.key(task->root) : 0,
    };
}

void mcts_simulate(MctsTree *tree)
{
    LudState s;
    lud_state_copy(tree->game, &s, tree->search->task->root);
    int depth = descend(tree, &s);
    const MctsNode *leaf = &tree->node[tree->path[depth]];
    Outcome outcome = leaf->proven ? leaf->proven : leaf->repeated;
    /* A proven root that is still explored may stand for a leaf only when it can't grow. */
    if (!outcome || depth == 0)
        outcome = play_on(tree, &s);
    ascend(tree, depth, outcome);
    tree->deepest = depth > tree->deepest ? depth : tree->deepest;
    tree->playouts++;
}
