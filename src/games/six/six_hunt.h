/* Forced wins of Six: chains and sieges (core/forcing.h) in the first round.
 *
 * What belongs to the class. All moves of an attack lay tiles, and the shape is completed by a tile
 * from the hand, before the second round begins. As the attacker needs another tile to carry out
 * each threat, every defender's turn in between is one of the first round, too. In a chain the
 * defender has at most one reply that does not lose at once, so a won chain is a single line. In a
 * siege a move that only threatens a chain leaves all replies open, of which most change nothing in
 * that chain; six_siege.c says which can.
 *
 * A position is seen by the attacker. The hand follows from the tiles on the board, so what is
 * found out about tiles holds wherever they come from. */
#ifndef LUD_SIX_HUNT_H
#define LUD_SIX_HUNT_H

#include "six_field.h"
#include "six_quest.h"

enum {
    SIX_HUNTER,
    SIX_PREY,
    SIX_MOST_SPOTS = 4 * SIX_TILES + 4, /* no more empty cells lie around 40 connected tiles */
};

typedef struct SixHunt {
    SixRows tile[2]; /* hunter, prey */
    uint64_t key;
    int hand;    /* the hunter's */
    bool is_cut; /* some attack or defence left the field, and was not looked at */
    SixQuest quest;
} SixHunt;

/* A chain as a line: every cell that matters to it. */
typedef struct SixChainLine {
    int plies;
    int count;                    /* of the cells below, in the order of play; the last */
    uint16_t spot[2 * SIX_TILES]; /* two complete a shape and one of them will be taken */
    SixRows all, preys;           /* the same as a set; those that the prey takes */
} SixChainLine;

#define six_hunt_lay     LUD_DUAL(six_hunt_lay)
#define six_hunt_find    LUD_DUAL(six_hunt_find)
#define six_hunt_keep    LUD_DUAL(six_hunt_keep)
#define six_threatened   LUD_DUAL(six_threatened)
#define six_list_strikes LUD_DUAL(six_list_strikes)
#define six_strike       LUD_DUAL(six_strike)
#define six_chain        LUD_DUAL(six_chain)
#define six_chain_follow LUD_DUAL(six_chain_follow)
#define six_siege        LUD_DUAL(six_siege)
#define six_siege_line   LUD_DUAL(six_siege_line)

/* Lays a tile, or takes it back. */
void six_hunt_lay(SixHunt *hunt, int who, int spot);
/* The trace of the position for one purpose; NULL if there is none. */
enum { SIX_TRACE_CHAIN, SIX_TRACE_SIEGE, SIX_TRACE_REPLY };
const SixTrace *six_hunt_find(const SixHunt *hunt, int purpose);
void six_hunt_keep(SixHunt *hunt, int purpose, uint64_t work, SixTrace trace);

/* How many cells complete a shape of the prey: 0, 1 (then which) or 2 for more. */
int six_threatened(const SixHunt *hunt, int *spot);

/* The moves of a chain: cells that make five tiles of a shape, and if the prey is about to complete
 * one, only the cell that prevents it. At most SIX_MOST_SPOTS. */
int six_list_strikes(SixHunt *hunt, const SixPairs *pairs, uint16_t *spots);
/* Lays the tile of a strike and lists the cells that it threatens to complete, at most two. */
int six_strike(SixHunt *hunt, int spot, uint16_t threats[2]);

/* Whether the hunter, to move, wins by a chain; `plies` until the end if so. */
SixFound six_chain(SixHunt *hunt, int *plies);
/* The chain that six_chain has just found, as a line; false if a limit came in between. */
bool six_chain_follow(SixHunt *hunt, SixChainLine *line);
/* Whether the hunter, to move, wins by a siege with at most so many quiet moves in a line. */
SixFound six_siege(SixHunt *hunt, int quiet, int *plies);
/* A line of play of the win that six_siege has just found: cells, the hunter's first. */
int six_siege_line(SixHunt *hunt, uint16_t *spots, int most);

#endif
