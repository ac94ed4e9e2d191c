/* What was solved, and which proofs hold. */
#include <ludoteca/json.h>

#include <stdlib.h>

#include "wire/json_parts.h"

/* Of the unknown: the result that it can't be. */
static void put_excluded(Json *json, const LudSolution *solution)
{
    const LudLine *line = &solution->line;
    if (solution->solved == LUD_SOLVED_UNKNOWN && line->is_proven)
        json_put_text(json, "excluded", line->bound == LUD_BOUND_LOWER ? "loss" : "win");
    else
        json_put_null(json, "excluded");
}

char *lud_json_solution(const LudRules *rules, const LudState *position,
                        const LudSolution *solution)
{
    static const char *const solved[] = {"unknown", "win", "loss", "draw"};
    static const char *const by[] = {"nothing", "force", "proof", "ending"};
    Json json = {0};
    int plies = abs(lud_value_plies(solution->line.value));
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, position);
    json_put_text(&json, "solved", solved[solution->solved]);
    json_put_text(&json, "by", by[solution->by]);
    put_excluded(&json, solution);
    json_put_bool(&json, "no_forced_win", solution->has_no_forced_win);
    json_put_known(&json, "plies_most", solution->solved != LUD_SOLVED_UNKNOWN && plies > 0, plies);
    if (solution->solved != LUD_SOLVED_UNKNOWN && solution->line.length > 0)
        json_put_move(&json, "move", rules->game, position, solution->line.move[0]);
    else
        json_put_null(&json, "move");
    json_put_line(&json, rules->game, position, &solution->line);
    json_put_integer(&json, "nodes", (int64_t)solution->nodes);
    json_put_integer(&json, "ms", solution->ms);
    json_put_bool(&json, "certificate", solution->certificate != NULL);
    return json_end(&json);
}

char *lud_json_proof(const LudProofReport *report)
{
    Json json = {0};
    json_begin(&json, &report->rules);
    json_put_state(&json, "position", report->rules.game, &report->start);
    json_put_bool(&json, "holds", true);
    json_put_integer(&json, "winner", report->winner + 1);
    json_put_integer(&json, "plies_most", report->plies);
    json_put_integer(&json, "nodes", report->nodes);
    json_put_integer(&json, "positions", (int64_t)report->positions);
    return json_end(&json);
}
