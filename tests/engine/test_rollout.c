/* Rollouts: unbiased, honest about their errors, the same whoever plays them and however often they
 * are interrupted. */
#include <ludoteca/rollout.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ludoteca/judging.h>

#include "support/tap.h"
#include "support/unit.h"

/* Somewhere in the middle of a game, line 5. */
static const char LATE[] = "g.gbb./bgg.b./.gbgb./g.bgg./..b.g./.b.... 1 -";

static const char LATE_OF_THREE[] = "g.gbb./rgg.r./.gbrb./g.brr./..b.g./.b...r 1 -";

static LudRolloutOptions options_of(int rounds, uint64_t seed, int threads)
{
    return (LudRolloutOptions){.size = sizeof(LudRolloutOptions),
                               .seed = seed,
                               .threads = threads,
                               .games = (int64_t)rounds * LUD_ROLLOUT_ROUND};
}

static LudRollout *make(const char *rules, const char *position, const char *roll,
                        LudRolloutOptions options)
{
    LudPlay *play = unit_play(rules, position);
    LudMove moves[LUD_MAX_MOVES];
    LudRollout *rollout = NULL;
    int count = 0;
    if (roll) {
        unit_play_words(play, roll);
        count = lud_play_rules(play)->game->rules.moves(lud_play_state(play), moves);
    }
    LudError err;
    assert_int_equal(lud_rollout_new(&rollout, play, moves, count, &options, &err), LUD_OK);
    lud_play_free(play);
    return rollout;
}

static char *run_and_print(LudRollout *rollout)
{
    assert_int_equal(lud_rollout_run(rollout, NULL, NULL, NULL), LUD_OK);
    return lud_rollout_print(rollout);
}

/* -- the same numbers ----------------------------------------------------------------------------
 */

static bool stop_at_once(void *context, const LudRolloutSums *sums)
{
    int *calls = context;
    assert_true(sums->games > 0);
    return ++*calls % 2 == 0;
}

/* Played by one thread, by three, and stopped, written, read and gone on with again and again. */
static void test_threads_and_interruptions_change_nothing(void **unused)
{
    (void)unused;
    const int rounds = tap_is_short() ? 2 : 4;
    static const char *const games[] = {"dados:line=5", "dados:players=3",
                                        "dados:players=4,line=5"};
    for (int i = 0; i < 3; i++) {
        const char *position = i == 1 ? LATE_OF_THREE : LATE, *roll = i == 1 ? NULL : "3";
        LudRollout *one = make(games[i], position, roll, options_of(rounds, 7, 1));
        LudRollout *three = make(games[i], position, roll, options_of(rounds, 7, 3));
        LudRollout *broken = make(games[i], position, roll, options_of(rounds, 7, 2));
        char *wanted = run_and_print(one), *found = run_and_print(three);
        assert_string_equal(found, wanted);
        lud_free(found);
        LudRolloutSums sums;
        int calls = 0;
        do {
            LudRolloutOptions options = options_of(rounds, 0, 1 + calls % 2);
            assert_int_equal(lud_rollout_run(broken, stop_at_once, &calls, NULL), LUD_OK);
            char *text = lud_rollout_print(broken);
            lud_rollout_free(broken);
            assert_int_equal(lud_rollout_parse(&broken, text, &options, NULL), LUD_OK);
            lud_free(text);
            lud_rollout_sums(broken, &sums);
        } while (sums.games < (int64_t)sums.line_count * rounds * LUD_ROLLOUT_ROUND);
        found = lud_rollout_print(broken);
        assert_string_equal(found, wanted);
        lud_free(found);
        lud_free(wanted);
        lud_rollout_free(one);
        lud_rollout_free(three);
        lud_rollout_free(broken);
    }
}

/* -- right numbers -------------------------------------------------------------------------------
 */

static int static_value_of(const LudGame *game, const LudState *s, int side)
{
    LudNotes notes;
    if (game->rules.turn(s) == LUD_OVER)
        return game->rules.score(s, side) == 2 ? LUD_VALUE_CERTAIN : -LUD_VALUE_CERTAIN;
    if (lud_judging(game)->notes_size > 0)
        lud_judging(game)->notes_begin(s, &notes);
    return lud_judging(game)->evaluate(s, &notes, side);
}

/* A game as a rollout plays it, but with dice that are simply thrown and nothing taken out: whether
 * the side won. */
static bool plain_game(const LudGame *game, LudState s, int side, LudRandom *random)
{
    while (game->rules.turn(&s) != LUD_OVER) {
        LudMove moves[LUD_MAX_MOVES];
        if (game->rules.turn(&s) == LUD_CHANCE) {
            uint32_t total = 2 + lud_random_below(random, 6) + lud_random_below(random, 6);
            int count = game->rules.moves(&s, moves);
            assert_int_equal(count, 11);
            game->rules.apply(&s, moves[total - 2]);
            continue;
        }
        int count = game->rules.moves(&s, moves), best = 0, most = 0;
        int mover = game->rules.turn(&s) % game->rules.sides(&s);
        for (int i = 0; i < count; i++) {
            LudState after = s;
            game->rules.apply(&after, moves[i]);
            int value = static_value_of(game, &after, mover);
            if (i == 0 || value > most) {
                most = value;
                best = i;
            }
        }
        game->rules.apply(&s, moves[best]);
    }
    return game->rules.score(&s, side) == 2;
}

/* The mean of plain games, which know nothing of variance reduction, lies where rollouts say. */
static void test_plain_games_agree(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dados:line=5", "dados:players=3"};
    const int count = tap_scaled(600);
    for (int i = 0; i < 2; i++) {
        LudRollout *rollout = make(games[i], i == 0 ? LATE : LATE_OF_THREE, NULL,
                                   options_of(tap_is_short() ? 4 : 12, 3, 2));
        LudRolloutSums sums;
        LudRandom random;
        int won = 0;
        assert_int_equal(lud_rollout_run(rollout, NULL, NULL, NULL), LUD_OK);
        lud_rollout_sums(rollout, &sums);
        const LudRolloutLine *line = &sums.lines[0];
        lud_random_seed(&random, 5);
        for (int j = 0; j < count; j++)
            won += plain_game(lud_rollout_rules(rollout)->game, *lud_rollout_position(rollout),
                              sums.side, &random);
        double share = (double)won / count, plain = sqrt(share * (1 - share) / count);
        double error = hypot(plain, line->error[sums.side]);
        assert_true(fabs(share - line->chance[sums.side]) < 4 * error);
        double sum = 0;
        for (int side = 0; side < sums.sides; side++)
            sum += line->chance[side];
        assert_true(fabs(sum - 1) < 1e-6);
        /* What it is for: far fewer games tell as much. */
        assert_true(line->plain_games > 2 * line->games);
        lud_rollout_free(rollout);
    }
}

/* A position that comes up in play: some plies after the start, the dice to be rolled. */
static bool make_position(uint64_t seed, char text[LUD_STATE_TEXT])
{
    LudRandom random;
    lud_random_seed(&random, seed);
    LudPlay *play = unit_play("dados:line=5", NULL);
    for (uint64_t i = 0; i < 16 + 2 * (seed % 12) && lud_play_turn(play) != LUD_OVER; i++)
        unit_play_random(play, &random);
    while (lud_play_turn(play) >= 0)
        unit_play_random(play, &random);
    bool goes_on = lud_play_turn(play) == LUD_CHANCE;
    lud_play_rules(play)->game->text.state_print(lud_play_state(play), text);
    lud_play_free(play);
    return goes_on;
}

static LudRolloutLine roll_out(const char *position, int rounds, uint64_t seed)
{
    LudRollout *rollout = make("dados:line=5", position, NULL, options_of(rounds, seed, 2));
    LudRolloutSums sums;
    assert_int_equal(lud_rollout_run(rollout, NULL, NULL, NULL), LUD_OK);
    lud_rollout_sums(rollout, &sums);
    lud_rollout_free(rollout);
    LudRolloutLine line = sums.lines[0];
    if (sums.side != 0)
        line.chance[0] = line.chance[sums.side];
    return line;
}

/* Of many short rollouts of positions whose value much longer ones know, 95 % intervals hold it as
 * often as they say: 180 of 200 in the long form. */
static void test_errors_are_honest(void **unused)
{
    (void)unused;
    const int positions = tap_is_long() ? 20 : 2, each = tap_is_long()    ? 10
                                                         : tap_is_short() ? 2
                                                                          : 4;
    const int known_rounds = tap_is_long() ? 400 : tap_is_short() ? 16 : 24;
    int held = 0, all = 0;
    for (uint64_t seed = 0; all < positions * each; seed++) {
        char position[LUD_STATE_TEXT];
        if (!make_position(seed, position))
            continue;
        LudRolloutLine known = roll_out(position, known_rounds, 1000 + seed);
        for (int i = 0; i < each; i++, all++) {
            LudRolloutLine line = roll_out(position, 8, 50 * seed + (uint64_t)i);
            held += line.low <= known.chance[0] && known.chance[0] <= line.high;
        }
    }
    printf("# %d of %d intervals hold the value\n", held, all);
    assert_true(held >= (tap_is_long() ? all * 9 / 10 : all * 2 / 3));
}

/* -- when it ends --------------------------------------------------------------------------------
 */

/* A move that wins at once is decided at the first look. */
static void test_it_ends_when_it_is_known(void **unused)
{
    (void)unused;
    const char *position = "gggg../....../....../b.b.b./....../...... 1 -";
    LudRolloutOptions options = options_of(400, 1, 2);
    options.until_decided = true;
    LudRollout *rollout = make("dados:line=5", position, "6", options);
    LudRolloutSums sums;
    assert_int_equal(lud_rollout_run(rollout, NULL, NULL, NULL), LUD_OK);
    lud_rollout_sums(rollout, &sums);
    assert_int_equal(sums.end, LUD_ROLLOUT_DECIDED);
    assert_true(sums.lines[0].chance[0] == 1 && sums.lines[0].games == 8 * LUD_ROLLOUT_ROUND);
    assert_true(!sums.lines[0].is_left && sums.lines[1].is_left);
    lud_rollout_free(rollout);

    options = options_of(400, 1, 2);
    options.until_error = 0.02;
    rollout = make("dados:line=5", LATE, NULL, options);
    assert_int_equal(lud_rollout_run(rollout, NULL, NULL, NULL), LUD_OK);
    lud_rollout_sums(rollout, &sums);
    assert_int_equal(sums.end, LUD_ROLLOUT_ERROR);
    assert_true(sums.lines[0].error[0] <= 0.02 && sums.games < 400 * LUD_ROLLOUT_ROUND);
    lud_rollout_free(rollout);
}

static void test_refusals(void **unused)
{
    (void)unused;
    LudRolloutOptions options = options_of(1, 1, 1);
    LudRollout *rollout = NULL;
    LudError err;
    LudPlay *play = unit_play("oware", NULL);
    assert_int_equal(lud_rollout_new(&rollout, play, NULL, 0, &options, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "needs dice");
    lud_play_free(play);
    play = unit_play("dados", NULL);
    LudMove wrong = 12345;
    assert_int_equal(lud_rollout_new(&rollout, play, &wrong, 1, &options, &err), LUD_EUSAGE);
    unit_play_words(play, "8");
    assert_int_equal(lud_rollout_new(&rollout, play, &wrong, 1, &options, &err), LUD_EUSAGE);
    assert_int_equal(lud_rollout_new(&rollout, play, NULL, 0, &options, &err), LUD_EUSAGE);
    options.games = -1;
    assert_int_equal(lud_rollout_new(&rollout, play, &wrong, 1, &options, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "600 million");
    assert_null(rollout);
    lud_play_free(play);
}

/* Whatever is cut off or changed is noticed. */
static void test_damaged_texts_are_refused(void **unused)
{
    (void)unused;
    LudRolloutOptions options = options_of(1, 1, 1);
    LudRollout *rollout = make("dados:line=5", LATE, "10", options), *read = NULL;
    char *text = run_and_print(rollout);
    size_t size = strlen(text);
    for (size_t i = 0; i < size; i++) {
        LudError err;
        char kept = text[i];
        text[i] = '\0';
        assert_int_not_equal(lud_rollout_parse(&read, text, &options, &err), LUD_OK);
        text[i] = kept == '7' ? '8' : '7';
        assert_int_not_equal(lud_rollout_parse(&read, text, &options, &err), LUD_OK);
        text[i] = kept;
    }
    LudError err;
    assert_int_equal(lud_rollout_parse(&read, "hello\n", &options, &err), LUD_EFILE);
    unit_expect_message(&err, LUD_EFILE, "line 1 is \"hello\"");
    assert_null(read);
    assert_int_equal(lud_rollout_parse(&read, text, &options, &err), LUD_OK);
    lud_rollout_free(read);
    lud_free(text);
    lud_rollout_free(rollout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_and_interruptions_change_nothing),
        cmocka_unit_test(test_plain_games_agree),
        cmocka_unit_test(test_errors_are_honest),
        cmocka_unit_test(test_it_ends_when_it_is_known),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_damaged_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
