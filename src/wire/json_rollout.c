/* What a rollout found. */
#include <ludoteca/json.h>

#include <math.h>

#include "wire/json_parts.h"

/* A rollout knows more places than a search. */
static double rounded(double number)
{
    return round(number * 1e6) / 1e6;
}

static void put_sides(Json *json, const char *name, const double *number, int sides)
{
    json_put_open(json, name, '[');
    for (int i = 0; i < sides; i++)
        json_write_real(json, rounded(number[i]));
    json_close(json, ']');
}

static void write_line(Json *json, const LudGame *game, const LudState *position,
                       const LudRolloutSums *sums, const LudRolloutLine *line)
{
    json_open(json, '{');
    if (line->move != LUD_NO_MOVE)
        json_put_move(json, "move", game, position, line->move);
    json_put_real(json, "chance", rounded(line->chance[sums->side]));
    if (line->error[sums->side] >= 0)
        json_put_real(json, "error", rounded(line->error[sums->side]));
    else
        json_put_null(json, "error");
    json_put_real(json, "low", rounded(line->low));
    json_put_real(json, "high", rounded(line->high));
    put_sides(json, "chances", line->chance, sums->sides);
    json_put_integer(json, "games", line->games);
    json_put_known(json, "plain_games", line->plain_games > 0, line->plain_games);
    json_put_bool(json, "left", line->is_left);
    json_close(json, '}');
}

char *lud_json_rollout(const LudRules *rules, const LudState *position, const LudRolloutSums *sums)
{
    static const char *const ends[] = {"open", "all", "error", "decided"};
    Json json = {0};
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, position);
    json_put_integer(&json, "seed", (int64_t)sums->seed);
    json_put_integer(&json, "games", sums->games);
    json_put_text(&json, "end", ends[sums->end]);
    json_put_open(&json, "rollout", '[');
    for (int i = 0; i < sums->line_count; i++)
        write_line(&json, rules->game, position, sums, &sums->lines[i]);
    json_close(&json, ']');
    return json_end(&json);
}
