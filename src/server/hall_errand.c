#include "server/hall_errand.h"

#include <stdlib.h>
#include <string.h>

#include "server/problem.h"

/* -- making calls ------------------------------------------------------------------------------ */

static void on_parcel(Parcel *parcel)
{
    HallErrand *errand = RING_OWNER(HallErrand, parcel, parcel);
    errand->connection->door->awaited--;
    if (connection_end_errand(errand->connection))
        errand->answered(errand);
    hall_errand_drop(errand);
}

/* On the hall's thread. */
static void on_done(HallCall *call)
{
    HallErrand *errand = call->context;
    mailbox_post(&errand->connection->door->mailbox, &errand->parcel);
}

HallErrand *hall_errand_new(Connection *connection, HallVerb verb, const char *game,
                            void (*answered)(HallErrand *errand))
{
    HallErrand *errand = calloc(1, sizeof *errand);
    if (!errand)
        return NULL;
    bool is_limited = connection->door->house->site->api.limit.rate > 0;
    errand->connection = connection;
    errand->answered = answered;
    errand->parcel.arrive = on_parcel;
    errand->call.verb = verb;
    errand->call.sender = is_limited ? connection->sender : 0;
    errand->call.done = on_done;
    errand->call.context = errand;
    memcpy(errand->call.game, game, strlen(game) + 1);
    return errand;
}

void hall_errand_run(HallErrand *errand, HallWatcher *watcher)
{
    Connection *connection = errand->connection;
    Hall *hall = connection->door->house->site->hall;
    connection->door->awaited++;
    connection->has_errand = true;
    connection->stage = STAGE_ASKING;
    if (watcher)
        hall_call_from(hall, watcher, &errand->call);
    else
        hall_call(hall, &errand->call);
}

void hall_errand_drop(HallErrand *errand)
{
    if (!errand)
        return;
    free(errand->call.body);
    lud_free(errand->call.answer);
    free(errand);
}

/* -- what it means ----------------------------------------------------------------------------- */

void hall_errand_refuse(Reply *reply)
{
    problem_reply(reply, PROBLEM_STORE,
                  "This server has no place to keep games between people; whoever runs it can give "
                  "it one with --data DIRECTORY.");
}

static void reply_done(HallErrand *errand, Reply *reply)
{
    HallCall *call = &errand->call;
    bool is_text = call->verb == HALL_RECORD;
    *reply = (Reply){.status = call->outcome == HALL_MADE ? 201 : 200,
                     .type = is_text ? "text/plain; charset=utf-8" : "application/json",
                     .caching = "no-store",
                     .bytes = call->answer,
                     .size = strlen(call->answer),
                     .owned = call->answer};
    call->answer = NULL;
}

void hall_errand_reply(HallErrand *errand, Reply *reply)
{
    static const ProblemKind kinds[] = {
        [HALL_DONE] = PROBLEM_SERVER,         [HALL_MADE] = PROBLEM_SERVER,
        [HALL_MALFORMED] = PROBLEM_MALFORMED, [HALL_NO_SEAT] = PROBLEM_UNAUTHORIZED,
        [HALL_NOT_YOURS] = PROBLEM_FORBIDDEN, [HALL_NO_GAME] = PROBLEM_NO_GAME,
        [HALL_CONFLICT] = PROBLEM_CONFLICT,   [HALL_ILLEGAL] = PROBLEM_ILLEGAL,
        [HALL_TOO_MANY] = PROBLEM_TOO_MANY,   [HALL_BROKEN] = PROBLEM_SERVER,
        [HALL_NO_STORE] = PROBLEM_STORE,
    };
    const HallCall *call = &errand->call;
    bool is_done = call->outcome == HALL_DONE || call->outcome == HALL_MADE;
    if (is_done && call->answer) {
        reply_done(errand, reply);
        return;
    }
    problem_reply_sentence(reply, kinds[call->outcome], &call->err);
    reply->retry_after_s = call->retry_s;
}
