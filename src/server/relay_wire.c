#include "server/relay_wire.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_parts.h"
#include "wire/json_reader.h"

static const JsonValue *read_object(JsonTree *tree, char *text, size_t size)
{
    if (json_read(tree, text, size, NULL) != LUD_OK || tree->values[0].kind != JSON_OBJECT)
        return NULL;
    return &tree->values[0];
}

static bool read_number(const JsonValue *object, const char *name, int64_t most, int64_t *number)
{
    return json_integer(json_member(object, name), 0, most, number);
}

/* -- calls ------------------------------------------------------------------------------------- */

void relay_write_call(Text *text, const HallCall *call)
{
    char sender[24];
    Json json = {0};
    snprintf(sender, sizeof sender, "%" PRIu64, call->sender);
    json_open(&json, '{');
    json_put_integer(&json, "verb", (int)call->verb);
    json_put_text(&json, "game", call->item.game);
    json_put_text(&json, "token", call->token);
    json_put_integer(&json, "player", call->known_player);
    json_put_text(&json, "sender", sender);
    json_put_text(&json, "body", call->body);
    json_close(&json, '}');
    *text = json.text;
}

/* A copy, since the hall changes it. */
static bool take_body(const JsonValue *call, HallCall *into)
{
    const char *body = json_text_of(call, "body");
    if (!body)
        return true;
    into->body_size = strlen(body);
    into->body = strdup(body);
    return into->body != NULL;
}

bool relay_read_call(char *text, size_t size, HallCall *call)
{
    JsonTree tree;
    char sender[24];
    int64_t verb, player;
    const JsonValue *object = read_object(&tree, text, size);
    *call = (HallCall){.is_forwarded = true};
    if (!object || !read_number(object, "verb", HALL_VERBS - 1, &verb) ||
        !read_number(object, "player", LUD_MAX_SEATS, &player) ||
        !json_copy_of(object, "game", call->game, sizeof call->game) ||
        !json_copy_of(object, "token", call->token, sizeof call->token) ||
        !json_copy_of(object, "sender", sender, sizeof sender))
        return false;
    call->verb = (HallVerb)verb;
    call->known_player = (int)player;
    call->sender = strtoull(sender, NULL, 10);
    return take_body(object, call);
}

/* -- answers ----------------------------------------------------------------------------------- */

static void put_error(Json *json, const LudError *err)
{
    json_put_integer(json, "status", (int)err->status);
    json_put_text(json, "format", err->format);
    json_put_open(json, "args", '[');
    for (int i = 0; i < LUD_ERROR_ARGS; i++)
        json_write_text(json, err->arg[i]);
    json_close(json, ']');
}

void relay_write_answer(Text *text, const HallCall *call)
{
    Json json = {0};
    json_open(&json, '{');
    json_put_integer(&json, "outcome", (int)call->outcome);
    json_put_integer(&json, "retry", call->retry_s);
    json_put_text(&json, "answer", call->answer);
    if (!call->answer)
        put_error(&json, &call->err);
    json_close(&json, '}');
    *text = json.text;
}

static bool take_answer(const JsonValue *answer, HallCall *into)
{
    const char *text = json_text_of(answer, "answer");
    if (!text)
        return true;
    into->answer = strdup(text);
    return into->answer != NULL;
}

/* The sentence as one that lasts, since errors only point to theirs; there are few of them. */
static const char *keep_sentence(const char *sentence)
{
    enum { MOST = 1000 };
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *kept[MOST];
    const char *found = "Another server has refused it.";
    pthread_mutex_lock(&lock);
    int at = 0;
    while (at < MOST && kept[at] && strcmp(kept[at], sentence) != 0)
        at++;
    if (at < MOST && !kept[at])
        kept[at] = strdup(sentence);
    if (at < MOST && kept[at])
        found = kept[at];
    pthread_mutex_unlock(&lock);
    return found;
}

static void take_error(const JsonValue *answer, LudError *err)
{
    const char *format = json_text_of(answer, "format");
    const JsonValue *args = json_member(answer, "args");
    int64_t status = LUD_ENOTNOW;
    const char *arg[LUD_ERROR_ARGS] = {"", "", "", ""};
    if (!format)
        return;
    read_number(answer, "status", LUD_ESTOPPED, &status);
    const JsonValue *at = args && args->kind == JSON_LIST ? args->first : NULL;
    for (int i = 0; i < LUD_ERROR_ARGS && at; i++, at = at->next)
        arg[i] = at->kind == JSON_TEXT ? at->text : "";
    lud_error_set(err, (LudStatus)status, keep_sentence(format), arg[0], arg[1], arg[2], arg[3],
                  (char *)NULL);
}

bool relay_read_answer(char *text, size_t size, HallCall *call)
{
    JsonTree tree;
    int64_t outcome, retry;
    const JsonValue *object = read_object(&tree, text, size);
    if (!object || !read_number(object, "outcome", HALL_BUSY, &outcome) ||
        !read_number(object, "retry", INT32_MAX, &retry) || !take_answer(object, call))
        return false;
    call->outcome = (HallOutcome)outcome;
    call->retry_s = (int)retry;
    take_error(object, &call->err);
    return true;
}
