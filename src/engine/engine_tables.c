#include "engine/engine_tables.h"

#include <stdlib.h>

#include "core/play_object.h"
#include "core/tabulation.h"

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* -- their life -------------------------------------------------------------------------------- */

void engine_tables_begin(LudEngine *engine, const LudEngineOptions *options)
{
    LudError err;
    if (!engine->game->tabulation)
        return;
    if (options->table_path) {
        size_t size = strlen(options->table_path) + 1;
        engine->table_path = malloc(size);
        if (!engine->table_path)
            return;
        memcpy(engine->table_path, options->table_path, size);
    }
    if (lud_tables_open(&engine->tables, &engine->rules, engine->table_path, &err) != LUD_OK)
        engine->tables = NULL;
    if (engine->tables && options->makes_small_tables)
        engine->small = small_tables_start(&engine->rules, engine->tables);
}

void engine_tables_end(LudEngine *engine)
{
    small_tables_end(engine->small);
    lud_tables_close(engine->tables);
    free(engine->table_path);
    engine->small = NULL;
    engine->tables = NULL;
    engine->table_path = NULL;
}

/* Searches hold on to the tables that they were made with, so they go as well. */
void engine_tables_renew(LudEngine *engine)
{
    LudTables *renewed;
    LudError err;
    if (!engine->small || !small_tables_are_done(engine->small))
        return;
    small_tables_end(engine->small);
    engine->small = NULL;
    if (lud_tables_open(&renewed, &engine->rules, engine->table_path, &err) != LUD_OK)
        return;
    for (int i = 0; i < SEARCH_KINDS; i++) {
        lud_search_free(engine->search[i]);
        engine->search[i] = NULL;
    }
    lud_tables_close(engine->tables);
    engine->tables = renewed;
}

LudStatus lud_engine_hold_tables(LudEngine *engine, int layers, bool *has_more, LudError *err)
{
    *has_more = false;
    return engine->tables ? lud_tables_hold(engine->tables, layers, has_more, err) : LUD_OK;
}

LudTables *lud_engine_tables(LudEngine *engine)
{
    return engine->tables;
}

LudStatus lud_engine_hold_strategy(LudEngine *engine, const void *bytes, size_t size, LudError *err)
{
    Strategy read = {0};
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    memcpy(copy, bytes, size);
    if (!strategy_read(&read, copy, size)) {
        free(copy);
        return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("The strategy for {1} is damaged."),
                             engine->game->name, (char *)NULL);
    }
    read.owned = copy;
    strategy_close(&engine->strategy);
    engine->strategy = read;
    engine->has_strategy = true;
    return LUD_OK;
}

bool lud_engine_table_fault(const LudEngine *engine, LudError *err)
{
    if (engine->tables && lud_tables_fault(engine->tables, NULL, err))
        return true;
    if (engine->strategy_fault.status == LUD_OK)
        return false;
    if (err)
        *err = engine->strategy_fault;
    return true;
}

/* -- games solved as a whole ------------------------------------------------------------------- */

bool engine_tables_take_stance(LudEngine *engine, const LudState *root)
{
    int least, most, before = engine->stance, side = engine->game->rules.turn(root);
    bool had = engine->has_stance;
    if (!engine->tables || !engine->game->tabulation->whole)
        return false;
    engine->has_stance = lud_tables_range(engine->tables, root, &least, &most);
    engine->stance = engine->has_stance ? least : 0;
    bool is_same_side = side == engine->stance_side;
    engine->stance_side = side;
    return had != engine->has_stance || engine->stance != (is_same_side ? before : -before);
}

static bool probe_stance(void *context, const LudState *s, LudKnown *known)
{
    const LudEngine *engine = context;
    LudTableAnswer answer;
    if (!lud_tables_probe(engine->tables, s, &answer) || !answer.has_value)
        return false;
    bool is_root_side = engine->game->rules.turn(s) == engine->stance_side;
    int worth = is_root_side ? answer.value : -answer.value;
    int value = answer.value == 0     ? 0
                : answer.has_distance ? LUD_VALUE_WIN - answer.distance
                                      : LUD_VALUE_WON + 1;
    value = answer.value < 0 ? -value : value;
    if (!answer.has_distance && engine->has_stance && worth == engine->stance)
        return false;
    if (!answer.has_distance && engine->has_stance)
        value = (worth > engine->stance) == is_root_side ? LUD_VALUE_WON + 1 : -LUD_VALUE_WON - 1;
    *known = (LudKnown){value, value};
    return true;
}

void engine_tables_settle(const LudEngine *engine, LudLine *lines, int count)
{
    if (!engine->tables || !engine->game->tabulation->whole)
        return;
    for (int i = 0; i < count; i++) {
        LudLine line = lines[i];
        int sign = sign_of(line.final_least), place = i;
        if (line.is_tabled && lud_value_plies(line.value) * sign <= 0) {
            line.value = sign * (LUD_VALUE_WON + 1);
            line.bound = LUD_BOUND_EXACT;
            line.is_proven = true;
        }
        for (; place > 0 && lines[place - 1].value < line.value; place--)
            lines[place] = lines[place - 1];
        lines[place] = line;
    }
}

LudOracle engine_tables_oracle(const LudEngine *engine)
{
    if (!engine->tables || lud_tables_reach(engine->tables, NULL) < 0)
        return (LudOracle){.probe = NULL};
    if (engine->game->tabulation->whole)
        return (LudOracle){
            .probe = probe_stance, .context = (void *)engine, .ignores_history = true};
    return lud_tables_oracle(engine->tables);
}

LudOffer lud_engine_offer(const LudEngine *engine, const LudPlay *play)
{
    LudOffer offer;
    if (lud_play_turn(play) >= 0 && engine->tables &&
        lud_tables_offer(engine->tables, lud_play_state(play), &offer))
        return offer;
    return lud_play_offer(play);
}

/* -- history ----------------------------------------------------------------------------------- */

/* By how much a side is ahead if play stops at `s` because it was there before. */
static int stop_difference(const LudGame *game, const LudState *s, int side)
{
    if (!game->rules.stop_score)
        return 0;
    return (game->rules.stop_score(s, side, LUD_REASON_REPETITION) -
            game->rules.stop_score(s, 1 - side, LUD_REASON_REPETITION)) /
           2;
}

void engine_tables_look_back(const LudGame *game, const LudPlay *play, int index, LudTask *task)
{
    int side = game->rules.turn(task->root), least = 1, most = -1;
    LudState s;
    for (int i = index - task->past_count; i < index; i++) {
        lud_play_state_at(play, i, &s);
        int sign = sign_of(stop_difference(game, &s, side));
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    task->past_least = task->past_count > 0 ? least : 0;
    task->past_most = task->past_count > 0 ? most : 0;
}

/* -- lines ------------------------------------------------------------------------------------- */

void engine_tables_mark(const LudEngine *engine, const LudState *root, LudLine *lines, int count)
{
    for (int i = 0; i < count; i++) {
        LudLine *line = &lines[i];
        line->is_tabled =
            engine->tables && lud_tables_range_after(engine->tables, root, line->move[0],
                                                     &line->final_least, &line->final_most);
        if (!line->is_tabled ||
            !lud_tables_safe_after(engine->tables, root, line->move[0], &line->is_safe))
            line->is_safe = false;
    }
}

/* -- choosing ---------------------------------------------------------------------------------- */

/* Whether a move leads to a position for the `limit`-th time (as many end the game), and by how
 * much its maker is then ahead. */
static bool repeats(const LudGame *game, const LudPlay *play, LudMove m, int limit, int *difference)
{
    const LudState *s = lud_play_state(play);
    int past_count, found = 0;
    const uint64_t *past = play_past(play, lud_play_length(play), &past_count);
    LudState next;
    lud_state_copy(game, &next, s);
    game->rules.apply(&next, m);
    if (game->rules.turn(&next) == LUD_OVER || game->rules.repetition_limit == 0 ||
        (game->rules.epoch && game->rules.epoch(&next) != game->rules.epoch(s)))
        return false;
    for (int i = 0; i < past_count; i++)
        found += past[i] == game->rules.key(&next);
    *difference = stop_difference(game, &next, game->rules.turn(s));
    return found + 1 >= limit;
}

int engine_tables_sift(const LudEngine *engine, const LudPlay *play, LudMove *moves, int count,
                       int *sure)
{
    enum { MOST = ENGINE_SIFT_MOST };
    const LudState *s = lud_play_state(play);
    int least[MOST], most[MOST], floor = -LUD_VALUE_MOST, kept = 0, stopped = 0;
    if (!engine->tables || count > MOST)
        return count;
    for (int i = 0; i < count; i++) {
        if (!lud_tables_range_after(engine->tables, s, moves[i], &least[i], &most[i]))
            return count;
        floor = least[i] > floor ? least[i] : floor;
    }
    *sure = floor;
    LudMove good[MOST];
    /* Tables that only say who wins do not say how: who never comes back gets on. A win that is
     * certain is kept by moves after which it still is; those that only may keep it come second,
     * for where the game's past has closed all others. Who is not sure to win may try them too. */
    int limit = engine->game->rules.repetition_limit;
    bool is_winner = floor > 0 && engine->game->tabulation->whole;
    for (int way = floor > 0 ? 0 : 1; kept == 0 && way < 2; way++) {
        const int *worth = way == 0 ? least : most;
        for (int least_limit = is_winner ? 2 : limit; kept == 0 && least_limit <= limit;
             least_limit++) {
            for (int i = 0; i < count; i++) {
                bool is_end = repeats(engine->game, play, moves[i], least_limit, &stopped);
                bool is_gift = is_end && sign_of(stopped) > sign_of(floor);
                if (is_gift || (worth[i] >= floor && !(is_end && stopped < floor)))
                    good[kept++] = moves[i];
            }
        }
    }
    if (kept > 0)
        memcpy(moves, good, (size_t)kept * sizeof good[0]);
    return kept > 0 ? kept : count;
}
