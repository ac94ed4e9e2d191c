/* What tables know of one position and of each of its moves. */
#include <ludoteca/json.h>

#include "core/tabulation.h"
#include "wire/json_parts.h"

static void put_bool_known(Json *json, const char *name, bool is_known, bool is_true)
{
    if (is_known)
        json_put_bool(json, name, is_true);
    else
        json_put_null(json, name);
}

static void put_answer(Json *json, const LudRules *rules, const LudTableAnswer *answer)
{
    json_put_known(json, "value", answer->has_value, answer->value);
    if (!lud_tables_are_layered(rules)) {
        json_put_known(json, "plies", answer->has_distance, answer->distance);
        return;
    }
    bool has_force = answer->has_force;
    json_put_known(json, "low", answer->has_bounds, answer->low);
    json_put_known(json, "high", answer->has_bounds, answer->high);
    put_bool_known(json, "mover_forces_capture", has_force, answer->mover_forces);
    put_bool_known(json, "opponent_forces_capture", has_force, answer->opponent_forces);
    put_bool_known(json, "capture_possible", has_force, answer->is_capture_possible);
}

/* The final difference, stores included; two nulls where it is not known. */
static void put_range(Json *json, bool is_known, int least, int most)
{
    json_put_known(json, "final_least", is_known, least);
    json_put_known(json, "final_most", is_known, most);
}

static int sign(int difference)
{
    return (difference > 0) - (difference < 0);
}

/* Won, drawn or lost, as far as it is known. */
typedef struct KnownResult {
    bool is_known;
    int sign;
} KnownResult;

enum { LOSES_RESULT, KEEPS_RESULT, MAY_KEEP_RESULT };

/* Writes a move, and tells whether it leaves the result as it is. None betters what the position is
 * worth, so a bound is often enough to know. */
static int write_probed_move(Json *json, const LudRules *rules, LudTables *tables,
                             const LudState *position, LudMove move, KnownResult result)
{
    LudTableAnswer answer;
    int least = 0, most = 0;
    json_open(json, '{');
    json_put_move(json, "move", rules->game, position, move);
    if (!lud_tables_probe_after(tables, position, move, &answer))
        answer = (LudTableAnswer){0};
    put_answer(json, rules, &answer);
    bool is_ranged = lud_tables_range_after(tables, position, move, &least, &most);
    put_range(json, is_ranged, least, most);
    int keeps = !is_ranged || !result.is_known ? MAY_KEEP_RESULT
                : sign(least) >= result.sign   ? KEEPS_RESULT
                : sign(most) < result.sign     ? LOSES_RESULT
                                               : MAY_KEEP_RESULT;
    put_bool_known(json, "keeps_result", keeps != MAY_KEEP_RESULT, keeps == KEEPS_RESULT);
    bool is_safe = false, is_told = lud_tables_safe_after(tables, position, move, &is_safe);
    if (lud_tables_are_layered(rules))
        put_bool_known(json, "safe", is_told, is_safe);
    json_close(json, '}');
    return keeps;
}

/* Each move, and then which one among several alone keeps the result. */
static void put_probed_moves(Json *json, const LudRules *rules, LudTables *tables,
                             const LudState *position, KnownResult result)
{
    LudMove list[LUD_MAX_MOVES];
    bool is_over = rules->game->rules.turn(position) == LUD_OVER;
    int count = is_over ? 0 : rules->game->rules.moves(position, list);
    int keepers = 0, last = 0;
    json_put_open(json, "moves", '[');
    for (int i = 0; i < count; i++) {
        if (write_probed_move(json, rules, tables, position, list[i], result) == LOSES_RESULT)
            continue;
        keepers++;
        last = i;
    }
    json_close(json, ']');
    if (result.is_known && keepers == 1 && count > 1)
        json_put_move(json, "only_move", rules->game, position, list[last]);
    else
        json_put_null(json, "only_move");
}

char *lud_json_table_probe(const LudRules *rules, LudTables *tables, const LudState *position)
{
    const LudGame *game = rules->game;
    Json json = {0};
    LudTableAnswer answer = {0};
    int least = 0, most = 0;
    bool is_over = game->rules.turn(position) == LUD_OVER;
    json_begin(&json, rules);
    json_put_state(&json, "position", game, position);
    json_put_bool(&json, "known", lud_tables_probe(tables, position, &answer));
    put_answer(&json, rules, &answer);
    bool is_ranged = !is_over && lud_tables_range(tables, position, &least, &most);
    put_range(&json, is_ranged, least, most);
    put_probed_moves(&json, rules, tables, position,
                     (KnownResult){is_ranged && sign(least) == sign(most), sign(least)});
    return json_end(&json);
}
