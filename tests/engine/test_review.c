/* Advice and judgement: hints, reviews, pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/game_rows.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

static LudEngine *make_engine(const char *rules_text)
{
    LudRules rules;
    LudEngine *engine = NULL;
    assert_int_equal(lud_rules_parse(rules_text, &rules, NULL), LUD_OK);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = 1};
    assert_int_equal(lud_engine_new(&engine, &rules, &options, NULL), LUD_OK);
    return engine;
}

static LudReview *make_review(const LudPlay *play, LudLimits limits)
{
    char rules[LUD_RULES_TEXT];
    lud_rules_print(lud_play_rules(play), rules);
    LudEngine *engine = make_engine(rules);
    LudReview *review = NULL;
    assert_int_equal(lud_engine_review(engine, play, &limits, NULL, NULL, &review, NULL), LUD_OK);
    lud_engine_free(engine);
    return review;
}

static LudPlay *random_game(const char *rules, uint64_t seed, int plies)
{
    LudRandom random;
    lud_random_seed(&random, seed);
    LudPlay *play = unit_play(rules, NULL);
    for (int i = 0; i < plies && lud_play_turn(play) != LUD_OVER; i++)
        unit_play_random(play, &random);
    return play;
}

/* -- hints ---------------------------------------------------------------------------------------
 */

static bool has_remark(const LudHint *hint, const char *words)
{
    for (int i = 0; i < hint->remark_count; i++) {
        if (strstr(hint->remarks[i].text, words))
            return true;
    }
    return false;
}

/* Partners may not be advised. */
static bool is_team_game(const char *rules_text)
{
    LudRules rules = variants_rules(rules_text);
    LudState s;
    lud_rules_start(&rules, &s);
    return rules.game->rules.seats(&s) > rules.game->rules.sides(&s);
}

static void test_hints_always_give_a_reason(void **unused)
{
    (void)unused;
    const char *game;
    for (int i = 0; (game = rows_sample(ROWS_ALL, i)); i++) {
        LudEngine *engine = make_engine(game);
        for (uint64_t seed = 0; seed < (uint64_t)tap_scaled(12) && !is_team_game(game); seed++) {
            LudPlay *play = random_game(game, seed, (int)(5 + 7 * seed));
            LudLimits limits = {.nodes = 2000};
            LudHint hint;
            if (lud_play_turn(play) >= 0) {
                assert_int_equal(lud_engine_hint(engine, play, &limits, &hint, NULL), LUD_OK);
                assert_in_range(hint.remark_count, 1, LUD_MAX_REMARKS);
                for (int j = 0; j < hint.remark_count; j++)
                    assert_non_null(hint.remarks[j].text);
                assert_int_equal(lud_play_move(play, hint.line.move[0], NULL), LUD_OK);
            }
            lud_play_free(play);
        }
        lud_engine_free(engine);
    }
}

static LudHint hint_at(const char *rules, const char *position)
{
    LudEngine *engine = make_engine(rules);
    LudPlay *play = unit_play(rules, position);
    LudLimits limits = {.nodes = 20000};
    LudHint hint;
    assert_int_equal(lud_engine_hint(engine, play, &limits, &hint, NULL), LUD_OK);
    lud_play_free(play);
    lud_engine_free(engine);
    return hint;
}

static void test_hints_say_what_was_found(void **unused)
{
    (void)unused;
    /* Red fills the gap at 1,0 … the row 0,0 to 5,0. */
    LudHint hint =
        hint_at("six", "r:0,0;2,0;3,0;4,0;5,0;1,1;0,1 b:0,-1;1,-1;2,-1;3,-1;4,-1;2,1;1,2 "
                       "14-14 r");
    assert_string_equal(hint.remarks[0].text, "wins at once");
    /* One legal move. */
    hint = hint_at("oware", "0-0-0-0-0-1-1-1-0-0-0-0-22-23-S");
    assert_true(has_remark(&hint, "only legal move"));
}

/* What is said of a best move that is worth `best` while the next one is worth `second`. */
static void expect_remark(int best, int second, const char *text, int number)
{
    LudRules rules;
    LudState s;
    LudRemark remarks[LUD_MAX_REMARKS];
    LudMove moves[LUD_MAX_MOVES];
    assert_int_equal(lud_rules_parse("oware", &rules, NULL), LUD_OK);
    lud_rules_start(&rules, &s);
    rules.game->rules.moves(&s, moves);
    LudLine lines[2] = {{.value = best, .depth = 9, .length = 1, .move = {moves[0]}},
                        {.value = second, .depth = 9, .length = 1, .move = {moves[1]}}};
    LudFindings findings = {.lines = lines, .line_count = 2, .depth = 9};
    int count = lud_remarks(&rules, &s, &findings, 0, remarks);
    for (int i = 0; i < count; i++) {
        if (strcmp(remarks[i].text, text) == 0 && remarks[i].number[0] == number)
            return;
    }
    fail_msg("%d and %d: not said: %s", best, second, text);
}

static void test_remarks_follow_from_values(void **unused)
{
    (void)unused;
    enum { WIN = LUD_VALUE_WIN };
    expect_remark(WIN - 1, 0, "wins at once", 0);
    expect_remark(WIN - 5, 100, "wins by force in {1} moves", 3);
    expect_remark(WIN - 5, 100, "no other move was found to win", 0);
    expect_remark(LUD_VALUE_WON, LUD_VALUE_WON, "wins by force", 0);
    expect_remark(-50, 4 - WIN, "the only move that does not lose", 0);
    expect_remark(6 - WIN, 4 - WIN, "every move loses; this one holds out longest, {1} moves", 3);
    expect_remark(2 - WIN, 2 - WIN, "every move loses; this one holds out for one more move", 1);
    expect_remark(350, 100, "every other move is worth at least {1} seeds less", 2);
    expect_remark(130, 10, "every other move is worth at least one seed less", 1);
    expect_remark(0, 0, "keeps the balance: {1} % to win", 50);
}

static void test_no_hints_for_teams(void **unused)
{
    (void)unused;
    LudEngine *engine = make_engine("dados:players=4");
    LudPlay *play = unit_play("dados:players=4", NULL);
    unit_play_words(play, "8");
    LudHint hint;
    LudError err;
    assert_int_equal(lud_engine_hint(engine, play, NULL, &hint, &err), LUD_ENOTNOW);
    unit_expect_message(&err, LUD_ENOTNOW, "team game");
    lud_play_free(play);
    lud_engine_free(engine);
}

/* -- reviews -------------------------------------------------------------------------------------
 */

static void expect_sound_ply(const LudReview *review, const LudJudgement *ply)
{
    double sum = 0;
    for (int i = 0; i < review->sides; i++) {
        assert_true(ply->chance[i] >= 0 && ply->chance[i] <= 1);
        sum += ply->chance[i];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true(ply->chance_before >= 0 && ply->chance_before <= 1 && ply->loss >= 0);
    if (ply->is_roll) {
        assert_true(fabs(ply->luck - (ply->chance_after - ply->chance_before)) < 1e-12);
        return;
    }
    assert_true(ply->best.length >= 1);
    assert_true(ply->value_best >= ply->value_played);
    assert_true(fabs(ply->loss - (ply->chance_before - ply->chance_after)) < 1e-9);
    assert_true(ply->mark != LUD_MARK_BEST || ply->value_best == ply->value_played);
}

static void expect_sound_sums(const LudReview *review)
{
    for (int side = 0; side < review->sides; side++) {
        const LudSideReview *sums = &review->side[side];
        int moves = 0;
        double luck = 0, loss = 0;
        for (int i = 0; i < review->ply_count; i++) {
            const LudJudgement *ply = &review->plies[i];
            if (ply->seat % review->sides != side)
                continue;
            moves += !ply->is_roll;
            luck += ply->is_roll ? ply->luck : 0;
            loss += ply->is_roll || ply->mark == LUD_MARK_FORCED ? 0 : ply->loss;
        }
        assert_int_equal(sums->moves, moves);
        assert_int_equal(sums->best + sums->good + sums->inaccuracies + sums->mistakes +
                             sums->blunders + sums->forced,
                         moves);
        assert_true(fabs(sums->luck - luck) < 1e-9 && fabs(sums->skill + loss) < 1e-9);
        assert_true(sums->accuracy >= 0 && sums->accuracy <= 100);
        int free_moves = moves - sums->forced;
        assert_true(fabs(sums->mean_loss * free_moves - loss) < 1e-9);
    }
}

static void test_sums_fit_the_plies(void **unused)
{
    (void)unused;
    const char *game;
    for (int i = 0; (game = rows_sample(ROWS_ALL, i)); i++) {
        LudPlay *play = random_game(game, 4, tap_is_short() ? 12 : 60);
        LudReview *review = make_review(play, (LudLimits){.nodes = 500});
        assert_int_equal(review->ply_count, lud_play_length(play));
        for (int j = 0; j < review->ply_count; j++) {
            assert_int_equal(review->plies[j].ply, j);
            expect_sound_ply(review, &review->plies[j]);
        }
        expect_sound_sums(review);
        char *json = lud_json_review(play, review);
        assert_non_null(strstr(json, "\"turning_point\""));
        lud_free(json);
        lud_review_free(review);
        lud_play_free(play);
    }
}

/* Red could complete the row at 1,0 and plays far away; Black then completes its own. */
static void test_a_missed_win_is_a_blunder(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("six", "r:0,0;2,0;3,0;4,0;5,0;1,1;0,1 "
                                     "b:0,-1;1,-1;2,-1;3,-1;4,-1;2,1;1,2 14-14 r");
    unit_play_words(play, "0,2 5,-1");
    unit_expect_result(play, "0-1", LUD_REASON_ROW);
    LudReview *review = make_review(play, (LudLimits){.nodes = 20000});
    const LudJudgement *missed = &review->plies[0], *won = &review->plies[1];
    assert_int_equal(missed->mark, LUD_MARK_BLUNDER);
    assert_true(missed->is_turning_point && missed->loss > 0.99);
    assert_int_equal(missed->value_best, LUD_VALUE_WIN - 1);
    assert_string_equal(missed->remark.text, "wins at once");
    assert_int_equal(won->mark, LUD_MARK_BEST);
    assert_true(won->loss == 0 && won->chance[1] == 1);
    assert_int_equal(review->side[0].blunders, 1);
    assert_true(review->side[0].accuracy < 5 && review->side[1].accuracy == 100);
    lud_review_free(review);
    lud_play_free(play);
}

static void test_a_side_that_left_has_no_chance(void **unused)
{
    (void)unused;
    LudPlay *play = random_game("dados:players=3", 8, 14);
    int left_at = lud_play_length(play);
    assert_int_equal(lud_play_drop(play, 2, LUD_REASON_LEFT, NULL), LUD_OK);
    LudRandom random;
    lud_random_seed(&random, 1);
    for (int i = 0; i < 16 && lud_play_turn(play) != LUD_OVER; i++)
        unit_play_random(play, &random);
    LudReview *review = make_review(play, (LudLimits){.depth = 1});
    assert_true(review->ply_count < lud_play_length(play));
    for (int i = 0; i < review->ply_count; i++) {
        expect_sound_ply(review, &review->plies[i]);
        if (review->plies[i].ply >= left_at)
            assert_true(review->plies[i].chance[2] == 0);
    }
    lud_review_free(review);
    lud_play_free(play);
}

/* Games that people ended, and one without a single move. */
static void test_any_game_can_be_reviewed(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    LudReview *review = make_review(play, (LudLimits){.depth = 2});
    assert_int_equal(review->ply_count, 0);
    assert_true(fabs(review->start_chance[0] + review->start_chance[1] - 1) < 1e-9);
    assert_true(review->side[0].accuracy == 100);
    lud_review_free(review);
    unit_play_words(play, "F");
    assert_int_equal(lud_play_drop(play, 1, LUD_REASON_RESIGNED, NULL), LUD_OK);
    review = make_review(play, (LudLimits){.depth = 2});
    assert_int_equal(review->ply_count, 1);
    lud_review_free(review);
    lud_play_free(play);
}

static bool stop_after_two(void *context, int done, int total)
{
    int *calls = context;
    assert_int_equal(done, ++*calls);
    assert_int_equal(total, 10);
    return done < 2;
}

static void test_a_review_can_be_stopped(void **unused)
{
    (void)unused;
    LudPlay *play = random_game("pylos", 3, 10);
    LudEngine *engine = make_engine("pylos");
    LudLimits limits = {.nodes = 300};
    LudReview *review = NULL;
    LudError err;
    int calls = 0;
    assert_int_equal(
        lud_engine_review(engine, play, &limits, stop_after_two, &calls, &review, &err),
        LUD_ENOTNOW);
    assert_int_equal(calls, 2);
    lud_engine_stop(engine);
    assert_int_equal(lud_engine_review(engine, play, &limits, NULL, NULL, &review, &err),
                     LUD_ENOTNOW);
    unit_expect_message(&err, LUD_ENOTNOW, "stopped");
    assert_null(review);
    assert_int_equal(lud_engine_review(engine, play, &limits, NULL, NULL, &review, &err), LUD_OK);
    lud_review_free(review);
    lud_engine_free(engine);
    lud_play_free(play);
}

/* -- the picture ---------------------------------------------------------------------------------
 */

/* Reads a tag at '<'; returns what follows '>' and keeps the trail of open elements. */
static const char *read_tag(const char *at, char trail[][16], int *depth)
{
    bool is_end = at[1] == '/';
    const char *name = at + 1 + is_end, *close = strchr(at, '>');
    size_t length = strcspn(name, " />\n");
    assert_non_null(close);
    assert_in_range(length, 1, 15);
    if (is_end) {
        assert_true(*depth > 0);
        --*depth;
        assert_int_equal(strlen(trail[*depth]), length);
        assert_memory_equal(trail[*depth], name, length);
    } else if (close[-1] != '/') {
        assert_true(*depth < 16);
        memcpy(trail[*depth], name, length);
        trail[(*depth)++][length] = '\0';
    }
    return close + 1;
}

/* Every element is closed in order, and nothing stands bare that would have to be escaped. */
static void expect_well_formed(const char *svg)
{
    char trail[16][16];
    int depth = 0;
    for (const char *at = svg; *at;) {
        if (*at == '<') {
            at = read_tag(at, trail, &depth);
        } else {
            if (*at == '&') {
                size_t length = strcspn(at, ";");
                assert_true(length > 1 && length < 9 && at[length] == ';');
            }
            assert_true(*at != '>' && ((unsigned char)*at >= ' ' || *at == '\n'));
            at++;
        }
    }
    assert_int_equal(depth, 0);
}

static void test_pictures_are_well_formed(void **unused)
{
    (void)unused;
    static const char *const labels[LUD_MAX_SIDES] = {"A & \"B\"", "<svg>", "\x01\xff"};
    static const char *const games[] = {"oware", "dados:players=3"};
    for (int i = 0; i < 2; i++) {
        for (int plies = 0; plies < 50; plies += 1 + 20 * (plies > 0)) {
            LudPlay *play = random_game(games[i], 12, plies);
            LudReview *review = make_review(play, (LudLimits){.depth = 1});
            char *svg = lud_review_svg(review, "x < y & z", labels);
            assert_non_null(svg);
            expect_well_formed(svg);
            assert_non_null(strstr(svg, "x &lt; y &amp; z"));
            assert_non_null(strstr(svg, "prefers-color-scheme"));
            assert_null(strchr(svg, '\xff'));
            lud_free(svg);
            lud_review_free(review);
            lud_play_free(play);
        }
    }
}

/* The points of the path that begins after `head`; they must be so many. */
static void read_path(const char *svg, const char *head, int count, double points[][2])
{
    const char *at = strstr(svg, head);
    assert_non_null(at);
    at += strlen(head);
    for (int i = 0; i < count; i++) {
        int length = 0;
        assert_int_equal(sscanf(at, "%lf %lf %n", &points[i][0], &points[i][1], &length), 2);
        at += length;
    }
    assert_true(*at == 'Z' || *at == '"');
}

static void expect_point(const double point[2], double x, double y)
{
    assert_true(fabs(point[0] - x) < 0.06 && fabs(point[1] - y) < 0.06);
}

/* A made-up game of three sides and two plies: areas lie upon each other without a gap, marks and
 * curves stand at the plies they are about. */
static void test_pictures_are_right(void **unused)
{
    (void)unused;
    enum { POINTS = 3 };
    static const double chance[POINTS][3] = {{0.5, 0.3, 0.2}, {0.2, 0.5, 0.3}, {0.25, 0.25, 0.5}};
    static const char *const labels[LUD_MAX_SIDES] = {"A", "B", "C"};
    LudJudgement plies[2] = {{.ply = 0, .is_roll = true, .luck_so_far = {-0.3, 0.2, 0.1}},
                             {.ply = 1,
                              .seat = 1,
                              .mark = LUD_MARK_MISTAKE,
                              .loss = 0.1,
                              .luck_so_far = {-0.3, 0.2, 0.1},
                              .skill_so_far = {0.04, -0.1, 0.06}}};
    LudReview review = {.plies = plies, .ply_count = 2, .sides = 3};
    memcpy(review.start_chance, chance[0], sizeof chance[0]);
    for (int i = 0; i < 2; i++)
        memcpy(plies[i].chance, chance[i + 1], sizeof chance[0]);
    char *svg = lud_review_svg(&review, "x", labels);
    double area[3][2 * POINTS][2], curve[POINTS][2];
    read_path(svg, "class=\"s0\" d=\"M", 2 * POINTS, area[0]);
    read_path(svg, "class=\"s1\" d=\"M", 2 * POINTS, area[1]);
    read_path(svg, "class=\"s2\" d=\"M", 2 * POINTS, area[2]);
    double nothing = area[0][POINTS][1], all = area[2][0][1], x[POINTS] = {64, 500, 936};
    for (int i = 0; i < POINTS; i++) {
        double sum = 0;
        for (int side = 0; side < 3; side++) {
            expect_point(area[side][2 * POINTS - 1 - i], x[i], nothing + sum * (all - nothing));
            sum += chance[i][side];
            expect_point(area[side][i], x[i], nothing + sum * (all - nothing));
        }
    }
    assert_non_null(strstr(svg, ">100 %</text>"));
    double mark[2];
    const char *circle = strstr(svg, "<circle class=\"mark poor\"");
    assert_int_equal(
        sscanf(circle, "<circle class=\"mark poor\" cx=\"%lf\" cy=\"%lf\"", &mark[0], &mark[1]), 2);
    expect_point(mark, x[2], area[1][2][1]);
    read_path(svg, "class=\"luck l0\" d=\"M", POINTS, curve);
    double middle = curve[0][1], tenth = (curve[1][1] - middle) / 3;
    assert_true(tenth > 0); /* bad luck lies below */
    read_path(svg, "class=\"luck l1\" d=\"M", POINTS, curve);
    expect_point(curve[2], x[2], middle - 2 * tenth);
    read_path(svg, "class=\"skill l1\" d=\"M", POINTS, curve);
    expect_point(curve[1], x[1], middle);
    expect_point(curve[2], x[2], middle + tenth);
    lud_free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hints_always_give_a_reason),
        cmocka_unit_test(test_hints_say_what_was_found),
        cmocka_unit_test(test_remarks_follow_from_values),
        cmocka_unit_test(test_no_hints_for_teams),
        cmocka_unit_test(test_sums_fit_the_plies),
        cmocka_unit_test(test_a_missed_win_is_a_blunder),
        cmocka_unit_test(test_a_side_that_left_has_no_chance),
        cmocka_unit_test(test_any_game_can_be_reviewed),
        cmocka_unit_test(test_a_review_can_be_stopped),
        cmocka_unit_test(test_pictures_are_well_formed),
        cmocka_unit_test(test_pictures_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
