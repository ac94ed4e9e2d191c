/* Games in memory: found by name, read from the store, let go of. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "online/hall_object.h"

enum { KEPT_MS = 600000 };

static Place **slot_of(Hall *hall, const char *id)
{
    return &hall->slots[XXH3_64bits(id, strlen(id)) % HALL_SLOTS];
}

Place *hall_find_in_memory(Hall *hall, const char *id)
{
    Place *at = *slot_of(hall, id);
    while (at && strcmp(at->id, id) != 0)
        at = at->next;
    return at;
}

Place *hall_make_place(Hall *hall, const char *id)
{
    Place *made = calloc(1, sizeof *made), **slot = slot_of(hall, id);
    if (!made)
        return NULL;
    memcpy(made->id, id, strlen(id) + 1);
    made->next = *slot;
    *slot = made;
    hall->place_count++;
    return made;
}

Place *hall_add_place(Hall *hall, OnlineGame *game)
{
    Place *place = hall_make_place(hall, game->id);
    if (!place)
        return NULL;
    place->game = game;
    place->used_ms = hall->now_ms;
    house_own(hall, place);
    return place;
}

/* -- reading ----------------------------------------------------------------------------------- */

typedef struct Reading {
    OnlineGame *game;
    bool is_sound;
} Reading;

static void take_event(void *context, int number, const char *body, size_t size)
{
    Reading *reading = context;
    (void)number; /* the event says it, too */
    reading->is_sound = reading->is_sound && online_take_text(reading->game, body, size);
}

/* Reads a game from the store; its events tell all but who the players are. */
static HallOutcome read_game(Hall *hall, const char *id, OnlineGame **game)
{
    StoreGame head;
    StorePlayer owners[STORE_PLAYERS];
    Reading reading = {.game = online_game_new(id, &(FairSecret){{0}}), .is_sound = true};
    const StoreReader reader = {.context = &reading, .event = take_event};
    bool is_found = false;
    LudError err;
    if (!reading.game)
        return HALL_BROKEN;
    LudStatus status =
        hall->store->kind->read_game(hall->store, id, &head, owners, &reader, &is_found, &err);
    if (status != LUD_OK || !is_found || !reading.is_sound || !reading.game->play) {
        online_game_free(reading.game);
        return status == LUD_OK && !is_found ? HALL_NO_GAME : HALL_NO_STORE;
    }
    memcpy(reading.game->server.bytes, head.secret, STORE_HASH);
    for (int i = 0; i < reading.game->match.players; i++)
        reading.game->players[i].owner = owners[i];
    if (reading.game->phase >= STORE_PLAYING)
        online_mix(reading.game);
    *game = reading.game;
    return HALL_DONE;
}

/* Who was there when a live game was last in memory nobody knows: all get as long as anybody to
 * come back. */
static void expect_all(OnlineGame *game, int64_t now_ms)
{
    bool is_live = game->phase == STORE_PLAYING && game->time.kind == TIME_LIVE;
    for (int player = 0; is_live && game->entry_count > 0 && player < game->match.players; player++)
        game->players[player].seen_ms = now_ms;
}

/* Those who watch it were there before. */
static void seat_watchers(Place *place)
{
    for (HallWatcher *at = place->watchers; at; at = at->behind) {
        if (at->player != ONLINE_NOBODY)
            place->game->players[at->player].sockets++;
    }
    visitors_seat(place);
}

HallOutcome hall_read_place(Hall *hall, Place *place)
{
    HallOutcome outcome = read_game(hall, place->id, &place->game);
    if (outcome != HALL_DONE)
        return outcome;
    hall_note_stand(place);
    online_wake(place->game, house_charged_from(hall, place), hall->now_ms);
    expect_all(place->game, hall->now_ms);
    seat_watchers(place);
    house_follow(hall, place);
    return HALL_DONE;
}

/* An empty place is left for hall_tidy. */
HallOutcome hall_find(Hall *hall, const char *id, Place **found)
{
    HallOutcome outcome = house_hold(hall, id);
    if (outcome != HALL_DONE)
        return outcome;
    Place *place = hall_find_in_memory(hall, id);
    if (!place)
        place = hall_make_place(hall, id);
    if (!place)
        return HALL_BROKEN;
    if (!place->game)
        outcome = hall_read_place(hall, place);
    place->used_ms = hall->now_ms;
    *found = place;
    return outcome;
}

/* -- letting go -------------------------------------------------------------------------------- */

void hall_forget(Hall *hall, Place *place)
{
    house_ignore(hall, place);
    online_game_free(place->game);
    place->game = NULL;
    place->is_thinking = false;
    place->house.is_mirror = false;
}

void hall_give_up(Hall *hall, Place *place)
{
    hall_forget(hall, place);
    hall_dismiss_watchers(hall, place);
}

static void free_place(Hall *hall, Place *place)
{
    hall_forget(hall, place);
    visitors_free(place);
    free(place);
    hall->place_count--;
}

/* Clocks run and computers think only in games that are in memory. */
static bool is_needed(const Place *place)
{
    const OnlineGame *game = place->game;
    if (place->watchers || place->is_thinking || place->is_changed)
        return true;
    return game && !place->house.is_mirror && game->phase == STORE_PLAYING &&
           game->time.kind == TIME_LIVE;
}

void hall_tidy(Hall *hall)
{
    for (int i = 0; i < HALL_SLOTS; i++) {
        for (Place **at = &hall->slots[i]; *at;) {
            Place *place = *at;
            if (is_needed(place) || hall->now_ms - place->used_ms < KEPT_MS) {
                at = &place->next;
                continue;
            }
            *at = place->next;
            free_place(hall, place);
        }
    }
}

void hall_free_places(Hall *hall)
{
    for (int i = 0; i < HALL_SLOTS; i++) {
        for (Place *at = hall->slots[i], *next; at; at = next) {
            next = at->next;
            free_place(hall, at);
        }
    }
}
