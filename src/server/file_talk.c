#include "server/file_talk.h"

#include <stdlib.h>

typedef struct PartErrand {
    uv_work_t work;
    Connection *connection;
    char *bytes;
    size_t size;
} PartErrand;

bool file_talk_has_more(const Connection *connection)
{
    return connection->tail && connection->tail->left > 0;
}

/* On a thread of the pool. Nobody else touches the tail meanwhile. */
static void work(uv_work_t *work)
{
    PartErrand *errand = work->data;
    errand->bytes = file_tail_read(errand->connection->tail, &errand->size);
}

static void on_worked(uv_work_t *work, int status)
{
    PartErrand *errand = work->data;
    Connection *connection = errand->connection;
    char *bytes = errand->bytes;
    size_t size = errand->size;
    (void)status; /* nobody cancels */
    free(errand);
    if (!connection_end_errand(connection))
        free(bytes);
    else if (!bytes)
        connection_close(connection);
    else if (connection_send(connection, "", 0, bytes, size, bytes))
        connection->protocol->sent(connection);
}

void file_talk_go_on(Connection *connection)
{
    PartErrand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        connection_close(connection);
        return;
    }
    errand->connection = connection;
    errand->work.data = errand;
    connection->has_errand = true;
    connection->stage = STAGE_ASKING;
    uv_queue_work(&connection->door->loop, &errand->work, work, on_worked);
}
