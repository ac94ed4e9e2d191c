/* The weights of Six's evaluation, in parts of a hundredth (docs/TUNING.md).
 *
 * Fitted by logistic regression to 4000 games of a search of two plies that played with weights set
 * by hand (16, 80, 320 and 1120 for one's own windows of one to four tiles, 16, 80, 240 and 720 for
 * the opponent's), by a program that is not kept, so these numbers can't be made anew. Against the
 * hand-set ones they won 112 of 140 games with 2000 nodes a move. Three later fits, to games of
 * these weights themselves, one of them by `tune`, all lost against them; why is not known. The
 * weight of several threats in the second round is set by hand: the games had too few. */
#ifndef LUD_SIX_WEIGHTS_H
#define LUD_SIX_WEIGHTS_H

enum { SIX_DIVISOR = 16 };

/* First round: windows with one, two, three and four tiles of the player to move: rows, triangles,
 * circles; then those of the opponent; then a five, one threat, several, the move itself. */
#define SIX_FIRST_OWN    210, 349, 737, 2674, -286, -155, 1427, 3015, 201, -238, 99, 1354
#define SIX_FIRST_OTHERS 202, 308, 601, 2235, -252, -370, 1137, 2846, 225, -118, 463, 1142
#define SIX_FIRST_REST   48000, -5801, -32000, 1777

/* The same in the second round; then also tiles, shortage, what either side can cut off. */
#define SIX_SECOND_OWN    -6, -187, 45, 3251, -128, -88, 912, 4341, -144, -626, -195, 1374
#define SIX_SECOND_OTHERS -115, -293, -163, 2617, 72, 63, 496, 3905, -185, -354, -43, 975
#define SIX_SECOND_REST   40000, -14311, -20000, 3661, 3076, 418, 2495, 1490

#endif
