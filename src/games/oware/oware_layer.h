/* One layer of Oware being solved: what its steps share. oware_retrograde.c tells how it goes. */
#ifndef LUD_OWARE_LAYER_H
#define LUD_OWARE_LAYER_H

#include "oware_retrograde.h"
#include "oware_unmove.h"

typedef enum Kind { VALUES, BOUNDS, FORCES } Kind;

enum {
    CHUNK = 1 << 13,    /* boards that a thread takes at a time */
    BATCH = 64,         /* boards begun together, so that memory can be fetched meanwhile */
    ROOM = 1 << 12,     /* boards that may wait to be told of in a thread */
    UNDERWAY = 32,      /* letters sent and not read yet, while their memory is fetched */
    PATIENCE = 1 << 16, /* boards told from one chunk before other threads get a share */
    NEAR = 24,          /* stepping to a board is cheaper than computing it, up to so many */
    NO_LIMIT = 0xff,
    UNTOLD = 0xff00,
    AHEAD = 16,  /* letters in a parcel whose memory is fetched meanwhile */
    NOTHING = 1, /* a best that is worse than any */
};

typedef struct Solve {
    LudLayerTask *task;
    Kind kind;
    int seeds, slam, arrays;
    LudShares *shares;  /* as in the task */
    uint64_t count;     /* boards here: all, or those of this share */
    uint16_t *words[2]; /* of `low` and `high`; the same array twice in other kinds */
    int limit[2];       /* a best of so much is certain */
    atomic_uint_least64_t next;
    atomic_uint_least64_t begun, told;
    bool looks_again;       /* boards have been begun: only more of the layers below is there */
    atomic_bool has_untold; /* somebody left work for another scan */
} Solve;

/* A board that became certain. */
typedef struct News {
    OwareHalves board;
    uint16_t array;
    uint16_t what; /* its entry; `force`: the bits that are new */
} News;

/* What a board before it is told. */
typedef struct Letter {
    News news;
    uint16_t *word;
} Letter;

typedef struct Thread {
    Solve *solve;
    int index, patience;
    int waiting;
    unsigned sent, read; /* letters, ever */
    uint64_t told;
    News stack[ROOM];
    Letter letters[UNDERWAY];
    OwareHalves board; /* of number `at`, from which the scan goes on */
    uint64_t at;
} Thread;

static inline uint16_t *word_of(const Solve *solve, int array, uint64_t place)
{
    return solve->words[array] + place;
}

/* The number of the board at a place; both are the same unless the layer is dealt out. */
static inline uint64_t number_at(const Solve *solve, uint64_t place)
{
    return solve->shares ? lud_share_number(solve->shares, solve->shares->rank, place) : place;
}

/* What processes write to each other, if a layer is dealt out: what a capture is worth, and the
 * letters of `tell_before`. */
enum { QUESTIONS, ANSWERS, LETTERS };

/* Whether the thread should go on; tells the caller how far the work has come. */
static inline bool goes_on(Thread *thread)
{
    Solve *solve = thread->solve;
    LudLayerTask *task = solve->task;
    uint64_t boards = solve->count * (uint64_t)solve->arrays;
    if (thread->index == 0 && task->tick &&
        !task->tick(task->context,
                    atomic_load(&solve->begun) * (uint64_t)solve->arrays +
                        atomic_load(&solve->told),
                    2 * boards))
        atomic_store(&task->is_stopped, true);
    return !atomic_load_explicit(&task->is_stopped, memory_order_relaxed);
}

/* The next chunk for a thread; false if there is none. */
static inline bool take_chunk(Thread *thread, uint64_t *first, uint64_t *end)
{
    Solve *solve = thread->solve;
    *first = atomic_fetch_add(&solve->next, CHUNK);
    if (*first >= solve->count || !goes_on(thread))
        return false;
    *end = solve->count - *first < CHUNK ? solve->count : *first + CHUNK;
    return true;
}

/* `force`: the entry in bits 0–2, moves that may yet lead out of FORCE_OTHER in bits 3–5, and in
 * bits 8–10 those of the entry that the boards before were not told of. */
enum { FORCES_ALL = 0x07, FORCE_OPEN = 0x08, FORCE_UNTOLD = 8 };

/* What a thread does in either step; the context is the Solve. */
void LUD_DUAL(oware_begin)(void *context, int index);
void LUD_DUAL(oware_scan)(void *context, int index);

#endif
