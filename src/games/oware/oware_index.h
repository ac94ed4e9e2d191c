/* A perfect index of Oware's boards: the C(n + 11, 11) ways to lay n seeds into twelve pits, seen
 * by the player to move, are numbered from 0 without a gap. Stores and seats play no part.
 *
 * Let s(k) be the seeds in the first k pits, own pits first. A board's number is the sum of
 * C(s(k) + k - 1, k) over k = 1 … 11: the k-th term counts the ways to lay fewer than s(k) seeds
 * into the first k pits, whatever the ones before did. The last pit takes what is left.
 *
 * Nothing is left out. Boards that can't follow a move (those on which the player who just moved
 * has no empty pit) are 3 in 100 with 16 seeds and 8 in 100 with 24; skipping them would cost more
 * in every ranking than they cost in memory, and any board that a person sets up can be looked up.
 */
#ifndef LUD_OWARE_INDEX_H
#define LUD_OWARE_INDEX_H

#include "oware_board.h"

enum { OWARE_ALL_PITS = 2 * OWARE_PITS, OWARE_LESS = 8 };

/* oware_ways[k][OWARE_LESS + s] = C(s + k, k + 1), that is the k+1-th term of a number with
 * s(k + 1) = s. Before them stand zeros, for who looks at several at once. */
extern const uint64_t oware_ways[OWARE_ALL_PITS - 1][OWARE_LESS + OWARE_SEEDS + 2];

static inline uint64_t oware_term(int k, uint64_t seeds)
{
    return oware_ways[k][OWARE_LESS + seeds];
}

/* The boards with n seeds: C(n + 11, 11). */
static inline uint64_t oware_boards(int seeds)
{
    return oware_term(OWARE_ALL_PITS - 2, (uint64_t)seeds + 1);
}

/* The number of a board among those with as many seeds. Multiplying adds up the bytes below each
 * byte, so that it then holds s(k). */
static inline uint64_t oware_rank(uint64_t own, uint64_t opponent)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t first = (own & OWARE_BOARD) * ones;
    uint64_t second = (opponent & OWARE_BOARD) * ones + (first >> 56) * ones;
    uint64_t rank = 0;
    for (int i = 0; i < OWARE_PITS; i++)
        rank += oware_term(i, first >> (8 * i + 8) & 0xff);
    for (int i = 0; i < OWARE_PITS - 1; i++)
        rank += oware_term(OWARE_PITS + i, second >> (8 * i + 8) & 0xff);
    return rank;
}

/* Both halves of the board of a number; their stores and seats are 0. */
typedef struct OwareHalves {
    uint64_t own, opponent;
} OwareHalves;

OwareHalves oware_unrank(int seeds, uint64_t rank);

/* The board of the next number: undefined after the last one. One seed goes back from the first
 * filled pit after the first one; all seeds before it gather behind it. */
static inline OwareHalves oware_next(OwareHalves board)
{
    if (__builtin_expect((board.own & OWARE_BOARD & ~UINT64_C(0xffff)) != 0, 1)) {
        int bit = __builtin_ctzll(board.own & OWARE_BOARD & ~UINT64_C(0xffff)) & ~7;
        uint64_t gathered = (board.own & 0xff00) >> 8;
        board.own -= gathered << 8;
        board.own += ((gathered + 1) << (bit - 8)) - (UINT64_C(1) << bit);
        return board;
    }
    int bit = __builtin_ctzll(board.opponent & OWARE_BOARD) & ~7;
    uint64_t gathered = (board.own & 0xff00) >> 8;
    board.own = 0;
    board.opponent -= UINT64_C(1) << bit;
    if (bit == 8)
        board.own = (gathered + 1) << 48;
    else
        board.opponent += (gathered + 1) << (bit - 8);
    return board;
}

#endif
