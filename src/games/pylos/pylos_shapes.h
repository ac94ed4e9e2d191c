/* The shapes that a pyramid can have, whoever owns its balls, up to the eight symmetries.
 *
 * A shape is the set of taken cells: every ball of it rests on four others or on the table. There
 * are 141,120 shapes; of those that turn or mirror into each other the one with the lowest bits
 * stands for all: 18,458, numbered by balls, then by height, then by bits. The pyramid on 3 x 3 is
 * the one on 4 x 4 with its lowest level full, so its shapes are among them.
 *
 * The tables behind this are made at the first call, which takes some hundredths of a second; any
 * number of threads may call. */
#ifndef LUD_PYLOS_SHAPES_H
#define LUD_PYLOS_SHAPES_H

#include "pylos_board.h"

enum {
    PYLOS_ALL_SHAPES = 141120,
    PYLOS_SHAPES = 18458,
    PYLOS_SYMMETRIES = 8,
    PYLOS_MOST_CELLS = 30,
    PYLOS_GROUND_CELLS = 16,
    PYLOS_MOST_OWN = 15,
    PYLOS_MOST_OWN_SMALL = 7,
    PYLOS_SMALL_SHAPES = 256, /* room for those on 3 x 3 */
};

typedef struct PylosShapes {
    /* The number of a shape among all 141,120: the level below chooses where to look. */
    uint32_t by_level_1[1 << 16], by_level_2[PYLOS_ALL_SHAPES];
    uint32_t standing[PYLOS_ALL_SHAPES]; /* which shape stands for it << 3 | symmetry to there */
    uint64_t cells[PYLOS_SHAPES];
    uint8_t stays[PYLOS_SHAPES];               /* the symmetries that change nothing, as bits */
    uint32_t first_with[PYLOS_MOST_CELLS + 2]; /* the first shape with so many balls */
    /* The shapes on 3 x 3, by balls, and where each shape stands among those with as many. */
    uint16_t small[PYLOS_SMALL_SHAPES], small_order[PYLOS_SHAPES];
    uint16_t small_first_with[PYLOS_MOST_CELLS + 2];
    uint32_t choose[PYLOS_MOST_CELLS + 1][32]; /* binomials */
    /* Of the colourings of n balls those with fewer than k of the mover's; second on 3 x 3. */
    uint32_t fewer[2][PYLOS_MOST_CELLS + 1][PYLOS_MOST_OWN + 2];
    uint8_t cell_after[PYLOS_SYMMETRIES][64];          /* where a cell comes to lie */
    uint16_t level_after[PYLOS_SYMMETRIES][3][2][256]; /* the same of half a level at once */
} PylosShapes;

const PylosShapes *pylos_shapes(void);

/* A set of cells, turned or mirrored. */
static inline uint64_t pylos_turn(const PylosShapes *shapes, uint64_t cells, unsigned symmetry)
{
    uint64_t turned = cells & (uint64_t)1 << PYLOS_SUMMIT;
    for (int level = 0; level < 3; level++) {
        unsigned bits = (unsigned)(cells >> 16 * level) & 0xffff;
        unsigned there = shapes->level_after[symmetry][level][0][bits & 0xff] |
                         shapes->level_after[symmetry][level][1][bits >> 8];
        turned |= (uint64_t)there << 16 * level;
    }
    return turned;
}

#endif
