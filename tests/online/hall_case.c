#include "online/hall_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/sqlite_store.h"
#include "support/tap.h"

/* -- opening ----------------------------------------------------------------------------------- */

static void give_up(const char *what, const LudError *err)
{
    char text[1024];
    lud_error_text(err, NULL, text, sizeof text);
    printf("Bail out! %s: %s\n", what, text);
    exit(EXIT_FAILURE);
}

static void open_hall(HallCase *at)
{
    LudError err;
    if (sqlite_store_open(&at->settings.store, at->folder, NULL, &err) != LUD_OK)
        give_up("store", &err);
    if (hall_open(&at->hall, &at->settings, &err) != LUD_OK)
        give_up("hall", &err);
}

void hall_case_open(HallCase *at)
{
    scratch_make(at->folder);
    if (!at->settings.tables)
        at->settings.tables = "";
    if (at->settings.engine_threads == 0)
        at->settings.engine_threads = 1;
    open_hall(at);
}

void hall_case_reopen(HallCase *at)
{
    hall_close(at->hall);
    open_hall(at);
}

void hall_case_close(HallCase *at)
{
    hall_close(at->hall);
    scratch_remove(at->folder);
}

/* -- asking ------------------------------------------------------------------------------------ */

typedef struct Waiting {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool is_done;
} Waiting;

static void on_done(HallCall *call)
{
    Waiting *waiting = call->context;
    pthread_mutex_lock(&waiting->lock);
    waiting->is_done = true;
    pthread_cond_signal(&waiting->answered);
    pthread_mutex_unlock(&waiting->lock);
}

static HallReply ask(HallCase *at, HallWatcher *from, HallCall *call, const char *body)
{
    static char *answer;
    static char sentence[2048];
    Waiting waiting = {.lock = PTHREAD_MUTEX_INITIALIZER, .answered = PTHREAD_COND_INITIALIZER};
    call->done = on_done;
    call->context = &waiting;
    call->body = body ? strdup(body) : NULL;
    call->body_size = body ? strlen(body) : 0;
    if (from)
        hall_call_from(at->hall, from, call);
    else
        hall_call(at->hall, call);
    pthread_mutex_lock(&waiting.lock);
    while (!waiting.is_done)
        pthread_cond_wait(&waiting.answered, &waiting.lock);
    pthread_mutex_unlock(&waiting.lock);
    free(call->body);
    lud_free(answer);
    answer = call->answer;
    if (!answer)
        lud_error_text(&call->err, NULL, sentence, sizeof sentence);
    return (HallReply){call->outcome, answer ? answer : sentence};
}

HallReply hall_case_ask(HallCase *at, HallVerb verb, const char *id, const char *token,
                        const char *body)
{
    HallCall call = {.verb = verb, .sender = 1};
    snprintf(call.game, sizeof call.game, "%s", id ? id : "");
    snprintf(call.token, sizeof call.token, "%s", token ? token : "");
    return ask(at, NULL, &call, body);
}

bool expect(HallReply reply, HallOutcome outcome, const char *part, const char *what)
{
    bool is_right = reply.outcome == outcome && hall_case_has(reply.text, part);
    if (!is_right)
        tap_note("outcome %d, %s", reply.outcome, reply.text);
    return tap_report(is_right, "%s", what);
}

/* -- games ------------------------------------------------------------------------------------- */

bool hall_case_has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

void hall_case_value(const char *json, const char *name, char *value, size_t size)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\": \"", name);
    const char *at = strstr(json, wanted);
    snprintf(value, size, "%.*s", at ? (int)strcspn(at + strlen(wanted), "\"") : 0,
             at ? at + strlen(wanted) : "");
}

HallGame hall_case_create(HallCase *at, const char *body)
{
    HallGame game = {0};
    HallReply reply = hall_case_ask(at, HALL_CREATE, NULL, NULL, body);
    if (reply.outcome != HALL_MADE) {
        printf("Bail out! %s: %s\n", body, reply.text);
        exit(EXIT_FAILURE);
    }
    hall_case_value(reply.text, "id", game.id, sizeof game.id);
    for (const char *seat = reply.text; (seat = strstr(seat, "\"player\": ")) != NULL; seat++) {
        int player = atoi(seat + strlen("\"player\": ")) - 1;
        const char *token = strstr(seat, "\"token\": ");
        if (player >= 0 && player < HALL_CASE_TOKENS && token && token[9] == '"')
            hall_case_value(seat, "token", game.token[player], HALL_CASE_TOKEN);
    }
    return game;
}

HallReply hall_case_move(HallCase *at, const HallGame *game, int player, int number,
                         const char *move)
{
    char body[256];
    snprintf(body, sizeof body, "{\"number\": %d, \"move\": \"%s\"}", number, move);
    return hall_case_ask(at, HALL_MOVE, game->id, game->token[player], body);
}

const char *hall_case_look(HallCase *at, const HallGame *game)
{
    return hall_case_ask(at, HALL_LOOK, game->id, NULL, NULL).text;
}

/* -- watching ---------------------------------------------------------------------------------- */

static void tell(HallWatcher *watcher, HallNews *news)
{
    HallEar *ear = watcher->context;
    pthread_mutex_lock(&ear->lock);
    text_add_bytes(&ear->heard, news->text, news->size);
    text_add(&ear->heard, "\n");
    ear->lines++;
    pthread_cond_signal(&ear->told);
    pthread_mutex_unlock(&ear->lock);
    if (news->has_more)
        hall_watch_on(ear->hall, watcher);
    hall_news_release(news);
}

static void gone(HallWatcher *watcher, HallOutcome outcome)
{
    HallEar *ear = watcher->context;
    pthread_mutex_lock(&ear->lock);
    ear->is_gone = outcome == HALL_DONE;
    if (outcome != HALL_DONE)
        ear->reason = outcome;
    pthread_cond_signal(&ear->told);
    pthread_mutex_unlock(&ear->lock);
}

void hall_case_watch(HallCase *at, HallEar *ear, const char *id, int after)
{
    *ear = (HallEar){.lock = PTHREAD_MUTEX_INITIALIZER, .told = PTHREAD_COND_INITIALIZER};
    snprintf(ear->watcher.game, sizeof ear->watcher.game, "%s", id);
    ear->watcher.after = after;
    ear->watcher.tell = tell;
    ear->watcher.gone = gone;
    ear->watcher.context = ear;
    ear->hall = at->hall;
    hall_watch(at->hall, &ear->watcher);
}

bool hall_case_hear(HallEar *ear, int lines)
{
    enum { SECONDS = 5 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS;
    int waited = 0;
    pthread_mutex_lock(&ear->lock);
    while (ear->lines < lines && ear->reason == HALL_DONE && waited == 0)
        waited = pthread_cond_timedwait(&ear->told, &ear->lock, &until);
    bool has_heard = ear->lines >= lines;
    pthread_mutex_unlock(&ear->lock);
    return has_heard;
}

HallReply hall_case_say(HallCase *at, HallEar *ear, HallVerb verb, const char *token,
                        const char *body)
{
    HallCall call = {.verb = verb, .sender = 1};
    snprintf(call.token, sizeof call.token, "%s", token ? token : "");
    return ask(at, &ear->watcher, &call, body);
}

void hall_case_leave(HallCase *at, HallEar *ear)
{
    hall_unwatch(at->hall, &ear->watcher);
    pthread_mutex_lock(&ear->lock);
    while (!ear->is_gone)
        pthread_cond_wait(&ear->told, &ear->lock);
    pthread_mutex_unlock(&ear->lock);
    text_free(&ear->heard);
}
