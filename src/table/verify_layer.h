/* Proving one layer of tables right, by playing forwards.
 *
 * Two things together leave no other table than the true one. First, every entry is what its
 * successors make of it. A table could still pass an advantage round a cycle for ever without
 * anybody ever having it. So, second, every entry that is better for somebody than endless play
 * must be settled: whoever has the advantage can play so that captures or the end of the game come
 * after finitely many moves, shown by going through all positions again and again, each being
 * settled once those that it rests on are. Nothing here takes moves back, and nothing is shared
 * with the builder but the rules of the game and the numbering of positions.
 *
 * Lower layers count only for what captures are worth, so they may come part by part: each part
 * shows that no capture into it gives more than an entry says, and which entries it gives. */
#ifndef LUD_TABLE_VERIFY_LAYER_H
#define LUD_TABLE_VERIFY_LAYER_H

#include <stdatomic.h>

#include "core/tabulation.h"
#include "verify_lower.h"

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
    uint64_t every; /* of so many positions one is looked at; all of them if it is 1 */
    /* The columns of one kind; which ones depends on the kind. */
    const uint8_t *entries[LUD_GROUP_COLUMNS];
    VerifyLower *lower;  /* the layers below, its first part being there */
    atomic_uchar *known; /* bits of what was found out, for each position looked at */
    int threads;
    bool (*tick)(void *context, uint64_t fresh); /* on one thread; false: stop */
    void *context;
} VerifyLayer;

/* What a kind of column claims. Bits of `known` are the kind's own affair. */
typedef struct VerifyKind {
    const char *columns[LUD_GROUP_COLUMNS];
    /* Holds the entries against the moves that stay in the layer and the end of the game, when the
     * first part of the lower layers is there, and against the moves into the part that is there
     * now. False if one of them gives more than an entry says. Adds bits: which entries something
     * gives, and what needs no settling. */
    bool (*look)(const VerifyLayer *work, uint64_t rank, const VerifyNode *node, unsigned *known);
    /* The bits that are settled now, by the moves that stay in the layer. */
    unsigned (*settle)(const VerifyLayer *work, uint64_t rank, const VerifyNode *node);
    unsigned given, settled; /* bits that must be there after the last look, and in the end */
} VerifyKind;

extern const VerifyKind verify_value, verify_bounds, verify_force;

typedef enum VerifyFault {
    VERIFY_SOUND,
    VERIFY_STOPPED,
    VERIFY_UNREAD,
    VERIFY_LOCAL,
    VERIFY_CIRCULAR
} VerifyFault;

/* The positions of a layer that are looked at. */
uint64_t verify_layer_places(uint64_t size, uint64_t every);
/* Proves the layer; at a fault `rank` is the lowest position found to be wrong. If not all
 * positions are looked at, nothing is settled. VERIFY_UNREAD: a part of the layers below could not
 * be had, as `err` says. */
VerifyFault verify_layer(const VerifyLayer *work, const VerifyKind *kind, uint64_t *rank,
                         LudError *err);

#endif
