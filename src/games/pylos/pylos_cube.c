#include "pylos_cube.h"

static inline uint32_t weight_of(const PylosBalls *balls, uint64_t cell)
{
    uint64_t below = cell - 1;
    int bit = balls->covered & cell
                  ? __builtin_popcountll(balls->covered & below)
                  : balls->covered_count + __builtin_popcountll(balls->free & below);
    return (uint32_t)1 << bit;
}

/* Shares out the varying bits, which come in the order of their weight here: the lowest here, the
 * lowest there, and the rest. */
static void sort_bits(PylosCube *cube, const PylosBits *all)
{
    cube->inner.count = cube->middle.count = cube->outer.count = 0;
    for (int i = 0; i < all->count; i++) {
        PylosBits *part = i < RUN_BITS                       ? &cube->inner
                          : all->there[i] < (1u << RUN_BITS) ? &cube->middle
                                                             : &cube->outer;
        pylos_bits_add(part, all->here[i], all->there[i]);
    }
}

PylosPart LUD_DUAL(pylos_part)(const PylosSolve *solve, const PylosUnit *unit)
{
    PylosPart part = {.balls = pylos_balls(solve->shapes->cells[unit->shape], solve->size.ground)};
    for (int i = 0; i < part.balls.count; i++) {
        part.cell[i] = pylos_own_cells(&part.balls, (uint32_t)1 << i);
        if (i >= SLAB_BITS && unit->slab >> (i - SLAB_BITS) & 1)
            part.fixed_own |= part.cell[i];
        else if (i >= SLAB_BITS)
            part.fixed_other |= part.cell[i];
    }
    return part;
}

bool LUD_DUAL(pylos_cube)(const PylosSolve *solve, const PylosPart *part, const PylosStep *step,
                          uint32_t standing, PylosCube *cube)
{
    const PylosShapes *shapes = solve->shapes;
    if (step->own & part->fixed_other || step->other & part->fixed_own)
        return false;
    uint64_t own = step->own | part->fixed_own, other = step->other | part->fixed_other;
    PylosBalls there = pylos_balls(shapes->cells[standing >> 3], solve->size.ground);
    const uint8_t *cell_after = shapes->cell_after[standing & 7];
    PylosBits all = {.count = 0};
    cube->here = cube->there = 0;
    cube->ones = __builtin_popcountll(own);
    for (int i = 0; i < part->balls.count; i++) {
        uint64_t cell = part->cell[i];
        if (own & cell) {
            cube->here |= (uint32_t)1 << i;
            continue;
        }
        uint32_t weight = weight_of(&there, pylos_bit(cell_after[__builtin_ctzll(cell)]));
        if (other & cell)
            cube->there |= weight;
        else
            pylos_bits_add(&all, (uint32_t)1 << i, weight);
    }
    cube->here &= SLAB - 1;
    sort_bits(cube, &all);
    return true;
}
