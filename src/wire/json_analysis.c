/* What the engine found, advised and judged. */
#include <ludoteca/json.h>

#include <math.h>
#include <stdio.h>

#include "wire/json_parts.h"

/* Chances and accuracies to so many places as mean anything; shorter to read, too. */
static json_t *rounded(double number)
{
    return json_real(round(number * 1e4) / 1e4);
}

/* -- lines ---------------------------------------------------------------------------------------
 */

static json_t *describe_moves(const LudGame *game, const LudState *s, const LudLine *line)
{
    json_t *moves = json_array();
    LudState at;
    lud_state_copy(game, &at, s);
    for (int i = 0; i < line->length && game->rules.turn(&at) >= 0; i++) {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(&at, line->move[i], text);
        json_array_append_new(moves, json_text(text));
        game->rules.apply(&at, line->move[i]);
    }
    return moves;
}

/* The value in the game's unit where people count in one, and always as a chance. */
static void put_value(json_t *object, const LudGame *game, const char *name, int value)
{
    bool is_decided = value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON;
    const LudUnit *unit = lud_judging(game)->unit;
    json_put(object, name, unit && !is_decided ? rounded(value / 100.0) : json_null());
}

static json_t *describe_line(const LudGame *game, const LudState *s, const LudLine *line)
{
    static const char *const bounds[] = {"exact", "lower", "upper"};
    json_t *object = json_object(), *moves = describe_moves(game, s, line);
    json_put(object, "move", json_incref(json_array_get(moves, 0)));
    put_value(object, game, "value", line->value);
    json_put(object, "chance", rounded(lud_value_chance(game, line->value)));
    json_put(object, "bound", json_text(bounds[line->bound]));
    json_put(object, "proven", json_boolean(line->is_proven));
    int plies = game->chance ? 0 : lud_value_plies(line->value);
    if (plies != 0)
        json_put(object, plies > 0 ? "wins_in" : "loses_in",
                 json_integer(plies > 0 ? plies : -plies));
    if (line->is_tabled && !lud_game_has_score(game)) {
        json_put(object, "table",
                 json_text(line->seeds_least > 0   ? "won"
                           : line->seeds_least < 0 ? "lost"
                                                   : "drawn"));
    } else if (line->is_tabled) {
        json_put(object, "exact_seeds",
                 line->seeds_least == line->seeds_most ? json_integer(line->seeds_least)
                                                       : json_null());
        json_put(object, "seeds_least", json_integer(line->seeds_least));
        json_put(object, "seeds_most", json_integer(line->seeds_most));
    }
    json_put(object, "depth", json_integer(line->depth));
    json_put(object, "selective_depth", json_integer(line->selective_depth));
    json_put(object, "line", moves);
    return object;
}

static json_t *describe_remark(const LudRemark *remark)
{
    char number[2][16], text[512];
    LudError message;
    json_t *object = json_object();
    for (int i = 0; i < 2; i++)
        snprintf(number[i], sizeof number[i], "%d", remark->number[i]);
    lud_error_set(&message, LUD_OK, remark->text, number[0], number[1], (char *)NULL);
    lud_error_text(&message, NULL, text, sizeof text);
    json_put(object, "text", json_text(text));
    json_put(object, "key", json_text(remark->text));
    json_put(object, "numbers", json_pack("[i,i]", remark->number[0], remark->number[1]));
    return object;
}

/* -- analyse, hint -------------------------------------------------------------------------------
 */

static void put_unit(json_t *shape, const LudRules *rules)
{
    const LudUnit *unit = lud_judging(rules->game)->unit;
    json_put(shape, "unit", json_text(unit ? unit->name : "chance"));
}

char *lud_json_analysis(const LudRules *rules, const LudState *position,
                        const LudFindings *findings)
{
    json_t *shape = json_shape(rules), *lines = json_array();
    json_put(shape, "position", json_state(rules->game, position));
    put_unit(shape, rules);
    json_put(shape, "depth", json_integer(findings->depth));
    json_put(shape, "nodes", json_integer((json_int_t)findings->nodes));
    json_put(shape, "ms", json_integer(findings->ms));
    json_put(shape, "nodes_per_second",
             findings->ms > 0
                 ? json_integer((json_int_t)(findings->nodes * 1000 / (uint64_t)findings->ms))
                 : json_null());
    for (int i = 0; i < findings->line_count; i++)
        json_array_append_new(lines, describe_line(rules->game, position, &findings->lines[i]));
    json_put(shape, "lines", lines);
    return json_finish(shape);
}

static json_t *describe_roll(const LudGame *game, const LudState *position,
                             const LudRollAnswer *answer)
{
    json_t *object = json_object();
    char total[LUD_MOVE_TEXT];
    LudState rolled;
    game->text.move_print(position, answer->chance.move, total);
    lud_state_copy(game, &rolled, position);
    game->rules.apply(&rolled, answer->chance.move);
    json_put(object, "roll", json_text(total));
    json_put(object, "weight", json_integer(answer->chance.weight));
    json_put(object, "best", describe_line(game, &rolled, &answer->best));
    return object;
}

char *lud_json_rolls(const LudRules *rules, const LudState *position, const LudRollAnswer *answers,
                     int count)
{
    const LudGame *game = rules->game;
    json_t *shape = json_shape(rules), *rolls = json_array();
    double sum = 0, weights = 0;
    for (int i = 0; i < count; i++) {
        sum += answers[i].chance.weight * lud_value_chance(game, answers[i].best.value);
        weights += answers[i].chance.weight;
        json_array_append_new(rolls, describe_roll(game, position, &answers[i]));
    }
    json_put(shape, "position", json_state(game, position));
    put_unit(shape, rules);
    json_put(shape, "chance", weights > 0 ? rounded(sum / weights) : json_null());
    json_put(shape, "rolls", rolls);
    return json_finish(shape);
}

char *lud_json_hint(const LudRules *rules, const LudState *position, const LudHint *hint)
{
    json_t *shape = json_shape(rules), *remarks = json_array();
    json_put(shape, "position", json_state(rules->game, position));
    put_unit(shape, rules);
    json_put(shape, "best", describe_line(rules->game, position, &hint->line));
    for (int i = 0; i < hint->remark_count; i++)
        json_array_append_new(remarks, describe_remark(&hint->remarks[i]));
    json_put(shape, "remarks", remarks);
    return json_finish(shape);
}

/* -- review --------------------------------------------------------------------------------------
 */

static const char *mark_name(LudMark mark)
{
    static const char *const names[] = {"best",    "good",    "inaccuracy",
                                        "mistake", "blunder", "forced"};
    return names[mark];
}

static json_t *describe_chances(const double *chance, int sides)
{
    json_t *list = json_array();
    for (int i = 0; i < sides; i++)
        json_array_append_new(list, rounded(chance[i]));
    return list;
}

/* `s` is the position before the ply. */
static json_t *describe_judgement(const LudGame *game, const LudState *s, LudMove played,
                                  const LudJudgement *ply, int sides)
{
    char text[LUD_MOVE_TEXT];
    json_t *object = json_object();
    game->text.move_print(s, played, text);
    json_put(object, "ply", json_integer(ply->ply + 1));
    json_put(object, "seat", json_integer(ply->seat + 1));
    json_put(object, "kind", json_text(ply->is_roll ? "roll" : "move"));
    json_put(object, "move", json_text(text));
    json_put(object, "chance_before", rounded(ply->chance_before));
    json_put(object, "chance_after", rounded(ply->chance_after));
    json_put(object, "chances", describe_chances(ply->chance, sides));
    json_put(object, "turning_point", json_boolean(ply->is_turning_point));
    if (ply->is_roll) {
        json_put(object, "luck", rounded(ply->luck));
        return object;
    }
    json_put(object, "mark", json_text(mark_name(ply->mark)));
    json_put(object, "loss", rounded(ply->loss));
    put_value(object, game, "value_best", ply->value_best);
    put_value(object, game, "value_played", ply->value_played);
    json_put(object, "best", describe_line(game, s, &ply->best));
    if (ply->remark.text)
        json_put(object, "remark", describe_remark(&ply->remark));
    return object;
}

static json_t *describe_side(const LudGame *game, const LudReview *review, int index)
{
    const LudSideReview *side = &review->side[index];
    json_t *object = json_object();
    json_put(object, "name", json_text(game->side_names[index]));
    json_put(object, "moves", json_integer(side->moves));
    json_put(object, "best", json_integer(side->best));
    json_put(object, "good", json_integer(side->good));
    json_put(object, "inaccuracies", json_integer(side->inaccuracies));
    json_put(object, "mistakes", json_integer(side->mistakes));
    json_put(object, "blunders", json_integer(side->blunders));
    json_put(object, "forced", json_integer(side->forced));
    json_put(object, "accuracy", rounded(side->accuracy));
    json_put(object, "mean_loss", rounded(side->mean_loss));
    json_put(object, "luck", game->chance ? rounded(side->luck) : json_null());
    json_put(object, "skill", rounded(side->skill));
    return object;
}

static json_t *describe_plies(const LudPlay *play, const LudReview *review)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    json_t *plies = json_array();
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    int next = 0;
    for (int i = 0; i < lud_play_length(play); i++) {
        if (next < review->ply_count && review->plies[next].ply == i)
            json_array_append_new(plies, describe_judgement(game, &s, history[i],
                                                            &review->plies[next++], review->sides));
        if (history[i] == LUD_NO_MOVE)
            game->rules.skip(&s);
        else
            game->rules.apply(&s, history[i]);
    }
    return plies;
}

char *lud_json_review(const LudPlay *play, const LudReview *review)
{
    const LudRules *rules = lud_play_rules(play);
    json_t *shape = json_shape(rules), *sides = json_array();
    json_put(shape, "start", json_state(rules->game, lud_play_start(play)));
    put_unit(shape, rules);
    for (int i = 0; i < review->sides; i++)
        json_array_append_new(sides, describe_side(rules->game, review, i));
    json_put(shape, "sides", sides);
    json_put(shape, "start_chances", describe_chances(review->start_chance, review->sides));
    json_put(shape, "plies", describe_plies(play, review));
    LudResult result;
    lud_play_result(play, &result);
    json_put(shape, "result", json_result(rules->game, &result));
    return json_finish(shape);
}
