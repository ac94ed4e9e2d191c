/* Moves taken back: the boards from which a move without a capture leads to a given board. */
#ifndef LUD_OWARE_UNMOVE_H
#define LUD_OWARE_UNMOVE_H

#include "oware_index.h"

enum { OWARE_MOST_BEFORE = 64 }; /* more boards than can come before any other */

/* One bit for each marked pit, the first pit lowest. */
static inline unsigned oware_gather(uint64_t marks)
{
    return (unsigned)((marks >> 15) * UINT64_C(0x0102040810204080) >> 56);
}

/* The move that was made: from pit `from`, of `n` seeds. */
static inline OwareHalves oware_before(uint64_t own, uint64_t opponent, int from, int n)
{
    const OwareSowing *sowing = &oware_sowing[from][n];
    return (OwareHalves){opponent - sowing->own, own - sowing->opponent};
}

/* Of sowings that go round the board at least once: `from` is the only empty pit. Each seed more
 * must have had a pit to come from. Returns the new number of boards found. */
static inline int oware_unmove_laps(uint64_t own, uint64_t opponent, int from, unsigned captures,
                                    OwareHalves *list, int count)
{
    for (int n = OWARE_ALL_PITS; n <= OWARE_SEEDS; n++) {
        int pit = (from + 1 + (n - 1) % (OWARE_ALL_PITS - 1)) % OWARE_ALL_PITS;
        int held = pit < OWARE_PITS ? oware_pit(opponent, pit) : oware_pit(own, pit - OWARE_PITS);
        if (held <= (n - 1) / (OWARE_ALL_PITS - 1))
            break;
        if (!(captures >> pit & 1))
            list[count++] = oware_before(own, opponent, from, n);
    }
    return count;
}

/* Lists the boards before, as their own movers see them; `own` belongs to the player who is to move
 * now. Returns how many there are.
 *
 * The player who moved left an empty pit, and a seed in every pit after it up to the last one sown.
 * If that one is the other player's and holds two or three, there was a capture, so the move was
 * another one: except under `nocapture` if it would have taken everything. Such a move was legal if
 * the player to move has seeds now: it fed, and captured nothing. Without, it was legal only as
 * a forced move of `awari`. */
static inline int oware_unmove(uint64_t own, uint64_t opponent, int slam, OwareHalves *list)
{
    bool is_starved = !(own & OWARE_BOARD);
    if (__builtin_expect(is_starved && slam != OWARE_AWARI, 0))
        return 0;
    uint64_t two_or_three = OWARE_MARKS & ~oware_at_least((own & ~OWARE_ONES) ^ OWARE_ONES * 2, 1);
    /* Pits in the order of the player who moved. */
    unsigned filled = oware_gather(oware_at_least(opponent, 1)) |
                      oware_gather(oware_at_least(own, 1)) << OWARE_PITS;
    unsigned captures = oware_gather(two_or_three) << OWARE_PITS;
    if (__builtin_expect(slam == OWARE_NOCAPTURE && (filled & ~captures) >> OWARE_PITS == 0, 0)) {
        /* Only twos and threes, without a gap from the first pit: ending in the last takes all. */
        unsigned row = filled >> OWARE_PITS;
        if ((row & (row + 1)) == 0)
            captures &= ~((row + 1) >> 1 << OWARE_PITS);
    }
    int count = 0;
    for (unsigned empty = ~filled & 0x3f; empty; empty &= empty - 1) {
        int from = __builtin_ctz(empty);
        /* Bit k: the pit k + 1 after it. */
        unsigned round = filled >> (from + 1) | filled << (OWARE_ALL_PITS - 1 - from);
        int longest = __builtin_ctz(~round | 1u << (OWARE_ALL_PITS - 1));
        unsigned quiet = ~(captures >> (from + 1)) & ((1u << longest) - 1);
        for (; quiet; quiet &= quiet - 1)
            list[count++] = oware_before(own, opponent, from, __builtin_ctz(quiet) + 1);
        if (__builtin_expect(longest == OWARE_ALL_PITS - 1, 0))
            count = oware_unmove_laps(own, opponent, from, captures, list, count);
    }
    if (__builtin_expect(is_starved, 0)) {
        int legal = 0;
        for (int i = 0; i < count; i++) {
            list[legal] = list[i];
            /* The pit that was sown is the one that is filled before and empty now. */
            uint64_t sown = oware_at_least(list[i].own, 1) & ~oware_at_least(opponent, 1);
            legal += (oware_legal(list[i].own, list[i].opponent, slam) & sown) != 0;
        }
        count = legal;
    }
    return count;
}

#endif
