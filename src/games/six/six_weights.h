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

enum { SIX_DIVISOR = 640 };

/* First round: windows with one, two, three and four tiles of the player to move: rows, triangles,
 * circles; then those of the opponent; then a five, one threat, several, the move itself; cells for
 * a fifth tile, for two, for a fifth and a fourth, own and the opponent's; what either side can cut
 * off. At the beginning, and when all tiles are laid. */
#define SIX_EARLY_OWN    150, 436, 1088, 1346, 135, 741, 1943, 4715, 167, 93, 1022, 3595
#define SIX_EARLY_OTHERS 132, 352, 843, 426, 153, 295, 1471, 2351, 268, 375, 1030, 2430
#define SIX_EARLY_REST   24450, -7763, -31582, 2996, -233, 3157, 996, 76, 1731, 1264, 922, 1667
#define SIX_LATE_OWN     -22, 45, 537, 3223, -202, -286, 1056, 5000, 78, -173, 195, 4941
#define SIX_LATE_OTHERS  -41, 61, 367, 2809, -228, -199, 719, 4167, 158, -276, 142, 3819
#define SIX_LATE_REST    21624, -7616, -24235, 424, -1326, -1388, 709, -877, -1148, 228, -321, -674

/* The same in the second round; then also tiles, and shortage of them. */
#define SIX_SECOND_OWN    8, -26, -17, 232, -151, 36, 56, -273, 14, -128, -299, -1237
#define SIX_SECOND_OTHERS -42, -25, -146, 822, -107, 102, -46, 608, 48, -116, -370, 32
#define SIX_SECOND_REST                                                                            \
    15094, -12226, -26044, 3476, 567, 416, 553, 31, -75, 315, 1079, 45, 1873, 324

#endif
