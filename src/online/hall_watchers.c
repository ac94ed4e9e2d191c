/* Those who watch a game: they are told what they do not know yet, then all that happens. */
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

/* -- lists ------------------------------------------------------------------------------------- */

static void attach(Hall *hall, Place *place, HallWatcher *watcher)
{
    watcher->place = place;
    watcher->before = NULL;
    watcher->behind = place->watchers;
    if (place->watchers)
        place->watchers->before = watcher;
    place->watchers = watcher;
    watcher->came_in = hall->batch;
    watcher->came_before = hall->delivery_count;
    place->watcher_count++;
    hall->watcher_count++;
}

static void detach(Hall *hall, HallWatcher *watcher)
{
    Place *place = watcher->place;
    if (watcher->before)
        watcher->before->behind = watcher->behind;
    else
        place->watchers = watcher->behind;
    if (watcher->behind)
        watcher->behind->before = watcher->before;
    place->watcher_count--;
    place->seated -= watcher->player != ONLINE_NOBODY;
    hall->watcher_count--;
    watcher->place = NULL;
}

/* One that is refused and leaves in the same batch is only told the latter. */
static void release(Hall *hall, HallWatcher *watcher, HallOutcome outcome)
{
    watcher->outcome = outcome;
    if (watcher->is_released)
        return;
    watcher->is_released = true;
    watcher->behind = hall->released;
    hall->released = watcher;
}

void hall_release_watchers(Hall *hall)
{
    HallWatcher *at = hall->released;
    hall->released = NULL;
    for (HallWatcher *next; at; at = next) {
        next = at->behind;
        at->is_released = false;
        at->gone(at, at->outcome);
    }
}

/* It watches no more, and who it was may be away now. */
static void part(Hall *hall, HallWatcher *watcher)
{
    Place *place = watcher->place;
    detach(hall, watcher);
    if (place->game && watcher->player != ONLINE_NOBODY) {
        place->game->players[watcher->player].sockets--;
        place->game->players[watcher->player].seen_ms = hall->now_ms;
    }
    visitors_tell(hall, place);
}

void hall_turn_away(Hall *hall, HallWatcher *watcher)
{
    if (!watcher->place)
        return;
    part(hall, watcher);
    release(hall, watcher, HALL_NO_STORE);
}

void hall_dismiss_watchers(Hall *hall, Place *place)
{
    while (place->watchers) {
        HallWatcher *watcher = place->watchers;
        detach(hall, watcher);
        release(hall, watcher, HALL_NO_STORE);
    }
}

int hall_spectators(const Place *place)
{
    return place->watcher_count - place->seated + visitors_count(place);
}

/* -- coming ------------------------------------------------------------------------------------ */

/* One of them knows another number now than the rest: soon all are told again. */
static void say_hello(Hall *hall, HallWatcher *watcher)
{
    enum { NOT_THE_SAME = -1 };
    const OnlineGame *game = watcher->place->game;
    Json json = {0};
    if (hall_spectators(watcher->place) != watcher->place->told_spectators)
        watcher->place->told_spectators = NOT_THE_SAME;
    json_open(&json, '{');
    json_put_text(&json, "type", "hello");
    json_put_integer(&json, "last", game->last_event);
    json_put_integer(&json, "now", hall->now_ms);
    json_put_integer(&json, "watchers", hall_spectators(watcher->place));
    online_put_clocks(&json, game);
    online_put_you(&json, game, watcher->player);
    json_close(&json, '}');
    hall_deliver(hall, watcher->place, watcher, &json.text, 0);
    text_free(&json.text);
}

typedef struct Backlog {
    Hall *hall;
    HallWatcher *watcher;
    int last; /* event that was told */
} Backlog;

static void add_event(void *context, int number, const char *body, size_t size)
{
    Backlog *backlog = context;
    const Text text = {.bytes = (char *)body, .length = size};
    hall_deliver(backlog->hall, backlog->watcher->place, backlog->watcher, &text, number);
    backlog->last = number;
}

/* Whatever the watcher has not had, from the store, as much as it can be expected to take at once:
 * what this batch has put there is told with the rest of it or, if it fails, not at all. */
static bool tell_backlog(Hall *hall, HallWatcher *watcher)
{
    enum { PAGE_BYTES = 65536 };
    const OnlineGame *game = watcher->place->game;
    StoreGame head;
    StorePlayer owners[STORE_PLAYERS];
    Backlog backlog = {.hall = hall, .watcher = watcher};
    const StoreReader reader = {
        .context = &backlog, .event = add_event, .after = watcher->after, .most_bytes = PAGE_BYTES};
    bool is_found = false;
    if (watcher->after >= game->last_event)
        return true;
    bool is_read = hall->store->kind->read_game(hall->store, watcher->game, &head, owners, &reader,
                                                &is_found, NULL) == LUD_OK;
    if (backlog.last > 0 && backlog.last < game->last_event && !hall->has_failed)
        hall->deliveries[hall->delivery_count - 1].news->has_more = true;
    return is_read && is_found;
}

static HallOutcome let_in(Hall *hall, HallWatcher *watcher)
{
    Place *place;
    HallOutcome outcome = hall_find(hall, watcher->game, &place);
    int most = hall->settings.most_watchers;
    if (outcome == HALL_ELSEWHERE || outcome == HALL_BUSY)
        outcome = house_mirror(hall, watcher->game, &place);
    if (outcome != HALL_DONE)
        return outcome;
    hall_keep_clock(hall, place);
    if (most > 0 && place->watcher_count >= most)
        return HALL_TOO_MANY;
    attach(hall, place, watcher);
    visitors_tell(hall, place);
    say_hello(hall, watcher);
    if (tell_backlog(hall, watcher))
        return HALL_DONE;
    detach(hall, watcher);
    return HALL_NO_STORE;
}

static void come(Hall *hall, HallItem *item)
{
    HallWatcher *watcher = HALL_OWNER(HallWatcher, coming, item);
    watcher->player = ONLINE_NOBODY;
    HallOutcome outcome = let_in(hall, watcher);
    if (outcome != HALL_DONE)
        release(hall, watcher, outcome);
}

void hall_watch(Hall *hall, HallWatcher *watcher)
{
    watcher->coming.game = watcher->game;
    hall_post(hall, &watcher->coming, come);
}

/* One that was turned away meanwhile has no place any more. */
static void go_on(Hall *hall, HallItem *item)
{
    HallWatcher *watcher = HALL_OWNER(HallWatcher, asking, item);
    if (watcher->place && !tell_backlog(hall, watcher))
        hall_turn_away(hall, watcher);
}

void hall_watch_on(Hall *hall, HallWatcher *watcher)
{
    hall_post(hall, &watcher->asking, go_on);
}

/* -- being somebody ---------------------------------------------------------------------------- */

void hall_recognise(Hall *hall, HallWatcher *watcher, int player)
{
    if (!watcher->place || watcher->player == player)
        return;
    OnlineGame *game = watcher->place->game;
    if (watcher->player != ONLINE_NOBODY)
        game->players[watcher->player].sockets--;
    else
        watcher->place->seated++;
    watcher->player = player;
    game->players[player].sockets++;
    say_hello(hall, watcher);
    visitors_tell(hall, watcher->place);
    hall_tell_presence(hall, watcher->place, player);
}

/* -- leaving ----------------------------------------------------------------------------------- */

static void leave(Hall *hall, HallItem *item)
{
    HallWatcher *watcher = HALL_OWNER(HallWatcher, leaving, item);
    Place *place = watcher->place; /* NULL: it was dismissed, or never let in */
    int player = watcher->player;
    if (place)
        part(hall, watcher);
    release(hall, watcher, HALL_DONE);
    if (place && place->game && player != ONLINE_NOBODY)
        hall_tell_presence(hall, place, player);
}

void hall_unwatch(Hall *hall, HallWatcher *watcher)
{
    hall_post(hall, &watcher->leaving, leave);
}
