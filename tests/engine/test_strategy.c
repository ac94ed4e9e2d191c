/* The strategies that come with the library: the second player of Pylos wins by them from the
 * start, whatever the other does, and nobody asks them where they know nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "engine/strategy.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"

static LudEngine *make_engine(const LudRules *rules, const char *path, bool has_no_book)
{
    LudEngine *engine;
    LudError err;
    LudEngineOptions options = {.size = sizeof options,
                                .memory_bytes = 1 << 20,
                                .seed = 5,
                                .table_path = path,
                                .has_no_book = has_no_book};
    if (lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    return engine;
}

static LudChoice choose(LudEngine *engine, const char *spec, const LudPlay *play)
{
    LudPlayerSpec player;
    LudChoice choice;
    LudError err;
    if (lud_player_spec_parse(spec, &player, &err) != LUD_OK ||
        lud_engine_choose(engine, &player, play, NULL, NULL, &choice, &err) != LUD_OK)
        abort();
    return choice;
}

static LudPlay *new_game(const LudRules *rules)
{
    LudPlay *play;
    LudError err;
    if (lud_play_new(&play, rules, NULL, &err) != LUD_OK)
        abort();
    return play;
}

static void make_move(LudPlay *play, LudMove move)
{
    LudError err;
    if (lud_play_move(play, move, &err) != LUD_OK)
        abort();
}

/* Plays one game against `foe`; counts the answers that took a search. */
static bool play_game(LudEngine *engine, LudEngine *other, const char *foe, LudPlay *play,
                      int *searched)
{
    LudResult result;
    while (lud_play_turn(play) != LUD_OVER) {
        bool is_ours = lud_play_turn(play) == 1;
        LudChoice choice = choose(is_ours ? engine : other, is_ours ? "max,nodes=100" : foe, play);
        *searched += is_ours && choice.findings.nodes > 0;
        make_move(play, choice.move);
    }
    lud_play_result(play, &result);
    return lud_result_winner(&result) == 1;
}

static void test_games(const char *name)
{
    static const char *const foes[] = {"random", "greedy", "level=6", "max,nodes=2000"};
    LudRules rules = variants_rules(name);
    Strategy strategy = {0};
    LudError fault;
    bool is_found = strategy_find(&rules, &strategy, &fault);
    strategy_close(&strategy);
    LudEngine *engine = make_engine(&rules, "/nonexistent", false);
    LudEngine *other = make_engine(&rules, "", false);
    int games = tap_scaled(48), won = 0, searched = 0;
    for (int i = 0; i < games; i++) {
        LudPlay *play = new_game(&rules);
        won += play_game(engine, other, foes[i % 4], play, &searched);
        lud_play_free(play);
    }
    tap_report(is_found && won == games, "%s: %d of %d games are won", name, won, games);
    tap_report(searched == 0, "… and no answer takes a search");
    lud_engine_free(engine);
    lud_engine_free(other);
}

/* Whether the second player's first answer takes no search. */
static bool is_at_once(const LudRules *rules, const char *path, bool has_no_book, const char *spec,
                       const char *start)
{
    LudError err;
    LudPlay *play = new_game(rules);
    if (start) {
        LudState s = variants_position(rules, start);
        lud_play_free(play);
        if (lud_play_new(&play, rules, &s, &err) != LUD_OK)
            abort();
    } else {
        const LudMove *list;
        lud_play_moves(play, &list);
        make_move(play, list[3]);
    }
    LudEngine *engine = make_engine(rules, path, has_no_book);
    LudChoice choice = choose(engine, spec, play);
    lud_engine_free(engine);
    lud_play_free(play);
    return choice.findings.nodes == 0;
}

static void test_limits(void)
{
    static const char *const spec = "max,nodes=500";
    LudRules rules = variants_rules("pylos"), expert = variants_rules("pylos:variant=expert");
    Strategy strategy = {0};
    LudError fault;
    tap_report(is_at_once(&rules, NULL, false, spec, NULL), "the strategy answers");
    tap_report(!is_at_once(&rules, NULL, true, spec, NULL) &&
                   !is_at_once(&rules, "", false, spec, NULL) &&
                   !is_at_once(&rules, NULL, false, "level=9", NULL),
               "not without a book, nor without tables, nor for a level");
    tap_report(!is_at_once(&rules, NULL, false, spec, "w.../..../..../....|.../.../...|../..|. b"),
               "nor in a game that began elsewhere");
    tap_report(!strategy_find(&expert, &strategy, &fault) && fault.status == LUD_OK,
               "where nothing is won there is none");
}

/* Whether an engine that looks for data in `folder` complains of a file there. */
static bool is_faulty(const char *folder)
{
    LudRules rules = variants_rules("pylos");
    LudError err;
    setenv("LUDOTECA_DATA", folder, 1);
    LudEngine *engine = make_engine(&rules, "/nonexistent", false);
    bool is_told = lud_engine_table_fault(engine, &err);
    lud_engine_free(engine);
    return is_told && err.status == LUD_EFILE && strstr(err.arg[0], "pylos.strategy");
}

/* What becomes of a file that is not there, sound, damaged, or behind an empty directory. */
static void test_files(uint8_t *bytes, size_t size)
{
    static const char *const spec = "max,nodes=500";
    LudRules rules = variants_rules("pylos");
    char folder[SCRATCH_PATH], path[SCRATCH_PATH], two[2 * SCRATCH_PATH];
    scratch_make(folder);
    tap_report(!is_faulty("") && !is_at_once(&rules, NULL, false, spec, NULL),
               "no directory of data, no strategy, and nothing is said");
    tap_report(!is_faulty(folder) && !is_at_once(&rules, NULL, false, spec, NULL),
               "… nor of an empty one");
    scratch_write(scratch_path(path, folder, "pylos.strategy"), bytes, size);
    snprintf(two, sizeof two, "/nonexistent:%s", folder);
    tap_report(!is_faulty(two) && is_at_once(&rules, NULL, false, spec, NULL),
               "a file is found in the second directory as well");
    bytes[size / 2] ^= 1;
    scratch_write(path, bytes, size);
    tap_report(is_faulty(folder) && !is_at_once(&rules, NULL, false, spec, NULL),
               "a damaged one is named, and not asked");
    scratch_remove(folder);
}

static void test_bytes(void)
{
    char path[SCRATCH_PATH];
    size_t size;
    const char *data = getenv("LUDOTECA_DATA");
    uint8_t *bytes = scratch_read(scratch_path(path, data, "pylos.strategy"), &size);
    Strategy strategy;
    int taken = 0;
    if (!bytes)
        abort();
    for (size_t less = 0; less < 400; less++)
        taken += strategy_read(&strategy, bytes, less);
    taken += strategy_read(&strategy, bytes, size - 1);
    tap_report(taken == 0 && strategy_read(&strategy, bytes, size),
               "only whole strategies are read");
    test_files(bytes, size);
    free(bytes);
}

int main(void)
{
    test_games("pylos");
    test_games("pylos:variant=child");
    test_games("pylos:variant=expert,recovery=may");
    test_limits();
    test_bytes();
    return tap_finish();
}
