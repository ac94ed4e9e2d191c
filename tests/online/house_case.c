#include "online/house_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "store/postgres_store.h"

enum { SERVERS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of who is there */
static HouseServer *servers[SERVERS];
static const StoreKind *postgres; /* as it is */

/* -- the store, and what fails of it ----------------------------------------------------------- */

/* Each server's store belongs to its hall's thread, so that this needs no lock. */
static HouseServer *server_of(const Store *store)
{
    return (HouseServer *)((char *)(size_t)store->kind - offsetof(HouseServer, kind));
}

static LudStatus fail(LudError *err)
{
    return lud_error_set(err, LUD_EFILE, "The test has cut it off.", (char *)NULL);
}

static LudStatus begin(Store *store, LudError *err)
{
    return server_of(store)->is_cut_off ? fail(err) : postgres->begin(store, err);
}

static LudStatus commit(Store *store, LudError *err)
{
    HouseServer *server = server_of(store);
    LudStatus status = postgres->commit(store, err);
    if (server->pauses_after)
        server->is_paused = true;
    server->pauses_after = false;
    return server->is_unsure ? fail(err) : status;
}

static LudStatus renew(Store *store, int64_t lease_ms, LudError *err)
{
    const HouseServer *server = server_of(store);
    if (server->is_cut_off)
        return fail(err);
    return server->is_dead ? LUD_OK : postgres->renew(store, lease_ms, err);
}

/* What is wrong with the clock is wrong once. */
static LudStatus tell_time(Store *store, int64_t *now_ms, LudError *err)
{
    LudStatus status = postgres->tell_time(store, now_ms, err);
    *now_ms += atomic_exchange(&server_of(store)->clock_ms, 0);
    return status;
}

static LudStatus leave(Store *store, LudError *err)
{
    return server_of(store)->is_dead ? LUD_OK : postgres->leave(store, err);
}

static Store *open_store(const char *name)
{
    const char *address = getenv("LUDOTECA_TEST_DATABASE");
    Store *store = NULL;
    if (!address || postgres_store_open(&store, address, name, NULL) != LUD_OK) {
        printf("Bail out! no database: with_postgres.py starts one\n");
        exit(EXIT_FAILURE);
    }
    if (!postgres)
        postgres = store->kind;
    return store;
}

Store *house_case_store(void)
{
    return open_store("nobody");
}

/* -- the way between them ---------------------------------------------------------------------- */

/* A call on its way to another server. */
typedef struct Errand {
    HallCall call, *asked;
    HouseServer *from, *to;
} Errand;

static void take_over(HouseServer *server, HallCall *call)
{
    server->taken_over++;
    hall_take_over(server->at.hall, call);
}

static void copy_answer(const HallCall *from, HallCall *into)
{
    into->outcome = from->outcome;
    into->answer = from->answer;
    into->err = from->err;
    into->retry_s = from->retry_s;
}

static void on_answer(HallCall *call)
{
    Errand *errand = call->context;
    HallOutcome outcome = call->outcome;
    if (errand->to->is_mum) {
        lud_free(call->answer);
        take_over(errand->from, errand->asked);
    } else {
        copy_answer(call, errand->asked);
        if (outcome == HALL_ELSEWHERE || outcome == HALL_BUSY)
            hall_call_again(errand->from->at.hall, errand->asked);
        else
            hall_answered(errand->from->at.hall, errand->asked);
    }
    free(call->body);
    free(errand);
}

static HouseServer *find_server(const char *name)
{
    for (int i = 0; i < SERVERS; i++) {
        if (servers[i] && strcmp(servers[i]->name, name) == 0)
            return servers[i];
    }
    return NULL;
}

static void send_call(HouseServer *from, HouseServer *to, HallCall *asked)
{
    Errand *errand = calloc(1, sizeof *errand);
    *errand = (Errand){.asked = asked, .from = from, .to = to};
    HallCall *call = &errand->call;
    call->verb = asked->verb;
    memcpy(call->game, asked->item.game, sizeof call->game);
    memcpy(call->token, asked->token, sizeof call->token);
    call->body = asked->body ? strdup(asked->body) : NULL;
    call->body_size = asked->body_size;
    call->is_forwarded = true;
    call->known_player = asked->known_player;
    call->done = on_answer;
    call->context = errand;
    hall_call(to->at.hall, call);
}

static void forward(void *context, const char *name, HallCall *call)
{
    HouseServer *from = context;
    pthread_mutex_lock(&lock);
    HouseServer *to = find_server(name);
    from->handed_on++;
    if (to && !to->is_deaf && !from->is_alone)
        send_call(from, to, call);
    else
        take_over(from, call);
    pthread_mutex_unlock(&lock);
}

static void tell(void *context, const char *game, const char *text, size_t size)
{
    const HouseServer *from = context;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SERVERS && !from->is_mute && !from->is_alone; i++) {
        if (servers[i] && servers[i] != from && !servers[i]->is_alone)
            hall_hear(servers[i]->at.hall, game, text, size);
    }
    pthread_mutex_unlock(&lock);
}

static void follow(void *context, const char *game)
{
    HouseServer *server = context;
    (void)game;
    server->follow_count++;
}

static void ignore(void *context, const char *game)
{
    HouseServer *server = context;
    (void)game;
    server->follow_count--;
}

static bool hears(void *context)
{
    const HouseServer *server = context;
    return !server->is_alone;
}

static void look(void *context)
{
    HouseServer *server = context;
    server->look_count++;
    while (server->is_paused)
        base_nap_ms(1);
}

/* -- coming and going -------------------------------------------------------------------------- */

static void put(HouseServer *server, HouseServer *instead_of)
{
    int slot = 0;
    pthread_mutex_lock(&lock);
    while (servers[slot] != instead_of)
        slot++;
    servers[slot] = server;
    pthread_mutex_unlock(&lock);
}

void house_case_open(HouseServer *server, const char *name)
{
    server->name = name;
    server->links = (HallLinks){.context = server,
                                .forward = forward,
                                .tell = tell,
                                .follow = follow,
                                .ignore = ignore,
                                .hears = hears,
                                .look = look};
    server->store = open_store(name);
    server->kind = *postgres;
    server->kind.begin = begin;
    server->kind.commit = commit;
    server->kind.renew = renew;
    server->kind.leave = leave;
    server->kind.tell_time = tell_time;
    server->store->kind = &server->kind;
    HallSettings *settings = &server->at.settings;
    settings->store = server->store;
    settings->links = &server->links;
    settings->server = name;
    settings->tables = "";
    settings->engine_threads = 1;
    if (hall_open(&server->at.hall, settings, NULL) != LUD_OK) {
        printf("Bail out! no hall\n");
        exit(EXIT_FAILURE);
    }
    put(server, NULL);
}

void house_case_close(HouseServer *server)
{
    put(NULL, server);
    hall_close(server->at.hall);
}

void house_case_pause(HouseServer *server)
{
    int before = server->look_count;
    server->is_paused = true;
    while (server->look_count == before)
        base_nap_ms(1);
}

void house_case_go_on(HouseServer *server)
{
    server->is_paused = false;
}
