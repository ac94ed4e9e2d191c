/* The server: hands out the page, answers what programs ask about tables, and has people play each
 * other, over HTTP and WebSocket. docs/SERVER.md and docs/ONLINE.md describe what it answers.
 *
 * A server talks on the thread that runs it and, where there are more processors, on others; into
 * tables and files it looks on yet others. */
#ifndef LUD_SERVER_SERVER_H
#define LUD_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include <ludoteca/error.h>

typedef struct LudServer LudServer;

typedef struct LudServerSettings {
    const char *bind;   /* an address of this machine, or an interface; NULL: 127.0.0.1 */
    int port;           /* 0: any that is free */
    const char *tables; /* directories, as in table.h */
    /* Another host from which the page may fetch tables, https://…; NULL: none. */
    const char *tables_from;
    const char *page;  /* a directory with the page; NULL: the one that is built in */
    const char *hosts; /* names it answers to besides its own, joined by commas; "*": any */
    /* Addresses of proxies, joined by commas, that are believed when they say for whom they ask;
     * NULL: none. */
    const char *proxies;
    int rate;         /* questions a second that an address may ask for long; 0: any number */
    int connections;  /* that an address may have at once; 0, or without a rate: any number */
    const char *user; /* whom to be once it listens; NULL: whoever it is */
    const char *data; /* a directory for games between people; NULL: there are none */
    /* A database for them instead, postgresql://…, which other servers may share; a broker between
     * them, nats://…; and the name of this one, which no other may have. NULL: none. */
    const char *store, *broker, *name;
    int keep_days; /* games that are over are forgotten after so many; 0: never */
    const char *contact, *smtp, *mail_from; /* for notices: docs/SERVER.md; NULL: none */
    const char *address;        /* where people find the page, for links in them; NULL: unknown */
    const char *push_test_host; /* for tests: a push service that may be anywhere */
    int64_t test_ahead_ms;      /* for tests: so far is it ahead of the calendar */
    int metrics;                /* who may see its figures: 0 this machine, 1 everybody, 2 nobody */
    /* Files in PEM for TLS: the chain of certificates, the server's own first, and its key. NULL:
     * it speaks plainly. */
    const char *certificate, *key;
    bool needs_data; /* without it there is no server; else there may be one without games */
    /* Told of each answer, one line without its end: address, method, path, status, bytes. NULL:
     * nobody is. */
    void (*log)(void *context, const char *line);
    /* Told, on another thread, how lud_server_renew went: NULL if well. NULL: nobody is. */
    void (*renewed)(void *context, const LudError *err);
    void *context;
} LudServerSettings;

/* Whether the page is built in; else one that says how to build it is. */
bool lud_server_has_page(void);

/* Begins to listen, and becomes the user of the settings. If the port can't be had the message
 * names the next one that can. The settings are copied; what they point to must stay. */
LudStatus lud_server_new(LudServer **server, const LudServerSettings *settings, LudError *err);
/* Why games between people can't be kept; NULL: they can. */
const LudError *lud_server_lacks_games(const LudServer *server);
/* The port it listens on. */
int lud_server_port(const LudServer *server);
/* Takes the memory, the threads and the directory that it needs, now rather than when strangers
 * come. If it is to be `confined`, the process can do little but serve from then on, for good, as
 * lud_server_confinement tells. */
LudStatus lud_server_open(LudServer *server, bool confined, LudError *err);
/* What an open server has given up: less where the system can't, or in a build with sanitizers. */
enum {
    LUD_SERVER_FILTERS = 1, /* system calls: it connects nowhere, runs no program … */
    LUD_SERVER_FENCED = 2,  /* files: it reads and writes only its own */
};
unsigned lud_server_confinement(const LudServer *server);
/* Serves until it is stopped; once only, after it was opened. */
void lud_server_run(LudServer *server);
/* Has lud_server_run return soon, now or once it is called; from a signal handler, too. */
void lud_server_stop(LudServer *server);
/* Has it read certificate and key anew, soon; connections that are open keep theirs. If that fails
 * it goes on with what it has. From a signal handler, too. */
void lud_server_renew(LudServer *server);
/* Ends its life and every connection; NULL is allowed. */
void lud_server_free(LudServer *server);

#endif
