#include "store/store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>

#include "base/text.h"

enum { GAMES_AT_ONCE = 100 };

static LudStatus fail_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

/* -- lists ------------------------------------------------------------------------------------- */

/* Names one behind the other, each with its zero byte. */
typedef struct Names {
    Text text;
    int64_t count;
} Names;

static void add_name(Names *names, const char *name)
{
    text_add_bytes(&names->text, name, strlen(name) + 1);
    names->count++;
}

static void add_game(void *context, const StoreGame *game)
{
    add_name(context, game->id);
}

static void add_kind(void *context, const char *kind)
{
    add_name(context, kind);
}

static void add_note(void *context, const char *key, const char *value)
{
    add_name(context, key);
    add_name(context, value);
}

static const char *next_name(const char *name)
{
    return name + strlen(name) + 1;
}

static LudStatus list_games(Store *store, int limit, Names *names, LudError *err)
{
    const StoreQuery query = {.list = STORE_LIST_ALL, .limit = limit};
    LudStatus status = store->kind->list(store, &query, add_game, names, err);
    return status == LUD_OK && names->text.failed ? fail_memory(err) : status;
}

static LudStatus list_kinds(Store *store, Names *names, LudError *err)
{
    LudStatus status = store->kind->list_kinds(store, add_kind, names, err);
    return status == LUD_OK && names->text.failed ? fail_memory(err) : status;
}

static LudStatus list_notes(Store *store, const char *kind, Names *names, LudError *err)
{
    LudStatus status = store->kind->list_notes(store, kind, add_note, names, err);
    return status == LUD_OK && names->text.failed ? fail_memory(err) : status;
}

static LudStatus need_empty(Store *store, LudError *err)
{
    Names names = {0};
    LudStatus status = list_games(store, 1, &names, err);
    if (status == LUD_OK)
        status = list_kinds(store, &names, err);
    text_free(&names.text);
    if (status != LUD_OK || names.count == 0)
        return status;
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("There are games or notes already where the copy is to go. "
                                     "Name a place that is empty."),
                         (char *)NULL);
}

/* -- one game ---------------------------------------------------------------------------------- */

typedef struct Whole {
    StoreGame game;
    StorePlayer players[STORE_PLAYERS];
    Text summary;
    Text events; /* each with its zero byte */
    int count;
} Whole;

static void take_summary(void *context, const char *summary)
{
    Whole *whole = context;
    text_add(&whole->summary, summary);
}

static void take_event(void *context, int number, const char *body, size_t size)
{
    Whole *whole = context;
    (void)number; /* without a gap, as store.h has it */
    text_add_bytes(&whole->events, body, size + 1);
    whole->count++;
}

static void free_whole(Whole *whole)
{
    text_free(&whole->summary);
    text_free(&whole->events);
}

static LudStatus read_whole(Store *store, const char *id, Whole *whole, LudError *err)
{
    const StoreReader reader = {.context = whole, .summary = take_summary, .event = take_event};
    bool is_found = false;
    *whole = (Whole){0};
    LudStatus status =
        store->kind->read_game(store, id, &whole->game, whole->players, &reader, &is_found, err);
    if (status == LUD_OK && (whole->summary.failed || whole->events.failed))
        status = fail_memory(err);
    if (status == LUD_OK && !is_found)
        status =
            lud_error_set(err, LUD_EFILE, LUD_MESSAGE("Game {1} is not there."), id, (char *)NULL);
    if (status != LUD_OK)
        free_whole(whole);
    return status;
}

static LudStatus put_events(Store *store, const Whole *whole, LudError *err)
{
    LudStatus status = LUD_OK;
    const char *body = whole->events.bytes;
    for (int i = 0; i < whole->count && status == LUD_OK; i++, body = next_name(body))
        status = store->kind->add_event(store, whole->game.id, i + 1, body, err);
    return status;
}

static LudStatus put_whole(Store *store, Whole *whole, LudError *err)
{
    static const StorePlayer nobody;
    whole->game.summary = whole->summary.bytes;
    LudStatus status = store->kind->put_game(store, &whole->game, err);
    for (int i = 0; i < STORE_PLAYERS && status == LUD_OK; i++) {
        if (memcmp(&whole->players[i], &nobody, sizeof nobody) != 0)
            status = store->kind->put_player(store, whole->game.id, i, &whole->players[i], err);
    }
    return status == LUD_OK ? put_events(store, whole, err) : status;
}

static bool is_same_text(const Text *a, const Text *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

static bool is_same(const Whole *a, const Whole *b)
{
    return strcmp(a->game.id, b->game.id) == 0 && a->game.phase == b->game.phase &&
           a->game.is_public == b->game.is_public && a->game.created_ms == b->game.created_ms &&
           a->game.changed_ms == b->game.changed_ms && a->game.due_ms == b->game.due_ms &&
           memcmp(a->game.secret, b->game.secret, STORE_HASH) == 0 &&
           memcmp(a->players, b->players, sizeof a->players) == 0 && a->count == b->count &&
           is_same_text(&a->summary, &b->summary) && is_same_text(&a->events, &b->events);
}

static LudStatus compare_game(Store *from, Store *to, const char *id, int64_t *events,
                              LudError *err)
{
    Whole a, b;
    LudStatus status = read_whole(from, id, &a, err);
    if (status != LUD_OK)
        return status;
    status = read_whole(to, id, &b, err);
    if (status == LUD_OK) {
        *events += b.count;
        if (!is_same(&a, &b))
            status = lud_error_set(err, LUD_EFILE,
                                   LUD_MESSAGE("The copy of game {1} is not what was copied."), id,
                                   (char *)NULL);
        free_whole(&b);
    }
    free_whole(&a);
    return status;
}

/* -- all of them ------------------------------------------------------------------------------- */

/* What a server still holds it may still change. */
static LudStatus hold(Store *from, const char *id, LudError *err)
{
    StoreClaim claim = {.fence = 0};
    snprintf(claim.id, sizeof claim.id, "%s", id);
    LudStatus status = from->kind->hold(from, &claim, 1, err);
    if (status != LUD_OK || (claim.holding != STORE_ELSEWHERE && claim.holding != STORE_BUSY))
        return status;
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("The server {1} is still using these games. End it first."),
                         claim.owner, (char *)NULL);
}

static LudStatus copy_game(Store *from, Store *to, const char *id, LudError *err)
{
    Whole whole;
    LudStatus status = hold(from, id, err);
    if (status == LUD_OK)
        status = read_whole(from, id, &whole, err);
    if (status != LUD_OK)
        return status;
    status = put_whole(to, &whole, err);
    free_whole(&whole);
    return status;
}

static LudStatus end_batch(Store *store, LudStatus status, LudError *err)
{
    if (status == LUD_OK)
        status = store->kind->commit(store, err);
    if (status != LUD_OK)
        store->kind->roll_back(store);
    return status;
}

/* A hundred at a time; `id` moves on to the name of the next. */
static LudStatus copy_some(Store *from, Store *to, const char **id, int count, LudError *err)
{
    LudStatus status = from->kind->begin(from, err);
    if (status != LUD_OK)
        return status;
    status = to->kind->begin(to, err);
    for (int i = 0; i < count && status == LUD_OK; i++, *id = next_name(*id))
        status = copy_game(from, to, *id, err);
    status = end_batch(to, status, err);
    return end_batch(from, status, err);
}

static LudStatus copy_games(Store *from, Store *to, const Names *names, LudError *err)
{
    LudStatus status = LUD_OK;
    const char *id = names->text.bytes;
    for (int64_t done = 0; done < names->count && status == LUD_OK; done += GAMES_AT_ONCE) {
        int64_t left = names->count - done;
        status = copy_some(from, to, &id, left < GAMES_AT_ONCE ? (int)left : GAMES_AT_ONCE, err);
    }
    return status;
}

static LudStatus copy_kind(Store *from, Store *to, const char *kind, int64_t *count, LudError *err)
{
    Names notes = {0}, copies = {0};
    LudStatus status = list_notes(from, kind, &notes, err);
    if (status == LUD_OK)
        status = to->kind->begin(to, err);
    const char *key = notes.text.bytes;
    for (int64_t i = 0; i < notes.count && status == LUD_OK;
         i += 2, key = next_name(next_name(key)))
        status = to->kind->put_note(to, kind, key, next_name(key), err);
    status = end_batch(to, status, err);
    if (status == LUD_OK)
        status = list_notes(to, kind, &copies, err);
    if (status == LUD_OK && !is_same_text(&notes.text, &copies.text))
        status = lud_error_set(err, LUD_EFILE,
                               LUD_MESSAGE("The copy of the notes \"{1}\" is not what was copied."),
                               kind, (char *)NULL);
    *count += notes.count / 2;
    text_free(&notes.text);
    text_free(&copies.text);
    return status;
}

static LudStatus copy_notes(Store *from, Store *to, int64_t *count, LudError *err)
{
    Names kinds = {0};
    LudStatus status = list_kinds(from, &kinds, err);
    const char *kind = kinds.text.bytes;
    for (int64_t i = 0; i < kinds.count && status == LUD_OK; i++, kind = next_name(kind))
        status = copy_kind(from, to, kind, count, err);
    text_free(&kinds.text);
    return status;
}

static LudStatus compare_games(Store *from, Store *to, const Names *names,
                               StoreCopyFigures *figures, LudError *err)
{
    LudStatus status = LUD_OK;
    const char *id = names->text.bytes;
    for (int64_t i = 0; i < names->count && status == LUD_OK; i++, id = next_name(id)) {
        status = compare_game(from, to, id, &figures->events, err);
        figures->games++;
    }
    return status;
}

LudStatus store_copy(Store *from, Store *to, StoreCopyFigures *figures, LudError *err)
{
    Names names = {0};
    *figures = (StoreCopyFigures){0};
    LudStatus status = need_empty(to, err);
    if (status == LUD_OK)
        status = list_games(from, 0, &names, err);
    if (status == LUD_OK)
        status = copy_games(from, to, &names, err);
    if (status == LUD_OK)
        status = copy_notes(from, to, &figures->notes, err);
    if (status == LUD_OK)
        status = compare_games(from, to, &names, figures, err);
    text_free(&names.text);
    LudStatus left = from->kind->leave(from, status == LUD_OK ? err : NULL);
    if (status == LUD_OK)
        status = left;
    left = to->kind->leave(to, status == LUD_OK ? err : NULL);
    return status == LUD_OK ? left : status;
}
