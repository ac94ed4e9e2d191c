/* Records: read in any of the formats, written in one of them. */
#include <ludoteca/oware.h>

#include <stdlib.h>

#include "wire/json_parts.h"

#include "wasm_request.h"

/* -- reading ----------------------------------------------------------------------------------- */

typedef LudStatus Reader(const char *text, size_t size, LudRecord **record, size_t *consumed,
                         LudError *err);

static bool has_line(Piece text, const char *start)
{
    size_t length = strlen(start);
    for (size_t at = 0; at + length <= text.size; at++) {
        bool begins_line = at == 0 || text.bytes[at - 1] == '\n';
        if (begins_line && memcmp(text.bytes + at, start, length) == 0)
            return true;
    }
    return false;
}

/* Our records must say Game; of the others only PlayStrategy's have a FEN tag of that look. */
static Reader *reader_for(Piece text)
{
    if (has_line(text, "[Game "))
        return lud_record_read;
    if (lud_oware_is_playstrategy(text.bytes, text.size))
        return lud_oware_read_playstrategy;
    bool is_ogn = has_line(text, "[Variant ") || has_line(text, "[South ");
    return is_ogn ? lud_oware_read_ogn : lud_record_read;
}

static int count_lines(const char *text, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static LudStatus answer_records(Json *json, Piece text, LudError *err)
{
    Reader *read = reader_for(text);
    size_t at = 0, consumed = 0;
    do {
        LudRecord *record;
        LudStatus status = read(text.bytes + at, text.size - at, &record, &consumed, err);
        if (status != LUD_OK) {
            err->line += err->line > 0 ? count_lines(text.bytes, at) : 0;
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

/* Tags that follow from the game are not ours to set. */
static bool is_derived(const char *name)
{
    static const char *const derived[] = {"Game", "Position", "Fragment", "Result", "Reason"};
    for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++) {
        if (strcmp(derived[i], name) == 0)
            return true;
    }
    return false;
}

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
        else if (!is_derived(name))
            status = lud_record_set_tag(record, name, value, err);
        free(value);
    }
    return status;
}

static LudStatus write_as(const char *format, const LudRecord *record, char **text, LudError *err)
{
    if (strcmp(format, "ogn") == 0)
        return lud_oware_write_ogn(record, text, err);
    if (strcmp(format, "playstrategy") == 0)
        return lud_oware_write_playstrategy(record, text, err);
    *text = lud_record_write(record);
    return *text ? LUD_OK
                 : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
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
