#include "server/request_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <ludoteca/characters.h>

#include "server/play_routes.h"
#include "server/target.h"

void request_log(const Connection *connection, const Request *request, const Reply *reply)
{
    static const char *const names[] = {[METHOD_GET] = "GET",
                                        [METHOD_HEAD] = "HEAD",
                                        [METHOD_OPTIONS] = "OPTIONS",
                                        [METHOD_POST] = "POST",
                                        [METHOD_OTHER] = "OTHER"};
    House *house = connection->door->house;
    char path[TARGET_PATH_BYTES], line[TARGET_PATH_BYTES + 128];
    figures_count(&house->figures, request->path, reply->status);
    if (!house->log)
        return;
    snprintf(path, sizeof path, "%s", request->path);
    play_hide_game(path); /* which is all that it takes to watch it */
    for (char *at = path; *at; at++) {
        if (*at == ' ')
            *at = '?'; /* which would look like the next column */
    }
    snprintf(line, sizeof line, "%s %s %s %d %" PRIu64, connection->address, names[request->method],
             path, reply->status, reply->size + reply->following);
    lud_text_clean(line, strlen(line));
    house->log(house->log_context, line);
}
