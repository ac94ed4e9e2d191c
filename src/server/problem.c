#include "server/problem.h"

#include <stdio.h>
#include <string.h>

#include "wire/json_parts.h"

static const struct {
    int status;
    const char *name, *title;
} kinds[PROBLEM_KINDS] = {
    [PROBLEM_PARAMETER] = {400, "parameter", "A parameter is missing or not understood"},
    [PROBLEM_POSITION] = {400, "position", "The position can't be read or can't be"},
    [PROBLEM_MOVE] = {400, "move", "A move can't be read or is not legal"},
    [PROBLEM_NO_TABLES] = {404, "no-tables", "There are no tables for this game"},
    [PROBLEM_NOT_FOUND] = {404, "not-found", "There is nothing at this address"},
    [PROBLEM_METHOD] = {405, "method", "Another method is needed here"},
    [PROBLEM_TOO_LONG] = {414, "too-long", "The address is too long"},
    [PROBLEM_RANGE] = {416, "range", "There is no such range"},
    [PROBLEM_UPGRADE] = {426, "upgrade", "Only a WebSocket is understood here"},
    [PROBLEM_TOO_MANY] = {429, "too-many", "Too many questions; wait a little"},
    [PROBLEM_SERVER] = {500, "server", "The server failed"},
    [PROBLEM_BUSY] = {503, "busy", "The server has too much to do; ask again"},
    [PROBLEM_MALFORMED] = {400, "malformed", "The content is not as it should be"},
    [PROBLEM_UNAUTHORIZED] = {401, "unauthorized", "The token of a seat is needed"},
    [PROBLEM_FORBIDDEN] = {403, "forbidden", "It is not for you to do that"},
    [PROBLEM_NO_GAME] = {404, "no-game", "There is no such game"},
    [PROBLEM_CONFLICT] = {409, "conflict", "The game is not at that point"},
    [PROBLEM_TOO_LARGE] = {413, "too-large", "The content is too large"},
    [PROBLEM_ILLEGAL] = {422, "illegal", "The rules do not allow that"},
    [PROBLEM_STORE] = {503, "store", "Nothing can be kept just now"},
};

enum { TYPE_TEXT = 64 };

/* Opens its description, which refers to where it is within the list of all. */
static void open_problem(Json *json, int kind)
{
    char type[TYPE_TEXT];
    snprintf(type, sizeof type, "/api/v1/problems#%s", kinds[kind].name);
    json_open(json, '{');
    json_put_text(json, "type", type);
    json_put_text(json, "title", kinds[kind].title);
    json_put_integer(json, "status", kinds[kind].status);
}

static void reply_with(Reply *reply, ProblemKind kind, Json *problem)
{
    static const char meagre[] = "{\"status\": 500, \"title\": \"Out of memory\"}";
    char *text = json_end(problem);
    *reply = (Reply){.status = text ? kinds[kind].status : 500,
                     .type = "application/problem+json",
                     .caching = "no-store",
                     .allow = kind == PROBLEM_METHOD ? "GET, HEAD, OPTIONS" : NULL,
                     .authenticate = kind == PROBLEM_UNAUTHORIZED ? "Bearer" : NULL,
                     .bytes = text ? text : meagre,
                     .owned = text};
    reply->size = strlen(reply->bytes);
}

void problem_reply(Reply *reply, ProblemKind kind, const char *detail)
{
    Json problem = {0};
    open_problem(&problem, kind);
    if (detail)
        json_put_text(&problem, "detail", detail);
    reply_with(reply, kind, &problem);
}

void problem_reply_error(Reply *reply, const LudError *err)
{
    problem_reply_position(reply, err, 0);
}

void problem_reply_position(Reply *reply, const LudError *err, int position_number)
{
    static const ProblemKind kind_of[] = {
        [LUD_OK] = PROBLEM_SERVER,          [LUD_EUSAGE] = PROBLEM_PARAMETER,
        [LUD_EPOSITION] = PROBLEM_POSITION, [LUD_EMOVE] = PROBLEM_MOVE,
        [LUD_EILLEGAL] = PROBLEM_MOVE,      [LUD_EOVER] = PROBLEM_MOVE,
        [LUD_ENOTNOW] = PROBLEM_MOVE,       [LUD_ERECORD] = PROBLEM_MOVE,
        [LUD_EMEMORY] = PROBLEM_SERVER,     [LUD_EFILE] = PROBLEM_SERVER,
        [LUD_ESTOPPED] = PROBLEM_SERVER,
    };
    ProblemKind kind = kind_of[err->status];
    char detail[2048];
    lud_error_text(err, NULL, detail, sizeof detail);
    Json problem = {0};
    open_problem(&problem, kind);
    /* What fails inside is the server's own affair: its messages name files. */
    if (kind != PROBLEM_SERVER)
        json_put_text(&problem, "detail", detail);
    if (err->move_number > 0)
        json_put_integer(&problem, "move_number", err->move_number);
    if (position_number > 0)
        json_put_integer(&problem, "position_number", position_number);
    reply_with(reply, kind, &problem);
}

void problem_reply_sentence(Reply *reply, ProblemKind kind, const LudError *sentence)
{
    Json problem = {0};
    open_problem(&problem, kind);
    if (sentence->format && kind != PROBLEM_SERVER) {
        char detail[2048];
        lud_error_text(sentence, NULL, detail, sizeof detail);
        json_put_text(&problem, "detail", detail);
        json_put_key(&problem, sentence);
    }
    reply_with(reply, kind, &problem);
}

char *problem_list(void)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_open(&json, "problems", '[');
    for (int kind = 0; kind < PROBLEM_KINDS; kind++) {
        open_problem(&json, kind);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    return json_end(&json);
}
