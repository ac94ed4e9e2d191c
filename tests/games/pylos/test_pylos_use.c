/* Pylos tables in use, on the pyramid of base 3: the engine keeps every win and ends it in time,
 * resists as long as can be, and says what the tables say. (There is no drawn position.) With
 * arguments, test_pylos_use RULES DIR GAMES, only so many games from won positions with tables that
 * are there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"

typedef struct Setting {
    LudRules rules;
    char name[LUD_RULES_TEXT];
    char folder[SCRATCH_PATH];
    LudTables *tables; /* with distances, whatever the engine has */
    LudEngine *engine; /* asks tables */
    LudEngine *plain;  /* does not */
    LudRandom random;
} Setting;

static LudEngine *make_engine(const LudRules *rules, const char *path)
{
    LudEngine *engine;
    LudError err;
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = 1 << 20, .seed = 5, .table_path = path};
    if (lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    return engine;
}

static void build(const LudRules *rules, const char *folder, const char *columns)
{
    LudError err;
    LudTableBuild task = {.size = sizeof task, .dir = folder, .threads = 1, .columns = columns};
    if (lud_tables_build(rules, &task, &err) != LUD_OK)
        abort();
}

static void begin(Setting *setting, const char *rules)
{
    LudError err;
    setting->rules = variants_rules(rules);
    lud_rules_print(&setting->rules, setting->name);
    scratch_make(setting->folder);
    build(&setting->rules, setting->folder, NULL);
    if (lud_tables_open(&setting->tables, &setting->rules, setting->folder, &err) != LUD_OK)
        abort();
    setting->engine = make_engine(&setting->rules, setting->folder);
    setting->plain = make_engine(&setting->rules, "");
    lud_random_seed(&setting->random, 7);
}

static void end(Setting *setting)
{
    lud_engine_free(setting->engine);
    lud_engine_free(setting->plain);
    lud_tables_close(setting->tables);
    scratch_remove(setting->folder);
}

static LudTableAnswer ask(const Setting *setting, const LudState *s)
{
    LudTableAnswer answer;
    if (!lud_tables_probe(setting->tables, s, &answer))
        abort();
    return answer;
}

/* A game after some random moves, not over, with this value for the mover; NULL after many tries.
 */
static LudPlay *random_game(Setting *setting, int value, int plies_most)
{
    LudError err;
    for (int tries = 0; tries < 20000; tries++) {
        LudPlay *play;
        if (lud_play_new(&play, &setting->rules, NULL, &err) != LUD_OK)
            abort();
        int plies = (int)lud_random_below(&setting->random, (uint32_t)plies_most + 1);
        while (plies-- > 0 && lud_play_turn(play) != LUD_OVER) {
            const LudMove *list;
            uint32_t count = (uint32_t)lud_play_moves(play, &list);
            lud_play_move(play, list[lud_random_below(&setting->random, count)], &err);
        }
        if (lud_play_turn(play) != LUD_OVER && ask(setting, lud_play_state(play)).value == value)
            return play;
        lud_play_free(play);
    }
    return NULL;
}

static void choose(LudEngine *engine, const char *spec, LudPlay *play)
{
    LudPlayerSpec player;
    LudChoice choice;
    LudError err;
    if (lud_player_spec_parse(spec, &player, &err) != LUD_OK ||
        lud_engine_choose(engine, &player, play, NULL, NULL, &choice, &err) != LUD_OK ||
        lud_play_move(play, choice.move, &err) != LUD_OK)
        abort();
}

/* Plays on, `mine` for the seat to move and `theirs` for the other. Returns the plies played. */
static int play_out(LudPlay *play, LudEngine *mine, LudEngine *theirs, const char *their_spec)
{
    int seat = lud_play_turn(play), plies = 0;
    for (; lud_play_turn(play) != LUD_OVER; plies++) {
        bool is_mine = lud_play_turn(play) == seat;
        choose(is_mine ? mine : theirs, is_mine ? "max,nodes=3000" : their_spec, play);
    }
    return plies;
}

static int winner_of(const LudPlay *play)
{
    LudResult result;
    lud_play_result(play, &result);
    return lud_result_winner(&result);
}

/* -- games ------------------------------------------------------------------------------------- */

static const char *const opponents[] = {"random", "greedy", "level=8", "max,nodes=3000"};
enum { OPPONENTS = 4 };

static void test_wins(Setting *setting, LudEngine *engine, bool has_distance, int games)
{
    int lost = 0, late = 0, played = 0;
    for (int i = 0; i < games; i++) {
        LudPlay *play = random_game(setting, 1, 20);
        if (!play)
            continue;
        int seat = lud_play_turn(play), most = ask(setting, lud_play_state(play)).distance;
        int plies = play_out(play, engine, setting->plain, opponents[i % OPPONENTS]);
        lost += winner_of(play) != seat;
        late += plies > most;
        played++;
        lud_play_free(play);
    }
    tap_report(lost == 0 && played == games && (!has_distance || late == 0),
               "%s: %d won positions are won%s (%d lost, %d late)", setting->name, played,
               has_distance ? " in time" : " by who only knows who wins", lost, late);
}

/* Both perfect: games last as long as the tables say, to the ply. */
static void test_resistance(Setting *setting, int games)
{
    int wrong = 0, played = 0;
    LudEngine *other = make_engine(&setting->rules, setting->folder);
    for (int i = 0; i < games; i++) {
        LudPlay *play = random_game(setting, -1, 20);
        if (!play)
            continue;
        int most = ask(setting, lud_play_state(play)).distance;
        wrong += play_out(play, setting->engine, other, "max") != most;
        played++;
        lud_play_free(play);
    }
    tap_report(wrong == 0 && played == games, "%s: %d lost positions last as long as can be",
               setting->name, played);
    lud_engine_free(other);
}

/* -- what it says ------------------------------------------------------------------------------ */

static int value_of(const LudTableAnswer *answer, bool has_distance)
{
    int size = has_distance ? LUD_VALUE_WIN - answer->distance : LUD_VALUE_WON + 1;
    return answer->value > 0 ? size : answer->value < 0 ? -size : 0;
}

/* Follows a line to its end, which must be the game's; 1: wrong. */
static int check_line(const Setting *setting, const LudState *root, const LudLine *line)
{
    const LudGame *game = setting->rules.game;
    LudState s;
    lud_state_copy(game, &s, root);
    for (int i = 0; i < line->length; i++) {
        LudMove list[LUD_MAX_MOVES];
        int count = game->rules.moves(&s, list), found = 0;
        while (found < count && list[found] != line->move[i])
            found++;
        if (found == count)
            return 1;
        game->rules.apply(&s, line->move[i]);
    }
    int plies = abs(lud_value_plies(line->value));
    return plies > 0 && (line->length != plies || game->rules.turn(&s) != LUD_OVER);
}

static void test_analysis(Setting *setting, LudEngine *engine, bool has_distance, int count)
{
    int wrong = 0, lines = 0;
    LudError err;
    for (int i = 0; i < count; i++) {
        LudPlay *play = random_game(setting, i % 2 ? 1 : -1, 20);
        LudFindings findings;
        LudMove legal[LUD_MAX_MOVES];
        LudLimits limits = {.nodes = 2000};
        const LudState *s = lud_play_state(play);
        if (lud_engine_analyse(engine, play, &limits, 0, NULL, &findings, &err) != LUD_OK)
            abort();
        wrong += findings.line_count != setting->rules.game->rules.moves(s, legal);
        for (int k = 0; k < findings.line_count; k++, lines++) {
            const LudLine *line = &findings.lines[k];
            LudTableAnswer answer;
            lud_tables_probe_after(setting->tables, s, line->move[0], &answer);
            int sign = (line->value > 0) - (line->value < 0);
            wrong += !line->is_tabled || !line->is_proven || sign != answer.value;
            wrong += has_distance && line->value != value_of(&answer, true);
            wrong += k > 0 && line->value > findings.lines[k - 1].value;
            wrong += has_distance && check_line(setting, s, line);
        }
        lud_play_free(play);
    }
    tap_report(wrong == 0 && lines > 0, "%s: analysis values all %d moves as the tables do%s",
               setting->name, lines, has_distance ? ", to the end" : "");
}

static void test_words(Setting *setting, int value, const char *words)
{
    LudError err;
    LudHint hint;
    LudPlay *play = random_game(setting, value, 4);
    bool is_said = false;
    if (!play || lud_engine_hint(setting->engine, play, NULL, &hint, &err) != LUD_OK)
        abort();
    int plies = ask(setting, lud_play_state(play)).distance;
    for (int i = 0; i < hint.remark_count; i++)
        is_said |= strcmp(hint.remarks[i].text, words) == 0 && hint.remarks[i].number[0] == plies;
    tap_report(is_said, "%s: a hint says \"%s\" of %d plies", setting->name, words, plies);
    lud_play_free(play);
}

/* Levels play alike with and without tables. */
static void test_levels(Setting *setting)
{
    int same = 0, moves = 0;
    LudError err;
    for (int i = 0; i < 20; i++) {
        LudPlay *play = random_game(setting, i % 2 ? 1 : -1, 8);
        LudPlayerSpec player;
        LudChoice with, without;
        lud_player_spec_parse("level=7", &player, &err);
        lud_engine_seed(setting->engine, 3);
        lud_engine_seed(setting->plain, 3);
        if (lud_engine_choose(setting->engine, &player, play, NULL, NULL, &with, &err) != LUD_OK ||
            lud_engine_choose(setting->plain, &player, play, NULL, NULL, &without, &err) != LUD_OK)
            abort();
        same += with.move == without.move;
        moves++;
        lud_play_free(play);
    }
    tap_report(same == moves, "%s: levels do not ask tables", setting->name);
}

static void test_rules(const char *rules)
{
    Setting setting;
    char folder[SCRATCH_PATH];
    begin(&setting, rules);
    test_wins(&setting, setting.engine, true, tap_scaled(120));
    test_resistance(&setting, tap_scaled(60));
    test_analysis(&setting, setting.engine, true, tap_scaled(60));
    test_words(&setting, 1, "won in {1}");
    test_words(&setting, -1, "lost: longest defence {1}");
    test_levels(&setting);
    scratch_make(folder);
    build(&setting.rules, folder, "value");
    LudEngine *engine = make_engine(&setting.rules, folder);
    test_wins(&setting, engine, false, tap_scaled(120));
    test_analysis(&setting, engine, false, tap_scaled(20));
    lud_engine_free(engine);
    scratch_remove(folder);
    end(&setting);
}

int main(int argc, char **argv)
{
    if (argc > 3) {
        LudError err;
        Setting setting = {.rules = variants_rules(argv[1])};
        lud_rules_print(&setting.rules, setting.name);
        if (lud_tables_open(&setting.tables, &setting.rules, argv[2], &err) != LUD_OK)
            abort();
        setting.engine = make_engine(&setting.rules, argv[2]);
        setting.plain = make_engine(&setting.rules, "");
        lud_random_seed(&setting.random, 7);
        test_wins(&setting, setting.engine, true, atoi(argv[3]));
        lud_engine_free(setting.engine);
        lud_engine_free(setting.plain);
        lud_tables_close(setting.tables);
        return tap_finish();
    }
    test_rules("pylos:base=3");
    test_rules("pylos:variant=child,base=3");
    test_rules("pylos:base=3,recovery=may");
    test_rules("pylos:base=3,reserve=raise");
    return tap_finish();
}
