/* Forced wins: what a game can prove by looking only at moves that leave the opponent hardly a
 * choice.
 *
 * Two classes of attacks, the second one wider:
 *
 *   chain   after each of its moves the attacker could win with the very next one
 *   siege   after each of its moves the attacker could win with the very next one, or by a chain,
 *           if the opponent passed
 *
 * A win that is found holds against every legal reply; only the attacker's moves are limited. That
 * there is none is said only when all attacks of the class were looked at. What a game counts as
 * such an attack besides (the round that it is played in, room on the board, where it knows chains
 * only) it says where it defines its facet. History is not looked at: a win that is found comes
 * back to no position of its own lines, but it may cross one that the game has seen before. */
#ifndef LUD_CORE_FORCING_H
#define LUD_CORE_FORCING_H

#include <ludoteca/search.h>

typedef enum LudForcingClass { LUD_FORCING_CHAIN, LUD_FORCING_SIEGE } LudForcingClass;

typedef enum LudForced {
    LUD_FORCED_UNKNOWN, /* a limit was reached, or something of the class can't be looked at */
    LUD_FORCED_WIN,
    LUD_FORCED_NONE, /* not one attack of the class wins */
} LudForced;

typedef struct LudForcingTask {
    LudForcingClass attacks;
    int side;       /* the attacker; if the other side is to move, as if it had passed */
    uint64_t nodes; /* the most positions to look at */
    /* Asked now and then with the positions looked at since; NULL: nobody interrupts. */
    bool (*should_stop)(void *context, uint64_t fresh);
    void *context;
    /* Where to remember positions: aligned to 16 bytes, a power of two of them, all zero at first
     * and untouched between calls. What stands there holds for all positions of the game. */
    void *memory;
    size_t memory_bytes;
} LudForcingTask;

typedef struct LudForcedWin {
    int plies;  /* the end comes within so many; of a pass, too, none is counted */
    int length; /* of the line: a defence that holds out long; at least one move */
    LudMove line[LUD_LINE_MOST];
} LudForcedWin;

enum { LUD_FORCING_BYTES_LEAST = 1 << 10 };

/* The facet. */
typedef struct LudGameForcing {
    /* Looks for a win of the task's side; fills in `win` if there is one. After a pass the line
     * begins with the attacker's move. `nodes` is what was looked at. */
    LudForced (*seek)(const LudState *s, const LudForcingTask *task, LudForcedWin *win,
                      uint64_t *nodes);
    /* Whether the value of a position of the opening is in the game's book: it is won within
     * `plies` for the side to move, or if they are negative lost within that many. NULL: there is
     * no book. */
    bool (*known)(const LudState *s, int *plies);
    /* Equal for positions that are the same up to the symmetries of the board and an exchange of
     * the sides, practically never for others. NULL as `known`. */
    uint64_t (*symmetric_key)(const LudState *s);
} LudGameForcing;

#endif
