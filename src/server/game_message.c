#include "server/game_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/problem.h"
#include "server/request_log.h"
#include "wire/json_reader.h"
#include "wire/json_writer.h"

enum { REF_BYTES = 64 };

/* -- reading ----------------------------------------------------------------------------------- */

static bool refuse(Reply *reply, const char *detail)
{
    problem_reply(reply, PROBLEM_MALFORMED, detail);
    return false;
}

/* A number or a short text. */
static bool read_ref(const JsonValue *value, GameMessage *message, Reply *reply)
{
    Json json = {0};
    if (!value)
        return true;
    bool is_ref = (value->kind == JSON_NUMBER || value->kind == JSON_TEXT) &&
                  strlen(value->text) <= REF_BYTES;
    if (!is_ref)
        return refuse(reply, "\"ref\" is a number or a text of at most 64 bytes.");
    if (value->kind == JSON_TEXT)
        json_write_text(&json, value->text);
    else
        text_add(&json.text, value->text);
    message->ref = text_take(&json.text);
    return true;
}

static bool read_token(const char *token, GameMessage *message, Reply *reply)
{
    message->verb = HALL_LOOK;
    if (strlen(token) >= sizeof message->token || !*token)
        return refuse(reply, "This is no token.");
    memcpy(message->token, token, strlen(token) + 1);
    return true;
}

static bool read_deed(const JsonValue *deed, const char *text, GameMessage *message, Reply *reply)
{
    if (!deed || deed->kind != JSON_TEXT || !play_find_verb(deed->text, &message->verb))
        return refuse(reply, "A message has a \"token\", or says what to \"do\": join, sit, dice, "
                             "moves, resign, offer, accept, decline, claim, vacation or chat.");
    message->body = strdup(text);
    if (message->body)
        return true;
    problem_reply(reply, PROBLEM_SERVER, NULL);
    return false;
}

static bool read_object(const char *text, char *copy, GameMessage *message, Reply *reply)
{
    JsonTree tree;
    LudError err;
    if (json_read(&tree, copy, strlen(copy), &err) != LUD_OK) {
        problem_reply_sentence(reply, PROBLEM_MALFORMED, &err);
        return false;
    }
    const JsonValue *whole = &tree.values[0], *token = json_member(whole, "token");
    if (!read_ref(json_member(whole, "ref"), message, reply))
        return false;
    if (token && token->kind == JSON_TEXT && !json_member(whole, "do"))
        return read_token(token->text, message, reply);
    return read_deed(json_member(whole, "do"), text, message, reply);
}

bool game_message_read(const char *text, GameMessage *message, Reply *reply)
{
    *message = (GameMessage){0};
    if (*text != '{')
        return read_token(text, message, reply);
    char *copy = strdup(text); /* which reading changes */
    if (!copy) {
        problem_reply(reply, PROBLEM_SERVER, NULL);
        return false;
    }
    bool is_read = read_object(text, copy, message, reply);
    free(copy);
    return is_read;
}

/* -- answering --------------------------------------------------------------------------------- */

char *game_message_reply(const char *ref, const Reply *reply)
{
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "type", "reply");
    json_name(&json, "ref");
    if (ref)
        json_write_json(&json, ref, strlen(ref));
    else
        json_write_null(&json);
    json_put_integer(&json, "status", reply->status);
    json_name(&json, reply->status < 400 ? "answer" : "problem");
    json_write_json(&json, reply->bytes, reply->size);
    json_close(&json, '}');
    return json_take(&json);
}

void game_message_log(const Connection *connection, const char *word, const Reply *reply)
{
    char path[64];
    snprintf(path, sizeof path, "/api/v1/play/ID%s%s", *word ? "/" : "", word);
    const Request request = {.method = METHOD_POST, .path = path};
    request_log(connection, &request, reply);
}
