/* The index of Oware's boards is one to one and onto; moves taken back are the moves there are. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "games/oware/oware_index.h"
#include "games/oware/oware_unmove.h"
#include "support/tap.h"

enum { MOST_WHOLE = 12, MOST_UNMOVED = 9 };

/* Every number gives a board of its own with so many seeds, which gives the number again; and the
 * step to the next board leads to the board of the next number. */
static void test_layer(int seeds)
{
    uint64_t boards = oware_boards(seeds), wrong = 0, fraction = 1;
    for (uint64_t i = 1; i < OWARE_ALL_PITS; i++)
        fraction = fraction * ((uint64_t)seeds + i) / i; /* C(n + 11, 11) */
    OwareHalves step = oware_unrank(seeds, 0);
    for (uint64_t rank = 0; rank < boards; rank++) {
        OwareHalves board = oware_unrank(seeds, rank);
        wrong += oware_rank(board.own, board.opponent) != rank || board.own != step.own ||
                 board.opponent != step.opponent ||
                 oware_count(board.own) + oware_count(board.opponent) != seeds ||
                 ((board.own | board.opponent) & ~OWARE_BOARD) != 0;
        if (rank + 1 < boards)
            step = oware_next(step);
    }
    tap_report(wrong == 0 && boards == fraction, "%d seeds: %llu boards, one to one", seeds,
               (unsigned long long)boards);
}

/* Seeds thrown into random pits; stores and seats that must not matter. */
static OwareHalves random_board(LudRandom *random, int seeds)
{
    OwareHalves board = {UINT64_C(1) << 56 | lud_random_below(random, 40),
                         lud_random_below(random, 40)};
    while (seeds > 0) {
        int pit = (int)lud_random_below(random, OWARE_ALL_PITS);
        int some = 1 + (int)lud_random_below(random, 4);
        some = some < seeds ? some : seeds;
        seeds -= some;
        *(pit < OWARE_PITS ? &board.own : &board.opponent) += (uint64_t)some
                                                              << (8 * (pit % OWARE_PITS) + 8);
    }
    return board;
}

static void test_random(int boards)
{
    LudRandom random;
    uint64_t wrong = 0;
    lud_random_seed(&random, 48);
    for (int i = 0; i < boards; i++) {
        int seeds = MOST_WHOLE + 1 + i % (OWARE_SEEDS - MOST_WHOLE);
        OwareHalves board = random_board(&random, seeds);
        uint64_t rank = oware_rank(board.own, board.opponent);
        OwareHalves again = oware_unrank(seeds, rank);
        wrong += rank >= oware_boards(seeds) || again.own != (board.own & OWARE_BOARD) ||
                 again.opponent != (board.opponent & OWARE_BOARD);
        if (rank + 1 < oware_boards(seeds)) {
            again = oware_next(again);
            wrong += oware_rank(again.own, again.opponent) != rank + 1;
        }
    }
    tap_report(wrong == 0, "%d random boards of 13 to 48 seeds", boards);
    wrong = 0;
    for (int seeds = 0; seeds <= OWARE_SEEDS; seeds++) {
        OwareHalves last = oware_unrank(seeds, oware_boards(seeds) - 1);
        wrong += last.own != (uint64_t)seeds << 8 || last.opponent != 0;
    }
    tap_report(wrong == 0, "the last number of every layer is the last board");
}

/* -- moves taken back -------------------------------------------------------------------------- */

/* Whether `before` is listed among the boards before `after`. */
static int times_listed(OwareHalves after, int slam, OwareHalves before)
{
    OwareHalves list[OWARE_MOST_BEFORE];
    int count = oware_unmove(after.own, after.opponent, slam, list), times = 0;
    for (int i = 0; i < count; i++)
        times += (list[i].own & OWARE_BOARD) == before.own &&
                 (list[i].opponent & OWARE_BOARD) == before.opponent;
    return times;
}

/* Plays the quiet moves of a board; each must be listed once where it leads. */
static uint64_t play_quiet(OwareHalves board, int slam, uint64_t *wrong)
{
    uint64_t quiet = 0;
    uint64_t legal = oware_legal(board.own, board.opponent, slam);
    for (; legal; legal &= legal - 1) {
        Oware o = {.own = board.own, .opponent = board.opponent, .slam = (uint8_t)slam};
        if (oware_sow(&o, __builtin_ctzll(legal) / 8 - 1) > 0)
            continue;
        *wrong += times_listed((OwareHalves){o.own, o.opponent}, slam, board) != 1;
        quiet++;
    }
    return quiet;
}

/* Quiet moves and moves taken back are as many, and each of the ones is among the others. */
static void test_unmoves(int slam, int seeds)
{
    uint64_t forward = 0, backward = 0, wrong = 0;
    for (uint64_t rank = 0; rank < oware_boards(seeds); rank++) {
        OwareHalves list[OWARE_MOST_BEFORE], board = oware_unrank(seeds, rank);
        forward += play_quiet(board, slam, &wrong);
        backward += (uint64_t)oware_unmove(board.own, board.opponent, slam, list);
    }
    tap_report(wrong == 0 && forward == backward, "slam %d, %d seeds: %llu quiet moves taken back",
               slam, seeds, (unsigned long long)backward);
}

/* Whether a board that a move was taken back to leads here again by a legal quiet move. */
static bool leads_to(OwareHalves before, int slam, OwareHalves after)
{
    int ways = 0;
    uint64_t legal = oware_legal(before.own, before.opponent, slam);
    for (; legal; legal &= legal - 1) {
        Oware o = {.own = before.own, .opponent = before.opponent, .slam = (uint8_t)slam};
        ways += oware_sow(&o, __builtin_ctzll(legal) / 8 - 1) == 0 && o.own == after.own &&
                o.opponent == after.opponent;
    }
    return ways == 1;
}

/* The same on random boards, where sowings of one lap and more occur. */
static void test_random_unmoves(int slam, int boards)
{
    LudRandom random;
    uint64_t wrong = 0, laps = 0, backward = 0;
    lud_random_seed(&random, (uint64_t)slam + 7);
    for (int i = 0; i < boards; i++) {
        int seeds = 12 + i % (OWARE_SEEDS - 11);
        OwareHalves list[OWARE_MOST_BEFORE], board = random_board(&random, seeds);
        board.own &= OWARE_BOARD;
        board.opponent &= OWARE_BOARD;
        /* A large heap, so that laps are made. */
        if (i % 3 == 0) {
            board = oware_unrank(seeds, oware_boards(seeds) - 1 - (uint64_t)i % 40);
            board.opponent += OWARE_ONES * (uint64_t)(i % 4);
            board.own += OWARE_ONES * (uint64_t)(i % 5 % 3);
            if (oware_count(board.own) + oware_count(board.opponent) > OWARE_SEEDS)
                continue;
        }
        play_quiet(board, slam, &wrong);
        Oware o = {.own = board.own, .opponent = board.opponent, .slam = (uint8_t)slam};
        uint64_t legal = oware_legal(o.own, o.opponent, slam);
        if (!legal)
            continue;
        int pit = __builtin_ctzll(legal) / 8 - 1;
        laps += oware_pit(o.own, pit) > 11;
        oware_sow(&o, pit);
        OwareHalves after = {o.own & OWARE_BOARD, o.opponent & OWARE_BOARD};
        int count = oware_unmove(after.own, after.opponent, slam, list);
        for (int k = 0; k < count; k++)
            wrong += !leads_to(list[k], slam, after);
        backward += (uint64_t)count;
    }
    tap_report(wrong == 0 && laps > 10 && backward > 1000,
               "slam %d: random boards, %llu moves taken back, %llu boards with laps", slam,
               (unsigned long long)backward, (unsigned long long)laps);
}

int main(void)
{
    for (int seeds = 0; seeds <= (tap_is_short() ? 9 : MOST_WHOLE); seeds++)
        test_layer(seeds);
    test_random(tap_scaled(3000000));
    for (int slam = OWARE_KEEP; slam <= OWARE_AWARI; slam++) {
        for (int seeds = 0; seeds <= (tap_is_short() ? 6 : MOST_UNMOVED); seeds++)
            test_unmoves(slam, seeds);
        test_random_unmoves(slam, tap_scaled(60000));
    }
    return tap_finish();
}
