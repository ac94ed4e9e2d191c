/* Persons who have a key: their own games, and how they want to be told of them. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "online/profile.h"
#include "wire/json_parts.h"

enum { MINE_MOST = 200 };

/* -- whose ------------------------------------------------------------------------------------- */

static HallOutcome find_person(Deed *deed, unsigned char person[STORE_HASH])
{
    if (strlen(deed->call->token) < KEY_LETTERS)
        return deed_fail(deed, HALL_NO_SEAT,
                         LUD_MESSAGE("One's own games are shown to whoever has the key to them."));
    secret_hash(deed->call->token, person);
    return HALL_DONE;
}

bool hall_read_profile(Hall *hall, const unsigned char person[STORE_HASH], Profile *profile)
{
    char key[PROFILE_HEX], *note = NULL;
    *profile = (Profile){0};
    profile_key(person, key);
    bool is_read = hall->store->kind->get_note(hall->store, "person", key, &note, NULL) == LUD_OK;
    bool is_known = is_read && note && profile_read(note, profile);
    lud_free(note);
    return is_known;
}

bool hall_write_profile(Hall *hall, const unsigned char person[STORE_HASH], const Profile *profile)
{
    char key[PROFILE_HEX], *note = profile_write(profile);
    profile_key(person, key);
    bool is_written =
        note && hall->store->kind->put_note(hall->store, "person", key, note, NULL) == LUD_OK;
    lud_free(note);
    return is_written;
}

/* -- one's own games --------------------------------------------------------------------------- */

/* {"player": 2, "game": {…}} */
static void add_own(void *context, const StoreGame *game)
{
    Json *json = context;
    json_open(json, '{');
    json_put_seat(json, "player", game->player);
    json_name(json, "game");
    json_write_json(json, game->summary, strlen(game->summary));
    json_close(json, '}');
}

/* What is known of oneself; of browsers only whether there are any. */
static void put_profile(Json *json, const Profile *profile)
{
    json_put_open(json, "profile", '{');
    json_put_text(json, "name", profile->name[0] ? profile->name : NULL);
    json_put_text(json, "language", profile->language[0] ? profile->language : NULL);
    json_put_text(json, "mail", profile->mail[0] ? profile->mail : NULL);
    json_put_bool(json, "confirmed", profile->is_mail_confirmed);
    json_put_integer(json, "pushes", profile->push_count);
    json_put_text(json, "settings", profile->settings[0] ? profile->settings : NULL);
    json_close(json, '}');
}

HallOutcome deed_mine(Deed *deed)
{
    unsigned char person[STORE_HASH];
    const StoreQuery mine = {.list = STORE_LIST_PERSON, .person = person, .limit = MINE_MOST};
    Store *store = deed->hall->store;
    Profile profile;
    Json json = {0};
    HallOutcome outcome = find_person(deed, person);
    if (outcome != HALL_DONE)
        return outcome;
    json_begin(&json, NULL);
    json_put_open(&json, "games", '[');
    bool is_read = store->kind->list(store, &mine, add_own, &json, NULL) == LUD_OK;
    json_close(&json, ']');
    hall_read_profile(deed->hall, person, &profile);
    put_profile(&json, &profile);
    return deed_answer_list(deed, &json, is_read);
}

/* -- the profile ------------------------------------------------------------------------------- */

/* A text of the body replaces what was known; null forgets it; without it all stays. */
static bool take_text(Deed *deed, const char *name, char *to, size_t size)
{
    const char *text;
    const JsonValue *value = json_member(deed->body, name);
    if (!deed_text(deed, name, size - 1, &text))
        return false;
    if (value)
        memcpy(to, text ? text : "", (text ? strlen(text) : 0) + 1);
    return true;
}

/* {"endpoint": …, "p256dh": …, "auth": …}; false: none is wanted any more. */
static bool take_push(Deed *deed, Profile *profile)
{
    const JsonValue *push = json_member(deed->body, "push");
    ProfilePush read = {0};
    if (!push || push->kind == JSON_NULL)
        return true;
    if (push->kind == JSON_FALSE) {
        profile->push_count = 0;
        return true;
    }
    if (!json_copy_of(push, "endpoint", read.endpoint, sizeof read.endpoint) ||
        !json_copy_of(push, "p256dh", read.p256dh, sizeof read.p256dh) ||
        !json_copy_of(push, "auth", read.auth, sizeof read.auth))
        return false;
    profile_add_push(profile, &read);
    return true;
}

/* Proves that whoever has it reads the mails: it follows from the person, the address and what only
 * the server knows. */
bool hall_mail_code(Hall *hall, const char *key, const char *mail, char code[HALL_CODE])
{
    char *secret = NULL;
    unsigned char hash[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    Store *store = hall->store;
    if (store->kind->get_note(store, "server", "mail code", &secret, NULL) != LUD_OK)
        return false;
    if (!secret) {
        secret = calloc(1, TOKEN_TEXT);
        if (secret)
            secret_make_token(secret);
        if (!secret ||
            store->kind->put_note(store, "server", "mail code", secret, NULL) != LUD_OK) {
            lud_free(secret);
            return false;
        }
    }
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)key, strlen(key) + 1);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)mail, strlen(mail));
    crypto_auth_hmacsha256_final(&state, hash);
    sodium_bin2hex(code, HALL_CODE, hash, (HALL_CODE - 1) / 2);
    lud_free(secret);
    return true;
}

/* A new address gets no mails but one until it is confirmed. */
static void ask_to_confirm(Deed *deed, const unsigned char person[STORE_HASH],
                           const Profile *profile)
{
    char key[PROFILE_HEX], code[HALL_CODE];
    const HallSettings *settings = &deed->hall->settings;
    profile_key(person, key);
    if (!settings->notify || !hall_mail_code(deed->hall, key, profile->mail, code))
        return;
    const HallNotice notice = {.kind = HALL_NOTICE_CONFIRM,
                               .person = key,
                               .language = profile->language,
                               .mail = profile->mail,
                               .code = code};
    settings->notify(settings->notify_context, &notice);
}

HallOutcome deed_profile(Deed *deed)
{
    unsigned char person[STORE_HASH];
    Profile profile;
    HallOutcome outcome = find_person(deed, person);
    if (outcome != HALL_DONE)
        return outcome;
    hall_read_profile(deed->hall, person, &profile);
    char had[PROFILE_MAIL];
    memcpy(had, profile.mail, sizeof had);
    if (!take_text(deed, "name", profile.name, sizeof profile.name) ||
        !take_text(deed, "language", profile.language, sizeof profile.language) ||
        !take_text(deed, "mail", profile.mail, sizeof profile.mail) ||
        !take_text(deed, "settings", profile.settings, sizeof profile.settings))
        return HALL_MALFORMED;
    if ((profile.name[0] && !deed_is_name(profile.name)) || !take_push(deed, &profile))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("A name, an address or a browser's push can't be read."));
    bool is_new_mail = strcmp(had, profile.mail) != 0;
    if (!deed_spend(deed, is_new_mail && profile.mail[0] ? COST_MAIL : COST_PROFILE))
        return HALL_TOO_MANY;
    if (is_new_mail)
        profile.is_mail_confirmed = false;
    if (!hall_write_profile(deed->hall, person, &profile))
        return hall_fail_unkept(deed->call);
    if (is_new_mail && profile.mail[0])
        ask_to_confirm(deed, person, &profile);
    return deed_mine(deed);
}

/* {"person": …, "code": …, "mail": true} confirms; false says to get no more. */
HallOutcome deed_confirm(Deed *deed)
{
    const char *key, *code;
    char wanted[HALL_CODE];
    unsigned char person[STORE_HASH];
    Profile profile;
    const JsonValue *mail = json_member(deed->body, "mail");
    if (!deed_text(deed, "person", PROFILE_HEX, &key) || !deed_text(deed, "code", HALL_CODE, &code))
        return HALL_MALFORMED;
    if (!key || !code || !mail || !profile_find(key, person))
        return deed_fail(deed, HALL_MALFORMED, LUD_MESSAGE("The link of the mail is not whole."));
    if (!hall_read_profile(deed->hall, person, &profile) || !profile.mail[0] ||
        !hall_mail_code(deed->hall, key, profile.mail, wanted) || strlen(code) != HALL_CODE - 1 ||
        sodium_memcmp(code, wanted, HALL_CODE - 1) != 0)
        return deed_fail(deed, HALL_NO_SEAT,
                         LUD_MESSAGE("The link of the mail is an old one, or not whole."));
    profile.is_mail_confirmed = mail->kind == JSON_TRUE;
    if (mail->kind != JSON_TRUE)
        profile.mail[0] = '\0';
    if (!hall_write_profile(deed->hall, person, &profile))
        return hall_fail_unkept(deed->call);
    return deed_answer(deed, strdup("{\"version\": 1}"));
}

/* {"person": …, "endpoint": …}: that browser is no more. The server's own, from nobody outside. */
HallOutcome deed_forget_push(Deed *deed)
{
    const char *key, *endpoint;
    unsigned char person[STORE_HASH];
    Profile profile;
    if (!deed_text(deed, "person", PROFILE_HEX, &key) ||
        !deed_text(deed, "endpoint", PROFILE_ENDPOINT, &endpoint) || !key || !endpoint)
        return HALL_MALFORMED;
    if (profile_find(key, person) && hall_read_profile(deed->hall, person, &profile)) {
        profile_drop_push(&profile, endpoint);
        hall_write_profile(deed->hall, person, &profile);
    }
    return deed_answer(deed, strdup("{\"version\": 1}"));
}
