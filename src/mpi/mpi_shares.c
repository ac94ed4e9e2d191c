#include "mpi_shares.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include <mpi.h>

enum {
    ARRIVALS = 32,         /* parcels that may arrive before any is taken */
    GIFTS = 8,             /* larger things under way */
    DEPARTURES = 4,        /* that are looked at when one might be over */
    IN_FLIGHT = 256,       /* parcels */
    PARCEL_MOST = 1 << 14, /* bytes: enough that a message's own cost hardly counts */
    PARCEL_LEAST = 1 << 10,
    GATHERED_BYTES = 64 << 20, /* at most so much waits to be sent, with however many processes */
};

typedef struct Envelope {
    LudParcel parcel; /* first, so that one is the other */
    MPI_Request request;
    struct Envelope *next;
} Envelope;

typedef struct Post {
    LudShares shares; /* first, so that one is the other */
    MPI_Comm letters, things;
    Envelope *spare;
    Envelope *departing, **last; /* in the order in which they are looked at */
    Envelope *arriving[ARRIVALS];
    int next_arrival;
    /* Everybody's parcels sent and taken are counted in waves, of which one may be under way. */
    MPI_Request wave;
    uint64_t counted[2], sums[2], taken_before;
    bool is_counting, has_before;
    MPI_Request gift[GIFTS];
    uint8_t *gift_bytes[GIFTS];
    size_t gift_room[GIFTS];
    int next_gift;
    bool is_idle;
    double idle_since, idle_seconds;
} Post;

static void *allocate(size_t size)
{
    void *bytes = malloc(size);
    if (!bytes)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    return bytes;
}

/* -- waiting ----------------------------------------------------------------------------------- */

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void begin_idling(Post *post)
{
    if (!post->is_idle)
        post->idle_since = processor_seconds();
    post->is_idle = true;
}

static void end_idling(Post *post)
{
    if (post->is_idle)
        post->idle_seconds += processor_seconds() - post->idle_since;
    post->is_idle = false;
}

/* -- parcels ----------------------------------------------------------------------------------- */

static LudParcel *open_parcel(LudShares *shares)
{
    Post *post = (Post *)shares;
    Envelope *envelope = post->spare;
    if (envelope) {
        post->spare = envelope->next;
    } else {
        envelope = allocate(sizeof *envelope);
        envelope->parcel.bytes = allocate(shares->parcel_bytes);
    }
    envelope->parcel.size_bytes = 0;
    return &envelope->parcel;
}

static void drop_parcel(LudShares *shares, LudParcel *parcel)
{
    Post *post = (Post *)shares;
    Envelope *envelope = (Envelope *)parcel;
    envelope->next = post->spare;
    post->spare = envelope;
}

/* Has MPI go on with what is under way, and takes back some parcels that were delivered. One that
 * is not yet goes to the end, so that a slow receiver holds up no other. */
static void look_at_departures(Post *post)
{
    for (int i = 0; i < DEPARTURES && post->departing; i++) {
        Envelope *envelope = post->departing;
        int is_done;
        post->departing = envelope->next;
        if (!post->departing)
            post->last = &post->departing;
        MPI_Test(&envelope->request, &is_done, MPI_STATUS_IGNORE);
        if (is_done) {
            post->shares.in_flight--;
            drop_parcel(&post->shares, &envelope->parcel);
        } else {
            envelope->next = NULL;
            *post->last = envelope;
            post->last = &envelope->next;
        }
    }
}

static void ship_parcel(LudShares *shares, LudParcel *parcel)
{
    Post *post = (Post *)shares;
    Envelope *envelope = (Envelope *)parcel;
    MPI_Isend(parcel->bytes, (int)parcel->size_bytes, MPI_BYTE, parcel->peer, parcel->kind,
              post->letters, &envelope->request);
    envelope->next = NULL;
    *post->last = envelope;
    post->last = &envelope->next;
    shares->in_flight++;
    shares->parcels_sent++;
    shares->bytes_sent += parcel->size_bytes;
    look_at_departures(post);
}

static void await_arrival(Post *post, int slot)
{
    Envelope *envelope = (Envelope *)open_parcel(&post->shares);
    post->arriving[slot] = envelope;
    MPI_Irecv(envelope->parcel.bytes, (int)post->shares.parcel_bytes, MPI_BYTE, MPI_ANY_SOURCE,
              MPI_ANY_TAG, post->letters, &envelope->request);
}

static LudParcel *take_parcel(LudShares *shares)
{
    Post *post = (Post *)shares;
    Envelope *envelope = post->arriving[post->next_arrival];
    MPI_Status status;
    int is_there, size;
    MPI_Test(&envelope->request, &is_there, &status);
    if (!is_there) {
        look_at_departures(post);
        return NULL;
    }
    end_idling(post);
    MPI_Get_count(&status, MPI_BYTE, &size);
    envelope->parcel.peer = status.MPI_SOURCE;
    envelope->parcel.kind = status.MPI_TAG;
    envelope->parcel.size_bytes = (size_t)size;
    await_arrival(post, post->next_arrival);
    post->next_arrival = (post->next_arrival + 1) % ARRIVALS;
    shares->parcels_taken++;
    return &envelope->parcel;
}

static void rest(LudShares *shares)
{
    begin_idling((Post *)shares);
    sched_yield();
}

/* Parcels are counted in waves, to which everybody adds when it has nothing to do. If as many had
 * been taken by one wave as were sent by the next, none was on its way in between, and nobody will
 * have a reason to send another (Mattern 1987, four counters). The last wave of a step also serves
 * as the first one of the next: where nothing is sent one is enough. */
static bool is_quiet(LudShares *shares)
{
    Post *post = (Post *)shares;
    int is_done;
    begin_idling(post);
    if (!post->is_counting) {
        post->counted[0] = shares->parcels_sent;
        post->counted[1] = shares->parcels_taken;
        MPI_Iallreduce(post->counted, post->sums, 2, MPI_UINT64_T, MPI_SUM, post->letters,
                       &post->wave);
        post->is_counting = true;
    }
    MPI_Test(&post->wave, &is_done, MPI_STATUS_IGNORE);
    if (!is_done) {
        sched_yield();
        return false;
    }
    post->is_counting = false;
    bool has_ended = post->has_before && post->taken_before == post->sums[0];
    post->taken_before = post->sums[1];
    post->has_before = true;
    if (has_ended)
        end_idling(post);
    return has_ended;
}

/* -- everything else --------------------------------------------------------------------------- */

static uint64_t sum(LudShares *shares, uint64_t number)
{
    uint64_t all;
    begin_idling((Post *)shares);
    MPI_Allreduce(&number, &all, 1, MPI_UINT64_T, MPI_SUM, ((Post *)shares)->things);
    end_idling((Post *)shares);
    return all;
}

static void broadcast(LudShares *shares, void *bytes, size_t size)
{
    MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, ((Post *)shares)->things);
}

static void add_up(LudShares *shares, uint64_t *numbers, size_t count)
{
    begin_idling((Post *)shares);
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM,
                  ((Post *)shares)->things);
    end_idling((Post *)shares);
}

static void merge(LudShares *shares, void *bytes, size_t size)
{
    begin_idling((Post *)shares);
    MPI_Allreduce(MPI_IN_PLACE, bytes, (int)size, MPI_BYTE, MPI_BOR, ((Post *)shares)->things);
    end_idling((Post *)shares);
}

static void give(LudShares *shares, int to, const void *bytes, size_t size)
{
    Post *post = (Post *)shares;
    int slot = post->next_gift;
    begin_idling(post);
    MPI_Wait(&post->gift[slot], MPI_STATUS_IGNORE);
    end_idling(post);
    if (post->gift_room[slot] < size) {
        free(post->gift_bytes[slot]);
        post->gift_bytes[slot] = allocate(size);
        post->gift_room[slot] = size;
    }
    memcpy(post->gift_bytes[slot], bytes, size);
    MPI_Isend(post->gift_bytes[slot], (int)size, MPI_BYTE, to, 0, post->things, &post->gift[slot]);
    post->next_gift = (slot + 1) % GIFTS;
}

static size_t get(LudShares *shares, int from, void *bytes, size_t room)
{
    Post *post = (Post *)shares;
    MPI_Status status;
    int size;
    begin_idling(post);
    MPI_Recv(bytes, (int)room, MPI_BYTE, from, 0, post->things, &status);
    end_idling(post);
    MPI_Get_count(&status, MPI_BYTE, &size);
    return (size_t)size;
}

void mpi_shares_costs(LudShares *shares, MpiCosts *costs)
{
    Post *post = (Post *)shares;
    end_idling(post);
    uint64_t own[3] = {shares->letters_sent, shares->parcels_sent, shares->bytes_sent}, all[3];
    double busy = processor_seconds() - post->idle_seconds;
    MPI_Allreduce(own, all, 3, MPI_UINT64_T, MPI_SUM, post->things);
    MPI_Allreduce(&busy, &costs->busy_seconds, 1, MPI_DOUBLE, MPI_SUM, post->things);
    MPI_Allreduce(&busy, &costs->busiest_seconds, 1, MPI_DOUBLE, MPI_MAX, post->things);
    costs->letters = all[0];
    costs->parcels = all[1];
    costs->bytes = all[2];
}

/* -- beginning and end ------------------------------------------------------------------------- */

static int count_neighbours(void)
{
    MPI_Comm machine;
    int count;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return count;
}

LudShares *mpi_shares_open(void)
{
    Post *post = calloc(1, sizeof *post);
    if (!post)
        return NULL;
    LudShares *shares = &post->shares;
    *shares = (LudShares){.open = open_parcel,
                          .ship = ship_parcel,
                          .take = take_parcel,
                          .drop = drop_parcel,
                          .is_quiet = is_quiet,
                          .sum = sum,
                          .broadcast = broadcast,
                          .add_up = add_up,
                          .merge = merge,
                          .rest = rest,
                          .give = give,
                          .get = get,
                          .neighbours = count_neighbours(),
                          .most_in_flight = IN_FLIGHT};
    MPI_Comm_rank(MPI_COMM_WORLD, &shares->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &shares->count);
    MPI_Comm_dup(MPI_COMM_WORLD, &post->letters);
    MPI_Comm_dup(MPI_COMM_WORLD, &post->things);
    lud_shares_prepare(shares);
    size_t each = GATHERED_BYTES / (size_t)shares->count;
    shares->parcel_bytes = each > PARCEL_MOST    ? PARCEL_MOST
                           : each < PARCEL_LEAST ? PARCEL_LEAST
                                                 : each;
    shares->buffer_bytes =
        ((uint64_t)shares->count + 2 * IN_FLIGHT + ARRIVALS) * shares->parcel_bytes;
    shares->out = calloc((size_t)shares->count, sizeof(LudParcel *));
    if (!shares->out) {
        free(post);
        return NULL;
    }
    post->last = &post->departing;
    for (int i = 0; i < GIFTS; i++)
        post->gift[i] = MPI_REQUEST_NULL;
    for (int i = 0; i < ARRIVALS; i++)
        await_arrival(post, i);
    return shares;
}

void mpi_shares_close(LudShares *shares)
{
    Post *post = (Post *)shares;
    MPI_Waitall(GIFTS, post->gift, MPI_STATUSES_IGNORE);
    for (int i = 0; i < ARRIVALS; i++) {
        MPI_Cancel(&post->arriving[i]->request);
        MPI_Wait(&post->arriving[i]->request, MPI_STATUS_IGNORE);
        drop_parcel(shares, &post->arriving[i]->parcel);
    }
    while (post->departing) {
        look_at_departures(post);
    }
    while (post->spare) {
        Envelope *envelope = post->spare;
        post->spare = envelope->next;
        free(envelope->parcel.bytes);
        free(envelope);
    }
    for (int i = 0; i < GIFTS; i++)
        free(post->gift_bytes[i]);
    MPI_Comm_free(&post->letters);
    MPI_Comm_free(&post->things);
    free(shares->out);
    free(post);
}
