/* Looking: at a game, at lists of games, at a record. */
#include <string.h>

#include "online/hall_object.h"
#include "online/online_record.h"
#include "wire/json_parts.h"

enum { LIST_MOST = 100 };

HallOutcome deed_look(Deed *deed)
{
    (void)deed; /* the game as it stands is every deed's answer */
    return HALL_DONE;
}

HallOutcome deed_record(Deed *deed)
{
    return deed_answer(deed, online_record_write(deed->game));
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

HallOutcome deed_answer_list(Deed *deed, Json *json, bool is_read)
{
    char *answer = json_end(json);
    if (is_read)
        return deed_answer(deed, answer);
    lud_free(answer);
    return deed_fail(deed, HALL_NO_STORE, LUD_MESSAGE("The games can't be read at the moment."));
}

HallOutcome deed_list(Deed *deed)
{
    const StoreQuery open = {.list = STORE_LIST_OPEN, .limit = LIST_MOST},
                     playing = {.list = STORE_LIST_PLAYING, .limit = LIST_MOST};
    Json json = {0};
    json_begin(&json, NULL);
    bool is_read = put_list(deed, &json, "open", &open);
    is_read = put_list(deed, &json, "playing", &playing) && is_read;
    json_put_text(&json, "push_key", deed->hall->settings.push_key);
    json_put_bool(&json, "mail", deed->hall->settings.has_mail);
    return deed_answer_list(deed, &json, is_read);
}
