/* Records: read in any of the formats, written in one of them. */
#include <ludoteca/characters.h>
#include <ludoteca/formats.h>

#include <stdlib.h>

#include "wire/json_parts.h"

#include "wasm_request.h"

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus answer_records(Json *json, Piece text, LudError *err)
{
    const LudFormat *format = lud_format_guess(text.bytes, text.size, NULL);
    size_t at = 0, consumed = 0;
    do {
        LudRecord *record;
        LudStatus status = format->read(text.bytes + at, text.size - at, &record, &consumed, err);
        if (status != LUD_OK) {
            err->line += err->line > 0 ? lud_text_lines(text.bytes, at) : 0;
            return status;
        }
        char *written = lud_json_record(record);
        lud_record_free(record);
        json->text.failed |= !written;
        if (written)
            json_write_json(json, written, strlen(written));
        lud_free(written);
        at += consumed;
    } while (consumed > 0 && lud_record_has_more(text.bytes + at, text.size - at));
    return LUD_OK;
}

LudStatus wasm_read_records(Request *request, char **answer, LudError *err)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_open(&json, "records", '[');
    LudStatus status = answer_records(&json, request_piece(request), err);
    json_close(&json, ']');
    if (status == LUD_OK)
        *answer = json_end(&json);
    else
        text_free(&json.text);
    return status;
}

/* -- writing ----------------------------------------------------------------------------------- */

static char *take_string(Request *request)
{
    Piece piece = request_piece(request);
    char *string = malloc(piece.size + 1);
    if (string) {
        memcpy(string, piece.bytes, piece.size);
        string[piece.size] = '\0';
    }
    return string;
}

/* A number of pairs follows: names and values of tags, or numbers of plies and comments. */
static LudStatus set_pairs(Request *request, LudRecord *record, bool are_tags, LudError *err)
{
    int64_t count = request_number(request);
    LudStatus status = LUD_OK;
    for (int64_t i = 0; status == LUD_OK && i < count && request_has_more(request); i++) {
        char name[64];
        request_text(request, name, sizeof name);
        char *value = take_string(request);
        if (!value)
            return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
        if (!are_tags)
            status = lud_record_set_comment(record, (int)strtol(name, NULL, 10), value, err);
        else if (!lud_record_is_derived(name)) /* else it is not ours to set */
            status = lud_record_set_tag(record, name, value, err);
        free(value);
    }
    return status;
}

/* What is no format's name is taken for our own. */
static LudStatus write_as(const char *name, const LudRecord *record, char **text, LudError *err)
{
    const LudFormat *format = lud_format_find(name);
    return (format ? format : lud_format_find("ludo"))->write(record, text, err);
}

LudStatus wasm_write_record(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    char format[16], *text;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, format, sizeof format);
    LudPlay *copy = lud_play_copy(play);
    LudRecord *record = copy ? lud_record_new(copy) : NULL;
    if (!record)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    status = set_pairs(request, record, true, err);
    if (status == LUD_OK)
        status = set_pairs(request, record, false, err);
    if (status == LUD_OK)
        status = write_as(format, record, &text, err);
    if (status == LUD_OK) {
        Json json = {0};
        json_begin(&json, lud_play_rules(play));
        json_put_text(&json, "format", format);
        json_put_text(&json, "text", text);
        *answer = json_end(&json);
        lud_free(text);
    }
    lud_record_free(record);
    return status;
}
