/* The store asked: one game, lists, notes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pg_parts.h"

/* The places of columns in PG_READ_GAME and in lists. */
enum {
    AT_ID,
    AT_PHASE,
    AT_PUBLIC,
    AT_CREATED,
    AT_CHANGED,
    AT_DUE,
    AT_SECRET,
    AT_SUMMARY,
    AT_PLAYER
};

static void take_game(const PGresult *rows, int row, StoreGame *game)
{
    *game = (StoreGame){
        .phase = (StorePhase)pg_number_at(rows, row, AT_PHASE),
        .is_public = pg_number_at(rows, row, AT_PUBLIC) != 0,
        .created_ms = pg_number_at(rows, row, AT_CREATED),
        .changed_ms = pg_number_at(rows, row, AT_CHANGED),
        .due_ms = pg_number_at(rows, row, AT_DUE),
    };
    snprintf(game->id, sizeof game->id, "%s", pg_text_at(rows, row, AT_ID));
    pg_hash_at(rows, row, AT_SECRET, game->secret);
}

/* Questions may be asked within a batch, and see what was put into it. */
static LudStatus ready(PgStore *self, LudError *err)
{
    return self->is_batch && !self->is_spoilt ? LUD_OK : pg_connect(self, err);
}

/* -- one game ---------------------------------------------------------------------------------- */

typedef struct Reading {
    StoreGame *game;
    StorePlayer *players;
    const StoreReader *reader;
    bool *found;
} Reading;

static void take_head(void *context, const PGresult *rows)
{
    const Reading *reading = context;
    *reading->found = PQntuples(rows) == 1;
    if (!*reading->found)
        return;
    take_game(rows, 0, reading->game);
    if (reading->reader && reading->reader->summary)
        reading->reader->summary(reading->reader->context, pg_text_at(rows, 0, AT_SUMMARY));
}

static void take_players(void *context, const PGresult *rows)
{
    const Reading *reading = context;
    for (int i = 0; i < PQntuples(rows); i++) {
        int64_t number = pg_number_at(rows, i, 0);
        if (number < 0 || number >= STORE_PLAYERS)
            continue;
        pg_hash_at(rows, i, 1, reading->players[number].token);
        pg_hash_at(rows, i, 2, reading->players[number].person);
    }
}

static void take_events(void *context, const PGresult *rows)
{
    const Reading *reading = context;
    const StoreReader *reader = reading->reader;
    for (int i = 0; *reading->found && i < PQntuples(rows); i++)
        reader->event(reader->context, (int)pg_number_at(rows, i, 0), pg_text_at(rows, i, 1),
                      (size_t)PQgetlength(rows, i, 1));
}

/* Three questions on one way. Outside of a batch the last two may find a little more than the first
 * one did, never less. */
LudStatus pg_read_game(Store *store, const char *id, StoreGame *game, StorePlayer *players,
                       const StoreReader *reader, bool *found, LudError *err)
{
    PgStore *self = (PgStore *)store;
    Reading reading = {game, players, reader, found};
    PgWords words = {0};
    LudStatus status = ready(self, err);
    if (status != LUD_OK)
        return status;
    *found = false;
    memset(players, 0, STORE_PLAYERS * sizeof players[0]);
    pg_add_text(&words, id);
    pg_ask(self, &words, (PgAsked){.saying = PG_READ_GAME, .take = take_head, .context = &reading});
    pg_ask(self, &words,
           (PgAsked){.saying = PG_READ_PLAYERS, .take = take_players, .context = &reading});
    if (reader) {
        pg_add_number(&words, reader->after);
        pg_add_number(&words, (int64_t)reader->most_bytes);
        pg_ask(self, &words,
               (PgAsked){.saying = PG_READ_EVENTS, .take = take_events, .context = &reading});
    }
    return pg_settle(self, err);
}

static void take_outdated(void *context, const PGresult *rows)
{
    StoreStand *stands = context;
    for (int i = 0; i < PQntuples(rows); i++)
        stands[pg_number_at(rows, i, 0) - 1].is_outdated = true;
}

LudStatus pg_compare(Store *store, StoreStand *stands, int count, LudError *err)
{
    PgStore *self = (PgStore *)store;
    PgWords words = {0};
    Text names = {0}, lasts = {0};
    LudStatus status = ready(self, err);
    for (int i = 0; i < count; i++) {
        stands[i].is_outdated = false;
        text_printf(&names, "%c\"%s\"", i == 0 ? '{' : ',', stands[i].id);
        text_printf(&lasts, "%c%d", i == 0 ? '{' : ',', stands[i].last);
    }
    text_add(&names, count > 0 ? "}" : "{}");
    text_add(&lasts, count > 0 ? "}" : "{}");
    if (status == LUD_OK && (names.failed || lasts.failed))
        status = pg_memory_fault(err);
    if (status == LUD_OK) {
        pg_add_text(&words, names.bytes);
        pg_add_text(&words, lasts.bytes);
        pg_ask(self, &words,
               (PgAsked){.saying = PG_COMPARE, .take = take_outdated, .context = stands});
        status = pg_settle(self, err);
    }
    text_free(&names);
    text_free(&lasts);
    return status;
}

/* -- lists ------------------------------------------------------------------------------------- */

typedef struct Visit {
    bool has_players; /* the list is of one person */
    void (*visit)(void *context, const StoreGame *game);
    void *context;
} Visit;

static void visit_games(void *context, const PGresult *rows)
{
    const Visit *visit = context;
    for (int i = 0; i < PQntuples(rows); i++) {
        StoreGame game;
        take_game(rows, i, &game);
        game.summary = pg_text_at(rows, i, AT_SUMMARY);
        if (visit->has_players)
            game.player = (int)pg_number_at(rows, i, AT_PLAYER);
        visit->visit(visit->context, &game);
    }
}

LudStatus pg_list(Store *store, const StoreQuery *query,
                  void (*visit)(void *context, const StoreGame *game), void *context, LudError *err)
{
    PgStore *self = (PgStore *)store;
    Visit visiting = {query->list == STORE_LIST_PERSON, visit, context};
    PgWords words = {0};
    LudStatus status = ready(self, err);
    if (status != LUD_OK)
        return status;
    if (query->limit > 0)
        pg_add_number(&words, query->limit);
    else
        pg_add_null(&words);
    if (query->list == STORE_LIST_PERSON)
        pg_add_bytes(&words, query->person, STORE_HASH);
    else if (query->list == STORE_LIST_DUE || query->list == STORE_LIST_ORPHANS)
        pg_add_number(&words, query->until_ms);
    if (query->list == STORE_LIST_DUE)
        pg_add_number(&words, query->after_ms);
    pg_ask(self, &words,
           (PgAsked){.saying = (PgSaying)(PG_LIST + (int)query->list),
                     .take = visit_games,
                     .context = &visiting});
    return pg_settle(self, err);
}

static void take_count(void *context, const PGresult *rows)
{
    int *count = context;
    *count = (int)pg_number_at(rows, 0, 0);
}

LudStatus pg_count_unended(Store *store, int *count, LudError *err)
{
    PgStore *self = (PgStore *)store;
    LudStatus status = ready(self, err);
    if (status != LUD_OK)
        return status;
    pg_ask(self, &(PgWords){0},
           (PgAsked){.saying = PG_COUNT_UNENDED, .take = take_count, .context = count});
    return pg_settle(self, err);
}

/* -- notes ------------------------------------------------------------------------------------- */

typedef struct Found {
    char *value;
    bool is_short;
} Found;

static void take_note(void *context, const PGresult *rows)
{
    Found *found = context;
    if (PQntuples(rows) == 0)
        return;
    found->value = strdup(pg_text_at(rows, 0, 0));
    found->is_short = !found->value;
}

LudStatus pg_get_note(Store *store, const char *kind, const char *key, char **value, LudError *err)
{
    PgStore *self = (PgStore *)store;
    Found found = {0};
    PgWords words = {0};
    LudStatus status = ready(self, err);
    if (status != LUD_OK)
        return status;
    pg_add_text(&words, kind);
    pg_add_text(&words, key);
    pg_ask(self, &words, (PgAsked){.saying = PG_GET_NOTE, .take = take_note, .context = &found});
    status = pg_settle(self, err);
    if (status == LUD_OK && found.is_short)
        return pg_memory_fault(err);
    if (status == LUD_OK)
        *value = found.value;
    else
        free(found.value);
    return status;
}

typedef struct NoteVisit {
    void (*visit)(void *context, const char *key, const char *value);
    void (*visit_kind)(void *context, const char *kind);
    void *context;
} NoteVisit;

static void visit_notes(void *context, const PGresult *rows)
{
    const NoteVisit *visit = context;
    for (int i = 0; i < PQntuples(rows); i++) {
        if (visit->visit_kind)
            visit->visit_kind(visit->context, pg_text_at(rows, i, 0));
        else
            visit->visit(visit->context, pg_text_at(rows, i, 0), pg_text_at(rows, i, 1));
    }
}

static LudStatus list_notes(PgStore *self, PgSaying saying, const PgWords *words, NoteVisit *visit,
                            LudError *err)
{
    LudStatus status = ready(self, err);
    if (status != LUD_OK)
        return status;
    pg_ask(self, words, (PgAsked){.saying = saying, .take = visit_notes, .context = visit});
    return pg_settle(self, err);
}

LudStatus pg_list_notes(Store *store, const char *kind,
                        void (*visit)(void *context, const char *key, const char *value),
                        void *context, LudError *err)
{
    NoteVisit visiting = {.visit = visit, .context = context};
    PgWords words = {0};
    pg_add_text(&words, kind);
    return list_notes((PgStore *)store, PG_LIST_NOTES, &words, &visiting, err);
}

LudStatus pg_list_kinds(Store *store, void (*visit)(void *context, const char *kind), void *context,
                        LudError *err)
{
    NoteVisit visiting = {.visit_kind = visit, .context = context};
    return list_notes((PgStore *)store, PG_LIST_KINDS, &(PgWords){0}, &visiting, err);
}
