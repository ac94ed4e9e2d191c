#include "post/post_office.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock_time.h"
#include "post/push_endpoint.h"

enum {
    AT_ONCE = 16,     /* jobs that are carried at a time */
    AT_ONE_OWNER = 4, /* of them to the servers of one, so that whoever is slow holds up nobody */
    TRIES = 4,
    TRY_MS = 10000,
    PAUSE_MS = 2000,
    MOST_PAUSE_MS = 60000,
    LAST_MS = 3000, /* what is in hand has so long when the server ends */
    STACK_BYTES = 512 * 1024,
};

typedef struct Task {
    struct Task *next;
    int64_t due_us; /* when it is to be tried */
    int tries;
    bool is_carried;
    PostJob job;
    char content[];
} Task;

typedef struct Office {
    int socket;
    OfficeSettings settings;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    Task *first; /* in the order in which they came */
    const Task *carried[AT_ONCE];
} Office;

/* -- waiting ----------------------------------------------------------------------------------- */

static bool open_office(Office *office)
{
    pthread_condattr_t attributes;
    bool is_open = pthread_mutex_init(&office->lock, NULL) == 0 &&
                   pthread_condattr_init(&attributes) == 0 &&
                   pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                   pthread_cond_init(&office->changed, &attributes) == 0;
    return is_open;
}

/* Until something changes, or it is so late. */
static void await_change(Office *office, int64_t until_us)
{
    const struct timespec until = {.tv_sec = until_us / 1000000,
                                   .tv_nsec = until_us % 1000000 * 1000};
    if (until_us == INT64_MAX)
        pthread_cond_wait(&office->changed, &office->lock);
    else
        pthread_cond_timedwait(&office->changed, &office->lock, &until);
}

/* -- the tasks --------------------------------------------------------------------------------- */

static bool has_same_owner(const PostJob *one, const PostJob *other)
{
    return one->kind == other->kind && push_endpoint_are_alike(one->host, other->host);
}

static bool is_server_busy(const Office *office, const PostJob *job)
{
    int count = 0;
    for (int i = 0; i < AT_ONCE; i++)
        count += office->carried[i] && has_same_owner(&office->carried[i]->job, job);
    return count >= AT_ONE_OWNER;
}

/* The first that is due; else NULL, and when the next one is. */
static Task *find_due(Office *office, int64_t *next_us)
{
    int64_t now_us = base_time_us();
    *next_us = INT64_MAX;
    for (Task *at = office->first; at; at = at->next) {
        if (at->is_carried || is_server_busy(office, &at->job))
            continue;
        if (at->due_us <= now_us)
            return at;
        *next_us = at->due_us < *next_us ? at->due_us : *next_us;
    }
    return NULL;
}

/* Puts one task in the place of another among those that are carried; there is one for each
 * thread. */
static void exchange(Office *office, const Task *from, const Task *to)
{
    int slot = 0;
    while (office->carried[slot] != from)
        slot++;
    office->carried[slot] = to;
}

static Task *take_task(Office *office)
{
    Task *task;
    int64_t next_us;
    pthread_mutex_lock(&office->lock);
    while (!(task = find_due(office, &next_us)))
        await_change(office, next_us);
    task->is_carried = true;
    exchange(office, NULL, task);
    pthread_mutex_unlock(&office->lock);
    return task;
}

static void remove_task(Office *office, Task *task)
{
    Task **at = &office->first;
    while (*at != task)
        at = &(*at)->next;
    *at = task->next;
    free(task);
}

/* -- carrying ---------------------------------------------------------------------------------- */

/* How long to leave the server alone after so many tries; what it asks for itself is respected
 * within limits. */
static int64_t choose_pause_ms(const Office *office, const Task *task, const Delivery *delivery)
{
    int64_t pause_ms = office->settings.pause_ms;
    for (int i = 1; i < task->tries; i++)
        pause_ms *= 4;
    if (delivery->pause_s * 1000LL > pause_ms)
        pause_ms = delivery->pause_s * 1000LL;
    return pause_ms < MOST_PAUSE_MS ? pause_ms : MOST_PAUSE_MS;
}

static void settle(Office *office, Task *task, const Delivery *delivery)
{
    bool goes_on = delivery->outcome == POST_LATER && ++task->tries < TRIES;
    PostOutcome outcome = delivery->outcome == POST_LATER ? POST_FAILED : delivery->outcome;
    const PostAnswer answer = {task->job.number, outcome, delivery->status};
    /* Before it is forgotten here, so that whoever waits for the end waits for this. If the server
     * reads no answers, nothing goes on until it does. */
    if (!goes_on)
        send(office->socket, &answer, sizeof answer, MSG_NOSIGNAL);
    pthread_mutex_lock(&office->lock);
    exchange(office, task, NULL);
    if (goes_on) {
        task->is_carried = false;
        task->due_us = base_time_us() + choose_pause_ms(office, task, delivery) * 1000;
    } else {
        remove_task(office, task);
    }
    pthread_cond_broadcast(&office->changed);
    pthread_mutex_unlock(&office->lock);
}

static void *carry(void *context)
{
    Office *office = context;
    for (;;) {
        Task *task = take_task(office);
        int64_t until_us = base_time_us() + office->settings.try_ms * 1000LL;
        Delivery delivery =
            deliver(&task->job, task->content, &office->settings.delivery, until_us);
        settle(office, task, &delivery);
    }
    return NULL;
}

static bool start_carriers(Office *office)
{
    pthread_attr_t attributes;
    int started = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (int i = 0; i < AT_ONCE; i++) {
        pthread_t thread;
        started += pthread_create(&thread, &attributes, carry, office) == 0;
    }
    pthread_attr_destroy(&attributes);
    return started > 0;
}

/* -- taking jobs ------------------------------------------------------------------------------- */

/* False at the end. The number is noted before the job is taken, so that one that ends with this
 * process is known to. */
static bool receive(const Office *office, PostParcel *parcel, _Atomic uint64_t *taken)
{
    PostJob next;
    if (recv(office->socket, &next, sizeof next, MSG_PEEK) != (ssize_t)sizeof next)
        return false;
    atomic_store(taken, next.number);
    ssize_t size = recv(office->socket, parcel, sizeof *parcel, 0);
    return size == (ssize_t)(sizeof next + next.size);
}

static void add_task(Office *office, const PostParcel *parcel)
{
    size_t size = parcel->job.size;
    Task *task = calloc(1, sizeof *task + size + 1), **at;
    if (!task) {
        const PostAnswer answer = {parcel->job.number, POST_FAILED, 0};
        send(office->socket, &answer, sizeof answer, MSG_NOSIGNAL);
        return;
    }
    task->job = parcel->job;
    memcpy(task->content, parcel->content, size);
    pthread_mutex_lock(&office->lock);
    for (at = &office->first; *at;)
        at = &(*at)->next;
    *at = task;
    pthread_cond_broadcast(&office->changed);
    pthread_mutex_unlock(&office->lock);
}

static bool has_work(const Office *office)
{
    int64_t now_us = base_time_us();
    for (const Task *at = office->first; at; at = at->next) {
        if (at->is_carried || at->due_us <= now_us)
            return true;
    }
    return false;
}

/* What is due is sent before the end, if that takes no longer; what would be tried again is not. */
static void finish(Office *office)
{
    int64_t until_us = base_time_us() + LAST_MS * 1000LL;
    pthread_mutex_lock(&office->lock);
    while (has_work(office) && base_time_us() < until_us)
        await_change(office, until_us);
    pthread_mutex_unlock(&office->lock);
}

bool office_run(int socket, const OfficeSettings *settings, _Atomic uint64_t *taken)
{
    static Office office; /* its threads may use it until the process ends */
    static PostParcel parcel;
    office = (Office){.socket = socket, .settings = *settings};
    if (office.settings.try_ms <= 0)
        office.settings.try_ms = TRY_MS;
    if (office.settings.pause_ms <= 0)
        office.settings.pause_ms = PAUSE_MS;
    if (!open_office(&office) || !start_carriers(&office))
        return false;
    while (receive(&office, &parcel, taken))
        add_task(&office, &parcel);
    finish(&office);
    return true;
}
