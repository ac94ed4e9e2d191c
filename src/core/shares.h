/* A table build that is spread over several processes, each of which holds its share of every
 * layer: who has what, and how they write to each other. The processes are alike and take the same
 * steps; whoever starts them (src/mpi) supplies the functions, so that a game needs to know of no
 * network.
 *
 * Positions of a layer are dealt out like cards, in blocks of LUD_DEAL_BLOCK numbers: block b
 * belongs to process b % count, so that everybody has some of every region. Whoever owns a position
 * holds it at a place of its own, counted from 0 without a gap. Small layers are not worth dealing:
 * everybody works them out alone and has them whole.
 *
 * Letters are a few bytes about one position. They are gathered in parcels, one for each process
 * that letters go to, and sent while the work goes on. */
#ifndef LUD_CORE_SHARES_H
#define LUD_CORE_SHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    LUD_DEAL_BITS = 14,
    LUD_DEAL_BLOCK = 1 << LUD_DEAL_BITS,
    LUD_SMALL_MOST = 1 << 16, /* layers up to this size are not dealt out */
    LUD_SHARES_MOST = 1 << 15,
};

/* Letters of one kind on their way from one process to another. */
typedef struct LudParcel {
    int peer; /* who it goes to, or who it came from */
    int kind; /* as the game numbers its kinds of letters, from 0 */
    size_t size_bytes;
    uint8_t *bytes; /* room for LudShares.parcel_bytes */
} LudParcel;

typedef struct LudShares LudShares;
struct LudShares {
    int rank, count;     /* this process, of so many */
    int neighbours;      /* how many of them share this machine, this one included */
    uint64_t reciprocal; /* for dividing by `count`, see lud_shares_prepare */
    size_t parcel_bytes;
    uint64_t buffer_bytes; /* about what all parcels of this process take */
    LudParcel **out;       /* being gathered, for each process; NULL: nothing yet */
    uint64_t parcels_sent, parcels_taken, bytes_sent, letters_sent;
    int in_flight, most_in_flight; /* parcels sent and not yet delivered; when to pause */
    /* An empty parcel; out of memory ends the process. */
    LudParcel *(*open)(LudShares *shares);
    /* Sends a parcel, which belongs to `shares` from then on. Never waits. */
    void (*ship)(LudShares *shares, LudParcel *parcel);
    /* The next one that arrived, or NULL. It belongs to the caller, who may ship it again or drop
     * it. */
    LudParcel *(*take)(LudShares *shares);
    void (*drop)(LudShares *shares, LudParcel *parcel);
    /* For a process that can only wait for what arrives: lets others have the processor. */
    void (*rest)(LudShares *shares);
    /* Asked again and again by a process that has nothing left to do and has shipped everything:
     * true, for all, once nobody has anything to do and nothing is on its way. Between two
     * questions it has to take what arrives. Who has had the answer may already go on with what
     * comes next, so letters of that may arrive before the answer does; where they would be
     * misunderstood, let all meet first (`sum`). */
    bool (*is_quiet)(LudShares *shares);
    /* All call these together: the sum of everybody's numbers; the bytes of process 0 for all. */
    uint64_t (*sum)(LudShares *shares, uint64_t number);
    void (*broadcast)(LudShares *shares, void *bytes, size_t size);
    /* All together as well: numbers are added up, each with the same one of the others; every bit
     * that is set in anybody's bytes is then set in all. */
    void (*add_up)(LudShares *shares, uint64_t *numbers, size_t count);
    void (*merge)(LudShares *shares, void *bytes, size_t size);
    /* Larger things between two, in order; `give` goes on while a few are under way. `get` returns
     * how many bytes came, at most `room`. */
    void (*give)(LudShares *shares, int to, const void *bytes, size_t size);
    size_t (*get)(LudShares *shares, int from, void *bytes, size_t room);
};

/* -- who has what ------------------------------------------------------------------------------ */

/* Sets what is worked out from `count`. Dividing is multiplying by 2^40 / count, rounded up, which
 * is exact for blocks below 2^40 / count: more than there are with 48 seeds. */
static inline void lud_shares_prepare(LudShares *shares)
{
    shares->reciprocal =
        ((UINT64_C(1) << 40) + (uint64_t)shares->count - 1) / (uint64_t)shares->count;
}

/* The owner of a number, and its place there. */
static inline int lud_share_owner(const LudShares *shares, uint64_t number, uint64_t *place)
{
    uint64_t block = number >> LUD_DEAL_BITS;
    uint64_t round = block * shares->reciprocal >> 40;
    *place = round << LUD_DEAL_BITS | (number & (LUD_DEAL_BLOCK - 1));
    return (int)(block - round * (uint64_t)shares->count);
}

/* The number of a place in the share of process `rank`. */
static inline uint64_t lud_share_number(const LudShares *shares, int rank, uint64_t place)
{
    uint64_t block = (place >> LUD_DEAL_BITS) * (uint64_t)shares->count + (uint64_t)rank;
    return block << LUD_DEAL_BITS | (place & (LUD_DEAL_BLOCK - 1));
}

/* How many of `numbers` belong to process `rank`. */
static inline uint64_t lud_share_size(const LudShares *shares, int rank, uint64_t numbers)
{
    uint64_t round = (uint64_t)shares->count << LUD_DEAL_BITS;
    uint64_t left = numbers % round, first = (uint64_t)rank << LUD_DEAL_BITS;
    uint64_t more = left > first ? left - first : 0;
    return numbers / round * LUD_DEAL_BLOCK + (more < LUD_DEAL_BLOCK ? more : LUD_DEAL_BLOCK);
}

static inline bool lud_share_is_small(uint64_t numbers)
{
    return numbers <= LUD_SMALL_MOST;
}

/* -- letters ----------------------------------------------------------------------------------- */

/* Room for one letter of `size` bytes, the same for all letters of a kind. */
static inline uint8_t *lud_letter_add(LudShares *shares, int to, int kind, size_t size)
{
    LudParcel *parcel = shares->out[to];
    if (parcel && (parcel->size_bytes + size > shares->parcel_bytes || parcel->kind != kind)) {
        shares->ship(shares, parcel);
        parcel = NULL;
    }
    if (!parcel) {
        parcel = shares->out[to] = shares->open(shares);
        parcel->peer = to;
        parcel->kind = kind;
    }
    uint8_t *place = parcel->bytes + parcel->size_bytes;
    parcel->size_bytes += size;
    shares->letters_sent++;
    return place;
}

/* Sends whatever was gathered. */
static inline void lud_letters_ship(LudShares *shares)
{
    for (int to = 0; to < shares->count; to++) {
        if (shares->out[to])
            shares->ship(shares, shares->out[to]);
        shares->out[to] = NULL;
    }
}

/* Numbers of 40 and of 48 bits. The processes run on machines of one kind, so that the order of
 * bytes does not matter. */
static inline void lud_store_40(uint8_t *at, uint64_t number)
{
    uint32_t low = (uint32_t)number;
    memcpy(at, &low, sizeof low);
    at[4] = (uint8_t)(number >> 32);
}

static inline uint64_t lud_load_40(const uint8_t *at)
{
    uint32_t low;
    memcpy(&low, at, sizeof low);
    return low | (uint64_t)at[4] << 32;
}

static inline void lud_store_48(uint8_t *at, uint64_t number)
{
    uint32_t low = (uint32_t)number;
    uint16_t high = (uint16_t)(number >> 32);
    memcpy(at, &low, sizeof low);
    memcpy(at + 4, &high, sizeof high);
}

static inline uint64_t lud_load_48(const uint8_t *at)
{
    uint32_t low;
    uint16_t high;
    memcpy(&low, at, sizeof low);
    memcpy(&high, at + 4, sizeof high);
    return low | (uint64_t)high << 32;
}

#endif
