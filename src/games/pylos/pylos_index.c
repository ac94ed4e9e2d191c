#include "pylos_index.h"

#include "pylos.h"

uint64_t LUD_DUAL(pylos_layer_positions)(const PylosSize *size, int n)
{
    const PylosShapes *shapes = pylos_shapes();
    if (n < 0 || n > size->cells)
        return 0;
    return (uint64_t)pylos_shape_count(shapes, size, n) * pylos_shape_positions(shapes, size, n);
}

uint64_t LUD_DUAL(pylos_rank)(const PylosState *s)
{
    const PylosShapes *shapes = pylos_shapes();
    PylosSize size = pylos_size(s->rules);
    uint32_t standing = pylos_standing(shapes, pylos_taken(s)), shape = standing >> 3;
    PylosBalls balls = pylos_balls(shapes->cells[shape], size.ground);
    uint64_t own = pylos_turn(shapes, s->own, standing & 7);
    uint32_t bits = pylos_least_bits(shapes, shape, &balls, own);
    int n = balls.count;
    return (uint64_t)pylos_shape_order(shapes, &size, shape, n) *
               pylos_shape_positions(shapes, &size, n) +
           pylos_fewer(shapes, &size, n, __builtin_popcount(bits)) + pylos_bits_order(shapes, bits);
}

void LUD_DUAL(pylos_unrank)(PylosState *s, const LudOptions *options, int n, uint64_t rank)
{
    const PylosShapes *shapes = pylos_shapes();
    pylos_state_start(s, options);
    PylosSize size = pylos_size(s->rules);
    uint32_t positions = pylos_shape_positions(shapes, &size, n);
    uint32_t shape = pylos_shape_at(shapes, &size, n, (uint32_t)(rank / positions));
    uint32_t left = (uint32_t)(rank % positions);
    int k = pylos_least_own(&size, n);
    for (; left >= shapes->choose[n][k]; k++)
        left -= shapes->choose[n][k];
    PylosBalls balls = pylos_balls(shapes->cells[shape], size.ground);
    s->own = pylos_own_cells(&balls, pylos_bits_at(shapes, k, left));
    s->other = (balls.covered | balls.free) & ~s->own;
    s->own_reserve = (uint8_t)(size.balls - k);
    s->other_reserve = (uint8_t)(size.balls - (n - k));
    s->is_over = pylos_has_ended(s);
}
