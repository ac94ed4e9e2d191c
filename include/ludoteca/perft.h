/* Counting and random play: the yardsticks of a rules implementation. */
#ifndef LUDOTECA_PERFT_H
#define LUDOTECA_PERFT_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of move sequences of exactly `depth` plies. A turn is one ply: a roll adds none, every
 * outcome counts once. A finished game is a leaf at its own depth only. Each ply takes up to
 * 20 KB of stack. */
LUD_API uint64_t lud_perft(const LudGame *game, const LudState *s, int depth);
/* The same through the interface alone, never through a game's own fast loop. */
LUD_API uint64_t lud_perft_generic(const LudGame *game, const LudState *s, int depth);

/* Plays uniformly random moves (rolls by their weights) from `s` until the rules end the game or
 * `move_limit` moves are made; `s` becomes the last position. Repetition is not watched. */
LUD_API LudPlayout lud_playout(const LudGame *game, LudState *s, LudRandom *random,
                               uint64_t move_limit);
LUD_API LudPlayout lud_playout_generic(const LudGame *game, LudState *s, LudRandom *random,
                                       uint64_t move_limit);

#ifdef __cplusplus
}
#endif
#endif
