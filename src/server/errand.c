#include "server/errand.h"

#include <stdlib.h>

#include "server/problem.h"

enum { ERRANDS_MOST = 1024, BUSY_S = 1 };

typedef struct Errand {
    uv_work_t work;
    Connection *connection;
    Site *site;
    Request request;
    Reply reply;
    ErrandDone done;
} Errand;

/* On a thread of the pool. */
static void work(uv_work_t *work)
{
    Errand *errand = work->data;
    site_answer(errand->site, &errand->request, &errand->reply);
}

static void on_worked(uv_work_t *work, int status)
{
    Errand *errand = work->data;
    (void)status; /* nobody cancels */
    atomic_fetch_sub(&errand->connection->door->house->errands, 1);
    if (connection_end_errand(errand->connection))
        errand->done(errand->connection, &errand->request, &errand->reply);
    else {
        lud_free(errand->reply.owned);
        free(errand->reply.tail);
    }
    free(errand);
}

void errand_refuse(Reply *reply)
{
    problem_reply(reply, PROBLEM_BUSY, NULL);
    reply->retry_after_s = BUSY_S;
}

bool errand_run(Connection *connection, const Request *request, ErrandDone done)
{
    Door *door = connection->door;
    bool has_room = atomic_fetch_add(&door->house->errands, 1) < ERRANDS_MOST;
    Errand *errand = has_room ? malloc(sizeof *errand) : NULL;
    if (!errand) {
        atomic_fetch_sub(&door->house->errands, 1);
        return false;
    }
    *errand = (Errand){
        .connection = connection, .site = door->house->site, .request = *request, .done = done};
    errand->work.data = errand;
    connection->has_errand = true;
    connection->stage = STAGE_ASKING;
    uv_queue_work(&door->loop, &errand->work, work, on_worked);
    return true;
}
