/* What the engine found, advised and judged. */
#include <ludoteca/json.h>

#include <math.h>
#include <stdio.h>

#include "wire/json_parts.h"

/* Chances and accuracies to so many places as mean anything; shorter to read, too. */
static double rounded(double number)
{
    return round(number * 1e4) / 1e4;
}

/* -- lines ---------------------------------------------------------------------------------------
 */

/* The value in the game's unit where people count in one, and always as a chance. */
static void put_value(Json *json, const LudGame *game, const char *name, int value)
{
    bool is_decided = value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON;
    if (lud_judging(game)->unit && !is_decided)
        json_put_real(json, name, rounded(value / 100.0));
    else
        json_put_null(json, name);
}

/* What tables of perfect play say. */
static void put_table(Json *json, const LudGame *game, const LudLine *line)
{
    int least = line->final_least, most = line->final_most;
    if (!lud_game_has_score(game)) {
        json_put_text(json, "table", least > 0 ? "won" : least < 0 ? "lost" : "drawn");
        return;
    }
    json_put_known(json, "exact_seeds", least == most, least);
    json_put_integer(json, "seeds_least", least);
    json_put_integer(json, "seeds_most", most);
    json_put_bool(json, "safe", line->is_safe);
}

/* How far away a proven end is: in plies, and in turns of the side to move. */
static void put_distance(Json *json, const LudGame *game, const LudState *s, const LudLine *line)
{
    int plies = game->chance ? 0 : lud_value_plies(line->value);
    if (plies == 0)
        return;
    json_put_integer(json, plies > 0 ? "wins_in" : "loses_in", plies > 0 ? plies : -plies);
    json_put_integer(json, "turns", lud_line_turns(game, s, line, game->rules.turn(s) % 2));
}

static void write_line(Json *json, const LudGame *game, const LudState *s, const LudLine *line)
{
    static const char *const bounds[] = {"exact", "lower", "upper"};
    json_open(json, '{');
    if (line->length > 0)
        json_put_move(json, "move", game, s, line->move[0]);
    put_value(json, game, "value", line->value);
    json_put_real(json, "chance", rounded(lud_value_chance(game, line->value)));
    json_put_text(json, "bound", bounds[line->bound]);
    json_put_bool(json, "proven", line->is_proven);
    put_distance(json, game, s, line);
    if (line->is_tabled)
        put_table(json, game, line);
    json_put_integer(json, "depth", line->depth);
    json_put_integer(json, "selective_depth", line->selective_depth);
    json_put_line(json, game, s, line);
    json_close(json, '}');
}

static void write_remark(Json *json, const LudRemark *remark)
{
    char number[2][16], text[512];
    LudError message;
    for (int i = 0; i < 2; i++)
        snprintf(number[i], sizeof number[i], "%d", remark->number[i]);
    lud_error_set(&message, LUD_OK, remark->text, number[0], number[1], (char *)NULL);
    lud_error_text(&message, NULL, text, sizeof text);
    json_open(json, '{');
    json_put_text(json, "text", text);
    json_put_text(json, "key", remark->text);
    json_put_open(json, "numbers", '[');
    for (int i = 0; i < 2; i++)
        json_write_integer(json, remark->number[i]);
    json_close(json, ']');
    json_close(json, '}');
}

/* -- analyse, hint -------------------------------------------------------------------------------
 */

static void begin(Json *json, const LudRules *rules, const char *name, const LudState *s)
{
    json_begin(json, rules);
    json_put_state(json, name, rules->game, s);
    const LudUnit *unit = lud_judging(rules->game)->unit;
    json_put_text(json, "unit", unit ? unit->name : "chance");
}

static void put_effort(Json *json, const LudFindings *findings)
{
    int64_t ms = findings->ms;
    json_put_integer(json, "depth", findings->depth);
    json_put_integer(json, "nodes", (int64_t)findings->nodes);
    json_put_integer(json, "ms", ms);
    json_put_known(json, "nodes_per_second", ms > 0,
                   ms > 0 ? (int64_t)(findings->nodes * 1000 / (uint64_t)ms) : 0);
}

char *lud_json_analysis(const LudRules *rules, const LudState *position,
                        const LudFindings *findings)
{
    Json json = {0};
    begin(&json, rules, "position", position);
    put_effort(&json, findings);
    json_put_open(&json, "lines", '[');
    for (int i = 0; i < findings->line_count; i++)
        write_line(&json, rules->game, position, &findings->lines[i]);
    json_close(&json, ']');
    return json_end(&json);
}

static void write_roll(Json *json, const LudGame *game, const LudState *position,
                       const LudRollAnswer *answer)
{
    LudState rolled;
    lud_state_copy(game, &rolled, position);
    game->rules.apply(&rolled, answer->chance.move);
    json_open(json, '{');
    json_put_move(json, "roll", game, position, answer->chance.move);
    json_put_integer(json, "weight", answer->chance.weight);
    json_name(json, "best");
    write_line(json, game, &rolled, &answer->best);
    json_close(json, '}');
}

static void put_cells(Json *json, const LudOutlook *outlook)
{
    json_put_open(json, "cells", '[');
    for (int i = 0; i < outlook->cell_count; i++) {
        const LudCellOutlook *cell = &outlook->cells[i];
        json_open(json, '{');
        json_put_text(json, "cell", cell->name);
        json_put_real(json, "chance", rounded(cell->chance));
        json_put_integer(json, "weight", cell->weight);
        json_close(json, '}');
    }
    json_close(json, ']');
}

char *lud_json_outlook(const LudRules *rules, const LudState *position, const LudOutlook *outlook)
{
    Json json = {0};
    LudFindings all = {.depth = outlook->depth, .nodes = outlook->nodes, .ms = outlook->ms};
    begin(&json, rules, "position", position);
    json_put_real(&json, "chance", rounded(outlook->chance));
    put_effort(&json, &all);
    json_put_open(&json, "rolls", '[');
    for (int i = 0; i < outlook->roll_count; i++)
        write_roll(&json, rules->game, position, &outlook->rolls[i]);
    json_close(&json, ']');
    put_cells(&json, outlook);
    return json_end(&json);
}

char *lud_json_hint(const LudRules *rules, const LudState *position, const LudHint *hint)
{
    Json json = {0};
    begin(&json, rules, "position", position);
    json_name(&json, "best");
    write_line(&json, rules->game, position, &hint->line);
    json_put_open(&json, "remarks", '[');
    for (int i = 0; i < hint->remark_count; i++)
        write_remark(&json, &hint->remarks[i]);
    json_close(&json, ']');
    return json_end(&json);
}

char *lud_json_choice(const LudRules *rules, const LudState *position, const LudChoice *choice)
{
    Json json = {0};
    const LudFindings *found = &choice->findings;
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, position);
    json_put_move(&json, "move", rules->game, position, choice->move);
    if (found->line_count > 0)
        json_put_real(&json, "chance",
                      rounded(lud_value_chance(rules->game, found->lines[0].value)));
    else
        json_put_null(&json, "chance");
    return json_end(&json);
}

/* -- review --------------------------------------------------------------------------------------
 */

static const char *mark_name(LudMark mark)
{
    static const char *const names[] = {"best",    "good",    "inaccuracy",
                                        "mistake", "blunder", "forced"};
    return names[mark];
}

static void put_numbers(Json *json, const char *name, const double *number, int sides)
{
    json_put_open(json, name, '[');
    for (int i = 0; i < sides; i++)
        json_write_real(json, rounded(number[i]));
    json_close(json, ']');
}

static void put_judged_move(Json *json, const LudGame *game, const LudState *s,
                            const LudJudgement *ply)
{
    json_put_text(json, "mark", mark_name(ply->mark));
    json_put_real(json, "loss", rounded(ply->loss));
    put_value(json, game, "value_best", ply->value_best);
    put_value(json, game, "value_played", ply->value_played);
    if (ply->is_exact) {
        json_put_integer(json, "exact_best", ply->exact_best);
        json_put_integer(json, "exact_played", ply->exact_played);
    }
    if (ply->gift != LUD_GIFT_NONE)
        json_put_text(json, "gift", lud_gift_name(ply->gift));
    json_name(json, "best");
    write_line(json, game, s, &ply->best);
    if (ply->remark.text) {
        json_name(json, "remark");
        write_remark(json, &ply->remark);
    }
}

/* `s` is the position before the ply. */
static void write_judgement(Json *json, const LudGame *game, const LudState *s, LudMove played,
                            const LudJudgement *ply, int sides)
{
    json_open(json, '{');
    json_put_integer(json, "ply", ply->ply + 1);
    json_put_seat(json, "seat", ply->seat);
    json_put_text(json, "kind", ply->is_roll ? "roll" : "move");
    json_put_move(json, "move", game, s, played);
    json_put_real(json, "chance_before", rounded(ply->chance_before));
    json_put_real(json, "chance_after", rounded(ply->chance_after));
    put_numbers(json, "chances", ply->chance, sides);
    json_put_bool(json, "turning_point", ply->is_turning_point);
    if (game->chance) {
        put_numbers(json, "luck_so_far", ply->luck_so_far, sides);
        put_numbers(json, "skill_so_far", ply->skill_so_far, sides);
    }
    if (ply->is_roll)
        json_put_real(json, "luck", rounded(ply->luck));
    else
        put_judged_move(json, game, s, ply);
    json_close(json, '}');
}

static void put_if(Json *json, const char *name, bool is_known, double number)
{
    if (is_known)
        json_put_real(json, name, rounded(number));
    else
        json_put_null(json, name);
}

static void write_side(Json *json, const LudGame *game, const LudReview *review, int index)
{
    const LudSideReview *side = &review->side[index];
    json_open(json, '{');
    json_put_text(json, "name", game->side_names[index]);
    json_put_integer(json, "moves", side->moves);
    json_put_integer(json, "best", side->best);
    json_put_integer(json, "good", side->good);
    json_put_integer(json, "inaccuracies", side->inaccuracies);
    json_put_integer(json, "mistakes", side->mistakes);
    json_put_integer(json, "blunders", side->blunders);
    json_put_integer(json, "forced", side->forced);
    json_put_real(json, "accuracy", rounded(side->accuracy));
    json_put_integer(json, "exact", side->exact);
    json_put_integer(json, "exact_kept", side->exact_kept);
    json_put_integer(json, "exact_lost", side->exact_lost);
    json_put_integer(json, "gifts", side->gifts);
    json_put_real(json, "mean_loss", rounded(side->mean_loss));
    json_put_real(json, "random_loss", rounded(side->random_loss));
    put_if(json, "luck", game->chance, side->luck);
    json_put_real(json, "skill", rounded(side->skill));
    put_if(json, "luck_of_all", game->chance, side->luck_of_all);
    json_put_real(json, "skill_of_all", rounded(side->skill_of_all));
    json_put_real(json, "drift", rounded(side->drift));
    put_if(json, "luck_adjusted", game->chance && side->result >= 0, side->luck_adjusted);
    if (side->play_class == LUD_CLASS_NONE)
        json_put_null(json, "class");
    else
        json_put_text(json, "class", lud_play_class_name(side->play_class));
    json_close(json, '}');
}

static void put_plies(Json *json, const LudPlay *play, const LudReview *review)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    int next = 0;
    json_put_open(json, "plies", '[');
    for (int i = 0; i < lud_play_length(play); i++) {
        if (next < review->ply_count && review->plies[next].ply == i)
            write_judgement(json, game, &s, history[i], &review->plies[next++], review->sides);
        if (history[i] == LUD_NO_MOVE)
            game->rules.skip(&s);
        else
            game->rules.apply(&s, history[i]);
    }
    json_close(json, ']');
}

char *lud_json_review(const LudPlay *play, const LudReview *review)
{
    const LudRules *rules = lud_play_rules(play);
    Json json = {0};
    LudResult result;
    begin(&json, rules, "start", lud_play_start(play));
    json_put_open(&json, "sides", '[');
    for (int i = 0; i < review->sides; i++)
        write_side(&json, rules->game, review, i);
    json_close(&json, ']');
    put_numbers(&json, "start_chances", review->start_chance, review->sides);
    put_plies(&json, play, review);
    lud_play_result(play, &result);
    json_put_result(&json, "result", rules->game, &result);
    return json_end(&json);
}
