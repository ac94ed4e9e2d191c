/* The values of the search against plain minimax (reference/ref_search.c), which was written from
 * the contract alone, on 2,000 positions of each game without chance:
 *
 *   - without reductions the values are equal: always, if table entries hold for one history only;
 *     with the usual keys wherever no line of the plain tree came back to a position;
 *   - with everything on, and a table that still holds what earlier positions left, a win or loss
 *     that is called proven is one;
 *   - the values of all moves are equal too, and so are those that an oracle has a hand in.
 *
 * Depths are what plain search manages within a budget of nodes. `test_search_reference GAME TIMES`
 * does that many times more. */
#include <stdlib.h>
#include <string.h>

#include "reference/ref_search.h"
#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/samples.h"
#include "support/tap.h"
#include "support/variants.h"

enum {
    POSITIONS = 1000,
    DEEPEST = 9,
    CLAIM_PLIES = 9, /* longer wins are too much for plain proofs */
    NOTED = 5,       /* contradictions that are shown in full */
};

/* Asked for on the command line: this many times the positions, and searched with more nodes. */
static int thoroughness = 1;

typedef enum Mode { MODE_PATH, MODE_USUAL, MODE_PATH_QUIET, MODE_USUAL_QUIET, MODES } Mode;
static const char *const mode_names[MODES] = {"path keys", "usual keys", "path keys and quiescence",
                                              "usual keys and quiescence"};

static bool has_path_keys(Mode mode)
{
    return mode == MODE_PATH || mode == MODE_PATH_QUIET;
}

static bool has_quiescence(Mode mode)
{
    return mode == MODE_PATH_QUIET || mode == MODE_USUAL_QUIET;
}

typedef struct Tally {
    int positions;
    int compared[MODES], wrong[MODES];
    int depth_sum, wins, repeated;
    int claims, long_claims, unconfirmed, false_claims;
} Tally;

typedef struct Bench {
    const LudRules *rules;
    const GameRows *rows;
    LudRandom random;
    LudSearch *exact[MODES], *usual;
    RefSearch ref;
    Tally tally;
} Bench;

/* Of all rules of a game together. */
static struct Extras {
    int positions, compared[MODES];
    int lists, wrong_lists, oracles, oracle_changes, wrong_oracles;
    long moves;
} extras;

static LudSearch *new_search(const LudRules *rules, const LudSearchOptions *options)
{
    LudSearch *search = NULL;
    if (lud_search_new(&search, rules, options, NULL) != LUD_OK)
        abort();
    return search;
}

static LudSearch *new_exact_search(const LudRules *rules, Mode mode, LudOracle oracle)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = LUD_MEMORY_LEAST;
    options.oracle = oracle;
    LudSearch *search = new_search(rules, &options);
    search_switch(search, (SearchSwitches){.has_no_reductions = true,
                                           .has_path_keys = has_path_keys(mode),
                                           .has_no_quiescence = !has_quiescence(mode)});
    return search;
}

static void open_bench(Bench *bench, const LudRules *rules, uint64_t seed)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = LUD_MEMORY_LEAST;
    bench->rules = rules;
    bench->ref.game = rules->game;
    bench->usual = new_search(rules, &options);
    for (int mode = 0; mode < MODES; mode++)
        bench->exact[mode] = new_exact_search(rules, (Mode)mode, (LudOracle){0});
    lud_random_seed(&bench->random, seed);
}

static void close_bench(Bench *bench)
{
    lud_search_free(bench->usual);
    for (int mode = 0; mode < MODES; mode++)
        lud_search_free(bench->exact[mode]);
}

static void show(const Bench *bench, const Sample *sample, const char *about, int depth, int wanted,
                 int got)
{
    char text[LUD_STATE_TEXT], name[LUD_RULES_TEXT];
    bench->rules->game->text.state_print(&sample->s, text);
    lud_rules_print(bench->rules, name);
    tap_note("%s '%s' past %d, %s, depth %d: plain %d, search %d", name, text, sample->past_count,
             about, depth, wanted, got);
}

static void next_sample(Bench *bench, Sample *sample)
{
    while (!sample_game(bench->rules, &bench->random, sample))
        continue;
    bench->ref.root = &sample->s;
    bench->ref.past = sample->past;
    bench->ref.past_count = sample->past_count;
}

static LudFindings run(LudSearch *search, const Sample *sample, LudLimits limits, int line_count)
{
    LudTask task = {.size = sizeof task,
                    .root = &sample->s,
                    .past = sample->past,
                    .past_count = sample->past_count,
                    .limits = limits,
                    .line_count = line_count};
    LudFindings findings;
    if (lud_search_run(search, &task, &findings, NULL) != LUD_OK)
        abort();
    return findings;
}

/* The deepest value that plain minimax reaches within `nodes`. For a depth of 1 it may take longer;
 * 0 if even that is not enough, as noisy moves can be many. */
static int deepest_plain(RefSearch *ref, uint64_t nodes, int *value)
{
    static LudMove list[LUD_MAX_MOVES];
    bool met_repetition = false;
    int depth = 0, moves = ref->game->rules.moves(ref->root, list);
    /* A depth that is hopeless by far is not begun. */
    while (depth < DEEPEST && (depth == 0 || ref->nodes * (uint64_t)moves < 8 * nodes)) {
        ref->nodes_most = depth == 0 ? 20 * nodes : nodes;
        int deeper = ref_minimax(ref, depth + 1, NULL);
        if (ref->has_given_up)
            break;
        *value = deeper;
        met_repetition = ref->met_repetition;
        depth++;
    }
    ref->met_repetition = met_repetition;
    ref->nodes_most = 0;
    return depth;
}

/* -- values at a fixed depth ---------------------------------------------------------------------
 */

static void compare(Bench *bench, const Sample *sample, Mode mode, int depth, int wanted)
{
    Tally *tally = &bench->tally;
    if (bench->ref.met_repetition && !has_path_keys(mode))
        return;
    lud_search_forget(bench->exact[mode]);
    LudFindings found = run(bench->exact[mode], sample, (LudLimits){.depth = depth}, 1);
    tally->compared[mode]++;
    if (found.lines[0].value != wanted && tally->wrong[mode]++ < NOTED)
        show(bench, sample, mode_names[mode], depth, wanted, found.lines[0].value);
}

/* A few positions get much more, so that even those with hundreds of moves are seen at depth 2. */
static uint64_t plain_share(LudRandom *random)
{
    uint32_t lot = lud_random_below(random, 300);
    return (uint64_t)thoroughness * (lot == 0 ? 100 : lot < 40 ? 10 : 1);
}

static void compare_values(Bench *bench, const Sample *sample)
{
    Tally *tally = &bench->tally;
    uint64_t nodes = (uint64_t)bench->rows->minimax_nodes * plain_share(&bench->random);
    int value = 0, depth = 0;
    for (int mode = 0; mode < MODES; mode++) {
        if (has_path_keys((Mode)mode)) {
            bench->ref.has_quiescence = has_quiescence((Mode)mode);
            depth = deepest_plain(&bench->ref, nodes, &value);
        }
        if (mode == 0) {
            tally->depth_sum += depth;
            tally->wins += abs(value) >= LUD_VALUE_WIN_LEAST;
            tally->repeated += bench->ref.met_repetition;
        }
        if (depth > 0)
            compare(bench, sample, (Mode)mode, depth, value);
    }
    tally->positions++;
}

/* -- claims --------------------------------------------------------------------------------------
 */

/* A proof by trying everything; a claim that is too long for it is only counted. */
static void confirm(Bench *bench, const Sample *sample, const LudLine *line)
{
    Tally *tally = &bench->tally;
    int plies = abs(lud_value_plies(line->value));
    int mover = bench->rules->game->rules.turn(&sample->s);
    if (abs(line->value) < LUD_VALUE_WIN_LEAST || line->bound != LUD_BOUND_EXACT)
        return;
    if (plies > CLAIM_PLIES) {
        tally->long_claims++;
        return;
    }
    bench->ref.nodes_most = (uint64_t)bench->rows->proof_nodes;
    bool is_true = ref_wins_within(&bench->ref, line->value > 0 ? mover : 1 - mover, plies);
    tally->claims++;
    if (bench->ref.has_given_up) {
        tally->unconfirmed++;
    } else if (!is_true && tally->false_claims++ < NOTED) {
        show(bench, sample, "claim", line->depth, 0, line->value);
    }
}

/* Searches a few positions of one game one after the other, as an engine does that plays it, and
 * never forgets. */
static void check_claims(Bench *bench, Sample *sample)
{
    bool is_favoured = lud_random_below(&bench->random, 8) == 0;
    uint64_t nodes =
        (is_favoured ? 10 : 1) * (uint64_t)bench->rows->claim_nodes * (uint64_t)thoroughness;
    for (int i = 0; i < 3; i++) {
        LudFindings found = run(bench->usual, sample, (LudLimits){.depth = 12, .nodes = nodes}, 1);
        confirm(bench, sample, &found.lines[0]);
        if (!sample_follow(bench->rules, found.lines[0].move[0], sample))
            return;
        bench->ref.past_count = sample->past_count;
    }
}

/* Whether a share is as large as it should be; a short run is too short to tell. */
static bool is_enough(int part, int whole, int divisor)
{
    return tap_is_short() || part >= whole / divisor;
}

static void check_rules(Bench *bench, int positions)
{
    static Sample sample;
    char name[LUD_RULES_TEXT];
    lud_rules_print(bench->rules, name);
    while (bench->tally.positions < positions) {
        next_sample(bench, &sample);
        compare_values(bench, &sample);
        check_claims(bench, &sample);
    }
    const Tally *t = &bench->tally;
    for (int mode = 0; mode < MODES; mode++)
        tap_report(t->wrong[mode] == 0 && is_enough(t->compared[mode], t->positions, 2),
                   "%s, %s: %d of %d positions as plain minimax (%d plies, %d decided, %d repeat)",
                   name, mode_names[mode], t->compared[mode] - t->wrong[mode], t->positions,
                   t->depth_sum, t->wins, t->repeated);
    extras.positions += t->positions;
    for (int mode = 0; mode < MODES; mode++)
        extras.compared[mode] += t->compared[mode];
    tap_report(t->false_claims == 0, "%s: %d of %d proven wins and losses confirmed, %d longer",
               name, t->claims - t->unconfirmed - t->false_claims, t->claims, t->long_claims);
}

/* Six, with four moves out of five that lose to the next one: wherever the limit strikes, a move
 * that is known to lose must not be left as the best while others have not been tried. */
static void check_stops(void)
{
    LudRules rules = variants_rules("six");
    Sample sample = {.past_count = 0};
    sample.s = variants_position(
        &rules,
        "r:-2,-4;-2,1;-1,-4;0,-4;0,-2;0,-1;0,0;0,1;0,2;1,-2;1,2;2,-5;2,-3;2,1;3,-7;4,-5;4,1 "
        "b:-3,2;-2,-2;-2,0;-1,-2;-1,1;0,-3;1,-6;1,-5;1,0;1,1;2,-2;3,-6;3,-4;3,1;4,-8;5,-8 "
        "0-0 b");
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = new_search(&rules, &options);
    int lost = 0;
    for (uint64_t nodes = 50; nodes <= 4000; nodes += 50) {
        lud_search_forget(search);
        LudFindings found = run(search, &sample, (LudLimits){.nodes = nodes}, 1);
        lost += found.lines[0].is_proven && found.lines[0].value < 0;
    }
    tap_report(lost == 0, "six: no stop leaves a move that is known to lose (%d of 80 do)", lost);
    lud_search_free(search);
}

/* -- all moves, and oracles ----------------------------------------------------------------------
 */

/* Whether each move has the value that minimax gives it, and the best come first. */
static bool are_lines_right(const LudFindings *found, const LudMove *list, const int *values,
                            int count)
{
    if (found->line_count != count)
        return false;
    for (int i = 0; i < count; i++) {
        int times = 0;
        if (i > 0 && found->lines[i].value > found->lines[i - 1].value)
            return false;
        for (int j = 0; j < count; j++) {
            if (list[j] == found->lines[i].move[0]) {
                times++;
                if (values[j] != found->lines[i].value)
                    return false;
            }
        }
        if (times != 1)
            return false;
    }
    return true;
}

static void check_lines(Bench *bench, int positions, Mode mode)
{
    static Sample sample;
    static LudMove list[LUD_MAX_MOVES];
    static int values[LUD_MAX_MOVES];
    bench->ref.has_quiescence = has_quiescence(mode);
    for (int i = 0; i < positions; i++) {
        next_sample(bench, &sample);
        int value, depth = deepest_plain(&bench->ref, (uint64_t)bench->rows->minimax_nodes, &value);
        if (depth == 0)
            continue;
        int count = bench->rules->game->rules.moves(&sample.s, list);
        ref_minimax(&bench->ref, depth, values);
        lud_search_forget(bench->exact[mode]);
        LudFindings found = run(bench->exact[mode], &sample, (LudLimits){.depth = depth}, count);
        extras.lists++;
        extras.moves += count;
        if (!are_lines_right(&found, list, values, count) && extras.wrong_lists++ < NOTED)
            show(bench, &sample, "all moves", depth, value, found.lines[0].value);
    }
}

static bool can_win_at_once(const LudGame *game, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), seat = game->rules.turn(s);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.turn(&next) == LUD_OVER &&
            game->rules.score(&next, seat) > game->rules.score(&next, 1 - seat))
            return true;
    }
    return false;
}

static bool must_lose_next(const LudGame *game, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.turn(&next) == LUD_OVER || !can_win_at_once(game, &next))
            return false;
    }
    return true;
}

/* An oracle that knows some positions: exact values, proven ones among them, and bounds. They are
 * made up, but deny no win at once and no loss to the next move, which a search may well see
 * without asking. */
static bool probe(void *context, const LudState *s, LudKnown *known)
{
    const LudGame *game = context;
    uint64_t key = game->rules.key(s) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    int value = (int)(key >> 8 & 511) - 256;
    if (key % 16 > 4 || can_win_at_once(game, s))
        return false;
    switch (key % 16) {
    case 0:
    case 1:
        *known = (LudKnown){value, value};
        return true;
    case 2:
        value = key >> 8 & 1 ? LUD_VALUE_WON + 500 : -LUD_VALUE_WON - 500;
        *known = (LudKnown){value, value};
        return true;
    case 3:
        *known = (LudKnown){value, LUD_VALUE_MOST};
        return !must_lose_next(game, s);
    default:
        *known = (LudKnown){-LUD_VALUE_MOST, value};
        return true;
    }
}

static void check_oracle(Bench *bench, int positions)
{
    static Sample sample;
    LudOracle oracle = {.probe = probe, .context = (void *)bench->rules->game};
    LudSearch *search = new_exact_search(bench->rules, MODE_PATH_QUIET, oracle);
    bench->ref.has_quiescence = true;
    for (int i = 0; i < positions; i++) {
        int wanted, plain;
        next_sample(bench, &sample);
        bench->ref.oracle = oracle;
        int depth = deepest_plain(&bench->ref, (uint64_t)bench->rows->minimax_nodes, &wanted);
        if (depth == 0)
            continue;
        lud_search_forget(search);
        LudFindings found = run(search, &sample, (LudLimits){.depth = depth}, 1);
        /* It may stop early: a win that the oracle vouches for needs no closer look. */
        if (found.depth < depth)
            wanted = ref_minimax(&bench->ref, found.depth, NULL);
        bench->ref.oracle = (LudOracle){0};
        plain = ref_minimax(&bench->ref, found.depth, NULL);
        extras.oracles++;
        extras.oracle_changes += plain != wanted;
        if (found.lines[0].value != wanted && extras.wrong_oracles++ < NOTED)
            show(bench, &sample, "oracle", depth, wanted, found.lines[0].value);
    }
    lud_search_free(search);
}

static void report_extras(const char *game)
{
    for (int mode = 0; mode < MODES; mode++)
        tap_report(is_enough(5 * extras.compared[mode], 4 * extras.positions, 1),
                   "%s, %s: of %d positions %d could be compared", game, mode_names[mode],
                   extras.positions, extras.compared[mode]);
    tap_report(extras.wrong_lists == 0 && extras.lists > 0,
               "%s: the values of all %ld moves of %d positions as plain minimax", game,
               extras.moves, extras.lists);
    tap_report(extras.wrong_oracles == 0 && is_enough(extras.oracle_changes, extras.oracles, 3),
               "%s: an oracle changes %d of %d values, and as in plain minimax", game,
               extras.oracle_changes, extras.oracles);
}

int main(int argc, char **argv)
{
    LudRules variants[VARIANTS_MOST];
    const LudGame *game = argc >= 2 ? lud_game_find(argv[1]) : NULL;
    if (!game)
        return EXIT_FAILURE;
    LudRules usual = variants_rules(game->name);
    if (!rows_fit(&usual, ROWS_TWO_SIDES))
        return tap_skip("not two sides without dice; see test_expectimax");
    thoroughness = argc == 3 ? atoi(argv[2]) : 1;
    int count = variants_list(game, variants);
    for (int v = 0; v < count; v++) {
        static Bench bench;
        bench = (Bench){.rows = game_rows(game)};
        open_bench(&bench, &variants[v], (uint64_t)v + 1);
        check_rules(&bench, thoroughness * tap_scaled(POSITIONS) / count + 1);
        check_lines(&bench, tap_scaled(POSITIONS / 20) / count + 1, MODE_PATH);
        check_lines(&bench, tap_scaled(POSITIONS / 20) / count + 1, MODE_PATH_QUIET);
        check_oracle(&bench, tap_scaled(POSITIONS / 10) / count + 1);
        close_bench(&bench);
    }
    report_extras(game->name);
    if (strcmp(game->name, "six") == 0)
        check_stops();
    return tap_finish();
}
