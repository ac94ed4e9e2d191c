/* The pyramid as bits, and what follows from the bits alone.
 *
 * Every level has 16 bits, four to a rank, so a cell is 16 * level + 4 * rank + file (all from 0)
 * and cells sort by level, rank, file. A ball on cell x rests on x - 16, x - 15, x - 12 and x - 11:
 * the same shifts serve all levels. Bits that are no cell are never set.
 *
 * The pyramid on 3 x 3 is the one on 4 x 4 without its lowest level: it stands on `ground`, which
 * belongs to nobody. So only the notation has to know how large the base is. */
#ifndef LUD_PYLOS_BOARD_H
#define LUD_PYLOS_BOARD_H

#include <ludoteca/game.h>

enum {
    PYLOS_LEVELS = 4,
    PYLOS_SUMMIT = 48,
    PYLOS_NO_CELL = 63, /* a bit that no ball ever has, so setting or clearing it does nothing */
};

/* Options, as bits of PylosState.rules; none set: the printed rules. */
enum {
    PYLOS_CHILD = 1,       /* squares earn nothing */
    PYLOS_EXPERT = 2,      /* lines earn recovery too */
    PYLOS_SECOND_FREE = 4, /* the second recovered ball may not be one that the first freed */
    PYLOS_MAY_KEEP = 8,    /* recovering none is allowed */
    PYLOS_RAISE_ON = 16,   /* without reserve one may still raise */
    PYLOS_BASE_3 = 32,
};

typedef struct PylosState {
    uint64_t own, other; /* balls of the side to move, and of its opponent */
    uint64_t ground;     /* the level under a pyramid on 3 x 3, else nothing */
    uint8_t own_reserve, other_reserve;
    uint8_t side; /* to move: 0 light, 1 dark */
    bool is_over;
    uint8_t rules;
} PylosState;

static const uint64_t PYLOS_CELLS = 0x0001003307770000u | 0xffffu;
static const uint64_t PYLOS_LEVEL_1 = 0xffffu;

static inline uint64_t pylos_bit(unsigned cell)
{
    return (uint64_t)1 << (cell & 63);
}

static inline uint64_t pylos_taken(const PylosState *s)
{
    return s->own | s->other | s->ground;
}

/* The cells under the given balls. */
static inline uint64_t pylos_below(uint64_t balls)
{
    uint64_t b = balls >> 16;
    return b | b << 1 | b << 4 | b << 5;
}

/* The cells that the given balls help to carry, and some bits that are no cells. */
static inline uint64_t pylos_above(uint64_t balls)
{
    return (balls | balls >> 1 | balls >> 4 | balls >> 5) << 16;
}

/* The cells that rest on four of the given balls. */
static inline uint64_t pylos_carried(uint64_t taken)
{
    uint64_t pair = taken & taken >> 1;
    return (pair & pair >> 4) << 16 & PYLOS_CELLS;
}

/* The empty cells where a ball may lie. */
static inline uint64_t pylos_open(uint64_t taken)
{
    return (pylos_carried(taken) | PYLOS_LEVEL_1) & ~taken;
}

/* The cells above the level of `cell`. */
static inline uint64_t pylos_higher(unsigned cell)
{
    return ~PYLOS_LEVEL_1 << (cell / 16 * 16);
}

/* Where the ball on `cell` may rise to. Lifting it opens nothing above its level, but closes the
 * cells that it helps to carry. */
static inline uint64_t pylos_targets(uint64_t open, unsigned cell)
{
    return open & pylos_higher(cell) & ~pylos_above(pylos_bit(cell));
}

/* Whether the side to move has a ball to raise; not asked once the summit is placed. */
static inline bool pylos_can_raise(const PylosState *s)
{
    uint64_t taken = pylos_taken(s);
    uint64_t open = pylos_open(taken);
    for (uint64_t left = s->own & ~pylos_below(taken); left; left &= left - 1) {
        if (pylos_targets(open, (unsigned)__builtin_ctzll(left)))
            return true;
    }
    return false;
}

/* Whether the game has ended, from the balls alone. */
static inline bool pylos_has_ended(const PylosState *s)
{
    if ((s->own | s->other) >> PYLOS_SUMMIT)
        return true;
    return s->own_reserve == 0 && !(s->rules & PYLOS_RAISE_ON && pylos_can_raise(s));
}

/* A move is four cells of six bits: arrival, origin of a raise, first and second ball recovered. */
static inline LudMove pylos_move(unsigned arrival, unsigned origin, unsigned first, unsigned second)
{
    return arrival | origin << 6 | first << 12 | second << 18;
}

static inline unsigned pylos_move_arrival(LudMove m)
{
    return m & 63;
}

static inline unsigned pylos_move_origin(LudMove m)
{
    return m >> 6 & 63;
}

static inline unsigned pylos_move_first(LudMove m)
{
    return m >> 12 & 63;
}

static inline unsigned pylos_move_second(LudMove m)
{
    return m >> 18 & 63;
}

#endif
