/* What searches call proven against exhaustive solutions (reference/ref_solver.c): oware with a few
 * seeds left, all of small pylos, and late positions of pylos.
 *
 * Where oware's cycles end with each player's own side, what a position is worth can depend on how
 * it was reached. Solved once with endless play as a win for South and once as a win for North,
 * those positions that come out the same are decided whatever came before. Of the others, claims
 * are checked by trying everything (reference/ref_search.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ref_search.h"
#include "reference/ref_solver.h"
#include "search/search_switches.h"
#include "support/tap.h"
#include "support/variants.h"

enum {
    OWARE_ROOTS = 60,
    OWARE_SEEDS = 5,
    OWARE_GRAPH = 400000,
    SMALL_PYLOS_ROOTS = 50,
    SMALL_PYLOS_GRAPH = 200000,
    LATE_PYLOS_ROOTS = 12,
    LATE_PYLOS_GRAPH = 20000,
    FOUND_PLIES = 20,    /* wins and losses up to that long must be found … */
    OWARE_NODES = 20000, /* … within so many nodes */
    PYLOS_NODES = 3000000,
    NOTED = 5,
};

typedef enum Way { WAY_USUAL, WAY_EXACT, WAY_PROOF, WAYS } Way;
static const char *const way_names[WAYS] = {"usual", "exact", "proof numbers"};

typedef struct Tally {
    int positions, decided, wins, draws, losses;
    int claims[WAYS], wrong[WAYS], missed[WAYS], doubtful[WAYS];
} Tally;

/* What is known of a root for the side to move. */
typedef struct Truth {
    bool is_decided;
    int outcome;    /* 1, 0, -1 */
    int plies;      /* until a win or loss by an end of the game; 0: by repetition or not at all */
    bool is_finite; /* repetition is a draw, so no win is shorter than `plies` */
} Truth;

typedef struct Solver {
    const LudRules *rules;
    LudSearch *search[WAYS];
    uint64_t nodes;
    Tally tally;
} Solver;

static void *get(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

static void open_solver(Solver *solver, const LudRules *rules, uint64_t nodes)
{
    *solver = (Solver){.rules = rules, .nodes = nodes};
    for (int way = 0; way < WAYS; way++) {
        LudSearchOptions options = lud_search_options_usual();
        options.memory_bytes = LUD_MEMORY_LEAST;
        options.method = way == WAY_PROOF ? LUD_METHOD_PROOF : LUD_METHOD_ALPHABETA;
        if (lud_search_new(&solver->search[way], rules, &options, NULL) != LUD_OK)
            abort();
        search_switch(solver->search[way], (SearchSwitches){.has_path_keys = way == WAY_EXACT,
                                                            .has_no_reductions = way == WAY_EXACT});
    }
}

static void close_solver(Solver *solver)
{
    char name[LUD_RULES_TEXT];
    const Tally *t = &solver->tally;
    lud_rules_print(solver->rules, name);
    for (int way = 0; way < WAYS; way++) {
        tap_report(t->wrong[way] == 0 && t->missed[way] == 0 && t->positions > 0,
                   "%s, %s: %d claims on %d positions true (%d decided: +%d =%d -%d; %d in doubt)",
                   name, way_names[way], t->claims[way] - t->wrong[way], t->positions, t->decided,
                   t->wins, t->draws, t->losses, t->doubtful[way]);
        lud_search_free(solver->search[way]);
    }
}

static void show(const Solver *solver, const LudState *s, const char *about, const Truth *truth,
                 const LudLine *line)
{
    char text[LUD_STATE_TEXT], name[LUD_RULES_TEXT];
    solver->rules->game->text.state_print(s, text);
    lud_rules_print(solver->rules, name);
    tap_note("%s '%s' %s: truth %s%d in %d, search %d (proven %d, depth %d)", name, text, about,
             truth->is_decided ? "" : "? ", truth->outcome, truth->plies, line->value,
             line->is_proven, line->depth);
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* A claim about a position whose worth depends on the way there; it has no past here. */
static bool is_confirmed(Solver *solver, const LudState *s, const LudLine *line, Way way)
{
    static RefSearch ref;
    const LudGame *game = solver->rules->game;
    int plies = abs(lud_value_plies(line->value)), mover = game->rules.turn(s);
    ref = (RefSearch){.game = game, .root = s, .nodes_most = 200000};
    if (line->value == 0 || plies == 0 || plies >= REF_PLIES_MOST) {
        solver->tally.doubtful[way]++;
        return true;
    }
    bool is_true = ref_wins_within(&ref, line->value > 0 ? mover : 1 - mover, plies);
    solver->tally.doubtful[way] += ref.has_given_up;
    return is_true || ref.has_given_up;
}

static void judge(Solver *solver, const LudState *s, Way way, const Truth *truth)
{
    Tally *tally = &solver->tally;
    LudTask task = {
        .size = sizeof task, .root = s, .limits = {.depth = 60, .nodes = solver->nodes}};
    LudFindings found;
    lud_search_forget(solver->search[way]);
    if (lud_search_run(solver->search[way], &task, &found, NULL) != LUD_OK)
        abort();
    const LudLine *line = &found.lines[0];
    if (line->is_proven) {
        int plies = abs(lud_value_plies(line->value));
        bool is_true = truth->is_decided ? sign(line->value) == truth->outcome
                                         : is_confirmed(solver, s, line, way);
        bool is_misjudged = truth->is_finite && plies > 0 &&
                            (plies < truth->plies || (way == WAY_EXACT && plies > truth->plies));
        tally->claims[way]++;
        if ((!is_true || is_misjudged) && tally->wrong[way]++ < NOTED)
            show(solver, s, way_names[way], truth, line);
    } else if (truth->is_decided && truth->plies > 0 && truth->plies <= FOUND_PLIES) {
        if (tally->missed[way]++ < NOTED)
            show(solver, s, "missed", truth, line);
    }
}

static void judge_all_ways(Solver *solver, const LudState *s, const Truth *truth)
{
    Tally *tally = &solver->tally;
    tally->positions++;
    tally->decided += truth->is_decided;
    tally->wins += truth->is_decided && truth->outcome > 0;
    tally->draws += truth->is_decided && truth->outcome == 0;
    tally->losses += truth->is_decided && truth->outcome < 0;
    for (int way = 0; way < WAYS; way++)
        judge(solver, s, (Way)way, truth);
}

/* -- oware ---------------------------------------------------------------------------------------
 */

static int worth_win(const LudGame *game, const LudState *s)
{
    (void)game;
    (void)s;
    return 1;
}

static int worth_loss(const LudGame *game, const LudState *s)
{
    (void)game;
    (void)s;
    return -1;
}

static int worth_draw(const LudGame *game, const LudState *s)
{
    (void)game;
    (void)s;
    return 0;
}

static int worth_split(const LudGame *game, const LudState *s)
{
    return sign(game->rules.stop_score(s, 0, LUD_REASON_REPETITION) -
                game->rules.stop_score(s, 1, LUD_REASON_REPETITION));
}

/* One to five seeds anywhere, and stores so close that they matter. */
static bool few_seeds(const LudRules *rules, LudRandom *random, LudState *s)
{
    int pit[12] = {0}, seeds = 1 + (int)lud_random_below(random, OWARE_SEEDS), length = 0;
    char text[LUD_STATE_TEXT];
    for (int i = 0; i < seeds; i++)
        pit[lud_random_below(random, 12)]++;
    int south = (48 - seeds) / 2 - 2 + (int)lud_random_below(random, 5);
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%d-%d-%c", south, 48 - seeds - south,
             "SN"[lud_random_below(random, 2)]);
    const LudGame *game = rules->game;
    return game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK &&
           game->rules.turn(s) >= 0 && !(game->rules.is_dead && game->rules.is_dead(s));
}

/* The truth about a node from two solutions and the lengths of both sides' wins. */
static Truth truth_of(const LudState *s, const LudGame *game, int node,
                      signed char *const *outcomes, int *const *plies)
{
    int mover = game->rules.turn(s);
    Truth truth = {.is_decided = outcomes[0][node] == outcomes[1][node],
                   .outcome = mover == 0 ? outcomes[0][node] : -outcomes[0][node]};
    if (truth.is_decided && truth.outcome != 0)
        truth.plies = plies[truth.outcome > 0 ? mover : 1 - mover][node];
    truth.plies = truth.plies < 0 ? 0 : truth.plies;
    return truth;
}

static void check_oware(const LudRules *rules)
{
    const LudGame *game = rules->game;
    bool is_split = strcmp(lud_rules_value(rules, "cycle"), "split") == 0;
    int roots = tap_scaled(OWARE_ROOTS), node[OWARE_ROOTS];
    RefGraph *graph = ref_graph_new(game, OWARE_GRAPH);
    LudRandom random;
    lud_random_seed(&random, 3);
    for (int i = 0; i < roots;) {
        LudState s;
        if (few_seeds(rules, &random, &s) && (node[i++] = ref_graph_add(graph, &s)) < 0)
            abort();
    }
    size_t count = (size_t)ref_graph_count(graph);
    signed char *outcomes[2] = {get(count, 1), get(count, 1)};
    int *plies[2] = {get(count, sizeof(int)), get(count, sizeof(int))};
    ref_graph_solve(graph, is_split ? worth_split : worth_win, outcomes[0]);
    ref_graph_solve(graph, is_split ? worth_split : worth_loss, outcomes[1]);
    ref_graph_forces(graph, 0, 1, plies[0]);
    ref_graph_forces(graph, 1, 1, plies[1]);
    Solver solver;
    open_solver(&solver, rules, OWARE_NODES);
    for (int i = 0; i < roots; i++) {
        LudState s;
        ref_graph_state(graph, node[i], &s);
        Truth truth = truth_of(&s, game, node[i], outcomes, plies);
        judge_all_ways(&solver, &s, &truth);
    }
    close_solver(&solver);
    for (int i = 0; i < 2; i++) {
        free(outcomes[i]);
        free(plies[i]);
    }
    ref_graph_free(graph);
}

/* -- pylos ---------------------------------------------------------------------------------------
 */

/* A position after so many random moves, none of which ended the game. */
static bool play_on(const LudRules *rules, LudRandom *random, int plies, LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    const LudGame *game = rules->game;
    lud_rules_start(rules, s);
    while (plies-- > 0 && game->rules.turn(s) >= 0)
        game->rules.apply(s, list[lud_random_below(random, (uint32_t)game->rules.moves(s, list))]);
    return game->rules.turn(s) >= 0;
}

/* Solves a graph in which repetition is a draw and judges the searches by some of its nodes. */
static void judge_nodes(Solver *solver, const RefGraph *graph, const int *nodes, int node_count)
{
    size_t count = (size_t)ref_graph_count(graph);
    signed char *outcomes = get(count, 1);
    int *plies[2] = {get(count, sizeof(int)), get(count, sizeof(int))};
    ref_graph_solve(graph, worth_draw, outcomes);
    ref_graph_forces(graph, 0, 1, plies[0]);
    ref_graph_forces(graph, 1, 1, plies[1]);
    for (int i = 0; i < node_count; i++) {
        LudState s;
        ref_graph_state(graph, nodes[i], &s);
        Truth truth = truth_of(&s, solver->rules->game, nodes[i],
                               (signed char *[]){outcomes, outcomes}, plies);
        truth.is_finite = true;
        judge_all_ways(solver, &s, &truth);
    }
    free(outcomes);
    free(plies[0]);
    free(plies[1]);
}

/* The whole game: positions from anywhere in it, sometimes its start. */
static void check_small_pylos(Solver *solver, LudRandom *random, bool has_start)
{
    RefGraph *graph = ref_graph_new(solver->rules->game, SMALL_PYLOS_GRAPH);
    LudState start;
    int nodes[SMALL_PYLOS_ROOTS] = {0}, count = tap_scaled(SMALL_PYLOS_ROOTS);
    lud_rules_start(solver->rules, &start);
    if (ref_graph_add(graph, &start) != 0)
        abort();
    for (int i = has_start && !tap_is_short() ? 1 : 0; i < count; i++) {
        LudState s;
        do {
            nodes[i] = (int)lud_random_below(random, (uint32_t)ref_graph_count(graph));
            ref_graph_state(graph, nodes[i], &s);
        } while (solver->rules->game->rules.turn(&s) < 0);
    }
    judge_nodes(solver, graph, nodes, count);
    ref_graph_free(graph);
}

static void check_late_pylos(Solver *solver, LudRandom *random)
{
    int roots = tap_scaled(LATE_PYLOS_ROOTS);
    for (int tries = 0; solver->tally.positions < roots && tries < 40 * roots; tries++) {
        LudState s;
        if (!play_on(solver->rules, random, 19 + (int)lud_random_below(random, 10), &s))
            continue;
        RefGraph *graph = ref_graph_new(solver->rules->game, LATE_PYLOS_GRAPH);
        int node = ref_graph_add(graph, &s);
        if (node >= 0)
            judge_nodes(solver, graph, &node, 1);
        ref_graph_free(graph);
    }
}

static void check_pylos(const LudRules *rules, uint64_t seed)
{
    Solver solver;
    LudRandom random;
    lud_random_seed(&random, seed);
    open_solver(&solver, rules, PYLOS_NODES);
    if (strcmp(lud_rules_value(rules, "base"), "3") == 0)
        check_small_pylos(&solver, &random, seed == 1);
    else
        check_late_pylos(&solver, &random);
    close_solver(&solver);
}

/* What the other combinations add is nothing (without recovery its options do not matter), or too
 * large to be laid out. */
static const char *const pylos_rules[] = {
    "pylos:base=3",
    "pylos:base=3,second=free",
    "pylos:base=3,recovery=may",
    "pylos:base=3,second=free,recovery=may",
    "pylos:base=3,reserve=raise",
    "pylos:base=3,second=free,reserve=raise",
    "pylos:base=3,recovery=may,reserve=raise",
    "pylos:base=3,second=free,recovery=may,reserve=raise",
    "pylos:base=3,variant=child",
    "pylos:base=3,variant=child,reserve=raise",
    "pylos",
    "pylos:reserve=raise",
    "pylos:variant=child",
    "pylos:variant=child,reserve=raise",
};

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "oware") == 0) {
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(lud_game_find("oware"), variants);
        for (int v = 0; v < count; v++)
            check_oware(&variants[v]);
    } else if (argc == 2 && strcmp(argv[1], "pylos") == 0) {
        /* Every graph is laid out in full, however few of its positions are tried. */
        size_t step = tap_is_short() ? 3 : 1;
        for (size_t i = 0; i < sizeof pylos_rules / sizeof *pylos_rules; i += step) {
            LudRules rules = variants_rules(pylos_rules[i]);
            check_pylos(&rules, i + 1);
        }
    }
    return tap_finish();
}
