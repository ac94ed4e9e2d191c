#include "server/api.h"

#include <stdlib.h>
#include <string.h>

#include <ludoteca/json.h>

#include "server/http_fields.h"
#include "server/probe_batch.h"
#include "server/problem.h"
#include "server/query.h"
#include "wire/json_parts.h"

static const char asked_each_time[] = "no-cache", probe_path[] = "/api/v1/tables/probe";

bool api_has(const char *path)
{
    static const char root[] = "/api";
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool api_reads_content(const Request *request)
{
    return request->method == METHOD_POST && strcmp(request->path, probe_path) == 0;
}

const char *api_allows(const char *path)
{
    return strcmp(path, probe_path) == 0 ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

/* Replies with a JSON text for lud_free, NULL: out of memory. */
static void reply_json(Reply *reply, const Request *request, char *text, const char *caching)
{
    if (!text) {
        problem_reply(reply, PROBLEM_SERVER, NULL);
        return;
    }
    *reply = (Reply){.status = 200,
                     .type = "application/json",
                     .caching = caching,
                     .bytes = text,
                     .size = strlen(text),
                     .owned = text};
    http_tag(request, reply);
}

static bool admit(Api *api, const Request *request, int questions, Reply *reply)
{
    int wait_s = rate_limit_take_many(&api->limit, request->sender, questions, request->now_us);
    if (wait_s == 0)
        return true;
    problem_reply(reply, PROBLEM_TOO_MANY, NULL);
    reply->retry_after_s = wait_s;
    return false;
}

/* -- the questions ----------------------------------------------------------------------------- */

/* Reads the game; false after a problem. */
static bool read_rules(const Query *query, LudRules *rules, Reply *reply)
{
    LudError err;
    if (query_rules(query, rules, &err) != LUD_OK) {
        problem_reply_error(reply, &err);
        return false;
    }
    if (!rules->game->tabulation) {
        problem_reply(reply, PROBLEM_NO_TABLES, NULL);
        return false;
    }
    return true;
}

static void answer_games(Api *api, const Request *request, const Query *query, Reply *reply)
{
    (void)api;
    (void)query;
    reply_json(reply, request, lud_json_games(NULL), "public, max-age=3600");
}

static void answer_problems(Api *api, const Request *request, const Query *query, Reply *reply)
{
    (void)api;
    (void)query;
    reply_json(reply, request, problem_list(), "public, max-age=3600");
}

/* What is there: for one game's rules, or of everything. */
static void answer_tables(Api *api, const Request *request, const Query *query, Reply *reply)
{
    LudRules rules;
    LudError err;
    if (!query->game) {
        reply_json(reply, request, table_shelf_list(&api->shelf, request->now_us), asked_each_time);
        return;
    }
    if (!read_rules(query, &rules, reply))
        return;
    Shelved *shelved = table_shelf_take(&api->shelf, &rules, request->now_us, &err);
    if (!shelved) {
        problem_reply_error(reply, &err);
        return;
    }
    reply_json(reply, request, lud_json_table_reach(&rules, shelved->tables), asked_each_time);
    table_shelf_return(&api->shelf, shelved);
}

/* What is known stays right for ever; what is not may be built at any time. */
static void answer_probe(Api *api, const Request *request, const Query *query, Reply *reply)
{
    LudRules rules;
    LudState state;
    LudTableAnswer found;
    LudError err;
    if (!read_rules(query, &rules, reply))
        return;
    Shelved *shelved = NULL;
    if (query_state(query, &rules, &state, &err) == LUD_OK)
        shelved = table_shelf_take(&api->shelf, &rules, request->now_us, &err);
    if (!shelved) {
        problem_reply_error(reply, &err);
        return;
    }
    bool is_known = lud_tables_probe(shelved->tables, &state, &found);
    reply_json(reply, request, lud_json_table_probe(&rules, shelved->tables, &state),
               is_known ? "public, max-age=86400" : "public, max-age=60");
    table_shelf_return(&api->shelf, shelved);
}

/* Adds what is known of each position; false after a problem with one of them. */
static bool write_answers(ProbeBatch *batch, const LudRules *rules, LudTables *tables, Json *json,
                          Reply *reply)
{
    for (int i = 0; i < batch->count; i++) {
        LudState state;
        LudError err;
        batch->query.position = batch->positions[i]->text;
        if (query_state(&batch->query, rules, &state, &err) != LUD_OK) {
            problem_reply_position(reply, &err, i + 1);
            return false;
        }
        char *answer = lud_json_table_probe(rules, tables, &state);
        json->text.failed |= !answer;
        if (answer)
            json_write_json(json, answer, strlen(answer));
        lud_free(answer);
    }
    return true;
}

static void answer_batch(Api *api, const Request *request, ProbeBatch *batch, Reply *reply)
{
    LudRules rules;
    LudError err;
    if (!read_rules(&batch->query, &rules, reply))
        return;
    Shelved *shelved = table_shelf_take(&api->shelf, &rules, request->now_us, &err);
    if (!shelved) {
        problem_reply_error(reply, &err);
        return;
    }
    Json json = {0};
    json_begin(&json, NULL);
    json_put_open(&json, "answers", '[');
    bool is_whole = write_answers(batch, &rules, shelved->tables, &json, reply);
    table_shelf_return(&api->shelf, shelved);
    json_close(&json, ']');
    char *text = json_end(&json);
    if (is_whole)
        reply_json(reply, request, text, "no-store");
    else
        lud_free(text);
}

/* Each position counts as a question; the first one was counted before the content was read. */
static void answer_content(Api *api, const Request *request, Reply *reply)
{
    ProbeBatch batch;
    Query none;
    LudError err;
    LudStatus status = query_read(request, 0, &none, &err);
    if (status != LUD_OK)
        problem_reply_error(reply, &err);
    else if (!request->content)
        problem_reply(reply, PROBLEM_MALFORMED, "The positions are missing.");
    else if (probe_batch_read(&batch, request->content, request->content_size, &err) != LUD_OK)
        problem_reply_sentence(reply, PROBLEM_MALFORMED, &err);
    else if (batch.count == 1 || admit(api, request, batch.count - 1, reply))
        answer_batch(api, request, &batch, reply);
}

/* A plain request where a WebSocket is. */
static void answer_socket(Api *api, const Request *request, const Query *query, Reply *reply)
{
    (void)api;
    (void)request;
    (void)query;
    problem_reply(reply, PROBLEM_UPGRADE, NULL);
    reply->upgrade = "websocket";
}

static const struct {
    const char *path;
    unsigned parameters;
    void (*answer)(Api *api, const Request *request, const Query *query, Reply *reply);
} questions[] = {
    {"/api/v1/games", 0, answer_games},
    {"/api/v1/problems", 0, answer_problems},
    {API_SOCKET, 0, answer_socket},
    {"/api/v1/tables", QUERY_GAME, answer_tables},
    {probe_path, QUERY_GAME | QUERY_POSITION | QUERY_MOVES | QUERY_FRAGMENT, answer_probe},
};

/* -- the door ---------------------------------------------------------------------------------- */

static void answer_question(Api *api, const Request *request, Reply *reply)
{
    Query query;
    LudError err;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if (strcmp(questions[i].path, request->path) != 0)
            continue;
        if (query_read(request, questions[i].parameters, &query, &err) == LUD_OK)
            questions[i].answer(api, request, &query, reply);
        else
            problem_reply_error(reply, &err);
        return;
    }
    problem_reply(reply, PROBLEM_NOT_FOUND,
                  "The questions are /api/v1/games, /api/v1/tables, "
                  "/api/v1/tables/probe, /api/v1/problems and, for a WebSocket, " API_SOCKET ".");
}

bool api_is_at_hand(const Request *request)
{
    static const char tables[] = "/api/v1/tables";
    return !method_only_reads(request->method) ||
           strncmp(request->path, tables, strlen(tables)) != 0;
}

bool api_admits(Api *api, const Request *request, Reply *reply)
{
    return admit(api, request, 1, reply);
}

static void refuse_method(const Request *request, Reply *reply)
{
    problem_reply(reply, PROBLEM_METHOD, NULL);
    reply->allow = api_allows(request->path);
}

void api_answer(Api *api, const Request *request, Reply *reply)
{
    if (request->is_path_too_long)
        problem_reply(reply, PROBLEM_TOO_LONG, NULL);
    else if (api_reads_content(request))
        answer_content(api, request, reply);
    else if (!method_only_reads(request->method))
        refuse_method(request, reply);
    else
        answer_question(api, request, reply);
}
