#include <ludoteca/server.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libwebsockets.h>

#include "server/page_files.h"
#include "server/security_headers.h"
#include "server/transport.h"

enum { LAST_PORT = 65535, PORTS_TRIED = 100, FIRST_FREE_PORT = 1024 };

struct LudServer {
    LudServerSettings settings;
    Site site;
    Transport transport;
    struct lws_context *context;
    int port;
    atomic_bool is_stopped;
};

bool lud_server_has_page(void)
{
    return !page_is_placeholder;
}

/* -- listening --------------------------------------------------------------------------------- */

static struct lws_context *make_context(void)
{
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .max_http_header_data = TRANSPORT_HEAD_BYTES,
        .max_http_header_pool = 1024, /* requests being read at once; memory goes to those only */
        .pt_serv_buf_size = TRANSPORT_HEAD_BYTES,
    };
    lws_set_log_level(0, NULL); /* what matters is returned, and this room prints nothing */
    return lws_create_context(&info);
}

/* Listens on a port; its number, or -1 if it can't be had. */
static int listen_on(LudServer *server, int port)
{
    bool is_ipv6 = strchr(server->settings.bind, ':') != NULL;
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (is_ipv6 ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .iface = server->settings.bind,
        .port = port,
        .protocols = transport_protocols,
        .headers = security_headers,
        .user = &server->transport,
        .vhost_name = "ludoteca",
        .timeout_secs = 10,
        .timeout_secs_ah_idle = 10,
        .keepalive_timeout = 30,
    };
    struct lws_vhost *host = lws_create_vhost(server->context, &info);
    return host ? lws_get_vhost_listen_port(host) : -1;
}

/* The first port after this one that can be had, or 0. */
static int find_port(LudServer *server, int port)
{
    if (port < FIRST_FREE_PORT)
        port = FIRST_FREE_PORT - 1;
    for (int next = port + 1; next <= LAST_PORT && next <= port + PORTS_TRIED; next++) {
        if (listen_on(server, next) > 0)
            return next;
    }
    return 0;
}

static LudStatus refuse_port(LudServer *server, LudError *err)
{
    char port[16], next[16];
    int free_port = find_port(server, server->settings.port);
    snprintf(port, sizeof port, "%d", server->settings.port);
    snprintf(next, sizeof next, "%d", free_port);
    if (free_port == 0)
        return lud_error_set(err, LUD_EUSAGE,
                             "The address {1} can't be had, with any port. --bind takes an address "
                             "of this machine, such as 127.0.0.1 or, for all, 0.0.0.0.",
                             server->settings.bind, (char *)NULL);
    if (server->settings.port < FIRST_FREE_PORT)
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

/* -- the object -------------------------------------------------------------------------------- */

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
    made->site.api.shelf.path = settings->tables;
    made->transport = (Transport){&made->site, settings->log, settings->context};
    made->context = make_context();
    made->port = made->context ? listen_on(made, settings->port) : -1;
    if (made->port > 0) {
        *server = made;
        return LUD_OK;
    }
    LudStatus status = made->context ? refuse_port(made, err) : fail_memory(err);
    lud_server_free(made);
    return status;
}

int lud_server_port(const LudServer *server)
{
    return server->port;
}

LudStatus lud_server_run(LudServer *server, LudError *err)
{
    while (!atomic_load(&server->is_stopped)) {
        if (lws_service(server->context, 0) < 0)
            return lud_error_set(err, LUD_EFILE, "The network failed.", (char *)NULL);
    }
    return LUD_OK;
}

void lud_server_stop(LudServer *server)
{
    atomic_store(&server->is_stopped, true);
    lws_cancel_service(server->context);
}

void lud_server_free(LudServer *server)
{
    if (!server)
        return;
    if (server->context)
        lws_context_destroy(server->context);
    table_shelf_clear(&server->site.api.shelf);
    free(server);
}
