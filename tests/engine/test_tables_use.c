/* Tables in use: what they promise holds in real games, and the engine keeps to it. With arguments,
 * test_tables_use GAMES SEEDS, only so many games of the engine from positions with up to so many
 * seeds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "core/tabulation.h"
#include "reference/ref_solver.h"
#include "support/scratch.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "support/variants.h"

static int seeds = 8;
static char folder[SCRATCH_PATH];

static LudTables *open_tables(const LudRules *rules)
{
    LudTables *tables = NULL;
    LudError err;
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = seeds, .threads = 1};
    if (lud_tables_build(rules, &task, &err) != LUD_OK ||
        lud_tables_open(&tables, rules, folder, &err) != LUD_OK)
        abort();
    return tables;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* -- against all lines of real games ----------------------------------------------------------- */

static void check_truth(const LudRules *rules, LudTables *tables, const char *name)
{
    LudRandom random;
    int wrong = 0, checked = 0, exact = 0;
    lud_random_seed(&random, 3);
    for (int i = 0; i < tap_scaled(240); i++) {
        LudState s;
        int value, least, most;
        if (!ending_of_oware(rules, &random, 5, &s) ||
            !ref_true_value(rules->game, &s, 20000, &value))
            continue;
        if (!lud_tables_range(tables, &s, &least, &most))
            wrong++;
        else if (sign(least) > value || sign(most) < value)
            wrong++;
        exact += least == most;
        checked++;
    }
    tap_report(wrong == 0 && checked > 0 && tap_met(checked, 20) && exact > 0,
               "%s: promises hold in %d positions (%d exact) tried to the end", name, checked,
               exact);
}

/* -- games of the engine ----------------------------------------------------------------------- */

typedef struct Tally {
    int games, moves, changed;
    int lost;     /* games with a worse result than was certain */
    int short_of; /* games with fewer seeds than were certain */
} Tally;

/* What the seat that moves first got more than the other in the end, in seeds. */
static int outcome(const LudPlay *play, int seat)
{
    LudResult result;
    lud_play_result(play, &result);
    return (result.score[seat] - result.score[1 - seat]) / 2;
}

/* One move of the engine: does it keep what is certain? */
static void engine_moves(LudEngine *engine, LudTables *tables, const LudPlayerSpec *player,
                         LudPlay *play, Tally *tally)
{
    const LudState *s = lud_play_state(play);
    LudChoice choice;
    LudError err;
    int least, most, after_least = 0, after_most = 0;
    bool is_known = lud_tables_range(tables, s, &least, &most);
    if (lud_engine_choose(engine, player, play, NULL, NULL, &choice, &err) != LUD_OK ||
        !lud_tables_range_after(tables, s, choice.move, &after_least, &after_most))
        abort();
    int seat = lud_play_turn(play);
    if (lud_play_move(play, choice.move, &err) != LUD_OK)
        abort();
    /* A repetition ends the game with what it gives, whatever the tables promised after it. */
    bool is_over = lud_play_turn(play) == LUD_OVER;
    tally->moves++;
    tally->changed +=
        !is_known || (is_over ? sign(outcome(play, seat)) < sign(least) : after_most < least);
}

static void play_game(const LudRules *rules, LudTables *tables, LudEngine *engine,
                      const LudPlayerSpec *player, LudRandom *random, Tally *tally)
{
    LudState s;
    LudPlay *play;
    LudError err;
    while (!ending_of_oware(rules, random, seeds, &s))
        continue;
    int seat = rules->game->rules.turn(&s), least, most;
    lud_tables_range(tables, &s, &least, &most);
    if (lud_play_new(&play, rules, &s, &err) != LUD_OK)
        abort();
    while (lud_play_turn(play) != LUD_OVER) {
        const LudMove *list;
        int count = lud_play_moves(play, &list);
        if (lud_play_turn(play) == seat)
            engine_moves(engine, tables, player, play, tally);
        else
            lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], &err);
    }
    tally->games++;
    tally->short_of += outcome(play, seat) < least;
    tally->lost += sign(outcome(play, seat)) < sign(least);
    lud_play_free(play);
}

static void check_engine(const LudRules *rules, LudTables *tables, const char *spec, int games)
{
    LudRandom random;
    LudEngine *engine;
    LudPlayerSpec player;
    LudError err;
    Tally tally = {0};
    char name[LUD_RULES_TEXT];
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = 1 << 20, .seed = 1, .table_path = folder};
    lud_random_seed(&random, 11);
    if (lud_player_spec_parse(spec, &player, &err) != LUD_OK ||
        lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    for (int i = 0; i < games; i++)
        play_game(rules, tables, engine, &player, &random, &tally);
    lud_rules_print(rules, name);
    tap_report(tally.changed == 0 && tally.games == games,
               "%s, %s: of %d moves in %d games %d give away what is certain", name, spec,
               tally.moves, tally.games, tally.changed);
    /* A win is a win: one that comes by repetition may leave a few seeds to the other. */
    tap_report(tally.lost == 0 && tally.short_of <= games / 10,
               "… and the games end with at least as much: %d worse, %d with fewer seeds",
               tally.lost, tally.short_of);
    lud_engine_free(engine);
}

/* -- analysis ---------------------------------------------------------------------------------- */

static void check_lines(const LudRules *rules, LudTables *tables)
{
    LudRandom random;
    LudEngine *engine;
    LudError err;
    int wrong = 0, lines = 0;
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = 1 << 20, .seed = 1, .table_path = folder};
    lud_random_seed(&random, 17);
    if (lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    for (int i = 0; i < tap_scaled(40); i++) {
        LudState s;
        LudPlay *play;
        LudFindings findings;
        LudLimits limits = {.nodes = 3000};
        if (!ending_of_oware(rules, &random, seeds, &s))
            continue;
        if (lud_play_new(&play, rules, &s, &err) != LUD_OK ||
            lud_engine_analyse(engine, play, &limits, 0, NULL, &findings, &err) != LUD_OK)
            abort();
        for (int k = 0; k < findings.line_count; k++, lines++) {
            const LudLine *line = &findings.lines[k];
            int least = 0, most = 0;
            bool is_known = lud_tables_range_after(tables, &s, line->move[0], &least, &most);
            wrong += !is_known || !line->is_tabled || line->final_least != least ||
                     line->final_most != most;
            wrong += line->is_proven && least == most && sign(line->value) != sign(least);
        }
        lud_play_free(play);
    }
    tap_report(wrong == 0 && lines > 0, "analysis says the exact difference of %d moves", lines);
    lud_engine_free(engine);
}

/* -- forcing captures, missing files ----------------------------------------------------------- */

static void check_offers(const LudRules *rules, LudTables *tables)
{
    LudRandom random;
    int wrong = 0, checked = 0;
    lud_random_seed(&random, 23);
    for (int i = 0; i < tap_scaled(200); i++) {
        LudState s;
        LudOffer offer;
        if (!ending_of_oware(rules, &random, 6, &s))
            continue;
        checked++;
        wrong += !lud_tables_offer(tables, &s, &offer) || offer != rules->game->rules.offer(&s);
    }
    tap_report(wrong == 0 && checked > 0, "offers to finish agree with the rules' in %d positions",
               checked);
}

static void check_missing(const LudRules *rules)
{
    LudTables *tables;
    LudError err;
    LudTableAnswer answer;
    LudTableCounts counts;
    LudState s = variants_position(rules, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    bool is_open = lud_tables_open(&tables, rules, "/nonexistent", &err) == LUD_OK;
    tap_report(is_open && lud_tables_reach(tables, NULL) == -1 &&
                   !lud_tables_probe(tables, &s, &answer) &&
                   lud_tables_count(tables, 3, &counts, &err) == LUD_EFILE,
               "no tables: nothing is known, nothing fails");
    lud_tables_close(tables);
    LudRules six = variants_rules("six");
    LudState start;
    lud_rules_start(&six, &start);
    is_open = lud_tables_open(&tables, &six, NULL, &err) == LUD_OK;
    tap_report(is_open && !lud_tables_probe(tables, &start, &answer),
               "a game without tables has none");
    lud_tables_close(tables);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "oware",
        "oware:cycle=split",
        "oware:slam=forfeit",
        "oware:slam=forfeit,cycle=split",
        "oware:slam=nocapture",
        "oware:slam=nocapture,cycle=split",
        "oware:slam=awari",
        "oware:slam=awari,cycle=split",
    };
    bool is_long = argc > 2;
    int games = is_long ? atoi(argv[1]) / 8 : tap_scaled(8);
    seeds = is_long ? atoi(argv[2]) : seeds;
    scratch_make(folder);
    for (int i = 0; i < 8; i++) {
        LudRules rules = variants_rules(names[i]);
        LudTables *tables = open_tables(&rules);
        tap_report(lud_tables_reach(tables, NULL) == seeds, "%s: tables are found", names[i]);
        check_engine(&rules, tables, "max,nodes=2000", games);
        if (!is_long) {
            check_truth(&rules, tables, names[i]);
            check_lines(&rules, tables);
            check_offers(&rules, tables);
        }
        lud_tables_close(tables);
    }
    LudRules rules = variants_rules("oware");
    check_missing(&rules);
    scratch_remove(folder);
    return tap_finish();
}
