#include "server/server.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/door.h"
#include "server/page_files.h"
#include "server/sandbox.h"

enum {
    LAST_PORT = 65535,
    PORTS_TRIED = 100,
    FIRST_FREE_PORT = 1024,
    MOST_SPARE = 512, /* descriptors for tables, of which large ones keep theirs, and all else */
    MOST_CONNECTIONS = 100000,
};

struct LudServer {
    LudServerSettings settings;
    Site site;
    Door door;
    int socket, port, connections;
    atomic_bool is_open, is_stopped; /* the loop runs; it should not */
};

bool lud_server_has_page(void)
{
    return !page_is_placeholder;
}

/* -- listening --------------------------------------------------------------------------------- */

/* The first port after this one that can be had, or 0. */
static int find_port(const char *bind, int port)
{
    if (port < FIRST_FREE_PORT)
        port = FIRST_FREE_PORT - 1;
    for (int next = port + 1; next <= LAST_PORT && next <= port + PORTS_TRIED; next++) {
        int socket = door_listen(bind, next);
        if (socket < 0)
            continue;
        close(socket);
        return next;
    }
    return 0;
}

static LudStatus refuse_port(const LudServerSettings *settings, LudError *err)
{
    char port[16], next[16];
    int free_port = find_port(settings->bind, settings->port);
    snprintf(port, sizeof port, "%d", settings->port);
    snprintf(next, sizeof next, "%d", free_port);
    if (free_port == 0)
        return lud_error_set(err, LUD_EUSAGE,
                             "The address {1} can't be had, with any port. --bind takes an address "
                             "of this machine, such as 127.0.0.1 or, for all, 0.0.0.0.",
                             settings->bind, (char *)NULL);
    if (settings->port < FIRST_FREE_PORT)
        return lud_error_set(err, LUD_EFILE,
                             "Port {1} is in use, or only the administrator may have it. Port {2} "
                             "is free: write --port {2}.",
                             port, next, (char *)NULL);
    return lud_error_set(err, LUD_EFILE, "Port {1} is in use. Port {2} is free: write --port {2}.",
                         port, next, (char *)NULL);
}

static LudStatus fail_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

/* As many connections as the system gives descriptors for, once it is asked for all it may give; a
 * part is kept back. */
static int count_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= MOST_CONNECTIONS + MOST_SPARE)
        return MOST_CONNECTIONS;
    int files = (int)limit.rlim_cur, spare = files / 4 < MOST_SPARE ? files / 4 : MOST_SPARE;
    return files - spare;
}

/* -- the object -------------------------------------------------------------------------------- */

static LudStatus start(LudServer *server, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    server->socket = door_listen(settings->bind, settings->port);
    if (server->socket < 0)
        return refuse_port(settings, err);
    server->port = door_port(server->socket);
    server->connections = count_connections();
    return settings->user ? sandbox_become(settings->user, err) : LUD_OK;
}

LudStatus lud_server_new(LudServer **server, const LudServerSettings *settings, LudError *err)
{
    LudServer *made = calloc(1, sizeof *made);
    if (!made)
        return fail_memory(err);
    made->settings = *settings;
    if (!made->settings.bind)
        made->settings.bind = "127.0.0.1";
    made->site.page = settings->page;
    made->site.api.limit.rate = settings->rate;
    table_shelf_start(&made->site.api.shelf, settings->tables);
    made->door.site = &made->site;
    made->door.log = settings->log;
    made->door.log_context = settings->context;
    made->door.hosts = (Hosts){.bind = made->settings.bind, .given = settings->hosts};
    hosts_find_own(&made->door.hosts);
    LudStatus status = start(made, err);
    if (status == LUD_OK)
        *server = made;
    else
        lud_server_free(made);
    return status;
}

int lud_server_port(const LudServer *server)
{
    return server->port;
}

bool lud_server_confine(void)
{
    return sandbox_enter();
}

/* How many of them one address may have; never all, 0 for no limit. */
static int count_each(const LudServer *server)
{
    int half = (server->connections + 1) / 2, wanted = server->settings.connections;
    if (server->settings.rate <= 0 || wanted <= 0)
        return 0;
    return wanted < half ? wanted : half;
}

LudStatus lud_server_open(LudServer *server, LudError *err)
{
    int each = count_each(server);
    if (!door_open(&server->door, server->socket, server->connections, each))
        return fail_memory(err);
    atomic_store(&server->is_open, true);
    if (atomic_load(&server->is_stopped))
        door_stop(&server->door);
    return LUD_OK;
}

void lud_server_run(LudServer *server)
{
    door_run(&server->door);
    atomic_store(&server->is_open, false); /* from here on signals have nothing to wake */
    door_close(&server->door);
}

void lud_server_stop(LudServer *server)
{
    atomic_store(&server->is_stopped, true);
    if (atomic_load(&server->is_open))
        door_stop(&server->door);
}

void lud_server_free(LudServer *server)
{
    if (!server)
        return;
    if (atomic_load(&server->is_open)) {
        lud_server_stop(server);
        lud_server_run(server);
    }
    if (server->socket >= 0)
        close(server->socket);
    table_shelf_end(&server->site.api.shelf);
    free(server);
}
