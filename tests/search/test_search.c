/* How the search behaves: limits, stopping, pondering, several lines, proven ends, an oracle. What
 * its values are is for test_search_values.c and test_search_cycles.c. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/ref_search.h"
#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

/* A second round of Six: the random one with the most moves, some two thousand. */
static LudState six_second_round(const LudRules *rules)
{
    static LudMove list[LUD_MAX_MOVES];
    LudRandom random;
    LudState s, best;
    int most = 0;
    lud_random_seed(&random, 1);
    for (int i = 0; i < 200; i++) {
        if (!odd_start(rules, &random, &s) || rules->game->rules.turn(&s) < 0)
            continue;
        int count = rules->game->rules.moves(&s, list);
        if (count > most) {
            most = count;
            best = s;
        }
    }
    assert_true(most > 1000);
    return best;
}

static LudSearch *make_search(const LudRules *rules, int threads)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = (size_t)4 << 20;
    options.threads = threads;
    assert_int_equal(lud_search_new(&search, rules, &options, NULL), LUD_OK);
    return search;
}

static LudFindings run(LudSearch *search, const LudTask *task)
{
    LudFindings findings;
    assert_int_equal(lud_search_run(search, task, &findings, NULL), LUD_OK);
    assert_true(findings.line_count >= 1 && findings.lines[0].length >= 1);
    return findings;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void nap(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* -- limits ------------------------------------------------------------------------------------ */

static void test_same_limits_give_the_same_result(void **unused)
{
    (void)unused;
    static const LudLimits limits[] = {{.depth = 5}, {.nodes = 20000}, {.nodes = 777}};
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRules rules = variants_rules(sample);
        LudState s;
        lud_rules_start(&rules, &s);
        LudSearch *search = make_search(&rules, 1), *other = make_search(&rules, 1);
        for (int l = 0; l < 3; l++) {
            LudTask task = {.size = sizeof task, .root = &s, .limits = limits[l], .line_count = 2};
            lud_search_forget(search);
            LudFindings first = run(search, &task);
            LudLine line = first.lines[0];
            lud_search_forget(search);
            LudFindings second = run(search, &task);
            lud_search_forget(other);
            LudFindings third = run(other, &task);
            assert_int_equal(first.nodes, second.nodes);
            assert_int_equal(first.nodes, third.nodes);
            assert_memory_equal(&line, &second.lines[0], offsetof(LudLine, move));
            assert_memory_equal(line.move, second.lines[0].move,
                                (size_t)line.length * sizeof(LudMove));
            assert_memory_equal(line.move, third.lines[0].move,
                                (size_t)line.length * sizeof(LudMove));
        }
        lud_search_free(search);
        lud_search_free(other);
    }
}

static void test_node_limit_is_exact(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRules rules = variants_rules(sample);
        LudState s;
        lud_rules_start(&rules, &s);
        LudSearch *search = make_search(&rules, 1);
        for (uint64_t nodes = 1; nodes < 30000; nodes = nodes * 3 + 1) {
            LudTask task = {.size = sizeof task, .root = &s, .limits.nodes = nodes};
            assert_int_equal(run(search, &task).nodes, nodes);
        }
        lud_search_free(search);
    }
}

static void test_depth_limit_is_kept(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRules rules = variants_rules(sample);
        LudState s;
        lud_rules_start(&rules, &s);
        LudSearch *search = make_search(&rules, 1);
        for (int depth = 1; depth <= 4; depth++) {
            LudTask task = {.size = sizeof task, .root = &s, .limits.depth = depth};
            LudFindings findings = run(search, &task);
            assert_int_equal(findings.depth, depth);
            assert_int_equal(findings.lines[0].depth, depth);
            assert_int_equal(findings.lines[0].bound, LUD_BOUND_EXACT);
        }
        lud_search_free(search);
    }
}

static void test_clock_of_one_move_is_not_spent(void **unused)
{
    (void)unused;
    /* Only A has a seed. */
    LudRules rules = variants_rules("oware:slam=nocapture");
    LudState s = variants_position(&rules, "1-0-0-0-0-0-3-4-2-1-1-0-18-18-S");
    LudSearch *search = make_search(&rules, 1);
    LudTask task = {.size = sizeof task, .root = &s, .limits = {.clock_ms = 3600000}};
    int64_t begun = now_ms();
    LudFindings findings = run(search, &task);
    assert_true(now_ms() - begun < 2000);
    assert_int_equal(findings.lines[0].move[0], 0);
    assert_int_equal(findings.lines[0].bound, LUD_BOUND_EXACT);
    lud_search_free(search);
}

/* Nothing overflows, whatever a caller thinks a clock can show. */
static void test_endless_clocks(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s;
    lud_rules_start(&rules, &s);
    LudSearch *search = make_search(&rules, 1);
    LudLimits clocks = {.depth = 3, .clock_ms = INT64_MAX, .increment_ms = INT64_MAX};
    LudTask task = {.size = sizeof task, .root = &s, .limits = clocks};
    assert_int_equal(run(search, &task).depth, 3);
    task.limits = (LudLimits){.depth = 3, .move_ms = INT64_MAX};
    assert_int_equal(run(search, &task).depth, 3);
    lud_search_free(search);
}

/* -- stopping and pondering -------------------------------------------------------------------- */

typedef struct Job {
    LudSearch *search;
    LudTask task;
    LudFindings findings;
    int64_t ended_ms;
} Job;

static void *work(void *context)
{
    Job *job = context;
    if (lud_search_run(job->search, &job->task, &job->findings, NULL) != LUD_OK)
        abort();
    job->ended_ms = now_ms();
    return NULL;
}

static int64_t stop_delay_ms(Job *job)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work, job), 0);
    nap(40);
    int64_t asked = now_ms();
    lud_search_stop(job->search);
    pthread_join(thread, NULL);
    return job->ended_ms - asked;
}

/* A busy machine may keep a thread waiting, so the best of some tries counts. */
static void expect_quick_stop(const char *name, bool is_late, int threads)
{
    LudRules rules = variants_rules(name);
    LudState s;
    if (is_late)
        s = six_second_round(&rules);
    else
        lud_rules_start(&rules, &s);
    Job job = {.search = make_search(&rules, threads),
               .task = {.size = sizeof job.task, .root = &s, .limits.is_infinite = true}};
    int64_t least = INT64_MAX;
    for (int i = 0; i < 25 && least > 20; i++) {
        int64_t delay = stop_delay_ms(&job);
        least = delay < least ? delay : least;
        assert_true(job.findings.line_count == 1);
    }
    assert_true(least <= (tap_is_short() ? 200 : 20));
    lud_search_free(job.search);
}

static void test_stop_is_obeyed_at_once(void **unused)
{
    (void)unused;
    expect_quick_stop("oware", false, 1);
    expect_quick_stop("oware", false, 4);
    expect_quick_stop("pylos", false, 2);
    expect_quick_stop("six", false, 1);
    expect_quick_stop("six", true, 1);
    expect_quick_stop("six", true, 2);
}

static void test_stop_before_the_run_leaves_a_line(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRules rules = variants_rules(sample);
        LudState s;
        lud_rules_start(&rules, &s);
        LudSearch *search = make_search(&rules, 1);
        LudTask task = {.size = sizeof task, .root = &s, .limits.is_infinite = true};
        lud_search_stop(search);
        assert_int_equal(run(search, &task).depth, 0);
        task.limits = (LudLimits){.depth = 2};
        assert_int_equal(run(search, &task).depth, 2);
        lud_search_free(search);
    }
}

static void test_infinite_waits_after_all_is_known(void **unused)
{
    (void)unused;
    /* F captures two and reaches 25. */
    LudRules rules = variants_rules("oware");
    LudState s = variants_position(&rules, "0-0-0-0-0-1-1-5-5-0-0-0-23-13-S");
    Job job = {.search = make_search(&rules, 1),
               .task = {.size = sizeof job.task, .root = &s, .limits.is_infinite = true}};
    pthread_t thread;
    int64_t begun = now_ms();
    assert_int_equal(pthread_create(&thread, NULL, work, &job), 0);
    nap(60);
    lud_search_stop(job.search);
    pthread_join(thread, NULL);
    assert_true(job.ended_ms - begun >= 60);
    assert_int_equal(job.findings.lines[0].value, LUD_VALUE_WIN - 1);
    lud_search_free(job.search);
}

static void test_ponder_counts_from_the_hit(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("pylos");
    LudState s;
    lud_rules_start(&rules, &s);
    LudLimits pondering = {.is_ponder = true, .move_ms = 50};
    Job job = {.search = make_search(&rules, 1),
               .task = {.size = sizeof job.task, .root = &s, .limits = pondering}};
    pthread_t thread;
    int64_t begun = now_ms();
    assert_int_equal(pthread_create(&thread, NULL, work, &job), 0);
    nap(120);
    int64_t hit = now_ms();
    lud_search_ponder_hit(job.search);
    pthread_join(thread, NULL);
    assert_true(job.ended_ms - begun >= 120 + 30);
    assert_true(job.ended_ms - hit < 5000); /* a busy machine may take its time */
    lud_search_free(job.search);
}

/* -- lines ------------------------------------------------------------------------------------- */

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* As deep as plain minimax gets within some thousands of nodes. */
static int deepest_plain(RefSearch *plain)
{
    int depth = 1;
    plain->nodes_most = 8000;
    do
        ref_minimax(plain, depth + 1, NULL);
    while (!plain->has_given_up && ++depth < 8);
    plain->nodes_most = 0;
    return depth;
}

/* Any number of lines has the values that minimax gives the best moves, in order. */
static void test_lines_have_exact_values(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_TWO_SIDES, i)); i++) {
        LudRules rules = variants_rules(sample);
        const LudGame *game = rules.game;
        LudSearchOptions options = lud_search_options_usual();
        LudSearch *search = NULL;
        LudRandom random;
        assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
        search_switch(search, (SearchSwitches){.has_no_reductions = true, .has_path_keys = true});
        lud_random_seed(&random, 5);
        for (int round = 0; round < (tap_is_short() ? 4 : 10); round++) {
            static LudMove list[LUD_MAX_MOVES];
            static int values[LUD_MAX_MOVES];
            LudState s;
            lud_rules_start(&rules, &s);
            for (int ply = 0; ply < round && game->rules.turn(&s) >= 0; ply++)
                game->rules.apply(
                    &s, list[lud_random_below(&random, (uint32_t)game->rules.moves(&s, list))]);
            RefSearch plain = {.game = game, .root = &s, .has_quiescence = true};
            LudTask task = {.size = sizeof task, .root = &s, .limits.depth = deepest_plain(&plain)};
            int count = game->rules.moves(&s, list);
            ref_minimax(&plain, task.limits.depth, values);
            qsort(values, (size_t)count, sizeof values[0], descending);
            for (int wanted = 1; wanted <= count; wanted += 1 + wanted * (count > 12)) {
                task.line_count = wanted;
                LudFindings findings = run(search, &task);
                assert_int_equal(findings.line_count, wanted);
                for (int at = 0; at < wanted; at++)
                    assert_int_equal(findings.lines[at].value, values[at]);
            }
        }
        lud_search_free(search);
    }
}

static void test_only_named_moves_are_considered(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s;
    lud_rules_start(&rules, &s);
    LudSearch *search = make_search(&rules, 1);
    const LudMove only[] = {1, 4, 9};
    LudTask task = {.size = sizeof task, .root = &s, .limits.depth = 6, .line_count = 6};
    task.only = only;
    task.only_count = 3;
    LudFindings findings = run(search, &task);
    assert_int_equal(findings.line_count, 2);
    for (int i = 0; i < 2; i++)
        assert_true(findings.lines[i].move[0] == 1 || findings.lines[i].move[0] == 4);
    lud_search_free(search);
}

/* -- ends -------------------------------------------------------------------------------------- */

static void expect_end(const char *name, const char *position, int depth, int value)
{
    LudRules rules = variants_rules(name);
    LudState s = variants_position(&rules, position);
    LudSearch *search = make_search(&rules, 1);
    LudTask task = {.size = sizeof task, .root = &s, .limits.depth = depth};
    LudFindings findings = run(search, &task);
    assert_int_equal(findings.lines[0].value, value);
    assert_true(findings.lines[0].is_proven == (value != 0));
    lud_search_free(search);
}

static void test_wins_and_losses_have_their_length(void **unused)
{
    (void)unused;
    /* F captures b's two and South has 25. */
    expect_end("oware", "0-0-0-0-0-1-1-5-5-0-0-0-23-13-S", 4, LUD_VALUE_WIN - 1);
    /* South has to play A; f's two seeds then reach A and B, and take B's two. */
    expect_end("oware", "1-0-0-0-0-0-5-0-0-0-0-2-17-23-S", 6, 2 - LUD_VALUE_WIN);
    /* Five red in a row and an open end: red makes six. */
    expect_end("six", "r:0,0;0,1;0,2;0,3;0,4 b:1,0;1,1;1,2;1,3;1,4 16-16 r", 3, LUD_VALUE_WIN - 1);
    /* Red's five are open at both ends, black can stop one only and has no five. */
    expect_end("six", "r:0,0;0,1;0,2;0,3;0,4 b:1,0;2,0;3,0;4,-1 16-17 b", 4, 2 - LUD_VALUE_WIN);
}

/* In this second round most moves of Black lose at once, and by far not all: whenever the search is
 * stopped, it claims no loss that it has not seen, and prefers moves that are not known to lose. */
static void test_stop_claims_no_loss(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = variants_position(
        &rules, "r:-3,-3;-3,0;-3,1;-3,3;-2,-3;-1,-2;-1,0;-1,1;0,0;0,1;0,3;1,-2;2,-2;2,-1;2,2;3,2 "
                "b:-3,-1;-3,4;-2,-2;-2,3;-1,-3;-1,-1;-1,2;-1,3;0,-2;1,2;2,-3;3,-2;4,2 0-0 b");
    for (uint64_t nodes = 200; nodes <= 6000; nodes += 100) {
        LudSearch *search = make_search(&rules, 1);
        LudTask task = {.size = sizeof task, .root = &s, .limits.nodes = nodes, .line_count = 2};
        LudFindings findings = run(search, &task);
        for (int i = 0; i < findings.line_count; i++)
            assert_true(findings.lines[i].value > -LUD_VALUE_WON);
        lud_search_free(search);
    }
}

/* -- an oracle --------------------------------------------------------------------------------- */

/* Knows every position of Oware in which North is to move and pit A is empty. */
static bool probe_start(void *context, const LudState *s, LudKnown *known)
{
    const LudGame *game = lud_game_find("oware");
    char text[LUD_STATE_TEXT];
    int *asked = context;
    game->text.state_print(s, text);
    ++*asked;
    if (text[0] != '0' || text[strlen(text) - 1] != 'N')
        return false;
    *known = (LudKnown){-25000, -25000};
    return true;
}

static void test_oracle_decides(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    LudState s;
    int asked = 0;
    options.oracle = (LudOracle){.probe = probe_start, .context = &asked};
    assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
    lud_rules_start(&rules, &s);
    /* At the root: A empties A. */
    LudTask task = {.size = sizeof task, .root = &s, .limits.depth = 5};
    LudFindings findings = run(search, &task);
    assert_int_equal(findings.lines[0].move[0], 0);
    assert_int_equal(findings.lines[0].value, 25000);
    assert_true(findings.lines[0].is_proven && asked > 0);
    /* In the tree: after any other move South can do it next, unless North fills A again. */
    const LudMove only[] = {1};
    task.only = only;
    task.only_count = 1;
    findings = run(search, &task);
    assert_int_equal(findings.lines[0].value, 25000);
    assert_true(findings.lines[0].is_proven);
    lud_search_free(search);
}

static bool probe_bounds(void *context, const LudState *s, LudKnown *known)
{
    (void)s;
    *known = *(const LudKnown *)context;
    return true;
}

static void test_oracle_bounds(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("pylos");
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    LudState s;
    /* The same for both sides, so values can't leave it at any ply. */
    LudKnown known = {-3, 3};
    options.oracle = (LudOracle){.probe = probe_bounds, .context = &known};
    assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
    lud_rules_start(&rules, &s);
    for (int depth = 1; depth < 6; depth++) {
        LudTask task = {.size = sizeof task, .root = &s, .limits.depth = depth};
        LudFindings findings = run(search, &task);
        assert_true(abs(findings.lines[0].value) <= 3 && !findings.lines[0].is_proven);
    }
    lud_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_limits_give_the_same_result),
        cmocka_unit_test(test_node_limit_is_exact),
        cmocka_unit_test(test_depth_limit_is_kept),
        cmocka_unit_test(test_clock_of_one_move_is_not_spent),
        cmocka_unit_test(test_endless_clocks),
        cmocka_unit_test(test_stop_is_obeyed_at_once),
        cmocka_unit_test(test_stop_before_the_run_leaves_a_line),
        cmocka_unit_test(test_infinite_waits_after_all_is_known),
        cmocka_unit_test(test_ponder_counts_from_the_hit),
        cmocka_unit_test(test_lines_have_exact_values),
        cmocka_unit_test(test_only_named_moves_are_considered),
        cmocka_unit_test(test_wins_and_losses_have_their_length),
        cmocka_unit_test(test_stop_claims_no_loss),
        cmocka_unit_test(test_oracle_decides),
        cmocka_unit_test(test_oracle_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
