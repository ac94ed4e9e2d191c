/* What an analysis says of endings a little above the tables, with the game's past, against all
 * lines tried. */
#include <stdlib.h>

#include <ludoteca/engine.h>

#include "reference/ref_solver.h"
#include "support/scratch.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "support/variants.h"

enum { TABLE_SEEDS = 3, SEEDS = 5, PLIES_MOST = 5, MOST_VISITS = 4000 };

typedef struct Tally {
    int games, lines, proven, wrong;
} Tally;

static LudEngine *make_engine(const LudRules *rules, const char *folder)
{
    LudEngine *engine = NULL;
    LudError err;
    LudTableBuild build = {
        .size = sizeof build, .dir = folder, .layers = TABLE_SEEDS, .threads = 1};
    LudEngineOptions options = {.size = sizeof options,
                                .memory_bytes = (size_t)1 << 22,
                                .threads = 1,
                                .table_path = folder};
    if (lud_tables_build(rules, &build, &err) != LUD_OK ||
        lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    return engine;
}

/* The value of a move to who makes it; false if trying all lines takes too long. */
static bool true_value(const LudPlay *play, LudMove m, int *value)
{
    const LudGame *game = lud_play_rules(play)->game;
    LudState seen[PLIES_MOST + 1], next;
    int count = 0, length = lud_play_length(play), side = lud_play_turn(play) % 2;
    lud_state_copy(game, &next, lud_play_state(play));
    game->rules.apply(&next, m);
    for (int i = 0; i <= length; i++) {
        lud_play_state_at(play, i, &seen[count]);
        count += game->rules.epoch(&seen[count]) == game->rules.epoch(&next);
    }
    if (!ref_played_value(game, seen, count, &next, MOST_VISITS, value))
        return false;
    *value = side == 0 ? *value : -*value;
    return true;
}

static void check_line(Tally *tally, const LudPlay *play, const LudLine *line)
{
    const LudGame *game = lud_play_rules(play)->game;
    int value, claimed = (line->value > 0) - (line->value < 0);
    bool is_decided = abs(line->value) >= LUD_VALUE_WON;
    if (!true_value(play, line->move[0], &value))
        return;
    tally->lines++;
    if (line->is_proven && (is_decided || line->value == 0) && line->bound == LUD_BOUND_EXACT) {
        tally->proven++;
        if (claimed != value)
            tap_fault(&tally->wrong, game, lud_play_state(play), "move %d is called %d and is %d",
                      (int)line->move[0], claimed, value);
    }
}

static void check_game(Tally *tally, LudEngine *engine, LudPlay *play)
{
    LudFindings findings;
    LudError err;
    LudLimits limits = {.nodes = 9000};
    if (lud_engine_analyse(engine, play, &limits, 0, NULL, &findings, &err) != LUD_OK)
        abort();
    tally->games++;
    for (int i = 0; i < findings.line_count; i++)
        check_line(tally, play, &findings.lines[i]);
}

static void check_rules(const LudRules *rules, const char *folder)
{
    char name[LUD_RULES_TEXT];
    LudRandom random;
    LudPlay *play = NULL;
    LudError err;
    Tally tally = {0};
    LudEngine *engine = make_engine(rules, folder);
    lud_random_seed(&random, 31);
    if (lud_play_new(&play, rules, NULL, &err) != LUD_OK)
        abort();
    for (int i = 0; i < tap_scaled(900); i++) {
        LudState s;
        const LudMove *list;
        if (!ending_of_oware(rules, &random, SEEDS, &s))
            continue;
        lud_play_restart(play, &s);
        for (int left = (int)lud_random_below(&random, PLIES_MOST);
             left > 0 && lud_play_turn(play) >= 0; left--) {
            int count = lud_play_moves(play, &list);
            lud_play_move(play, list[lud_random_below(&random, (uint32_t)count)], &err);
        }
        if (lud_play_turn(play) >= 0)
            check_game(&tally, engine, play);
    }
    lud_play_free(play);
    lud_engine_free(engine);
    lud_rules_print(rules, name);
    tap_report(tally.wrong == 0 && 2 * tally.proven > tally.lines,
               "%s: of %d lines of %d games %d are proven, all rightly", name, tally.lines,
               tally.games, tally.proven);
}

int main(void)
{
    char folder[SCRATCH_PATH];
    LudRules list[VARIANTS_MOST];
    int count = variants_list(lud_game_find("oware"), list);
    scratch_make(folder);
    for (int i = 0; i < count; i++)
        check_rules(&list[i], folder);
    scratch_remove(folder);
    return tap_finish();
}
