/* Taking a seat, saying who one is, giving one's part of the dice. */
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

/* -- seats ------------------------------------------------------------------------------------- */

static void tell_sit(Deed *deed, int player, const char *name)
{
    Json json = {0};
    hall_event_open(deed->hall, &json, deed->place, "sit");
    json_put_seat(&json, "player", player);
    json_put_text(&json, "name", name);
    hall_event_close(deed->hall, &json, deed->place);
}

/* Reads the name and the key, either of which may be missing. */
static HallOutcome read_person(Deed *deed, const char **name, const char **key)
{
    if (!deed_text(deed, "name", ONLINE_NAME - 1, name) ||
        !deed_text(deed, "key", HALL_TOKEN_TEXT - 1, key))
        return HALL_MALFORMED;
    if (*name && !deed_is_name(*name))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("A name has 1 to 40 characters on one line."));
    if (*key && strlen(*key) < KEY_LETTERS)
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("A key has at least 22 characters: 128 random bits."));
    return HALL_DONE;
}

static void set_key(Deed *deed, int player, const char *key)
{
    if (key)
        secret_hash(key, deed->game->players[player].owner.person);
    deed->place->has_new_owners = true;
}

HallOutcome deed_sit(Deed *deed)
{
    const char *name, *key;
    HallOutcome outcome = read_person(deed, &name, &key);
    if (outcome != HALL_DONE)
        return outcome;
    const char *known = deed->game->players[deed->player].name;
    if (key)
        set_key(deed, deed->player, key);
    if (key || (name && strcmp(name, known) != 0))
        tell_sit(deed, deed->player, name ? name : known[0] ? known : NULL);
    return HALL_DONE;
}

/* The seat that is asked for, or the first that is open; ONLINE_NOBODY if there is none. */
static int find_open(Deed *deed)
{
    const JsonValue *wanted = json_member(deed->body, "seat");
    int64_t seat = 0;
    bool is_wanted = wanted && wanted->kind != JSON_NULL;
    if (is_wanted && !json_integer(wanted, 1, deed->game->match.players, &seat))
        return ONLINE_NOBODY;
    for (int i = 0; i < deed->game->match.players; i++) {
        bool is_right = !is_wanted || online_seat_of(deed->game, i) == seat - 1;
        if (is_right && deed->game->players[i].kind == PLAYER_OPEN)
            return i;
    }
    return ONLINE_NOBODY;
}

HallOutcome deed_join(Deed *deed)
{
    const char *name, *key;
    HallOutcome outcome = read_person(deed, &name, &key);
    if (outcome != HALL_DONE)
        return outcome;
    int player = find_open(deed);
    if (player == ONLINE_NOBODY)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("That seat is taken. The game can be watched all the same."));
    StorePlayer owner = {{0}, {0}};
    if (key)
        secret_hash(key, owner.person);
    if (hall_is_banned(deed->hall, &owner))
        return deed_fail(deed, HALL_NOT_YOURS,
                         LUD_MESSAGE("Whoever runs this server has excluded you from all but "
                                     "moving."));
    if (key && online_find_player(deed->game, key) != ONLINE_NOBODY)
        return deed_fail(deed, HALL_CONFLICT, LUD_MESSAGE("You have a seat in this game already."));
    if (!deed_spend(deed, COST_SEAT))
        return HALL_TOO_MANY;
    secret_make_token(deed->tokens[player]);
    secret_hash(deed->tokens[player], deed->game->players[player].owner.token);
    set_key(deed, player, key);
    tell_sit(deed, player, name);
    deed->player = player;
    deed->tells_tokens = true;
    return HALL_MADE;
}

/* -- dice -------------------------------------------------------------------------------------- */

static HallOutcome fail_dice(Deed *deed, const char *sentence)
{
    return deed_fail(deed, HALL_CONFLICT, sentence);
}

static void tell_part(Deed *deed, const char *type, const char *name, const FairSecret *secret)
{
    char text[FAIR_TEXT];
    Json json = {0};
    fair_print(secret, text);
    hall_event_open(deed->hall, &json, deed->place, type);
    json_put_seat(&json, "player", deed->player);
    json_put_text(&json, name, text);
    hall_event_close(deed->hall, &json, deed->place);
}

/* A commitment stands for good: whoever could change it could choose. */
static HallOutcome commit(Deed *deed, const FairSecret *commitment)
{
    const OnlinePlayer *player = &deed->game->players[deed->player];
    if (player->has_commitment)
        return fair_is_same(&player->commitment, commitment)
                   ? HALL_DONE
                   : fail_dice(deed, LUD_MESSAGE("You have committed to another part already."));
    tell_part(deed, "commit", "commitment", commitment);
    return HALL_DONE;
}

static HallOutcome reveal(Deed *deed, const FairSecret *secret)
{
    const OnlinePlayer *player = &deed->game->players[deed->player];
    char who[FAIR_NAME], terms[FAIR_TERMS_TEXT];
    FairSecret commitment;
    if (online_lacks_parts(deed->game, true))
        return fail_dice(deed, LUD_MESSAGE("First everybody commits to their part of the dice."));
    fair_name_player(deed->player, who);
    online_print_terms(deed->game, terms);
    fair_commit(secret, terms, who, &commitment);
    if (!fair_is_same(&commitment, &player->commitment))
        return deed_fail(deed, HALL_ILLEGAL,
                         LUD_MESSAGE("That is not the part that you committed to."));
    if (!player->has_secret)
        tell_part(deed, "reveal", "secret", secret);
    return HALL_DONE;
}

HallOutcome deed_dice(Deed *deed)
{
    const char *commitment, *secret;
    FairSecret read;
    if (!deed_text(deed, "commitment", FAIR_TEXT, &commitment) ||
        !deed_text(deed, "secret", FAIR_TEXT, &secret))
        return HALL_MALFORMED;
    if ((commitment != NULL) == (secret != NULL) ||
        !fair_parse(commitment ? commitment : secret, &read))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("Send a commitment, or later the secret: 64 hexadecimal "
                                     "digits in lower case."));
    if (!deed->game->shares_dice)
        return fail_dice(deed, LUD_MESSAGE("The dice of this game are the server's alone."));
    return commitment ? commit(deed, &read) : reveal(deed, &read);
}
