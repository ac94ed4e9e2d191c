/* How several threads search one tree together.
 *
 * The first one leads: it posts what it looks into at the root as an order, and the others look
 * into the same, or into the root moves that come next. All share the hash table, and so
 * - threads that meet in a position share its moves: one that finds a move in other hands leaves it
 *   for last, and by then mostly reads the answer in the table;
 * - they try them in the same order, that of the thread that came first. The order decides how deep
 *   a late move is looked into, and an answer that is not as deep as the question is none;
 * - who has found the value of a position tells those that are still below it, so that they come
 *   back at once.
 *
 * All of this decides only who searches what. Whatever is written here too late, torn or over
 * something else costs time and nothing else, so there are no locks and hardly any order. */
#ifndef LUD_SEARCH_TEAM_H
#define LUD_SEARCH_TEAM_H

#include <stdatomic.h>

#include "search/marks.h"
#include "search/repetition.h"

enum {
    TEAM_DEPTH = 4,   /* what is less deep is done before anybody could help */
    TEAM_PLIES = 64,  /* what is further from the root is not shared either */
    TEAM_LISTED = 63, /* moves; the order of those behind matters little */
    TEAM_LINE = 64,   /* bytes; what different threads write lies on different cache lines */
};

/* What the leader looks into: one move with some window (OPEN), or whether any from `at` on is
 * better than alpha (SCOUT). */
typedef enum TeamKind { TEAM_WAIT, TEAM_OPEN, TEAM_SCOUT, TEAM_END } TeamKind;

typedef struct TeamOrder {
    _Atomic uint32_t number; /* a new one for each order */
    _Atomic int kind;        /* TeamKind */
    _Atomic int depth, alpha, beta;
    _Atomic int count; /* of moves */
    _Atomic int at;    /* the one that the leader has in hand */
    _Atomic int next;  /* the first that nobody has had in hand */
    _Atomic LudMove move[LUD_MAX_MOVES];
} TeamOrder;

/* A position that a thread is in, and what it wants to know of it. */
typedef struct TeamOpen {
    uint64_t key; /* 0: none */
    int depth, alpha, beta;
} TeamOpen;

/* The order in which a thread tries the first moves of a position. */
typedef struct TeamList {
    _Alignas(TEAM_LINE) _Atomic int count; /* 0: not known */
    _Atomic LudMove move[TEAM_LISTED];
} TeamList;

/* One thread. */
typedef struct TeamSeat {
    /* for the others */
    _Alignas(TEAM_LINE) _Atomic uint64_t told; /* a bit for each ply at which a value was found */
    _Alignas(TEAM_LINE) _Atomic uint64_t node[TEAM_PLIES]; /* where it is; 0: nowhere */
    TeamList list[TEAM_PLIES];                             /* of its moves there */
    /* for itself */
    _Alignas(TEAM_LINE) TeamOpen open[TEAM_PLIES];
    uint32_t order; /* the one it works at; a newer one stops it */
    int told_ply;   /* the walk stops only as far as this ply, whose value others found; or -1 */
    int told_value;
} TeamSeat;

typedef struct Team {
    _Alignas(TEAM_LINE) TeamOrder order;
    _Alignas(TEAM_LINE) Marks marks; /* moves that somebody has in hand */
    int seats;
    TeamSeat seat[];
} Team;

/* NULL when out of memory. */
Team *team_new(int seats);
void team_free(Team *team);
size_t team_size(int seats);
/* A run begins. */
void team_begin(Team *team);

/* The leader's orders. */
void team_order_open(Team *team, TeamSeat *leader, LudMove m, int depth, int alpha, int beta);
/* Whether anybody asks already what the leader is going to ask of its move at `index`; if not, the
 * moves are to be listed (order.move) and team_order_scout called. */
bool team_is_scouting(Team *team, int index, int depth, int alpha);
void team_order_scout(Team *team, TeamSeat *leader, int index, int count, int depth, int alpha);
void team_order_end(Team *team, TeamSeat *leader);
/* The index of a move for a helper that scouts: one that nobody has had, or else the leader's. */
int team_pick(Team *team);
/* For a helper that has found all it was asked for `times` times: waits until the leader asks
 * something else or goes on to another move, but not for long, as there may be something to share
 * by now. Meanwhile the leader can have its processor. */
void team_wait(Team *team, const TeamSeat *helper, int times);

static inline uint32_t team_order_number(const Team *team)
{
    return atomic_load_explicit(&team->order.number, memory_order_acquire);
}

static inline int team_load(const _Atomic int *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static inline LudMove team_order_move(const Team *team, int index)
{
    return atomic_load_explicit(&team->order.move[index], memory_order_relaxed);
}

/* -- the same order --------------------------------------------------------------------------- */

/* Which of the others is in the position with this key at `ply` and has put its moves in order; or
 * NULL. */
static inline const TeamList *team_find_list(const Team *team, const TeamSeat *own, int ply,
                                             uint64_t key)
{
    for (int i = 0; i < team->seats; i++) {
        const TeamSeat *seat = &team->seat[i];
        if (seat != own && atomic_load_explicit(&seat->node[ply], memory_order_relaxed) == key &&
            atomic_load_explicit(&seat->list[ply].count, memory_order_acquire) > 0)
            return &seat->list[ply];
    }
    return NULL;
}

static inline void team_show_list(TeamSeat *seat, int ply, const LudMove *list, int count)
{
    TeamList *shown = &seat->list[ply];
    for (int i = 0; i < count; i++)
        atomic_store_explicit(&shown->move[i], list[i], memory_order_relaxed);
    atomic_store_explicit(&shown->count, count, memory_order_release);
}

/* -- values found ------------------------------------------------------------------------------ */

/* The thread is in this position; 0: in none. */
static inline void team_enter(TeamSeat *seat, int ply, uint64_t key)
{
    atomic_store_explicit(&seat->list[ply].count, 0, memory_order_relaxed);
    atomic_store_explicit(&seat->node[ply], key, memory_order_relaxed);
}

/* The position at `ply` with this key has its value: to all that are in it. */
static inline void team_tell(Team *team, const TeamSeat *teller, int ply, uint64_t key)
{
    for (int i = 0; i < team->seats; i++) {
        TeamSeat *seat = &team->seat[i];
        if (seat != teller && atomic_load_explicit(&seat->node[ply], memory_order_relaxed) == key)
            atomic_fetch_or_explicit(&seat->told, UINT64_C(1) << ply, memory_order_relaxed);
    }
}

/* The plies at which something was told since the last time. */
static inline uint64_t team_listen(TeamSeat *seat)
{
    if (atomic_load_explicit(&seat->told, memory_order_relaxed) == 0)
        return 0;
    return atomic_exchange_explicit(&seat->told, 0, memory_order_relaxed);
}

#endif
