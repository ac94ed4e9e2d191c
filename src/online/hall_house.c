/* Several servers of one house: each game is held by one of them, which alone changes it; the
 * others hand on what they are asked, and follow the game for those who watch it there.
 *
 * The store says whose a game is, and sees to it that nobody else writes. What servers tell each
 * other only makes it fast: whatever of that is lost, the store is asked. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

enum {
    LEASE_MS = 3000, /* how long a server counts as alive that is not heard of */
    RENEW_MS = 1000,
    ADOPT_MS = 1000,
    ADOPTED_MOST = 500, /* at once */
    LOOK_SOON_MS = 400, /* until a game that has just been followed is compared with the store */
    LOOK_MS = 5000,
    LOOK_OWN_MS = 30000, /* the same for games that no one else is known to have */
    FORWARDS_MOST = 20,  /* how often one call is handed on, */
    BUSY_MOST = 200,     /* or tried again while a game changes hands */
};

static bool is_alone(const Hall *hall)
{
    return !hall->settings.links;
}

/* -- following --------------------------------------------------------------------------------- */

void house_follow(Hall *hall, Place *place)
{
    if (is_alone(hall) || place->house.is_followed)
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

/* What the store has more than the place; the place is given up if that can't be had. */
static bool catch_up(Hall *hall, Place *place)
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

void house_catch_up(Hall *hall, Place *place)
{
    catch_up(hall, place);
}

/* -- whose games they are ---------------------------------------------------------------------- */

static void fill_claim(const Hall *hall, const char *id, bool by_force, StoreClaim *claim)
{
    const Place *place = hall_find_in_memory((Hall *)(size_t)hall, id);
    *claim = (StoreClaim){.by_force = by_force, .fence = place ? place->house.fence : 0};
    memcpy(claim->id, id, strlen(id) + 1);
}

/* What another server has written meanwhile is caught up with; time in which nobody had the game is
 * nobody's. */
static void take(Hall *hall, Place *place)
{
    if (!place->game || !catch_up(hall, place))
        return;
    if (place->game->phase >= STORE_PLAYING)
        online_mix(place->game);
    place->house.is_mirror = false;
    hall_note_stand(place);
    online_wake(place->game, house_charged_from(hall, place), hall->now_ms);
}

static void settle_claim(Hall *hall, const StoreClaim *claim)
{
    Place *place = hall_find_in_memory(hall, claim->id);
    if (!place && claim->holding != STORE_NO_SUCH)
        place = hall_make_place(hall, claim->id);
    if (!place)
        return;
    place->used_ms = hall->now_ms;
    place->house.batch = hall->batch;
    place->house.holding = claim->holding;
    place->house.fence = claim->fence;
    place->house.said_ms = claim->said_ms;
    memcpy(place->house.owner, claim->owner, sizeof claim->owner);
    if (claim->holding == STORE_TAKEN ||
        (claim->holding == STORE_HELD && place->house.is_mirror)) /* it only seemed to be lost */
        take(hall, place);
    else if (claim->holding == STORE_ELSEWHERE && place->game)
        place->house.is_mirror = true;
    else if (claim->holding == STORE_NO_SUCH)
        hall_give_up(hall, place);
}

static void hold_all(Hall *hall, StoreClaim *claims, int count)
{
    if (count == 0 || !hall_begin(hall))
        return;
    if (hall->store->kind->hold(hall->store, claims, count, NULL) != LUD_OK) {
        hall->has_failed = true;
        return;
    }
    for (int i = 0; i < count; i++)
        settle_claim(hall, &claims[i]);
}

static int compare_claims(const void *a, const void *b)
{
    const StoreClaim *first = a, *second = b;
    int order = strcmp(first->id, second->id);
    return order != 0 ? order : second->by_force - first->by_force;
}

/* Each game once, with force if anybody wants that. */
static int drop_doubles(StoreClaim *claims, int count)
{
    int kept = 0;
    qsort(claims, (size_t)count, sizeof claims[0], compare_claims);
    for (int i = 0; i < count; i++) {
        if (kept == 0 || strcmp(claims[kept - 1].id, claims[i].id) != 0)
            claims[kept++] = claims[i];
    }
    return kept;
}

/* Whoever watches a game here sends most calls, and whose it is seldom changes. One who has it no
 * more says so, or does not listen: then the store is asked. */
bool house_guesses(const Hall *hall, const HallCall *call)
{
    const Place *place = call->from ? call->from->place : NULL;
    return place && place->game && place->house.is_mirror &&
           place->house.holding == STORE_ELSEWHERE && call->forwards == 0 && !call->item.by_force &&
           house_hears(hall);
}

static bool needs_claim(const Hall *hall, const HallItem *item)
{
    bool is_call = item->handle == hall_perform;
    return item->game && secret_is_id(item->game) &&
           !(is_call && house_guesses(hall, HALL_OWNER(HallCall, item, (HallItem *)(size_t)item)));
}

void house_prepare(Hall *hall, const HallItem *items)
{
    int count = 0, filled = 0;
    for (const HallItem *at = items; at && !is_alone(hall); at = at->next)
        count += needs_claim(hall, at);
    StoreClaim *claims = count > 0 ? malloc((size_t)count * sizeof *claims) : NULL;
    if (!claims)
        return; /* one by one, then */
    for (const HallItem *at = items; at; at = at->next) {
        if (needs_claim(hall, at))
            fill_claim(hall, at->game, at->by_force, &claims[filled++]);
    }
    hold_all(hall, claims, drop_doubles(claims, filled));
    free(claims);
}

HallOutcome house_hold(Hall *hall, const char *id)
{
    static const HallOutcome outcomes[] = {
        [STORE_HELD] = HALL_DONE,           [STORE_TAKEN] = HALL_DONE,
        [STORE_ELSEWHERE] = HALL_ELSEWHERE, [STORE_BUSY] = HALL_BUSY,
        [STORE_NO_SUCH] = HALL_NO_GAME,
    };
    StoreClaim claim;
    if (is_alone(hall))
        return HALL_DONE;
    const Place *place = hall_find_in_memory(hall, id);
    if (!place || place->house.batch != hall->batch) {
        fill_claim(hall, id, hall->by_force, &claim);
        hold_all(hall, &claim, 1);
        if (hall->has_failed)
            return HALL_NO_STORE;
        if (claim.holding == STORE_NO_SUCH)
            return HALL_NO_GAME;
        place = hall_find_in_memory(hall, id);
    }
    return place ? outcomes[place->house.holding] : HALL_BROKEN;
}

void house_own(Hall *hall, Place *place)
{
    enum { FIRST_FENCE = 1 };
    place->house.batch = hall->batch;
    place->house.holding = STORE_HELD;
    place->house.fence = FIRST_FENCE;
    house_follow(hall, place);
}

/* The last holder was there when it last said so; from then on nobody could move. */
int64_t house_charged_from(const Hall *hall, const Place *place)
{
    if (is_alone(hall) || place->house.holding == STORE_HELD)
        return hall->able_ms;
    if (place->house.holding != STORE_TAKEN || place->house.said_ms == 0)
        return 0;
    int64_t turn_ms = place->game->turn_ms, said_ms = place->house.said_ms;
    return turn_ms < said_ms ? turn_ms + hall->now_ms - said_ms : hall->now_ms;
}

/* -- games of other servers -------------------------------------------------------------------- */

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
    else if (!catch_up(hall, place))
        outcome = HALL_NO_STORE;
    if (outcome == HALL_DONE && is_lost)
        place->house.is_mirror = true;
    *found = place;
    return outcome;
}

static bool fail_forward(HallCall *call)
{
    call->outcome = HALL_NO_STORE;
    call->retry_s = 1;
    lud_error_set(&call->err, LUD_ENOTNOW,
                  LUD_MESSAGE("This game is just changing servers. Try again in a moment."),
                  (char *)NULL);
    return false;
}

bool house_forward(Hall *hall, HallCall *call)
{
    const Place *place = hall_find_in_memory(hall, call->item.game);
    call->is_guess = house_guesses(hall, call);
    if (call->outcome == HALL_BUSY) {
        if (call->forwards++ == BUSY_MOST)
            return fail_forward(call);
        hall_call_again(hall, call);
        return true;
    }
    if (call->is_forwarded)
        return false; /* whoever asked us asks another one */
    if (!place || call->forwards++ == FORWARDS_MOST)
        return fail_forward(call);
    hall->settings.links->forward(hall->settings.links->context, place->house.owner, call);
    return true;
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
        catch_up(hall, place);
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

static void look_again(Hall *hall, HallItem *item)
{
    hall->is_catching_up = true;
    hall->adopted_ms = 0;
    free(item);
}

void hall_look_again(Hall *hall)
{
    HallItem *item = calloc(1, sizeof *item);
    if (item)
        hall_post(hall, item, look_again);
}

/* -- every now and then ------------------------------------------------------------------------ */

typedef struct Orphans {
    const Hall *hall;
    int count;
    StoreClaim claims[ADOPTED_MOST];
} Orphans;

static void add_orphan(void *context, const StoreGame *game)
{
    Orphans *orphans = context;
    if (orphans->count < ADOPTED_MOST)
        fill_claim(orphans->hall, game->id, false, &orphans->claims[orphans->count++]);
}

static void look_after(Hall *hall, const char *id)
{
    Place *place;
    if (hall_find(hall, id, &place) != HALL_DONE)
        return;
    hall_check_clock(hall, place);
    hall_advance(hall, place);
    if (!place->is_changed)
        desk_ask(hall, place);
}

/* Others may be about to take the same ones: what is not had now is looked for again. */
static void adopt(Hall *hall)
{
    const StoreQuery query = {
        .list = STORE_LIST_ORPHANS, .until_ms = hall->now_ms, .limit = ADOPTED_MOST};
    Orphans *orphans = calloc(1, sizeof *orphans);
    if (!orphans)
        return;
    orphans->hall = hall;
    hall->store->kind->list(hall->store, &query, add_orphan, orphans, NULL);
    hold_all(hall, orphans->claims, orphans->count);
    for (int i = 0; i < orphans->count && !hall->has_failed; i++)
        look_after(hall, orphans->claims[i].id);
    free(orphans);
}

/* Before anything of a batch. */
void house_keep(Hall *hall)
{
    if (is_alone(hall))
        return;
    hall->settings.links->look(hall->settings.links->context);
    if (hall->now_ms - hall->renewed_ms >= RENEW_MS) {
        hall->renewed_ms = hall->now_ms;
        if (hall->store->kind->renew(hall->store, LEASE_MS, NULL) != LUD_OK)
            hall->able_ms = hall->now_ms;
    }
    if (hall->now_ms - hall->adopted_ms >= ADOPT_MS) {
        hall->adopted_ms = hall->now_ms;
        adopt(hall);
    }
}

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
    int count = is_alone(hall) ? 0 : find_to_be_compared(hall, NULL);
    StoreStand *stands = count > 0 ? malloc((size_t)count * sizeof *stands) : NULL;
    if (!stands)
        return;
    find_to_be_compared(hall, stands);
    bool is_told = hall->store->kind->compare(hall->store, stands, count, NULL) == LUD_OK;
    for (int i = 0; is_told && i < count; i++) {
        Place *place = stands[i].is_outdated ? hall_find_in_memory(hall, stands[i].id) : NULL;
        if (place && place->game && catch_up(hall, place) &&
            place->game->last_event > stands[i].last)
            place->house.is_mirror = true; /* if it was not: somebody has taken it */
    }
    free(stands);
}

void house_look_around(Hall *hall, Place *place)
{
    if (!is_alone(hall))
        visitors_look_around(hall, place);
}

bool house_hears(const Hall *hall)
{
    return is_alone(hall) || hall->settings.links->hears(hall->settings.links->context);
}

void house_leave(Hall *hall)
{
    if (!is_alone(hall))
        hall->store->kind->leave(hall->store, NULL);
}
