/* An attack: one side tries to reach a goal against every defence, by proof numbers.
 *
 * What a proof means. A goal counts as reached only at an end by the rules; a line that comes back
 * to one of its own positions counts as failed. So whoever follows a proof gets nearer to the end
 * with every ply and never meets a position twice: proofs hold whatever the path, and however the
 * game would judge a repetition. A position that the game itself has seen so often that one time
 * more ends it is such an end, too, on every path alike.
 *
 * What a disproof means: the attacker can't force the goal in play that comes to an end by itself.
 * Where repetition is a draw, that is as much as to say that it can't win: the defender stays
 * where there is no proof, for ever if need be. Disproofs that lean on a position of the path are
 * remembered for that path only. */
#ifndef LUD_SEARCH_PROOF_ATTACK_H
#define LUD_SEARCH_PROOF_ATTACK_H

#include "search/proof_table.h"
#include "search/search_object.h"

typedef struct ProofChild {
    uint64_t key;
    ProofNumbers numbers;
    LudMove move;
} ProofChild;

/* What all attacks of a run share. */
typedef struct ProofRoom {
    LudSearch *search;
    ProofTable table;
    ProofChild *children; /* of all nodes on the path, a stack */
    size_t capacity, used;
    int listed[LUD_DEPTH_MOST + 1];        /* children of the node at each ply */
    uint64_t path_key[LUD_DEPTH_MOST + 1]; /* positions of the path */
    uint64_t past_filter[16];              /* a bit for each position that must not come again */
    bool has_used_up;                      /* there are such */
    uint64_t root_key;
    int depth_limit, deepest;
    bool has_notes;
    uint64_t nodes;         /* explored in this run */
    uint64_t nodes_allowed; /* for now */
    uint64_t unreported;    /* positions made since the clock was looked at */
    LudMove moves[LUD_MAX_MOVES];
} ProofRoom;

typedef struct ProofAttack {
    int side;
    bool is_draw_enough;
    uint64_t salt; /* keeps its entries apart from those of other attacks */
} ProofAttack;

/* Sets up for the search's task. */
void proof_room_prepare(ProofRoom *room);
/* Works on the attack from the root until it is settled or nodes_allowed are explored. The root's
 * children are then the first of room->children, in the order of root_moves. */
ProofNumbers proof_attack_work(ProofRoom *room, const ProofAttack *attack);
/* Follows a proof after the root move `first`: the shortest way for the attacker, the longest for
 * the defender, as far as it is remembered. Writes at most `most` moves and returns how many. */
int proof_attack_line(ProofRoom *room, const ProofAttack *attack, LudMove first, LudMove *line,
                      int most);

#endif
