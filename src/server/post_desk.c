#include "server/post_desk.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "post/notice.h"
#include "server/own_places.h"
#include "wire/json_writer.h"

enum { LISTEN_MS = 500, DAY_S = 86400, TITLE_BYTES = 64, LINK_BYTES = 512 };

/* -- starting ---------------------------------------------------------------------------------- */

LudStatus post_desk_start(PostDesk *desk, const PostDeskSettings *settings, LudError *err)
{
    *desk = (PostDesk){.address = settings->address ? settings->address : "/"};
    if (!settings->contact && !settings->smtp)
        return LUD_OK;
    const PostmanSettings postman = {.contact = settings->contact,
                                     .smtp = settings->smtp,
                                     .sender = settings->sender,
                                     .confine =
                                         settings->is_confined ? own_places_of_postman : NULL,
                                     .test_host = settings->test_host};
    return postman_start(&postman, &desk->postman, err);
}

/* Kept for good: browsers know the server by them. */
static LudStatus find_keys(Store *store, PushKeys *keys, LudError *err)
{
    char *kept = NULL, text[PUSH_KEYS_TEXT];
    LudStatus status = store->kind->get_note(store, "server", "push keys", &kept, err);
    bool is_known = status == LUD_OK && kept && web_push_keys_parse(kept, keys);
    lud_free(kept);
    if (status != LUD_OK || is_known)
        return status;
    status = web_push_make_keys(keys, err);
    if (status != LUD_OK)
        return status;
    web_push_keys_print(keys, text);
    return store->kind->put_note(store, "server", "push keys", text, err);
}

static void notify(void *context, const HallNotice *notice);

LudStatus post_desk_furnish(PostDesk *desk, HallSettings *hall, LudError *err)
{
    PushKeys keys;
    if (!desk->postman)
        return LUD_OK;
    LudStatus status = find_keys(hall->store, &keys, err);
    if (status != LUD_OK)
        return status;
    postman_use_keys(desk->postman, &keys);
    web_push_public_text(&keys, desk->push_key);
    hall->push_key = postman_can_push(desk->postman) ? desk->push_key : NULL;
    hall->has_mail = postman_can_mail(desk->postman);
    hall->notify = notify;
    hall->notify_context = desk;
    return LUD_OK;
}

/* -- telling ----------------------------------------------------------------------------------- */

/* Its English title, or the heading of its rules in Spanish. */
static void find_title(const LudGame *game, NoticeLanguage language, char title[TITLE_BYTES])
{
    const char *prose = language == NOTICE_SPANISH ? lud_game_prose(game, "es") : game->title;
    prose += strspn(prose, "# ");
    snprintf(title, TITLE_BYTES, "%.*s", (int)strcspn(prose, "\n"), prose);
}

static NoticeKind find_kind(HallNoticeKind kind)
{
    static const NoticeKind kinds[] = {
        [HALL_NOTICE_TURN] = NOTICE_TURN,   [HALL_NOTICE_BEGUN] = NOTICE_BEGUN,
        [HALL_NOTICE_WON] = NOTICE_WON,     [HALL_NOTICE_LOST] = NOTICE_LOST,
        [HALL_NOTICE_DRAWN] = NOTICE_DRAWN, [HALL_NOTICE_DRAW] = NOTICE_DRAW,
        [HALL_NOTICE_TIME] = NOTICE_TIME,   [HALL_NOTICE_CONFIRM] = NOTICE_CONFIRM,
    };
    return kinds[kind];
}

static void push(PostDesk *desk, const HallNotice *told, const Notice *notice)
{
    char *payload = notice_json(notice);
    const PushNotice content = {
        .payload = payload, .topic = told->game, .urgency = PUSH_NORMAL, .ttl_s = DAY_S};
    for (int i = 0; payload && i < told->push_count; i++) {
        const HallPush *browser = &told->pushes[i];
        PushSubscription subscription;
        char label[POST_LABEL];
        snprintf(label, sizeof label, "%s %s", told->person, browser->endpoint);
        if (web_push_subscription(&subscription, browser->endpoint, browser->p256dh, browser->auth,
                                  NULL) == LUD_OK)
            postman_push(desk->postman, label, &subscription, &content, NULL);
    }
    lud_free(payload);
}

static void mail(PostDesk *desk, const HallNotice *told, const Notice *notice)
{
    char title[NOTICE_LINE], *text = notice_mail(notice);
    notice_title(notice, title);
    if (text)
        postman_mail(desk->postman, told->person, told->mail, title, text, notice->leave, NULL);
    lud_free(text);
}

/* On the hall's thread, which must not wait; the postman never makes it. */
static void notify(void *context, const HallNotice *told)
{
    PostDesk *desk = context;
    char title[TITLE_BYTES] = "", url[LINK_BYTES], leave[LINK_BYTES];
    bool confirms = told->kind == HALL_NOTICE_CONFIRM;
    NoticeLanguage language = notice_language(told->language);
    if (told->rules)
        find_title(told->rules->game, language, title);
    snprintf(url, sizeof url, confirms ? "%s#/mail/%s.%s" : "%s#/online/%s", desk->address,
             confirms ? told->person : told->game, told->code ? told->code : "");
    snprintf(leave, sizeof leave, "%s#/nomail/%s.%s", desk->address, told->person,
             told->code ? told->code : "");
    Notice notice = {.kind = find_kind(told->kind),
                     .language = language,
                     .game = title,
                     .left_ms = told->left_ms,
                     .url = url,
                     .tag = told->game ? told->game : "ludoteca",
                     .leave = told->code ? leave : NULL};
    for (int i = 0; i < HALL_OPPONENTS && i < NOTICE_OPPONENTS; i++)
        notice.opponents[i] = told->opponents[i];
    if (told->push_count > 0 && postman_can_push(desk->postman))
        push(desk, told, &notice);
    if (told->mail[0] && postman_can_mail(desk->postman))
        mail(desk, told, &notice);
}

/* -- hearing ----------------------------------------------------------------------------------- */

static void free_call(HallCall *call)
{
    lud_free(call->answer);
    free(call->body);
    free(call);
}

/* A browser is no more: "PERSON ENDPOINT". */
static void forget(PostDesk *desk, const char *label)
{
    const char *endpoint = strchr(label, ' ');
    HallCall *call = endpoint ? calloc(1, sizeof *call) : NULL;
    char person[POST_LABEL];
    Json json = {0};
    if (!call)
        return;
    snprintf(person, sizeof person, "%.*s", (int)(endpoint - label), label);
    json_open(&json, '{');
    json_put_text(&json, "person", person);
    json_put_text(&json, "endpoint", endpoint + 1);
    json_close(&json, '}');
    call->verb = HALL_FORGET_PUSH;
    call->done = free_call;
    call->body = json_take(&json);
    call->body_size = call->body ? strlen(call->body) : 0;
    if (call->body)
        hall_call(desk->hall, call);
    else
        free_call(call);
}

static void listen(void *context)
{
    PostDesk *desk = context;
    struct pollfd waiting = {.fd = postman_descriptor(desk->postman), .events = POLLIN};
    PostReport report = {.outcome = POST_DONE};
    while (!atomic_load(&desk->is_closing) && report.outcome != POST_ENDED) {
        if (poll(&waiting, 1, LISTEN_MS) <= 0)
            continue;
        while (postman_next(desk->postman, &report)) {
            if (report.outcome == POST_GONE)
                forget(desk, report.label);
        }
    }
}

void post_desk_open(PostDesk *desk, Hall *hall)
{
    desk->hall = hall;
    if (desk->postman && hall)
        desk->listener = base_background_start(listen, desk);
}

void post_desk_close(PostDesk *desk)
{
    atomic_store(&desk->is_closing, true);
    base_background_join(desk->listener);
    desk->listener = NULL;
}

void post_desk_end(PostDesk *desk)
{
    postman_stop(desk->postman);
    desk->postman = NULL;
}
