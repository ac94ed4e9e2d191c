/* What a seat might play next, before whoever is to move has moved: the moves that it would have
 * after at least one of theirs. Which of them are legal is known when its turn comes. */
#include <stdlib.h>

#include "wire/json_parts.h"
#include "wire/json_story.h"

#include "wasm_request.h"

enum { FIRST_ROOM = 1024 };

/* The moves found so far, by a hash of how they are written: the same bits may be another cell once
 * the board has grown. Of 64 bits, two moves of a position do not share one by chance. */
typedef struct Found {
    uint64_t *slots; /* 0: free */
    size_t room;     /* a power of two, or 0 */
    size_t count;
} Found;

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash | 1;
}

/* True if it was not there. There must be room. */
static bool add(Found *found, uint64_t hash)
{
    size_t at = (size_t)(hash >> 20) & (found->room - 1);
    while (found->slots[at] != 0 && found->slots[at] != hash)
        at = (at + 1) & (found->room - 1);
    if (found->slots[at] == hash)
        return false;
    found->slots[at] = hash;
    found->count++;
    return true;
}

/* Never more than half full; false when out of memory. */
static bool make_room(Found *found)
{
    if (found->count * 2 < found->room)
        return true;
    Found larger = {.room = found->room ? found->room * 2 : FIRST_ROOM};
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < found->room; i++) {
        if (found->slots[i] != 0)
            add(&larger, found->slots[i]);
    }
    free(found->slots);
    *found = larger;
    return true;
}

/* The moves of a position that no other has had. */
static bool write_new(Json *json, LudPlay *play, Found *found)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudState *s = lud_play_state(play);
    const LudMove *moves;
    int count = lud_play_moves(play, &moves);
    for (int i = 0; i < count; i++) {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(s, moves[i], text);
        if (!make_room(found))
            return false;
        if (add(found, hash_of(text)))
            json_write_ways(json, game, s, moves[i]);
    }
    return true;
}

/* After each reply; dice that are thrown, or turns that go to somebody else, lead nowhere. */
static LudStatus write_answers(Json *json, LudPlay *play, int seat, LudError *err)
{
    static LudMove replies[LUD_MAX_MOVES];
    const LudMove *list;
    int count = lud_play_moves(play, &list);
    for (int i = 0; i < count; i++)
        replies[i] = list[i];
    Found found = {0};
    LudStatus status = LUD_OK;
    for (int i = 0; status == LUD_OK && i < count; i++) {
        status = lud_play_move(play, replies[i], err);
        if (status != LUD_OK)
            break;
        if (lud_play_turn(play) == seat && !write_new(json, play, &found))
            status = lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
        else
            status = lud_play_undo(play, err);
    }
    free(found.slots);
    return status;
}

LudStatus wasm_answers(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    int seat = (int)request_number(request) - 1;
    LudPlay *tried = lud_play_copy(play);
    if (!tried)
        return LUD_OK;
    Json json = {0};
    json_begin(&json, lud_play_rules(play));
    json_put_state(&json, "position", lud_play_rules(play)->game, lud_play_state(play));
    json_put_open(&json, "ways", '[');
    status = write_answers(&json, tried, seat, err);
    json_close(&json, ']');
    lud_play_free(tried);
    char *text = json_end(&json);
    if (status == LUD_OK)
        *answer = text;
    else
        lud_free(text);
    return status;
}
