/* Looking: at a game, at lists of games, at a record. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "online/online_record.h"
#include "wire/json_parts.h"

enum { LIST_MOST = 100, MINE_MOST = 200 };

HallOutcome deed_look(Deed *deed)
{
    (void)deed; /* the game as it stands is every deed's answer */
    return HALL_DONE;
}

HallOutcome deed_record(Deed *deed)
{
    deed->call->answer = online_record_write(deed->game);
    return deed->call->answer ? HALL_DONE
                              : deed_fail(deed, HALL_BROKEN, LUD_MESSAGE("Out of memory."));
}

static void add_summary(void *context, const StoreGame *game)
{
    Json *json = context;
    json_write_json(json, game->summary, strlen(game->summary));
}

static bool put_list(Deed *deed, Json *json, const char *name, const StoreQuery *query)
{
    Store *store = deed->hall->store;
    json_put_open(json, name, '[');
    LudStatus status = store->kind->list(store, query, add_summary, json, NULL);
    json_close(json, ']');
    return status == LUD_OK;
}

static HallOutcome answer_lists(Deed *deed, Json *json, bool is_read)
{
    deed->call->answer = json_end(json);
    if (!is_read)
        return deed_fail(deed, HALL_NO_STORE,
                         LUD_MESSAGE("The games can't be read at the moment."));
    return deed->call->answer ? HALL_DONE
                              : deed_fail(deed, HALL_BROKEN, LUD_MESSAGE("Out of memory."));
}

HallOutcome deed_list(Deed *deed)
{
    const StoreQuery open = {.list = STORE_LIST_OPEN, .limit = LIST_MOST},
                     playing = {.list = STORE_LIST_PLAYING, .limit = LIST_MOST};
    Json json = {0};
    json_begin(&json, NULL);
    bool is_read = put_list(deed, &json, "open", &open);
    is_read = put_list(deed, &json, "playing", &playing) && is_read;
    return answer_lists(deed, &json, is_read);
}

/* -- one's own --------------------------------------------------------------------------------- */

/* Games as they are listed; who asks is found afterwards, for which the store is needed, too. */
typedef struct Found {
    struct {
        char id[STORE_ID_TEXT];
        char *summary;
    } games[MINE_MOST];
    int count;
} Found;

static void add_found(void *context, const StoreGame *game)
{
    Found *found = context;
    if (found->count == MINE_MOST)
        return;
    memcpy(found->games[found->count].id, game->id, STORE_ID_TEXT);
    found->games[found->count++].summary = strdup(game->summary);
}

static int find_number(Hall *hall, const char *id, const unsigned char *person)
{
    StoreGame head;
    StorePlayer players[STORE_PLAYERS];
    bool is_found = false;
    if (hall->store->kind->read_game(hall->store, id, &head, players, NULL, &is_found, NULL) !=
            LUD_OK ||
        !is_found)
        return ONLINE_NOBODY;
    int number = 0;
    while (number < STORE_PLAYERS && !secret_is_same(players[number].person, person))
        number++;
    return number < STORE_PLAYERS ? number : ONLINE_NOBODY;
}

/* {"player": 2, "game": {…}} */
static void write_own(Json *json, int number, const char *summary)
{
    json_open(json, '{');
    json_put_seat(json, "player", number);
    json_name(json, "game");
    json_write_json(json, summary, strlen(summary));
    json_close(json, '}');
}

static void put_own(Deed *deed, Json *json, const Found *found, const unsigned char *person)
{
    json_put_open(json, "games", '[');
    for (int i = 0; i < found->count; i++) {
        if (!found->games[i].summary)
            json->text.failed = true;
        else
            write_own(json, find_number(deed->hall, found->games[i].id, person),
                      found->games[i].summary);
        free(found->games[i].summary);
    }
    json_close(json, ']');
}

HallOutcome deed_mine(Deed *deed)
{
    unsigned char person[STORE_HASH];
    const StoreQuery mine = {.list = STORE_LIST_PERSON, .person = person, .limit = MINE_MOST};
    Found found = {.count = 0};
    Json json = {0};
    if (strlen(deed->call->token) < KEY_LETTERS)
        return deed_fail(deed, HALL_NO_SEAT,
                         LUD_MESSAGE("One's own games are shown to whoever has the key to them."));
    secret_hash(deed->call->token, person);
    Store *store = deed->hall->store;
    bool is_read = store->kind->list(store, &mine, add_found, &found, NULL) == LUD_OK;
    json_begin(&json, NULL);
    put_own(deed, &json, &found, person);
    return answer_lists(deed, &json, is_read);
}
