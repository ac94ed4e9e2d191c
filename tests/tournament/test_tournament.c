/* Who meets whom, and the statistics. The expected numbers come from a separate program in another
 * language, which finds each of them in another way: sums over written-out groups, Newton's method
 * in two unknowns for the test, Hunter's iteration for the ratings. */
#include <math.h>
#include <string.h>

#include "support/unit.h"

static LudSchedule schedule_of(int players, int sides)
{
    LudSchedule schedule;
    assert_int_equal(lud_schedule_make(&schedule, players, sides, NULL), LUD_OK);
    return schedule;
}

static void expect_near(double got, double wanted, double within)
{
    if (!(fabs(got - wanted) <= within))
        fail_msg("%.12g instead of %.12g", got, wanted);
}

static LudOutcome outcome(int first, int second)
{
    return (LudOutcome){.is_played = true, .points = {(int8_t)first, (int8_t)second}};
}

/* -- who meets whom ---------------------------------------------------------------------------- */

static void test_everyone_takes_every_side(void **unused)
{
    (void)unused;
    for (int players = 2; players <= 5; players++) {
        for (int sides = 2; sides <= 3; sides++) {
            LudSchedule schedule = schedule_of(players, sides);
            int sat[5][3] = {{0}};
            int games = 2 * schedule.lineups * sides;
            for (int game = 0; game < games; game++) {
                LudSeating seating;
                lud_schedule_game(&schedule, game, &seating);
                assert_int_equal(seating.group, game / sides);
                assert_int_equal(seating.rotation, game % sides);
                for (int side = 0; side < sides; side++)
                    sat[seating.player[side]][side]++;
            }
            for (int player = 0; player < players; player++) {
                for (int side = 0; side < sides; side++)
                    assert_int_equal(sat[player][side], games / players);
            }
        }
    }
}

static void test_lineups_are_all_different(void **unused)
{
    (void)unused;
    LudSchedule schedule = schedule_of(5, 3);
    assert_int_equal(schedule.lineups, 10);
    unsigned seen = 0;
    for (int lineup = 0; lineup < 10; lineup++) {
        LudSeating seating;
        lud_schedule_game(&schedule, 3 * lineup, &seating);
        const int *player = seating.player;
        assert_true(player[0] < player[1] && player[1] < player[2] && player[2] < 5);
        unsigned set = 1u << player[0] | 1u << player[1] | 1u << player[2];
        assert_int_equal(seen >> set & 1, 0);
        seen |= 1u << set;
    }
    /* In the second round the circle turns the other way. */
    LudSeating first, second;
    lud_schedule_game(&schedule, 0, &first);
    lud_schedule_game(&schedule, 30, &second);
    assert_int_equal(second.round, 1);
    assert_int_equal(first.player[0], second.player[2]);
    assert_int_equal(first.player[2], second.player[0]);
}

static void test_two_on_three_sides(void **unused)
{
    (void)unused;
    LudSchedule schedule = schedule_of(2, 3);
    static const int wanted[6][3] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0},
                                     {0, 1, 1}, {1, 1, 0}, {1, 0, 1}};
    for (int game = 0; game < 6; game++) {
        LudSeating seating;
        lud_schedule_game(&schedule, game, &seating);
        assert_memory_equal(seating.player, wanted[game], sizeof wanted[game]);
    }
    LudError err;
    assert_int_equal(lud_schedule_make(&schedule, 1, 2, &err), LUD_EUSAGE);
    assert_int_equal(lud_schedule_make(&schedule, 33, 2, &err), LUD_EUSAGE);
}

static void test_seeds_differ(void **unused)
{
    (void)unused;
    uint64_t seed = lud_tournament_seed(1, LUD_SEED_DICE, 2, 3);
    assert_true(seed == lud_tournament_seed(1, LUD_SEED_DICE, 2, 3));
    assert_true(seed != lud_tournament_seed(2, LUD_SEED_DICE, 2, 3));
    assert_true(seed != lud_tournament_seed(1, LUD_SEED_PLAYER, 2, 3));
    assert_true(seed != lud_tournament_seed(1, LUD_SEED_DICE, 3, 2));
    assert_true(seed >> 63 == 0);
}

/* -- shares and Elo ---------------------------------------------------------------------------- */

/* Pairs of which the first player gets 0, ½, 1, 1½ and 2 so many times. */
static int64_t fill_pairs(LudOutcome *games, const int pentanomial[5])
{
    int64_t count = 0;
    for (int points = 0; points < 5; points++) {
        for (int i = 0; i < pentanomial[points]; i++) {
            int in_first = points > 2 ? 2 : points;
            games[count++] = outcome(in_first, 2 - in_first);
            games[count++] = outcome(2 - (points - in_first), points - in_first);
        }
    }
    return count;
}

static void expect_share(const LudShare *share, double value, double low, double high)
{
    expect_near(share->share, value, 1e-12);
    expect_near(share->low, low, 1e-12);
    expect_near(share->high, high, 1e-12);
}

static void test_two_players(void **unused)
{
    (void)unused;
    LudSchedule schedule = schedule_of(2, 2);
    LudOutcome games[128] = {0};
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    int64_t count = fill_pairs(games, (int[]){1, 2, 3, 2, 4});
    assert_int_equal(lud_tournament_standings(&schedule, games, count, table, NULL), LUD_OK);
    assert_int_equal(table[0].games, 24);
    assert_int_equal(table[0].wins, 13); /* 3 in pairs of one point, 2 and 8 in better ones */
    assert_int_equal(table[0].draws, 4);
    assert_int_equal(table[0].losses, 7);
    assert_int_equal(table[1].wins, 7);
    expect_share(&table[0].share, 0.625, 0.39941950504064816, 0.7880804949593518);
    expect_near(table[0].elo.elo, 88.73949984654251, 1e-9);
    expect_near(table[0].elo.low, -70.85678174380303, 1e-9);
    expect_near(table[0].elo.high, 228.15985914872067, 1e-9);
    expect_near(table[1].elo.low, -228.15985914872067, 1e-9);
    /* One more game, without its twin. */
    games[count] = outcome(2, 0);
    lud_tournament_standings(&schedule, games, count + 1, table, NULL);
    expect_share(&table[0].share, 0.64, 0.41635147507627096, 0.7957697370449412);
    /* A game that was not played is not there. */
    games[count + 1] = (LudOutcome){0};
    lud_tournament_standings(&schedule, games, count + 2, table, NULL);
    assert_int_equal(table[0].games, 25);
    LudEncounter encounter;
    assert_int_equal(lud_tournament_encounter(&schedule, games, count + 2, 0, &encounter, NULL),
                     LUD_OK);
    assert_int_equal(encounter.wins, 14);
    static const int64_t wanted[5] = {1, 2, 3, 2, 4};
    assert_memory_equal(encounter.pentanomial, wanted, sizeof wanted);
    expect_near(encounter.share.low, table[0].share.low, 1e-12);
}

static void test_all_won_and_all_drawn(void **unused)
{
    (void)unused;
    LudSchedule schedule = schedule_of(2, 2);
    LudOutcome games[128] = {0};
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    lud_tournament_standings(&schedule, games, 0, table, NULL);
    assert_true(isnan(table[0].share.share) && isnan(table[0].elo.elo));
    int64_t count = fill_pairs(games, (int[]){0, 0, 0, 0, 10});
    lud_tournament_standings(&schedule, games, count, table, NULL);
    expect_share(&table[0].share, 1, 0.6669238107904083, 1);
    assert_true(table[0].elo.elo == INFINITY && table[0].elo.high == INFINITY);
    expect_near(table[0].elo.low, 120.61305435651617, 1e-9);
    assert_true(table[1].elo.elo == -INFINITY && table[1].elo.low == -INFINITY);
    for (int64_t game = 0; game < 100; game++)
        games[game] = outcome(1, 1);
    lud_tournament_standings(&schedule, games, 100, table, NULL);
    expect_share(&table[0].share, 0.5, 0.4633635591482216, 0.5366364408517784);
    expect_near(table[0].elo.high, 25.50331379738262, 1e-9);
}

/* Two pairs of which the first player got 2 and 1, with luck of 0.8 and -0.2: 1.2 of 2 without it,
 * both times. Then with other luck, where the spread is worked out by hand. */
static void test_shares_without_luck(void **unused)
{
    (void)unused;
    LudSchedule schedule = schedule_of(2, 2);
    LudOutcome games[4] = {outcome(2, 0), outcome(0, 2), outcome(2, 0), outcome(2, 0)};
    LudLuck luck[4] = {{{0.5, -0.5}}, {{-0.3, 0.3}}, {{0.1, -0.1}}, {{0.3, -0.3}}};
    LudShare shares[LUD_TOURNAMENT_PLAYERS];
    lud_tournament_luckless(&schedule, games, luck, 4, shares);
    expect_share(&shares[0], 0.6, 0.6, 0.6);
    expect_share(&shares[1], 0.4, 0.4, 0.4);
    luck[0] = (LudLuck){{0.4, -0.4}};
    luck[3] = (LudLuck){{0.1, -0.1}};
    lud_tournament_luckless(&schedule, games, luck, 4, shares);
    /* Two shares, 0.65 and 0.5: with one degree of freedom 12.71 standard errors of 0.075. */
    expect_share(&shares[0], 0.575, 0.575 - 12.71 * 0.075, 0.575 + 12.71 * 0.075);
    expect_share(&shares[1], 0.425, 0.425 - 12.71 * 0.075, 0.425 + 12.71 * 0.075);
    lud_tournament_luckless(&schedule, games, luck, 2, shares);
    assert_true(isnan(shares[0].share) && isnan(shares[1].high));
    games[1].is_played = false; /* then its luck does not matter */
    luck[1].of[0] = luck[1].of[1] = NAN;
    lud_tournament_luckless(&schedule, games, luck, 4, shares);
    assert_false(isnan(shares[0].share));
    games[1].is_played = true;
    lud_tournament_luckless(&schedule, games, luck, 4, shares);
    assert_true(isnan(shares[0].share) && isnan(shares[0].low));
}

static void test_elo_and_back(void **unused)
{
    (void)unused;
    expect_near(lud_elo_from_share(0.75), 190.848501887865, 1e-9);
    expect_near(lud_elo_from_share(10.0 / 11), 400, 1e-9);
    for (double elo = -700; elo <= 700; elo += 100)
        expect_near(lud_elo_from_share(lud_share_from_elo(elo)), elo, 1e-9);
    assert_true(isnan(lud_elo_from_share(NAN)));
}

/* -- ratings ----------------------------------------------------------------------------------- */

static void test_three_players(void **unused)
{
    (void)unused;
    /* What side 0 got, four rounds of three pairs. */
    static const int8_t got[24] = {2, 0, 1, 0, 2, 1, 2, 2, 2, 0, 1, 1,
                                   0, 0, 0, 0, 2, 0, 2, 1, 2, 0, 2, 1};
    LudSchedule schedule = schedule_of(3, 2);
    LudOutcome games[24];
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    for (int i = 0; i < 24; i++)
        games[i] = outcome(got[i], 2 - got[i]);
    assert_int_equal(lud_tournament_standings(&schedule, games, 24, table, NULL), LUD_OK);
    static const double elo[3] = {134.0465471743, 17.0714195088, -151.1179666831},
                        reach[3] = {144.0661774167, 112.1998390760, 153.1500165710};
    for (int i = 0; i < 3; i++) {
        expect_near(table[i].elo.elo, elo[i], 1e-6);
        expect_near(table[i].elo.high - table[i].elo.elo, reach[i], 1e-6);
        expect_near(table[i].elo.elo - table[i].elo.low, reach[i], 1e-6);
    }
    /* The middle pairing alone: 0 against 2. */
    LudEncounter encounter;
    lud_tournament_encounter(&schedule, games, 24, 1, &encounter, NULL);
    assert_int_equal(encounter.player[0], 0);
    assert_int_equal(encounter.player[1], 2);
    assert_int_equal(encounter.games, 8);
}

static void test_the_unbeaten_are_infinite(void **unused)
{
    (void)unused;
    /* 0 wins everything, 3 nothing; 1 and 2 share their games. */
    LudSchedule schedule = schedule_of(4, 2);
    LudOutcome games[24];
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    for (int i = 0; i < 24; i++) {
        LudSeating seating;
        lud_schedule_game(&schedule, i, &seating);
        bool is_even = seating.player[0] + seating.player[1] == 3 && seating.player[0] % 3 != 0;
        games[i] = is_even                                 ? outcome(1, 1)
                   : seating.player[0] < seating.player[1] ? outcome(2, 0)
                                                           : outcome(0, 2);
    }
    lud_tournament_standings(&schedule, games, 24, table, NULL);
    assert_true(table[0].elo.elo == INFINITY && table[0].elo.high == INFINITY);
    assert_true(table[3].elo.elo == -INFINITY && table[3].elo.low == -INFINITY);
    /* Four pairs, all won, against two players of strength 0: as it would be against one. */
    LudOutcome won[8];
    LudStanding two[LUD_TOURNAMENT_PLAYERS];
    LudSchedule pair = schedule_of(2, 2);
    lud_tournament_standings(&pair, won, fill_pairs(won, (int[]){0, 0, 0, 0, 4}), two, NULL);
    expect_near(table[0].elo.low, two[0].elo.low, 1e-6);
    expect_near(table[3].elo.high, two[1].elo.high, 1e-6);
    expect_near(table[1].elo.elo, 0, 1e-9);
    expect_near(table[2].elo.elo, 0, 1e-9);
    assert_true(table[1].elo.high > 50 && table[1].elo.high < 400);
    /* With a single game nothing can be said of those who have not played. */
    lud_tournament_standings(&schedule, games, 1, table, NULL);
    assert_true(isnan(table[2].elo.elo) && isnan(table[3].share.share));
}

static void test_three_sides(void **unused)
{
    (void)unused;
    /* Ten games of three: the chances are as 6 : 3 : 1. */
    static const int winner[12] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 0, 0};
    LudSchedule schedule = schedule_of(3, 3);
    LudOutcome games[12] = {{0}};
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    for (int i = 0; i < 10; i++) {
        LudSeating seating;
        lud_schedule_game(&schedule, i, &seating);
        games[i].is_played = true;
        for (int side = 0; side < 3; side++)
            games[i].points[side] = seating.player[side] == winner[i] ? 2 : 0;
    }
    lud_tournament_standings(&schedule, games, 12, table, NULL);
    expect_near(table[0].elo.elo, 143.89083280634998, 1e-6);
    expect_near(table[1].elo.elo, 23.4788345407575, 1e-6);
    expect_near(table[2].elo.elo, -167.36966734710745, 1e-6);
    expect_near(table[0].share.share, 0.6, 1e-12);
    assert_int_equal(table[0].losses, 4);
    /* Nobody won the next one: a third for each. */
    games[10] = (LudOutcome){.is_played = true, .points = {1, 1, 1}};
    lud_tournament_standings(&schedule, games, 12, table, NULL);
    expect_near(table[2].share.share, (1 + 1.0 / 3) / 11, 1e-12);
    LudError err;
    LudEncounter encounter;
    assert_int_equal(lud_tournament_encounter(&schedule, games, 12, 0, &encounter, &err),
                     LUD_ENOTNOW);
}

static void test_two_players_on_three_sides(void **unused)
{
    (void)unused;
    /* One is twice as likely to win as the other from any side: against two of them it gets half,
     * and two of it get four fifths. The Elo between them is that of 2 : 1. */
    LudSchedule schedule = schedule_of(2, 3);
    LudOutcome games[60] = {{0}};
    LudStanding table[LUD_TOURNAMENT_PLAYERS];
    for (int i = 0; i < 60; i++) {
        LudSeating seating;
        lud_schedule_game(&schedule, i, &seating);
        int strong = seating.player[0] + seating.player[1] + seating.player[2] == 1 ? 2 : 1;
        int turn = (i / 6 * 3 + i % 3) % 10; /* 0 to 9, three times each kind */
        bool is_won = turn < (strong == 2 ? 8 : 5);
        games[i].is_played = true;
        bool is_given = false;
        for (int side = 0; side < 3; side++) {
            bool takes = !is_given && (seating.player[side] == 0) == is_won;
            games[i].points[side] = takes ? 2 : 0;
            is_given = is_given || takes;
        }
    }
    lud_tournament_standings(&schedule, games, 60, table, NULL);
    expect_near(table[0].elo.elo, 400 * log10(2), 1e-6);
    expect_near(table[1].elo.elo, -400 * log10(2), 1e-6);
    /* Sixty games leave room for doubt, but not for everything. */
    assert_true(table[0].elo.low > -60 && table[0].elo.low < 60);
}

/* -- the sequential test ----------------------------------------------------------------------- */

static void test_likelihood_ratio(void **unused)
{
    (void)unused;
    expect_near(lud_sprt_llr((int64_t[]){10, 25, 40, 35, 15}, 0, 10), 0.7367567125678736, 1e-9);
    expect_near(lud_sprt_llr((int64_t[]){8, 120, 300, 140, 12}, 0, 5), 0.9672302870015488, 1e-9);
    expect_near(lud_sprt_llr((int64_t[]){0, 3, 10, 9, 2}, -5, 15), 1.3583281477634364, 1e-9);
    expect_near(lud_sprt_llr((int64_t[]){0, 0, 0, 0, 20}, 0, 50), 2.672083397224497, 1e-9);
    /* Seen from the other side everything changes its sign. */
    expect_near(lud_sprt_llr((int64_t[]){2, 9, 10, 3, 0}, -15, 5), -1.3583281477634364, 1e-9);
}

static void test_sequential_test(void **unused)
{
    (void)unused;
    LudSprt sprt;
    assert_int_equal(lud_sprt_parse("0,50", &sprt, NULL), LUD_OK);
    LudOutcome games[200];
    for (int i = 0; i < 200; i++)
        games[i] = i % 2 ? outcome(0, 2) : outcome(2, 0);
    LudSprtState state = {0};
    lud_sprt_judge(&sprt, games, 30, &state); /* in two steps, the second of which goes on */
    assert_int_equal(state.pairs, 15);
    lud_sprt_judge(&sprt, games, 200, &state);
    expect_near(state.lower, -2.9444389791664403, 1e-12);
    expect_near(state.upper, 2.9444389791664403, 1e-12);
    assert_int_equal(state.verdict, LUD_VERDICT_ELO1);
    /* 20 pairs give 2.672, see above; every other adds log(0.5715 / 0.5), about 0.134. */
    assert_int_equal(state.pairs, 23);
    /* What lies behind a gap does not count yet. */
    games[7].is_played = false;
    state = (LudSprtState){0};
    lud_sprt_judge(&sprt, games, 200, &state);
    assert_int_equal(state.pairs, 3);
    assert_int_equal(state.verdict, LUD_VERDICT_NONE);
    for (int i = 0; i < 200; i++)
        games[i] = i % 2 ? outcome(2, 0) : outcome(0, 2);
    state = (LudSprtState){0};
    lud_sprt_judge(&sprt, games, 200, &state);
    assert_int_equal(state.verdict, LUD_VERDICT_ELO0);
}

static void test_sequential_test_is_read(void **unused)
{
    (void)unused;
    LudSprt sprt;
    assert_int_equal(lud_sprt_parse("-3.5,1.5,0.01,0.1", &sprt, NULL), LUD_OK);
    expect_near(sprt.elo0, -3.5, 0);
    expect_near(sprt.beta, 0.1, 0);
    static const char *const bad[] = {"",      "0",         "0,",         "5,0",   "0,5,0.05",
                                      "0,5,,", "0,5,0,0.1", "0,5,.1,.1,", "0;5",   "a,b",
                                      "0,nan", "0,inf",     "0,5,0.6,.1", "0,2000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudError err;
        assert_int_equal(lud_sprt_parse(bad[i], &sprt, &err), LUD_EUSAGE);
        unit_expect_message(&err, LUD_EUSAGE, "elo0,elo1");
    }
    for (int fault = 1; fault < LUD_FAULT_COUNT; fault++)
        assert_int_equal(lud_fault_find(lud_fault_name((LudFault)fault)), fault);
    assert_int_equal(lud_fault_find("nonsense"), LUD_FAULT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everyone_takes_every_side),
        cmocka_unit_test(test_lineups_are_all_different),
        cmocka_unit_test(test_two_on_three_sides),
        cmocka_unit_test(test_seeds_differ),
        cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_all_won_and_all_drawn),
        cmocka_unit_test(test_shares_without_luck),
        cmocka_unit_test(test_elo_and_back),
        cmocka_unit_test(test_three_players),
        cmocka_unit_test(test_the_unbeaten_are_infinite),
        cmocka_unit_test(test_three_sides),
        cmocka_unit_test(test_two_players_on_three_sides),
        cmocka_unit_test(test_likelihood_ratio),
        cmocka_unit_test(test_sequential_test),
        cmocka_unit_test(test_sequential_test_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
