/* What takes thought: moves, hints, analysis, reviews. One engine is kept, for the rules that were
 * asked for last. */
#include <stdlib.h>

#include "wire/json_parts.h"

#include "wasm_host.h"
#include "wasm_request.h"

enum { MEMORY_BYTES = 32 << 20 };

static LudEngine *engine;
static LudRules engine_rules;
/* A strategy that was brought, for whatever engine is made for its rules. */
static struct {
    LudRules rules;
    uint8_t *bytes;
    size_t size;
} strategy;

static bool is_same(const LudRules *a, const LudRules *b)
{
    char x[LUD_RULES_TEXT], y[LUD_RULES_TEXT];
    if (a->game != b->game)
        return false;
    lud_rules_print(a, x);
    lud_rules_print(b, y);
    return strcmp(x, y) == 0;
}

/* The engine for some rules. */
static LudStatus make_engine(const LudRules *rules, LudError *err)
{
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = MEMORY_BYTES, .threads = 1};
    if (engine && is_same(rules, &engine_rules))
        return LUD_OK;
    lud_engine_free(engine);
    engine = NULL;
    engine_rules = *rules;
    LudStatus status = lud_engine_new(&engine, rules, &options, err);
    if (status == LUD_OK && strategy.bytes && is_same(rules, &strategy.rules))
        status = lud_engine_hold_strategy(engine, strategy.bytes, strategy.size, err);
    return status;
}

LudStatus wasm_engine(const LudRules *rules, LudEngine **made, LudError *err)
{
    LudStatus status = make_engine(rules, err);
    *made = engine;
    return status;
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

/* -- a move, a hint ---------------------------------------------------------------------------- */

LudStatus wasm_choose(Request *request, char **answer, LudError *err)
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
    *answer = lud_json_choice(lud_play_rules(play), lud_play_state(play), &choice);
    return LUD_OK;
}

LudStatus wasm_hint(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudHint hint;
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    LudLimits limits = read_limits(request);
    status = lud_engine_hint(engine, play, has_limit(&limits) ? &limits : NULL, &hint, err);
    if (status == LUD_OK)
        *answer = lud_json_hint(lud_play_rules(play), lud_play_state(play), &hint);
    return status;
}

/* -- analysis ---------------------------------------------------------------------------------- */

/* What goes out while the answer is still being worked on. */
static void tell(char *text)
{
    if (text)
        wasm_host_progress(text, strlen(text));
    lud_free(text);
}

static void found_more(void *context, const LudFindings *found)
{
    const LudPlay *play = context;
    tell(lud_json_analysis(lud_play_rules(play), lud_play_state(play), found));
}

static void looked_further(void *context, const LudOutlook *outlook)
{
    const LudPlay *play = context;
    tell(lud_json_outlook(lud_play_rules(play), lud_play_state(play), outlook));
}

static LudStatus analyse_rolls(LudPlay *play, const LudLimits *limits, char **answer, LudError *err)
{
    LudOutlook *outlook = calloc(1, sizeof *outlook);
    if (!outlook)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    LudStatus status = lud_engine_outlook(engine, play, limits, looked_further, play, outlook, err);
    if (status == LUD_OK)
        *answer = lud_json_outlook(lud_play_rules(play), lud_play_state(play), outlook);
    free(outlook);
    return status;
}

LudStatus wasm_analyse(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudFindings found = {0};
    LudStatus status = begin(request, &play, err);
    if (status != LUD_OK)
        return status;
    int count = (int)request_number(request);
    LudLimits limits = read_limits(request);
    if (lud_play_turn(play) == LUD_CHANCE)
        return analyse_rolls(play, &limits, answer, err);
    LudObserver observer = {found_more, play};
    if (lud_play_turn(play) != LUD_OVER)
        status = lud_engine_analyse(engine, play, &limits, count, &observer, &found, err);
    if (status == LUD_OK)
        *answer = lud_json_analysis(lud_play_rules(play), lud_play_state(play), &found);
    return status;
}

/* -- review ------------------------------------------------------------------------------------ */

static bool reviewed_more(void *context, int done, int total)
{
    Json json = {0};
    (void)context;
    json_begin(&json, NULL);
    json_put_integer(&json, "done", done);
    json_put_integer(&json, "total", total);
    tell(json_end(&json));
    return !wasm_host_is_interrupted();
}

LudStatus wasm_review(Request *request, char **answer, LudError *err)
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
    *answer = lud_json_review(play, review);
    lud_review_free(review);
    return LUD_OK;
}

/* -- strategies -------------------------------------------------------------------------------- */

LudStatus wasm_hold_strategy(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudStatus status = request_rules(request, &rules, err);
    Piece bytes = request_piece(request);
    if (status == LUD_OK)
        status = make_engine(&rules, err);
    if (status == LUD_OK)
        status = lud_engine_hold_strategy(engine, bytes.bytes, bytes.size, err);
    if (status != LUD_OK)
        return status;
    free(strategy.bytes);
    strategy.rules = rules;
    strategy.size = bytes.size;
    strategy.bytes = malloc(bytes.size);
    if (strategy.bytes)
        memcpy(strategy.bytes, bytes.bytes, bytes.size);
    Json json = {0};
    json_begin(&json, &rules);
    *answer = json_end(&json);
    return LUD_OK;
}

/* -- weights ----------------------------------------------------------------------------------- */

static void tell_missing(const LudRules *rules, char **answer)
{
    const char *name = lud_weights_missing(rules);
    Json json = {0};
    json_begin(&json, rules);
    if (name)
        json_put_text(&json, "weights", name);
    else
        json_put_null(&json, "weights");
    *answer = json_end(&json);
}

LudStatus wasm_missing(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudStatus status = request_rules(request, &rules, err);
    if (status == LUD_OK)
        tell_missing(&rules, answer);
    return status;
}

LudStatus wasm_hold_weights(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudStatus status = request_rules(request, &rules, err);
    Piece bytes = request_piece(request);
    if (status == LUD_OK)
        status = lud_weights_hold(&rules, bytes.bytes, bytes.size, err);
    if (status == LUD_OK)
        tell_missing(&rules, answer);
    return status;
}
