/* A small game with the rules of Secuencia de Dados, solved exactly, and what a player that was
 * trained like the large one's gives away in it.
 *
 * Three ranks of four squares and two dice of four faces, totals 2 to 8. Four numbers have three
 * squares each:
 *
 *     2 4 5 4          2, 4, 5: a chip on an empty square of the number, or, if all are taken, in
 * place of an 5 3 2 3          opponent's; so with 3. 2: the same player rolls again. 6: an
 * opponent's chip is taken 4 2 3 5          away, but from no 2. 7: a chip anywhere; on a full
 * board in place of an opponent's. 8: as a 2, another roll included.
 *
 * Six chips a side; without a chip in hand a turn is lost, as where nothing can be done. Three in
 * an unbroken row, column or diagonal win. Everything that makes the large game what it is: numbers
 * that fill up, replacing, a defence with safe squares, a wild total, further rolls, a supply that
 * runs out.
 *
 * There are 3^12 boards, of which the roller's chance to win is found by going over all of them
 * until nothing changes by more than 1e-12 (value iteration). The judge is a network of the same
 * kind as the large game's (lines with full numbers marked, blocks, wins on the next roll), trained
 * the same way.
 *
 *   small_dice [MILLION TURNS [SEED]] */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/random.h>

enum {
    WIDTH = 4,
    SQUARES = 12,
    CHIPS = 6,
    BOARDS = 531441, /* 3^12 */
    ALL = (1 << SQUARES) - 1,
    LOWEST = 2,
    HIGHEST = 8,
    WAYS = 16,
    LINES = 20,
    BLOCKS = 2, /* of three by three, one beside the other */
    PATTERNS = LINES + BLOCKS + 1,
    LINE_SIZE = 125,
    BLOCK_SIZE = 19683,
    WIN_SIZE = (WAYS + 1) * (WAYS + 1),
    WEIGHTS = LINES * LINE_SIZE + BLOCKS * BLOCK_SIZE + WIN_SIZE,
};

static const int number_at[SQUARES] = {4, 2, 3, 5, 5, 3, 2, 3, 2, 4, 5, 4};

/* The roller's chips, and the other's. */
typedef struct Board {
    unsigned mine, theirs;
} Board;

static unsigned squares_of[HIGHEST + 1]; /* where a total can be played */
static unsigned lines[LINES];
static int line_count, power_of[1 << SQUARES]; /* a set of squares as digits of base 3 */

static int ways_of(int total)
{
    return total <= 5 ? total - 1 : 9 - total;
}

static void add_lines(int files, int ranks)
{
    for (int square = 0; square < SQUARES; square++) {
        int file = square % WIDTH, rank = square / WIDTH;
        int last_file = file + 2 * files, last_rank = rank + 2 * ranks;
        if (last_file < 0 || last_file >= WIDTH || last_rank >= SQUARES / WIDTH)
            continue;
        int step = files + WIDTH * ranks;
        lines[line_count++] = 1U << square | 1U << (square + step) | 1U << (square + 2 * step);
    }
}

static void set_up(void)
{
    for (int square = 0; square < SQUARES; square++)
        squares_of[number_at[square]] |= 1U << square;
    squares_of[6] = ALL & ~squares_of[2];
    squares_of[7] = ALL;
    squares_of[8] = squares_of[2];
    add_lines(1, 0);
    add_lines(0, 1);
    add_lines(1, 1);
    add_lines(-1, 1);
    for (int set = 0; set < 1 << SQUARES; set++) {
        for (int i = 0, power = 1; i < SQUARES; i++, power *= 3)
            power_of[set] += set >> i & 1 ? power : 0;
    }
}

static bool has_line(unsigned set)
{
    for (int i = 0; i < line_count; i++) {
        if ((set & lines[i]) == lines[i])
            return true;
    }
    return false;
}

static int index_of(Board b)
{
    return power_of[b.mine] + 2 * power_of[b.theirs];
}

/* -- moves --------------------------------------------------------------------------------------
 */

typedef enum Kind { PLACE, REPLACE, REMOVE, PASS } Kind;

static unsigned targets(Board b, int total, Kind *kind)
{
    unsigned taken = b.mine | b.theirs, squares = squares_of[total];
    if (total == 6) {
        *kind = REMOVE;
        return squares & b.theirs;
    }
    *kind = PASS;
    if (__builtin_popcount(b.mine) == CHIPS)
        return 0;
    *kind = squares & ~taken ? PLACE : REPLACE;
    return *kind == PLACE ? squares & ~taken : squares & b.theirs;
}

/* The board after a move as the next roller sees it, and whether that is the same player. */
static Board after(Board b, Kind kind, unsigned square, int total, bool *is_same)
{
    *is_same = (kind == PLACE || kind == REPLACE) && (total == 2 || total == 8);
    if (kind == PLACE || kind == REPLACE)
        b.mine |= square;
    if (kind == REPLACE || kind == REMOVE)
        b.theirs &= ~square;
    return *is_same ? b : (Board){b.theirs, b.mine};
}

/* What the roller gets by the best move for a total: `value` knows the roller's chance on each
 * board. Writes the move that is taken, 0 for none. */
static double best_of(Board b, int total, double (*value)(Board b), unsigned *move)
{
    Kind kind;
    unsigned squares = targets(b, total, &kind);
    double best = -1;
    bool is_same;
    *move = 0;
    if (!squares)
        return 1 - value(after(b, PASS, 0, total, &is_same));
    for (; squares; squares &= squares - 1) {
        unsigned square = squares & -squares;
        double found = 1;
        if (kind == REMOVE || !has_line(b.mine | square)) {
            Board next = after(b, kind, square, total, &is_same);
            found = is_same ? value(next) : 1 - value(next);
        }
        if (found > best) {
            best = found;
            *move = square;
        }
    }
    return best;
}

/* -- the exact solution -------------------------------------------------------------------------
 */

static double *solved;

static double solved_value(Board b)
{
    return solved[index_of(b)];
}

static bool is_possible(Board b)
{
    return __builtin_popcount(b.mine) <= CHIPS && __builtin_popcount(b.theirs) <= CHIPS &&
           !has_line(b.mine) && !has_line(b.theirs);
}

/* Goes over all boards until nothing changes; returns how often that was. */
static int solve(int *boards)
{
    double change = 1;
    int rounds = 0;
    for (; change > 1e-12; rounds++) {
        change = 0;
        *boards = 0;
        for (unsigned mine = 0; mine <= ALL; mine++) {
            for (unsigned rest = ALL & ~mine, theirs = rest;; theirs = (theirs - 1) & rest) {
                Board b = {mine, theirs};
                if (is_possible(b)) {
                    double sum = 0;
                    unsigned move;
                    for (int total = LOWEST; total <= HIGHEST; total++)
                        sum += ways_of(total) * best_of(b, total, solved_value, &move);
                    change = fmax(change, fabs(sum / WAYS - solved[index_of(b)]));
                    solved[index_of(b)] = sum / WAYS;
                    (*boards)++;
                }
                if (!theirs)
                    break;
            }
        }
    }
    return rounds;
}

/* -- the judge ----------------------------------------------------------------------------------
 */

static float weights[WEIGHTS], coherence[WEIGHTS][2];

static int winning_ways(unsigned mine, unsigned theirs)
{
    Board b = {mine, theirs};
    int ways = 0;
    for (int total = LOWEST; total <= HIGHEST; total++) {
        Kind kind;
        bool wins = false;
        for (unsigned squares = targets(b, total, &kind); squares; squares &= squares - 1)
            wins |= kind != REMOVE && has_line(mine | (squares & -squares));
        ways += wins ? ways_of(total) : 0;
    }
    return ways;
}

static int block_number(Board b, int files)
{
    int number = 0;
    for (int i = 9; i-- > 0;) {
        unsigned square = 1U << (i / 3 * WIDTH + i % 3 + files);
        number = 3 * number + (b.mine & square ? 1 : b.theirs & square ? 2 : 0);
    }
    return number;
}

static void find_patterns(Board b, int pattern[PATTERNS])
{
    unsigned taken = b.mine | b.theirs, full = 0;
    int count = 0;
    for (int number = 2; number <= 5; number++)
        full |= squares_of[number] & ~taken ? 0 : squares_of[number];
    for (int i = 0; i < LINES; i++) {
        int number = 0;
        for (unsigned rest = i < line_count ? lines[i] : 0; rest; rest &= rest - 1) {
            unsigned square = rest & -rest;
            int owner = b.mine & square ? 1 : b.theirs & square ? 2 : 0;
            number = 5 * number + owner + (full & square ? 2 : 0);
        }
        pattern[count++] = i * LINE_SIZE + number;
    }
    for (int i = 0; i < BLOCKS; i++)
        pattern[count++] = LINES * LINE_SIZE + i * BLOCK_SIZE + block_number(b, i);
    pattern[count] = LINES * LINE_SIZE + BLOCKS * BLOCK_SIZE +
                     (WAYS + 1) * winning_ways(b.mine, b.theirs) + winning_ways(b.theirs, b.mine);
}

static double judged_value(Board b)
{
    int pattern[PATTERNS];
    float sum = 0;
    find_patterns(b, pattern);
    for (int i = 0; i < PATTERNS; i++)
        sum += weights[pattern[i]];
    return 1 / (1 + exp(-(double)sum));
}

static void correct(Board b, double wanted, float rate)
{
    int pattern[PATTERNS];
    float wrong = (float)(wanted - judged_value(b));
    find_patterns(b, pattern);
    for (int i = 0; i < PATTERNS; i++) {
        float *sums = coherence[pattern[i]];
        float trust = sums[1] > 0 ? fabsf(sums[0]) / sums[1] : 1;
        weights[pattern[i]] += rate * trust * wrong / PATTERNS;
        sums[0] += wrong;
        sums[1] += fabsf(wrong);
    }
}

static int draw_total(LudRandom *random)
{
    return 2 + (int)lud_random_below(random, 4) + (int)lud_random_below(random, 4);
}

/* Temporal differences from games with itself, as src/train does it. */
static void train(uint64_t turns, LudRandom *random)
{
    Board b = {0, 0};
    for (uint64_t i = 0; i < turns; i++) {
        double done = (double)i / (double)turns;
        float rate = done < 0.6 ? 1 : powf(0.03F, (float)((done - 0.6) / 0.4));
        int total = draw_total(random);
        unsigned move;
        Kind kind;
        bool is_same, slips = lud_random_below(random, 1000) < 30;
        double value = best_of(b, total, judged_value, &move);
        unsigned squares = targets(b, total, &kind);
        if (slips && squares) {
            for (int skip = (int)lud_random_below(random, (uint32_t)__builtin_popcount(squares));
                 skip > 0; skip--)
                squares &= squares - 1;
            move = squares & -squares;
        } else {
            correct(b, value, rate);
        }
        if (move && kind != REMOVE && has_line(b.mine | move))
            b = (Board){0, 0};
        else
            b = after(b, move ? kind : PASS, move, total, &is_same);
    }
}

/* -- what it gives away -------------------------------------------------------------------------
 */

typedef struct Loss {
    double chance, judged, moves;
    int turns;
} Loss;

/* Games of the judge with itself: how far its chances are from the true ones, and what its moves
 * give away. */
static Loss measure(int turns, LudRandom *random)
{
    Loss loss = {.turns = turns};
    Board b = {0, 0};
    for (int i = 0; i < turns; i++) {
        int total = draw_total(random);
        unsigned move, best;
        Kind kind;
        bool is_same;
        double true_best = best_of(b, total, solved_value, &best);
        loss.chance += fabs(judged_value(b) - solved_value(b));
        best_of(b, total, judged_value, &move);
        targets(b, total, &kind);
        bool wins = move && kind != REMOVE && has_line(b.mine | move);
        Board next = after(b, move ? kind : PASS, move, total, &is_same);
        double got = wins ? 1 : is_same ? solved_value(next) : 1 - solved_value(next);
        loss.moves += true_best - got;
        b = wins ? (Board){0, 0} : next;
    }
    return loss;
}

/* The share of games that the judge wins against perfect play, each beginning half of them, worked
 * out exactly: the chance of the perfect side on each board when the other plays by its judge. */
static double *against[2]; /* the roller is perfect; the roller goes by the judge */

static void play_out(double *first, double *second)
{
    static unsigned char judged_move[BOARDS][HIGHEST + 1];
    double change = 1;
    for (unsigned mine = 0; mine <= ALL; mine++) {
        for (unsigned rest = ALL & ~mine, theirs = rest;; theirs = (theirs - 1) & rest) {
            Board b = {mine, theirs};
            for (int total = LOWEST; is_possible(b) && total <= HIGHEST; total++) {
                unsigned move;
                best_of(b, total, judged_value, &move);
                judged_move[index_of(b)][total] =
                    (unsigned char)(move ? __builtin_ctz(move) + 1 : 0);
            }
            if (!theirs)
                break;
        }
    }
    while (change > 1e-12) {
        change = 0;
        for (unsigned mine = 0; mine <= ALL; mine++) {
            for (unsigned rest = ALL & ~mine, theirs = rest;; theirs = (theirs - 1) & rest) {
                Board b = {mine, theirs};
                for (int who = 0; is_possible(b) && who < 2; who++) {
                    double sum = 0;
                    for (int total = LOWEST; total <= HIGHEST; total++) {
                        Kind kind;
                        bool is_same;
                        unsigned move = 0;
                        targets(b, total, &kind);
                        if (who == 0)
                            best_of(b, total, solved_value, &move);
                        else if (judged_move[index_of(b)][total])
                            move = 1U << (judged_move[index_of(b)][total] - 1);
                        bool wins = move && kind != REMOVE && has_line(b.mine | move);
                        Board next = after(b, move ? kind : PASS, move, total, &is_same);
                        double got = wins      ? 1
                                     : is_same ? against[who][index_of(next)]
                                               : 1 - against[1 - who][index_of(next)];
                        sum += ways_of(total) * got / WAYS;
                    }
                    change = fmax(change, fabs(sum - against[who][index_of(b)]));
                    against[who][index_of(b)] = sum;
                }
                if (!theirs)
                    break;
            }
        }
    }
    *first = 1 - against[0][0];
    *second = against[1][0];
}

int main(int argc, char **argv)
{
    double millions = argc > 1 ? atof(argv[1]) : 5;
    LudRandom random;
    int boards = 0;
    set_up();
    solved = malloc(BOARDS * sizeof *solved);
    against[0] = malloc(BOARDS * sizeof **against);
    against[1] = malloc(BOARDS * sizeof **against);
    if (!solved || !against[0] || !against[1])
        return EXIT_FAILURE;
    for (int i = 0; i < BOARDS; i++)
        solved[i] = against[0][i] = against[1][i] = 0.5;
    int rounds = solve(&boards);
    printf("%d lines; %d boards, solved in %d rounds; who begins wins %.6f\n", line_count, boards,
           rounds, solved[0]);
    lud_random_seed(&random, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    train((uint64_t)(millions * 1e6), &random);
    Loss loss = measure(200000, &random);
    double first, second;
    play_out(&first, &second);
    printf(
        "%.1f million turns of training; chances %.3f points off; %.4f points given away a turn\n",
        millions, 100 * loss.chance / loss.turns, 100 * loss.moves / loss.turns);
    printf("against perfect play it wins %.3f %% (%.3f %% beginning, %.3f %% not)\n",
           50 * (first + second), 100 * second, 100 * first);
    free(solved);
    free(against[0]);
    free(against[1]);
    return EXIT_SUCCESS;
}
