/* A search as an object: its method, its task, its limits. */
#include "search/search_object.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock_time.h"
#include "core/settings.h"
#include "search/time_plan.h"

static bool is_plain_duel(const LudRules *rules)
{
    LudState start;
    lud_rules_start(rules, &start);
    return !rules->game->chance && rules->game->rules.sides(&start) == 2;
}

static const SearchMethod *find_method(const LudRules *rules, LudMethod method)
{
    switch (method) {
    case LUD_METHOD_ALPHABETA:
        return is_plain_duel(rules) ? &alphabeta_method : NULL;
    case LUD_METHOD_PROOF:
        return is_plain_duel(rules) ? &proof_method : NULL;
    case LUD_METHOD_EXPECTIMAX:
        return &expectimax_method;
    case LUD_METHOD_MCTS:
        return &mcts_method;
    case LUD_METHOD_AUTO:
        break;
    }
    return is_plain_duel(rules) ? &alphabeta_method : &expectimax_method;
}

static const SearchMethod *method_of(const LudSearch *search)
{
    return find_method(&search->rules, search->options.method);
}

/* Takes what is too little or too much as the nearest that is not. */
static void limit_options(LudSearchOptions *options)
{
    if (options->memory_bytes < LUD_MEMORY_LEAST)
        options->memory_bytes = LUD_MEMORY_LEAST;
    if (options->threads < 1)
        options->threads = 1;
    if (options->threads > LUD_THREADS_MOST)
        options->threads = LUD_THREADS_MOST;
}

LudStatus lud_search_new(LudSearch **result, const LudRules *rules, const LudSearchOptions *options,
                         LudError *err)
{
    LudSearchOptions taken;
    LudStatus status = settings_take(&taken, sizeof taken, options, err);
    if (status != LUD_OK)
        return status;
    const SearchMethod *method = find_method(rules, taken.method);
    if (!method)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("This way to search is for two sides without dice, and "
                                         "{1} has more; leave the choice to the program."),
                             rules->game->name, (char *)NULL);
    LudSearch *search = calloc(1, sizeof *search);
    if (search) {
        search->rules = *rules;
        search->game = rules->game;
        search->judging = lud_judging(rules->game);
        search->options = taken;
        limit_options(&search->options);
        search->root_moves = calloc(LUD_MAX_MOVES, sizeof search->root_moves[0]);
    }
    if (!search || !search->root_moves || !method->begin(search)) {
        if (search)
            free(search->root_moves);
        free(search);
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    }
    *result = search;
    return LUD_OK;
}

void lud_search_free(LudSearch *search)
{
    if (!search)
        return;
    method_of(search)->end(search);
    free(search->root_moves);
    free(search->lines);
    free(search);
}

void search_switch(LudSearch *search, SearchSwitches switches)
{
    search->switches = switches;
}

void lud_search_forget(LudSearch *search)
{
    method_of(search)->forget(search);
}

static bool is_among(LudMove m, const LudMove *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* Lists the moves to consider: all, or those legal ones that the task names. */
static int list_root_moves(LudSearch *search, const LudTask *task)
{
    int listed = search->game->rules.moves(task->root, search->root_moves), count = 0;
    for (int i = 0; i < listed; i++) {
        LudMove m = search->root_moves[i];
        if (!task->only || is_among(m, task->only, task->only_count))
            search->root_moves[count++] = m;
    }
    return count;
}

static LudStatus prepare(LudSearch *search, const LudTask *task, LudError *err)
{
    if (search->game->rules.turn(task->root) < 0)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("Nobody is to move here."),
                             (char *)NULL);
    search->root_count = list_root_moves(search, task);
    if (search->root_count == 0)
        return lud_error_set(err, LUD_EILLEGAL,
                             LUD_MESSAGE("None of the moves to consider is legal."), (char *)NULL);
    LudLine *lines = realloc(search->lines, (size_t)search->root_count * sizeof *lines);
    if (!lines)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    search->lines = lines;
    search->line_count = search->depth = search->patience = 0;
    search->task = task;
    search->wanted = task->line_count < 1 ? 1 : task->line_count;
    if (search->wanted > search->root_count)
        search->wanted = search->root_count;
    atomic_store(&search->nodes, 0);
    time_plan_start(search, method_of(search)->is_gradual);
    /* Last, since a ponder hit may come from now on and moves the times just set. */
    atomic_store(&search->is_hit_taken, false);
    atomic_store(&search->is_pondering, task->limits.is_ponder);
    return LUD_OK;
}

static LudFindings current_findings(LudSearch *search)
{
    return (LudFindings){.lines = search->lines,
                         .line_count = search->line_count,
                         .depth = search->depth,
                         .nodes = atomic_load(&search->nodes),
                         .ms = search_elapsed_us(search) / 1000,
                         .hash_permille = search->hash_permille};
}

LudStatus lud_search_run(LudSearch *search, const LudTask *task, LudFindings *findings,
                         LudError *err)
{
    LudStatus status = settings_take(&search->taken, sizeof search->taken, task, err);
    if (status == LUD_OK)
        status = prepare(search, &search->taken, err);
    if (status == LUD_OK) {
        method_of(search)->run(search);
        *findings = current_findings(search);
    }
    /* A stop that comes now was meant for this run, not for the next one. */
    atomic_store(&search->is_stopped, false);
    atomic_store(&search->is_pondering, false);
    search->task = NULL;
    return status;
}

void lud_search_stop(LudSearch *search)
{
    atomic_store(&search->is_stopped, true);
}

void search_report(LudSearch *search)
{
    const LudObserver *observer = &search->task->observer;
    LudFindings findings = current_findings(search);
    if (observer->found)
        observer->found(observer->context, &findings);
}

double lud_value_chance(const LudGame *game, int value)
{
    if (game->chance)
        return 0.5 + 0.5 * value / LUD_VALUE_CERTAIN;
    if (value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON)
        return value > 0 ? 1 : 0;
    int scale = lud_judging(game)->chance_scale;
    return scale ? 1 / (1 + exp(-(double)value / scale)) : 0.5;
}

int lud_value_plies(int value)
{
    if (value >= LUD_VALUE_WIN_LEAST)
        return LUD_VALUE_WIN - value;
    return value <= -LUD_VALUE_WIN_LEAST ? -(LUD_VALUE_WIN + value) : 0;
}

int lud_line_turns(const LudGame *game, const LudState *root, const LudLine *line, int side)
{
    /* With dice a value is a chance: nothing in it says how soon. */
    int plies = game->chance ? 0 : abs(lud_value_plies(line->value)), turns = 0, last = LUD_OVER;
    LudState s;
    lud_state_copy(game, &s, root);
    for (int i = 0, seat = game->rules.turn(root); i < plies; i++) {
        turns += seat != last && seat % 2 == side;
        last = seat;
        seat = LUD_OVER;
        if (i < line->length && game->rules.turn(&s) >= 0) {
            game->rules.apply(&s, line->move[i]);
            seat = game->rules.turn(&s);
        }
        seat = seat < 0 ? 1 - last % 2 : seat;
    }
    return turns;
}
