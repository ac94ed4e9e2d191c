/* Several servers of one house: each game is held by one of them, which alone changes it; the
 * others hand on what they are asked, and follow the game for those who watch it there.
 *
 * The store says whose a game is, and sees to it that nobody else writes. What servers tell each
 * other only makes it fast: whatever of that is lost, the store is asked. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"

enum {
    LEASE_MS = 3000, /* how long a server counts as alive that is not heard of */
    RENEW_MS = 1000,
    ADOPT_MS = 1000,
    ADOPTED_MOST = 500, /* at once */
    FORWARDS_MOST = 20, /* how often one call is handed on, */
    BUSY_MS = 4000,     /* or how long tried again while a game changes hands: a server that was
                           stopped in the middle of that is thrown out after three seconds */
};

bool house_is_alone(const Hall *hall)
{
    return !hall->settings.links;
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
    if (!place->game || !house_catch_up(hall, place))
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
    for (const HallItem *at = items; at && !house_is_alone(hall); at = at->next)
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
    if (house_is_alone(hall))
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
    place->house.batch = hall->batch;
    place->house.holding = STORE_HELD;
    place->house.fence = STORE_FIRST_FENCE;
    house_follow(hall, place);
}

/* The last holder was there when it last said so; from then on nobody could move. */
int64_t house_charged_from(const Hall *hall, const Place *place)
{
    if (house_is_alone(hall) || place->house.holding == STORE_HELD)
        return hall->able_ms;
    if (place->house.holding != STORE_TAKEN || place->house.said_ms == 0)
        return 0;
    int64_t turn_ms = place->game->turn_ms, said_ms = place->house.said_ms;
    return turn_ms < said_ms ? turn_ms + hall->now_ms - said_ms : hall->now_ms;
}

/* -- handing on -------------------------------------------------------------------------------- */

static bool fail_forward(HallCall *call)
{
    call->outcome = HALL_NO_STORE;
    call->retry_s = 1;
    lud_error_set(&call->err, LUD_ENOTNOW,
                  LUD_MESSAGE("This game is just changing servers. Try again in a moment."),
                  (char *)NULL);
    return false;
}

/* Whoever has locked the game needs a moment, which asking over and over only makes longer. */
static bool try_later(Hall *hall, HallCall *call)
{
    if (call->busy_ms == 0)
        call->busy_ms = hall->now_ms;
    if (hall->now_ms - call->busy_ms > BUSY_MS)
        return false;
    call->item.next = hall->later;
    hall->later = &call->item;
    return true;
}

bool house_forward(Hall *hall, HallCall *call)
{
    const Place *place = hall_find_in_memory(hall, call->item.game);
    call->is_guess = house_guesses(hall, call);
    if (call->outcome == HALL_BUSY)
        return try_later(hall, call) || fail_forward(call);
    if (call->is_forwarded)
        return false; /* whoever asked us asks another one */
    if (!place || call->forwards++ == FORWARDS_MOST)
        return fail_forward(call);
    hall->settings.links->forward(hall->settings.links->context, place->house.owner, call);
    return true;
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

/* Clocks of machines drift apart, and stand while those sleep; that of the store is everybody's.
 * One that is ahead goes slower until it is not. */
static void set_clock(Hall *hall)
{
    enum { ALIKE_MS = 100, SLOWER_MS = 50 };
    int64_t told_ms, before_ms = hall_tell_time(hall);
    if (hall->store->kind->tell_time(hall->store, &told_ms, NULL) != LUD_OK)
        return;
    told_ms += hall->settings.ahead_ms;
    int64_t after_ms = hall_tell_time(hall);
    if (told_ms > after_ms + ALIKE_MS)
        hall->boot_ms += told_ms - after_ms;
    else if (told_ms < before_ms - ALIKE_MS)
        hall->boot_ms -= SLOWER_MS;
    hall->now_ms = hall_tell_time(hall);
}

/* Before anything of a batch. */
void house_keep(Hall *hall)
{
    if (house_is_alone(hall))
        return;
    hall->settings.links->look(hall->settings.links->context);
    if (hall->now_ms - hall->renewed_ms >= RENEW_MS) {
        hall->renewed_ms = hall->now_ms;
        if (hall->store->kind->renew(hall->store, LEASE_MS, NULL) == LUD_OK)
            set_clock(hall);
        else
            hall->able_ms = hall->now_ms;
    }
    if (hall->now_ms - hall->adopted_ms >= ADOPT_MS) {
        hall->adopted_ms = hall->now_ms;
        adopt(hall);
    }
}

bool house_hears(const Hall *hall)
{
    return house_is_alone(hall) || hall->settings.links->hears(hall->settings.links->context);
}

void house_leave(Hall *hall)
{
    if (!house_is_alone(hall))
        hall->store->kind->leave(hall->store, NULL);
}
