/* The weights of Six's evaluation, in parts of a hundredth (docs/TUNING.md).
 *
 * Fitted from nothing by four runs of `tune`, each to games of the weights before it; none is set
 * by hand. In all of them --random 1-12 --late 40-40 --share 35 --slips 80 --keep all --anchor -1
 * --scale 400, and
 *
 *     tune fit six --from zero  --nodes 50  --games 4000 --seed 1 --save 1.txt
 *     tune fit six --from 1.txt --nodes 200 --games 4000 --seed 2 --save 2.txt
 *     tune fit six --from 2.txt --nodes 400 --games 8000 --seed 3 --save 3.txt
 *     tune fit six --from 3.txt --nodes 600 --games 8000 --seed 4 --save 4.txt */
#ifndef LUD_SIX_WEIGHTS_H
#define LUD_SIX_WEIGHTS_H

enum { SIX_DIVISOR = 16 };

/* First round: windows with one, two, three and four tiles of the player to move: rows, triangles,
 * circles; then those of the opponent; then a five, one threat, several, the move itself. */
#define SIX_FIRST_OWN    74, 165, 579, 2220, -165, -58, 1378, 4285, 299, 95, 608, 3195
#define SIX_FIRST_OTHERS 54, 132, 360, 1774, -148, -210, 949, 3440, 380, 137, 552, 2668
#define SIX_FIRST_REST   23327, -7983, -27018, 1318

/* The same in the second round; then also tiles, shortage, what either side can cut off. */
#define SIX_SECOND_OWN    42, -2, -123, 1468, -146, -328, 113, 1113, 110, -32, -215, -342
#define SIX_SECOND_OTHERS -6, -20, -158, 922, -174, -324, 37, 790, 195, 29, -218, -745
#define SIX_SECOND_REST   13013, -14257, -27077, 3720, 2502, 839, 1798, 751

#endif
