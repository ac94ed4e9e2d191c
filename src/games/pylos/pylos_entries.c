/* From what the solver knows to what the files hold, and back; and counting it.
 *
 * The solver keeps all 2^n colourings of a shape, a file only those with as many balls as there
 * are, in the order of pylos_index.h. Of colourings that a symmetry of the shape makes the same
 * only the least one counts. The others are filled with whatever stands before them, which takes
 * the least room. */
#include "pylos_spread.h"
#include "pylos_tabulation.h"

/* A place in a layer. */
typedef struct Walk {
    const PylosShapes *shapes;
    PylosSize size;
    int n, k;
    uint32_t order, shape; /* among those with n balls; its number */
    uint32_t left;         /* positions with k own balls from here on */
    uint32_t bits;
    PylosBalls balls;
} Walk;

static void enter_shape(Walk *walk, uint32_t order)
{
    walk->order = order;
    walk->shape = pylos_shape_at(walk->shapes, &walk->size, walk->n, order);
    walk->balls = pylos_balls(walk->shapes->cells[walk->shape], walk->size.ground);
}

static Walk begin_walk(unsigned rules, int n, uint64_t rank)
{
    Walk walk = {.shapes = pylos_shapes(), .size = pylos_size(rules), .n = n};
    uint32_t positions = pylos_shape_positions(walk.shapes, &walk.size, n);
    uint32_t within = (uint32_t)(rank % positions);
    enter_shape(&walk, (uint32_t)(rank / positions));
    walk.k = pylos_least_own(&walk.size, n);
    for (; within >= walk.shapes->choose[n][walk.k]; walk.k++)
        within -= walk.shapes->choose[n][walk.k];
    walk.left = walk.shapes->choose[n][walk.k] - within;
    walk.bits = pylos_bits_at(walk.shapes, walk.k, within);
    return walk;
}

/* One position on; undefined after the last one of the layer. */
static inline void walk_on(Walk *walk)
{
    if (--walk->left > 0) {
        walk->bits = pylos_next_bits(walk->bits);
        return;
    }
    if (walk->k == pylos_most_own(&walk->size, walk->n)) {
        if (walk->order + 1 == pylos_shape_count(walk->shapes, &walk->size, walk->n))
            return;
        enter_shape(walk, walk->order + 1);
        walk->k = pylos_least_own(&walk->size, walk->n);
    } else {
        walk->k++;
    }
    walk->left = walk->shapes->choose[walk->n][walk->k];
    walk->bits = ((uint32_t)1 << walk->k) - 1;
}

/* In how many ways the symmetries of the shape lay the same colouring, if this one is the least of
 * them; else 0. */
static inline unsigned count_ways(const Walk *walk)
{
    unsigned stays = walk->shapes->stays[walk->shape];
    if (stays == 1)
        return 1;
    uint64_t own = pylos_own_cells(&walk->balls, walk->bits);
    unsigned same = 1;
    for (unsigned left = stays & ~1u; left; left &= left - 1) {
        uint64_t turned = pylos_turn(walk->shapes, own, (unsigned)__builtin_ctz(left));
        uint32_t bits = pylos_own_bits(&walk->balls, turned);
        if (bits < walk->bits)
            return 0;
        same += bits == walk->bits;
    }
    return (unsigned)__builtin_popcount(stays) / same;
}

/* -- codes and entries ------------------------------------------------------------------------- */

static uint8_t entry_of(uint8_t code, bool has_distance)
{
    if (!has_distance)
        return code < CODE_OPEN    ? PYLOS_ENTRY_LOST
               : code == CODE_OPEN ? PYLOS_ENTRY_DRAWN
                                   : PYLOS_ENTRY_WON;
    if (code == CODE_OPEN)
        return PYLOS_PLIES_DRAWN;
    if (code == CODE_WON)
        return PYLOS_PLIES_OVER_WON;
    return (uint8_t)(code < CODE_OPEN ? 2 * code : 2 * (CODE_WON - code) - 1);
}

static uint8_t code_of(uint8_t entry, bool has_distance)
{
    if (!has_distance)
        return entry == PYLOS_ENTRY_LOST  ? CODE_LOST
               : entry == PYLOS_ENTRY_WON ? CODE_WON_NEXT
                                          : CODE_OPEN;
    if (entry == PYLOS_PLIES_DRAWN)
        return CODE_OPEN;
    return (uint8_t)(entry % 2 ? CODE_WON - (entry + 1) / 2 : entry / 2);
}

/* Pyramids that lack at most the summit: who lies on it has won; else the mover takes it, or has
 * lost without a ball in reserve. */
static uint8_t last_code(const Walk *walk)
{
    if (walk->n == walk->size.cells) {
        uint64_t own = pylos_own_cells(&walk->balls, walk->bits);
        return own >> PYLOS_SUMMIT ? CODE_WON : CODE_LOST;
    }
    return walk->k == walk->size.balls ? CODE_LOST : CODE_WON_NEXT;
}

void LUD_DUAL(pylos_entries_give)(const LudLayerTask *task, int layer, uint64_t first,
                                  uint64_t count, uint8_t *entries)
{
    const PylosSolve *solve = task->work;
    Walk walk = begin_walk(solve->rules, layer, first);
    uint8_t table[256], last = 0;
    for (int i = 0; i < 256; i++)
        table[i] = entry_of((uint8_t)i, solve->has_distance);
    for (uint64_t i = 0; i < count; i++, walk_on(&walk)) {
        if (count_ways(&walk) > 0)
            last = table[layer > solve->size.cells - 2
                             ? last_code(&walk)
                             : solve->codes[solve->at[walk.shape] + walk.bits]];
        entries[i] = last;
    }
}

void LUD_DUAL(pylos_entries_take)(const LudLayerTask *task, int layer, uint64_t first,
                                  uint64_t count, const uint8_t *entries)
{
    PylosSolve *solve = task->work;
    if (layer > solve->size.cells - 2)
        return;
    Walk walk = begin_walk(solve->rules, layer, first);
    for (uint64_t i = 0; i < count; i++, walk_on(&walk)) {
        if (count_ways(&walk) == 0)
            continue;
        uint64_t own = pylos_own_cells(&walk.balls, walk.bits);
        for (unsigned left = walk.shapes->stays[walk.shape]; left; left &= left - 1) {
            uint64_t turned = pylos_turn(walk.shapes, own, (unsigned)__builtin_ctz(left));
            pylos_code_take(solve, walk.shape, layer, pylos_own_bits(&walk.balls, turned),
                            code_of(entries[i], solve->has_distance));
        }
    }
}

void LUD_DUAL(pylos_entries_tally)(const LudOptions *options, int layer, uint64_t first,
                                   uint64_t count, const uint8_t *entries, uint64_t tally[256])
{
    PylosState start;
    pylos_state_start(&start, options);
    Walk walk = begin_walk(start.rules, layer, first);
    for (uint64_t i = 0; i < count; i++, walk_on(&walk)) {
        if (walk.k == walk.size.balls || walk.n - walk.k == walk.size.balls)
            continue;
        unsigned looks =
            PYLOS_SYMMETRIES / (unsigned)__builtin_popcount(walk.shapes->stays[walk.shape]);
        tally[entries[i]] += count_ways(&walk) * looks;
    }
}
