/* Order in the hall: what players report, whom the operator has excluded, what strangers may cost.
 * Reports and bans are notes of the store, which `ludoteca server-admin` reads and writes. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "online/hall_object.h"
#include "online/profile.h"
#include "wire/json_parts.h"

/* -- bans -------------------------------------------------------------------------------------- */

static bool has_ban(Hall *hall, const unsigned char hash[STORE_HASH])
{
    char key[PROFILE_HEX], *note = NULL;
    if (sodium_is_zero(hash, STORE_HASH))
        return false;
    profile_key(hash, key);
    hall->store->kind->get_note(hall->store, "ban", key, &note, NULL);
    bool is_banned = note != NULL;
    lud_free(note);
    return is_banned;
}

bool hall_is_banned(Hall *hall, const StorePlayer *owner)
{
    return has_ban(hall, owner->person) || has_ban(hall, owner->token);
}

/* -- what an address may cost ------------------------------------------------------------------ */

/* So much in an hour; whoever shares a slot with somebody else takes it over. */
bool deed_spend(Deed *deed, int cost)
{
    enum { HOUR_MS = 3600000 };
    Hall *hall = deed->hall;
    uint64_t sender = deed->call->sender;
    int most = hall->settings.most_games_each;
    if (most == 0 || sender == 0)
        return true;
    Creator *creator = &hall->creators[sender % CREATOR_SLOTS];
    if (creator->sender != sender || hall->now_ms - creator->since_ms >= HOUR_MS)
        *creator = (Creator){.sender = sender, .since_ms = hall->now_ms};
    if (creator->spent + cost <= most) {
        creator->spent += cost;
        return true;
    }
    deed->call->retry_s = (int)((creator->since_ms + HOUR_MS - hall->now_ms) / 1000 + 1);
    deed_fail(
        deed, HALL_TOO_MANY,
        LUD_MESSAGE("Too many games, seats, profiles or reports came from your address. Wait a "
                    "little."));
    return false;
}

/* -- reports ----------------------------------------------------------------------------------- */

enum { REASON_BYTES = 500 };

static void take_found(void *context, int number, const char *body, size_t size)
{
    (void)number;
    text_add_bytes(context, body, size);
}

/* The event that is reported, as it was told. */
static bool find_event(Deed *deed, int number, Text *event)
{
    StoreGame head;
    StorePlayer owners[STORE_PLAYERS];
    const StoreReader reader = {
        .context = event, .event = take_found, .after = number - 1, .most_bytes = 1};
    bool is_found = false;
    Store *store = deed->hall->store;
    return store->kind->read_game(store, deed->place->id, &head, owners, &reader, &is_found,
                                  NULL) == LUD_OK &&
           event->length > 0 && !event->failed;
}

static LudStatus keep_report(Deed *deed, const Text *event, const char *reason)
{
    char key[64];
    Json json = {0};
    Store *store = deed->hall->store;
    snprintf(key, sizeof key, "%013lld %s %d", (long long)deed->hall->now_ms, deed->place->id,
             deed->player + 1);
    json_open(&json, '{');
    json_put_integer(&json, "at", deed->hall->now_ms);
    json_put_text(&json, "game", deed->place->id);
    json_put_seat(&json, "by", deed->player);
    json_put_text(&json, "reason", reason);
    json_name(&json, "event");
    json_write_json(&json, event->bytes, event->length);
    json_close(&json, '}');
    char *note = json_take(&json);
    LudStatus status = note ? store->kind->put_note(store, "report", key, note, NULL) : LUD_EMEMORY;
    lud_free(note);
    return status;
}

HallOutcome deed_report(Deed *deed)
{
    const char *reason;
    int64_t number = 0;
    if (!deed_text(deed, "reason", REASON_BYTES, &reason))
        return HALL_MALFORMED;
    if (!json_integer(json_member(deed->body, "event"), 1, deed->game->last_event, &number))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("A report is {\"event\": 7, \"reason\": \"…\"}."));
    if (!deed_spend(deed, COST_REPORT))
        return HALL_TOO_MANY;
    Text event = {0};
    bool is_kept =
        find_event(deed, (int)number, &event) && keep_report(deed, &event, reason) == LUD_OK;
    text_free(&event);
    if (is_kept)
        return HALL_DONE;
    return hall_fail_unkept(deed->call);
}
