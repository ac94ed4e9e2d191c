/* Two sides and dice: alpha-beta with the cutoffs of Ballard's Star1 and Star2 at rolls.
 *
 * Every value here is side 0's, which maximises; side 1 minimises. Bounds are passed through sums
 * of weight times value, never through a quotient, so the windows lose nothing to rounding. */
#include "search/chance_worker.h"

typedef struct DiceOutcome {
    LudMove roll;
    int64_t weight;
    int32_t lower, upper; /* what is known about its value */
    /* once it has been probed: its moves in the arena, and the value of the first one */
    int from, to;
    int32_t probed;
    LudMove best;
    bool waits; /* another thread has it in hand */
} DiceOutcome;

/* A roll to come, while its mean is worked out. */
typedef struct Mean {
    DiceOutcome outcome[LUD_MAX_CHANCES];
    int count;
    int64_t weights;
    int64_t lower, upper; /* of the sum of weight times value */
} Mean;

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static int32_t clamp(int64_t value, int32_t most)
{
    return (int32_t)(value > most ? most : value < -most ? -most : value);
}

/* Uses what the table knows. A value of another depth would be a different one, unless it is
 * certain: what is won or lost within fewer plies is so within more. Returns whether `lower` and
 * `upper`, which hold what is known now, say enough for the window. */
static bool recall(const ChanceWorker *worker, uint64_t key, int depth, int32_t alpha, int32_t beta,
                   ChanceEntry *entry)
{
    int32_t lower = -worker->certain, upper = worker->certain;
    LudMove move = LUD_NO_MOVE;
    if (chance_table_find(worker->table, key, entry)) {
        move = entry->move;
        if (entry->depth == depth) {
            lower = entry->number[0];
            upper = entry->number[1];
        } else if (entry->depth < depth) {
            lower = entry->number[0] == worker->certain ? worker->certain : lower;
            upper = entry->number[1] == -worker->certain ? -worker->certain : upper;
        }
    }
    *entry = (ChanceEntry){.number = {lower, upper, 0}, .move = move, .depth = depth};
    return lower >= beta || upper <= alpha || lower == upper;
}

/* The bound that a window needs, of the two that recall found. */
static int32_t recalled_value(const ChanceEntry *entry, int32_t beta)
{
    return entry->number[0] >= beta ? entry->number[0] : entry->number[1];
}

/* Writes down a value found with this window. */
static void remember(const ChanceWorker *worker, uint64_t key, ChanceEntry *entry, int32_t value,
                     int32_t alpha, int32_t beta, LudMove move)
{
    if (value > alpha && value > entry->number[0])
        entry->number[0] = value;
    if (value < beta && value < entry->number[1])
        entry->number[1] = value;
    if (move != LUD_NO_MOVE)
        entry->move = move;
    chance_table_put(worker->table, key, entry);
}

/* -- several threads --------------------------------------------------------------------------- */

/* Threads are in the same position if they can share what there is to do in it. */
static bool is_shared(const ChanceWorker *worker, int depth)
{
    return worker->marks && depth >= CHANCE_SHARED_DEPTH;
}

/* Notes a position whose value is wanted; answers by others are looked for from now on. */
static void enter(ChanceWorker *worker, uint64_t key, int depth, int32_t alpha, int32_t beta)
{
    ChancePath *path = &worker->path;
    if (path->count < CHANCE_PATH)
        path->wanted[path->count] = (ChanceWanted){key, depth, alpha, beta};
    path->count++;
}

/* Leaves it again. True if others have found its value in the meantime, and that stopped this
 * thread; `entry` has it then, and the thread goes on. */
static bool leave(ChanceWorker *worker, ChanceEntry *entry)
{
    ChancePath *path = &worker->path;
    path->count--;
    if (!worker->is_stopped || path->told != path->count)
        return false;
    *entry = path->answer;
    path->told = CHANCE_NOT_TOLD;
    worker->is_stopped = false;
    return true;
}

/* Stops this thread if what it looks for in any position above is in the table by now. */
static void look_up(ChanceWorker *worker)
{
    ChancePath *path = &worker->path;
    for (int i = 0; i < path->count && i < CHANCE_PATH; i++) {
        const ChanceWanted *wanted = &path->wanted[i];
        if (recall(worker, wanted->key, wanted->depth, wanted->alpha, wanted->beta,
                   &path->answer)) {
            path->told = i;
            worker->is_stopped = true;
            return;
        }
    }
}

/* -- moves ------------------------------------------------------------------------------------- */

/* A choice among moves, as far as it has been made. */
typedef struct Choice {
    bool maximises;
    int32_t alpha, beta, value;
    LudMove best;
} Choice;

/* Looks at one move more. False if no other is needed, or there is no time for one. */
static bool consider(ChanceWorker *worker, const ChancePlace *place, LudMove m, int depth,
                     Choice *choice)
{
    ChancePlace next;
    chance_follow(worker, place, m, &next);
    int32_t found = star2_value(worker, &next, depth - 1, choice->alpha, choice->beta);
    if (worker->is_stopped)
        return false;
    if (choice->maximises ? found <= choice->value : found >= choice->value)
        return true;
    choice->value = found;
    choice->best = m;
    if (choice->maximises && found > choice->alpha)
        choice->alpha = found;
    if (!choice->maximises && found < choice->beta)
        choice->beta = found;
    return choice->alpha < choice->beta;
}

/* The same for all moves of a list. Those that another thread has in hand wait till the end, in the
 * places of moves that are done; the first never does, as somebody must begin. */
static void consider_all(ChanceWorker *worker, const ChancePlace *place, LudMove *list, int count,
                         int depth, Choice *choice)
{
    bool shares = is_shared(worker, depth) && count > 1;
    uint64_t key = shares ? worker->game->rules.key(&place->state) : 0;
    int waiting = 0;
    for (int i = 0; i < count; i++) {
        LudMove m = list[i];
        uint64_t mark = shares ? marks_of(key, m, depth) : 0;
        if (shares && i > 0 && marks_has(worker->marks, mark)) {
            list[i] = list[waiting];
            list[waiting++] = m;
            continue;
        }
        if (shares)
            marks_add(worker->marks, mark);
        bool goes_on = consider(worker, place, m, depth, choice);
        if (shares)
            marks_remove(worker->marks, mark);
        if (!goes_on)
            return;
    }
    for (int i = 0; i < waiting; i++) {
        if (!consider(worker, place, list[i], depth, choice))
            return;
    }
}

/* The best of the moves arena[from … to - 1], seen by side 0, or `value` if none is better. */
static int32_t best_move(ChanceWorker *worker, const ChancePlace *place, int from, int to,
                         int depth, int32_t alpha, int32_t beta, int32_t value, LudMove *best)
{
    Choice choice = {.maximises = worker->game->rules.turn(&place->state) % worker->sides == 0,
                     .alpha = alpha,
                     .beta = beta,
                     .value = value,
                     .best = *best};
    consider_all(worker, place, worker->arena + from, to - from, depth, &choice);
    *best = choice.best;
    return worker->is_stopped ? 0 : choice.value;
}

/* Worse than any value, for the side whose turn it is. */
static int32_t nothing_yet(const ChanceWorker *worker, const ChancePlace *place)
{
    bool maximises = worker->game->rules.turn(&place->state) % worker->sides == 0;
    return maximises ? -worker->certain - 1 : worker->certain + 1;
}

/* A seat's turn in a game without dice. */
static int32_t turn_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta)
{
    ChanceEntry entry;
    uint64_t key = chance_key(worker, &place->state);
    if (recall(worker, key, depth, alpha, beta, &entry))
        return recalled_value(&entry, beta);
    int list = worker->used;
    LudMove best = LUD_NO_MOVE;
    worker->used += chance_list(worker, place, entry.move);
    int32_t value = best_move(worker, place, list, worker->used, depth, alpha, beta,
                              nothing_yet(worker, place), &best);
    worker->used = list;
    if (!worker->is_stopped)
        remember(worker, key, &entry, value, alpha, beta, best);
    return value;
}

/* What the value of one outcome must not exceed, or must reach, for the whole roll to fall out of
 * the window whatever the others are worth. */
static void outcome_window(const ChanceWorker *worker, const Mean *mean, const DiceOutcome *outcome,
                           int32_t alpha, int32_t beta, int32_t *least, int32_t *most)
{
    int64_t others_upper = mean->upper - outcome->weight * outcome->upper;
    int64_t others_lower = mean->lower - outcome->weight * outcome->lower;
    *least =
        clamp(floor_divide(alpha * mean->weights - others_upper, outcome->weight), worker->certain);
    *most =
        clamp(-floor_divide(others_lower - beta * mean->weights, outcome->weight), worker->certain);
}

static void learn(Mean *mean, DiceOutcome *outcome, int32_t lower, int32_t upper)
{
    if (lower > outcome->lower) {
        mean->lower += outcome->weight * ((int64_t)lower - outcome->lower);
        outcome->lower = lower;
    }
    if (upper < outcome->upper) {
        mean->upper -= outcome->weight * ((int64_t)outcome->upper - upper);
        outcome->upper = upper;
    }
}

static bool is_outside(const Mean *mean, int32_t alpha, int32_t beta)
{
    return mean->lower >= beta * mean->weights || mean->upper <= alpha * mean->weights;
}

/* The likeliest outcomes first: they narrow the mean soonest. */
static void list_outcomes(const ChanceWorker *worker, const ChancePlace *place, Mean *mean)
{
    LudChance chances[LUD_MAX_CHANCES];
    mean->count = worker->game->chance->outcomes(&place->state, chances);
    mean->weights = 0;
    for (int i = 0; i < mean->count; i++) {
        int k = i;
        for (; k > 0 && mean->outcome[k - 1].weight < chances[i].weight; k--)
            mean->outcome[k] = mean->outcome[k - 1];
        mean->outcome[k] = (DiceOutcome){.roll = chances[i].move,
                                         .weight = chances[i].weight,
                                         .lower = -worker->certain,
                                         .upper = worker->certain,
                                         .best = LUD_NO_MOVE};
        mean->weights += chances[i].weight;
    }
    mean->lower = -mean->weights * worker->certain;
    mean->upper = mean->weights * worker->certain;
}

/* What a search of an outcome's moves with the window least … most has shown about it. */
static void learn_value(Mean *mean, DiceOutcome *outcome, int32_t value, int32_t least,
                        int32_t most)
{
    learn(mean, outcome, value > least ? value : outcome->lower,
          value < most ? value : outcome->upper);
}

/* Star2's idea: one good move for each outcome is a bound for its value, and these bounds together
 * often show already that the roll is out of the window. What is found is kept for the full search.
 */
static void probe_outcome(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta, Mean *mean, DiceOutcome *outcome)
{
    const LudGame *game = worker->game;
    ChancePlace rolled;
    ChanceEntry entry = {.move = LUD_NO_MOVE};
    int32_t least, most;
    chance_roll(worker, place, outcome->roll, &rolled);
    bool maximises = game->rules.turn(&rolled.state) % worker->sides == 0;
    /* 1. A move that ends the game says all. */
    if (worker->judging->winning &&
        worker->judging->winning(&rolled.state, &rolled.notes) != LUD_NO_MOVE) {
        int32_t won = maximises ? worker->certain : -worker->certain;
        learn(mean, outcome, won, won);
        return;
    }
    /* 2. The table may know bounds, or a good move. Before the last ply it is not worth asking. */
    outcome_window(worker, mean, outcome, alpha, beta, &least, &most);
    if (depth > 1) {
        bool is_enough =
            recall(worker, chance_key(worker, &rolled.state), depth, least, most, &entry);
        learn(mean, outcome, entry.number[0], entry.number[1]);
        if (is_enough)
            return;
    }
    /* 3. The most promising move. If it is the only one, its value is the outcome's; else the
     * roller can do at least as well. */
    outcome->from = worker->used;
    worker->used += chance_list(worker, &rolled, entry.move);
    outcome->to = worker->used;
    outcome->probed = best_move(worker, &rolled, outcome->from, outcome->from + 1, depth, least,
                                most, nothing_yet(worker, &rolled), &outcome->best);
    if (worker->is_stopped)
        return;
    if (outcome->to - outcome->from == 1)
        learn_value(mean, outcome, outcome->probed, least, most);
    else if (maximises && outcome->probed > least)
        learn(mean, outcome, outcome->probed, outcome->upper);
    else if (!maximises && outcome->probed < most)
        learn(mean, outcome, outcome->lower, outcome->probed);
}

/* All moves of an outcome, within the window that the others leave. */
static void search_outcome(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                           int32_t beta, Mean *mean, DiceOutcome *outcome)
{
    ChancePlace rolled;
    ChanceEntry entry;
    int32_t least, most;
    chance_roll(worker, place, outcome->roll, &rolled);
    outcome_window(worker, mean, outcome, alpha, beta, &least, &most);
    /* Before the last ply the probe's value is a static one, exact whatever its window was. */
    if (depth == 1) {
        bool maximises = worker->game->rules.turn(&rolled.state) % worker->sides == 0;
        int32_t low = maximises && outcome->probed > least ? outcome->probed : least;
        int32_t high = !maximises && outcome->probed < most ? outcome->probed : most;
        int32_t value = outcome->probed;
        if (low < high)
            value = best_move(worker, &rolled, outcome->from + 1, outcome->to, depth, low, high,
                              outcome->probed, &outcome->best);
        if (!worker->is_stopped)
            learn_value(mean, outcome, value, least, most);
        return;
    }
    uint64_t key = chance_key(worker, &rolled.state);
    bool is_enough = recall(worker, key, depth, least, most, &entry);
    learn(mean, outcome, entry.number[0], entry.number[1]);
    if (is_enough)
        return;
    if (is_shared(worker, depth))
        enter(worker, key, depth, least, most);
    int32_t value = best_move(worker, &rolled, outcome->from, outcome->to, depth, least, most,
                              nothing_yet(worker, &rolled), &outcome->best);
    if (is_shared(worker, depth) && leave(worker, &entry)) {
        learn(mean, outcome, entry.number[0], entry.number[1]);
        return;
    }
    if (worker->is_stopped)
        return;
    learn_value(mean, outcome, value, least, most);
    remember(worker, key, &entry, value, least, most, outcome->best);
}

typedef void OutcomeWork(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                         int32_t beta, Mean *mean, DiceOutcome *outcome);

/* Does something with each outcome that is still open, until the mean is out of the window. What
 * another thread has in hand comes last. */
static void work_outcomes(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta, Mean *mean, OutcomeWork *work)
{
    enum { PROBE = 1 << 8, SEARCH = 1 << 9 };
    bool shares = is_shared(worker, depth);
    int kind = depth | (work == probe_outcome ? PROBE : SEARCH);
    uint64_t key = shares ? worker->game->rules.key(&place->state) : 0, mark = 0;
    for (int pass = 0; pass < (shares ? 2 : 1); pass++) {
        for (int i = 0; i < mean->count; i++) {
            DiceOutcome *outcome = &mean->outcome[i];
            if (is_outside(mean, alpha, beta) || worker->is_stopped)
                return;
            if (outcome->lower == outcome->upper || (pass > 0 && !outcome->waits))
                continue;
            if (shares) {
                mark = marks_of(key, outcome->roll, kind);
                outcome->waits = pass == 0 && marks_has(worker->marks, mark);
                if (outcome->waits)
                    continue;
                marks_add(worker->marks, mark);
            }
            work(worker, place, depth, alpha, beta, mean, outcome);
            if (shares)
                marks_remove(worker->marks, mark);
        }
    }
}

/* The mean over all outcomes, or a bound of it as soon as that lies out of the window. */
static int32_t roll_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta)
{
    ChanceEntry entry;
    Mean mean;
    uint64_t key = chance_key(worker, &place->state);
    /* 1. Seen before? */
    if (recall(worker, key, depth, alpha, beta, &entry))
        return recalled_value(&entry, beta);
    if (chance_rolls_at_once(worker, depth)) {
        int32_t values[LUD_MAX_SIDES];
        chance_roll_at_once(worker, place, values);
        remember(worker, key, &entry, values[0], -worker->certain - 1, worker->certain + 1,
                 LUD_NO_MOVE);
        return values[0];
    }
    bool shares = is_shared(worker, depth);
    if (shares) {
        look_up(worker);
        if (worker->is_stopped)
            return 0;
        enter(worker, key, depth, alpha, beta);
    }
    list_outcomes(worker, place, &mean);
    int used = worker->used;
    /* 2. A good move for each outcome. */
    work_outcomes(worker, place, depth, alpha, beta, &mean, probe_outcome);
    /* 3. All moves for each outcome that is still open. */
    work_outcomes(worker, place, depth, alpha, beta, &mean, search_outcome);
    worker->used = used;
    if (shares && leave(worker, &entry))
        return recalled_value(&entry, beta);
    if (worker->is_stopped)
        return 0;
    /* 4. Either all outcomes are exact, and both bounds the same, or one of them decides. */
    bool is_high = mean.lower >= beta * mean.weights;
    int32_t value = chance_mean(worker, is_high ? mean.lower : mean.upper, mean.weights);
    remember(worker, key, &entry, value, alpha, beta, LUD_NO_MOVE);
    return value;
}

int32_t star2_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                    int32_t beta)
{
    const LudGame *game = worker->game;
    chance_worker_count(worker);
    int turn = game->rules.turn(&place->state);
    if (turn == LUD_OVER)
        return chance_final(worker, &place->state, 0);
    int32_t lower, upper;
    bool is_known = chance_ask(worker, &place->state, &lower, &upper);
    if (is_known && (lower == upper || (depth > 0 && (lower >= beta || upper <= alpha))))
        return lower >= beta ? lower : upper;
    int32_t value;
    if (depth <= 0 || worker->used > CHANCE_ARENA - LUD_MAX_CHANCES * LUD_MAX_MOVES)
        value = chance_static(worker, place, 0);
    else if (turn == LUD_CHANCE)
        value = roll_value(worker, place, depth, alpha, beta);
    else
        value = turn_value(worker, place, depth, alpha, beta);
    if (is_known && value < lower)
        value = lower;
    if (is_known && value > upper)
        value = upper;
    return value;
}
