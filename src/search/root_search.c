#include "search/root_search.h"

enum {
    NARROW_FROM = 4,   /* the depth from which on windows are laid around earlier values */
    NARROW_LEAST = 12, /* half the width of the narrowest window, in the game's unit */
};

static bool is_won_or_lost(int value)
{
    return value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON;
}

/* -- lines --------------------------------------------------------------------------------------*/

/* Notes what the tree has just found of a move. Only a value above `floor` is exact or better. */
static void note(Root *root, LudLine *line, int value, LudBound bound, int depth)
{
    const Tree *tree = root->tree;
    line->value = value;
    line->bound = bound;
    line->is_proven = is_won_or_lost(value) &&
                      (bound == LUD_BOUND_EXACT || (bound == LUD_BOUND_LOWER) == (value > 0));
    line->depth = depth;
    line->selective_depth = tree->selective_depth > depth ? tree->selective_depth : depth;
    LudKnown known;
    if (bound == LUD_BOUND_LOWER)
        return; /* what was expected to follow a move that is even better may still follow */
    int rest = bound == LUD_BOUND_EXACT ? tree->line_length[1] : 0;
    rest = rest < LUD_LINE_MOST ? rest : LUD_LINE_MOST - 1;
    memcpy(&line->move[1], tree->line[1], (size_t)rest * sizeof(LudMove));
    line->length = rest + 1;
    if (bound == LUD_BOUND_EXACT && tree_ask_oracle(tree, 1, &known) && known.lower == known.upper)
        line->is_proven = true;
}

static void move_line(Root *root, int from, int to)
{
    LudLine moved = root->lines[from];
    if (to < from)
        memmove(&root->lines[to + 1], &root->lines[to], (size_t)(from - to) * sizeof moved);
    else
        memmove(&root->lines[from], &root->lines[from + 1], (size_t)(to - from) * sizeof moved);
    root->lines[to] = moved;
}

/* Puts the line at `index` where its value belongs among the first `ranked`, behind equals that
 * were there before. Returns its place. */
static int rank(Root *root, int index, int ranked)
{
    const LudLine *lines = root->lines;
    int place = index;
    if (place > 0 && lines[place - 1].value < lines[index].value) {
        place = place < ranked ? place : ranked;
        while (place > 0 && lines[place - 1].value < lines[index].value)
            place--;
    } else {
        while (place + 1 < ranked && lines[place + 1].value > lines[index].value)
            place++;
    }
    if (place != index)
        move_line(root, index, place);
    return place;
}

/* The order of the list, the game's promises and what the table remembers decide which move comes
 * first, and so which one is played if there is no time at all. */
void root_begin(Root *root)
{
    Tree *tree = root->tree;
    const LudSearch *search = tree->search;
    const LudState *s = tree_state(tree, 0);
    HashFind find;
    uint64_t key = path_table_key(&tree->path, 0, search->switches.has_path_keys);
    hash_table_find(tree->table, key, &find);
    LudMove win =
        tree->judging->winning ? tree->judging->winning(s, tree_notes(tree, 0)) : LUD_NO_MOVE;
    memcpy(tree->moves, search->root_moves, (size_t)root->count * sizeof(LudMove));
    memset(tree->promises, 0, (size_t)root->count * sizeof tree->promises[0]);
    if (tree->judging->order)
        tree->judging->order(s, tree_notes(tree, 0), tree->moves, root->count, tree->promises);
    LudMove first = win == LUD_NO_MOVE ? find.move : win;
    for (int i = 0; i < root->count; i++)
        tree->promises[i] = tree->moves[i] == first ? INT32_MAX : tree->promises[i];
    int value = tree->judging->evaluate
                    ? tree->judging->evaluate(s, tree_notes(tree, 0), tree_side(tree, 0))
                    : 0;
    for (int i = 0; i < root->count; i++) {
        ordering_pick(tree->moves, tree->promises, root->count, i);
        LudMove m = tree->moves[i];
        bool is_win = m == win;
        root->lines[i] = (LudLine){.value = is_win ? LUD_VALUE_WIN - 1 : value,
                                   .bound = is_win ? LUD_BOUND_EXACT : LUD_BOUND_UPPER,
                                   .is_proven = is_win,
                                   .length = 1,
                                   .move = {m}};
    }
    root->has_changed = false;
}

/* -- one move ---------------------------------------------------------------------------------- */

static int try_move(Root *root, LudMove m, int depth, int alpha, int beta)
{
    Tree *tree = root->tree;
    const LudGame *game = tree->game;
    const LudState *s = tree_state(tree, 0);
    LudState *next = tree_state(tree, 1);
    lud_state_copy(game, next, s);
    game->rules.apply(next, m);
    if (tree->judging->notes_size > 0) {
        memcpy(tree_notes(tree, 1), tree_notes(tree, 0), tree->judging->notes_size);
        tree->judging->notes_follow(s, m, next, tree_notes(tree, 1));
    }
    tree->played[1] = m;
    tree->path.key[1] = game->rules.key(next);
    tree_note_turn(tree, 1, game->rules.turn(next));
    PathTrace trace = {.low = PATH_NO_LOW};
    if (tree_moves_again(tree, 1))
        return root->walk->search(tree, 1, depth - 1, alpha, beta, &trace);
    return -root->walk->search(tree, 1, depth - 1, -beta, -alpha, &trace);
}

/* What the leader does next is an order for the others. */
static void order_open(const Root *root, LudMove m, int depth, int alpha, int beta)
{
    const Tree *tree = root->tree;
    if (tree->team)
        team_order_open(tree->team, tree->seat, m, depth, alpha, beta);
}

static void order_scout(const Root *root, int index, int depth, int floor)
{
    const Tree *tree = root->tree;
    if (!tree->team || team_is_scouting(tree->team, index, depth, floor))
        return;
    for (int i = index; i < root->count; i++)
        atomic_store_explicit(&tree->team->order.move[i], root->lines[i].move[0],
                              memory_order_relaxed);
    team_order_scout(tree->team, tree->seat, index, root->count, depth, floor);
}

/* Finds the exact value of the move at `index` if that is above `floor`. The window is laid around
 * what was found before and widened on the side where it was too narrow. */
static void open_move(Root *root, int index, int depth, int floor)
{
    Tree *tree = root->tree;
    LudLine *line = &root->lines[index];
    int guess = line->value, alpha = floor, beta = LUD_VALUE_MOST;
    int width = NARROW_LEAST + tree->judging->chance_scale / 32;
    if (depth >= NARROW_FROM && !is_won_or_lost(guess)) {
        alpha = guess - width > floor ? guess - width : floor;
        beta = guess + width;
    }
    for (;;) {
        tree->selective_depth = 0;
        order_open(root, line->move[0], depth, alpha, beta);
        int value = try_move(root, line->move[0], depth, alpha, beta);
        if (tree->is_stopped)
            return;
        width *= 3;
        if (value <= alpha && alpha > floor) {
            beta = alpha + 1;
            alpha = is_won_or_lost(value) || value - width < floor ? floor : value - width;
        } else if (value >= beta && beta < LUD_VALUE_MOST) {
            note(root, line, value, LUD_BOUND_LOWER, depth);
            beta = value + width >= LUD_VALUE_WON ? LUD_VALUE_MOST : value + width;
        } else {
            note(root, line, value, value > alpha ? LUD_BOUND_EXACT : LUD_BOUND_UPPER, depth);
            return;
        }
    }
}

/* Whether the move at `index` is better than `floor`, the worst of the wanted lines, and if so by
 * how much. It takes its place as soon as it is known to be better, so that even a stop in the next
 * moment finds it there. */
static void scout_move(Root *root, int index, int depth, int floor)
{
    Tree *tree = root->tree;
    LudLine *line = &root->lines[index];
    int less = tree->search->switches.has_no_reductions ? 0 : tree_reduction(depth, index);
    tree->selective_depth = 0;
    order_scout(root, index, depth, floor);
    int value = try_move(root, line->move[0], depth - less, floor, floor + 1);
    if (less > 0 && value > floor && !tree->is_stopped)
        value = try_move(root, line->move[0], depth, floor, floor + 1);
    if (tree->is_stopped)
        return;
    note(root, line, value, value > floor ? LUD_BOUND_LOWER : LUD_BOUND_UPPER, depth);
    if (value <= floor)
        return;
    int place = rank(root, index, root->wanted);
    open_move(root, place, depth, floor);
    /* Windows of one believe a large lead, wider ones do not: better than the floor to the former
     * and no better to the latter is as good. */
    line = &root->lines[place];
    if (line->bound == LUD_BOUND_UPPER && line->value == floor && !is_won_or_lost(floor))
        line->bound = LUD_BOUND_EXACT;
    /* Should the closer look disagree, the line that was pushed out comes back. */
    place = rank(root, place, root->wanted < root->count ? root->wanted + 1 : root->wanted);
    root->has_changed |= place == 0;
}

/* -- all moves --------------------------------------------------------------------------------- */

/* The next run tries the best move first. The value is left out: it may rest on this game's past.
 */
static void remember(Root *root, int depth)
{
    Tree *tree = root->tree;
    const LudSearch *search = tree->search;
    HashFind found = {.move = root->lines[0].move[0], .depth = depth, .bound = HASH_NONE};
    if (!search->task->only)
        hash_table_store(tree->table,
                         path_table_key(&tree->path, 0, search->switches.has_path_keys), &found);
}

static bool is_lost(const LudLine *line)
{
    return line->is_proven && line->value < 0;
}

/* A stop may come when moves that were thought best have just been found to lose, before others had
 * their turn. Those that are not known to lose are the better bets, and come first. Of one that is
 * only known to be better than a loss nothing is known: it is worth what the position is. */
static void avoid_losses(Root *root)
{
    const Tree *tree = root->tree;
    int kept = 0;
    for (int i = 0; i < root->count; i++) {
        if (!is_lost(&root->lines[i]))
            move_line(root, i, kept++);
    }
    for (int i = 0; i < kept; i++) {
        LudLine *line = &root->lines[i];
        if (line->bound == LUD_BOUND_LOWER && line->value <= -LUD_VALUE_WON)
            line->value = tree->judging->evaluate
                              ? tree->judging->evaluate(tree_state(tree, 0), tree_notes(tree, 0),
                                                        tree_side(tree, 0))
                              : 0;
    }
}

void root_deepen(Root *root, int depth)
{
    root->has_changed = false;
    for (int i = 0; i < root->count && !root->tree->is_stopped; i++) {
        if (i < root->wanted) {
            open_move(root, i, depth, -LUD_VALUE_MOST);
            root->has_changed |= rank(root, i, i + 1) == 0 && i > 0;
        } else {
            scout_move(root, i, depth, root->lines[root->wanted - 1].value);
        }
    }
    /* Wanted lines that a stop left at the depth before are ranked as they are. */
    for (int i = 1; i < root->wanted; i++)
        rank(root, i, i + 1);
    if (root->tree->is_stopped)
        avoid_losses(root);
    else
        remember(root, depth);
}

/* -- helpers ----------------------------------------------------------------------------------- */

static void help_open(Root *root)
{
    const TeamOrder *order = &root->tree->team->order;
    try_move(root, team_order_move(root->tree->team, 0), team_load(&order->depth),
             team_load(&order->alpha), team_load(&order->beta));
}

/* As in scout_move: there the leader will find it in the table. Returns whether it was a move that
 * nobody had had. */
static bool help_scout(Root *root)
{
    Tree *tree = root->tree;
    const TeamOrder *order = &tree->team->order;
    int depth = team_load(&order->depth), floor = team_load(&order->alpha);
    int at = team_load(&order->at), index = team_pick(tree->team);
    LudMove m = team_order_move(tree->team, index);
    int less = tree->search->switches.has_no_reductions ? 0 : tree_reduction(depth, index);
    int value = try_move(root, m, depth - less, floor, floor + 1);
    if (less > 0 && value > floor && !tree->is_stopped)
        try_move(root, m, depth, floor, floor + 1);
    return index != at;
}

/* One that is done before the leader begins again: most is in the table by now, and so it comes
 * soon to where the leader is. But if the leader waits for a processor there is nothing to find,
 * and the longer that lasts the less often it looks. */
void root_follow(Root *root)
{
    Tree *tree = root->tree;
    for (int times_done = 0;;) {
        bool is_new = false;
        tree->seat->order = team_order_number(tree->team);
        tree->is_stopped = false;
        int kind = team_load(&tree->team->order.kind);
        if (search_is_stopped(tree->search) || kind == TEAM_END)
            return;
        if (kind == TEAM_OPEN)
            help_open(root);
        else if (kind == TEAM_SCOUT)
            is_new = help_scout(root);
        times_done = is_new || tree->is_stopped ? 0 : times_done + 1;
        if (times_done > 0)
            team_wait(tree->team, tree->seat, times_done);
    }
}

/* -- the end ----------------------------------------------------------------------------------- */

/* What an oracle says of the root itself, as if nothing had been before; false if nothing. */
static bool ask_of_root(const Root *root, LudKnown *known)
{
    const LudOracle *oracle = &root->tree->search->options.oracle;
    return oracle->probe && oracle->probe(oracle->context, tree_state(root->tree, 0), known);
}

bool root_is_settled(const Root *root, int depth)
{
    bool all_proven = true;
    for (int i = 0; i < root->count; i++) {
        const LudLine *line = &root->lines[i];
        int plies = lud_value_plies(line->value);
        bool is_settled = line->is_proven && line->bound == LUD_BOUND_EXACT &&
                          (plies < 0 ? -plies : plies) <= depth;
        if (i < root->wanted && !is_settled)
            return false;
        all_proven &= line->is_proven;
    }
    int best = root->lines[0].value;
    LudKnown known;
    bool is_decided = is_won_or_lost(best) || all_proven;
    if (lud_value_plies(best) != 0 || !ask_of_root(root, &known))
        return is_decided;
    /* A win, but of less than there is to win, is worth another look. */
    return (is_decided || known.lower == known.upper) && best >= known.upper;
}
