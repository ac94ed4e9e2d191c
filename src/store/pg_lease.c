/* Whose games these are: servers say that they are alive, take games that nobody holds, and lock
 * those of a batch until it has ended, so that nobody takes them meanwhile. */
#include <stdio.h>
#include <string.h>

#include <ludoteca/game.h>

#include "store/pg_parts.h"

/* The places of columns in PG_LOOK. */
enum { AT_PLACE, AT_FENCE, AT_OWNER, AT_NAME, AT_ALIVE, AT_SAID, AT_LAST_OWNER };

typedef struct Looking {
    PgStore *self;
    StoreClaim *claims;
} Looking;

/* Another batch has it: that of its holder, whom one may ask, or of one that takes it. */
static void judge_locked(const PgStore *self, StoreClaim *claim, const PGresult *rows, int row)
{
    int64_t owner = pg_number_at(rows, row, AT_LAST_OWNER);
    bool is_anothers = owner != 0 && owner != self->server_num && pg_number_at(rows, row, AT_ALIVE);
    claim->holding = is_anothers && !claim->by_force ? STORE_ELSEWHERE : STORE_BUSY;
}

static void judge(const PgStore *self, StoreClaim *claim, const PGresult *rows, int row)
{
    int64_t fence = pg_number_at(rows, row, AT_FENCE), owner = pg_number_at(rows, row, AT_OWNER);
    bool is_alive = pg_number_at(rows, row, AT_ALIVE) != 0;
    bool is_anothers = owner != 0 && owner != self->server_num;
    snprintf(claim->owner, sizeof claim->owner, "%s", pg_text_at(rows, row, AT_NAME));
    if (PQgetisnull(rows, row, AT_FENCE)) {
        judge_locked(self, claim, rows, row);
    } else if (owner == self->server_num && fence == claim->fence) {
        claim->holding = STORE_HELD;
    } else if (is_anothers && is_alive && !claim->by_force) {
        claim->holding = STORE_ELSEWHERE;
    } else {
        claim->holding = STORE_TAKEN;
        claim->fence = fence + 1;
        claim->said_ms = is_anothers && !is_alive ? pg_number_at(rows, row, AT_SAID) : 0;
    }
}

static void take_look(void *context, const PGresult *rows)
{
    const Looking *looking = context;
    for (int row = 0; row < PQntuples(rows); row++)
        judge(looking->self, &looking->claims[pg_number_at(rows, row, AT_PLACE) - 1], rows, row);
}

/* Names as an array of the database's; they are of letters and digits only. */
static void add_names(Text *text, const StoreClaim *claims, int count, bool only_taken)
{
    const char *between = "";
    text_add(text, "{");
    for (int i = 0; i < count; i++) {
        if (only_taken && claims[i].holding != STORE_TAKEN)
            continue;
        text_printf(text, "%s\"%s\"", between, claims[i].id);
        between = ",";
    }
    text_add(text, "}");
}

/* The same for whether they are taken by force. */
static void add_forces(Text *text, const StoreClaim *claims, int count)
{
    for (int i = 0; i < count; i++)
        text_printf(text, "%c%c", i == 0 ? '{' : ',', claims[i].by_force ? 't' : 'f');
    text_add(text, "}");
}

static void look(PgStore *self, StoreClaim *claims, int count, Looking *looking)
{
    PgWords words = {0};
    Text names = {0}, forces = {0};
    LudError fault = {0};
    *looking = (Looking){self, claims};
    for (int i = 0; i < count; i++)
        claims[i].holding = STORE_NO_SUCH;
    add_names(&names, claims, count, false);
    add_forces(&forces, claims, count);
    if (names.failed || forces.failed)
        pg_note_fault(self, pg_memory_fault(&fault), &fault);
    pg_add_text(&words, names.bytes);
    pg_add_text(&words, forces.bytes);
    pg_add_number(&words, self->server_num);
    pg_ask(self, &words, (PgAsked){.saying = PG_LOOK, .take = take_look, .context = looking});
    text_free(&names);
    text_free(&forces);
}

/* Without waiting for it: the rows are locked, so nothing can come between. */
static bool take(PgStore *self, StoreClaim *claims, int count)
{
    Text names = {0};
    PgWords words = {0};
    bool takes = false, is_kept = true;
    for (int i = 0; i < count; i++) {
        takes = takes || claims[i].holding == STORE_TAKEN;
        if (claims[i].holding == STORE_TAKEN || claims[i].holding == STORE_HELD)
            is_kept = is_kept && pg_holds_put(&self->holds, claims[i].id, claims[i].fence);
    }
    add_names(&names, claims, count, true);
    pg_add_text(&words, names.bytes);
    pg_add_number(&words, self->server_num);
    if (takes && !names.failed)
        pg_ask(self, &words, (PgAsked){.saying = PG_CLAIM});
    is_kept = is_kept && !names.failed;
    text_free(&names);
    return is_kept;
}

LudStatus pg_hold(Store *store, StoreClaim *claims, int count, LudError *err)
{
    PgStore *self = (PgStore *)store;
    Looking looking;
    if (!self->is_batch || self->is_spoilt)
        return pg_refuse(err);
    if (count == 0)
        return LUD_OK;
    look(self, claims, count, &looking);
    LudStatus status = pg_settle(self, err);
    if (status == LUD_OK && !take(self, claims, count))
        status = pg_memory_fault(err);
    if (status != LUD_OK)
        self->is_spoilt = true;
    return status;
}

/* -- servers ----------------------------------------------------------------------------------- */

static void take_number(void *context, const PGresult *rows)
{
    int64_t *number = context;
    *number = pg_number_at(rows, 0, 0);
}

LudStatus pg_register(PgStore *self, LudError *err)
{
    const PgAsked asked = {
        .saying = PG_REGISTER, .take = take_number, .context = &self->server_num};
    PgWords words = {0};
    pg_add_text(&words, self->server);
    return pg_ask_at_once(self, &words, asked, err);
}

LudStatus pg_renew(Store *store, int64_t lease_ms, LudError *err)
{
    PgStore *self = (PgStore *)store;
    PgWords words = {0};
    pg_add_number(&words, self->server_num);
    pg_add_text(&words, self->server);
    pg_add_number(&words, lease_ms);
    return pg_ask_at_once(self, &words, (PgAsked){.saying = PG_RENEW}, err);
}

LudStatus pg_leave(Store *store, LudError *err)
{
    PgStore *self = (PgStore *)store;
    PgWords words = {0};
    pg_add_number(&words, self->server_num);
    LudStatus status = pg_ask_at_once(self, &words, (PgAsked){.saying = PG_LEAVE}, err);
    if (status != LUD_OK)
        return status;
    return pg_ask_at_once(self, &(PgWords){0}, (PgAsked){.saying = PG_DROP_SERVERS}, err);
}

LudStatus pg_tell_time(Store *store, int64_t *now_ms, LudError *err)
{
    const PgAsked asked = {.saying = PG_TELL_TIME, .take = take_number, .context = now_ms};
    return pg_ask_at_once((PgStore *)store, &(PgWords){0}, asked, err);
}
