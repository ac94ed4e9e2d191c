/* How many seeds a player of Oware is sure to end with, proved by the rules alone.
 *
 * A player reaches a number of seeds if, whatever the other does, they come to lie in their store,
 * or the game comes to an end at which the rules give them so many. What is captured is never lost,
 * so they end with as many at least. That is looked for with proof numbers, where moves of the one
 * are chosen and all moves of the other are looked at.
 *
 * A game may be cut short because a position comes back; that can't spoil a proof. A position is
 * proved only by positions that were proved before it, so whoever always moves to the one that was
 * proved first comes, whatever the other does, to ever earlier proofs and never to one twice.
 *
 * A source of what a player ends with at least, such as a table, may be asked where few seeds are
 * left. It has to be true of a game that begins there, and to answer for all positions with as many
 * seeds or fewer: then every capture that leads into its reach begins a new game.
 *
 * That something is not reached is never proved, only believed or left open. Not for `slam=keep`,
 * where games also end because seeds only circle. */
#ifndef LUD_OWARE_REACH_H
#define LUD_OWARE_REACH_H

#include <ludoteca/game.h>

typedef struct Reach {
    /* The seeds that a seat ends with at least; NULL: nobody to ask. It is asked where
     * `source_most` seeds or fewer are on the board. */
    int (*source)(void *context, const LudState *s, int seat);
    int source_most;
    /* Asked now and then; NULL: nobody interrupts. */
    bool (*should_stop)(void *context);
    void *context;         /* of both */
    uint64_t nodes, asked; /* positions looked into; questions to the source */
    bool is_open;          /* the last search gave up before it was done */
    /* Of the present search. */
    int attacker, wanted;
    uint64_t nodes_most, proofs;
    struct ReachSlot *slots;
    uint64_t slot_count;
    struct ReachPath *path;
} Reach;

/* With so much memory for positions; false if there is not as much. The rest of `*reach` is zero.
 */
bool reach_begin(Reach *reach, size_t bytes);
void reach_end(Reach *reach);
/* Whether it is proved that the seat reaches so many seeds from here, by looking into `nodes`
 * positions at most. */
bool reach_prove(Reach *reach, const LudGame *game, const LudState *s, int seat, int wanted,
                 uint64_t nodes);

#endif
