/* Proving one layer of tables right, by playing forwards.
 *
 * Two things together leave no other table than the true one. First, every entry is what its
 * successors make of it. A table could still pass an advantage round a cycle for ever without
 * anybody ever having it. So, second, every entry that is better for somebody than endless play
 * must be settled: whoever has the advantage can play so that captures or the end of the game come
 * after finitely many moves, shown by going through all positions again and again, each being
 * settled once those that it rests on are. Nothing here takes moves back, and nothing is shared
 * with the builder but the rules of the game and the numbering of positions. */
#ifndef LUD_TABLE_VERIFY_LAYER_H
#define LUD_TABLE_VERIFY_LAYER_H

#include <stdatomic.h>

#include "core/tabulation.h"

enum { VERIFY_MOVES = 64, VERIFY_KINDS = 3 };

/* A position and what its moves lead to. */
typedef struct VerifyNode {
    bool is_over;
    int final; /* if over: the difference for the player to move */
    int count;
    int layer[VERIFY_MOVES]; /* of the position after each move … */
    uint64_t rank[VERIFY_MOVES];
} VerifyNode;

typedef struct VerifyLayer {
    const LudRules *rules;
    const LudGameTabulation *tabulation;
    int layer;
    /* The columns of one kind, up to this layer; which ones depends on the kind. */
    const uint8_t *column[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS];
    atomic_uchar *settled; /* bits of what is settled, for each position of the layer */
    int threads;
    bool (*tick)(void *context, uint64_t fresh); /* on one thread; false: stop */
    void *context;
} VerifyLayer;

/* What a kind of column claims. Bits of `settled` are the kind's own affair. */
typedef struct VerifyKind {
    const char *columns[LUD_GROUP_COLUMNS];
    /* Whether the entries are what the successors make of them; fills in the bits that need no
     * settling. */
    bool (*is_local)(const VerifyLayer *work, uint64_t rank, const VerifyNode *node,
                     unsigned *settled);
    /* The bits that are settled now. */
    unsigned (*settle)(const VerifyLayer *work, uint64_t rank, const VerifyNode *node);
    unsigned all; /* bits that must be settled in the end */
} VerifyKind;

extern const VerifyKind verify_value, verify_bounds, verify_force;

typedef enum VerifyFault {
    VERIFY_SOUND,
    VERIFY_STOPPED,
    VERIFY_LOCAL,
    VERIFY_CIRCULAR
} VerifyFault;

/* Proves the layer; at a fault `rank` is the first position found to be wrong. */
VerifyFault verify_layer(const VerifyLayer *work, const VerifyKind *kind, uint64_t *rank);

#endif
