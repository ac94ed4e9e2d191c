/* Tables: small ones worked out here, and others of which the page brings the pieces that a
 * question lacks. */
#include <stdlib.h>
#include <string.h>

#include "wire/json_parts.h"

#include "wasm_request.h"

enum {
    MOST_LAYERS = 12,  /* more than a browser should be kept busy with */
    MOST_PIECES = 128, /* at a time */
};

/* The tables of the engine for some rules; LUD_EUSAGE if the game has none. */
static LudStatus find_tables(const LudRules *rules, LudTables **tables, LudError *err)
{
    LudEngine *engine;
    LudStatus status = lud_tables_check(rules->game, err);
    if (status == LUD_OK)
        status = wasm_engine(rules, &engine, err);
    if (status != LUD_OK)
        return status;
    *tables = lud_engine_tables(engine);
    return *tables ? LUD_OK
                   : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

/* One more piece of the small tables for these rules; true while there are more to come. */
LudStatus wasm_hold_tables(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudEngine *engine;
    bool has_more;
    LudStatus status = request_rules(request, &rules, err);
    int64_t wanted = request_number(request);
    int layers = wanted < MOST_LAYERS ? (int)wanted : MOST_LAYERS;
    if (status == LUD_OK)
        status = wasm_engine(&rules, &engine, err);
    if (status == LUD_OK)
        status = lud_engine_hold_tables(engine, layers, &has_more, err);
    if (status == LUD_OK) {
        Json json = {0};
        json_begin(&json, &rules);
        json_put_bool(&json, "more", has_more);
        *answer = json_end(&json);
    }
    return status;
}

/* -- by pieces --------------------------------------------------------------------------------- */

static void tell_pieces(const LudRules *rules, const LudTablePiece *list, int count, char **answer)
{
    Json json = {0};
    json_begin(&json, rules);
    json_put_open(&json, "pieces", '[');
    for (int i = 0; i < count; i++) {
        json_open(&json, '{');
        json_put_text(&json, "file", list[i].file);
        json_put_integer(&json, "at", (int64_t)list[i].at);
        json_put_integer(&json, "bytes", (int64_t)list[i].bytes);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    *answer = json_end(&json);
}

/* Files that the page can fetch from, each with its size; those of other rules are passed over. */
LudStatus wasm_expect(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudTables *tables;
    LudStatus status = request_rules(request, &rules, err);
    if (status == LUD_OK)
        status = find_tables(&rules, &tables, err);
    for (int64_t i = request_number(request); i > 0 && status == LUD_OK; i--) {
        char file[LUD_TABLE_FILE_TEXT];
        request_text(request, file, sizeof file);
        lud_tables_expect(tables, file, (uint64_t)request_number(request));
    }
    if (status == LUD_OK)
        tell_pieces(&rules, NULL, 0, answer);
    return status;
}

/* A position, and the tables that may know it. */
static LudStatus read_question(Request *request, LudPlay **play, LudTables **tables, LudError *err)
{
    LudStatus status = request_play(request, play, err);
    return status == LUD_OK ? find_tables(lud_play_rules(*play), tables, err) : status;
}

LudStatus wasm_wanted(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudTables *tables;
    LudStatus status = read_question(request, &play, &tables, err);
    if (status != LUD_OK)
        return status;
    LudTablePiece *list = calloc(MOST_PIECES, sizeof *list);
    if (!list)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    int count = lud_tables_wanted(tables, lud_play_state(play), list, MOST_PIECES);
    tell_pieces(lud_play_rules(play), list, count, answer);
    free(list);
    return LUD_OK;
}

/* The rules, the file and the place in it of a piece. */
static LudStatus read_piece(Request *request, LudRules *rules, LudTablePiece *piece,
                            LudTables **tables, LudError *err)
{
    LudStatus status = request_rules(request, rules, err);
    request_text(request, piece->file, sizeof piece->file);
    piece->at = (uint64_t)request_number(request);
    return status == LUD_OK ? find_tables(rules, tables, err) : status;
}

/* What is damaged, or not wanted any more, is no mistake of whoever asks. */
LudStatus wasm_bring(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudTables *tables;
    LudTablePiece piece = {.bytes = 0};
    LudStatus status = read_piece(request, &rules, &piece, &tables, err);
    Piece bytes = request_piece(request);
    piece.bytes = bytes.size;
    if (status == LUD_OK)
        status = lud_tables_bring(tables, &piece, bytes.bytes, err);
    if (status != LUD_OK && status != LUD_EFILE && status != LUD_ENOTNOW)
        return status;
    Json json = {0};
    json_begin(&json, &rules);
    json_put_text(&json, "piece",
                  status == LUD_OK      ? "taken"
                  : status == LUD_EFILE ? "damaged"
                                        : "unasked");
    *answer = json_end(&json);
    return LUD_OK;
}

LudStatus wasm_give_up(Request *request, char **answer, LudError *err)
{
    LudRules rules;
    LudTables *tables;
    LudTablePiece piece = {.bytes = 0};
    LudStatus status = read_piece(request, &rules, &piece, &tables, err);
    if (status != LUD_OK)
        return status;
    lud_tables_give_up(tables, &piece);
    tell_pieces(&rules, NULL, 0, answer);
    return LUD_OK;
}

LudStatus wasm_probe(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudTables *tables;
    LudStatus status = read_question(request, &play, &tables, err);
    if (status == LUD_OK)
        *answer = lud_json_table_probe(lud_play_rules(play), tables, lud_play_state(play));
    return status;
}
