#include <ludoteca/json.h>

#include "wire/json_parts.h"

static void put_tags(Json *json, const LudRecord *record)
{
    const char *name, *value;
    json_put_open(json, "tags", '{');
    for (int i = 0; lud_record_tag_at(record, i, &name, &value); i++)
        json_put_text(json, name, value);
    json_close(json, '}');
}

/* Whether the start is a position only as a part of one: a board with seeds missing. */
static bool is_fragment(const LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    char text[LUD_STATE_TEXT];
    LudState s;
    rules->game->text.state_print(lud_play_start(play), text);
    return rules->game->text.state_parse(&s, &rules->options, text, 0, NULL) != LUD_OK;
}

/* Whether a game begins so if nothing is said, whoever has won the right to start. */
static bool is_usual(const LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    const LudGame *game = rules->game;
    LudState usual;
    lud_rules_start(rules, &usual);
    if (!game->rules.set_starter)
        return game->rules.same(&usual, lud_play_start(play));
    for (int seat = 0; seat < game->rules.seats(&usual); seat++) {
        game->rules.set_starter(&usual, seat);
        if (game->rules.same(&usual, lud_play_start(play)))
            return true;
    }
    return false;
}

static void put_start(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    json_put_state(json, "start", game, lud_play_start(play));
    json_put_bool(json, "usual", is_usual(play));
    json_put_bool(json, "fragment", is_fragment(play));
    if (game->rules.set_starter)
        json_put_seat(json, "first_seat", lud_active_seat(game, lud_play_start(play)));
}

/* Describes a ply and plays it on `s`. */
static void write_ply(Json *json, const LudGame *game, LudMove move, LudState *s,
                      const char *comment)
{
    int turn = game->rules.turn(s);
    json_open(json, '{');
    json_put_seat(json, "seat", lud_active_seat(game, s));
    if (move == LUD_NO_MOVE) {
        json_put_text(json, "kind", "skip");
        game->rules.skip(s);
    } else {
        json_put_text(json, "kind", turn == LUD_CHANCE ? "roll" : "move");
        json_put_move(json, "move", game, s, move);
        game->rules.apply(s, move);
    }
    json_put_state(json, "position", game, s);
    if (comment)
        json_put_text(json, "comment", comment);
    json_close(json, '}');
}

static void put_plies(Json *json, LudRecord *record)
{
    const LudPlay *play = lud_record_play(record);
    const LudGame *game = lud_play_rules(play)->game;
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    json_put_open(json, "plies", '[');
    for (int i = 0; i < lud_play_length(play); i++)
        write_ply(json, game, lud_play_history(play)[i], &s, lud_record_comment(record, i + 1));
    json_close(json, ']');
}

/* Sides that went out of a game of three before its end. */
static void put_drops(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    int sides = game->rules.sides(lud_play_start(play));
    json_put_open(json, "out", '[');
    for (int seat = 0; sides > 2 && seat < sides; seat++) {
        LudReason reason;
        int since = lud_play_out_since(play, seat, &reason);
        if (since < 0)
            continue;
        json_open(json, '{');
        json_put_seat(json, "seat", seat);
        json_put_integer(json, "after_ply", since);
        json_put_text(json, "reason", lud_reason_name(reason));
        json_close(json, '}');
    }
    json_close(json, ']');
}

char *lud_json_record(LudRecord *record)
{
    Json json = {0};
    const LudPlay *play = lud_record_play(record);
    LudResult result;
    json_begin(&json, lud_play_rules(play));
    put_tags(&json, record);
    put_start(&json, play);
    if (lud_record_comment(record, 0))
        json_put_text(&json, "comment", lud_record_comment(record, 0));
    put_plies(&json, record);
    put_drops(&json, play);
    lud_play_result(play, &result);
    json_put_result(&json, "result", lud_play_rules(play)->game, &result);
    return json_end(&json);
}
