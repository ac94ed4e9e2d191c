/* The connection: statements are sent one after the other, and answers read when they are needed,
 * so that a batch costs one way there and back. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>

#include "base/clock_time.h"
#include "store/pg_parts.h"
#include "store/postgres_store.h"

enum {
    BINARY = 1,
    HOST_TEXT = 256,
    PATIENCE_US = 5 * 1000000 /* for answers, before a connection counts as lost */
};

/* -- faults ------------------------------------------------------------------------------------ */

LudStatus pg_memory_fault(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

LudStatus pg_refuse(LudError *err)
{
    return lud_error_set(err, LUD_ENOTNOW,
                         LUD_MESSAGE("The store can't do this now: a batch was not begun, or has "
                                     "failed, or was not ended."),
                         (char *)NULL);
}

/* The database's sentences may have several lines, of which the first says what it is. */
LudStatus pg_link_fault(const PgStore *self, const char *reason, LudError *err)
{
    char line[128];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(reason, "\n"), reason);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("The database {1} can't be used: {2}. Look whether it runs, "
                                     "and whether its address is right."),
                         self->name, line, (char *)NULL);
}

void pg_note_fault(PgStore *self, LudStatus status, const LudError *fault)
{
    if (self->is_batch)
        self->is_spoilt = true;
    if (self->fault.status != LUD_OK)
        return;
    self->fault = *fault;
    self->fault.status = status;
}

static void note_link_fault(PgStore *self, const char *reason)
{
    LudError fault = {0};
    LudStatus status = pg_link_fault(self, reason, &fault);
    pg_note_fault(self, status, &fault);
}

/* Somebody else has written there, or holds the game. */
static bool is_refusal(const PGresult *answer)
{
    const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    return state && (strcmp(state, "22012") == 0 || strcmp(state, "23505") == 0);
}

static void note_refusal(PgStore *self, const PgAsked *asked)
{
    LudError fault = {0};
    char number[16];
    snprintf(number, sizeof number, "%d", asked->number);
    LudStatus status =
        asked->saying == PG_ADD_EVENT
            ? lud_error_set(&fault, LUD_ENOTNOW,
                            LUD_MESSAGE("Event {2} of game {1} is not the next one."), asked->id,
                            number, (char *)NULL)
            : lud_error_set(&fault, LUD_ENOTNOW,
                            LUD_MESSAGE("Game {1} is not there, or another server holds it."),
                            asked->id, (char *)NULL);
    pg_note_fault(self, status, &fault);
}

/* -- parameters -------------------------------------------------------------------------------- */

static void add(PgWords *words, const char *value, int length, int format)
{
    words->values[words->count] = value;
    words->lengths[words->count] = length;
    words->formats[words->count++] = format;
}

void pg_add_text(PgWords *words, const char *text)
{
    add(words, text, 0, !BINARY);
}

void pg_add_number(PgWords *words, int64_t number)
{
    char *text = words->numbers[words->count];
    snprintf(text, sizeof words->numbers[0], "%lld", (long long)number);
    add(words, text, 0, !BINARY);
}

void pg_add_bytes(PgWords *words, const void *bytes, size_t size)
{
    add(words, bytes, (int)size, BINARY);
}

void pg_add_null(PgWords *words)
{
    add(words, NULL, 0, !BINARY);
}

/* -- asking ------------------------------------------------------------------------------------ */

static bool make_room(PgStore *self)
{
    enum { FIRST = 256 };
    if (self->asked_count < self->asked_capacity)
        return true;
    int capacity = self->asked_capacity > 0 ? 2 * self->asked_capacity : FIRST;
    PgAsked *larger = realloc(self->asked, (size_t)capacity * sizeof *larger);
    if (!larger)
        return false;
    self->asked = larger;
    self->asked_capacity = capacity;
    return true;
}

static void name_statement(char name[16], PgSaying saying)
{
    snprintf(name, 16, "s%d", (int)saying);
}

void pg_ask(PgStore *self, const PgWords *words, PgAsked asked)
{
    LudError fault = {0};
    char name[16];
    if (self->fault.status != LUD_OK)
        return;
    if (!make_room(self)) {
        pg_note_fault(self, pg_memory_fault(&fault), &fault);
        return;
    }
    name_statement(name, asked.saying);
    if (PQsendQueryPrepared(self->link, name, words->count, words->values, words->lengths,
                            words->formats, BINARY) == 1)
        self->asked[self->asked_count++] = asked;
    else
        note_link_fault(self, PQerrorMessage(self->link));
}

/* -- answers ----------------------------------------------------------------------------------- */

/* Until the socket has something, or takes something if `sends`; false if it lasts too long. */
static bool await(PgStore *self, bool sends)
{
    int64_t until_us = base_time_us() + PATIENCE_US;
    struct pollfd socket = {.fd = PQsocket(self->link),
                            .events = (short)(POLLIN | (sends ? POLLOUT : 0))};
    for (;;) {
        int64_t left_us = until_us - base_time_us();
        int ready = left_us > 0 ? poll(&socket, 1, (int)(left_us / 1000) + 1) : 0;
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

/* Both at once: a database that can't get rid of its answers takes no questions. */
static bool send_all(PgStore *self)
{
    int left;
    while ((left = PQflush(self->link)) == 1) {
        if (!await(self, true) || PQconsumeInput(self->link) != 1)
            return false;
    }
    return left == 0;
}

/* The next answer; NULL also if the connection is lost, which is noted. */
static PGresult *take_answer(PgStore *self)
{
    while (PQisBusy(self->link)) {
        if (!await(self, false)) {
            note_link_fault(self, "it does not answer");
            pg_hang_up(self);
            return NULL;
        }
        if (PQconsumeInput(self->link) != 1) {
            note_link_fault(self, PQerrorMessage(self->link));
            pg_hang_up(self);
            return NULL;
        }
    }
    return PQgetResult(self->link);
}

static bool is_good(const PGresult *answer)
{
    ExecStatusType status = PQresultStatus(answer);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* A transaction in which something failed earlier answers ROLLBACK to COMMIT. */
static bool is_committed(const PGresult *answer)
{
    return strcmp(PQcmdStatus((PGresult *)(size_t)answer), "COMMIT") == 0;
}

static void judge(PgStore *self, const PgAsked *asked, const PGresult *answer)
{
    if (PQresultStatus(answer) == PGRES_PIPELINE_ABORTED)
        return; /* one before it has failed */
    if (!is_good(answer) && is_refusal(answer))
        note_refusal(self, asked);
    else if (!is_good(answer))
        note_link_fault(self, PQresultErrorMessage(answer));
    else if (asked->saying == PG_COMMIT && !is_committed(answer))
        note_link_fault(self, "it has rolled back what was to be committed");
    else if (asked->take)
        asked->take(asked->context, answer);
}

/* Behind the answer to a statement there is an end mark. */
static bool gather(PgStore *self)
{
    for (int i = 0; i < self->asked_count; i++) {
        PGresult *answer = take_answer(self);
        if (!answer)
            return false;
        judge(self, &self->asked[i], answer);
        PQclear(answer);
        PQclear(take_answer(self));
        if (!self->link)
            return false;
    }
    PGresult *mark = take_answer(self);
    bool is_mark = PQresultStatus(mark) == PGRES_PIPELINE_SYNC;
    PQclear(mark);
    return is_mark;
}

LudStatus pg_settle(PgStore *self, LudError *err)
{
    if (self->link && self->asked_count > 0 &&
        (PQpipelineSync(self->link) != 1 || !send_all(self) || !gather(self))) {
        note_link_fault(self, self->link ? PQerrorMessage(self->link) : "it does not answer");
        pg_hang_up(self);
    }
    self->asked_count = 0;
    LudStatus status = self->fault.status;
    if (status != LUD_OK && err)
        *err = self->fault;
    self->fault = (LudError){0};
    return status;
}

/* -- connecting -------------------------------------------------------------------------------- */

void pg_hang_up(PgStore *self)
{
    PQfinish(self->link);
    self->link = NULL;
    self->asked_count = 0;
}

/* A server that was stopped in the middle of a batch must not keep its games from the others. */
static bool limit_batches(PgStore *self)
{
    PGresult *answer = PQexec(self->link, "SET idle_in_transaction_session_timeout = 3000");
    bool is_done = PQresultStatus(answer) == PGRES_COMMAND_OK;
    PQclear(answer);
    return is_done;
}

static bool prepare(PgStore *self)
{
    if (!limit_batches(self))
        return false;
    for (int i = 0; i < PG_SAYINGS; i++) {
        char name[16];
        name_statement(name, (PgSaying)i);
        PGresult *answer = PQprepare(self->link, name, pg_sayings[i], 0, NULL);
        bool is_prepared = PQresultStatus(answer) == PGRES_COMMAND_OK;
        PQclear(answer);
        if (!is_prepared)
            return false;
    }
    return PQsetnonblocking(self->link, 1) == 0 && PQenterPipelineMode(self->link) == 1;
}

/* The value of an option of the address, such as "host", where several are joined by commas. Part
 * `number` of it, or the only one; "" if there is none. */
static void find_part(const PQconninfoOption *options, const char *name, int number,
                      char part[HOST_TEXT])
{
    const char *value = NULL;
    for (const PQconninfoOption *at = options; at->keyword; at++) {
        if (strcmp(at->keyword, name) == 0)
            value = at->val;
    }
    part[0] = '\0';
    if (!value)
        return;
    bool is_only = !strchr(value, ',');
    for (int i = 0; i < number && !is_only && *value; i++) {
        value += strcspn(value, ",");
        value += *value == ',';
    }
    snprintf(part, HOST_TEXT, "%.*s", (int)strcspn(value, ","), value);
}

static int count_hosts(const PQconninfoOption *options)
{
    int count = 1;
    for (const PQconninfoOption *at = options; at->keyword; at++) {
        if (strcmp(at->keyword, "host") != 0 || !at->val)
            continue;
        for (const char *comma = at->val; (comma = strchr(comma, ',')) != NULL; comma++)
            count++;
    }
    return count;
}

/* What the address does not say: that a database which does not answer is given up soon, and that
 * of several the one counts that can be written to. */
static PGconn *dial_host(const PgStore *self, const char *host, const char *port)
{
    static const char *const names[] = {"fallback_application_name",
                                        "connect_timeout",
                                        "tcp_user_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "target_session_attrs",
                                        "dbname",
                                        "client_encoding",
                                        "host",
                                        "port",
                                        NULL};
    const char *const values[] = {"ludoteca",
                                  "2",
                                  "4000",
                                  "2",
                                  "1",
                                  "3",
                                  "read-write",
                                  self->address,
                                  "UTF8",
                                  host[0] ? host : NULL,
                                  port[0] ? port : NULL,
                                  NULL};
    return PQconnectdbParams(names, values, 1);
}

/* One after the other: libpq itself gives up at the first that is there but says nothing, as what
 * stands before a dead one does. */
LudStatus pg_dial(PgStore *self, LudError *err)
{
    char host[HOST_TEXT], port[HOST_TEXT];
    PQconninfoOption *options = PQconninfoParse(self->address, NULL);
    LudStatus status = LUD_EFILE;
    if (!options)
        return pg_link_fault(self, "its address can't be read", err);
    for (int i = 0, count = count_hosts(options); i < count && status != LUD_OK; i++) {
        pg_hang_up(self);
        find_part(options, "host", i, host);
        find_part(options, "port", i, port);
        self->link = dial_host(self, host, port);
        status = !self->link ? pg_memory_fault(err)
                 : PQstatus(self->link) == CONNECTION_OK
                     ? LUD_OK
                     : pg_link_fault(self, PQerrorMessage(self->link), err);
    }
    PQconninfoFree(options);
    if (status != LUD_OK)
        pg_hang_up(self);
    return status;
}

LudStatus pg_connect(PgStore *self, LudError *err)
{
    if (self->link && PQstatus(self->link) == CONNECTION_OK)
        return LUD_OK;
    LudStatus status = pg_dial(self, err);
    if (status != LUD_OK || prepare(self))
        return status;
    status = pg_link_fault(self, PQerrorMessage(self->link), err);
    pg_hang_up(self);
    return status;
}

LudStatus pg_ask_at_once(PgStore *self, const PgWords *words, PgAsked asked, LudError *err)
{
    LudStatus status = pg_connect(self, err);
    if (status != LUD_OK)
        return status;
    pg_ask(self, words, asked);
    return pg_settle(self, err);
}

/* -- files ------------------------------------------------------------------------------------- */

static void visit_files(PQconninfoOption *options, void (*visit)(void *context, const char *file),
                        void *context)
{
    static const char *const names[] = {"passfile",    "sslcert", "sslkey",
                                        "sslrootcert", "sslcrl",  "sslcrldir"};
    for (const PQconninfoOption *at = options; at && at->keyword; at++) {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            if (at->val && strcmp(at->keyword, names[i]) == 0)
                visit(context, at->val);
        }
    }
    PQconninfoFree(options);
}

void postgres_store_each_file(const char *address, void (*visit)(void *context, const char *file),
                              void *context)
{
    static const char *const usual[] = {".pgpass", ".postgresql"};
    const char *home = getenv("HOME");
    for (size_t i = 0; home && i < sizeof usual / sizeof usual[0]; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", home, usual[i]);
        visit(context, file);
    }
    visit_files(PQconndefaults(), visit, context);
    visit_files(PQconninfoParse(address, NULL), visit, context);
}

/* -- columns ----------------------------------------------------------------------------------- */

int64_t pg_number_at(const PGresult *rows, int row, int column)
{
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(rows, row, column);
    uint64_t number = 0;
    int size = PQgetlength(rows, row, column);
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return size == (int)sizeof(int32_t) ? (int32_t)(uint32_t)number : (int64_t)number;
}

const char *pg_text_at(const PGresult *rows, int row, int column)
{
    return PQgetvalue(rows, row, column);
}

/* Hashes of another length are no hashes, and nobody's. */
void pg_hash_at(const PGresult *rows, int row, int column, unsigned char hash[STORE_HASH])
{
    if (PQgetlength(rows, row, column) == STORE_HASH)
        memcpy(hash, PQgetvalue(rows, row, column), STORE_HASH);
    else
        memset(hash, 0, STORE_HASH);
}
