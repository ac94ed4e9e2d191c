/* What a position of the tree is worth without looking further: a part of the template tree.h,
 * which has TREE_GAME defined. */
#ifndef LUD_SEARCH_TREE_ENDS_H
#define LUD_SEARCH_TREE_ENDS_H

#include "search/tree_object.h"

static inline int tree_static(const Tree *tree, int ply)
{
    if (!tree->judging->evaluate)
        return 0;
    return tree->judging->evaluate(tree_state(tree, ply), tree_notes(tree, ply),
                                   tree_side(tree, ply));
}

/* Whether the mover is so far ahead a few plies before the depth runs out that nobody expects the
 * value to fall below beta. Wins and losses are not guessed. */
static inline bool tree_is_ahead(const Tree *tree, int ply, int depth, int alpha, int beta,
                                 int *value)
{
    enum { AHEAD_DEPTH = 4, PLIES_OF_SCALE = 4 };
    if (depth > AHEAD_DEPTH || beta - alpha > 1 || beta >= LUD_VALUE_WON ||
        beta <= -LUD_VALUE_WON || tree->search->switches.has_no_reductions)
        return false;
    *value = tree_static(tree, ply);
    return *value - depth * tree->judging->chance_scale / PLIES_OF_SCALE >= beta;
}

/* What a seat gets decides; by the final scores, or if play stops for `reason` by what that gives.
 */
static int tree_final(const Tree *tree, int ply)
{
    const LudState *s = tree_state(tree, ply);
    int side = tree_side(tree, ply);
    const LudGame *game = TREE_GAME(tree);
    return tree_outcome(game->rules.score(s, side), game->rules.score(s, 1 - side), ply);
}

static int tree_stopped(const Tree *tree, int ply, LudReason reason)
{
    const LudState *s = tree_state(tree, ply);
    int side = tree_side(tree, ply);
    const LudGame *game = TREE_GAME(tree);
    if (!game->rules.stop_score)
        return 0;
    return tree_outcome(game->rules.stop_score(s, side, reason),
                        game->rules.stop_score(s, 1 - side, reason), ply);
}

/* Whether the position at `ply` ends the game whatever came before. */
static inline bool tree_is_ended(const Tree *tree, int ply, int *value)
{
    const LudGame *game = TREE_GAME(tree);
    const LudState *s = tree_state(tree, ply);
    if (tree->is_over[ply]) {
        *value = tree_final(tree, ply);
        return true;
    }
    if (game->rules.is_dead && game->rules.is_dead(s)) {
        *value = tree_stopped(tree, ply, LUD_REASON_NO_CAPTURE);
        return true;
    }
    return false;
}

#endif
