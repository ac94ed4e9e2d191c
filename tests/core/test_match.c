/* Series: lots, the roll-off, who starts the next game, the running score. */
#include <string.h>

#include "support/game_rows.h"
#include "support/unit.h"
#include "support/variants.h"

static LudResult result_of(int sides, int winner)
{
    LudResult result = {.reason = LUD_REASON_RESIGNED, .sides = sides, .culprit = -1};
    for (int i = 0; i < sides; i++)
        result.points[i] = winner < 0 ? 1 : i == winner ? 2 : 0;
    return result;
}

static LudMatch begin(const char *rules_text, uint64_t seed, LudRandom *random)
{
    LudRules rules = variants_rules(rules_text);
    LudMatch match;
    lud_random_seed(random, seed);
    lud_match_begin(&match, &rules, random);
    return match;
}

/* -- lots and dice -------------------------------------------------------------------------------
 */

static void test_lots_are_fair(void **unused)
{
    (void)unused;
    const char *rules;
    for (int i = 0; (rules = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        int first_seat = 0;
        for (uint64_t seed = 0; seed < 2000; seed++) {
            LudRandom random;
            LudMatch match = begin(rules, seed, &random);
            assert_int_equal(match.players, 2);
            assert_int_equal(match.seat_of[0] + match.seat_of[1], 1);
            first_seat += match.seat_of[0] == 0;
        }
        /* Four standard deviations of 2000 fair coins are 90. */
        assert_in_range(first_seat, 910, 1090);
    }
}

static void test_seats_can_be_chosen(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudRandom random;
    lud_random_seed(&random, 3);
    for (int seat = 0; seat < 2; seat++) {
        LudMatch match;
        lud_match_begin_seated(&match, &rules, seat, &random);
        assert_int_equal(match.seat_of[0], seat);
        assert_int_equal(match.seat_of[1], 1 - seat);
        assert_int_equal(match.starter, seat);
        assert_int_equal(lud_match_player_at(&match, seat), 0);
    }
}

/* Follows the throws by hand: two for each contender, the better counts, ties throw again. */
static void check_roll_off(const LudRollOff *roll_off, int *ties)
{
    bool contends[LUD_MAX_SEATS] = {true, true, true, true};
    assert_in_range(roll_off->rounds, 1, LUD_ROLL_OFF_ROUNDS);
    for (int round = 0; round < roll_off->rounds; round++) {
        int better[LUD_MAX_SEATS] = {0}, best = 0, leaders = 0, leader = -1;
        for (int i = 0; i < roll_off->players; i++) {
            assert_int_equal(roll_off->round[round].throws_again[i], contends[i]);
            if (!contends[i])
                continue;
            const int *total = roll_off->round[round].total[i];
            assert_in_range(total[0], 2, 12);
            assert_in_range(total[1], 2, 12);
            better[i] = total[0] > total[1] ? total[0] : total[1];
            best = better[i] > best ? better[i] : best;
        }
        for (int i = 0; i < roll_off->players; i++) {
            contends[i] = better[i] == best;
            leaders += contends[i];
            leader = contends[i] ? i : leader;
        }
        bool is_last = round == roll_off->rounds - 1;
        assert_int_equal(leaders == 1, is_last);
        if (is_last)
            assert_int_equal(leader, roll_off->winner);
        *ties += !is_last;
    }
}

static void test_roll_off_follows_the_throws(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 12);
    for (int players = 2; players <= 4; players++) {
        int wins[LUD_MAX_SEATS] = {0}, ties = 0;
        for (int i = 0; i < 3000; i++) {
            LudRollOff roll_off;
            lud_roll_off(players, &random, &roll_off);
            assert_int_equal(roll_off.players, players);
            check_roll_off(&roll_off, &ties);
            wins[roll_off.winner]++;
        }
        assert_true(ties > 0);
        for (int i = 0; i < players; i++)
            assert_in_range(wins[i], 3000 / players - 150, 3000 / players + 150);
    }
}

/* -- the next game -------------------------------------------------------------------------------
 */

static int seat_to_act(const LudGame *game, const LudState *s)
{
    int turn = game->rules.turn(s);
    return turn == LUD_CHANCE ? game->chance->roller(s) : turn;
}

/* Whoever the match calls the starter is to move in the game that it sets up. */
static void expect_starter(const LudMatch *match, int player)
{
    LudRules rules;
    LudState start;
    lud_match_game(match, &rules, &start);
    assert_int_equal(match->starter, player);
    assert_int_equal(seat_to_act(rules.game, &start), match->seat_of[player]);
    assert_int_equal(lud_match_player_at(match, match->seat_of[player]), player);
}

static void finish(LudMatch *match, int winning_player, LudRandom *random)
{
    LudResult result = result_of(2, winning_player < 0 ? -1 : match->seat_of[winning_player]);
    lud_match_next(match, &result, random);
}

static void test_the_loser_starts_the_next_game(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"oware", "pylos", "six", "six:first=b"};
    for (int i = 0; i < 4; i++) {
        LudRandom random;
        LudMatch match = begin(rules[i], 21, &random);
        expect_starter(&match, match.starter);
        finish(&match, 0, &random);
        expect_starter(&match, 1);
        finish(&match, 0, &random);
        expect_starter(&match, 1);
        finish(&match, 1, &random);
        expect_starter(&match, 0);
        /* After a draw the one who did not start does. */
        finish(&match, -1, &random);
        expect_starter(&match, 1);
        finish(&match, -1, &random);
        expect_starter(&match, 0);
    }
}

static void test_six_keeps_colours_and_names_the_first(void **unused)
{
    (void)unused;
    LudRandom random;
    LudMatch match = begin("six", 4, &random);
    int red = lud_match_player_at(&match, 0);
    assert_int_equal(match.starter, red);
    finish(&match, red, &random);
    assert_int_equal(lud_match_player_at(&match, 0), red);
    LudRules rules;
    LudState start;
    lud_match_game(&match, &rules, &start);
    assert_string_equal(lud_rules_value(&rules, "first"), "b");
    assert_int_equal(rules.game->rules.turn(&start), 1);
    finish(&match, 1 - red, &random);
    lud_match_game(&match, &rules, &start);
    assert_string_equal(lud_rules_value(&rules, "first"), "r");
}

static void test_oware_and_pylos_change_seats(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"oware", "pylos"};
    for (int i = 0; i < 2; i++) {
        LudRandom random;
        LudMatch match = begin(rules[i], 4, &random);
        int first = lud_match_player_at(&match, 0);
        finish(&match, first, &random);
        assert_int_equal(lud_match_player_at(&match, 0), 1 - first);
        assert_int_equal(lud_match_player_at(&match, 1), first);
    }
}

static void test_dados_rolls_before_every_game(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"dados", "dados:players=3", "dados:players=4"};
    for (int i = 0; i < 3; i++) {
        LudRandom random;
        LudMatch match = begin(rules[i], 9, &random);
        int players = i + 2, started[LUD_MAX_SEATS] = {0};
        assert_int_equal(match.players, players);
        for (int game = 0; game < 200; game++) {
            for (int player = 0; player < players; player++)
                assert_int_equal(match.seat_of[player], player);
            assert_int_equal(match.roll_off.winner, match.starter);
            expect_starter(&match, match.starter);
            started[match.starter]++;
            LudResult result = result_of(players == 3 ? 3 : 2, 0);
            lud_match_next(&match, &result, &random);
        }
        for (int player = 0; player < players; player++)
            assert_true(started[player] > 20);
    }
}

/* -- the running score ---------------------------------------------------------------------------
 */

static void test_score_follows_the_players(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudRandom random;
    LudMatch match;
    lud_random_seed(&random, 6);
    lud_match_begin_seated(&match, &rules, 0, &random);
    /* Player 0 wins as South, 30 to 18, then as North, 26 to 22, then a draw. */
    LudResult result = {LUD_REASON_NO_MOVE, 2, {2, 0}, true, {60, 36}, -1};
    lud_match_next(&match, &result, &random);
    assert_int_equal(match.seat_of[0], 1);
    result = (LudResult){LUD_REASON_NO_MOVE, 2, {0, 2}, true, {44, 52}, -1};
    lud_match_next(&match, &result, &random);
    result = (LudResult){LUD_REASON_NO_MOVE, 2, {1, 1}, true, {48, 48}, -1};
    lud_match_next(&match, &result, &random);
    assert_int_equal(match.games, 3);
    assert_int_equal(match.half_points[0], 5);
    assert_int_equal(match.half_points[1], 1);
    assert_int_equal(match.wins[0], 2);
    assert_int_equal(match.wins[1], 0);
    assert_int_equal(match.draws, 1);
    assert_int_equal(match.score[0], 60 + 52 + 48);
    assert_int_equal(match.score[1], 36 + 44 + 48);
}

static void test_partners_score_together(void **unused)
{
    (void)unused;
    LudRandom random;
    LudMatch match = begin("dados:players=4", 2, &random);
    LudResult result = result_of(2, 1);
    lud_match_next(&match, &result, &random);
    assert_int_equal(match.half_points[1], 2);
    assert_int_equal(match.half_points[3], 2);
    assert_int_equal(match.half_points[0], 0);
    assert_int_equal(match.half_points[2], 0);
    match = begin("dados:players=3", 2, &random);
    result = result_of(3, 2);
    lud_match_next(&match, &result, &random);
    assert_int_equal(match.half_points[2], 2);
    assert_int_equal(match.half_points[0] + match.half_points[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lots_are_fair),
        cmocka_unit_test(test_seats_can_be_chosen),
        cmocka_unit_test(test_roll_off_follows_the_throws),
        cmocka_unit_test(test_the_loser_starts_the_next_game),
        cmocka_unit_test(test_six_keeps_colours_and_names_the_first),
        cmocka_unit_test(test_oware_and_pylos_change_seats),
        cmocka_unit_test(test_dados_rolls_before_every_game),
        cmocka_unit_test(test_score_follows_the_players),
        cmocka_unit_test(test_partners_score_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
