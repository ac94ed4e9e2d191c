/* Batches: what happened since the last one becomes durable, then it is told. */
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "online/hall_object.h"

/* -- events ------------------------------------------------------------------------------------ */

static void need(Hall *hall, bool is_done)
{
    hall->has_failed = hall->has_failed || !is_done;
}

bool hall_begin(Hall *hall)
{
    if (!hall->has_begun && !hall->has_failed) {
        hall->has_begun = true;
        need(hall, hall->store->kind->begin(hall->store, NULL) == LUD_OK);
    }
    return !hall->has_failed;
}

static void mark_changed(Hall *hall, Place *place)
{
    hall_begin(hall);
    if (place->is_changed)
        return;
    place->is_changed = true;
    place->next_changed = hall->changed;
    hall->changed = place;
}

/* Games that need the server's attention as soon as it is back come first of all that are due. */
static int64_t due_ms(const OnlineGame *game)
{
    enum { AT_ONCE = 1 };
    int seat = online_active_seat(game);
    if (seat == ONLINE_NOBODY)
        return 0;
    const OnlinePlayer *player = &game->players[online_player_at(game, seat)];
    if (game->time.kind == TIME_LIVE || player->kind == PLAYER_COMPUTER)
        return AT_ONCE;
    return online_due_ms(game);
}

static void put_head(Hall *hall, Place *place, const char *summary)
{
    const OnlineGame *game = place->game;
    StoreGame head = {.phase = game->phase,
                      .is_public = game->is_public,
                      .created_ms = game->created_ms,
                      .changed_ms = game->changed_ms,
                      .due_ms = game->play ? due_ms(game) : 0,
                      .summary = summary};
    memcpy(head.id, place->id, sizeof head.id);
    memcpy(head.secret, game->server.bytes, sizeof head.secret);
    need(hall, hall->store->kind->put_game(hall->store, &head, NULL) == LUD_OK);
}

void hall_put_new(Hall *hall, Place *place)
{
    mark_changed(hall, place);
    place->has_new_owners = true;
    if (!hall->has_failed)
        put_head(hall, place, "{}");
}

void hall_event_open(Hall *hall, Json *json, const Place *place, const char *type)
{
    json_open(json, '{');
    json_put_integer(json, "event", place->game->last_event + 1);
    json_put_text(json, "type", type);
    json_put_integer(json, "at", hall->now_ms);
}

void hall_event_close(Hall *hall, Json *json, Place *place)
{
    json_close(json, '}');
    Text *text = &json->text;
    mark_changed(hall, place);
    need(hall, !text->failed);
    int number = place->game->last_event + 1;
    if (!hall->has_failed)
        need(hall, online_take_text(place->game, text->bytes, text->length));
    if (!hall->has_failed)
        need(hall, hall->store->kind->add_event(hall->store, place->id, number, text->bytes,
                                                NULL) == LUD_OK);
    if (!hall->has_failed)
        hall_deliver(hall, place, NULL, text, number);
    text_free(text);
    hall->batch_events++;
}

/* -- news -------------------------------------------------------------------------------------- */

void hall_news_release(HallNews *news)
{
    if (atomic_fetch_sub(&news->readers, 1) == 1)
        free(news);
}

static bool make_room(Hall *hall)
{
    enum { FIRST_ROOM = 256 };
    if (hall->delivery_count < hall->delivery_capacity)
        return true;
    int capacity = hall->delivery_capacity > 0 ? 2 * hall->delivery_capacity : FIRST_ROOM;
    Delivery *larger = realloc(hall->deliveries, (size_t)capacity * sizeof *larger);
    if (!larger)
        return false;
    hall->deliveries = larger;
    hall->delivery_capacity = capacity;
    return true;
}

void hall_deliver(Hall *hall, Place *place, HallWatcher *watcher, const Text *text, int event)
{
    if (!place->watchers && !hall->settings.links)
        return;
    HallNews *news = text->failed || !make_room(hall) ? NULL : malloc(sizeof *news + text->length);
    need(hall, news != NULL);
    if (!news)
        return;
    atomic_init(&news->readers, 1);
    news->has_more = false;
    news->size = text->length;
    memcpy(news->text, text->bytes, text->length);
    hall->deliveries[hall->delivery_count++] =
        (Delivery){.place = place, .watcher = watcher, .news = news, .event = event};
}

/* Events are told without a gap: who is not that far yet gets them from the store in its turn. Each
 * reader has a share of its own; the one that it was made with is ours. */
static void tell(HallWatcher *watcher, const Delivery *delivery)
{
    if (delivery->event > 0 && delivery->event != watcher->after + 1)
        return;
    if (delivery->event > 0)
        watcher->after = delivery->event;
    atomic_fetch_add(&delivery->news->readers, 1);
    watcher->tell(watcher, delivery->news);
}

/* Who came in this batch has heard of what happened before it came. */
static void tell_all(Hall *hall, int number)
{
    const Delivery *delivery = &hall->deliveries[number];
    for (HallWatcher *at = delivery->place->watchers; at; at = at->behind) {
        if (at->came_in < hall->batch || at->came_before <= number)
            tell(at, delivery);
    }
    house_tell(hall, delivery);
}

static void deliver_all(Hall *hall, bool is_durable)
{
    for (int i = 0; i < hall->delivery_count; i++) {
        const Delivery *delivery = &hall->deliveries[i];
        bool is_told = is_durable || delivery->is_durable;
        if (is_told && delivery->watcher)
            tell(delivery->watcher, delivery);
        else if (delivery->watcher)
            hall_turn_away(hall, delivery->watcher);
        else if (is_told)
            tell_all(hall, i);
        hall_news_release(delivery->news);
    }
    hall->delivery_count = 0;
}

/* -- the end of a batch ------------------------------------------------------------------------ */

static void put_owners(Hall *hall, Place *place)
{
    const StoreKind *kind = hall->store->kind;
    for (int i = 0; place->has_new_owners && i < place->game->match.players; i++)
        need(hall, kind->put_player(hall->store, place->id, i, &place->game->players[i].owner,
                                    NULL) == LUD_OK);
    place->has_new_owners = false;
}

static void put_changes(Hall *hall)
{
    for (Place *at = hall->changed; at && !hall->has_failed; at = at->next_changed) {
        char *summary = online_json_summary(at->game);
        need(hall, summary != NULL);
        if (summary)
            put_head(hall, at, summary);
        if (!hall->has_failed)
            put_owners(hall, at);
        lud_free(summary);
    }
}

static void count_commit(Hall *hall, int64_t took_us)
{
    HallFigures *figures = &hall->counted;
    figures->commits += !hall->has_failed;
    figures->commit_failures += hall->has_failed;
    figures->events += hall->has_failed ? 0 : hall->batch_events;
    figures->commit_us_total += took_us;
    if (took_us > figures->commit_us_most)
        figures->commit_us_most = took_us;
}

/* Shows what was counted to whoever asks from another thread. */
static void show_figures(Hall *hall)
{
    hall->counted.games_in_memory = hall->place_count;
    hall->counted.watchers = hall->watcher_count;
    pthread_mutex_lock(&hall->lock);
    hall->figures = hall->counted;
    pthread_mutex_unlock(&hall->lock);
}

static void finish_batch(Hall *hall)
{
    put_changes(hall);
    int64_t start_us = base_time_us();
    if (!hall->has_failed) {
        LudStatus status = hall->store->kind->commit(hall->store, NULL);
        hall->is_unsure = hall->settings.links && status == LUD_EFILE;
        need(hall, status == LUD_OK);
    }
    if (hall->has_failed) {
        hall->store->kind->roll_back(hall->store);
        hall->able_ms = hall->now_ms;
    }
    count_commit(hall, base_time_us() - start_us);
}

/* What was not committed has not happened: the games are read anew when they are asked for. */
static void settle_changes(Hall *hall)
{
    Place *at = hall->changed;
    hall->changed = NULL;
    for (Place *next; at; at = next) {
        next = at->next_changed;
        at->is_changed = at->has_new_owners = false;
        if (hall->has_failed) {
            hall_give_up(hall, at);
        } else {
            desk_ask(hall, at);
            hall_notify(hall, at);
        }
    }
}

/* Nobody is told anything that depends on what has not happened. */
static void answer_all(Hall *hall)
{
    HallItem *reversed = NULL;
    for (HallItem *at = hall->answered, *next; at; at = next) {
        next = at->next;
        at->next = reversed;
        reversed = at;
    }
    hall->answered = NULL;
    for (HallItem *at = reversed, *next; at; at = next) {
        HallCall *call = HALL_OWNER(HallCall, item, at);
        next = at->next;
        if (hall->has_failed && !call->is_passed_on) {
            lud_free(call->answer);
            call->answer = NULL;
            call->outcome = hall->is_unsure ? hall_fail_unsure(call) : hall_fail_unkept(call);
            call->retry_s = 1;
        }
        hall->counted.calls++;
        call->done(call);
    }
}

void hall_commit(Hall *hall)
{
    if (hall->has_begun)
        finish_batch(hall);
    deliver_all(hall, !hall->has_failed);
    settle_changes(hall);
    answer_all(hall);
    show_figures(hall);
    hall_release_watchers(hall);
    hall->has_begun = hall->has_failed = hall->is_unsure = false;
    hall->batch_events = 0;
    hall->batch++;
}
