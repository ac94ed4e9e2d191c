#include "server/server.h"

#include <ctype.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/folder.h"
#include "server/door.h"
#include "server/own_places.h"
#include "server/page_files.h"
#include "server/post_desk.h"
#include "server/sandbox.h"
#include "server/tables_host.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"

enum {
    LAST_PORT = 65535,
    PORTS_TRIED = 100,
    FIRST_FREE_PORT = 1024,
    MOST_SPARE = 512, /* descriptors for tables, of which large ones keep theirs, and all else */
    MOST_CONNECTIONS = 100000,
    OPEN_DAYS = 30, /* games that never began are kept so long, where games are forgotten */
    MOST_DOORS = 16,
    MOST_GAMES = 100000,   /* that are not over */
    MOST_GAMES_EACH = 100, /* that one address may create in an hour */
};

struct LudServer {
    LudServerSettings settings;
    Site site;
    PostDesk post;
    House house;
    TlsKeys tls;
    Door *doors[MOST_DOORS]; /* the first has the thread that runs the server */
    pthread_t threads[MOST_DOORS];
    int door_count, thread_count;
    int port, connections;
    char tables_from[TABLES_HOST_TEXT]; /* as it stands in the page's policy */
    LudError lack;                      /* why there is no hall */
    unsigned confinement;               /* what it has given up */
    atomic_bool is_open, is_stopped;    /* the loops run; they should not */
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

/* -- games between people ---------------------------------------------------------------------- */

static int count_processors(void)
{
    int processors = base_machine_threads();
    return processors < 1 ? 1 : processors > MOST_DOORS ? MOST_DOORS : processors;
}

static LudStatus start_post(LudServer *server, bool confined, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    const PostDeskSettings post = {.contact = settings->contact,
                                   .smtp = settings->smtp,
                                   .sender = settings->mail_from,
                                   .address = settings->address,
                                   .test_host = settings->push_test_host,
                                   .is_confined = confined && !SANDBOX_IS_HINDERED};
    return post_desk_start(&server->post, &post, err);
}

static LudStatus open_directory(const LudServerSettings *settings, Store **store, LudError *err)
{
    if (settings->data)
        return sqlite_store_open(store, settings->data, NULL, err);
    return lud_error_set(err, LUD_EFILE,
                         "There is no home directory to keep games in. Name a directory with "
                         "--data.",
                         (char *)NULL);
}

/* A name of which each part may stand in a broker's subject, and which nobody else has. */
static void name_server(const char *given, char name[STORE_SERVER_TEXT])
{
    char host[40] = "server";
    uint64_t random;
    if (!given)
        gethostname(host, sizeof host - 1);
    RAND_bytes((unsigned char *)&random, sizeof random);
    snprintf(name, STORE_SERVER_TEXT, "%.39s-%08x", given ? given : host, (unsigned)random);
    for (char *at = name; *at; at++) {
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '_')
            *at = '-';
    }
}

/* Together with the others that use the same database. */
static LudStatus open_database(LudServer *server, HallSettings *hall, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    char name[STORE_SERVER_TEXT];
    name_server(settings->name, name);
    LudStatus status = relay_open(&server->site.relay, settings->broker, name, err);
    if (status != LUD_OK)
        return status;
    hall->links = relay_links(server->site.relay);
    hall->server = relay_server(server->site.relay);
    return postgres_store_open(&hall->store, settings->store, name, err);
}

static LudStatus open_hall(LudServer *server, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    HallSettings hall = {.tables = settings->tables,
                         .engine_threads = count_processors(),
                         .most_games = MOST_GAMES,
                         .most_games_each = settings->rate > 0 ? MOST_GAMES_EACH : 0,
                         .keep_over_days = settings->keep_days,
                         .keep_open_days = settings->keep_days > 0 ? OPEN_DAYS : 0,
                         .ahead_ms = settings->test_ahead_ms};
    LudStatus status = settings->store ? open_database(server, &hall, err)
                                       : open_directory(settings, &hall.store, err);
    if (status != LUD_OK)
        return status;
    status = post_desk_furnish(&server->post, &hall, err);
    if (status != LUD_OK) {
        hall.store->kind->close(hall.store);
        return status;
    }
    status = hall_open(&server->site.hall, &hall, err);
    if (status == LUD_OK && server->site.relay)
        status = relay_start(server->site.relay, server->site.hall, err);
    return status;
}

const LudError *lud_server_lacks_games(const LudServer *server)
{
    return server->site.hall ? NULL : &server->lack;
}

/* -- the object -------------------------------------------------------------------------------- */

/* Keys are often for root's eyes only, so they are opened before it becomes somebody else; they are
 * read once there is a process that shall not know them. */
static LudStatus open_keys(LudServer *server, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    if (!settings->certificate)
        return LUD_OK;
    server->house.tls = &server->tls;
    return tls_keys_open(&server->tls, settings->certificate, settings->key, err);
}

static LudStatus read_proxies(LudServer *server, LudError *err)
{
    const char *given = server->settings.proxies;
    if (proxies_read(&server->house.proxies, given))
        return LUD_OK;
    return lud_error_set(err, LUD_EUSAGE,
                         "--behind-proxy takes up to 32 addresses of proxies, or of networks of "
                         "them, joined by commas, such as 127.0.0.1 or 10.1.0.0/16; \"{1}\" is "
                         "something else.",
                         given, (char *)NULL);
}

static LudStatus read_tables_host(LudServer *server, LudError *err)
{
    if (!server->settings.tables_from)
        return LUD_OK;
    server->site.files.from = server->tables_from;
    return tables_host_read(server->settings.tables_from, server->tables_from, err);
}

static LudStatus start(LudServer *server, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    LudStatus status = read_proxies(server, err);
    if (status == LUD_OK)
        status = read_tables_host(server, err);
    if (status == LUD_OK)
        status = open_keys(server, err);
    if (status != LUD_OK)
        return status;
    server->house.socket = door_listen(settings->bind, settings->port);
    if (server->house.socket < 0)
        return refuse_port(settings, err);
    server->port = door_port(server->house.socket);
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
    rate_limit_start(&made->site.api.limit, settings->rate);
    table_shelf_start(&made->site.api.shelf, settings->tables);
    table_files_start(&made->site.files, settings->tables, NULL);
    made->house = (House){.site = &made->site,
                          .hosts = {.bind = made->settings.bind, .given = settings->hosts},
                          .log = settings->log,
                          .log_context = settings->context,
                          .renewed = settings->renewed,
                          .socket = -1,
                          .metrics = (MetricsFor)settings->metrics};
    rate_limit_start(&made->house.greetings, settings->rate);
    figures_start(&made->house.figures);
    hosts_find_own(&made->house.hosts);
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

unsigned lud_server_confinement(const LudServer *server)
{
    return server->confinement;
}

/* How many of them one address may have; never all, 0 for no limit. */
static int count_each(const LudServer *server)
{
    int half = (server->connections + 1) / 2, wanted = server->settings.connections;
    if (server->settings.rate <= 0 || wanted <= 0)
        return 0;
    return wanted < half ? wanted : half;
}

/* One door for each processor, and for each a thread. */
static bool open_doors(LudServer *server)
{
    int wanted = count_processors();
    while (server->door_count < wanted) {
        Door *door = calloc(1, sizeof *door);
        if (!door || !door_open(door, &server->house)) {
            free(door);
            return false;
        }
        server->doors[server->door_count++] = door;
    }
    return true;
}

static void *run_door(void *context)
{
    door_run(context);
    return NULL;
}

/* Has all doors but the first serve from now on. */
static bool start_threads(LudServer *server)
{
    for (int i = 1; i < server->door_count; i++) {
        if (pthread_create(&server->threads[i], NULL, run_door, server->doors[i]) != 0)
            return false;
        server->thread_count++;
    }
    return true;
}

static void stop_doors(LudServer *server)
{
    for (int i = 0; i < server->door_count; i++)
        door_stop(server->doors[i]);
}

/* The fence holds for threads that come later, so it stands before the hall opens; the filter is
 * for all threads, and comes when what is only done once is done. */
static LudStatus confine(LudServer *server, bool confined, LudError *err)
{
    const LudServerSettings *settings = &server->settings;
    LudStatus status = start_post(server, confined, err); /* which the fence would keep in, too */
    if (status == LUD_OK && server->house.tls)
        status = tls_keys_read(&server->tls, err);
    if (status != LUD_OK)
        return status;
    if (confined && !SANDBOX_IS_HINDERED && own_places_keep_to(settings))
        server->confinement |= LUD_SERVER_FENCED;
    if (open_hall(server, &server->lack) != LUD_OK && settings->needs_data) {
        *err = server->lack;
        return err->status;
    }
    if (confined && sandbox_enter(!settings->store && server->site.hall, settings->store != NULL))
        server->confinement |= LUD_SERVER_FILTERS;
    return LUD_OK;
}

LudStatus lud_server_open(LudServer *server, bool confined, LudError *err)
{
    LudStatus status = confine(server, confined, err);
    if (status != LUD_OK)
        return status;
    post_desk_open(&server->post, server->site.hall);
    guests_start(&server->house.guests, server->connections, count_each(server));
    if (!open_doors(server))
        return fail_memory(err); /* what it holds goes with the process */
    atomic_store(&server->is_open, true);
    if (atomic_load(&server->is_stopped))
        stop_doors(server);
    return start_threads(server) ? LUD_OK : fail_memory(err);
}

void lud_server_run(LudServer *server)
{
    door_run(server->doors[0]);
    for (int i = 1; i <= server->thread_count; i++)
        pthread_join(server->threads[i], NULL);
    atomic_store(&server->is_open, false); /* from here on signals have nothing to wake */
    for (int i = 0; i < server->door_count; i++)
        door_close(server->doors[i]);
}

void lud_server_stop(LudServer *server)
{
    atomic_store(&server->is_stopped, true);
    if (atomic_load(&server->is_open))
        stop_doors(server);
}

void lud_server_renew(LudServer *server)
{
    if (atomic_load(&server->is_open) && server->house.tls)
        door_renew(server->doors[0]);
}

void lud_server_free(LudServer *server)
{
    if (!server)
        return;
    if (atomic_load(&server->is_open)) {
        lud_server_stop(server);
        lud_server_run(server);
    }
    if (server->house.socket >= 0)
        close(server->house.socket);
    for (int i = 0; i < server->door_count; i++)
        free(server->doors[i]);
    post_desk_close(&server->post);
    relay_stop(server->site.relay);
    hall_close(server->site.hall);
    relay_close(server->site.relay);
    post_desk_end(&server->post);
    figures_end(&server->house.figures);
    tls_keys_end(&server->tls);
    table_shelf_end(&server->site.api.shelf);
    table_files_end(&server->site.files);
    free(server);
}
