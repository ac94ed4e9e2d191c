/* The tree itself: principal variation search, as a template. Whoever includes this file defines
 *
 *   TREE_GAME(tree)   the game's table of functions: tree->game, or a constant that the compiler
 *                     sees through, so that the rules are inlined
 *   TREE_NAME         the LudTree to define
 *
 * Values are the mover's. A win at ply n below the root is LUD_VALUE_WIN - n, which makes shorter
 * wins better. A side may move several times in a row: only where the turn passes do value and
 * window change their signs.
 *
 * What is found must be true: wins and losses are proven. There is no null move; reductions only
 * make some lines shorter, near the leaves late moves are left out only where others do not lose
 * (LudGameJudging.breadth), and a large lead that is believed there is no win. Without reductions
 * and quiescence the value is that of plain minimax, provided that no repetition occurs or keys
 * hold the path (switches.has_path_keys). */
#include "search/tree_ends.h"

static int tree_visit(Tree *tree, int ply, int depth, int alpha, int beta, PathTrace *trace);
static int tree_quiesce(Tree *tree, int ply, int left, int alpha, int beta);

/* Makes the position after `m` at ply + 1. */
static inline void tree_make(Tree *tree, int ply, LudMove m)
{
    const LudGame *game = TREE_GAME(tree);
    const LudState *s = tree_state(tree, ply);
    LudState *next = tree_state(tree, ply + 1);
    memcpy(next, s, game->state_size);
    game->rules.apply(next, m);
    tree->played[ply + 1] = m;
    tree_note_turn(tree, ply + 1, game->rules.turn(next));
    tree->path.key[ply + 1] = game->rules.key(next);
    if (!tree->search->switches.has_path_keys)
        __builtin_prefetch(hash_table_bucket(tree->table, tree->path.key[ply + 1]));
    if (tree->judging->notes_size > 0) {
        LudNotes *notes = tree_notes(tree, ply + 1);
        memcpy(notes, tree_notes(tree, ply), tree->judging->notes_size);
        tree->judging->notes_follow(s, m, next, notes);
    }
}

/* Rates `count` listed moves for the order in which they will be picked; the game's own opinion may
 * be there already. */
static inline void tree_rate(const Tree *tree, int ply, const LudMove *list, int count,
                             int32_t *promise, bool is_judged)
{
    if (is_judged)
        ; /* LudGameJudging.likely has said what it thinks */
    else if (tree->judging->order)
        tree->judging->order(tree_state(tree, ply), tree_notes(tree, ply), list, count, promise);
    else
        memset(promise, 0, (size_t)count * sizeof promise[0]);
    ordering_rate(&tree->ordering, tree_side(tree, ply), ply, tree->played[ply], list, count,
                  promise);
}

/* Whether the lists of all plies leave room for one more. They always do in games as they are
 * played; if ever not, the static value has to do. */
static inline bool tree_has_room(const Tree *tree)
{
    return tree->moves_used + LUD_MAX_MOVES <= TREE_LIST_MOVES;
}

/* The value of the quiet position at ply + 1, for the mover at `ply`. */
static inline int tree_quiet_reply(Tree *tree, int ply, int left, int alpha, int beta)
{
    int value;
    bool is_again = tree_moves_again(tree, ply + 1);
    if (tree_is_ended(tree, ply + 1, &value))
        return is_again ? value : -value;
    if (is_again)
        return tree_quiesce(tree, ply + 1, left, alpha, beta);
    return -tree_quiesce(tree, ply + 1, left, -beta, -alpha);
}

/* The value at depth 0: the static one, or better if a noisy move makes it so. A player is never
 * forced to make one, so the static value is a floor; hence a win found here is real (the move that
 * ends the game is the mover's own choice), and a loss is never claimed. Repetition is not looked
 * for: the value is a matter of the position alone. */
static int tree_quiesce(Tree *tree, int ply, int left, int alpha, int beta)
{
    int best = tree_static(tree, ply);
    if (!tree->judging->noisy || left == 0 || best >= beta || !tree_has_room(tree))
        return best;
    alpha = best > alpha ? best : alpha;
    LudMove *list = tree->moves + tree->moves_used;
    int32_t *promise = tree->promises + tree->moves_used;
    int count = tree->judging->noisy(tree_state(tree, ply), tree_notes(tree, ply), list);
    tree->moves_used += count;
    if (count > 1)
        tree_rate(tree, ply, list, count, promise, false);
    for (int i = 0; i < count && best < beta; i++) {
        ordering_pick(list, promise, count, i);
        tree_make(tree, ply, list[i]);
        tree->line_length[ply + 1] = 0;
        if (tree_count(tree))
            break;
        int value = tree_quiet_reply(tree, ply, left - 1, alpha, beta);
        if (tree->is_stopped)
            break;
        if (value > best) {
            best = value;
            if (best > alpha) {
                alpha = best;
                tree_keep_line(tree, ply, list[i]);
            }
        }
    }
    if (ply > tree->selective_depth)
        tree->selective_depth = ply;
    tree->moves_used -= count;
    return best;
}

/* Whether what the table knows decides this node. Values of other depths are not those of this one;
 * where every move is searched in full they are refused, except for wins and losses that end within
 * both depths: no depth changes those. */
static inline bool tree_is_answered(const Tree *tree, const HashFind *find, int ply, int depth,
                                    int alpha, int beta, int *value)
{
    if (find->bound == HASH_NONE)
        return false;
    if (tree->search->switches.has_no_reductions) {
        int plies = lud_value_plies(find->value);
        plies = plies < 0 ? -plies : plies;
        bool is_certain = plies > 0 && plies <= depth && plies <= find->depth;
        if (find->depth != depth && !is_certain)
            return false;
    } else if (find->depth < depth) {
        return false;
    }
    *value = hash_value_load(find->value, ply);
    return find->bound == HASH_EXACT || (find->bound == HASH_LOWER && *value >= beta) ||
           (find->bound == HASH_UPPER && *value <= alpha);
}

static inline int tree_clamp(int value, const LudKnown *known)
{
    return value < known->lower ? known->lower : value > known->upper ? known->upper : value;
}

/* The value of the position at ply + 1, for the mover at `ply`, whose window it is. */
static inline int tree_reply(Tree *tree, int ply, int depth, int alpha, int beta, PathTrace *trace)
{
    if (tree_moves_again(tree, ply + 1))
        return tree_visit(tree, ply + 1, depth, alpha, beta, trace);
    return -tree_visit(tree, ply + 1, depth, -beta, -alpha, trace);
}

/* The value after the move at `index`, for the mover at `ply`. The first move gets the whole
 * window. Of the others it is first asked whether they are better at all (a window of one, and
 * late ones less deep); only if so they are searched in full. */
static inline int tree_try(Tree *tree, int ply, int depth, int index, int alpha, int beta,
                           PathTrace *trace)
{
    if (index == 0)
        return tree_reply(tree, ply, depth - 1, alpha, beta, trace);
    int less = tree->search->switches.has_no_reductions ? 0 : tree_reduction(depth, index);
    int value = tree_reply(tree, ply, depth - 1 - less, alpha, alpha + 1, trace);
    if (less > 0 && value > alpha && !tree->is_stopped)
        value = tree_reply(tree, ply, depth - 1, alpha, alpha + 1, trace);
    if (value > alpha && value < beta && !tree->is_stopped)
        value = tree_reply(tree, ply, depth - 1, alpha, beta, trace);
    return value;
}

/* What tree_loop goes through, and what it has found. */
typedef struct TreeLoop {
    LudMove *list;
    int32_t *promise;
    int count;
    bool is_judged; /* the promises hold what the game thinks of the moves */
    /* Moves that other threads look at: they have been moved to the front, and the promises there
     * say where in the order they were. */
    int deferred;
    int alpha, beta, best;
    LudMove best_move;
    PathTrace trace; /* of the moves that the value rests on */
} TreeLoop;

/* Tries list[at], the `index`th to be tried, `tried` others standing in the list from `deferred`
 * on. False if that ends the loop. */
static bool tree_step(Tree *tree, int ply, int depth, TreeLoop *loop, int at, int index, int tried)
{
    PathTrace child = {.low = PATH_NO_LOW};
    LudMove m = loop->list[at];
    tree_make(tree, ply, m);
    int value = tree_try(tree, ply, depth, index, loop->alpha, loop->beta, &child);
    if (tree->is_stopped)
        return false;
    loop->best = value > loop->best ? value : loop->best;
    if (value > loop->alpha) {
        loop->alpha = value;
        loop->best_move = m;
        tree_keep_line(tree, ply, m);
    }
    if (value < loop->beta) {
        path_trace_add(&loop->trace, &child);
        return true;
    }
    /* One refutation is enough: what the other moves rested on does not matter. */
    loop->trace = child;
    ordering_learn(&tree->ordering, tree_side(tree, ply), ply, tree->played[ply], depth, m,
                   loop->list + loop->deferred, tried);
    return false;
}

/* Moves that another thread has in hand are left for last; the first never is, as somebody must
 * begin. True if list[at] has been put off. */
static inline bool tree_is_put_off(Tree *tree, TreeLoop *loop, int at, uint64_t mark)
{
    if (at == 0 || !marks_has(&tree->team->marks, mark))
        return false;
    LudMove m = loop->list[at];
    loop->list[at] = loop->list[loop->deferred];
    loop->promise[loop->deferred] = at;
    loop->list[loop->deferred++] = m;
    return true;
}

/* Whether others have found the value of a position in which this thread still is, so that all the
 * walk below it can stop. The table must still know that value, and it must answer this thread's
 * own question; it is used as if it had been there when the position was entered. */
static bool tree_is_told(Tree *tree)
{
    uint64_t plies = team_listen(tree->seat);
    for (; plies != 0; plies &= plies - 1) {
        int ply = __builtin_ctzll(plies), value;
        const TeamOpen *open = &tree->seat->open[ply];
        HashFind find;
        if (open->key != 0 && hash_table_find(tree->table, open->key, &find) &&
            tree_is_answered(tree, &find, ply, open->depth, open->alpha, open->beta, &value)) {
            tree->seat->told_ply = ply;
            tree->seat->told_value = value;
            tree->is_stopped = true;
            return true;
        }
    }
    return false;
}

/* Takes over the order of another thread that is here as well, and shows its own to those that
 * come. */
static void tree_agree(Tree *tree, int ply, LudMove *list, int32_t *promise, int count)
{
    uint64_t key = atomic_load_explicit(&tree->seat->node[ply], memory_order_relaxed);
    const TeamList *other = team_find_list(tree->team, tree->seat, ply, key);
    int known = other ? team_load(&other->count) : 0;
    for (int i = 0; i < known; i++) {
        LudMove m = atomic_load_explicit(&other->move[i], memory_order_relaxed);
        for (int k = 0; k < count; k++) {
            if (list[k] == m)
                promise[k] = INT32_MAX - i;
        }
    }
    int shown = count < TEAM_LISTED ? count : TEAM_LISTED;
    for (int i = 0; i < shown; i++)
        ordering_pick(list, promise, count, i);
    team_show_list(tree->seat, ply, list, shown);
}

/* Tries the moves of a list, beginning with `first` if it is there. Late ones are left out, unless
 * all before them lose: no loss is claimed that has not been found. */
static void tree_loop(Tree *tree, int ply, int depth, TreeLoop *loop, LudMove first)
{
    LudMove *list = loop->list;
    bool is_shared = tree->team && depth >= TEAM_DEPTH && ply < TEAM_PLIES;
    /* The table's move is tried before the others are even put in order: it mostly suffices. */
    int rated = ordering_put_first(list, loop->promise, loop->count, first) ? 1 : 0;
    int late = tree_late(tree, depth);
    for (int i = 0; i < loop->count; i++) {
        if (i >= late && loop->best > -LUD_VALUE_WON)
            return;
        if (i == rated)
            tree_rate(tree, ply, list + i, loop->count - i, loop->promise + i, loop->is_judged);
        if (i == rated && is_shared)
            tree_agree(tree, ply, list + i, loop->promise + i, loop->count - i);
        if (i >= rated)
            ordering_pick(list + rated, loop->promise + rated, loop->count - rated, i - rated);
        uint64_t mark = is_shared ? marks_of(tree->path.key[ply], list[i], 0) : 0;
        if (is_shared && tree_is_told(tree))
            return;
        if (is_shared && tree_is_put_off(tree, loop, i, mark))
            continue;
        if (is_shared)
            marks_add(&tree->team->marks, mark);
        bool goes_on = tree_step(tree, ply, depth, loop, i, i, i - loop->deferred);
        if (is_shared)
            marks_remove(&tree->team->marks, mark);
        if (!goes_on)
            return;
    }
    int others = loop->count - loop->deferred;
    for (int i = 0; i < loop->deferred; i++) {
        if (!tree_step(tree, ply, depth, loop, i, loop->promise[i], others))
            return;
    }
}

/* Stores what was found, unless it rests on a position above this one: under another one it would
 * be stale. A repetition of this very position is its own affair, as long as nobody wins by it. The
 * trace is left as those above need it. */
static void tree_remember(const Tree *tree, int ply, uint64_t key, HashFind *found,
                          PathTrace *trace)
{
    trace->low = trace->low < ply ? trace->low : PATH_NO_LOW;
    trace->has_winner &= found->value >= LUD_VALUE_WON || found->value <= -LUD_VALUE_WON;
    bool is_whole = trace->low == PATH_NO_LOW && !trace->has_winner;
    if (!is_whole && !tree->search->switches.has_path_keys)
        found->bound = HASH_NONE;
    if (found->bound != HASH_NONE || found->move != LUD_NO_MOVE)
        hash_table_store(tree->table, key, found);
}

/* Goes through the moves and meanwhile lets others know that this thread is here, if that is of
 * use; returns whether it did. Like the table, they answer only questions with a window of one. */
static inline bool tree_loop_open(Tree *tree, int ply, int depth, TreeLoop *loop, LudMove first,
                                  uint64_t key)
{
    int used = tree->moves_used;
    tree->moves_used += loop->count;
    bool is_open = tree->team && depth >= TEAM_DEPTH && ply < TEAM_PLIES;
    if (!is_open) {
        tree_loop(tree, ply, depth, loop, first);
        tree->moves_used = used;
        return false;
    }
    uint64_t asked = loop->beta - loop->alpha == 1 ? key : 0;
    tree->seat->open[ply] = (TeamOpen){asked, depth, loop->alpha, loop->beta};
    team_enter(tree->seat, ply, key);
    tree_loop(tree, ply, depth, loop, first);
    tree->seat->open[ply].key = 0;
    team_enter(tree->seat, ply, 0);
    tree->moves_used = used;
    return true;
}

/* Which moves stand in a list. */
typedef enum TreeListed { TREE_ALL, TREE_URGENT, TREE_LIKELY } TreeListed;

/* Lists the moves: only those that do not lose to the very next one, if the game can tell (two
 * plies must be left, or plain search would not see that loss either; but where moves are left out
 * it is not plain). Near the leaves only those that are likely to be good. */
static inline TreeListed tree_list(Tree *tree, int ply, int depth, TreeLoop *loop)
{
    const LudState *s = tree_state(tree, ply);
    const LudNotes *notes = tree_notes(tree, ply);
    int late = tree_late(tree, depth);
    if (tree->has_urgent && (depth >= 2 || late <= LUD_MAX_MOVES)) {
        loop->count = tree->judging->urgent(s, notes, loop->list);
        if (loop->count >= 0)
            return TREE_URGENT;
    }
    if (late <= LUD_MAX_MOVES && tree->judging->likely) {
        loop->count = tree->judging->likely(s, notes, late, loop->list, loop->promise);
        loop->is_judged = loop->count > 0;
        if (loop->is_judged)
            return TREE_LIKELY;
    }
    loop->count = TREE_GAME(tree)->rules.moves(s, loop->list);
    return TREE_ALL;
}

static inline int tree_take_told(Tree *tree)
{
    tree->is_stopped = false;
    tree->seat->told_ply = -1;
    return tree->seat->told_value;
}

/* One node, in numbered steps. */
static int tree_visit(Tree *tree, int ply, int depth, int alpha, int beta, PathTrace *trace)
{
    const LudGame *game = TREE_GAME(tree);
    const SearchSwitches *asked = &tree->search->switches;
    const LudState *s = tree_state(tree, ply);
    int value, earlier;

    /* 1. Count the node. Once stopped, values mean nothing, and all callers throw them away. */
    tree->line_length[ply] = 0;
    if (tree_count(tree))
        return 0;

    /* 2. The game is over, by its rules or because nothing can happen any more: the result counts,
     * and the sooner a win the better. This comes before repetition, as it does in a real game. */
    if (tree_is_ended(tree, ply, &value))
        return value;

    /* 3. The position was there before: on the way down, or in the game often enough. What follows
     * from the way down holds only as long as that way is the same, which the trace tells. */
    path_enter(&tree->path, ply, tree->path.key[ply], game->rules.epoch ? game->rules.epoch(s) : 0,
               tree_moves_again(tree, ply));
    if (path_is_repeated(&tree->path, ply, &earlier)) {
        value = tree_stopped(tree, ply, LUD_REASON_REPETITION);
        if (earlier != PATH_NO_LOW)
            path_trace_add(trace, &(PathTrace){.low = earlier, .has_winner = value != 0});
        return value;
    }

    /* 4. No line from here can win faster than with the next move, or lose faster. If even that
     * would change nothing above, there is nothing to find. */
    int fastest = LUD_VALUE_WIN - ply - 1;
    if (alpha >= fastest)
        return fastest;
    if (beta <= -fastest)
        return -fastest;

    /* 5. An oracle's word is true: it decides, or narrows what is left to find out. */
    LudKnown known = {-LUD_VALUE_MOST, LUD_VALUE_MOST};
    int asked_alpha = alpha;
    if (tree->search->options.oracle.probe && tree_ask_oracle(tree, ply, &known)) {
        if (known.lower >= beta || known.lower == known.upper)
            return known.lower;
        if (known.upper <= alpha)
            return known.upper;
        alpha = known.lower > alpha ? known.lower : alpha;
        beta = known.upper < beta ? known.upper : beta;
    }

    /* 6. No depth left. */
    if (depth <= 0) {
        if (ply > tree->selective_depth)
            tree->selective_depth = ply;
        value = asked->has_no_quiescence ? tree_static(tree, ply)
                                         : tree_quiesce(tree, ply, TREE_QUIET_PLIES, alpha, beta);
        return tree_clamp(value, &known);
    }

    /* 7. The table. On the principal variation its values are not used, so that lines stay whole;
     * its move always is. */
    uint64_t key = path_table_key(&tree->path, ply, asked->has_path_keys);
    HashFind find;
    hash_table_find(tree->table, key, &find);
    if (beta - alpha == 1 && tree_is_answered(tree, &find, ply, depth, alpha, beta, &value))
        return value;

    /* 8. A move that wins at once can't be bettered. */
    if (tree->judging->winning) {
        LudMove m = tree->judging->winning(s, tree_notes(tree, ply));
        if (m != LUD_NO_MOVE) {
            tree->line_length[ply + 1] = 0;
            tree_keep_line(tree, ply, m);
            return fastest;
        }
    }

    /* 9. A lead that will hardly be lost. */
    if (tree_is_ahead(tree, ply, depth, alpha, beta, &value))
        return tree_clamp(value, &known);

    /* 10. The moves, as many of them as are worth a look. */
    if (!tree_has_room(tree))
        return tree_static(tree, ply);
    TreeLoop loop = {.list = tree->moves + tree->moves_used,
                     .promise = tree->promises + tree->moves_used,
                     .alpha = alpha,
                     .beta = beta,
                     .best = -LUD_VALUE_MOST,
                     .best_move = LUD_NO_MOVE,
                     .trace.low = PATH_NO_LOW};
    TreeListed listed = tree_list(tree, ply, depth, &loop);
    if (loop.count == 0)
        return 2 + ply - LUD_VALUE_WIN;

    /* 11. Try them, the most promising first; and all others if those that were likely lose. */
    bool is_open = tree_loop_open(tree, ply, depth, &loop, find.move, key);
    if (listed == TREE_LIKELY && loop.best <= -LUD_VALUE_WON && !tree->is_stopped) {
        loop.count = game->rules.moves(s, loop.list);
        loop.deferred = 0;
        loop.is_judged = false;
        is_open = tree_loop_open(tree, ply, depth, &loop, find.move, key);
    }
    if (tree->is_stopped && is_open && tree->seat->told_ply == ply)
        return tree_take_told(tree);
    if (tree->is_stopped)
        return 0;
    int best = loop.best;
    /* A move that was left out loses with the next ply; those that were listed may lose at once. */
    if (listed == TREE_URGENT && best < 2 + ply - LUD_VALUE_WIN &&
        game->rules.moves(s, loop.list) > loop.count)
        best = 2 + ply - LUD_VALUE_WIN;

    /* 12. Remember it. */
    best = tree_clamp(best, &known);
    HashFind found = {.move = loop.best_move, .value = hash_value_store(best, ply), .depth = depth};
    found.bound = best >= beta ? HASH_LOWER : best > asked_alpha ? HASH_EXACT : HASH_UPPER;
    tree_remember(tree, ply, key, &found, &loop.trace);
    if (is_open && found.bound != HASH_NONE)
        team_tell(tree->team, tree->seat, ply, key);
    path_trace_add(trace, &loop.trace);
    return best;
}

const LudTree TREE_NAME = {tree_visit};
