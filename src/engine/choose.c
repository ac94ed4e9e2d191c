/* Choosing a move as a player of a given kind would. */
#include "engine/engine_object.h"

#include <math.h>

#include "core/play_object.h"
#include "engine/engine_tables.h"
#include "engine/perfect.h"
#include "engine/think.h"

/* A request to choose, as its helpers need it. */
typedef struct Request {
    const LudPlayerSpec *player;
    const LudPlay *play;
    LudLimits limits;
    const LudObserver *observer;
    int move_count; /* of engine->moves */
} Request;

/* -- comparing positions one move ahead -------------------------------------------------------- */

static void compare_all(LudEngine *engine, const Request *request)
{
    const LudState *s = lud_play_state(request->play);
    int past_count;
    const uint64_t *past = play_past(request->play, lud_play_length(request->play), &past_count);
    for (int i = 0; i < request->move_count; i++)
        engine->values[i] = static_value_after(engine->game, s, engine->moves[i], past, past_count);
}

/* One of the moves with the highest value, each with the same chance. */
static LudMove draw_best(LudEngine *engine, int count)
{
    int best = engine->values[0], chosen = 0;
    for (int i = 1; i < count; i++)
        best = engine->values[i] > best ? engine->values[i] : best;
    uint32_t equals = 0;
    for (int i = 0; i < count; i++) {
        if (engine->values[i] == best && lud_random_below(&engine->random, ++equals) == 0)
            chosen = i;
    }
    return engine->moves[chosen];
}

/* -- searching --------------------------------------------------------------------------------- */

/* A move that is the only one needs no thought, but whoever listens wants to hear what it is worth:
 * what a moment's search finds. */
static void shorten(LudLimits *limits)
{
    enum { MOMENT = 1000 };
    if (limits->nodes == 0 || limits->nodes > MOMENT)
        limits->nodes = MOMENT;
}

static bool is_open_ended(const LudLimits *limits)
{
    return limits->is_infinite || limits->is_ponder;
}

/* -- strategies -------------------------------------------------------------------------------- */

/* A line of the strategy's answer alone. */
static void use_answer(LudEngine *engine, LudMove move, LudFindings *findings)
{
    engine->answer = (LudLine){.value = LUD_VALUE_WON + 1,
                               .is_proven = true,
                               .depth = 1,
                               .selective_depth = 1,
                               .length = 1,
                               .move = {move}};
    findings->lines = &engine->answer;
    findings->line_count = 1;
    findings->depth = 1;
}

/* Whether a game that has followed the strategy from the start goes on with it. */
static bool follow_strategy(LudEngine *engine, const Request *request, LudFindings *findings)
{
    LudMove answer;
    if (!engine->has_strategy || request->player->kind != LUD_PLAYER_MAX ||
        is_open_ended(&request->limits) || perfect_is_possible(engine) ||
        !strategy_answer(&engine->strategy, request->play, &answer))
        return false;
    use_answer(engine, answer, findings);
    return true;
}

static LudStatus search_best(LudEngine *engine, const Request *request, LudChoice *choice,
                             LudError *err)
{
    EngineTask task = {.kind = SEARCH_STRONG,
                       .play = request->play,
                       .index = lud_play_length(request->play),
                       .limits = request->limits,
                       .line_count = 1,
                       .observer = request->observer,
                       .threads = request->player->threads,
                       .memory_bytes = request->player->memory_bytes,
                       .has_tables = request->player->kind == LUD_PLAYER_MAX};
    if (!engine_has_limit(&task.limits))
        task.limits.move_ms = 1000;
    if (request->player->kind == LUD_PLAYER_MCTS) {
        task.kind = SEARCH_MCTS;
        if (request->player->playouts)
            task.limits.nodes = request->player->playouts;
    }
    LudStatus status = LUD_OK;
    if (!follow_strategy(engine, request, &choice->findings))
        status = think_of_move(engine, &task, request->move_count, &choice->findings, err);
    if (status == LUD_OK)
        choice->move = choice->findings.lines[0].move[0];
    return status;
}

/* -- levels ------------------------------------------------------------------------------------ */

/* A value in logits, roughly: even steps wherever in the game it stands. Wins and losses count as
 * large leads, the sooner the larger, so that a weak player may overlook them. */
static double logits(const LudGame *game, int value)
{
    enum { DECIDED = 6, SOON = 20 };
    if (game->chance)
        return value >= LUD_VALUE_CERTAIN    ? DECIDED
               : value <= -LUD_VALUE_CERTAIN ? -DECIDED
                                             : 2.0 * value / LUD_VALUE_CERTAIN;
    double scale = lud_judging(game)->chance_scale > 0 ? lud_judging(game)->chance_scale : 100;
    double most = DECIDED;
    int plies = lud_value_plies(value);
    if (value >= LUD_VALUE_WON)
        return most + (plies > 0 && plies < SOON ? 1 - (double)plies / SOON : 0);
    if (value <= -LUD_VALUE_WON)
        return -most - (plies < 0 && plies > -SOON ? 1 + (double)plies / SOON : 0);
    double x = value / scale;
    return x > most ? most : x < -most ? -most : x;
}

/* A number from 0 to 1. */
static double draw_fraction(LudRandom *random)
{
    return (double)(lud_random_next(random) >> 11) / 9007199254740992.0;
}

/* Draws among moves by their values as the plan says. */
static LudMove draw_by_value(LudEngine *engine, int count, const LudLevel *plan)
{
    if (plan->temperature == 0)
        return draw_best(engine, count);
    double best = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++)
        best = fmax(best, logits(engine->game, engine->values[i]));
    double weight[LUD_MAX_MOVES];
    for (int i = 0; i < count; i++) {
        double lost = 100 * (best - logits(engine->game, engine->values[i]));
        weight[i] = lost > plan->bound ? 0 : exp(-lost / plan->temperature);
        sum += weight[i];
    }
    double drawn = draw_fraction(&engine->random) * sum;
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (weight[i] <= 0)
            continue;
        last = i;
        drawn -= weight[i];
        if (drawn < 0)
            break;
    }
    return engine->moves[last];
}

/* Keeps those lines that were searched as deep as the best one: others can't be compared. */
static int take_lines(LudEngine *engine, const LudFindings *findings)
{
    int count = 0;
    for (int i = 0; i < findings->line_count; i++) {
        const LudLine *line = &findings->lines[i];
        if (i > 0 && (line->depth < findings->lines[0].depth || line->bound != LUD_BOUND_EXACT ||
                      line->value > findings->lines[0].value))
            continue;
        engine->moves[count] = line->move[0];
        engine->values[count++] = line->value;
    }
    return count;
}

/* Whether the opponent wins with the very next move. */
static bool lets_win(const LudGame *game, const LudState *s, LudMove m)
{
    const LudGameJudging *judging = lud_judging(game);
    LudState next;
    LudNotes notes;
    lud_state_copy(game, &next, s);
    game->rules.apply(&next, m);
    if (game->rules.turn(&next) == LUD_OVER || game->rules.turn(&next) == game->rules.turn(s))
        return false;
    if (judging->notes_begin)
        judging->notes_begin(&next, &notes);
    return judging->winning(&next, &notes) != LUD_NO_MOVE;
}

/* Leaves out the moves that let the opponent win at once, unless all do. Returns how many stay. */
static int watch(LudEngine *engine, const LudState *s, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (lets_win(engine->game, s, engine->moves[i]))
            continue;
        LudMove m = engine->moves[i];
        int value = engine->values[i];
        engine->moves[i] = engine->moves[kept];
        engine->values[i] = engine->values[kept];
        engine->moves[kept] = m;
        engine->values[kept++] = value;
    }
    return kept > 0 ? kept : count;
}

/* A move that wins at once, for a level that sees it; or LUD_NO_MOVE. */
static LudMove seen_win(const LudGame *game, const LudState *s)
{
    LudNotes notes;
    if (lud_judging(game)->notes_begin)
        lud_judging(game)->notes_begin(s, &notes);
    return lud_judging(game)->winning(s, &notes);
}

/* Whether a level overlooks nothing that one move decides: a game that can't say it can't be asked.
 */
static bool is_level_watchful(const LudGame *game, int level)
{
    int watchful = lud_practice(game)->watchful;
    return lud_judging(game)->winning && watchful > 0 && level >= watchful;
}

static LudStatus choose_by_level(LudEngine *engine, const Request *request, LudChoice *choice,
                                 LudError *err)
{
    const LudGamePractice *practice = lud_practice(engine->game);
    const LudLevel *plan = &practice->levels[request->player->level - 1];
    const LudState *s = lud_play_state(request->play);
    bool is_watchful = is_level_watchful(engine->game, request->player->level);
    LudMove win = is_watchful ? seen_win(engine->game, s) : LUD_NO_MOVE;
    int count = request->move_count;
    if (plan->nodes == 0) {
        compare_all(engine, request);
        count = is_watchful ? watch(engine, s, count) : count;
        choice->move = win != LUD_NO_MOVE ? win : draw_by_value(engine, count, plan);
        return LUD_OK;
    }
    EngineTask task = {.kind = SEARCH_LEVEL,
                       .play = request->play,
                       .index = lud_play_length(request->play),
                       .limits = request->limits,
                       .line_count = plan->lines,
                       .observer = request->observer};
    /* No tables: a level plays alike on every machine, whatever was built there. */
    task.limits.is_infinite = task.limits.is_ponder = false;
    task.limits.depth = plan->depth;
    task.limits.nodes = (uint64_t)plan->nodes;
    LudStatus status = engine_search(engine, &task, &choice->findings, err);
    if (status != LUD_OK)
        return status;
    count = take_lines(engine, &choice->findings);
    count = is_watchful ? watch(engine, s, count) : count;
    choice->move = win != LUD_NO_MOVE ? win : draw_by_value(engine, count, plan);
    return LUD_OK;
}

/* -- the request ------------------------------------------------------------------------------- */

static LudStatus choose(LudEngine *engine, const Request *request, LudChoice *choice, LudError *err)
{
    switch (request->player->kind) {
    case LUD_PLAYER_RANDOM:
        choice->move =
            engine->moves[lud_random_below(&engine->random, (uint32_t)request->move_count)];
        return LUD_OK;
    case LUD_PLAYER_GREEDY:
        compare_all(engine, request);
        choice->move = draw_best(engine, request->move_count);
        return LUD_OK;
    case LUD_PLAYER_LEVEL:
        return choose_by_level(engine, request, choice, err);
    case LUD_PLAYER_MAX:
    case LUD_PLAYER_MCTS:
        return search_best(engine, request, choice, err);
    case LUD_PLAYER_COMMAND:
        break;
    }
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("Another program plays here, not this engine: {1}"),
                         request->player->command, (char *)NULL);
}

LudStatus lud_engine_choose(LudEngine *engine, const LudPlayerSpec *player, const LudPlay *play,
                            const LudLimits *limits, const LudObserver *observer, LudChoice *choice,
                            LudError *err)
{
    LudStatus status = engine_check(engine, play, err);
    if (status == LUD_OK && player->kind == LUD_PLAYER_LEVEL &&
        (player->level < 1 || player->level > LUD_LEVEL_MOST))
        status =
            lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("Levels go from 1 to 10."), (char *)NULL);
    if (status == LUD_OK) {
        Request request = {.player = player,
                           .play = play,
                           .limits = limits ? *limits : player->limits,
                           .observer = observer,
                           .move_count =
                               engine->game->rules.moves(lud_play_state(play), engine->moves)};
        LudChoice made = {.move = engine->moves[0]};
        bool is_free = request.move_count > 1 || is_open_ended(&request.limits);
        bool is_heard = observer && player->kind == LUD_PLAYER_MAX;
        if (!is_free && is_heard)
            shorten(&request.limits);
        if (is_free || is_heard || player->kind == LUD_PLAYER_COMMAND)
            status = choose(engine, &request, &made, err);
        if (status == LUD_OK)
            *choice = made;
    }
    engine_finish(engine);
    return status;
}
