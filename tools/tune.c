/* Fits the weights of a game's evaluation to games that the program plays with itself, and lets two
 * sets of weights play each other. See docs/TUNING.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune_fit.h"
#include "tune_games.h"

static const char usage[] =
    "usage: tune fit RULES [OPTIONS]      fit weights to games\n"
    "       tune duel RULES A B [OPTIONS] let two files of weights play (compiled: those built "
    "in)\n"
    "       tune show RULES A             print a file of weights as a fit would save it\n"
    "\n"
    "  --games N      how many games (2000; duel: 400)\n"
    "  --depth N      plies that players look ahead (4); 0: the best value after one move\n"
    "  --nodes N      positions that players look at for a move, in place of a depth\n"
    "  --random A-B   plies at random at the beginning (4-10)\n"
    "  --late A-B     plies of late openings: a random line in which neither side gets far ahead\n"
    "  --share N      of 100 games, how many have a late opening (50 if there are any)\n"
    "  --slips N      of 1000 later moves, how many are random (20; never in a duel)\n"
    "  --limit N      games of more plies are left out (400)\n"
    "  --seed N       (1)\n"
    "  --from FILE    fit: play with these weights, and begin with them (zero: all are 0; anchor:\n"
    "                 all but the anchor, which is worth one unit)\n"
    "  --save FILE    fit: write the weights there\n"
    "  --keep WHAT    fit: positions that are quiet, open (nothing is proven) or all (quiet)\n"
    "  --steps N      fit: steps of the descent (400)\n"
    "  --anchor N     fit: the feature whose weight stays and fixes the unit (0; -1: the scale "
    "stays)\n"
    "  --scale N      without an anchor: the value that stands for odds of e to 1 (with dice 1)\n";

typedef struct Wishes {
    GamesPlan plan;
    LudRules rules;
    int steps, anchor;
    int depth; /* -1: not said */
    int nodes;
    double scale;
    const char *from, *save;
} Wishes;

/* -- reading the command line ------------------------------------------------------------------ */

static bool read_range(const char *text, int *least, int *most)
{
    return sscanf(text, "%d-%d", least, most) == 2 && *least >= 0 && *most >= *least;
}

static bool read_keep(const char *text, Keep *keep)
{
    static const char *const words[] = {
        [KEEP_QUIET] = "quiet", [KEEP_OPEN] = "open", [KEEP_ALL] = "all"};
    for (int i = 0; i <= KEEP_ALL; i++) {
        if (strcmp(text, words[i]) == 0) {
            *keep = (Keep)i;
            return true;
        }
    }
    return false;
}

static bool read_wish(Wishes *wishes, const char *name, const char *text)
{
    GamesPlan *plan = &wishes->plan;
    if (strcmp(name, "--random") == 0)
        return read_range(text, &plan->random_least, &plan->random_most);
    if (strcmp(name, "--late") == 0)
        return read_range(text, &plan->late_least, &plan->late_most);
    if (strcmp(name, "--keep") == 0)
        return read_keep(text, &plan->keep);
    if (strcmp(name, "--from") == 0)
        return (wishes->from = text) != NULL;
    if (strcmp(name, "--save") == 0)
        return (wishes->save = text) != NULL;
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < -1 || number > 1000000000)
        return false;
    struct {
        const char *name;
        int *place;
    } numbers[] = {{"--games", &plan->games},         {"--depth", &wishes->depth},
                   {"--slips", &plan->slip_permille}, {"--limit", &plan->ply_limit},
                   {"--share", &plan->late_percent},  {"--nodes", &wishes->nodes},
                   {"--steps", &wishes->steps},       {"--anchor", &wishes->anchor}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].place = (int)number;
            return number >= 0 || numbers[i].place == &wishes->anchor;
        }
    }
    if (strcmp(name, "--scale") == 0)
        wishes->scale = (double)number;
    else if (strcmp(name, "--seed") == 0)
        plan->seed = (uint64_t)number;
    else
        return false;
    return number >= 0;
}

static bool read_wishes(Wishes *wishes, const char *rules, int argc, char **argv)
{
    LudError err;
    if (lud_rules_parse(rules, &wishes->rules, &err) != LUD_OK) {
        char text[1024];
        lud_error_text(&err, NULL, text, sizeof text);
        fprintf(stderr, "tune: %s\n", text);
        return false;
    }
    for (int i = 0; i < argc; i += 2) {
        if (i + 1 == argc || !read_wish(wishes, argv[i], argv[i + 1])) {
            fprintf(stderr, "tune: what does %s mean here?\n\n%s", argv[i], usage);
            return false;
        }
    }
    if (!lud_judging(wishes->rules.game)->tuning) {
        fprintf(stderr, "tune: %s has nothing to tune\n", wishes->rules.game->name);
        return false;
    }
    if (wishes->anchor >= lud_judging(wishes->rules.game)->tuning->count) {
        fprintf(stderr, "tune: there are only %d features\n",
                lud_judging(wishes->rules.game)->tuning->count);
        return false;
    }
    if (wishes->from && strcmp(wishes->from, "zero") == 0 && !wishes->rules.game->chance &&
        (wishes->anchor >= 0 || wishes->scale == 0)) {
        fprintf(stderr, "tune: weights of 0 have no unit: give --anchor -1 and --scale\n");
        return false;
    }
    if (wishes->from && strcmp(wishes->from, "anchor") == 0 &&
        (wishes->rules.game->chance || wishes->anchor < 0)) {
        fprintf(stderr, "tune: there is no anchor to begin with: give --from zero\n");
        return false;
    }
    GamesPlan *plan = &wishes->plan;
    plan->rules = &wishes->rules;
    plan->limits.nodes = (uint64_t)wishes->nodes;
    plan->limits.depth = wishes->depth >= 0 ? wishes->depth : wishes->nodes > 0 ? 0 : 4;
    if (plan->late_percent < 0)
        plan->late_percent = plan->late_most > 0 ? 50 : 0;
    return true;
}

static bool take_weights(const Wishes *wishes, const char *path, Weights *weights)
{
    double usual_scale = wishes->scale > 0 ? wishes->scale : 1;
    if (path && strcmp(path, "zero") == 0)
        *weights = (Weights){.scale = usual_scale};
    else if (path && strcmp(path, "anchor") == 0)
        weights_of_anchor(wishes->rules.game, wishes->anchor, weights);
    else if (path && strcmp(path, "compiled") != 0)
        return weights_read(wishes->rules.game, path, weights);
    else
        weights_compiled(wishes->rules.game, usual_scale, weights);
    return true;
}

/* -- what it does ------------------------------------------------------------------------------ */

static void print_tally(const GamesTally *tally, const Samples *samples)
{
    printf("%d games (%d left out), won %d-%d-%d, drawn %d, %.1f plies each; %u positions\n",
           tally->games, tally->unfinished, tally->wins[0], tally->wins[1], tally->wins[2],
           tally->draws, (double)tally->plies / (tally->games ? tally->games : 1), samples->count);
}

static void print_errors(const char *when, FitErrors errors)
{
    printf("%s: %.5f bits in training, %.5f held out\n", when, errors.training, errors.held_out);
}

static int run_fit(const Wishes *wishes)
{
    const LudGame *game = wishes->rules.game;
    Weights weights;
    Samples samples = {0};
    GamesTally tally;
    if (!take_weights(wishes, wishes->from, &weights) ||
        !games_collect(&wishes->plan, wishes->from ? &weights : NULL, &samples, &tally))
        return EXIT_FAILURE;
    print_tally(&tally, &samples);
    double value_scale = fit_value_scale(&samples);
    bool has_dice = game->chance != NULL;
    int anchor = has_dice ? -1 : wishes->anchor;
    print_errors("as it was", fit_errors(game, &samples, &weights));
    if (anchor < 0 && wishes->scale > 0) {
        weights_rescale(game, wishes->scale, &weights);
    } else if (!has_dice) {
        weights.scale = fit_scale(game, &samples, &weights);
        printf("best scale of these weights: %.1f\n", weights.scale);
        print_errors("with that", fit_errors(game, &samples, &weights));
    }
    if (value_scale > 0)
        printf("scale of searched values (under the weights that played): %.1f\n", value_scale);
    fit_weights(game, &samples, anchor, wishes->steps, &weights);
    print_errors("fitted", fit_errors(game, &samples, &weights));
    printf("scale of static values: %.1f\n", weights.scale);
    weights_print(game, &weights);
    samples_free(&samples);
    if (wishes->save && !weights_write(game, wishes->save, &weights))
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

static int run_duel(const Wishes *wishes, char **paths)
{
    Weights weights[WEIGHTS_SETS];
    Duel duel;
    if (!take_weights(wishes, paths[0], &weights[0]) ||
        !take_weights(wishes, paths[1], &weights[1]) || !games_duel(&wishes->plan, weights, &duel))
        return EXIT_FAILURE;
    double n = duel.games ? duel.games : 1, mean = (duel.wins + 0.5 * duel.draws) / n;
    double square = (duel.wins + 0.25 * duel.draws) / n;
    printf("%d games: won %d, drawn %d, lost %d: %.1f %% (± %.1f)\n", duel.games, duel.wins,
           duel.draws, duel.losses, 100 * mean, 196 * sqrt((square - mean * mean) / n));
    return EXIT_SUCCESS;
}

static int run_show(const Wishes *wishes, const char *path)
{
    Weights weights;
    if (!take_weights(wishes, path, &weights))
        return EXIT_FAILURE;
    weights_list(wishes->rules.game, &weights, stdout);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *task = argc >= 2 ? argv[1] : "";
    bool is_duel = strcmp(task, "duel") == 0, is_show = strcmp(task, "show") == 0;
    int words = is_duel ? 5 : is_show ? 4 : 3;
    if (argc < words || (!is_duel && !is_show && strcmp(task, "fit") != 0)) {
        fputs(usage, stderr);
        return EXIT_FAILURE;
    }
    Wishes wishes = {.plan = {.games = is_duel ? 400 : 2000,
                              .random_least = 4,
                              .random_most = 10,
                              .late_percent = -1,
                              .slip_permille = 20,
                              .ply_limit = 400,
                              .seed = 1},
                     .steps = 400,
                     .depth = -1};
    if (!read_wishes(&wishes, argv[2], argc - words, argv + words))
        return EXIT_FAILURE;
    if (is_show)
        return run_show(&wishes, argv[3]);
    return is_duel ? run_duel(&wishes, argv + 3) : run_fit(&wishes);
}
