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

/* The best of the moves arena[from … to - 1], seen by side 0, or `value` if none is better. */
static int32_t best_move(ChanceWorker *worker, const ChancePlace *place, int from, int to,
                         int depth, int32_t alpha, int32_t beta, int32_t value, LudMove *best)
{
    bool maximises = worker->game->turn(&place->state) % worker->sides == 0;
    for (int i = from; i < to; i++) {
        ChancePlace next;
        chance_follow(worker, place, worker->arena[i], &next);
        int32_t found = star2_value(worker, &next, depth - 1, alpha, beta);
        if (worker->is_stopped)
            return 0;
        if (maximises ? found <= value : found >= value)
            continue;
        value = found;
        *best = worker->arena[i];
        if (maximises && value > alpha)
            alpha = value;
        if (!maximises && value < beta)
            beta = value;
        if (alpha >= beta)
            break;
    }
    return value;
}

/* Worse than any value, for the side whose turn it is. */
static int32_t nothing_yet(const ChanceWorker *worker, const ChancePlace *place)
{
    bool maximises = worker->game->turn(&place->state) % worker->sides == 0;
    return maximises ? -worker->certain - 1 : worker->certain + 1;
}

/* A seat's turn in a game without dice. */
static int32_t turn_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta)
{
    ChanceEntry entry;
    uint64_t key = worker->game->key(&place->state);
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
        mean->lower += outcome->weight * (lower - outcome->lower);
        outcome->lower = lower;
    }
    if (upper < outcome->upper) {
        mean->upper -= outcome->weight * (outcome->upper - upper);
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
    mean->count = worker->game->chances(&place->state, chances);
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
    bool maximises = game->turn(&rolled.state) % worker->sides == 0;
    /* 1. A move that ends the game says all. */
    if (game->winning && game->winning(&rolled.state, &rolled.notes) != LUD_NO_MOVE) {
        int32_t won = maximises ? worker->certain : -worker->certain;
        learn(mean, outcome, won, won);
        return;
    }
    /* 2. The table may know bounds, or a good move. Before the last ply it is not worth asking. */
    outcome_window(worker, mean, outcome, alpha, beta, &least, &most);
    if (depth > 1) {
        bool is_enough = recall(worker, game->key(&rolled.state), depth, least, most, &entry);
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
        bool maximises = worker->game->turn(&rolled.state) % worker->sides == 0;
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
    uint64_t key = worker->game->key(&rolled.state);
    bool is_enough = recall(worker, key, depth, least, most, &entry);
    learn(mean, outcome, entry.number[0], entry.number[1]);
    if (is_enough)
        return;
    int32_t value = best_move(worker, &rolled, outcome->from, outcome->to, depth, least, most,
                              nothing_yet(worker, &rolled), &outcome->best);
    if (worker->is_stopped)
        return;
    learn_value(mean, outcome, value, least, most);
    remember(worker, key, &entry, value, least, most, outcome->best);
}

/* The mean over all outcomes, or a bound of it as soon as that lies out of the window. */
static int32_t roll_value(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t alpha,
                          int32_t beta)
{
    ChanceEntry entry;
    Mean mean;
    uint64_t key = worker->game->key(&place->state);
    /* 1. Seen before? */
    if (recall(worker, key, depth, alpha, beta, &entry))
        return recalled_value(&entry, beta);
    list_outcomes(worker, place, &mean);
    int used = worker->used;
    /* 2. A good move for each outcome. Helpers begin elsewhere, to be of use. */
    int first = worker->index * mean.count / worker->search->options.threads;
    for (int i = 0; i < mean.count && !is_outside(&mean, alpha, beta) && !worker->is_stopped; i++)
        probe_outcome(worker, place, depth, alpha, beta, &mean,
                      &mean.outcome[(first + i) % mean.count]);
    /* 3. All moves for each outcome that is still open. */
    for (int i = 0; i < mean.count && !is_outside(&mean, alpha, beta) && !worker->is_stopped; i++) {
        DiceOutcome *outcome = &mean.outcome[(first + i) % mean.count];
        if (outcome->lower < outcome->upper)
            search_outcome(worker, place, depth, alpha, beta, &mean, outcome);
    }
    worker->used = used;
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
    int turn = game->turn(&place->state);
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
