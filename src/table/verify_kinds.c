/* What each kind of column claims about a position and those after it: see verify_layer.h. */
#include "verify_layer.h"

enum {
    ZERO = 64, /* the byte that stands for a difference of 0 */
    IS_SETTLED = 1,
    LOW_SETTLED = 1,
    HIGH_SETTLED = 2,
    MOVER = 1, /* of the column `force` */
    OTHER = 2,
    POSSIBLE = 4,
};

/* A difference as stored in the column with that number of the kind. */
static int read_difference(const VerifyLayer *work, int column, int layer, uint64_t rank)
{
    return work->column[column][layer][rank] - ZERO;
}

/* What a move gains: whatever leaves the board goes to who made it. */
static int gain_of(const VerifyLayer *work, const VerifyNode *node, int move)
{
    return work->layer - node->layer[move];
}

static bool is_quiet(const VerifyLayer *work, const VerifyNode *node, int move)
{
    return node->layer[move] == work->layer;
}

static unsigned settled_at(const VerifyLayer *work, uint64_t rank)
{
    return atomic_load_explicit(&work->settled[rank], memory_order_relaxed);
}

/* What the mover makes of a position if the one after each move is worth what `column` says to the
 * other player. */
static int best_of(const VerifyLayer *work, const VerifyNode *node, int column)
{
    int best = -ZERO;
    for (int i = 0; i < node->count; i++) {
        int worth =
            gain_of(work, node, i) - read_difference(work, column, node->layer[i], node->rank[i]);
        best = worth > best ? worth : best;
    }
    return node->is_over ? node->final : best;
}

/* Whether the mover, who claims `wanted`, has a move that keeps it and makes progress: a capture,
 * or one to a position that is settled in the sense of `bit`. */
static bool has_way(const VerifyLayer *work, const VerifyNode *node, int column, int wanted,
                    unsigned bit)
{
    for (int i = 0; i < node->count; i++) {
        int worth =
            gain_of(work, node, i) - read_difference(work, column, node->layer[i], node->rank[i]);
        if (worth == wanted && (!is_quiet(work, node, i) || settled_at(work, node->rank[i]) & bit))
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
        if (!is_quiet(work, node, i))
            continue;
        int worth = -read_difference(work, column, node->layer[i], node->rank[i]);
        if (worth == most && !(settled_at(work, node->rank[i]) & bit))
            return false;
    }
    return true;
}

/* -- value: endless play is worth 0 ------------------------------------------------------------ */

static bool is_value_local(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                           unsigned *settled)
{
    int value = read_difference(work, 0, work->layer, rank);
    *settled = node->is_over || value == 0 ? IS_SETTLED : 0;
    return value == best_of(work, node, 0);
}

static unsigned settle_value(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    int value = read_difference(work, 0, work->layer, rank);
    bool is_settled = value > 0 ? has_way(work, node, 0, value, IS_SETTLED)
                                : has_no_escape(work, node, 0, value, IS_SETTLED);
    return is_settled ? IS_SETTLED : 0;
}

const VerifyKind verify_value = {
    .columns = {"value"}, .is_local = is_value_local, .settle = settle_value, .all = IS_SETTLED};

/* -- low and high: endless play is the worst for one player, who is to move where `low` counts ---
 * * and has moved where `high` does. Only that player ever has more than endless play. */

enum { LOW, HIGH };

static bool is_bounds_local(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                            unsigned *settled)
{
    int low = read_difference(work, LOW, work->layer, rank);
    int high = read_difference(work, HIGH, work->layer, rank);
    *settled = node->is_over || low == -work->layer ? LOW_SETTLED : 0;
    *settled |= node->is_over || high == work->layer ? HIGH_SETTLED : 0;
    return low == best_of(work, node, HIGH) && high == best_of(work, node, LOW);
}

static unsigned settle_bounds(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    int low = read_difference(work, LOW, work->layer, rank);
    int high = read_difference(work, HIGH, work->layer, rank);
    unsigned settled = has_way(work, node, HIGH, low, HIGH_SETTLED) ? LOW_SETTLED : 0;
    return settled | (has_no_escape(work, node, LOW, high, LOW_SETTLED) ? HIGH_SETTLED : 0);
}

const VerifyKind verify_bounds = {.columns = {"low", "high"},
                                  .is_local = is_bounds_local,
                                  .settle = settle_bounds,
                                  .all = LOW_SETTLED | HIGH_SETTLED};

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
    return work->column[0][work->layer][rank];
}

/* What is settled and claimed: a bit that is not claimed needs no settling, but rests on nothing.
 */
static unsigned settled_force(const VerifyLayer *work, uint64_t rank)
{
    return settled_at(work, rank) & stored_force(work, rank);
}

static bool is_force_local(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                           unsigned *settled)
{
    unsigned claimed = stored_force(work, rank);
    *settled = (MOVER | OTHER | POSSIBLE) & ~claimed;
    return claimed == force_by(work, node, stored_force);
}

static unsigned settle_force(const VerifyLayer *work, uint64_t rank, const VerifyNode *node)
{
    return stored_force(work, rank) & force_by(work, node, settled_force);
}

const VerifyKind verify_force = {.columns = {"force"},
                                 .is_local = is_force_local,
                                 .settle = settle_force,
                                 .all = MOVER | OTHER | POSSIBLE};
