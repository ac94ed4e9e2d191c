/* What each kind of column claims about a position and those after it: see verify_layer.h. */
#include "verify_layer.h"

enum {
    ZERO = 64, /* the byte that stands for a difference of 0 */
    IS_SETTLED = 1,
    IS_GIVEN = 2,
    LOW_SETTLED = 1,
    HIGH_SETTLED = 2,
    LOW_GIVEN = 4,
    HIGH_GIVEN = 8,
    MOVER = 1, /* of the column `force` */
    OTHER = 2,
    POSSIBLE = 4,
    FORCE_GIVEN = 8,
};

/* A difference of this layer, as stored in the column with that number of the kind. */
static int read_difference(const VerifyLayer *work, int column, uint64_t rank)
{
    return work->entries[column][rank] - ZERO;
}

static bool is_quiet(const VerifyLayer *work, const VerifyNode *node, int move)
{
    return node->layer[move] == work->layer;
}

static unsigned settled_at(const VerifyLayer *work, uint64_t rank)
{
    return atomic_load_explicit(&work->known[rank], memory_order_relaxed);
}

/* Whether the moves that stay in the layer, and the end of the game, are looked at now. */
static bool is_first_look(const VerifyLayer *work)
{
    return work->lower->part == 0;
}

/* What a claim of the mover's is held against. */
typedef struct Claim {
    int wanted, column; /* the claim; the column in which positions after a move are looked up */
    unsigned given;     /* the bit for: something gives as much … */
    unsigned captured;  /* … and for: a capture does */
} Claim;

/* Whether no move that is there now gives more than is claimed. Whatever leaves the board goes to
 * who made the move. */
static bool holds(const VerifyLayer *work, const VerifyNode *node, const Claim *claim,
                  unsigned *known)
{
    for (int i = 0; i < node->count; i++) {
        int layer = node->layer[i], worth;
        bool is_capture = !is_quiet(work, node, i);
        if (!is_capture && is_first_look(work))
            worth = -read_difference(work, claim->column, node->rank[i]);
        else if (is_capture && verify_lower_has(work->lower, layer, node->rank[i]))
            worth = work->layer - layer + ZERO -
                    verify_lower_get(work->lower, claim->column, layer, node->rank[i]);
        else
            continue;
        if (worth > claim->wanted)
            return false;
        if (worth == claim->wanted)
            *known |= claim->given | (is_capture ? claim->captured : 0);
    }
    if (node->is_over && is_first_look(work) && node->final == claim->wanted)
        *known |= claim->given;
    return true;
}

/* Whether the mover, who claims `wanted`, has a move in the layer that keeps it and leads to a
 * position that is settled in the sense of `bit`. */
static bool has_way(const VerifyLayer *work, const VerifyNode *node, int column, int wanted,
                    unsigned bit)
{
    for (int i = 0; i < node->count; i++) {
        if (is_quiet(work, node, i) && -read_difference(work, column, node->rank[i]) == wanted &&
            settled_at(work, node->rank[i]) & bit)
            return true;
    }
    return false;
}

/* Whether the other player, who claims that the mover gets no more than `most`, is sure of progress
 * after every move: it captures, or gives even more away, or leads to a settled position. */
static bool has_no_escape(const VerifyLayer *work, const VerifyNode *node, int column, int most,
                          unsigned bit)
{
    for (int i = 0; i < node->count; i++) {
        if (is_quiet(work, node, i) && -read_difference(work, column, node->rank[i]) == most &&
            !(settled_at(work, node->rank[i]) & bit))
            return false;
    }
    return true;
}

/* -- value: endless play is worth 0 ------------------------------------------------------------ */

static bool look_at_value(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                          unsigned *known)
{
    int value = read_difference(work, 0, rank);
    Claim claim = {value, 0, IS_GIVEN, value > 0 ? IS_SETTLED : 0};
    *known |= node->is_over || value == 0 ? IS_SETTLED : 0;
    return holds(work, node, &claim, known);
}

static unsigned settle_value(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    int value = read_difference(work, 0, rank);
    bool is_settled = value > 0 ? has_way(work, node, 0, value, IS_SETTLED)
                                : has_no_escape(work, node, 0, value, IS_SETTLED);
    return is_settled ? IS_SETTLED : 0;
}

const VerifyKind verify_value = {.columns = {"value"},
                                 .look = look_at_value,
                                 .settle = settle_value,
                                 .given = IS_GIVEN,
                                 .settled = IS_SETTLED};

/* -- low and high: endless play is the worst for one player, who is to move where `low` counts ---
 * * and has moved where `high` does. Only that player ever has more than endless play. */

enum { LOW, HIGH };

static bool look_at_bounds(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                           unsigned *known)
{
    Claim low = {read_difference(work, LOW, rank), HIGH, LOW_GIVEN, LOW_SETTLED};
    Claim high = {read_difference(work, HIGH, rank), LOW, HIGH_GIVEN, 0};
    *known |= node->is_over || low.wanted == -work->layer ? LOW_SETTLED : 0;
    *known |= node->is_over || high.wanted == work->layer ? HIGH_SETTLED : 0;
    return holds(work, node, &low, known) && holds(work, node, &high, known);
}

static unsigned settle_bounds(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    int low = read_difference(work, LOW, rank);
    int high = read_difference(work, HIGH, rank);
    unsigned settled = has_way(work, node, HIGH, low, HIGH_SETTLED) ? LOW_SETTLED : 0;
    return settled | (has_no_escape(work, node, LOW, high, LOW_SETTLED) ? HIGH_SETTLED : 0);
}

const VerifyKind verify_bounds = {.columns = {"low", "high"},
                                  .look = look_at_bounds,
                                  .settle = settle_bounds,
                                  .given = LOW_GIVEN | HIGH_GIVEN,
                                  .settled = LOW_SETTLED | HIGH_SETTLED};

/* -- force: endless play brings no capture -------------------------------------------------------
 */

/* What holds of a position if `known` holds of those after quiet moves. */
static unsigned force_by(const VerifyLayer *work, const VerifyNode *node,
                         unsigned (*known)(const VerifyLayer *work, uint64_t rank))
{
    unsigned any = 0, all = MOVER;
    for (int i = 0; i < node->count; i++) {
        unsigned there =
            is_quiet(work, node, i) ? known(work, node->rank[i]) : MOVER | OTHER | POSSIBLE;
        any |= there;
        all &= there;
    }
    if (node->count == 0)
        return 0;
    return (any & OTHER ? MOVER : 0) | (all & MOVER ? OTHER : 0) | (any & POSSIBLE);
}

static unsigned stored_force(const VerifyLayer *work, uint64_t rank)
{
    return work->entries[0][rank];
}

/* What is settled and claimed: a bit that is not claimed needs no settling, but rests on nothing.
 */
static unsigned settled_force(const VerifyLayer *work, uint64_t rank)
{
    return settled_at(work, rank) & stored_force(work, rank);
}

/* Lower layers play no part. */
static bool look_at_force(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                          unsigned *known)
{
    unsigned claimed = stored_force(work, rank);
    *known = FORCE_GIVEN | ((MOVER | OTHER | POSSIBLE) & ~claimed);
    return claimed == force_by(work, node, stored_force);
}

static unsigned settle_force(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    return stored_force(work, rank) & force_by(work, node, settled_force);
}

const VerifyKind verify_force = {.columns = {"force"},
                                 .look = look_at_force,
                                 .settle = settle_force,
                                 .given = FORCE_GIVEN,
                                 .settled = MOVER | OTHER | POSSIBLE};
