/* Oware's board and its moves, from the view of the player who is to move.
 *
 * A player's half is one 64-bit word of eight bytes, counted from the lowest:
 *
 *   byte 0      the store
 *   bytes 1–6   the six pits in sowing order: A–F or a–f
 *   byte 7      the seat, 0 South, 1 North; it never changes
 *
 * All pits of a half are then compared, sown and captured at once with ordinary arithmetic, and
 * passing the turn only swaps the two words. No count exceeds 48, so bytes never overflow, and bit
 * 7 of a byte is free for marking its pit. */
#ifndef LUD_OWARE_BOARD_H
#define LUD_OWARE_BOARD_H

#include <ludoteca/game.h>

enum {
    OWARE_PITS = 6, /* of one player */
    OWARE_SEEDS = 48,
    OWARE_MAJORITY = 25,
};

/* The values of the options, in the order of their specs. */
enum { OWARE_SLAM, OWARE_CYCLE };
enum { OWARE_KEEP, OWARE_FORFEIT, OWARE_NOCAPTURE, OWARE_AWARI };
enum { OWARE_OWN, OWARE_SPLIT };

#define OWARE_ONES    UINT64_C(0x0001010101010100) /* 1 in each pit */
#define OWARE_BOARD   (OWARE_ONES * 0xff)          /* all bits of the pits */
#define OWARE_MARKS   (OWARE_ONES * 0x80)          /* bit 7 of each pit */
#define OWARE_INDICES UINT64_C(0x0005040302010000) /* in each pit its own number, 0–5 */

/* Lives in the bytes of a LudState, hence the attribute. */
typedef struct __attribute__((may_alias)) Oware {
    uint64_t own, opponent; /* the halves of the player to move and of the other */
    uint64_t legal;         /* marks of the pits that may be played; 0: the game is over */
    uint8_t slam, cycle;    /* OWARE_KEEP … and OWARE_OWN … */
    uint8_t unused[6];      /* always 0 */
} Oware;

/* What sowing n seeds from a pit adds to both halves, modulo 2^64: `own` also takes the seeds out
 * of the pit they came from. `reach` covers the opponent's pits up to the one of the last seed, and
 * is 0 if that seed falls on the mover's own side. */
typedef struct OwareSowing {
    uint64_t own, opponent, reach;
} OwareSowing;

extern const OwareSowing oware_sowing[OWARE_PITS][OWARE_SEEDS + 1];

static inline int oware_store(uint64_t half)
{
    return (int)(half & 0xff);
}

static inline int oware_seat(uint64_t half)
{
    return (int)(half >> 56);
}

static inline int oware_pit(uint64_t half, int pit)
{
    return (int)(half >> (8 * pit + 8) & 0xff);
}

/* The sum of the pits (of any word whose bytes 0 and 7 are masked off here). */
static inline int oware_count(uint64_t half)
{
    return (int)((half & OWARE_BOARD) * UINT64_C(0x0101010101010101) >> 56);
}

/* The seeds still in play. */
static inline int oware_on_board(const Oware *o)
{
    return oware_count(o->own) + oware_count(o->opponent);
}

/* Marks the pits that hold at least `n` (1–48) seeds. */
static inline uint64_t oware_at_least(uint64_t half, unsigned n)
{
    return ((half & OWARE_BOARD) + OWARE_ONES * (0x80 - n)) & OWARE_MARKS;
}

/* Marks the pits that hold exactly what the same pit of `pattern` says. */
static inline uint64_t oware_equal(uint64_t half, uint64_t pattern)
{
    return OWARE_MARKS & ~oware_at_least(half ^ pattern, 1);
}

static inline uint64_t oware_mark(int pit)
{
    return UINT64_C(0x8000) << 8 * pit;
}

/* Pits whose sowing would capture every seed of an opponent who has some. A first lap adds one to
 * each pit it reaches, so the opponent's seeds must lie in ones and twos in the pits up to the last
 * one sown. A second lap adds two to all six if it ends in the last pit, so they must hold 0 or 1.
 * No third lap can do it, and anything between leaves seeds behind the last pit. */
static inline uint64_t oware_slams(uint64_t own, uint64_t opponent)
{
    uint64_t slams = 0, filled = oware_at_least(opponent, 1) >> 7;
    /* All bits of byte 0 and of each filled pit: without a gap they are 2^n - 1. */
    uint64_t run = (filled | 1) * 0xff;
    if (__builtin_expect(!(oware_at_least(opponent, 3) | (run & (run + 1))), 0)) {
        uint64_t pits = (uint64_t)oware_count(filled);
        slams = oware_equal(own, OWARE_ONES * (5 + pits) - OWARE_INDICES);
    }
    if (__builtin_expect((own & OWARE_ONES * 0x30) && !oware_at_least(opponent, 2), 0))
        slams |= oware_equal(own, OWARE_ONES * 22 - OWARE_INDICES);
    return slams;
}

/* Pits that feed an opponent without seeds: those whose sowing reaches beyond the mover's own side,
 * but not the second and third laps that end in the last pit and capture all that they brought. */
static inline uint64_t oware_feeding(uint64_t own, int slam)
{
    uint64_t feeding = oware_at_least(own + OWARE_INDICES, OWARE_PITS);
    if (slam != OWARE_NOCAPTURE)
        feeding &= ~(oware_equal(own, OWARE_ONES * 22 - OWARE_INDICES) |
                     oware_equal(own, OWARE_ONES * 33 - OWARE_INDICES));
    return feeding;
}

/* The moves of a position in which nobody has the majority yet. */
static inline uint64_t oware_legal(uint64_t own, uint64_t opponent, int slam)
{
    uint64_t filled = oware_at_least(own, 1), legal = filled;
    if (__builtin_expect(!(opponent & OWARE_BOARD), 0))
        legal = oware_feeding(own, slam);
    else if (slam != OWARE_NOCAPTURE)
        legal &= ~oware_slams(own, opponent);
    /* Awari plays a move that leaves the opponent without seeds if there is no other. */
    if (__builtin_expect(!legal, 0) && slam == OWARE_AWARI)
        legal = filled;
    return legal;
}

/* The seeds that a sowing captures, in their pits: backwards from the last pit of `reach`, as long
 * as pits hold 2 or 3. The highest pit within reach that does not is found by its mark; byte 0 is
 * marked as well, to stop the run at the end of the row. */
static inline uint64_t oware_captured(uint64_t opponent, uint64_t reach)
{
    uint64_t spared = oware_at_least((opponent & ~OWARE_ONES) ^ OWARE_ONES * 2, 1);
    int stop = 63 - __builtin_clzll((spared & reach) | 0x80);
    return opponent & reach & (~UINT64_C(1) << stop);
}

/* Sows pit 0–5 of the player to move and captures; tells how many seeds were captured. The turn
 * passes, `legal` is left to the caller. */
static inline int oware_sow(Oware *o, int pit)
{
    const OwareSowing *sowing = &oware_sowing[pit][oware_pit(o->own, pit)];
    uint64_t own = o->own + sowing->own, opponent = o->opponent + sowing->opponent;
    uint64_t captured = oware_captured(opponent, sowing->reach);
    if (o->slam == OWARE_NOCAPTURE && !((opponent ^ captured) & OWARE_BOARD))
        captured = 0;
    int seeds = oware_count(captured);
    o->own = opponent ^ captured;
    o->opponent = own + (uint64_t)seeds;
    return seeds;
}

/* Works out `legal`. */
static inline void oware_judge(Oware *o)
{
    bool is_won =
        oware_store(o->own) >= OWARE_MAJORITY || oware_store(o->opponent) >= OWARE_MAJORITY;
    o->legal = is_won ? 0 : oware_legal(o->own, o->opponent, o->slam);
}

#endif
