#include "pylos_shapes.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static PylosShapes made;
static atomic_int stage; /* 0: not begun, 1: being made, 2: there */

/* -- symmetries -------------------------------------------------------------------------------- */

static unsigned turn_cell(unsigned cell, unsigned symmetry)
{
    unsigned level = cell / 16, rank = cell / 4 % 4, file = cell % 4, last = 3 - level;
    if (symmetry & 1)
        file = last - file;
    if (symmetry & 2)
        rank = last - rank;
    return symmetry & 4 ? 16 * level + 4 * file + rank : 16 * level + 4 * rank + file;
}

static void make_symmetries(PylosShapes *shapes)
{
    for (unsigned symmetry = 0; symmetry < PYLOS_SYMMETRIES; symmetry++) {
        for (unsigned cell = 0; cell < 64; cell++) {
            bool is_cell = PYLOS_CELLS >> cell & 1;
            unsigned there = is_cell ? turn_cell(cell, symmetry) : cell;
            shapes->cell_after[symmetry][cell] = (uint8_t)there;
            if (!is_cell || cell == PYLOS_SUMMIT)
                continue;
            uint16_t *half = shapes->level_after[symmetry][cell / 16][cell / 8 % 2];
            for (unsigned bits = 0; bits < 256; bits++)
                half[bits] |= (uint16_t)((bits >> cell % 8 & 1) << there % 16);
        }
    }
}

static void make_binomials(PylosShapes *shapes)
{
    for (int n = 0; n <= PYLOS_MOST_CELLS; n++) {
        shapes->choose[n][0] = 1;
        for (int k = 1; k <= n; k++)
            shapes->choose[n][k] =
                shapes->choose[n - 1][k - 1] + (k < n ? shapes->choose[n - 1][k] : 0);
    }
}

/* Neither player has more balls than they began with. */
static void make_sums(PylosShapes *shapes)
{
    for (int is_small = 0; is_small < 2; is_small++) {
        int most = is_small ? PYLOS_MOST_OWN_SMALL : PYLOS_MOST_OWN;
        for (int n = 0; n <= PYLOS_MOST_CELLS; n++) {
            for (int k = 0; k <= PYLOS_MOST_OWN; k++) {
                bool is_possible = k <= most && n - k <= most;
                shapes->fewer[is_small][n][k + 1] =
                    shapes->fewer[is_small][n][k] + (is_possible ? shapes->choose[n][k] : 0);
            }
        }
    }
}

/* -- shapes ------------------------------------------------------------------------------------ */

/* The next subset of `set` after `subset`; 0 after the last one. */
static uint64_t next_subset(uint64_t subset, uint64_t set)
{
    return (subset - set) & set;
}

static unsigned find_standing(const PylosShapes *shapes, uint64_t cells, uint64_t *least)
{
    unsigned found = 0;
    *least = cells;
    for (unsigned symmetry = 1; symmetry < PYLOS_SYMMETRIES; symmetry++) {
        uint64_t turned = pylos_turn(shapes, cells, symmetry);
        if (turned < *least) {
            *least = turned;
            found = symmetry;
        }
    }
    return found;
}

/* Notes a shape; the one that stands for it is found by its number later. */
static void add_shape(PylosShapes *shapes, uint64_t cells, uint32_t *count, uint32_t *standing)
{
    uint64_t least;
    shapes->standing[(*count)++] = find_standing(shapes, cells, &least);
    if (least == cells)
        shapes->cells[(*standing)++] = cells;
}

static void visit_shapes(PylosShapes *shapes,
                         void (*visit)(PylosShapes *, uint64_t, uint32_t *, uint32_t *))
{
    uint32_t count = 0, standing = 0, pairs = 0;
    for (uint64_t low = 0; low <= PYLOS_LEVEL_1; low++) {
        uint64_t second = pylos_carried(low), on_second = 0;
        shapes->by_level_1[low] = pairs;
        do {
            uint64_t third = pylos_carried(low | on_second) & ~second, on_third = 0;
            shapes->by_level_2[pairs++] = count;
            do {
                visit(shapes, low | on_second | on_third, &count, &standing);
            } while ((on_third = next_subset(on_third, third)));
            if (__builtin_popcountll(third) == 4)
                visit(shapes, low | on_second | third | pylos_bit(PYLOS_SUMMIT), &count, &standing);
        } while ((on_second = next_subset(on_second, second)));
    }
    assert(count == PYLOS_ALL_SHAPES && standing <= PYLOS_SHAPES);
}

static int height_of(uint64_t cells)
{
    int heights = 0;
    for (; cells; cells >>= 16)
        heights += __builtin_popcountll(cells);
    return heights;
}

static int compare_shapes(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    int order = __builtin_popcountll(a) - __builtin_popcountll(b);
    order = order ? order : height_of(a) - height_of(b);
    return order ? order : (a > b) - (a < b);
}

static void name_standing(PylosShapes *shapes, uint64_t cells, uint32_t *count, uint32_t *unused)
{
    (void)unused;
    uint64_t least;
    unsigned symmetry = find_standing(shapes, cells, &least);
    const uint64_t *found =
        bsearch(&least, shapes->cells, PYLOS_SHAPES, sizeof least, compare_shapes);
    assert(found);
    shapes->standing[(*count)++] = (uint32_t)(found - shapes->cells) << 3 | symmetry;
}

static void describe_standing(PylosShapes *shapes)
{
    int balls = 0;
    for (uint32_t i = 0; i < PYLOS_SHAPES; i++) {
        while (balls <= __builtin_popcountll(shapes->cells[i]))
            shapes->first_with[balls++] = i;
        for (unsigned symmetry = 0; symmetry < PYLOS_SYMMETRIES; symmetry++) {
            if (pylos_turn(shapes, shapes->cells[i], symmetry) == shapes->cells[i])
                shapes->stays[i] |= (uint8_t)(1u << symmetry);
        }
    }
    shapes->first_with[balls] = PYLOS_SHAPES;
}

static void list_small(PylosShapes *shapes)
{
    int balls = 0;
    uint16_t count = 0;
    for (uint32_t i = 0; i < PYLOS_SHAPES; i++) {
        int own = __builtin_popcountll(shapes->cells[i]) - PYLOS_GROUND_CELLS;
        if ((shapes->cells[i] & PYLOS_LEVEL_1) != PYLOS_LEVEL_1)
            continue;
        while (balls <= own)
            shapes->small_first_with[balls++] = count;
        assert(count < PYLOS_SMALL_SHAPES);
        shapes->small_order[i] = (uint16_t)(count - shapes->small_first_with[own]);
        shapes->small[count++] = (uint16_t)i;
    }
    while (balls <= PYLOS_MOST_CELLS + 1)
        shapes->small_first_with[balls++] = count;
}

static void make(PylosShapes *shapes)
{
    make_symmetries(shapes);
    make_binomials(shapes);
    make_sums(shapes);
    visit_shapes(shapes, add_shape);
    qsort(shapes->cells, PYLOS_SHAPES, sizeof shapes->cells[0], compare_shapes);
    visit_shapes(shapes, name_standing);
    describe_standing(shapes);
    list_small(shapes);
}

/* Whoever comes first makes them; the others wait, which they do at most once. */
const PylosShapes *pylos_shapes(void)
{
    if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
        return &made;
    int none = 0;
    if (atomic_compare_exchange_strong(&stage, &none, 1)) {
        make(&made);
        atomic_store_explicit(&stage, 2, memory_order_release);
    }
    while (atomic_load_explicit(&stage, memory_order_acquire) != 2)
        continue;
    return &made;
}
