/* Search with dice against a plain one: no cutoffs, no table, no order of moves, the mean of a roll
 * written out. Both must give every root move the same value. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/ludoteca.h>
#include <ludoteca/search.h>

#include "base/clock_time.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { FINE_STEPS = 16, CERTAIN = LUD_VALUE_CERTAIN * FINE_STEPS };

/* -- the plain search -------------------------------------------------------------------------- */

typedef struct Values {
    int64_t of[LUD_MAX_SIDES];
} Values;

static uint64_t plain_nodes;

static int64_t plain_mean(int64_t sum)
{
    int64_t twice = sum < 0 ? -2 * sum : 2 * sum, mean = (twice + 36) / 72;
    if (mean == CERTAIN && twice != (int64_t)72 * CERTAIN)
        mean--;
    return sum < 0 ? -mean : mean;
}

static Values plain_turn(const LudGame *game, const LudState *s, int depth);

static Values plain_after(const LudGame *game, const LudState *s, int depth)
{
    Values v = {{0}};
    LudChance chances[LUD_MAX_CHANCES];
    int sides = game->rules.sides(s);
    plain_nodes++;
    if (game->rules.turn(s) == LUD_OVER || depth == 0) {
        for (int i = 0; i < sides; i++) {
            if (game->rules.turn(s) == LUD_OVER)
                v.of[i] = game->rules.score(s, i) == 2 ? CERTAIN : -CERTAIN;
            else
                v.of[i] = (int64_t)lud_judging(game)->evaluate(s, NULL, i) * FINE_STEPS;
        }
        return v;
    }
    int count = game->chance->outcomes(s, chances);
    for (int i = 0; i < count; i++) {
        LudState rolled = *s;
        game->rules.apply(&rolled, chances[i].move);
        Values found = plain_turn(game, &rolled, depth);
        for (int k = 0; k < sides; k++)
            v.of[k] += chances[i].weight * found.of[k];
    }
    for (int k = 0; k < sides; k++)
        v.of[k] = plain_mean(v.of[k]);
    return v;
}

static Values plain_turn(const LudGame *game, const LudState *s, int depth)
{
    LudMove list[64];
    Values best = {{0}};
    int side = game->rules.turn(s) % game->rules.sides(s), count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        Values found = plain_after(game, &next, depth - 1);
        if (i == 0 || found.of[side] > best.of[side])
            best = found;
    }
    return best;
}

/* As shown outside: rounded, and certain only where it is. */
static int outer(int64_t fine)
{
    int64_t size = fine < 0 ? -fine : fine, value = (size + FINE_STEPS / 2) / FINE_STEPS;
    if (value == LUD_VALUE_CERTAIN && size != CERTAIN)
        value--;
    return (int)(fine < 0 ? -value : value);
}

static int plain_move(const LudGame *game, const LudState *s, LudMove m, int depth)
{
    LudState next = *s;
    int side = game->rules.turn(s) % game->rules.sides(s);
    game->rules.apply(&next, m);
    return outer(plain_after(game, &next, depth - 1).of[side]);
}

/* -- positions --------------------------------------------------------------------------------- */

/* A seat's turn somewhere in a random game, or on a crowded board. */
static LudState random_turn(const LudRules *rules, LudRandom *random)
{
    const LudGame *game = rules->game;
    for (;;) {
        LudState s;
        LudMove list[64];
        if (lud_random_below(random, 3) == 0) {
            if (!odd_start(rules, random, &s))
                continue;
        } else {
            lud_rules_start(rules, &s);
        }
        for (int plies = 2 * (int)lud_random_below(random, 40);
             game->rules.turn(&s) != LUD_OVER && (plies > 0 || game->rules.turn(&s) == LUD_CHANCE);
             plies--) {
            int count = game->rules.moves(&s, list);
            game->rules.apply(&s, list[lud_random_below(random, (uint32_t)count)]);
        }
        if (game->rules.turn(&s) >= 0)
            return s;
    }
}

static LudSearch *new_search(const LudRules *rules, int threads)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    LudError err;
    options.threads = threads;
    if (lud_search_new(&search, rules, &options, &err) != LUD_OK)
        abort();
    return search;
}

static LudFindings run(LudSearch *search, const LudState *s, LudLimits limits, int lines)
{
    LudTask task = {.size = sizeof task, .root = s, .limits = limits, .line_count = lines};
    LudFindings findings;
    LudError err;
    if (lud_search_run(search, &task, &findings, &err) != LUD_OK)
        abort();
    return findings;
}

/* -- the tests --------------------------------------------------------------------------------- */

/* All moves valued, and then the best alone, which takes cutoffs. */
static bool agrees(LudSearch *search, const LudRules *rules, const LudState *s, int depth)
{
    LudMove list[64];
    int count = rules->game->rules.moves(s, list), best = INT_MIN;
    LudFindings all = run(search, s, (LudLimits){.depth = depth}, count);
    bool is_same = all.line_count == count && all.depth <= depth;
    for (int i = 0; i < all.line_count; i++) {
        int value = plain_move(rules->game, s, all.lines[i].move[0], depth);
        bool is_certain = value == LUD_VALUE_CERTAIN || value == -LUD_VALUE_CERTAIN;
        is_same &= value == all.lines[i].value && all.lines[i].bound == LUD_BOUND_EXACT &&
                   is_certain == all.lines[i].is_proven && all.lines[i].length == 1;
        is_same &= i == 0 || value <= all.lines[i - 1].value;
        best = value > best ? value : best;
    }
    LudFindings one = run(search, s, (LudLimits){.depth = depth}, 1);
    return is_same && one.line_count == 1 && one.lines[0].value == best;
}

static void test_values(const char *rules_text, int depth, int positions, int threads)
{
    LudRules rules = variants_rules(rules_text);
    LudSearch *search = new_search(&rules, threads);
    LudRandom random;
    int same = 0;
    lud_random_seed(&random, 20 + (uint64_t)depth);
    for (int i = 0; i < positions; i++) {
        LudState s = random_turn(&rules, &random);
        char text[LUD_STATE_TEXT];
        bool is_same = agrees(search, &rules, &s, depth);
        rules.game->text.state_print(&s, text);
        if (!is_same)
            tap_note("%s differs at depth %d: %s", rules_text, depth, text);
        same += is_same;
    }
    tap_report(same == positions, "%s: depth %d, %d thread(s), equal on %d of %d positions",
               rules_text, depth, threads, same, positions);
    lud_search_free(search);
}

/* A roll that the game values at once is not broken off. */
static bool is_near(uint64_t nodes, uint64_t limit)
{
    enum { MOVES_OF_A_ROLL = 2 * 64 };
    return nodes >= limit && nodes < limit + MOVES_OF_A_ROLL;
}

/* Cutoffs and the table must pay: fewer nodes than without, and the same number every time. */
static void test_nodes(void)
{
    LudRules rules = variants_rules("dados:line=5");
    LudSearch *search = new_search(&rules, 1), *other = new_search(&rules, 1);
    LudRandom random;
    uint64_t nodes = 0;
    bool is_repeatable = true;
    plain_nodes = 0;
    lud_random_seed(&random, 5);
    for (int i = 0; i < tap_scaled(20); i++) {
        LudMove list[64];
        LudState s = random_turn(&rules, &random);
        LudFindings one = run(search, &s, (LudLimits){.depth = 3}, 1);
        LudFindings two = run(other, &s, (LudLimits){.depth = 3}, 1);
        is_repeatable &= one.nodes == two.nodes && one.lines[0].move[0] == two.lines[0].move[0] &&
                         one.lines[0].value == two.lines[0].value;
        one = run(search, &s, (LudLimits){.nodes = 1234}, 2);
        two = run(other, &s, (LudLimits){.nodes = 1234}, 2);
        is_repeatable &= one.nodes == two.nodes && one.lines[0].move[0] == two.lines[0].move[0] &&
                         (is_near(one.nodes, 1234) || one.lines[0].is_proven);
        nodes += run(search, &s, (LudLimits){.depth = 3}, 1).nodes;
        for (int k = rules.game->rules.moves(&s, list); k-- > 0;)
            plain_move(rules.game, &s, list[k], 3);
    }
    tap_note("%llu nodes, %llu without cutoffs", (unsigned long long)nodes,
             (unsigned long long)plain_nodes);
    tap_report(nodes * 3 < plain_nodes, "cutoffs and table save two thirds of the nodes");
    tap_report(is_repeatable, "one thread does the same every time");
    lud_search_free(search);
    lud_search_free(other);
}

/* Turns of the board meet in the table: fewer nodes, the same values. */
static void test_symmetry(void)
{
    static const char *const near_start[] = {"....../....../....../....../....../...... 1 8",
                                             "....../....../....../....../....../...... 1 11",
                                             "....../..g.../....../....../....../...... 2 5",
                                             "g....g/....../....../....../....../b....b 1 2"};
    LudRules rules = variants_rules("dados:line=5");
    LudGame plain = *rules.game;
    LudGameJudging judging = *lud_judging(rules.game);
    judging.key = NULL;
    plain.judging = &judging;
    LudRules plain_rules = {&plain, rules.options};
    LudSearch *search = new_search(&rules, 1), *other = new_search(&plain_rules, 1);
    uint64_t nodes = 0, without = 0;
    bool is_same = true;
    for (size_t i = 0; i < sizeof near_start / sizeof *near_start; i++) {
        LudState s = variants_position(&rules, near_start[i]);
        LudFindings with = run(search, &s, (LudLimits){.depth = 3}, 4);
        LudFindings none = run(other, &s, (LudLimits){.depth = 3}, 4);
        for (int k = 0; k < with.line_count; k++)
            is_same &= with.lines[k].value == none.lines[k].value;
        nodes += with.nodes;
        without += none.nodes;
    }
    tap_note("%llu nodes, %llu without symmetry", (unsigned long long)nodes,
             (unsigned long long)without);
    tap_report(is_same && 2 * nodes < without, "turns of the board are looked at once");
    lud_search_free(search);
    lud_search_free(other);
}

static void test_win(const char *rules_text, const char *position, const char *move)
{
    LudRules rules = variants_rules(rules_text);
    LudState s = variants_position(&rules, position);
    LudSearch *search = new_search(&rules, 1);
    char text[LUD_MOVE_TEXT];
    LudFindings findings = run(search, &s, (LudLimits){.depth = 3}, 1);
    rules.game->text.move_print(&s, findings.lines[0].move[0], text);
    tap_report(strcmp(text, move) == 0 && findings.lines[0].is_proven &&
                   findings.lines[0].value == LUD_VALUE_CERTAIN && findings.depth == 1,
               "%s: %s wins at once", position, move);
    lud_search_free(search);
}

typedef struct Stopper {
    LudSearch *search;
    atomic_llong stopped_us;
} Stopper;

static void *stop_soon(void *context)
{
    Stopper *stopper = context;
    const struct timespec nap = {.tv_nsec = 60000000};
    nanosleep(&nap, NULL);
    atomic_store(&stopper->stopped_us, base_time_us());
    lud_search_stop(stopper->search);
    return NULL;
}

/* How late a stop takes effect, in microseconds. */
static int64_t stop_latency_us(LudSearch *search, const LudState *s)
{
    Stopper stopper = {.search = search};
    pthread_t thread;
    pthread_create(&thread, NULL, stop_soon, &stopper);
    run(search, s, (LudLimits){.is_infinite = true}, 1);
    int64_t late_us = base_time_us() - atomic_load(&stopper.stopped_us);
    pthread_join(thread, NULL);
    return late_us;
}

static int64_t timed_run_us(LudSearch *search, const LudState *s)
{
    int64_t begun_us = base_time_us();
    run(search, s, (LudLimits){.move_ms = 50}, 1);
    return base_time_us() - begun_us;
}

/* The best of a few tries counts: on a busy machine a thread may have to wait for its turn. */
static void test_stop(const char *rules_text, int threads)
{
    LudRules rules = variants_rules(rules_text);
    LudState s = variants_position(&rules, "....../....../....../....../....../...... 1 11");
    LudSearch *search = new_search(&rules, threads);
    int64_t late_us = INT64_MAX, took_us = INT64_MAX;
    for (int i = 0; i < 25 && (late_us >= 20000 || took_us >= 60000); i++) {
        int64_t late = stop_latency_us(search, &s), took = timed_run_us(search, &s);
        late_us = late < late_us ? late : late_us;
        took_us = took < took_us ? took : took_us;
    }
    tap_report(late_us < 20000, "%s, %d thread(s): stops within 20 ms", rules_text, threads);
    tap_note("%lld us", (long long)late_us);
    tap_report(took_us < 60000, "%s, %d thread(s): keeps a limit of 50 ms", rules_text, threads);
    tap_note("%lld us", (long long)took_us);
    lud_search_stop(search);
    LudFindings findings = run(search, &s, (LudLimits){.is_infinite = true}, 1);
    tap_report(findings.line_count == 1 && findings.lines[0].length == 1,
               "%s, %d thread(s): stopped before it began, it still has a line", rules_text,
               threads);
    lud_search_free(search);
}

/* Knows one position, to see that it is asked in the tree and at the root. */
typedef struct Lore {
    const LudGame *game;
    LudState s;
    int value;
} Lore;

static bool probe_lore(void *context, const LudState *s, LudKnown *known)
{
    const Lore *lore = context;
    if (!lore->game->rules.same(s, &lore->s))
        return false;
    *known = (LudKnown){lore->value, lore->value};
    return true;
}

static void test_oracle(void)
{
    LudRules rules = variants_rules("dados:line=5");
    Lore lore = {.game = rules.game, .value = -9 * (LUD_VALUE_CERTAIN / 10)};
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    LudError err;
    LudState s = variants_position(&rules, "....../....../..gg../..bb../....../...... 1 7");
    LudState hole = variants_position(&rules, "....../....../..gg../..bb../.g..../...... 2 -");
    lore.s = hole;
    options.oracle = (LudOracle){.probe = probe_lore, .context = &lore};
    if (lud_search_new(&search, &rules, &options, &err) != LUD_OK)
        abort();
    LudFindings findings = run(search, &s, (LudLimits){.depth = 2}, 1);
    tap_report(findings.lines[0].value == 9 * (LUD_VALUE_CERTAIN / 10) &&
                   findings.lines[0].is_proven,
               "what the oracle says of a root move counts");
    lud_search_free(search);
}

/* A roll must not pass for a chip, nor a seat: the table would mix positions up. */
static void test_keys(void)
{
    LudRules rules = variants_rules("dados:line=5");
    static const char *const like[] = {"....../....../....../....../....../.g.... 1 -",
                                       "....../....../....../....../....../...... 1 2",
                                       "....../....../....../....../....../.g.... 1 2",
                                       "....../....../....../....../..g.../...... 1 -",
                                       "....../....../....../....../....../...... 2 -",
                                       "....../....../....../....../....../...... 1 -"};
    enum { COUNT = sizeof like / sizeof like[0] };
    uint64_t key[COUNT];
    bool is_different = true;
    for (int i = 0; i < COUNT; i++) {
        LudState s = variants_position(&rules, like[i]);
        key[i] = rules.game->rules.key(&s);
        for (int k = 0; k < i; k++)
            is_different &= key[i] != key[k];
    }
    tap_report(is_different, "positions that look alike have different keys");
}

static void test_rules(const LudRules *rules)
{
    char name[LUD_RULES_TEXT];
    lud_rules_print(rules, name);
    test_values(name, 1, tap_scaled(300), 1);
    test_values(name, 2, tap_scaled(150), 1);
    test_values(name, 3, tap_scaled(12), 1);
    test_values(name, 3, tap_scaled(6), 2);
}

int main(void)
{
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(lud_game_at(i), variants);
        for (int v = 0; v < count && rows_fit(&variants[v], ROWS_DICE); v++)
            test_rules(&variants[v]);
    }
    test_nodes();
    test_win("dados:line=5", "....../.bb.../....../..b.../gggg../...... 1 7", "e2");
    test_win("dados:line=5", "....../....../....../....../gggg../...... 1 11", "e2");
    test_win("dados:players=3,line=5", "....../....../....../....../.rrrr./...... 3 6", "f2");
    test_win("dados:players=4,line=5", "....../.gggbg/....../....../.b..b./...... 3 7", "xe5");
    test_stop("dados:line=5", 1);
    test_stop("dados:line=5", 2);
    test_stop("dados:players=3,line=5", 1);
    test_keys();
    test_oracle();
    test_symmetry();
    return tap_finish();
}
