/* Values of searches with dice against plain expectimax and max^n (reference/ref_dice.c), on the
 * last turns of games and on boards that are nearly full: every move of every position, one to
 * three moves deep.
 *
 * How a game goes on for ever can't be solved in full, but it can be enclosed: if all that lies
 * beyond the depth is counted as lost, and then as won, the true value lies between. These bounds
 * are also worked out by the search, and must be the exhaustive ones; its own values must lie
 * between them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/play.h>

#include "reference/ref_dice.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { POSITIONS = 300, DEEPEST = 3, NOTED = 5 };

typedef struct Tally {
    int positions, moves, wrong, untrue, outside, won;
} Tally;

static int all_lost(const LudState *s, int side)
{
    (void)s;
    return side == 0 ? -LUD_VALUE_CERTAIN + 1 : LUD_VALUE_CERTAIN - 1;
}

static int all_won(const LudState *s, int side)
{
    return -all_lost(s, side);
}

static int all_lost_with_notes(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    return all_lost(s, side);
}

static int all_won_with_notes(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    return all_won(s, side);
}

/* -- positions -----------------------------------------------------------------------------------
 */

/* A seat's turn with its roll, shortly before the end of a game that was played at random. */
static bool last_turns(const LudRules *rules, LudRandom *random, LudState *s)
{
    LudPlay *play = NULL;
    const LudMove *list;
    LudState start;
    lud_rules_start(rules, &start);
    if (lud_random_below(random, 3) == 0 && !odd_start(rules, random, &start))
        return false;
    if (lud_play_new(&play, rules, &start, NULL) != LUD_OK)
        abort();
    for (int plies = 0; plies < 600 && lud_play_turn(play) != LUD_OVER; plies++) {
        int count = lud_play_moves(play, &list);
        if (lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], NULL) != LUD_OK)
            abort();
    }
    int back = 1 + (int)lud_random_below(random, 7);
    while (lud_play_length(play) > 0 && (back-- > 0 || lud_play_turn(play) < 0))
        lud_play_undo(play, NULL);
    *s = *lud_play_state(play);
    bool is_turn = lud_play_turn(play) >= 0;
    lud_play_free(play);
    return is_turn;
}

static void show(const LudRules *rules, const LudState *s, const char *about, LudMove m, int depth,
                 double wanted, int got)
{
    char text[LUD_STATE_TEXT], name[LUD_RULES_TEXT], move[LUD_MOVE_TEXT];
    rules->game->text.state_print(s, text);
    rules->game->text.move_print(s, m, move);
    lud_rules_print(rules, name);
    tap_note("%s '%s' %s %s depth %d: plain %.3f, search %d", name, text, about, move, depth,
             wanted, got);
}

/* -- comparing -----------------------------------------------------------------------------------
 */

static LudSearch *new_search(const LudRules *rules)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = LUD_MEMORY_LEAST;
    options.method = LUD_METHOD_EXPECTIMAX;
    if (lud_search_new(&search, rules, &options, NULL) != LUD_OK)
        abort();
    return search;
}

/* The values of all moves, in the order of the list. */
static bool search_moves(LudSearch *search, const LudState *s, int depth, const LudMove *list,
                         int count, int *values)
{
    LudTask task = {
        .size = sizeof task, .root = s, .limits = {.depth = depth}, .line_count = count};
    LudFindings found;
    int seen = 0;
    if (lud_search_run(search, &task, &found, NULL) != LUD_OK)
        abort();
    for (int i = 0; i < found.line_count; i++) {
        for (int k = 0; k < count; k++) {
            if (list[k] == found.lines[i].move[0]) {
                values[k] = found.lines[i].value;
                seen++;
            }
        }
    }
    return seen == count && found.line_count == count;
}

static void compare(LudSearch *search, const LudRules *rules, const LudState *s, int depth,
                    Tally *tally)
{
    const LudGame *game = rules->game;
    LudMove list[LUD_MAX_MOVES];
    int values[LUD_MAX_MOVES], count = game->rules.moves(s, list);
    bool is_zero_sum = game->rules.sides(s) == 2;
    RefDice ref = {.game = game};
    tally->positions++;
    tally->wrong += !search_moves(search, s, depth, list, count, values);
    for (int i = 0; i < count; i++) {
        int wanted = ref_dice_move(&ref, s, list[i], depth);
        tally->moves++;
        tally->won += abs(wanted) == LUD_VALUE_CERTAIN;
        if (values[i] != wanted && tally->wrong++ < NOTED)
            show(rules, s, "rounded", list[i], depth, wanted, values[i]);
        double mean = is_zero_sum ? ref_dice_true(&ref, s, list[i], depth) : values[i];
        if (fabs(mean - values[i]) > 1 && tally->untrue++ < NOTED)
            show(rules, s, "true", list[i], depth, mean, values[i]);
    }
}

/* The bounds of the true value, by the search and by trying everything. */
static void enclose(LudSearch *const *searches, const LudRules *rules, const LudState *s, int depth,
                    Tally *tally)
{
    const LudGame *game = rules->game;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), values[3][LUD_MAX_MOVES];
    RefDice lost = {.game = game, .evaluate = all_lost}, won = {.game = game, .evaluate = all_won};
    for (int i = 0; i < 3; i++)
        tally->wrong += !search_moves(searches[i], s, depth, list, count, values[i]);
    bool is_first = game->rules.turn(s) % 2 == 0;
    for (int i = 0; i < count; i++) {
        int lower = ref_dice_move(&lost, s, list[i], depth);
        int upper = ref_dice_move(&won, s, list[i], depth);
        if ((values[1][i] != lower || values[2][i] != upper) && tally->wrong++ < NOTED)
            show(rules, s, "bound", list[i], depth, lower, values[1][i]);
        int least = is_first ? lower : upper, most = is_first ? upper : lower;
        if ((values[0][i] < least || values[0][i] > most) && tally->outside++ < NOTED)
            show(rules, s, "outside", list[i], depth, least, values[0][i]);
    }
}

static void check_rules(const char *text, uint64_t seed)
{
    LudRules rules = variants_rules(text);
    LudGame lost = *rules.game, won = *rules.game;
    LudGameJudging all_lost = *lud_judging(rules.game), all_won = all_lost;
    all_lost.evaluate = all_lost_with_notes;
    all_won.evaluate = all_won_with_notes;
    all_lost.roll = all_won.roll = NULL; /* which would go by the game's own */
    lost.judging = &all_lost;
    won.judging = &all_won;
    LudRules lost_rules = {&lost, rules.options}, won_rules = {&won, rules.options};
    LudSearch *searches[3] = {new_search(&rules), new_search(&lost_rules), new_search(&won_rules)};
    LudRandom random;
    LudState s;
    Tally tally = {0};
    lud_rules_start(&rules, &s);
    bool is_zero_sum = rules.game->rules.sides(&s) == 2;
    lud_random_seed(&random, seed);
    while (tally.positions < tap_scaled(POSITIONS)) {
        int depth = 1 + tally.positions % DEEPEST;
        if (!last_turns(&rules, &random, &s))
            continue;
        compare(searches[0], &rules, &s, depth, &tally);
        if (is_zero_sum)
            enclose(searches, &rules, &s, depth < 3 ? depth : 2, &tally);
    }
    tap_report(tally.wrong == 0, "%s: %d moves of %d positions as plain search (%d certain)", text,
               tally.moves, tally.positions, tally.won);
    if (is_zero_sum)
        tap_report(tally.untrue == 0 && tally.outside == 0,
                   "%s: the same as true means, and between the bounds of all that can follow",
                   text);
    for (int i = 0; i < 3; i++)
        lud_search_free(searches[i]);
}

/* Where the odd rules come into play, now or with the rolls that follow: what the search says of
 * every move is what trying everything says. */
static void check_odd_rules(void)
{
    static const struct {
        const char *rules, *position, *about;
    } odd[] = {
        {"dados", "b....b/....../..bb../..bb../....../b....b 1 10", "10 with only safe chips"},
        {"dados", "....../....../....../....../....../...... 1 10", "10 on an empty board"},
        {"dados", "ggbbgg/bbggbb/ggbbgg/bbggbb/ggbbgg/bbggbb 1 11", "11 on a full board"},
        {"dados:players=3", "ggbbrr/bbrrgg/rrggbb/ggbbrr/bbrrgg/rrggbb 3 11",
         "11 on a full board of three"},
        {"dados", "gggggb/gggggb/bbbbb./ggggg./ggggg./...... 1 3", "twenty chips used up"},
        {"dados", "gggggb/gggggb/bbbbb./ggggg./ggggg./...... 2 9",
         "a replaced chip goes back to the hand"},
        {"dados:players=4", "gggggb/gggggb/bbbbb./ggggg./ggggg./...... 3 3",
         "partners share one stock"},
        {"dados:line=5", "g..b../.g..../..g.b./....../b...../...... 1 12",
         "a 12 and what may follow from further rolls"},
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        LudRules rules = variants_rules(odd[i].rules);
        LudState s = variants_position(&rules, odd[i].position);
        LudSearch *search = new_search(&rules);
        Tally tally = {0};
        for (int depth = 1; depth <= 2; depth++)
            compare(search, &rules, &s, depth, &tally);
        tap_report(tally.wrong == 0 && tally.untrue == 0, "%s: %d moves", odd[i].about,
                   tally.moves);
        lud_search_free(search);
    }
}

int main(void)
{
    check_odd_rules();
    static const char *const rules[] = {"dados",           "dados:line=5",
                                        "dados:players=3", "dados:players=3,line=6",
                                        "dados:players=4", "dados:players=4,line=5"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        check_rules(rules[i], i + 1);
    return tap_finish();
}
