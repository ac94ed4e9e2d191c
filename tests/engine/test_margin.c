/* The margin: a score can be shifted without changing anything else; and once who wins is decided,
 * the strongest player gives away fewer points than a search that only asks who wins, and never the
 * result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"

enum { SEEDS = 8, NODES = 20000 };

static char folder[SCRATCH_PATH];

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* `seeds` anywhere on the board, and stores so far apart that the board can hardly change who wins;
 * there is something to choose. */
static bool draw_decided(const LudRules *rules, LudRandom *random, int seeds, LudState *s)
{
    int pit[12] = {0};
    for (int i = 0; i < seeds; i++)
        pit[below(random, 12)]++;
    int more = 24, less = 48 - seeds - more;
    bool is_south_ahead = below(random, 2) == 0;
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%d-%d-%c", is_south_ahead ? more : less,
             is_south_ahead ? less : more, "SN"[below(random, 2)]);
    const LudGame *game = rules->game;
    LudMove list[LUD_MAX_MOVES];
    return game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK &&
           game->rules.turn(s) != LUD_OVER && !game->rules.is_dead(s) &&
           game->rules.moves(s, list) > 1;
}

/* -- shifting ---------------------------------------------------------------------------------- */

/* The notation as numbers: twelve pits and two stores. */
static void read_counts(const LudGame *game, const LudState *s, int counts[14])
{
    char text[LUD_STATE_TEXT];
    game->text.state_print(s, text);
    char *at = text;
    for (int i = 0; i < 14; i++) {
        counts[i] = (int)strtol(at, &at, 10);
        at++;
    }
}

static bool is_only_shifted(const LudRules *rules, const LudState *s, int side, int points)
{
    const LudGame *game = rules->game;
    LudState shifted = *s, again;
    LudMove list[LUD_MAX_MOVES], others[LUD_MAX_MOVES];
    int before[14], after[14];
    int done = lud_judging(game)->shift_lead(&shifted, side, points);
    read_counts(game, s, before);
    read_counts(game, &shifted, after);
    int gained = after[12 + side] - before[12 + side];
    int lost = before[13 - side] - after[13 - side];
    char text[LUD_STATE_TEXT];
    game->text.state_print(&shifted, text);
    bool is_a_position = game->text.state_parse(&again, &rules->options, text, 0, NULL) == LUD_OK &&
                         memcmp(&again, &shifted, game->state_size) == 0;
    int count = game->rules.moves(s, list);
    bool has_same_moves = game->rules.moves(&shifted, others) == count &&
                          memcmp(list, others, (size_t)count * sizeof list[0]) == 0;
    int asked = points / 2 * 2;
    bool is_limited = after[12] == 24 || after[13] == 24 || after[12] == 0 || after[13] == 0;
    return memcmp(before, after, 12 * sizeof before[0]) == 0 && gained == lost &&
           done == gained + lost && is_a_position && has_same_moves &&
           (done == asked || (is_limited && abs(done) < abs(asked))) &&
           sign(done) * sign(points) >= 0 && after[12] <= 24 && after[13] <= 24;
}

static void check_shifts(const LudRules *rules)
{
    LudRandom random;
    int faults = 0, tried = 0;
    lud_random_seed(&random, 2);
    while (tried < tap_scaled(3000)) {
        LudState s;
        lud_rules_start(rules, &s);
        for (int plies = below(&random, 80); plies > 0; plies--) {
            LudMove list[LUD_MAX_MOVES];
            LudState next = s;
            int count = rules->game->rules.moves(&s, list);
            rules->game->rules.apply(&next, list[below(&random, count)]);
            if (rules->game->rules.turn(&next) == LUD_OVER)
                break;
            s = next;
        }
        int side = below(&random, 2), points = below(&random, 61) - 30;
        tried++;
        if (!is_only_shifted(rules, &s, side, points))
            tap_fault(&faults, rules->game, &s, "side %d by %d", side, points);
    }
    tap_report(faults == 0 && tried > 0, "a lead is shifted, and nothing else, in %d positions",
               tried);
}

/* -- choosing ---------------------------------------------------------------------------------- */

typedef struct Sum {
    int positions, lost_plain, lost, faults, told;
} Sum;

static void count_told(void *context, const LudFindings *findings)
{
    (void)findings;
    ++*(int *)context;
}

static void compare(LudEngine *engine, LudTables *tables, const LudState *s, const LudRules *rules,
                    Sum *sum)
{
    LudPlay *play;
    LudError err;
    LudFindings findings;
    LudChoice choice;
    LudPlayerSpec player;
    LudLimits limits = {.nodes = NODES}, quick = {.nodes = NODES / 5};
    LudObserver observer = {count_told, &sum->told};
    int least, most, plain_least, plain_most, own_least, own_most;
    if (!lud_tables_range(tables, s, &least, &most) || least != most)
        return; /* how endless play is scored makes a difference here */
    if (lud_play_new(&play, rules, s, &err) != LUD_OK ||
        lud_engine_analyse(engine, play, &limits, 1, NULL, &findings, &err) != LUD_OK ||
        lud_player_spec_parse("max", &player, &err) != LUD_OK)
        abort();
    LudLine plain = findings.lines[0];
    lud_engine_new_game(engine);
    if (lud_engine_analyse(engine, play, &quick, 1, NULL, &findings, &err) != LUD_OK)
        abort();
    bool is_won = findings.lines[0].is_proven && findings.lines[0].value > 0;
    lud_engine_new_game(engine);
    if (lud_engine_choose(engine, &player, play, &limits, &observer, &choice, &err) != LUD_OK ||
        !lud_tables_range_after(tables, s, plain.move[0], &plain_least, &plain_most) ||
        !lud_tables_range_after(tables, s, choice.move, &own_least, &own_most))
        abort();
    sum->positions++;
    sum->lost_plain += least - plain_least;
    sum->lost += least - own_least;
    bool is_given = sign(own_least) < sign(plain_least);
    const LudLine *line = &choice.findings.lines[0];
    if (is_given || (is_won && !(line->is_proven && line->value > 0)))
        tap_fault(&sum->faults, rules->game, s, "%d instead of %d by move %d", own_least,
                  plain_least, (int)choice.move);
    if (line->move[0] != choice.move)
        abort();
    lud_play_free(play);
}

/* Who asks for a depth gets the search of that depth, and nothing else is spent. */
static void check_depth(LudEngine *engine, const LudState *s, const LudRules *rules, int *others)
{
    LudPlay *play;
    LudError err;
    LudFindings findings;
    LudChoice choice;
    LudPlayerSpec player;
    LudLimits limits = {.depth = 5};
    lud_engine_new_game(engine);
    if (lud_play_new(&play, rules, s, &err) != LUD_OK ||
        lud_engine_analyse(engine, play, &limits, 1, NULL, &findings, &err) != LUD_OK ||
        lud_player_spec_parse("max", &player, &err) != LUD_OK)
        abort();
    LudMove move = findings.lines[0].move[0];
    uint64_t nodes = findings.nodes;
    lud_engine_new_game(engine);
    if (lud_engine_choose(engine, &player, play, &limits, NULL, &choice, &err) != LUD_OK)
        abort();
    *others += choice.move != move || choice.findings.nodes != nodes;
    lud_play_free(play);
}

static void check_choices(const LudRules *rules, const char *name)
{
    LudTables *tables;
    LudEngine *engine;
    LudRandom random;
    LudError err;
    Sum sum = {0};
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = SEEDS, .threads = 1};
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = 1 << 20, .seed = 1, .table_path = "/nonexistent"};
    lud_random_seed(&random, 5);
    if (lud_tables_build(rules, &task, &err) != LUD_OK ||
        lud_tables_open(&tables, rules, folder, &err) != LUD_OK ||
        lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        abort();
    int others = 0;
    for (int i = 0; i < tap_chosen(4, 60, 400); i++) {
        LudState s;
        if (!draw_decided(rules, &random, 3 + below(&random, SEEDS - 2), &s))
            continue;
        compare(engine, tables, &s, rules, &sum);
        check_depth(engine, &s, rules, &others);
    }
    tap_note("%d seeds given away in %d decided positions, %d by asking only who wins", sum.lost,
             sum.positions, sum.lost_plain);
    tap_report(sum.positions > 0 && 4 * sum.lost <= 3 * sum.lost_plain,
               "%s: the margin is kept where the result is decided", name);
    tap_report(sum.faults == 0, "%s: no result is given for it", name);
    tap_report(others == 0, "%s: a depth is searched as it was asked for", name);
    tap_report(sum.told >= sum.positions, "%s: who listens hears of every position", name);
    lud_engine_free(engine);
    lud_tables_close(tables);
}

int main(void)
{
    static const char *const names[] = {"oware:slam=nocapture", "oware", "oware:cycle=split"};
    scratch_make(folder);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        LudRules rules = variants_rules(names[i]);
        check_shifts(&rules);
        check_choices(&rules, names[i]);
    }
    scratch_remove(folder);
    return tap_finish();
}
