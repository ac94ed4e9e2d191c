#include "server/figures.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ludoteca/version.h>

#include "server/play_routes.h"
#include "server/table_files.h"

/* -- counting ---------------------------------------------------------------------------------- */

/* Names of routes: few, whatever is asked for; those of deeds follow. */
static const char *const routes[] = {
    "page",
    "/api/v1/games",
    "/api/v1/problems",
    "/api/v1/socket",
    "/api/v1/tables",
    "/api/v1/tables/probe",
    "/api/v1/play",
    "/api/v1/mine",
    "/api/v1/mine/profile",
    "/api/v1/mine/confirm",
    "/api/v1/play/ID",
    "/api/v1/play/ID/record",
    "/api/v1/play/ID/socket",
    "/health",
    "/ready",
    "/metrics",
    "/tables",
    "unknown",
};
enum {
    ROUTES = sizeof routes / sizeof routes[0],
    PAGE = 0,
    UNKNOWN = ROUTES - 1,
    TABLE_FILES = UNKNOWN - 1,
};
static_assert(ROUTES + HALL_VERBS <= FIGURE_ROUTES, "a place for every deed");

static const int statuses[] = {101, 200, 201, 204, 206, 304, 400, 401, 403, 404, 405, 409,
                               413, 414, 416, 421, 422, 426, 429, 431, 500, 503, 505, 0};
enum { STATUSES = sizeof statuses / sizeof statuses[0] };
static_assert((int)STATUSES <= (int)FIGURE_STATUSES, "a place for every status");

static int find_plain(const char *path)
{
    for (int i = 1; i < UNKNOWN; i++) {
        if (strcmp(routes[i], path) == 0)
            return i;
    }
    if (table_files_have(path))
        return TABLE_FILES;
    return strncmp(path, "/api", 4) == 0 || *path != '/' ? UNKNOWN : PAGE;
}

/* The word of a deed, in the same order as the verbs, follows the routes. */
static int find_route(const char *path)
{
    static const char game[] = "/api/v1/play/ID/";
    char hidden[64];
    HallVerb verb;
    if (strlen(path) >= sizeof hidden)
        return find_plain(path);
    strcpy(hidden, path);
    play_hide_game(hidden);
    if (strncmp(hidden, game, strlen(game)) == 0 && play_find_verb(hidden + strlen(game), &verb))
        return ROUTES + (int)verb;
    return find_plain(hidden);
}

void figures_count(Figures *figures, const char *path, int status)
{
    int i = 0;
    while (statuses[i] != status && statuses[i] != 0)
        i++;
    atomic_fetch_add_explicit(&figures->requests[find_route(path)][i], 1, memory_order_relaxed);
}

void figures_start(Figures *figures)
{
    figures->memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

void figures_end(Figures *figures)
{
    if (figures->memory >= 0)
        close(figures->memory);
}

/* -- telling ----------------------------------------------------------------------------------- */

static void begin(Text *text, const char *name, const char *kind, const char *help)
{
    text_printf(text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void write_one(Text *text, const char *name, const char *kind, int64_t value,
                      const char *help)
{
    begin(text, name, kind, help);
    text_printf(text, "%s %" PRId64 "\n", name, value);
}

static void write_seconds(Text *text, const char *name, const char *kind, int64_t value_us,
                          const char *help)
{
    enum { SECOND_US = 1000000 };
    begin(text, name, kind, help);
    text_printf(text, "%s %" PRId64 ".%06" PRId64 "\n", name, value_us / SECOND_US,
                value_us % SECOND_US);
}

static void write_requests(Figures *figures, Text *text)
{
    static const char name[] = "ludoteca_requests_total";
    begin(text, name, "counter", "Requests and messages that were answered.");
    for (int route = 0; route < FIGURE_ROUTES; route++) {
        bool is_deed = route >= ROUTES;
        const char *path = is_deed ? "/api/v1/play/ID/" : routes[route];
        const char *word = is_deed ? play_word((HallVerb)(route - ROUTES)) : "";
        for (int i = 0; i < STATUSES; i++) {
            long long count =
                atomic_load_explicit(&figures->requests[route][i], memory_order_relaxed);
            if (count > 0)
                text_printf(text, "%s{route=\"%s%s\",status=\"%d\"} %lld\n", name, path, word,
                            statuses[i], count);
        }
    }
}

/* Pages of memory that are held: the second number of the file. */
static void write_memory(const Figures *figures, Text *text)
{
    char bytes[128];
    ssize_t size = figures->memory < 0 ? -1 : pread(figures->memory, bytes, sizeof bytes - 1, 0);
    if (size <= 0)
        return;
    bytes[size] = '\0';
    const char *second = strchr(bytes, ' ');
    int64_t pages = second ? strtoll(second, NULL, 10) : 0;
    write_one(text, "process_resident_memory_bytes", "gauge", pages * sysconf(_SC_PAGESIZE),
              "Memory that it holds.");
}

typedef struct Row {
    const char *name, *kind;
    int64_t value;
    const char *help;
} Row;

static void write_rows(Text *text, const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_one(text, rows[i].name, rows[i].kind, rows[i].value, rows[i].help);
}

static void write_hall(Hall *hall, Text *text)
{
    HallFigures now;
    hall_figures(hall, &now);
    const Row rows[] = {
        {"ludoteca_games_created_total", "counter", now.games_created, "Games created."},
        {"ludoteca_events_total", "counter", now.events, "Events of games."},
        {"ludoteca_calls_total", "counter", now.calls, "Calls of the hall."},
        {"ludoteca_commits_total", "counter", now.commits, "Batches put on disk."},
        {"ludoteca_commit_failures_total", "counter", now.commit_failures,
         "Batches that could not be put on disk."},
        {"ludoteca_games_in_memory", "gauge", now.games_in_memory, "Games in memory."},
        {"ludoteca_watchers", "gauge", now.watchers, "Connections that watch a game."},
        {"ludoteca_engine_moves_total", "counter", now.engine_moves, "Moves of computer players."},
    };
    write_rows(text, rows, sizeof rows / sizeof rows[0]);
    write_seconds(text, "ludoteca_commit_seconds_total", "counter", now.commit_us_total,
                  "Time that putting batches on disk took.");
    write_seconds(text, "ludoteca_commit_seconds_most", "gauge", now.commit_us_most,
                  "The longest that one of them took.");
}

static void write_relay(Relay *relay, Text *text)
{
    RelayFigures now;
    relay_figures(relay, &now);
    const Row rows[] = {
        {"ludoteca_broker_connected", "gauge", now.is_connected, "Whether the broker is there."},
        {"ludoteca_calls_forwarded_total", "counter", now.forwarded,
         "Calls that were handed to another server."},
        {"ludoteca_calls_taken_over_total", "counter", now.taken_over,
         "Of these, those that no server answered, so that this one took the game."},
        {"ludoteca_calls_lost_total", "counter", now.lost,
         "Of these, those of which nobody knows whether they were carried out."},
        {"ludoteca_news_told_total", "counter", now.told, "What other servers were told."},
        {"ludoteca_news_heard_total", "counter", now.heard, "What other servers have told."},
    };
    write_rows(text, rows, sizeof rows / sizeof rows[0]);
}

void figures_write(Figures *figures, const FiguresNow *now, Text *text)
{
    begin(text, "ludoteca_build_info", "gauge", "The version.");
    text_printf(text, "ludoteca_build_info{version=\"%s\"} 1\n", lud_version());
    write_one(text, "ludoteca_connections", "gauge", now->connections,
              "Connections that are open.");
    write_one(text, "ludoteca_connections_most", "gauge", now->most_connections,
              "Connections that there may be.");
    write_one(text, "ludoteca_connections_total", "counter", atomic_load(&figures->connections),
              "Connections that came in.");
    write_one(text, "ludoteca_handshakes_refused_total", "counter",
              atomic_load(&figures->greetings_refused),
              "Handshakes of TLS that were refused because their address had begun too many.");
    write_one(text, "ludoteca_questions_waiting", "gauge", now->errands,
              "Questions about tables that are being answered.");
    write_requests(figures, text);
    if (now->hall)
        write_hall(now->hall, text);
    if (now->relay)
        write_relay(now->relay, text);
    write_memory(figures, text);
}
