/* The weights of Six's evaluation, in parts of a hundredth (docs/TUNING.md).
 *
 * Fitted from nothing by four runs of `tune`, each to games of the weights before it; none is set
 * by hand. In all of them --random 1-12 --late 40-40 --share 35 --slips 80 --keep all --anchor -1
 * --scale 400, and
 *
 *     tune fit six --from zero  --nodes 50  --games 4000 --seed 1 --save 1.txt
 *     tune fit six --from 1.txt --nodes 200 --games 4000 --seed 2 --save 2.txt
 *     tune fit six --from 2.txt --nodes 400 --games 8000 --seed 3 --save 3.txt
 *     tune fit six --from 3.txt --nodes 600 --games 8000 --seed 4 --save 4.txt
 *
 * With lifts counted together and tiles that are tied they were then fitted once more, from these
 * on, to 78,535 positions of 1,982 games of theirs (600 nodes a move, 2 to 7 plies at random, one
 * slip in fifty): half to the result and half to what the search thought eight plies later. `tune`
 * knows only results, so scripts/fit_weights.sh ends before that. */
#ifndef LUD_SIX_WEIGHTS_H
#define LUD_SIX_WEIGHTS_H

enum { SIX_DIVISOR = 640 };

/* First round: windows with one, two, three and four tiles of the player to move: rows, triangles,
 * circles; then those of the opponent; then a five, one threat, several, the move itself; cells for
 * a fifth tile, for two, for a fifth and a fourth, own and the opponent's; what either side can cut
 * off with one lift and with all, and how many of its tiles are tied. At the beginning, and when
 * all tiles are laid. */
#define SIX_EARLY_OWN    147, 425, 1150, 1022, 119, 922, 2141, 8501, 394, 602, 1840, 4210
#define SIX_EARLY_OTHERS 120, 364, 752, -64, 215, 430, 1393, 3522, 548, 960, 2340, 1456
#define SIX_EARLY_REST                                                                             \
    37805, -8594, -56275, 4625, -902, 1547, 552, 353, 1552, 388, -1725, 677, -578, -1074, -659, -460
#define SIX_LATE_OWN    74, 225, 784, 6070, -450, -340, 993, 6944, 279, 29, -110, 7299
#define SIX_LATE_OTHERS 18, 247, 599, 5534, -448, -275, 642, 6179, 368, -36, 148, 6318
#define SIX_LATE_REST                                                                              \
    30675, -10827, -35276, 1477, -1957, -2871, 1524, -1620, -2280, 663, 800, 26, 701, 908, 193, -135

/* The same in the second round; then also tiles, and shortage of them. */
#define SIX_SECOND_OWN    142, 38, 253, 1510, -355, 37, -127, 661, 23, -298, 54, -892
#define SIX_SECOND_OTHERS 48, 34, 74, 1703, -314, -48, -409, 1415, 98, -335, -144, -494
#define SIX_SECOND_REST                                                                            \
    21956, -18888, -34682, 3663, 599, 138, -27, 133, -277, -248, 2480, 380, 402, 534, -936, 261,   \
        2450, 19

#endif
