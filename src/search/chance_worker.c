#include "search/chance_worker.h"

void chance_worker_begin(ChanceWorker *worker, LudSearch *search, ChanceTable *table, int index)
{
    *worker = (ChanceWorker){.search = search,
                             .game = search->game,
                             .judging = search->judging,
                             .table = table,
                             .index = index,
                             .path.told = CHANCE_NOT_TOLD,
                             .sides = search->game->rules.sides(search->task->root),
                             .arena = worker->arena,
                             .promise = worker->promise,
                             .roots = worker->roots};
    worker->certain = (search->game->chance ? LUD_VALUE_CERTAIN : UNTIMED_WIN) * FINE;
    worker->unasked = search->task->limits.nodes ? 1 : NODES_UNASKED;
}

void chance_worker_count(ChanceWorker *worker)
{
    if (++worker->fresh >= worker->unasked) {
        worker->is_stopped = search_should_stop(worker->search, worker->fresh);
        worker->fresh = 0;
        if (worker->is_done && atomic_load_explicit(worker->is_done, memory_order_relaxed))
            worker->is_stopped = true;
    }
}

/* The best score wins; several that share it share the win. */
int32_t chance_final(const ChanceWorker *worker, const LudState *s, int side)
{
    int mine = worker->game->rules.score(s, side), sharing = 0;
    for (int i = 0; i < worker->sides; i++) {
        int score = worker->game->rules.score(s, i);
        if (score > mine)
            return -worker->certain;
        sharing += score == mine;
    }
    return sharing == 1 ? worker->certain : worker->certain / sharing * 2 - worker->certain;
}

int32_t chance_static(const ChanceWorker *worker, const ChancePlace *place, int side)
{
    const LudGame *game = worker->game;
    int most = game->chance ? LUD_VALUE_CERTAIN - 1 : LUD_EVALUATION_MOST;
    int value = worker->judging->evaluate
                    ? worker->judging->evaluate(&place->state, &place->notes, side)
                    : 0;
    return (value > most ? most : value < -most ? -most : value) * FINE;
}

bool chance_ask(const ChanceWorker *worker, const LudState *s, int32_t *lower, int32_t *upper)
{
    const LudOracle *oracle = &worker->search->options.oracle;
    LudKnown known;
    if (!oracle->probe || !oracle->probe(oracle->context, s, &known))
        return false;
    int seat = worker->game->rules.turn(s);
    if (seat == LUD_CHANCE)
        seat = worker->game->chance->roller(s);
    bool is_first = seat % worker->sides == 0;
    *lower = (is_first ? known.lower : -known.upper) * FINE;
    *upper = (is_first ? known.upper : -known.lower) * FINE;
    return true;
}

void chance_roll_at_once(ChanceWorker *worker, const ChancePlace *place,
                         int32_t values[LUD_MAX_SIDES])
{
    LudChance chances[LUD_MAX_CHANCES];
    int64_t sums[LUD_MAX_SIDES], weights = 0;
    for (int i = worker->game->chance->outcomes(&place->state, chances); i-- > 0;)
        weights += chances[i].weight;
    worker->fresh += (uint64_t)worker->judging->roll(&place->state, &place->notes, sums);
    for (int i = 0; i < worker->sides; i++)
        values[i] = chance_mean(worker, sums[i] * FINE, weights);
}

int chance_list(ChanceWorker *worker, const ChancePlace *place, LudMove first)
{
    const LudGame *game = worker->game;
    LudMove *list = worker->arena + worker->used;
    int32_t *promise = worker->promise;
    int count = game->rules.moves(&place->state, list);
    if (count == 1)
        return 1;
    if (worker->judging->order)
        worker->judging->order(&place->state, &place->notes, list, count, promise);
    else
        memset(promise, 0, (size_t)count * sizeof *promise);
    /* By insertion: lists are short, and equals must stay in the order of the game. */
    for (int i = 0; i < count; i++) {
        LudMove m = list[i];
        int32_t p = m == first ? INT32_MAX : promise[i];
        int k = i;
        for (; k > 0 && promise[k - 1] < p; k--) {
            promise[k] = promise[k - 1];
            list[k] = list[k - 1];
        }
        promise[k] = p;
        list[k] = m;
    }
    return count;
}
