#include <ludoteca/json.h>

#include <stdlib.h>

#include "wire/json_parts.h"

static json_t *describe_tags(const LudRecord *record)
{
    json_t *tags = json_object();
    const char *name, *value;
    for (int i = 0; lud_record_tag_at(record, i, &name, &value); i++)
        json_put(tags, name, json_text(value));
    return tags;
}

/* Describes a ply and plays it on `s`. */
static json_t *describe_ply(const LudGame *game, LudMove move, LudState *s)
{
    int turn = game->rules.turn(s);
    int seat = turn == LUD_CHANCE ? game->chance->roller(s) : turn;
    json_t *object = json_object();
    json_put(object, "seat", json_integer(seat + 1));
    if (move == LUD_NO_MOVE) {
        json_put(object, "kind", json_text("skip"));
        game->rules.skip(s);
    } else {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(s, move, text);
        json_put(object, "kind", json_text(turn == LUD_CHANCE ? "roll" : "move"));
        json_put(object, "move", json_text(text));
        game->rules.apply(s, move);
    }
    json_put(object, "position", json_state(game, s));
    return object;
}

/* Sides that went out of a game of three before its end. */
static json_t *describe_drops(const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    json_t *drops = json_array();
    int sides = game->rules.sides(lud_play_start(play));
    for (int seat = 0; sides > 2 && seat < sides; seat++) {
        LudReason reason;
        int since = lud_play_out_since(play, seat, &reason);
        if (since < 0)
            continue;
        json_t *drop = json_object();
        json_put(drop, "seat", json_integer(seat + 1));
        json_put(drop, "after_ply", json_integer(since));
        json_put(drop, "reason", json_text(lud_reason_name(reason)));
        json_array_append_new(drops, drop);
    }
    return drops;
}

char *lud_json_record(LudRecord *record)
{
    const LudPlay *play = lud_record_play(record);
    const LudRules *rules = lud_play_rules(play);
    LudState s;
    lud_state_copy(rules->game, &s, lud_play_start(play));
    json_t *shape = json_shape(rules);
    json_put(shape, "tags", describe_tags(record));
    json_put(shape, "start", json_state(rules->game, &s));
    if (lud_record_comment(record, 0))
        json_put(shape, "comment", json_text(lud_record_comment(record, 0)));
    json_t *plies = json_array();
    for (int i = 0; i < lud_play_length(play); i++) {
        json_t *object = describe_ply(rules->game, lud_play_history(play)[i], &s);
        if (lud_record_comment(record, i + 1))
            json_put(object, "comment", json_text(lud_record_comment(record, i + 1)));
        json_array_append_new(plies, object);
    }
    json_put(shape, "plies", plies);
    json_put(shape, "out", describe_drops(play));
    LudResult result;
    lud_play_result(play, &result);
    json_put(shape, "result", json_result(rules->game, &result));
    return json_finish(shape);
}
