/* The tables of a database of games, what is asked of them, and how older ones come to have them.
 *
 * No index has a column that every move changes, so that a move changes no index: games are found
 * by the minute in which they were changed, and put in order by what is exact.
 *
 * Writes say by a division by zero that they found nothing to write to: the statements behind them
 * are then skipped, the commit among them, without anybody having waited for their answers. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <ludoteca/game.h>

#include "store/pg_parts.h"

static const char *const steps[] = {
    "CREATE TABLE server("
    "  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,"
    "  alive_until timestamptz NOT NULL, said_at timestamptz NOT NULL DEFAULT clock_timestamp());"
    "CREATE TABLE game("
    "  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,"
    "  phase integer NOT NULL, is_public boolean NOT NULL, created_ms bigint NOT NULL,"
    "  changed_ms bigint NOT NULL, due_ms bigint NOT NULL, secret bytea NOT NULL,"
    "  summary text NOT NULL, owner bigint NOT NULL, fence bigint NOT NULL,"
    "  changed_minute bigint GENERATED ALWAYS AS (changed_ms / 60000) STORED)"
    "  WITH (fillfactor = 50);"
    "CREATE INDEX game_phase ON game(phase, is_public, changed_minute) WHERE phase < 3;"
    "CREATE INDEX game_playing ON game(changed_minute) WHERE phase IN (1, 2) AND is_public;"
    "CREATE INDEX game_over ON game(changed_minute) WHERE phase = 3;"
    "CREATE INDEX game_due ON game(due_ms) WHERE due_ms > 0;"
    "CREATE INDEX game_owner ON game(owner);"
    "CREATE INDEX game_orphan ON game(owner, due_ms) WHERE due_ms > 0;"
    "CREATE TABLE player("
    "  game bigint NOT NULL REFERENCES game ON DELETE CASCADE,"
    "  number integer NOT NULL CHECK(number BETWEEN 0 AND 3), token bytea, person bytea,"
    "  PRIMARY KEY(game, number));"
    "CREATE INDEX player_person ON player(person) WHERE person IS NOT NULL;"
    "CREATE TABLE event("
    "  game bigint NOT NULL REFERENCES game ON DELETE CASCADE,"
    "  number integer NOT NULL CHECK(number > 0), body text NOT NULL,"
    "  PRIMARY KEY(game, number));"
    "CREATE TABLE note("
    "  kind text NOT NULL, key text NOT NULL, value text NOT NULL, PRIMARY KEY(kind, key));",
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static_assert(STORE_OPEN == 0 && STORE_PREPARING == 1 && STORE_PLAYING == 2 && STORE_OVER == 3 &&
                  STORE_PLAYERS == 4,
              "databases and the statements below have these numbers");

#define COLUMNS        "id, phase, is_public::int, created_ms, changed_ms, due_ms, secret"
#define SUMMARISED     "SELECT " COLUMNS ", summary FROM game "
#define LATEST_FIRST   " ORDER BY changed_minute DESC, changed_ms DESC, num DESC LIMIT $1"
#define GUARDED(write) "WITH done AS (" write " RETURNING 1) SELECT 1 / count(*) FROM done"
#define HELD           "id = $1 AND fence = $2 AND owner = $3"
#define IS_ALIVE       "alive_until > clock_timestamp()"

const char *const pg_sayings[PG_SAYINGS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLL_BACK] = "ROLLBACK",
    [PG_PUT_NEW] =
        "INSERT INTO game(id, fence, owner, phase, is_public, created_ms, changed_ms, due_ms,"
        " secret, summary) VALUES($1, $2, $3, $4, $5::int::boolean, $6, $7, $8, $9, $10)",
    [PG_PUT_GAME] = GUARDED("UPDATE game SET phase = $4, changed_ms = $5, due_ms = $6, summary = $7"
                            " WHERE " HELD),
    [PG_PUT_PLAYER] =
        GUARDED("INSERT INTO player(game, number, token, person) SELECT num, $4, $5, $6 FROM game"
                " WHERE " HELD " ON CONFLICT (game, number) DO UPDATE SET token = excluded.token,"
                " person = excluded.person"),
    [PG_ADD_EVENT] = GUARDED(
        "INSERT INTO event(game, number, body) SELECT num, $4::int, $5 FROM game WHERE " HELD
        " AND $4::int = 1 + coalesce((SELECT number FROM event WHERE game = num"
        " ORDER BY number DESC LIMIT 1), 0)"),
    [PG_PRUNE] = "DELETE FROM game WHERE num IN (SELECT num FROM game WHERE"
                 " phase = 3 AND changed_minute <= $2::bigint / 60000 AND changed_ms < $2 OR"
                 " phase IN (0, 1) AND changed_minute <= $3::bigint / 60000 AND changed_ms < $3"
                 " LIMIT $1 FOR UPDATE SKIP LOCKED)",
    [PG_READ_GAME] = SUMMARISED "WHERE id = $1",
    [PG_READ_PLAYERS] = "SELECT number, token, person FROM player"
                        " WHERE game = (SELECT num FROM game WHERE id = $1)",
    [PG_READ_EVENTS] = "SELECT number, body FROM (SELECT number, body, sum(octet_length(body))"
                       " OVER (ORDER BY number) - octet_length(body) AS told FROM event"
                       " WHERE game = (SELECT num FROM game WHERE id = $1) AND number > $2) AS page"
                       " WHERE $3::bigint = 0 OR told < $3 ORDER BY number",
    [PG_COMPARE] = "SELECT place FROM unnest($1::text[], $2::int[]) WITH ORDINALITY"
                   " AS known(id, last, place) LEFT JOIN game USING (id) WHERE num IS NULL"
                   " OR EXISTS(SELECT 1 FROM event WHERE game = num AND number > last)",
    [PG_LIST + STORE_LIST_OPEN] = SUMMARISED "WHERE phase = 0 AND is_public" LATEST_FIRST,
    [PG_LIST + STORE_LIST_PLAYING] = SUMMARISED "WHERE phase IN (1, 2) AND is_public" LATEST_FIRST,
    [PG_LIST + STORE_LIST_PERSON] =
        "SELECT " COLUMNS ", summary,"
        " (SELECT min(number) FROM player WHERE game = num AND person = $2) FROM game"
        " WHERE num IN (SELECT game FROM player WHERE person = $2)" LATEST_FIRST,
    [PG_LIST + STORE_LIST_DUE] = SUMMARISED
    "WHERE due_ms > 0 AND due_ms > $3 AND due_ms <= $2 ORDER BY due_ms, num LIMIT $1",
    /* By those who hold games that are due, of whom there are few, rather than by such games, of
     * which there may be very many: whoever wants all holders goes from one to the next. */
    [PG_LIST + STORE_LIST_ORPHANS] =
        "WITH RECURSIVE holder(num) AS ((SELECT owner FROM game WHERE due_ms > 0"
        " ORDER BY owner LIMIT 1) UNION ALL SELECT (SELECT owner FROM game WHERE due_ms > 0"
        " AND owner > holder.num ORDER BY owner LIMIT 1) FROM holder WHERE holder.num IS NOT NULL)"
        " SELECT due.* FROM holder CROSS JOIN LATERAL (" SUMMARISED "WHERE owner = holder.num"
        " AND due_ms > 0 AND due_ms <= $2 ORDER BY due_ms LIMIT $1) AS due"
        " WHERE NOT EXISTS(SELECT 1 FROM server WHERE server.num = holder.num AND " IS_ALIVE ")"
        " ORDER BY due_ms, id LIMIT $1",
    [PG_LIST + STORE_LIST_ALL] = SUMMARISED "WHERE true" LATEST_FIRST,
    [PG_COUNT_UNENDED] = "SELECT count(*) FROM game WHERE phase < 3",
    [PG_PUT_NOTE] = "INSERT INTO note(kind, key, value) VALUES($1, $2, $3)"
                    " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value",
    [PG_DROP_NOTE] = "DELETE FROM note WHERE kind = $1 AND key = $2",
    [PG_GET_NOTE] = "SELECT value FROM note WHERE kind = $1 AND key = $2",
    [PG_LIST_NOTES] = "SELECT key, value FROM note WHERE kind = $1 ORDER BY key COLLATE \"C\"",
    [PG_LIST_KINDS] = "SELECT DISTINCT kind COLLATE \"C\" FROM note ORDER BY 1",
    /* Only what may become, or stay, this server's is locked; and nobody waits for a row that
     * another batch has locked: its server may have been stopped. */
    [PG_LOOK] = "SELECT place, locked.fence, coalesce(locked.owner, 0), coalesce(name, ''),"
                " coalesce(" IS_ALIVE ", false)::int,"
                " coalesce((extract(epoch FROM said_at) * 1000)::bigint, 0),"
                " coalesce(game.owner, 0)"
                " FROM unnest($1::text[], $2::boolean[]) WITH ORDINALITY"
                " AS wanted(id, by_force, place)"
                " JOIN game USING (id) LEFT JOIN LATERAL (SELECT fence, owner FROM game AS own"
                " WHERE own.num = game.num AND (by_force OR own.owner = $3 OR NOT EXISTS(SELECT 1"
                " FROM server WHERE server.num = own.owner AND " IS_ALIVE "))"
                " FOR UPDATE SKIP LOCKED) AS locked ON true"
                " LEFT JOIN server ON server.num = coalesce(locked.owner, game.owner)",
    [PG_CLAIM] = "UPDATE game SET owner = $2, fence = fence + 1 WHERE id = ANY($1::text[])",
    /* One that only copies games never says that it is there: nobody could move meanwhile. */
    [PG_REGISTER] = "INSERT INTO server(name, alive_until, said_at)"
                    " VALUES($1, clock_timestamp(), to_timestamp(1)) RETURNING num",
    [PG_RENEW] = "INSERT INTO server(num, name, alive_until) OVERRIDING SYSTEM VALUE"
                 " VALUES($1, $2, clock_timestamp() + $3::bigint * interval '1 ms')"
                 " ON CONFLICT (num) DO UPDATE SET alive_until = excluded.alive_until,"
                 " said_at = excluded.said_at",
    /* Its games keep its number: until when it had them counts for their clocks. */
    [PG_LEAVE] = "UPDATE server SET alive_until = clock_timestamp(), said_at = clock_timestamp()"
                 " WHERE num = $1 AND " IS_ALIVE,
    [PG_DROP_SERVERS] = "DELETE FROM server WHERE NOT " IS_ALIVE
                        " AND NOT EXISTS(SELECT 1 FROM game WHERE owner = server.num)",
    [PG_TELL_TIME] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
};

/* -- versions ---------------------------------------------------------------------------------- */

static LudStatus run(PgStore *self, const char *statements, LudError *err)
{
    PGresult *answer = PQexec(self->link, statements);
    ExecStatusType status = PQresultStatus(answer);
    bool is_done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    LudStatus told = is_done ? LUD_OK : pg_link_fault(self, PQresultErrorMessage(answer), err);
    PQclear(answer);
    return told;
}

static LudStatus ask_number(PgStore *self, const char *query, int *number, LudError *err)
{
    PGresult *answer = PQexec(self->link, query);
    bool is_told = PQresultStatus(answer) == PGRES_TUPLES_OK && PQntuples(answer) == 1;
    LudStatus status = is_told ? LUD_OK : pg_link_fault(self, PQresultErrorMessage(answer), err);
    if (is_told)
        *number = atoi(PQgetvalue(answer, 0, 0));
    PQclear(answer);
    return status;
}

/* How many steps the database has gone; 0 if it has none of our tables. */
static LudStatus ask_version(PgStore *self, int *version, LudError *err)
{
    int count;
    *version = 0;
    LudStatus status =
        ask_number(self,
                   "SELECT count(*) FROM pg_tables WHERE tablename = 'ludoteca_schema'"
                   " AND schemaname = current_schema()",
                   &count, err);
    if (status == LUD_OK && count > 0)
        status = ask_number(self, "SELECT version FROM ludoteca_schema", version, err);
    return status;
}

static LudStatus take_steps(PgStore *self, LudError *err)
{
    int version = STEPS;
    char mark[128];
    /* Only one server at a time; the others find it done. "Ludo", in hexadecimal. */
    LudStatus status = run(self, "SELECT pg_advisory_xact_lock(1282761839)", err);
    if (status == LUD_OK)
        status = ask_version(self, &version, err);
    if (status == LUD_OK && version > STEPS)
        status = lud_error_set(err, LUD_EFILE,
                               LUD_MESSAGE("{1} was written by a newer version of Ludoteca. Use "
                                           "that one, or another database."),
                               self->name, (char *)NULL);
    for (int i = version; status == LUD_OK && i < STEPS; i++)
        status = run(self, steps[i], err);
    if (status != LUD_OK || version == STEPS)
        return status;
    snprintf(mark, sizeof mark,
             version == 0 ? "CREATE TABLE ludoteca_schema AS SELECT %d AS version"
                          : "UPDATE ludoteca_schema SET version = %d",
             STEPS);
    return run(self, mark, err);
}

LudStatus pg_schema_update(PgStore *self, LudError *err)
{
    LudStatus status = run(self, "BEGIN", err);
    if (status != LUD_OK)
        return status;
    status = take_steps(self, err);
    LudStatus ended = run(self, status == LUD_OK ? "COMMIT" : "ROLLBACK", NULL);
    return status == LUD_OK ? ended : status;
}

LudStatus pg_schema_check(PgStore *self, LudError *err)
{
    int version;
    LudStatus status = ask_version(self, &version, err);
    if (status != LUD_OK || version == STEPS)
        return status;
    if (version == 0)
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("There are no games in the database {1}. Start a server "
                                         "with it, or name another."),
                             self->name, (char *)NULL);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("{1} is of another version of this program. Use the one that "
                                     "serves it."),
                         self->name, (char *)NULL);
}
