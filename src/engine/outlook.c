/* Before the dice are rolled: what every outcome would bring, and what every cell is worth. */
#include "engine/engine_object.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "base/interrupt.h"

/* An outlook in the making. */
typedef struct Look {
    LudEngine *engine;
    const LudPlay *play;
    const LudState *position;
    LudLimits limits;
    int64_t started_us;
    int depth;             /* of this pass */
    bool is_cut, is_known; /* a limit was reached in this pass; nothing is left to find */
    LudView before, after; /* of the move that is looked at */
    double best[LUD_MAX_CELLS];
    bool is_used[LUD_MAX_CELLS];
    LudOutlook next; /* this pass */
} Look;

static int64_t spent_ms(const Look *look)
{
    return (base_time_us() - look->started_us) / 1000;
}

/* -- cells ---------------------------------------------------------------------------------------
 */

static bool is_changed(const LudCell *before, const LudCell *after)
{
    return before->side != after->side || before->count != after->count;
}

/* Notes what a move is worth on every cell that it changes. Boards without an edge have other cells
 * after it: there is nothing to be told of those. */
static void note_move(Look *look, const LudState *s, LudMove move, double chance)
{
    const LudGame *game = look->engine->game;
    LudState after;
    lud_state_copy(game, &after, s);
    game->rules.apply(&after, move);
    lud_view(game, &after, &look->after);
    if (look->after.cell_count != look->before.cell_count)
        return;
    for (int i = 0; i < look->before.cell_count; i++) {
        if (!is_changed(&look->before.cells[i], &look->after.cells[i]))
            continue;
        if (!look->is_used[i] || chance > look->best[i])
            look->best[i] = chance;
        look->is_used[i] = true;
    }
}

static void add_cells(Look *look, double sums[LUD_MAX_CELLS], uint32_t weights[LUD_MAX_CELLS],
                      uint32_t weight)
{
    for (int i = 0; i < look->before.cell_count; i++) {
        if (look->is_used[i]) {
            sums[i] += weight * look->best[i];
            weights[i] += weight;
        }
    }
}

static void list_cells(Look *look, const double *sums, const uint32_t *weights)
{
    for (int i = 0; i < look->before.cell_count; i++) {
        if (weights[i] == 0)
            continue;
        LudCellOutlook *cell = &look->next.cells[look->next.cell_count++];
        memcpy(cell->name, look->before.cells[i].name, sizeof cell->name);
        cell->chance = sums[i] / weights[i];
        cell->weight = weights[i];
    }
}

/* -- outcomes ------------------------------------------------------------------------------------
 */

/* Searches every move of a position; the best one's line, and what each is worth where it plays. */
static LudStatus look_at(Look *look, const LudState *s, LudLine *best, LudError *err)
{
    const LudGame *game = look->engine->game;
    LudFindings findings;
    EngineTask task = {.kind = SEARCH_STRONG,
                       .has_tables = true,
                       .play = look->play,
                       .index = lud_play_length(look->play),
                       .state = s,
                       .limits = {.depth = look->depth},
                       .line_count = LUD_MAX_MOVES};
    if (look->limits.move_ms > 0 && look->depth > 1) {
        int64_t left = look->limits.move_ms - spent_ms(look);
        task.limits.move_ms = left > 0 ? left : 1;
    }
    LudStatus status = engine_search(look->engine, &task, &findings, err);
    if (status != LUD_OK)
        return status;
    memset(look->is_used, 0, sizeof look->is_used);
    lud_view(game, s, &look->before);
    for (int i = 0; i < findings.line_count; i++)
        note_move(look, s, findings.lines[i].move[0],
                  lud_value_chance(game, findings.lines[i].value));
    *best = findings.lines[0];
    look->next.nodes += findings.nodes;
    look->is_known = look->is_known && findings.depth < look->depth;
    look->is_cut = look->is_cut || engine_is_stopped(look->engine) || base_is_interrupted() ||
                   (look->limits.move_ms > 0 && spent_ms(look) >= look->limits.move_ms) ||
                   (look->limits.nodes > 0 && look->next.nodes >= look->limits.nodes);
    return LUD_OK;
}

/* What the position after an outcome is worth where it leaves nothing to decide. */
static LudLine settled(const Look *look, const LudState *s)
{
    const LudGame *game = look->engine->game;
    int side = game->chance->roller(look->position) % game->rules.sides(s);
    return (LudLine){.value = static_value(game, s, side)};
}

/* All outcomes to one depth; only the first pass is finished whatever the limits. */
static LudStatus look_at_all(Look *look, LudError *err)
{
    const LudGame *game = look->engine->game;
    LudChance chances[LUD_MAX_CHANCES] = {{LUD_NO_MOVE, 1}};
    double sums[LUD_MAX_CELLS] = {0}, sum = 0;
    uint32_t weights[LUD_MAX_CELLS] = {0};
    bool is_roll = lud_play_turn(look->play) == LUD_CHANCE;
    int count = is_roll ? game->chance->outcomes(look->position, chances) : 1;
    look->is_known = true;
    for (int i = 0; i < count && (look->depth == 1 || !look->is_cut); i++) {
        LudState s;
        LudLine best;
        LudStatus status = LUD_OK;
        lud_state_copy(game, &s, look->position);
        if (is_roll)
            game->rules.apply(&s, chances[i].move);
        if (game->rules.turn(&s) >= 0)
            status = look_at(look, &s, &best, err);
        else
            best = settled(look, &s);
        if (status != LUD_OK)
            return status;
        if (game->rules.turn(&s) >= 0)
            add_cells(look, sums, weights, chances[i].weight);
        sum += chances[i].weight * lud_value_chance(game, best.value);
        look->next.weight += chances[i].weight;
        if (is_roll)
            look->next.rolls[look->next.roll_count++] = (LudRollAnswer){chances[i], best};
    }
    look->next.chance = sum / look->next.weight;
    look->next.depth = look->depth;
    list_cells(look, sums, weights);
    return LUD_OK;
}

static LudStatus deepen(Look *look, LudOutlookWatch watch, void *context, LudOutlook *outlook,
                        LudError *err)
{
    int deepest = look->limits.depth > 0 ? look->limits.depth : LUD_DEPTH_MOST;
    uint64_t nodes = 0;
    for (look->depth = 1; look->depth <= deepest; look->depth++) {
        look->next = (LudOutlook){.nodes = nodes};
        LudStatus status = look_at_all(look, err);
        if (status != LUD_OK)
            return status;
        nodes = look->next.nodes;
        if (look->is_cut && look->depth > 1)
            break;
        *outlook = look->next;
        outlook->ms = spent_ms(look);
        if (watch)
            watch(context, outlook);
        if (look->is_cut || look->is_known)
            break;
    }
    outlook->nodes = nodes;
    outlook->ms = spent_ms(look);
    return LUD_OK;
}

LudStatus lud_engine_outlook(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                             LudOutlookWatch watch, void *context, LudOutlook *outlook,
                             LudError *err)
{
    LudStatus status = engine_check_rules(engine, play, err);
    Look *look = calloc(1, sizeof *look);
    if (status == LUD_OK && lud_play_turn(play) == LUD_OVER)
        status = lud_error_set(err, LUD_EOVER, LUD_MESSAGE("The game is over."), (char *)NULL);
    else if (status == LUD_OK && !look)
        status = engine_no_memory(err);
    if (status == LUD_OK) {
        *look = (Look){.engine = engine,
                       .play = play,
                       .position = lud_play_state(play),
                       .started_us = base_time_us(),
                       .limits = {.move_ms = LUD_ANALYSIS_MS}};
        if (limits && engine_has_limit(limits))
            look->limits = *limits;
        status = deepen(look, watch, context, outlook, err);
    }
    free(look);
    engine_finish(engine);
    return status;
}
