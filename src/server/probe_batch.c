#include "server/probe_batch.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static_assert((int)PROBE_BATCH_MOST + 8 < (int)JSON_VALUES, "what may be asked can be read");

static LudStatus refuse(LudError *err, const char *sentence, const char *what)
{
    return lud_error_set(err, LUD_EUSAGE, sentence, what, (char *)NULL);
}

/* Each member is known, and of its kind. */
static LudStatus check_members(const JsonValue *whole, LudError *err)
{
    if (whole->kind != JSON_OBJECT)
        return refuse(err, LUD_MESSAGE("An object with game and positions is expected."), NULL);
    for (const JsonValue *member = whole->first; member; member = member->next) {
        bool is_game = strcmp(member->name, "game") == 0;
        bool is_list = strcmp(member->name, "positions") == 0;
        bool is_flag = strcmp(member->name, "fragment") == 0;
        if (!is_game && !is_list && !is_flag)
            return refuse(err,
                          LUD_MESSAGE("There is no member \"{1}\" here; there are: game, "
                                      "positions, fragment."),
                          member->name);
        if (is_game && member->kind != JSON_TEXT)
            return refuse(err, LUD_MESSAGE("\"{1}\" must be a text."), member->name);
        if (is_list && member->kind != JSON_LIST)
            return refuse(err, LUD_MESSAGE("\"{1}\" must be a list of texts."), member->name);
        if (is_flag && member->kind != JSON_TRUE && member->kind != JSON_FALSE)
            return refuse(err, LUD_MESSAGE("\"{1}\" must be true or false."), member->name);
    }
    return LUD_OK;
}

static LudStatus refuse_more(LudError *err)
{
    char most[8];
    snprintf(most, sizeof most, "%d", PROBE_BATCH_MOST);
    return refuse(err, LUD_MESSAGE("There are more than {1} positions; ask in parts."), most);
}

static LudStatus read_positions(ProbeBatch *batch, const JsonValue *list, LudError *err)
{
    for (const JsonValue *entry = list->first; entry; entry = entry->next) {
        if (batch->count == PROBE_BATCH_MOST)
            return refuse_more(err);
        if (entry->kind != JSON_TEXT || strlen(entry->text) >= LUD_STATE_TEXT)
            return refuse(err, LUD_MESSAGE("\"{1}\" must be a list of texts."), "positions");
        batch->positions[batch->count++] = entry;
    }
    return batch->count > 0 ? LUD_OK
                            : refuse(err, LUD_MESSAGE("There is no position to look up."), NULL);
}

LudStatus probe_batch_read(ProbeBatch *batch, char *content, size_t size, LudError *err)
{
    batch->count = 0;
    LudStatus status = json_read(&batch->tree, content, size, err);
    const JsonValue *whole = &batch->tree.values[0];
    if (status != LUD_OK)
        return batch->tree.count == JSON_VALUES ? refuse_more(err) : status;
    status = check_members(whole, err);
    if (status != LUD_OK)
        return status;
    const JsonValue *list = json_member(whole, "positions");
    batch->query = (Query){.game = json_text_of(whole, "game"),
                           .fragment = json_flag_of(whole, "fragment") ? "1" : "0"};
    if (!batch->query.game || !list)
        return refuse(err, LUD_MESSAGE("The member \"{1}\" is missing."),
                      list ? "game" : "positions");
    if (strlen(batch->query.game) >= LUD_RULES_TEXT)
        return refuse(err, LUD_MESSAGE("\"{1}\" is too long."), "game");
    return read_positions(batch, list, err);
}
