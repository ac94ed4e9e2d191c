/* Players: read, written, and choosing moves. */
#include <stdio.h>
#include <string.h>

#include "support/game_rows.h"
#include "support/tap.h"
#include "support/unit.h"

/* -- players as text --------------------------------------------------------------------------- */

static void test_players_have_one_spelling(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"random", "random"},
        {"level=0", "random"},
        {"greedy", "greedy"},
        {"level=1", "level=1"},
        {"level=10,time=50ms", "level=10,time=50ms"},
        {"max", "max"},
        {"max,time=100ms", "max,time=100ms"},
        {"time=1000ms,max", "max,time=1s"},
        {"max,time=120s", "max,time=2m"},
        {"max,hash=64,threads=2,depth=8", "max,depth=8,threads=2,hash=64"},
        {"max,nodes=1000000000000", "max,nodes=1000000000000"},
        {"max,clock=5m+3s", "max,clock=5m+3s"},
        {"max,clock=90m+0s", "max,clock=90m"},
        {"max,clock=3600s", "max,clock=1h"},
        {"mcts=1000", "mcts=1000"},
        {"mcts,time=1s", "mcts,time=1s"},
        {"cmd=prog,time=1s", "cmd=prog,time=1s"},
        {"cmd=./a b --x=1,2 --y,depth=3,clock=1m", "cmd=./a b --x=1,2 --y,clock=1m,depth=3"},
        {"depth=3,cmd=a,max", "cmd=a,max,depth=3"},
        {"cmd=java -jar a.jar,moves=joined,time=1s", "cmd=java -jar a.jar,time=1s,moves=joined"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        LudPlayerSpec spec, again;
        char text[LUD_PLAYER_TEXT];
        assert_int_equal(lud_player_spec_parse(rows[i][0], &spec, NULL), LUD_OK);
        assert_int_equal(lud_player_spec_print(&spec, text), strlen(rows[i][1]));
        assert_string_equal(text, rows[i][1]);
        assert_int_equal(lud_player_spec_parse(text, &again, NULL), LUD_OK);
        assert_memory_equal(&spec.limits, &again.limits, sizeof spec.limits);
        assert_string_equal(spec.command, again.command);
        assert_int_equal(spec.has_joined_moves, again.has_joined_moves);
    }
}

static void test_a_player_is_read_into_its_parts(void **unused)
{
    (void)unused;
    LudPlayerSpec spec;
    assert_int_equal(lud_player_spec_parse("cmd=x -t 2,clock=5m+3s,nodes=7,hash=3", &spec, NULL),
                     LUD_OK);
    assert_int_equal(spec.kind, LUD_PLAYER_COMMAND);
    assert_string_equal(spec.command, "x -t 2");
    assert_int_equal(spec.limits.clock_ms, 300000);
    assert_int_equal(spec.limits.increment_ms, 3000);
    assert_int_equal(spec.limits.nodes, 7);
    assert_int_equal(spec.memory_bytes, 3 << 20);
    assert_int_equal(lud_player_spec_parse("mcts=250", &spec, NULL), LUD_OK);
    assert_int_equal(spec.kind, LUD_PLAYER_MCTS);
    assert_int_equal(spec.playouts, 250);
}

static void test_errors_say_what_is_valid(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"", "Write one of: random, greedy, level=1"},
        {"clever", "Write one of: random, greedy, level=1"},
        {"max,", "clock=5m+3s"},
        {"max,speed=3", "nodes=10000"},
        {"time=1s", "Who plays?"},
        {"level", "level=1 .. 10"},
        {"level=11", "level=1 .. 10"},
        {"level=07", "level=1 .. 10"},
        {"max=3", "write max alone"},
        {"max,random", "not both max and random"},
        {"max,time=5", "time=100ms"},
        {"max,time=0s", "time=100ms"},
        {"max,time=1s500ms", "time=100ms"},
        {"max,time", "time=100ms"},
        {"max,clock=5m+", "clock=5m+3s"},
        {"max,clock=99999999999h", "clock=5m+3s"},
        {"max,depth=0", "depth=1 .. 200"},
        {"max,threads=1000", "threads=1 .. 256"},
        {"max,hash=-1", "hash=1 .. 1048576"},
        {"max,depth=3,depth=4", "given twice"},
        {"greedy,depth=3", "does not go with greedy"},
        {"level=3,hash=5", "does not go with level"},
        {"mcts", "mcts=1000"},
        {"mcts=many", "mcts=1000"},
        {"max,moves=joined", "does not go with max"},
        {"cmd=a,moves=apart", "moves=joined"},
        {"cmd=", "cmd=PROGRAM"},
        {"cmd= ,time=1s", "cmd=PROGRAM"},
        {"cmd=a\nb", "cmd=PROGRAM"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        LudPlayerSpec spec;
        LudError err;
        assert_int_equal(lud_player_spec_parse(rows[i][0], &spec, &err), LUD_EUSAGE);
        unit_expect_message(&err, LUD_EUSAGE, rows[i][1]);
    }
    char longest[LUD_COMMAND_BYTES + 200] = "cmd=";
    memset(longest + 4, 'x', sizeof longest - 5);
    longest[sizeof longest - 1] = '\0';
    LudPlayerSpec spec;
    LudError err;
    assert_int_equal(lud_player_spec_parse(longest, &spec, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "too long");
}

/* -- choosing ---------------------------------------------------------------------------------- */

static LudEngine *make_engine(const char *rules_text, uint64_t seed)
{
    LudRules rules;
    LudEngine *engine = NULL;
    assert_int_equal(lud_rules_parse(rules_text, &rules, NULL), LUD_OK);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = seed};
    assert_int_equal(lud_engine_new(&engine, &rules, &options, NULL), LUD_OK);
    return engine;
}

static LudMove choose(LudEngine *engine, const char *player, const LudPlay *play)
{
    LudPlayerSpec spec;
    LudChoice choice;
    assert_int_equal(lud_player_spec_parse(player, &spec, NULL), LUD_OK);
    assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, NULL), LUD_OK);
    return choice.move;
}

/* Plays up to `most` plies, every seat by `player`; lud_play_move refuses what is not legal. */
static void play_on(LudEngine *engine, const char *player, LudPlay *play, int most)
{
    LudRandom dice;
    lud_random_seed(&dice, 5);
    for (int i = 0; i < most && lud_play_turn(play) != LUD_OVER; i++) {
        if (lud_play_turn(play) == LUD_CHANCE)
            assert_int_equal(lud_play_roll(play, &dice, NULL, NULL), LUD_OK);
        else
            assert_int_equal(lud_play_move(play, choose(engine, player, play), NULL), LUD_OK);
    }
}

static void expect_same_game(const LudPlay *a, const LudPlay *b)
{
    assert_int_equal(lud_play_length(a), lud_play_length(b));
    assert_memory_equal(lud_play_history(a), lud_play_history(b),
                        (size_t)lud_play_length(a) * sizeof(LudMove));
}

static void test_the_seed_decides_what_chance_decides(void **unused)
{
    (void)unused;
    static const char *const players[] = {"random", "greedy"};
    const char *game;
    for (int i = 0; (game = rows_sample(ROWS_ALL, i)); i++) {
        for (int j = 0; j < 2; j++) {
            LudPlay *play[3];
            for (uint64_t k = 0; k < 3; k++) {
                LudEngine *engine = make_engine(game, 7 + k / 2);
                play[k] = unit_play(game, NULL);
                play_on(engine, players[j], play[k], 400);
                lud_engine_free(engine);
            }
            expect_same_game(play[0], play[1]);
            if (j == 0)
                assert_true(lud_play_length(play[0]) != lud_play_length(play[2]) ||
                            memcmp(lud_play_history(play[0]), lud_play_history(play[2]),
                                   (size_t)lud_play_length(play[0]) * sizeof(LudMove)) != 0);
            for (int k = 0; k < 3; k++)
                lud_play_free(play[k]);
        }
    }
}

static void test_greedy_takes_a_win(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("six", "r:0,0;2,0;3,0;4,0;5,0;6,0;1,1 b:1,2;2,1;3,1;4,1;6,-1;0,1;7,-1"
                                     " 14-14 r");
    LudEngine *engine = make_engine("six", 3);
    assert_int_equal(lud_play_move(play, choose(engine, "greedy", play), NULL), LUD_OK);
    unit_expect_result(play, "1-0", LUD_REASON_ROW);
    lud_engine_free(engine);
    lud_play_free(play);
}

static void test_nobody_chooses_when_nobody_is_to_move(void **unused)
{
    (void)unused;
    LudPlayerSpec spec;
    LudChoice choice;
    LudError err;
    assert_int_equal(lud_player_spec_parse("random", &spec, NULL), LUD_OK);
    LudEngine *engine = make_engine("dados", 1);
    LudPlay *play = unit_play("dados", NULL);
    assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, &err),
                     LUD_ENOTNOW);
    unit_expect_message(&err, LUD_ENOTNOW, "rolled first");
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL), LUD_OK);
    assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, &err), LUD_EOVER);
    lud_play_free(play);
    play = unit_play("dados:line=5", NULL);
    assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "dados:line=5");
    lud_play_free(play);
    play = unit_play("dados", NULL);
    unit_play_words(play, "8");
    assert_int_equal(lud_player_spec_parse("cmd=other", &spec, NULL), LUD_OK);
    assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "Another program");
    lud_play_free(play);
    lud_engine_free(engine);
}

/* -- levels and max ---------------------------------------------------------------------------- */

static void test_every_player_plays_and_repeats_itself(void **unused)
{
    (void)unused;
    static const char *const players[] = {"level=1", "level=2",
                                          "level=3", "level=4",
                                          "level=5", "level=6",
                                          "level=7", "level=8",
                                          "level=9", "max,nodes=2000",
                                          "mcts=50", "max,depth=2",
                                          "greedy",  "max,nodes=1,hash=1",
                                          "level=10"};
    int count = (int)(sizeof players / sizeof players[0]);
    const char *game;
    for (int i = 0; (game = rows_sample(ROWS_ALL, i)); i++) {
        LudRandom random;
        lud_random_seed(&random, 11);
        LudEngine *a = make_engine(game, 9), *b = make_engine(game, 9);
        for (int j = 0; j < count; j++) {
            LudPlay *play = unit_play(game, NULL);
            for (int k = 0; k < 12 && lud_play_turn(play) != LUD_OVER; k++)
                unit_play_random(play, &random);
            LudPlay *again = lud_play_copy(play);
            int plies = j + 1 < count ? 6 : 2; /* level 10 takes its time */
            play_on(a, players[j], play, tap_scaled(plies));
            play_on(b, players[j], again, tap_scaled(plies));
            expect_same_game(play, again);
            lud_play_free(play);
            lud_play_free(again);
        }
        lud_engine_free(a);
        lud_engine_free(b);
    }
}

static void test_games_of_more_than_two_end(void **unused)
{
    (void)unused;
    static const char *const players[] = {"max,depth=1", "level=6", "greedy"};
    for (int i = 0; i < 3; i++) {
        LudEngine *engine = make_engine("dados:players=3", 3), *team = NULL;
        LudPlay *play = unit_play("dados:players=3", NULL);
        play_on(engine, players[i], play, 20);
        assert_int_equal(lud_play_drop(play, 1, LUD_REASON_LEFT, NULL), LUD_OK);
        play_on(engine, players[i], play, 4000);
        assert_int_equal(lud_play_turn(play), LUD_OVER);
        lud_engine_free(engine);
        lud_play_free(play);
        team = make_engine("dados:players=4", 3);
        play = unit_play("dados:players=4", NULL);
        play_on(team, players[i], play, 4000);
        assert_int_equal(lud_play_turn(play), LUD_OVER);
        lud_engine_free(team);
        lud_play_free(play);
    }
}

/* A position of a random game in which the side to move has a proven win; NULL: not this time. */
static LudPlay *find_won(LudEngine *engine, const char *rules, LudRandom *random)
{
    LudPlay *play = unit_play(rules, NULL);
    LudLimits limits = {.nodes = 3000};
    LudFindings findings;
    for (int i = 0; i < 150 && lud_play_turn(play) >= 0; i++) {
        unit_play_random(play, random);
        if (i < 10 || lud_play_turn(play) < 0)
            continue;
        assert_int_equal(lud_engine_analyse(engine, play, &limits, 1, NULL, &findings, NULL),
                         LUD_OK);
        if (findings.lines[0].value >= LUD_VALUE_WON && findings.lines[0].is_proven &&
            lud_random_below(random, 4) == 0)
            return play;
    }
    lud_play_free(play);
    return NULL;
}

static void test_from_level_eight_on_a_won_game_stays_won(void **unused)
{
    (void)unused;
    static const char *const players[] = {"level=8", "level=9", "level=10"};
    const char *rules;
    for (int i = 0; (rules = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRandom random;
        lud_random_seed(&random, 21);
        LudEngine *engine = make_engine(rules, 2);
        for (int tries = 0, found = 0; tries < 50 && found < tap_scaled(8); tries++) {
            LudPlay *play = find_won(engine, rules, &random);
            if (!play)
                continue;
            found++;
            for (int j = 0; j < 3; j++) {
                LudPlay *copy = lud_play_copy(play);
                int winner = lud_play_turn(play);
                assert_int_equal(lud_play_move(copy, choose(engine, players[j], copy), NULL),
                                 LUD_OK);
                LudLimits limits = {.nodes = 30000};
                LudFindings findings = {0};
                LudResult result;
                lud_play_result(copy, &result);
                if (lud_play_turn(copy) == LUD_OVER) {
                    assert_int_equal(lud_result_winner(&result), winner);
                } else {
                    assert_int_equal(
                        lud_engine_analyse(engine, copy, &limits, 1, NULL, &findings, NULL),
                        LUD_OK);
                    bool is_again = lud_play_turn(copy) == winner; /* another turn */
                    int value = findings.lines[0].value;
                    assert_true((is_again ? value : -value) >= LUD_VALUE_WON);
                }
                lud_play_free(copy);
            }
            lud_play_free(play);
        }
        lud_engine_free(engine);
    }
}

static bool can_win(const LudGame *game, const LudState *s)
{
    LudNotes notes;
    if (lud_judging(game)->notes_begin)
        lud_judging(game)->notes_begin(s, &notes);
    return game->rules.turn(s) >= 0 && lud_judging(game)->winning(s, &notes) != LUD_NO_MOVE;
}

/* Tried out: a move wins at once, or some move keeps the opponent from winning with the next one.
 * Returns whether `chosen` does the same; `is_open` says that there was anything to overlook. */
static bool sees_what_one_move_decides(const LudGame *game, const LudState *s, LudMove chosen,
                                       bool *is_open)
{
    static LudMove list[LUD_MAX_MOVES];
    bool wins = false, holds = false, loses = false, chosen_wins = false, chosen_holds = false;
    int count = game->rules.moves(s, list), side = game->rules.turn(s);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        bool is_over = game->rules.turn(&next) == LUD_OVER;
        bool is_win =
            is_over && game->rules.score(&next, side) > game->rules.score(&next, 1 - side);
        bool is_hold = is_over ? is_win : !can_win(game, &next);
        wins |= is_win;
        holds |= is_hold;
        loses |= !is_hold;
        chosen_wins |= list[i] == chosen && is_win;
        chosen_holds |= list[i] == chosen && is_hold;
    }
    *is_open = wins || (holds && loses);
    return wins ? chosen_wins : !holds || chosen_holds;
}

/* In games whose levels are watchful: positions of random play, before which somebody has a threat.
 */
static void test_watchful_levels_see_what_one_move_decides(void **unused)
{
    (void)unused;
    const char *rules;
    int tried = 0;
    for (int i = 0; (rules = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudEngine *engine = make_engine(rules, 4);
        LudPlay *start = unit_play(rules, NULL);
        const LudGame *game = lud_play_rules(start)->game;
        int first = lud_practice(game)->watchful;
        LudRandom random;
        lud_random_seed(&random, 33);
        for (int games = 0; first > 0 && games < tap_scaled(40); games++) {
            LudPlay *play = lud_play_copy(start);
            for (int ply = 0; ply < 120 && lud_play_turn(play) >= 0; ply++) {
                char player[32];
                bool is_open;
                snprintf(player, sizeof player, "level=%d", first + ply % (9 - first));
                LudMove m = choose(engine, player, play);
                assert_true(sees_what_one_move_decides(game, lud_play_state(play), m, &is_open));
                tried += is_open;
                if (ply % 5 == 0)
                    unit_play_random(play, &random);
                else
                    assert_int_equal(lud_play_move(play, m, NULL), LUD_OK);
            }
            lud_play_free(play);
        }
        lud_play_free(start);
        lud_engine_free(engine);
    }
    tap_note("%d positions in which one move decided", tried);
    assert_true(tried > 0);
}

/* A stop that comes early is not lost, and one that was taken back does no harm. */
static void test_a_stop_ends_one_request(void **unused)
{
    (void)unused;
    LudPlayerSpec spec;
    LudChoice choice;
    LudLimits endless = {.is_infinite = true}, short_time = {.nodes = 500};
    LudEngine *engine = make_engine("oware", 1);
    LudPlay *play = unit_play("oware", NULL);
    assert_int_equal(lud_player_spec_parse("max", &spec, NULL), LUD_OK);
    lud_engine_stop(engine);
    assert_int_equal(lud_engine_choose(engine, &spec, play, &endless, NULL, &choice, NULL), LUD_OK);
    assert_true(choice.findings.line_count >= 1);
    assert_int_equal(lud_engine_choose(engine, &spec, play, &short_time, NULL, &choice, NULL),
                     LUD_OK);
    assert_true(choice.findings.nodes >= 400);
    lud_engine_stop(engine);
    lud_engine_clear_stop(engine);
    assert_int_equal(lud_engine_choose(engine, &spec, play, &short_time, NULL, &choice, NULL),
                     LUD_OK);
    assert_true(choice.findings.depth >= 1);
    lud_play_free(play);
    lud_engine_free(engine);
}

/* Requests that are refused use up a stop like any other. */
static void test_a_stop_ends_a_request_that_is_refused(void **unused)
{
    (void)unused;
    LudReview *review;
    LudHint hint;
    LudFindings findings;
    LudLimits limits = {.depth = 4};
    LudEngine *engine = make_engine("oware", 1);
    LudPlay *play = unit_play("oware", NULL), *other = unit_play("pylos", NULL);
    for (int i = 0; i < 2; i++) {
        lud_engine_stop(engine);
        if (i == 0)
            assert_int_equal(lud_engine_review(engine, other, NULL, NULL, NULL, &review, NULL),
                             LUD_EUSAGE);
        else
            assert_int_equal(lud_engine_hint(engine, other, NULL, &hint, NULL), LUD_EUSAGE);
        assert_int_equal(lud_engine_analyse(engine, play, &limits, 1, NULL, &findings, NULL),
                         LUD_OK);
        assert_int_equal(findings.depth, 4);
    }
    lud_play_free(play);
    lud_play_free(other);
    lud_engine_free(engine);
}

static void test_memory_can_be_taken_in_advance(void **unused)
{
    (void)unused;
    LudRules rules;
    LudEngine *engine;
    LudFindings findings;
    LudLimits limits = {.depth = 4};
    LudPlay *play = unit_play("oware", NULL);
    assert_int_equal(lud_rules_parse("oware", &rules, NULL), LUD_OK);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = (size_t)2 << 20};
    assert_int_equal(lud_engine_new(&engine, &rules, &options, NULL), LUD_OK);
    assert_int_equal(lud_engine_prepare(engine, NULL), LUD_OK);
    assert_int_equal(lud_engine_prepare(engine, NULL), LUD_OK);
    assert_int_equal(lud_engine_analyse(engine, play, &limits, 1, NULL, &findings, NULL), LUD_OK);
    assert_int_equal(findings.depth, 4);
    lud_engine_free(engine);
    lud_play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players_have_one_spelling),
        cmocka_unit_test(test_a_player_is_read_into_its_parts),
        cmocka_unit_test(test_errors_say_what_is_valid),
        cmocka_unit_test(test_the_seed_decides_what_chance_decides),
        cmocka_unit_test(test_greedy_takes_a_win),
        cmocka_unit_test(test_nobody_chooses_when_nobody_is_to_move),
        cmocka_unit_test(test_every_player_plays_and_repeats_itself),
        cmocka_unit_test(test_games_of_more_than_two_end),
        cmocka_unit_test(test_from_level_eight_on_a_won_game_stays_won),
        cmocka_unit_test(test_watchful_levels_see_what_one_move_decides),
        cmocka_unit_test(test_a_stop_ends_one_request),
        cmocka_unit_test(test_a_stop_ends_a_request_that_is_refused),
        cmocka_unit_test(test_memory_can_be_taken_in_advance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
