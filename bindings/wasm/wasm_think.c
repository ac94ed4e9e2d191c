/* What takes thought: moves, hints, analysis, reviews. One engine is kept, for the rules that were
 * asked for last. */
#include <ludoteca/engine.h>

#include <stdlib.h>

#include "wasm_host.h"
#include "wasm_request.h"

enum {
    MEMORY_BYTES = 32 << 20,
    MOST_LAYERS = 12, /* more than a browser should be kept busy with */
};

static LudEngine *engine;
static LudRules engine_rules;

static bool is_same(const LudRules *a, const LudRules *b)
{
    char x[LUD_RULES_TEXT], y[LUD_RULES_TEXT];
    if (a->game != b->game)
        return false;
    lud_rules_print(a, x);
    lud_rules_print(b, y);
    return strcmp(x, y) == 0;
}

static LudStatus make_engine(const LudRules *rules, LudError *err)
{
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = MEMORY_BYTES, .threads = 1, .table_path = ""};
    if (engine && is_same(rules, &engine_rules))
        return LUD_OK;
    lud_engine_free(engine);
    engine = NULL;
    engine_rules = *rules;
    return lud_engine_new(&engine, rules, &options, err);
}

/* The game of a request, and an engine for it. */
static LudStatus begin(Request *request, LudPlay **play, LudError *err)
{
    LudStatus status = request_play(request, play, err);
    return status == LUD_OK ? make_engine(lud_play_rules(*play), err) : status;
}

static LudLimits read_limits(Request *request)
{
    LudLimits limits = {0};
    limits.move_ms = request_number(request);
    limits.nodes = (uint64_t)request_number(request);
    limits.depth = (int)request_number(request);
    return limits;
}

static bool has_limit(const LudLimits *limits)
{
    return limits->move_ms > 0 || limits->nodes > 0 || limits->depth > 0;
}

/* -- lines ------------------------------------------------------------------------------------- */

static void answer_unit(Json *json, const LudGame *game)
{
    const LudUnit *unit = lud_judging(game)->unit;
    json_put_string(json, "unit", unit ? unit->name : "chance");
}

static void answer_value(Json *json, const char *name, const LudGame *game, int value)
{
    bool is_decided = value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON;
    if (lud_judging(game)->unit && !is_decided)
        json_put_real(json, name, value / 100.0);
    else
        json_put_null(json, name);
}

static void answer_if(Json *json, const char *name, bool is_known, int number)
{
    json_name(json, name);
    if (is_known)
        json_integer(json, number);
    else
        json_null(json);
}

static void answer_line_moves(Json *json, const LudGame *game, const LudState *s,
                              const LudLine *line)
{
    LudState at;
    lud_state_copy(game, &at, s);
    json_name(json, "line");
    json_open(json, '[');
    for (int i = 0; i < line->length && game->rules.turn(&at) >= 0; i++) {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(&at, line->move[i], text);
        json_string(json, text);
        game->rules.apply(&at, line->move[i]);
    }
    json_close(json, ']');
}

static void answer_line(Json *json, const LudGame *game, const LudState *s, const LudLine *line)
{
    static const char *const bounds[] = {"exact", "lower", "upper"};
    int plies = game->chance ? 0 : lud_value_plies(line->value);
    json_open(json, '{');
    answer_move(json, "move", game, s, line->move[0]);
    answer_value(json, "value", game, line->value);
    json_put_real(json, "chance", lud_value_chance(game, line->value));
    json_put_string(json, "bound", bounds[line->bound]);
    json_put_bool(json, "proven", line->is_proven);
    answer_if(json, "winsIn", plies > 0, plies);
    answer_if(json, "losesIn", plies < 0, -plies);
    bool is_exact = line->is_tabled && lud_game_has_score(game);
    answer_if(json, "exactLeast", is_exact, line->seeds_least);
    answer_if(json, "exactMost", is_exact, line->seeds_most);
    json_put_integer(json, "depth", line->depth);
    answer_line_moves(json, game, s, line);
    json_close(json, '}');
}

static void answer_remark(Json *json, const LudRemark *remark)
{
    json_open(json, '{');
    json_put_string(json, "key", remark->text);
    json_name(json, "args");
    json_open(json, '[');
    for (int i = 0; i < 2; i++)
        json_integer(json, remark->number[i]);
    json_close(json, ']');
    json_close(json, '}');
}

/* -- a move, a hint ---------------------------------------------------------------------------- */

LudStatus wasm_choose(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudPlayerSpec player;
    LudChoice choice;
    char text[LUD_PLAYER_TEXT], seed[24];
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, text, sizeof text);
    LudLimits limits = read_limits(request);
    request_text(request, seed, sizeof seed);
    status = lud_player_spec_parse(text, &player, err);
    player.memory_bytes = 0;
    player.threads = 1;
    if (status != LUD_OK)
        return status;
    lud_engine_seed(engine, strtoull(seed, NULL, 10));
    status = lud_engine_choose(engine, &player, play, has_limit(&limits) ? &limits : NULL, NULL,
                               &choice, err);
    if (status != LUD_OK)
        return status;
    const LudGame *game = lud_play_rules(play)->game;
    const LudFindings *found = &choice.findings;
    json_open(json, '{');
    answer_move(json, "move", game, lud_play_state(play), choice.move);
    json_name(json, "chance");
    if (found->line_count > 0)
        json_real(json, lud_value_chance(game, found->lines[0].value));
    else
        json_null(json);
    json_close(json, '}');
    return LUD_OK;
}

LudStatus wasm_hint(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudHint hint;
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    LudLimits limits = read_limits(request);
    status = lud_engine_hint(engine, play, has_limit(&limits) ? &limits : NULL, &hint, err);
    if (status != LUD_OK)
        return status;
    const LudGame *game = lud_play_rules(play)->game;
    json_open(json, '{');
    json_name(json, "best");
    answer_line(json, game, lud_play_state(play), &hint.line);
    answer_unit(json, game);
    json_name(json, "remarks");
    json_open(json, '[');
    for (int i = 0; i < hint.remark_count; i++)
        answer_remark(json, &hint.remarks[i]);
    json_close(json, ']');
    json_close(json, '}');
    return LUD_OK;
}

/* -- analysis ---------------------------------------------------------------------------------- */

static void answer_findings(Json *json, const LudPlay *play, const LudFindings *found)
{
    const LudGame *game = lud_play_rules(play)->game;
    json_open(json, '{');
    answer_unit(json, game);
    json_put_integer(json, "depth", found->depth);
    json_put_integer(json, "nodes", (int64_t)found->nodes);
    json_put_integer(json, "ms", found->ms);
    json_name(json, "lines");
    json_open(json, '[');
    for (int i = 0; i < found->line_count; i++)
        answer_line(json, game, lud_play_state(play), &found->lines[i]);
    json_close(json, ']');
    json_put_null(json, "rolls");
    json_put_null(json, "chance");
    json_close(json, '}');
}

static Json told; /* what goes out while the answer is still being worked on */

static void found_more(void *context, const LudFindings *found)
{
    json_clear(&told);
    answer_findings(&told, context, found);
    if (!told.has_failed)
        wasm_host_progress(told.bytes, told.length);
}

/* What is best after each roll. */
typedef struct Rolls {
    LudChance chances[LUD_MAX_CHANCES];
    LudLine best[LUD_MAX_CHANCES];
    int count, done, depth;
    uint64_t nodes;
    int64_t ms;
} Rolls;

static void answer_roll(Json *json, const LudPlay *play, const Rolls *rolls, int index)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudState *s = lud_play_state(play);
    char total[LUD_MOVE_TEXT];
    LudState rolled;
    game->text.move_print(s, rolls->chances[index].move, total);
    lud_state_copy(game, &rolled, s);
    game->rules.apply(&rolled, rolls->chances[index].move);
    json_open(json, '{');
    json_put_integer(json, "total", strtol(total, NULL, 10));
    json_put_integer(json, "weight", rolls->chances[index].weight);
    json_name(json, "best");
    answer_line(json, game, &rolled, &rolls->best[index]);
    json_close(json, '}');
}

/* The mean is told once it is one over all rolls. */
static void answer_rolls(Json *json, const LudPlay *play, const Rolls *rolls)
{
    const LudGame *game = lud_play_rules(play)->game;
    double sum = 0, weights = 0;
    json_open(json, '{');
    answer_unit(json, game);
    json_put_integer(json, "depth", rolls->depth);
    json_put_integer(json, "nodes", (int64_t)rolls->nodes);
    json_put_integer(json, "ms", rolls->ms);
    json_name(json, "lines");
    json_open(json, '[');
    json_close(json, ']');
    json_name(json, "rolls");
    json_open(json, '[');
    for (int i = 0; i < rolls->done; i++) {
        sum += rolls->chances[i].weight * lud_value_chance(game, rolls->best[i].value);
        weights += rolls->chances[i].weight;
        answer_roll(json, play, rolls, i);
    }
    json_close(json, ']');
    if (rolls->done == rolls->count)
        json_put_real(json, "chance", sum / weights);
    else
        json_put_null(json, "chance");
    json_close(json, '}');
}

static LudStatus analyse_roll(const LudPlay *play, const LudLimits *limits, Rolls *rolls,
                              LudError *err)
{
    LudFindings found;
    LudPlay *rolled = lud_play_copy(play);
    if (!rolled)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    LudStatus status = lud_play_move(rolled, rolls->chances[rolls->done].move, err);
    if (status == LUD_OK)
        status = lud_engine_analyse(engine, rolled, limits, 1, NULL, &found, err);
    if (status == LUD_OK) {
        rolls->best[rolls->done++] = found.lines[0];
        bool is_least = rolls->done == 1 || found.depth < rolls->depth;
        rolls->depth = is_least ? found.depth : rolls->depth;
        rolls->nodes += found.nodes;
        rolls->ms += found.ms;
    }
    lud_play_free(rolled);
    return status;
}

/* Every total is answered, for an equal share of what is allowed. */
static LudStatus analyse_rolls(const LudPlay *play, LudLimits limits, Json *json, LudError *err)
{
    const LudGame *game = lud_play_rules(play)->game;
    Rolls *rolls = calloc(1, sizeof *rolls);
    if (!rolls)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    rolls->count = game->chance->outcomes(lud_play_state(play), rolls->chances);
    limits.move_ms = limits.move_ms > 0 ? 1 + limits.move_ms / rolls->count : 0;
    limits.nodes = limits.nodes > 0 ? 1 + limits.nodes / (uint64_t)rolls->count : 0;
    if (!has_limit(&limits))
        limits.move_ms = LUD_ANALYSIS_MS / rolls->count;
    LudStatus status = LUD_OK;
    while (status == LUD_OK && rolls->done < rolls->count && !wasm_host_is_interrupted()) {
        status = analyse_roll(play, &limits, rolls, err);
        json_clear(&told);
        answer_rolls(&told, play, rolls);
        if (status == LUD_OK && !told.has_failed)
            wasm_host_progress(told.bytes, told.length);
    }
    if (status == LUD_OK)
        answer_rolls(json, play, rolls);
    free(rolls);
    return status;
}

LudStatus wasm_analyse(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudFindings found = {0};
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    int count = (int)request_number(request);
    LudLimits limits = read_limits(request);
    if (lud_play_turn(play) == LUD_CHANCE)
        return analyse_rolls(play, limits, json, err);
    LudObserver observer = {found_more, play};
    if (lud_play_turn(play) != LUD_OVER)
        status = lud_engine_analyse(engine, play, &limits, count, &observer, &found, err);
    if (status == LUD_OK)
        answer_findings(json, play, &found);
    return status;
}

/* -- review ------------------------------------------------------------------------------------ */

static bool reviewed_more(void *context, int done, int total)
{
    (void)context;
    json_clear(&told);
    json_open(&told, '{');
    json_put_integer(&told, "done", done);
    json_put_integer(&told, "total", total);
    json_close(&told, '}');
    if (!told.has_failed)
        wasm_host_progress(told.bytes, told.length);
    return !wasm_host_is_interrupted();
}

static void answer_chances(Json *json, const char *name, const double *chance, int sides)
{
    json_name(json, name);
    json_open(json, '[');
    for (int i = 0; i < sides; i++)
        json_real(json, chance[i]);
    json_close(json, ']');
}

/* What is said of moves only; null of rolls. */
static void answer_judged_move(Json *json, const LudGame *game, const LudState *s,
                               const LudJudgement *ply)
{
    static const char *const marks[] = {"best",    "good",    "inaccuracy",
                                        "mistake", "blunder", "forced"};
    json_put_null(json, "luck");
    json_put_string(json, "mark", marks[ply->mark]);
    json_put_real(json, "loss", ply->loss);
    answer_value(json, "valueBest", game, ply->value_best);
    answer_value(json, "valuePlayed", game, ply->value_played);
    json_name(json, "best");
    answer_line(json, game, s, &ply->best);
    json_name(json, "remark");
    if (ply->remark.text)
        answer_remark(json, &ply->remark);
    else
        json_null(json);
}

static void answer_judged_roll(Json *json, const LudJudgement *ply)
{
    static const char *const nothing[] = {"mark",        "loss", "valueBest",
                                          "valuePlayed", "best", "remark"};
    json_put_real(json, "luck", ply->luck);
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        json_put_null(json, nothing[i]);
}

static void answer_judgement(Json *json, const LudPlay *play, const LudReview *review, int index)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudJudgement *ply = &review->plies[index];
    LudState s;
    lud_play_state_at(play, ply->ply, &s);
    json_open(json, '{');
    json_put_integer(json, "ply", ply->ply + 1);
    json_put_integer(json, "seat", ply->seat);
    json_put_string(json, "kind", ply->is_roll ? "roll" : "move");
    answer_move(json, "move", game, &s, lud_play_history(play)[ply->ply]);
    json_put_real(json, "chanceBefore", ply->chance_before);
    json_put_real(json, "chanceAfter", ply->chance_after);
    answer_chances(json, "chances", ply->chance, review->sides);
    json_put_bool(json, "turningPoint", ply->is_turning_point);
    if (ply->is_roll)
        answer_judged_roll(json, ply);
    else
        answer_judged_move(json, game, &s, ply);
    json_close(json, '}');
}

static void answer_side(Json *json, const LudGame *game, const LudSideReview *side)
{
    json_open(json, '{');
    json_put_integer(json, "moves", side->moves);
    json_put_integer(json, "best", side->best);
    json_put_integer(json, "good", side->good);
    json_put_integer(json, "inaccuracies", side->inaccuracies);
    json_put_integer(json, "mistakes", side->mistakes);
    json_put_integer(json, "blunders", side->blunders);
    json_put_integer(json, "forced", side->forced);
    json_put_real(json, "accuracy", side->accuracy);
    json_put_real(json, "meanLoss", side->mean_loss);
    if (game->chance)
        json_put_real(json, "luck", side->luck);
    else
        json_put_null(json, "luck");
    json_put_real(json, "skill", side->skill);
    json_close(json, '}');
}

LudStatus wasm_review(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudReview *review;
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    LudLimits limits = read_limits(request);
    status = lud_engine_review(engine, play, has_limit(&limits) ? &limits : NULL, reviewed_more,
                               NULL, &review, err);
    if (status != LUD_OK)
        return status;
    const LudGame *game = lud_play_rules(play)->game;
    json_open(json, '{');
    answer_unit(json, game);
    answer_chances(json, "startChances", review->start_chance, review->sides);
    json_name(json, "plies");
    json_open(json, '[');
    for (int i = 0; i < review->ply_count; i++)
        answer_judgement(json, play, review, i);
    json_close(json, ']');
    json_name(json, "sides");
    json_open(json, '[');
    for (int i = 0; i < review->sides; i++)
        answer_side(json, game, &review->side[i]);
    json_close(json, ']');
    json_close(json, '}');
    lud_review_free(review);
    return LUD_OK;
}

/* -- tables ------------------------------------------------------------------------------------ */

/* One more piece of the small tables for these rules; true while there are more to come. */
LudStatus wasm_hold_tables(Request *request, Json *json, LudError *err)
{
    char name[LUD_RULES_TEXT];
    LudRules rules;
    bool has_more;
    request_text(request, name, sizeof name);
    int64_t wanted = request_number(request);
    int layers = wanted < MOST_LAYERS ? (int)wanted : MOST_LAYERS;
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status == LUD_OK)
        status = make_engine(&rules, err);
    if (status == LUD_OK)
        status = lud_engine_hold_tables(engine, layers, &has_more, err);
    if (status == LUD_OK)
        json_bool(json, has_more);
    return status;
}
