#include "wire/json_parts.h"

#include <ludoteca/json.h>

enum { SHAPE_VERSION = 1 };

void json_begin(Json *json, const LudRules *rules)
{
    json_open(json, '{');
    json_put_integer(json, "version", SHAPE_VERSION);
    if (rules)
        json_put_rules(json, "game", rules);
}

char *json_end(Json *json)
{
    json_close(json, '}');
    return json_take(json);
}

LudStatus json_answer(Json *json, char **text, LudError *err)
{
    char *written = json_end(json);
    if (!written)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    *text = written;
    return LUD_OK;
}

void json_put_rules(Json *json, const char *name, const LudRules *rules)
{
    char text[LUD_RULES_TEXT];
    lud_rules_print(rules, text);
    json_put_text(json, name, text);
}

void json_put_state(Json *json, const char *name, const LudGame *game, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    game->text.state_print(s, text);
    json_put_text(json, name, text);
}

void json_put_move(Json *json, const char *name, const LudGame *game, const LudState *s, LudMove m)
{
    char text[LUD_MOVE_TEXT];
    game->text.move_print(s, m, text);
    json_put_text(json, name, text);
}

void json_put_line(Json *json, const LudGame *game, const LudState *s, const LudLine *line)
{
    LudState at;
    lud_state_copy(game, &at, s);
    json_put_open(json, "line", '[');
    for (int i = 0; i < line->length && game->rules.turn(&at) >= 0; i++) {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(&at, line->move[i], text);
        json_write_text(json, text);
        game->rules.apply(&at, line->move[i]);
    }
    json_close(json, ']');
}

void json_put_seat(Json *json, const char *name, int seat)
{
    json_put_known(json, name, seat >= 0, seat + 1);
}

void json_put_result(Json *json, const char *name, const LudGame *game, const LudResult *result)
{
    if (result->reason == LUD_REASON_NONE) {
        json_put_null(json, name);
        return;
    }
    char text[LUD_RESULT_TEXT];
    json_put_open(json, name, '{');
    lud_result_print(result, text);
    json_put_text(json, "result", text);
    if (result->has_score) {
        lud_result_print_score(result, text);
        json_put_text(json, "score", text);
    }
    int winner = lud_result_winner(result);
    json_put_text(json, "winner", winner >= 0 ? game->side_names[winner] : NULL);
    json_put_text(json, "reason", lud_reason_name(result->reason));
    if (result->culprit >= 0)
        json_put_seat(json, "culprit", result->culprit);
    json_close(json, '}');
}

/* -- messages ---------------------------------------------------------------------------------- */

/* As many as the sentence has places for. */
static int count_places(const char *format)
{
    int most = 0;
    for (const char *at = format; *at; at++) {
        bool is_place = at[0] == '{' && at[1] >= '1' && at[1] <= '4' && at[2] == '}';
        if (is_place && at[1] - '0' > most)
            most = at[1] - '0';
    }
    return most;
}

void json_put_message(Json *json, const LudError *message)
{
    char text[2048];
    lud_error_text(message, NULL, text, sizeof text);
    json_put_text(json, "text", text);
    json_put_key(json, message);
}

void json_put_key(Json *json, const LudError *message)
{
    json_put_text(json, "key", message->format);
    json_put_open(json, "args", '[');
    for (int i = 0; i < count_places(message->format); i++)
        json_write_text(json, message->arg[i]);
    json_close(json, ']');
}

char *lud_json_error(const LudError *err)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_open(&json, "error", '{');
    json_put_message(&json, err);
    if (err->line > 0)
        json_put_integer(&json, "line", err->line);
    if (err->move_number > 0)
        json_put_integer(&json, "move_number", err->move_number);
    json_close(&json, '}');
    return json_end(&json);
}
