/* Games that another server has, followed for those who watch them here: what its server tells is
 * taken, and what it told in vain is read from the store. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

enum {
    LOOK_SOON_MS = 400, /* until a game that has just been followed is compared with the store */
    LOOK_MS = 5000,
    LOOK_OWN_MS = 30000, /* the same for games that no one else is known to have */
};

/* -- following --------------------------------------------------------------------------------- */

void house_follow(Hall *hall, Place *place)
{
    if (house_is_alone(hall) || place->house.is_followed)
        return;
    place->house.is_followed = true;
    place->house.looked_ms = hall->now_ms - LOOK_MS + LOOK_SOON_MS;
    hall->settings.links->follow(hall->settings.links->context, place->id);
    visitors_ask(hall, place);
}

void house_ignore(Hall *hall, Place *place)
{
    if (!place->house.is_followed)
        return;
    place->house.is_followed = false;
    hall->settings.links->ignore(hall->settings.links->context, place->id);
}

void house_tell(Hall *hall, const Delivery *delivery)
{
    const HallLinks *links = hall->settings.links;
    if (links && delivery->event > 0 && !delivery->watcher && !delivery->is_durable)
        links->tell(links->context, delivery->place->id, delivery->news->text,
                    delivery->news->size);
}

/* Takes an event that another server has made durable. */
static bool take_event(Hall *hall, Place *place, int number, const char *body, size_t size)
{
    const Text text = {.bytes = (char *)(size_t)body, .length = size};
    if (number != place->game->last_event + 1 || !online_take_text(place->game, body, size))
        return false;
    int before = hall->delivery_count;
    hall_deliver(hall, place, NULL, &text, number);
    for (int i = before; i < hall->delivery_count; i++)
        hall->deliveries[i].is_durable = true;
    return true;
}

typedef struct Chase {
    Hall *hall;
    Place *place;
    bool is_sound;
} Chase;

static void chase_event(void *context, int number, const char *body, size_t size)
{
    Chase *chase = context;
    if (number > chase->place->game->last_event)
        chase->is_sound =
            chase->is_sound && take_event(chase->hall, chase->place, number, body, size);
}

bool house_catch_up(Hall *hall, Place *place)
{
    Chase chase = {.hall = hall, .place = place, .is_sound = true};
    const StoreReader reader = {
        .context = &chase, .event = chase_event, .after = place->game->last_event};
    StoreGame head;
    StorePlayer owners[STORE_PLAYERS];
    bool is_found = false;
    place->house.looked_ms = hall->now_ms;
    LudStatus status = hall->store->kind->read_game(hall->store, place->id, &head, owners, &reader,
                                                    &is_found, NULL);
    if (status == LUD_OK && is_found && chase.is_sound) {
        for (int i = 0; i < place->game->match.players; i++)
            place->game->players[i].owner = owners[i];
        return true;
    }
    if (status == LUD_OK)
        hall_give_up(hall, place);
    return false;
}

HallOutcome house_mirror(Hall *hall, const char *id, Place **found)
{
    Place *place = hall_find_in_memory(hall, id);
    if (!place)
        return HALL_BROKEN;
    HallOutcome outcome = HALL_DONE;
    /* One that is about to be taken from this server is not, yet. */
    bool is_lost = !place->game || place->house.holding != STORE_BUSY;
    if (!place->game)
        outcome = hall_read_place(hall, place);
    else if (!house_catch_up(hall, place))
        outcome = HALL_NO_STORE;
    if (outcome == HALL_DONE && is_lost)
        place->house.is_mirror = true;
    *found = place;
    return outcome;
}

/* -- what others tell -------------------------------------------------------------------------- */

typedef struct Heard {
    HallItem item; /* first */
    char game[STORE_ID_TEXT];
    size_t size;
    char text[];
} Heard;

/* An event that is new was written by whoever has the game now. */
static void take_news(Hall *hall, Place *place, const Heard *heard, int number)
{
    if (number <= place->game->last_event)
        return;
    place->house.is_mirror = true;
    place->house.batch = hall->batch - 1; /* what was known of it is not true any more */
    if (!take_event(hall, place, number, heard->text, heard->size))
        house_catch_up(hall, place);
}

static void hear(Hall *hall, HallItem *item)
{
    Heard *heard = (Heard *)item;
    Place *place = hall_find_in_memory(hall, heard->game);
    char *copy = place && place->game ? malloc(heard->size + 1) : NULL;
    JsonTree tree;
    if (copy) {
        memcpy(copy, heard->text, heard->size + 1);
        if (json_read(&tree, copy, heard->size, NULL) == LUD_OK) {
            int64_t number = 0;
            json_integer(json_member(&tree.values[0], "event"), 1, INT32_MAX, &number);
            if (number > 0)
                take_news(hall, place, heard, (int)number);
            else
                visitors_hear(hall, place, &tree.values[0]);
        }
        free(copy);
    }
    free(heard);
}

void hall_hear(Hall *hall, const char *game, const char *text, size_t size)
{
    Heard *heard = secret_is_id(game) ? malloc(sizeof *heard + size + 1) : NULL;
    if (!heard)
        return; /* what is missed is found out later */
    *heard = (Heard){.size = size};
    memcpy(heard->game, game, strlen(game) + 1);
    memcpy(heard->text, text, size);
    heard->text[size] = '\0';
    hall_post(hall, &heard->item, hear);
}

/* -- comparing --------------------------------------------------------------------------------- */

static bool is_to_be_compared(const Hall *hall, const Place *place)
{
    int64_t look_ms = place->house.is_mirror ? LOOK_MS : LOOK_OWN_MS;
    return place->game && place->watchers &&
           (hall->is_catching_up || hall->now_ms - place->house.looked_ms >= look_ms);
}

/* Notes them in `stands`, unless that is NULL; how many there are. */
static int find_to_be_compared(Hall *hall, StoreStand *stands)
{
    int count = 0;
    for (int i = 0; i < HALL_SLOTS; i++) {
        for (Place *at = hall->slots[i]; at; at = at->next) {
            if (!is_to_be_compared(hall, at))
                continue;
            if (stands) {
                stands[count].last = at->game->last_event;
                memcpy(stands[count].id, at->id, sizeof at->id);
                at->house.looked_ms = hall->now_ms;
            }
            count++;
        }
    }
    return count;
}

/* All at once: hardly any of them have changed without this server having heard of it. */
void house_compare(Hall *hall)
{
    int count = house_is_alone(hall) ? 0 : find_to_be_compared(hall, NULL);
    StoreStand *stands = count > 0 ? malloc((size_t)count * sizeof *stands) : NULL;
    if (!stands)
        return;
    find_to_be_compared(hall, stands);
    bool is_told = hall->store->kind->compare(hall->store, stands, count, NULL) == LUD_OK;
    for (int i = 0; is_told && i < count; i++) {
        Place *place = stands[i].is_outdated ? hall_find_in_memory(hall, stands[i].id) : NULL;
        if (place && place->game && house_catch_up(hall, place) &&
            place->game->last_event > stands[i].last)
            place->house.is_mirror = true; /* if it was not: somebody has taken it */
    }
    free(stands);
}

void house_look_around(Hall *hall, Place *place)
{
    if (!house_is_alone(hall))
        visitors_look_around(hall, place);
}
