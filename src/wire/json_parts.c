#include "wire/json_parts.h"

#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

#include "base/text.h"

enum { SHAPE_VERSION = 1 };

/* Jansson refuses strings that are not UTF-8; this finds how much of one it would accept. */
static size_t valid_bytes(const char *text, size_t size)
{
    size_t low = 0;
    while (low < size) {
        const unsigned char *at = (const unsigned char *)text + low;
        size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
        if (length > size - low)
            break;
        json_t *piece = json_stringn(text + low, length);
        json_decref(piece);
        if (!piece)
            break;
        low += length;
    }
    return low;
}

json_t *json_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    Text repaired = {0};
    size_t size = strlen(text);
    while (size > 0) {
        size_t good = valid_bytes(text, size);
        text_add_bytes(&repaired, text, good);
        if (good < size)
            text_add(&repaired, "\xef\xbf\xbd");
        size_t step = good < size ? good + 1 : good;
        text += step;
        size -= step;
    }
    char *bytes = text_take(&repaired);
    value = bytes ? json_string(bytes) : NULL;
    free(bytes);
    return value;
}

void json_put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

json_t *json_shape(const LudRules *rules)
{
    json_t *shape = json_object();
    json_put(shape, "version", json_integer(SHAPE_VERSION));
    if (rules) {
        char name[LUD_RULES_TEXT];
        lud_rules_print(rules, name);
        json_put(shape, "game", json_text(name));
    }
    return shape;
}

json_t *json_state(const LudGame *game, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    game->text.state_print(s, text);
    return json_text(text);
}

json_t *json_result(const LudGame *game, const LudResult *result)
{
    if (result->reason == LUD_REASON_NONE)
        return json_null();
    char text[LUD_RESULT_TEXT];
    json_t *object = json_object();
    lud_result_print(result, text);
    json_put(object, "result", json_text(text));
    if (result->has_score) {
        lud_result_print_score(result, text);
        json_put(object, "score", json_text(text));
    }
    int winner = lud_result_winner(result);
    json_put(object, "winner", json_text(winner >= 0 ? game->side_names[winner] : NULL));
    json_put(object, "reason", json_text(lud_reason_name(result->reason)));
    if (result->culprit >= 0)
        json_put(object, "culprit", json_integer(result->culprit + 1));
    return object;
}

/* Jansson writes the characters out of which terminals make something else as they are. They can
 * only stand in strings, where JSON has another spelling for them: nothing is lost, and nothing is
 * obeyed. */
static char *spell_out(char *text)
{
    Text spelt = {0};
    const char *at = text, *from = text;
    for (size_t left = strlen(text), step; left > 0; at += step, left -= step) {
        step = (unsigned char)*at < 0x80 ? 1 : lud_text_printable(at, left);
        if (step > 0)
            continue;
        int32_t code = lud_text_decode(at, left);
        step = code < 0x800 ? 2 : 3;
        text_add_bytes(&spelt, from, (size_t)(at - from));
        text_printf(&spelt, "\\u%04x", (unsigned)code);
        from = at + step;
    }
    if (from == text)
        return text;
    text_add_bytes(&spelt, from, (size_t)(at - from));
    free(text);
    return text_take(&spelt);
}

static int take_piece(const char *bytes, size_t size, void *text)
{
    text_add_bytes(text, bytes, size);
    return 0;
}

/* Piece by piece into memory of our own: what json_dumps gives is for the allocator that the
 * program may have given Jansson. */
char *json_finish(json_t *value)
{
    Text whole = {0};
    if (!value || json_dump_callback(value, take_piece, &whole,
                                     JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)) != 0)
        whole.failed = true;
    json_decref(value);
    char *text = text_take(&whole);
    return text ? spell_out(text) : NULL;
}
