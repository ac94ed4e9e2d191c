/* What one thread needs to walk the tree: the positions on the way down, its move lists, its best
 * lines, and what it has learnt about good moves. */
#ifndef LUD_SEARCH_TREE_OBJECT_H
#define LUD_SEARCH_TREE_OBJECT_H

#include <assert.h>

#include "search/hash_table.h"
#include "search/ordering.h"
#include "search/search_object.h"
#include "search/team.h"

enum {
    TREE_QUIET_PLIES = 12,               /* how far quiescence goes beyond depth 0 */
    TREE_LIST_MOVES = 32 * LUD_MAX_MOVES /* room for the lists of all plies together */
};
static_assert((int)LUD_DEPTH_MOST + (int)TREE_QUIET_PLIES + 2 <= (int)PATH_PLIES,
              "every ply has its place");

typedef struct Tree {
    LudSearch *search;
    const LudGame *game;
    const LudGameJudging *judging;
    HashTable *table;
    Team *team;         /* NULL: a single thread */
    TeamSeat *seat;     /* its own */
    bool is_stopped;    /* nothing that comes back from now on means anything */
    bool has_urgent;    /* LudGameJudging.urgent may be asked: see tree_begin */
    LudKnown came_back; /* what a return to the root or its past gives the root's mover at worst and
                           at best, where an oracle does not know of that; lower > upper: nothing */
    int selective_depth;
    uint32_t pending, batch; /* nodes not yet added to the common count, and when they are */

    unsigned char *frames; /* position and notes of each ply */
    size_t frame_size, notes_at;
    LudMove *moves; /* lists of moves and promises, one behind the other */
    int32_t *promises;
    int moves_used;

    LudMove played[PATH_PLIES]; /* the move that led to each ply; none to the root */
    int8_t side[PATH_PLIES];    /* to move at each ply: see tree_note_turn */
    bool is_over[PATH_PLIES];
    LudMove line[PATH_PLIES][LUD_LINE_MOST];
    int line_length[PATH_PLIES];
    Path path;
    Ordering ordering;
} Tree;

/* A tree walk, generic or compiled for one game: the value of the position at `ply` for its mover,
 * `depth` plies deep, exact between `alpha` and `beta` and a bound outside. What it rests on is
 * added to the trace. */
typedef struct LudTree {
    int (*search)(Tree *tree, int ply, int depth, int alpha, int beta, PathTrace *trace);
} LudTree;

extern const LudTree tree_generic;

/* NULL when out of memory. */
Tree *tree_new(LudSearch *search, HashTable *table);
void tree_free(Tree *tree);
/* How much memory one takes, for a game. */
size_t tree_size(const LudGame *game);
/* Makes it one of a team, before it begins. */
void tree_join(Tree *tree, Team *team, int seat);
/* Sets up the root of the search's task. */
void tree_begin(Tree *tree);
void tree_end(Tree *tree);
/* Adds the nodes visited since to the common count. */
void tree_flush(Tree *tree);

static inline LudState *tree_state(const Tree *tree, int ply)
{
    return (LudState *)(void *)(tree->frames + (size_t)ply * tree->frame_size);
}

static inline LudNotes *tree_notes(const Tree *tree, int ply)
{
    return (LudNotes *)(void *)(tree->frames + (size_t)ply * tree->frame_size + tree->notes_at);
}

static inline int tree_side(const Tree *tree, int ply)
{
    return tree->side[ply];
}

/* Notes what LudGameRules.turn says of the position at `ply`, below the root. Where the game is
 * over nobody is to move; that is seen as if the turn had passed to the other side. */
static inline void tree_note_turn(Tree *tree, int ply, int turn)
{
    tree->is_over[ply] = turn == LUD_OVER;
    tree->side[ply] = (int8_t)(turn == LUD_OVER ? 1 - tree->side[ply - 1] : turn & 1);
}

/* Whether the side that moved to `ply` is to move again. Then the value there is its own, and so is
 * the window; else both change their signs. */
static inline bool tree_moves_again(const Tree *tree, int ply)
{
    return tree->side[ply] == tree->side[ply - 1];
}

/* Counts a node; true if the walk is to end. The flags are looked at every time, so that a stop
 * takes no longer than one node; the clock now and then. */
static inline bool tree_count(Tree *tree)
{
    LudSearch *search = tree->search;
    if (++tree->pending >= tree->batch) {
        uint32_t fresh = tree->pending;
        tree->pending = 0;
        tree->is_stopped = search_should_stop(search, fresh);
    } else {
        tree->is_stopped = search_is_stopped(search);
    }
    if (tree->team && team_order_number(tree->team) != tree->seat->order)
        tree->is_stopped = true;
    return tree->is_stopped;
}

/* The best line of `ply` begins with `m` and goes on as the one below. */
static inline void tree_keep_line(Tree *tree, int ply, LudMove m)
{
    int rest = tree->line_length[ply + 1];
    rest = rest < LUD_LINE_MOST ? rest : LUD_LINE_MOST - 1;
    tree->line[ply][0] = m;
    memcpy(&tree->line[ply][1], tree->line[ply + 1], (size_t)rest * sizeof(LudMove));
    tree->line_length[ply] = rest + 1;
}

/* The value of a game that ended at `ply` with these scores. */
static inline int tree_outcome(int own, int other, int ply)
{
    return own > other ? LUD_VALUE_WIN - ply : own < other ? ply - LUD_VALUE_WIN : 0;
}

/* What the oracle knows of the position at `ply`, counted from the root; false if nothing. In the
 * root's epoch history may overrule an oracle that ignores it. */
bool tree_ask_oracle(const Tree *tree, int ply, LudKnown *known);

/* How many moves are tried at all, as long as one of them does not lose. */
int tree_late(const Tree *tree, int depth);
/* How many plies less the move at `index` is looked at first. */
int tree_reduction(int depth, int index);

#endif
