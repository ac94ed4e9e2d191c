/* What each sowing adds to the board, worked out by the compiler. */
#include "oware_board.h"

/* Seeds that pit `to` (0–11, the mover's first) gets when n are sown from pit `from`. Each lap has
 * eleven seeds: the pit it started from is passed over, and so ends empty. */
#define STEPS(from, to)   (((to) - (from) + 12) % 12)
#define GETS(from, n, to) ((to) == (from) ? 0 : (uint64_t)((n) + 11 - STEPS(from, to)) / 11)

#define HALF(from, n, first)                                                                       \
    (GETS(from, n, (first)) << 8 | GETS(from, n, (first) + 1) << 16 |                              \
     GETS(from, n, (first) + 2) << 24 | GETS(from, n, (first) + 3) << 32 |                         \
     GETS(from, n, (first) + 4) << 40 | GETS(from, n, (first) + 5) << 48)

/* The pit of the last seed, and the bytes of the opponent's pits up to it. */
#define LAST(from, n) (((from) + 1 + ((n) + 10) % 11) % 12)
#define REACH(last)   ((last) < 6 ? 0 : (UINT64_C(0x100) << 8 * ((last) % 6 + 1)) - 0x100)

#define SOWING(from, n)                                                                            \
    {                                                                                              \
        HALF(from, n, 0) - ((uint64_t)(n) << (8 * (from) + 8)), HALF(from, n, 6),                  \
            (n) == 0 ? 0 : REACH(LAST(from, n))                                                    \
    }
#define SEVEN(from, n)                                                                             \
    SOWING(from, n), SOWING(from, n + 1), SOWING(from, n + 2), SOWING(from, n + 3),                \
        SOWING(from, n + 4), SOWING(from, n + 5), SOWING(from, n + 6)
#define ALL(from)                                                                                  \
    {                                                                                              \
        SEVEN(from, 0), SEVEN(from, 7), SEVEN(from, 14), SEVEN(from, 21), SEVEN(from, 28),         \
            SEVEN(from, 35), SEVEN(from, 42)                                                       \
    }

const OwareSowing oware_sowing[OWARE_PITS][OWARE_SEEDS + 1] = {ALL(0), ALL(1), ALL(2),
                                                               ALL(3), ALL(4), ALL(5)};
