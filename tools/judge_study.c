/* How true the chances of a game are, and how much its player gives away.
 *
 *   judge_study calibrate RULES DEPTH GAMES SEED   plays games of a search of DEPTH plies with
 * itself, and holds what it expected at each of its turns against how the game ended judge_study
 * errors RULES DEPTH DEEP POSITIONS SEED what moves of DEPTH plies give away as a search of DEEP
 * plies sees it, on positions of games with itself; and how far the chances of the two, and of the
 * judge alone, lie apart
 *
 *   judge_study scale RULES NODES GAMES SEED   without dice: what value of a search stands for odds
 * of e to 1, so that the results of its games with itself are the least surprising
 *
 * docs/DADOS.md has the figures. Games differ by their dice alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/play.h>
#include <ludoteca/search.h>

enum { BINS = 20, TURNS_MOST = 5000 };

typedef struct Study {
    LudRules rules;
    LudSearch *search;
    LudRandom random;
    int depth, sides;
} Study;

static void fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(EXIT_FAILURE);
}

static void study_begin(Study *study, const char *rules, bool has_dice, int depth, uint64_t seed)
{
    LudSearchOptions options = lud_search_options_usual();
    LudState start;
    if (lud_rules_parse(rules, &study->rules, NULL) != LUD_OK ||
        (study->rules.game->chance != NULL) != has_dice)
        fail(has_dice ? "RULES must be those of a game with dice, such as dados:line=5."
                      : "RULES must be those of a game without dice, such as six.");
    if (lud_search_new(&study->search, &study->rules, &options, NULL) != LUD_OK)
        fail("Out of memory.");
    lud_random_seed(&study->random, seed);
    lud_rules_start(&study->rules, &start);
    study->depth = depth;
    study->sides = study->rules.game->rules.sides(&start);
}

static void roll(Study *study, LudState *s)
{
    LudChance chances[LUD_MAX_CHANCES];
    int count = study->rules.game->chance->outcomes(s, chances), i = 0;
    uint32_t weights = 0;
    for (int k = 0; k < count; k++)
        weights += chances[k].weight;
    uint32_t drawn = lud_random_below(&study->random, weights);
    for (; drawn >= chances[i].weight; i++)
        drawn -= chances[i].weight;
    study->rules.game->rules.apply(s, chances[i].move);
}

static LudFindings search(Study *study, const LudState *s, int depth, int lines)
{
    LudTask task = {
        .size = sizeof task, .root = s, .limits = {.depth = depth}, .line_count = lines};
    LudFindings found;
    if (lud_search_run(study->search, &task, &found, NULL) != LUD_OK)
        fail("The search failed.");
    return found;
}

static double chance(const Study *study, int value)
{
    return lud_value_chance(study->rules.game, value);
}

/* -- calibration --------------------------------------------------------------------------------
 */

typedef struct Bins {
    uint64_t count[BINS];
    double expected[BINS], won[BINS];
} Bins;

typedef struct Expectation {
    double chance;
    int side;
} Expectation;

static void add(Bins *bins, double expected, bool won)
{
    int bin = expected >= 1 ? BINS - 1 : (int)(expected * BINS);
    bins->count[bin]++;
    bins->expected[bin] += expected;
    bins->won[bin] += won;
}

/* One game; at every turn what the mover expects, and of the others what the judge does. */
static void calibrate_game(Study *study, Bins *bins)
{
    static Expectation list[TURNS_MOST];
    const LudGame *game = study->rules.game;
    LudState s;
    int count = 0;
    lud_rules_start(&study->rules, &s);
    while (game->rules.turn(&s) != LUD_OVER && count < TURNS_MOST) {
        roll(study, &s);
        LudFindings found = search(study, &s, study->depth, 1);
        list[count++] =
            (Expectation){chance(study, found.lines[0].value), game->rules.turn(&s) % study->sides};
        game->rules.apply(&s, found.lines[0].move[0]);
    }
    for (int i = 0; i < count && game->rules.turn(&s) == LUD_OVER; i++)
        add(bins, list[i].chance, game->rules.score(&s, list[i].side) == 2);
}

static void calibrate(Study *study, int games)
{
    Bins bins = {.count = {0}};
    uint64_t all = 0;
    double deviation = 0;
    for (int i = 0; i < games; i++)
        calibrate_game(study, &bins);
    for (int i = 0; i < BINS; i++)
        all += bins.count[i];
    puts("from   to     turns   expected   won");
    for (int i = 0; i < BINS; i++) {
        double count = (double)bins.count[i];
        if (bins.count[i] == 0)
            continue;
        double expected = bins.expected[i] / count, won = bins.won[i] / count;
        deviation += fabs(expected - won) * count / (double)all;
        printf("%3d %%  %3d %%  %7llu  %6.2f %%  %6.2f %%\n", 100 * i / BINS, 100 * (i + 1) / BINS,
               (unsigned long long)bins.count[i], 100 * expected, 100 * won);
    }
    printf("%d games, %llu turns; mean absolute deviation %.2f points\n", games,
           (unsigned long long)all, 100 * deviation);
}

/* -- errors -------------------------------------------------------------------------------------
 */

typedef struct Errors {
    int positions, unforced, others;
    double lost, worst, apart, judge_apart;
} Errors;

/* What the deep search thinks of the move that the shallow one takes. */
static void judge_position(Study *study, const LudState *s, int deep, Errors *errors)
{
    const LudGame *game = study->rules.game;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), side = game->rules.turn(s) % study->sides;
    LudLine quick = search(study, s, study->depth, 1).lines[0];
    LudFindings found = search(study, s, deep, count);
    double best = chance(study, found.lines[0].value), taken = best;
    errors->positions++;
    errors->unforced += count > 1;
    errors->apart += fabs(chance(study, quick.value) - best);
    errors->judge_apart += fabs(chance(study, lud_judging(game)->evaluate(s, NULL, side)) - best);
    for (int i = 0; i < found.line_count; i++) {
        if (found.lines[i].move[0] == quick.move[0])
            taken = chance(study, found.lines[i].value);
    }
    errors->lost += best - taken;
    errors->others += taken < best;
    errors->worst = fmax(errors->worst, best - taken);
}

static void find_errors(Study *study, int deep, int positions)
{
    const LudGame *game = study->rules.game;
    Errors errors = {.positions = 0};
    while (errors.positions < positions) {
        LudState s;
        /* A position of each game, so that they have nothing to do with each other. */
        int turns = (int)lud_random_below(&study->random, 40);
        lud_rules_start(&study->rules, &s);
        for (; turns > 0 && game->rules.turn(&s) != LUD_OVER; turns--) {
            roll(study, &s);
            game->rules.apply(&s, search(study, &s, 1, 1).lines[0].move[0]);
        }
        if (game->rules.turn(&s) == LUD_OVER)
            continue;
        roll(study, &s);
        judge_position(study, &s, deep, &errors);
    }
    double count = errors.positions;
    printf("%d positions, %d with a choice; another move than the deep search's in %d\n",
           errors.positions, errors.unforced, errors.others);
    printf("lost a move: %.4f points on average, %.2f at worst\n", 100 * errors.lost / count,
           100 * errors.worst);
    printf("chances apart: %.3f points, those of the judge alone %.3f\n",
           100 * errors.apart / count, 100 * errors.judge_apart / count);
}

/* -- the scale of searched values ---------------------------------------------------------------
 */

enum { VALUES_MOST = 1000000, PLIES_MOST = 300, OPENING_LEAST = 4, OPENING_MOST = 10 };

/* Values of a search for the first side, and what it got. */
typedef struct Values {
    float *value, *result;
    int count;
} Values;

/* A game from some random plies on; what is proven is no estimate. It may go on for ever, and is
 * left out then. */
static void value_game(Study *study, uint64_t nodes, Values *values)
{
    const LudGame *game = study->rules.game;
    LudMove list[LUD_MAX_MOVES];
    LudState s;
    int first = values->count, opening = OPENING_LEAST, ply;
    opening += (int)lud_random_below(&study->random, OPENING_MOST - OPENING_LEAST + 1);
    lud_rules_start(&study->rules, &s);
    lud_search_forget(study->search);
    for (ply = 0; ply < PLIES_MOST && game->rules.turn(&s) != LUD_OVER; ply++) {
        if (ply < opening) {
            uint32_t count = (uint32_t)game->rules.moves(&s, list);
            game->rules.apply(&s, list[lud_random_below(&study->random, count)]);
            continue;
        }
        LudTask task = {.size = sizeof task, .root = &s, .limits = {.nodes = nodes}};
        LudFindings found;
        if (lud_search_run(study->search, &task, &found, NULL) != LUD_OK)
            fail("The search failed.");
        const LudLine *line = &found.lines[0];
        float value = (float)(game->rules.turn(&s) % 2 == 0 ? line->value : -line->value);
        if (!line->is_proven && values->count < VALUES_MOST)
            values->value[values->count++] = value;
        game->rules.apply(&s, line->move[0]);
    }
    if (game->rules.turn(&s) != LUD_OVER)
        values->count = first;
    int lead = values->count > first ? game->rules.score(&s, 0) - game->rules.score(&s, 1) : 0;
    for (int i = first; i < values->count; i++)
        values->result[i] = lead > 0 ? 1 : lead < 0 ? 0 : 0.5F;
}

/* The mean surprise in bits. */
static double surprise(const Values *values, double scale)
{
    double sum = 0;
    for (int i = 0; i < values->count; i++) {
        double x = (double)values->value[i] / scale;
        double soft = x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
        sum += soft - (double)values->result[i] * x;
    }
    return sum / log(2) / values->count;
}

static void find_scale(Study *study, uint64_t nodes, int games)
{
    Values values = {calloc(VALUES_MOST, sizeof(float)), calloc(VALUES_MOST, sizeof(float)), 0};
    int best = 10;
    if (!values.value || !values.result)
        fail("Out of memory.");
    for (int i = 0; i < games; i++)
        value_game(study, nodes, &values);
    for (int scale = 10; scale < 3000; scale += 10)
        best = surprise(&values, scale) < surprise(&values, best) ? scale : best;
    printf("%d games, %d values; scale %d: %.4f bits\n", games, values.count, best,
           surprise(&values, best));
    free(values.value);
    free(values.result);
}

int main(int argc, char **argv)
{
    Study study;
    if (argc == 6 && strcmp(argv[1], "calibrate") == 0) {
        study_begin(&study, argv[2], true, atoi(argv[3]), strtoull(argv[5], NULL, 10));
        calibrate(&study, atoi(argv[4]));
    } else if (argc == 7 && strcmp(argv[1], "errors") == 0) {
        study_begin(&study, argv[2], true, atoi(argv[3]), strtoull(argv[6], NULL, 10));
        find_errors(&study, atoi(argv[4]), atoi(argv[5]));
    } else if (argc == 6 && strcmp(argv[1], "scale") == 0) {
        study_begin(&study, argv[2], false, 0, strtoull(argv[5], NULL, 10));
        find_scale(&study, strtoull(argv[3], NULL, 10), atoi(argv[4]));
    } else {
        fail("usage: judge_study calibrate RULES DEPTH GAMES SEED\n"
             "       judge_study errors RULES DEPTH DEEP POSITIONS SEED\n"
             "       judge_study scale RULES NODES GAMES SEED");
    }
    lud_search_free(study.search);
    return EXIT_SUCCESS;
}
