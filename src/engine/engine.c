/* The engine as an object: its searches, and how a request is stopped. */
#include "engine/engine_object.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/play_object.h"
#include "core/settings.h"
#include "engine/book_oracle.h"
#include "engine/engine_ending.h"
#include "engine/engine_tables.h"
#include "engine/perfect.h"
#include "search/search_object.h"

static const size_t USUAL_BYTES = (size_t)64 << 20;
/* Enough for what levels visit, and quick to wipe before every move. */
static const size_t LEVEL_BYTES = (size_t)4 << 20;

LudStatus engine_no_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

LudStatus lud_engine_new(LudEngine **result, const LudRules *rules, const LudEngineOptions *options,
                         LudError *err)
{
    LudEngineOptions taken;
    LudStatus status = settings_take(&taken, sizeof taken, options, err);
    if (status != LUD_OK)
        return status;
    if (lud_weights_missing(rules))
        return lud_error_set(err, LUD_ENOTNOW,
                             "What was learnt about {1} has not been brought yet.",
                             rules->game->name, (char *)NULL);
    LudEngine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return engine_no_memory(err);
    engine->rules = *rules;
    engine->game = rules->game;
    engine->memory_bytes = taken.memory_bytes ? taken.memory_bytes : USUAL_BYTES;
    engine->threads = taken.threads > 0 ? taken.threads : 1;
    engine->seed = taken.seed;
    lud_random_seed(&engine->random, taken.seed);
    engine->moves = calloc(LUD_MAX_MOVES, sizeof engine->moves[0]);
    engine->values = calloc(LUD_MAX_MOVES, sizeof engine->values[0]);
    if (!engine->moves || !engine->values) {
        lud_engine_free(engine);
        return engine_no_memory(err);
    }
    engine_tables_begin(engine, &taken);
    bool is_alone = taken.table_path && !taken.table_path[0];
    engine->uses_book = !taken.has_no_book && !is_alone;
    engine->has_strategy =
        engine->uses_book && strategy_find(rules, &engine->strategy, &engine->strategy_fault);
    *result = engine;
    return LUD_OK;
}

void lud_engine_free(LudEngine *engine)
{
    if (!engine)
        return;
    for (int i = 0; i < SEARCH_KINDS; i++)
        lud_search_free(engine->search[i]);
    engine_tables_end(engine);
    strategy_close(&engine->strategy);
    free(engine->perfect_lines);
    free(engine->moves);
    free(engine->values);
    free(engine);
}

void lud_engine_new_game(LudEngine *engine)
{
    for (int i = 0; i < SEARCH_KINDS; i++) {
        if (engine->search[i])
            lud_search_forget(engine->search[i]);
    }
}

/* Monte Carlo search takes its seed when it is made, so it is made anew. */
void lud_engine_seed(LudEngine *engine, uint64_t seed)
{
    engine->seed = seed;
    lud_random_seed(&engine->random, seed);
    lud_search_free(engine->search[SEARCH_MCTS]);
    engine->search[SEARCH_MCTS] = NULL;
}

/* -- stopping ---------------------------------------------------------------------------------- */

/* The flag is raised before `running` is read, and engine_search does it the other way round, both
 * in the one order that all threads agree on, so one of the two sees the other. */
void lud_engine_stop(LudEngine *engine)
{
    atomic_store(&engine->is_stopped, true);
    LudSearch *search = atomic_load(&engine->running);
    if (search)
        lud_search_stop(search);
}

void lud_engine_ponder_hit(LudEngine *engine)
{
    atomic_store(&engine->is_ponder_hit, true);
    LudSearch *search = atomic_load(&engine->running);
    if (search)
        lud_search_ponder_hit(search);
}

void lud_engine_clear_stop(LudEngine *engine)
{
    engine_finish(engine);
}

void engine_finish(LudEngine *engine)
{
    atomic_store(&engine->is_stopped, false);
    atomic_store(&engine->is_ponder_hit, false);
}

/* -- searching --------------------------------------------------------------------------------- */

static LudSearchOptions search_options(const LudEngine *engine, const EngineTask *task)
{
    LudSearchOptions options = lud_search_options_usual();
    options.seed = engine->seed;
    if (task->has_tables)
        options.oracle = engine_tables_oracle(engine);
    if (task->has_tables && !options.oracle.probe && engine->uses_book)
        options.oracle = book_oracle(engine->game);
    if (task->kind == SEARCH_LEVEL) {
        options.memory_bytes = LEVEL_BYTES;
        return options;
    }
    options.memory_bytes = task->memory_bytes ? task->memory_bytes : engine->memory_bytes;
    options.threads = task->threads > 0 ? task->threads : engine->threads;
    if (task->kind == SEARCH_MCTS)
        options.method = LUD_METHOD_MCTS;
    return options;
}

/* Who asked for much can ask for less. */
static LudStatus refuse_memory(size_t bytes, LudError *err)
{
    char mebibytes[32];
    snprintf(mebibytes, sizeof mebibytes, "%zu", bytes >> 20);
    return lud_error_set(err, LUD_EMEMORY,
                         LUD_MESSAGE("There is not enough memory to search with {1} MiB; give it "
                                     "less."),
                         mebibytes, (char *)NULL);
}

/* The search of that kind, made anew if it should have other memory or threads than before. */
static LudStatus find_search(LudEngine *engine, const EngineTask *task, LudSearch **search,
                             LudError *err)
{
    LudSearchOptions wanted = search_options(engine, task), *made = &engine->made_with[task->kind];
    LudSearch **place = &engine->search[task->kind];
    if (*place && (wanted.memory_bytes != made->memory_bytes || wanted.threads != made->threads ||
                   wanted.oracle.probe != made->oracle.probe)) {
        lud_search_free(*place);
        *place = NULL;
    }
    if (!*place) {
        LudStatus status = lud_search_new(place, &engine->rules, &wanted, err);
        if (status == LUD_EMEMORY)
            return refuse_memory(wanted.memory_bytes, err);
        if (status != LUD_OK)
            return status;
        *made = wanted;
        /* A level sees what its depth and its nodes show it. */
        search_switch(*place, (SearchSwitches){.has_no_forcing = task->kind == SEARCH_LEVEL});
    }
    *search = *place;
    return LUD_OK;
}

LudStatus lud_engine_prepare(LudEngine *engine, LudError *err)
{
    EngineTask task = {.kind = SEARCH_STRONG, .has_tables = true}; /* as choosing wants it */
    LudSearch *search;
    return find_search(engine, &task, &search, err);
}

/* An observer between the search and the caller's. */
typedef struct Relay {
    LudEngine *engine;
    LudSearch *search;
    const LudState *root;
    const LudObserver *observer;
} Relay;

/* A ponder hit may have come before the search had begun, and been lost on it: it is repeated. */
static void relay_found(void *context, const LudFindings *findings)
{
    const Relay *relay = context;
    if (atomic_load(&relay->engine->is_ponder_hit))
        lud_search_ponder_hit(relay->search);
    engine_tables_mark(relay->engine, relay->root, relay->search->lines, findings->line_count);
    if (relay->observer && relay->observer->found)
        relay->observer->found(relay->observer->context, findings);
}

static LudStatus run_search(LudEngine *engine, const EngineTask *task, const LudState *root,
                            LudFindings *findings, LudError *err)
{
    LudSearch *search = NULL;
    LudStatus status = find_search(engine, task, &search, err);
    if (status != LUD_OK)
        return status;
    if (task->has_tables && engine_tables_take_stance(engine, root))
        lud_search_forget(search);
    if (task->kind == SEARCH_LEVEL)
        lud_search_forget(search);
    Relay relay = {engine, search, root, task->observer};
    LudTask work = {.size = sizeof work,
                    .root = root,
                    .limits = task->limits,
                    .line_count = task->line_count,
                    .only = task->only,
                    .only_count = task->only_count,
                    .observer = {relay_found, &relay}};
    if (!task->is_apart)
        work.past = play_past(task->play, task->index, &work.past_count);
    if (search->options.oracle.probe)
        engine_tables_look_back(engine->game, task->play, task->index, &work);
    atomic_store(&search->is_stopped, false);
    atomic_store(&engine->running, search);
    if (atomic_load(&engine->is_stopped)) /* not engine_is_stopped: see lud_engine_stop */
        lud_search_stop(search);
    status = lud_search_run(search, &work, findings, err);
    if (status == LUD_OK) {
        engine_tables_mark(engine, root, search->lines, findings->line_count);
        if (task->has_tables)
            engine_tables_settle(engine, search->lines, findings->line_count);
        if (task->ending)
            engine_ending_mark(task->ending, search->lines, findings->line_count);
    }
    atomic_store(&engine->running, NULL);
    return status;
}

/* Where tables tell all there is nothing to search; who wants to be kept waiting gets the same
 * answer when it is over. */
LudStatus engine_search(LudEngine *engine, const EngineTask *task, LudFindings *findings,
                        LudError *err)
{
    LudState root;
    LudStatus status = LUD_OK;
    engine_tables_renew(engine);
    if (task->state)
        lud_state_copy(engine->game, &root, task->state);
    else if (task->index == lud_play_length(task->play))
        lud_state_copy(engine->game, &root, lud_play_state(task->play));
    else
        lud_play_state_at(task->play, task->index, &root);
    bool is_perfect = task->has_tables && perfect_find(engine, task, &root, findings);
    if (is_perfect && task->observer && task->observer->found)
        task->observer->found(task->observer->context, findings);
    if (!is_perfect)
        return run_search(engine, task, &root, findings, err);
    if (task->limits.is_infinite || task->limits.is_ponder) {
        LudFindings searched;
        EngineTask quiet = *task;
        quiet.observer = NULL;
        status = run_search(engine, &quiet, &root, &searched, err);
    }
    return status;
}

/* -- checks ------------------------------------------------------------------------------------ */

LudStatus engine_check_rules(const LudEngine *engine, const LudPlay *play, LudError *err)
{
    const LudRules *rules = lud_play_rules(play);
    size_t used = (size_t)engine->game->option_count * sizeof rules->options.value[0];
    if (rules->game == engine->game &&
        memcmp(rules->options.value, engine->rules.options.value, used) == 0)
        return LUD_OK;
    char mine[LUD_RULES_TEXT], theirs[LUD_RULES_TEXT];
    lud_rules_print(&engine->rules, mine);
    lud_rules_print(rules, theirs);
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("This engine was made for {1}, and the game is {2}: make "
                                     "another engine for it."),
                         mine, theirs, (char *)NULL);
}

LudStatus engine_check(const LudEngine *engine, const LudPlay *play, LudError *err)
{
    LudStatus status = engine_check_rules(engine, play, err);
    if (status != LUD_OK)
        return status;
    int turn = lud_play_turn(play);
    if (turn == LUD_OVER)
        return lud_error_set(err, LUD_EOVER, LUD_MESSAGE("The game is over."), (char *)NULL);
    if (turn == LUD_CHANCE)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("The dice are to be rolled first."),
                             (char *)NULL);
    return LUD_OK;
}

bool engine_has_limit(const LudLimits *limits)
{
    return limits->depth > 0 || limits->nodes > 0 || limits->move_ms > 0 || limits->clock_ms > 0 ||
           limits->is_infinite || limits->is_ponder;
}
