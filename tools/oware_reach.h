/* How many seeds a player of Oware is sure to end with: proved by looking at all moves.
 *
 * A player reaches a number of seeds within some plies if, whatever the other does, by then they
 * lie in their store, or the game is over and the rules give them so many. What is captured is
 * never lost, so then they end with as many at least. A game may be cut short because a position
 * comes back; that can't spoil it: whoever always moves towards the end that is nearest, counted in
 * plies against the longest defence, comes nearer with every ply and never to a position twice.
 *
 * A source of what a player ends with at least, such as a table, may be asked where fewer seeds are
 * left. It has to be true of a game that begins there and must answer for all positions with as
 * many seeds or fewer, or none: then every capture that leads into its reach begins a new game.
 *
 * Not for `slam=keep`, where games also end because seeds only circle. */
#ifndef LUD_OWARE_REACH_H
#define LUD_OWARE_REACH_H

#include <ludoteca/game.h>

typedef struct Reach {
    int attacker, wanted; /* the seat, and how many seeds; see reach_want */
    /* The seeds that a seat ends with at least; NULL: nobody to ask. It is asked where
     * `source_most` seeds or fewer are on the board. */
    int (*source)(void *context, const LudState *s, int seat);
    int source_most;
    /* Asked now and then; NULL: nobody interrupts. */
    bool (*should_stop)(void *context);
    void *context;         /* of both */
    uint64_t nodes, asked; /* positions looked at; of them those that the source was asked about */
    bool is_stopped;       /* then the last answer means nothing */
    struct ReachSlot *slots;
    uint64_t slot_count;
} Reach;

/* With so much memory for positions; false if there is not as much. The rest of `*reach` is zero.
 */
bool reach_begin(Reach *reach, size_t bytes);
void reach_end(Reach *reach);
/* Sets who is to reach how many seeds; forgets what was known of other questions. */
void reach_want(Reach *reach, int attacker, int wanted);
/* Whether the attacker reaches them from here within `depth` plies (0–250). */
bool reach_try(Reach *reach, const LudGame *game, const LudState *s, int depth);

#endif
