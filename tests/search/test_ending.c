/* Endings with their real past against trying all lines: on random graphs full of cycles, on small
 * endings of Oware by all its rules, and on small pyramids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/table.h>

#include "search/ending.h"
#include "support/graph_game.h"
#include "support/scratch.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "support/variants.h"

#include "reference/ref_solver.h"

enum {
    MOST_PAST = 12,
    MOST_VISITS = 4000,
    MOST_GRAPH_VISITS = 20000,
    ENDING_BYTES = 1 << 22,
    ENDING_NODES = 30000,
    TABLE_SEEDS = 5,
};

typedef struct Tally {
    int asked, positions, with_past, open, wrong, moves, wrong_moves, changed;
} Tally;

/* A game that has gone on for some moves; `past` are the positions of its epoch. */
typedef struct Trial {
    LudRules rules;
    LudGame game; /* of graphs */
    LudState s, past[MOST_PAST];
    int past_count;
    long most_visits; /* of the reference, for one move */
} Trial;

static int compare(int a, int b)
{
    return (a > b) - (a < b);
}

/* Plays a random move; false if the game is over then, or would be by what was before. */
static bool play_on(Trial *trial, LudRandom *random)
{
    const LudGame *game = trial->rules.game;
    static LudMove list[LUD_MAX_MOVES];
    LudState before = trial->s;
    int count = game->rules.moves(&before, list), limit = game->rules.repetition_limit;
    if (trial->past_count == MOST_PAST)
        return true;
    trial->past[trial->past_count++] = before;
    game->rules.apply(&trial->s, list[lud_random_below(random, (uint32_t)count)]);
    if (game->rules.epoch && game->rules.epoch(&trial->s) != game->rules.epoch(&before))
        trial->past_count = 0;
    int seen = 1;
    for (int i = 0; i < trial->past_count; i++)
        seen += game->rules.same(&trial->past[i], &trial->s);
    return game->rules.turn(&trial->s) >= 0 && seen < limit &&
           !(game->rules.is_dead && game->rules.is_dead(&trial->s));
}

static void fill_task(const Trial *trial, EndingTask *task, uint64_t *keys)
{
    const LudGame *game = trial->rules.game;
    int side = game->rules.turn(&trial->s) % 2;
    int least = 1, most = -1;
    *task = (EndingTask){.game = game,
                         .root = &trial->s,
                         .past = keys,
                         .past_count = trial->past_count,
                         .memory_bytes = ENDING_BYTES,
                         .nodes = ENDING_NODES,
                         .has_all_moves = true};
    for (int i = 0; i < trial->past_count; i++) {
        const LudState *s = &trial->past[i];
        keys[i] = game->rules.key(s);
        int worth = 0;
        if (game->rules.stop_score)
            worth = compare(game->rules.stop_score(s, side, LUD_REASON_REPETITION),
                            game->rules.stop_score(s, 1 - side, LUD_REASON_REPETITION));
        least = worth < least ? worth : least;
        most = worth > most ? worth : most;
    }
    task->past_least = trial->past_count > 0 ? least : 0;
    task->past_most = trial->past_count > 0 ? most : 0;
}

/* What each move is worth to the mover at the root, by trying all lines; the best in `root`. */
static bool value_moves(const Trial *trial, const EndingAnswer *answer, int *values, int *root)
{
    const LudGame *game = trial->rules.game;
    LudState past[MOST_PAST + 1];
    int sign = game->rules.turn(&trial->s) % 2 == 0 ? 1 : -1;
    *root = -1;
    for (int i = 0; i < answer->move_count; i++) {
        LudState next = trial->s;
        int count = trial->past_count + 1;
        memcpy(past, trial->past, sizeof trial->past);
        past[trial->past_count] = trial->s;
        game->rules.apply(&next, answer->move[i].move);
        if (game->rules.epoch && game->rules.epoch(&next) != game->rules.epoch(&trial->s))
            count = 0;
        if (!ref_played_value(game, past, count, &next, trial->most_visits, &values[i]))
            return false;
        values[i] *= sign;
        *root = values[i] > *root ? values[i] : *root;
    }
    return true;
}

static bool contradicts(int least, int most, int value)
{
    return value < least || value > most;
}

static void check(const Trial *trial, Tally *tally, LudOracle oracle)
{
    uint64_t keys[MOST_PAST];
    static int values[LUD_MAX_MOVES];
    EndingTask task;
    EndingAnswer answer;
    int root;
    fill_task(trial, &task, keys);
    task.oracle = oracle;
    if (!ending_solve(&task, &answer))
        abort();
    tally->asked++;
    if (value_moves(trial, &answer, values, &root)) {
        tally->positions++;
        tally->with_past += trial->past_count > 0;
        tally->open += answer.least < answer.most;
        if (contradicts(answer.least, answer.most, root))
            tap_fault(&tally->wrong, trial->rules.game, &trial->s,
                      "with %d before: from %d to %d, but it is %d", trial->past_count,
                      answer.least, answer.most, root);
        for (int i = 0; i < answer.move_count; i++) {
            tally->moves++;
            if (contradicts(answer.move[i].least, answer.move[i].most, values[i]))
                tap_fault(&tally->wrong_moves, trial->rules.game, &trial->s,
                          "with %d before, move %d: from %d to %d, but it is %d", trial->past_count,
                          i, answer.move[i].least, answer.move[i].most, values[i]);
        }
    }
    free(answer.move);
}

static void report(const Tally *tally, const char *name)
{
    tap_report(tally->wrong == 0 && tally->wrong_moves == 0 && tally->positions > 0,
               "%s: %d positions and %d moves as all lines tried have it (of %d; %d with a past; "
               "%d open)",
               name, tally->positions, tally->moves, tally->asked, tally->with_past, tally->open);
    tap_report(20 * tally->open <= tally->positions, "%s: few stay open", name);
}

/* -- graphs ------------------------------------------------------------------------------------ */

/* What each side can force whatever repetition is worth, of about half of the positions: a table
 * with gaps. */
typedef struct Forced {
    const LudGame *game;
    RefGraph *graph;
    int plies[2][2][2 * GRAPH_NODES]; /* by side and goal */
} Forced;

static bool probe_forced(void *context, const LudState *s, LudKnown *known)
{
    Forced *forced = context;
    int at = ref_graph_add(forced->graph, s), side = forced->game->rules.turn(s) % 2;
    if (at % 2)
        return false;
    *known = (LudKnown){forced->plies[side][1][at] >= 0   ? LUD_VALUE_WON + 1
                        : forced->plies[side][0][at] >= 0 ? 0
                                                          : -LUD_VALUE_MOST,
                        forced->plies[1 - side][1][at] >= 0   ? -LUD_VALUE_WON - 1
                        : forced->plies[1 - side][0][at] >= 0 ? 0
                                                              : LUD_VALUE_MOST};
    return true;
}

static LudOracle make_forced(Forced *forced, const Trial *trial)
{
    LudState start;
    lud_rules_start(&trial->rules, &start);
    forced->game = trial->rules.game;
    forced->graph = ref_graph_new(forced->game, 2 * GRAPH_NODES);
    if (ref_graph_add(forced->graph, &start) < 0)
        abort();
    for (int side = 0; side < 2; side++) {
        for (int least = 0; least < 2; least++)
            ref_graph_forces(forced->graph, side, least, forced->plies[side][least]);
    }
    return (LudOracle){.probe = probe_forced, .context = forced, .ignores_history = true};
}

static void check_graphs(bool has_oracle)
{
    LudRandom random;
    Tally tally = {0};
    static Trial trial;
    lud_random_seed(&random, 21);
    for (int i = 0; i < tap_scaled(12000); i++) {
        unsigned kinds = (i % 4 >= 2 ? GRAPH_EPOCHS : 0) | (i % 8 >= 4 ? GRAPH_AGAIN : 0);
        graph_rules(&trial.rules, &trial.game, (uint32_t)i, i % 16 == 15 ? 3 : 2, kinds);
        lud_rules_start(&trial.rules, &trial.s);
        trial.past_count = 0;
        trial.most_visits = MOST_GRAPH_VISITS;
        bool goes_on = true;
        for (int plies = (int)lud_random_below(&random, MOST_PAST); plies > 0 && goes_on; plies--)
            goes_on = play_on(&trial, &random);
        static Forced forced;
        LudOracle oracle = {.probe = NULL};
        if (goes_on && has_oracle)
            oracle = make_forced(&forced, &trial);
        if (goes_on)
            check(&trial, &tally, oracle);
        if (goes_on && has_oracle)
            ref_graph_free(forced.graph);
    }
    report(&tally, has_oracle ? "graphs with a table" : "graphs");
}

/* -- oware ------------------------------------------------------------------------------------- */

static LudTables *make_tables(const LudRules *rules, const char *folder)
{
    LudTables *tables = NULL;
    LudError err;
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = TABLE_SEEDS, .threads = 1};
    if (lud_tables_build(rules, &task, &err) != LUD_OK ||
        lud_tables_open(&tables, rules, folder, &err) != LUD_OK)
        abort();
    return tables;
}

static void check_oware(const char *folder)
{
    LudRandom random;
    LudRules list[VARIANTS_MOST];
    static Trial trial;
    int count = variants_list(lud_game_find("oware"), list);
    lud_random_seed(&random, 22);
    for (int variant = 0; variant < count; variant++) {
        char name[LUD_RULES_TEXT];
        Tally tally = {0};
        trial.rules = list[variant];
        trial.most_visits = MOST_VISITS;
        lud_rules_print(&trial.rules, name);
        LudTables *tables = make_tables(&trial.rules, folder);
        for (int i = 0; i < tap_scaled(5000); i++) {
            if (!ending_of_oware(&trial.rules, &random, TABLE_SEEDS, &trial.s))
                continue;
            trial.past_count = 0;
            bool goes_on = true;
            for (int plies = (int)lud_random_below(&random, 6); plies > 0 && goes_on; plies--)
                goes_on = play_on(&trial, &random);
            if (goes_on)
                check(&trial, &tally, i % 2 ? lud_tables_oracle(tables) : (LudOracle){0});
        }
        lud_tables_close(tables);
        report(&tally, name);
    }
}

/* -- pylos ------------------------------------------------------------------------------------- */

static void check_pylos(void)
{
    LudRandom random;
    Tally tally = {0};
    static Trial trial;
    trial.rules = variants_rules("pylos:base=3");
    trial.most_visits = MOST_VISITS;
    lud_random_seed(&random, 23);
    for (int i = 0; i < tap_scaled(300); i++) {
        if (!ending_by_play(&trial.rules, &random, 10 + (int)lud_random_below(&random, 6),
                            &trial.s))
            continue;
        trial.past_count = 0;
        bool goes_on = true;
        for (int plies = (int)lud_random_below(&random, 4); plies > 0 && goes_on; plies--)
            goes_on = play_on(&trial, &random);
        if (goes_on)
            check(&trial, &tally, (LudOracle){.probe = NULL});
    }
    report(&tally, "pylos:base=3");
}

/* -- limits ------------------------------------------------------------------------------------ */

static bool is_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

/* The same limit gives the same answer; and whoever wants it to end does not wait for long. */
static void check_limits(void)
{
    LudRules rules = variants_rules("oware");
    LudState s = variants_position(&rules, "0-2-0-2-1-1-1-1-0-1-1-1-20-17-N");
    bool is_same = true, is_within = true;
    for (uint64_t nodes = 10; nodes < 100000; nodes *= 3) {
        EndingAnswer first, second;
        EndingTask task = {.game = rules.game,
                           .root = &s,
                           .memory_bytes = (size_t)1 << 24,
                           .nodes = nodes,
                           .has_all_moves = true};
        if (!ending_solve(&task, &first) || !ending_solve(&task, &second))
            abort();
        is_same =
            is_same && first.nodes == second.nodes && first.least == second.least &&
            first.most == second.most &&
            memcmp(first.move, second.move, (size_t)first.move_count * sizeof first.move[0]) == 0;
        is_within = is_within && first.nodes < nodes + LUD_MAX_MOVES;
        free(first.move);
        free(second.move);
    }
    tap_report(is_same, "the same number of positions gives the same answer");
    tap_report(is_within, "no more of them are looked at than are allowed");
    int asked = 0;
    EndingAnswer answer;
    EndingTask task = {.game = rules.game,
                       .root = &s,
                       .memory_bytes = (size_t)1 << 24,
                       .should_stop = is_at_once,
                       .context = &asked};
    if (!ending_solve(&task, &answer))
        abort();
    tap_report(asked >= 1 && answer.nodes < 3000 && answer.move_count > 0,
               "who wants it to end is heard after %d positions", (int)answer.nodes);
    free(answer.move);
}

int main(void)
{
    char folder[SCRATCH_PATH];
    scratch_make(folder);
    check_graphs(false);
    check_graphs(true);
    check_oware(folder);
    check_pylos();
    check_limits();
    scratch_remove(folder);
    return tap_finish();
}
