/* More than two sides: max^n. Each side takes the move that is best for itself, and a position has
 * a value for each of them. Of moves that are equally good for the mover the first in the game's
 * order counts, so that the values do not depend on the way they were found. Nothing is cut off:
 * with a roll between any two moves there is no bound to cut by. */
#include "search/chance_worker.h"

static void spread(const ChanceWorker *worker, int winner, int32_t *values)
{
    for (int i = 0; i < worker->sides; i++)
        values[i] = i == winner ? worker->certain : -worker->certain;
}

static void turn_values(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t *values)
{
    const LudGame *game = worker->game;
    int side = game->rules.turn(&place->state) % worker->sides;
    if (worker->judging->winning &&
        worker->judging->winning(&place->state, &place->notes) != LUD_NO_MOVE) {
        spread(worker, side, values);
        return;
    }
    int list = worker->used, count = game->rules.moves(&place->state, worker->arena + list);
    worker->used += count;
    for (int i = 0; i < count && !worker->is_stopped; i++) {
        ChancePlace next;
        int32_t found[LUD_MAX_SIDES] = {0};
        chance_follow(worker, place, worker->arena[list + i], &next);
        maxn_values(worker, &next, depth - 1, found);
        if (i == 0 || found[side] > values[side])
            memcpy(values, found, sizeof found);
    }
    worker->used = list;
}

static void roll_values(ChanceWorker *worker, const ChancePlace *place, int depth, int32_t *values)
{
    LudChance chances[LUD_MAX_CHANCES];
    int64_t sums[LUD_MAX_SIDES] = {0}, weights = 0;
    int count = worker->game->chance->outcomes(&place->state, chances);
    int first = worker->index * count / worker->search->options.threads;
    for (int i = 0; i < count && !worker->is_stopped; i++) {
        const LudChance *chance = &chances[(first + i) % count];
        ChancePlace rolled;
        int32_t found[LUD_MAX_SIDES] = {0};
        chance_roll(worker, place, chance->move, &rolled);
        turn_values(worker, &rolled, depth, found);
        weights += chance->weight;
        for (int k = 0; k < worker->sides; k++)
            sums[k] += (int64_t)chance->weight * found[k];
    }
    if (worker->is_stopped)
        return; /* of no value, and maybe not even one outcome was looked at */
    for (int k = 0; k < worker->sides; k++)
        values[k] = chance_mean(worker, sums[k], weights);
}

/* Whether the oracle knows that the side to move, or to roll, wins: the others have lost then. Of
 * anything else it says how one side stands, but not how the rest is shared. */
static bool is_known_win(const ChanceWorker *worker, const LudState *s, int32_t *values)
{
    const LudOracle *oracle = &worker->search->options.oracle;
    LudKnown known;
    if (!oracle->probe || !oracle->probe(oracle->context, s, &known) ||
        known.lower * FINE < worker->certain)
        return false;
    int turn = worker->game->rules.turn(s);
    spread(worker, (turn == LUD_CHANCE ? worker->game->chance->roller(s) : turn) % worker->sides,
           values);
    return true;
}

/* A table entry for each position before a roll, or whatever follows a move. */
static void known_or_searched(ChanceWorker *worker, const ChancePlace *place, int depth, int turn,
                              int32_t *values)
{
    ChanceEntry entry;
    uint64_t key = worker->game->rules.key(&place->state);
    if (chance_table_find(worker->table, key, &entry) && entry.depth == depth) {
        memcpy(values, entry.number, sizeof entry.number);
        return;
    }
    if (turn == LUD_CHANCE && chance_rolls_at_once(worker, depth))
        chance_roll_at_once(worker, place, values);
    else if (turn == LUD_CHANCE)
        roll_values(worker, place, depth, values);
    else
        turn_values(worker, place, depth, values);
    if (worker->is_stopped)
        return;
    entry = (ChanceEntry){.move = LUD_NO_MOVE, .depth = depth};
    memcpy(entry.number, values, sizeof entry.number);
    chance_table_put(worker->table, key, &entry);
}

void maxn_values(ChanceWorker *worker, const ChancePlace *place, int depth,
                 int32_t values[LUD_MAX_SIDES])
{
    chance_worker_count(worker);
    int turn = worker->game->rules.turn(&place->state);
    if (turn == LUD_OVER) {
        for (int i = 0; i < worker->sides; i++)
            values[i] = chance_final(worker, &place->state, i);
    } else if (is_known_win(worker, &place->state, values)) {
        return;
    } else if (depth <= 0 || worker->used > CHANCE_ARENA - LUD_MAX_MOVES) {
        for (int i = 0; i < worker->sides; i++)
            values[i] = chance_static(worker, place, i);
    } else {
        known_or_searched(worker, place, depth, turn, values);
    }
}
