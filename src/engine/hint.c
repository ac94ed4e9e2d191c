/* Analysis and advice for the player to move. */
#include "engine/engine_ending.h"

#include <stdlib.h>

/* The caller's limits, or so many milliseconds if there are none. */
static LudLimits limits_or_time(const LudLimits *limits, int64_t move_ms)
{
    if (limits && engine_has_limit(limits))
        return *limits;
    return (LudLimits){.move_ms = move_ms};
}

/* Moves to look at; list NULL: all. */
typedef struct Only {
    const LudMove *list;
    int count;
} Only;

static LudStatus analyse(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                         int line_count, Only only, const LudObserver *observer,
                         LudFindings *findings, LudError *err)
{
    LudStatus status = engine_check(engine, play, err);
    if (status != LUD_OK)
        return status;
    EngineTask task = {.kind = SEARCH_STRONG,
                       .has_tables = true,
                       .play = play,
                       .index = lud_play_length(play),
                       .limits = *limits,
                       .line_count = line_count > 0 ? line_count : LUD_MAX_MOVES,
                       .only = only.list,
                       .only_count = only.count,
                       .observer = observer};
    EndingAnswer ending;
    bool has_ending = engine_ending_find(engine, &task, &ending);
    task.ending = has_ending ? &ending : NULL;
    status = engine_search(engine, &task, findings, err);
    if (has_ending)
        free(ending.move);
    return status;
}

LudStatus lud_engine_analyse(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                             int line_count, const LudObserver *observer, LudFindings *findings,
                             LudError *err)
{
    return lud_engine_analyse_among(engine, play, limits, line_count, NULL, 0, observer, findings,
                                    err);
}

LudStatus lud_engine_analyse_among(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                                   int line_count, const LudMove *only, int only_count,
                                   const LudObserver *observer, LudFindings *findings,
                                   LudError *err)
{
    LudLimits wanted = limits_or_time(limits, LUD_ANALYSIS_MS);
    LudStatus status = analyse(engine, play, &wanted, line_count, (Only){only, only_count},
                               observer, findings, err);
    engine_finish(engine);
    return status;
}

/* Partners may not advise each other, and so nobody does. */
static LudStatus check_no_team(const LudEngine *engine, const LudPlay *play, LudError *err)
{
    const LudState *s = lud_play_state(play);
    if (engine->game->rules.seats(s) <= engine->game->rules.sides(s))
        return LUD_OK;
    return lud_error_set(err, LUD_ENOTNOW,
                         LUD_MESSAGE("In a team game nobody may advise a player: there are no "
                                     "hints."),
                         (char *)NULL);
}

LudStatus lud_engine_hint(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                          LudHint *hint, LudError *err)
{
    LudStatus status = engine_check_rules(engine, play, err);
    if (status == LUD_OK)
        status = check_no_team(engine, play, err);
    LudLimits wanted = limits_or_time(limits, LUD_HINT_MS);
    LudFindings findings;
    /* The second best tells whether the best is the only good one. */
    if (status == LUD_OK)
        status = analyse(engine, play, &wanted, 2, (Only){0}, NULL, &findings, err);
    if (status == LUD_OK) {
        hint->line = findings.lines[0];
        hint->remark_count =
            lud_remarks(&engine->rules, lud_play_state(play), &findings, 0, hint->remarks);
    }
    engine_finish(engine);
    return status;
}
