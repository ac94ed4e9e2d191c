/* The conformance kit: what the interface promises, tried on every game with every combination of
 * its options by random play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/perft.h>
#include <ludoteca/play.h>

#include "games/registry.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { POISON = 0xa5, CHILDREN_COMPARED = 24, EPOCHS = 4096 };

typedef struct Kit {
    const LudRules *rules;
    const LudGame *game;
    const LudGame *portable;
    LudRandom random;
    int faults;
    uint32_t epoch[EPOCHS]; /* those seen in the game being played, in order */
    int epochs;
} Kit;

/* Says what is wrong with a position; only the first few are shown. */
#define fault(k, s, ...) tap_fault(&(k)->faults, ((k)->game), (s), __VA_ARGS__)

/* A copy of exactly the bytes that the game says it uses, the rest poisoned. */
static LudState bare_copy(const LudGame *game, const LudState *s)
{
    LudState copy;
    memset(&copy, POISON, sizeof copy);
    lud_state_copy(game, &copy, s);
    return copy;
}

static bool has_poisoned_rest(const LudGame *game, const LudState *s)
{
    for (size_t i = game->state_size; i < sizeof s->bytes; i++) {
        if (s->bytes[i] != POISON)
            return false;
    }
    return true;
}

static int seat_to_act(const LudGame *game, const LudState *s)
{
    int turn = game->rules.turn(s);
    return turn == LUD_CHANCE ? game->chance->roller(s) : turn;
}

/* -- one position --------------------------------------------------------------------------------
 */

static int by_number(const void *a, const void *b)
{
    LudMove x = *(const LudMove *)a, y = *(const LudMove *)b;
    return (x > y) - (x < y);
}

/* Moves exist unless the game is over, are distinct, and come out the same from a bare copy. */
static int check_moves(Kit *k, const LudState *s, LudMove *list)
{
    static LudMove again[LUD_MAX_MOVES];
    int turn = k->game->rules.turn(s), seats = k->game->rules.seats(s);
    int count = k->game->rules.moves(s, list);
    if (turn >= seats || turn < LUD_OVER)
        fault(k, s, "turn is %d", turn);
    if ((turn == LUD_OVER) != (count == 0))
        fault(k, s, "%d moves, turn %d", count, turn);
    LudState copy = bare_copy(k->game, s);
    int copied = k->game->rules.moves(&copy, again);
    if (copied != count || memcmp(list, again, (size_t)count * sizeof *list) != 0)
        fault(k, s, "a copy lists other moves");
    qsort(again, (size_t)count, sizeof *again, by_number);
    for (int i = 1; i < count; i++) {
        if (again[i] == again[i - 1])
            fault(k, s, "move %u is listed twice", again[i]);
    }
    return count;
}

/* A game that answers for single moves agrees with its list. */
static void check_is_legal(Kit *k, const LudState *s, const LudMove *list, int count)
{
    for (LudMove m = 0; k->game->rules.is_legal && m < 64; m++) {
        bool is_listed = false;
        for (int i = 0; i < count; i++)
            is_listed |= list[i] == m;
        if (k->game->rules.is_legal(s, m) != is_listed)
            fault(k, s, "is_legal disagrees with the list on move %u", m);
    }
    if (k->game->rules.is_legal && k->game->rules.is_legal(s, LUD_NO_MOVE))
        fault(k, s, "no move is legal");
}

/* The order of moves is fixed by the position, not by how it came about. */
static void check_order(Kit *k, const LudState *s, const LudState *read)
{
    static LudMove list[LUD_MAX_MOVES], read_list[LUD_MAX_MOVES];
    int count = k->game->rules.moves(s, list), read_count = k->game->rules.moves(read, read_list);
    for (int i = 0; i < count && i < read_count; i++) {
        char text[LUD_MOVE_TEXT], read_text[LUD_MOVE_TEXT];
        k->game->text.move_print(s, list[i], text);
        k->game->text.move_print(read, read_list[i], read_text);
        if (strcmp(text, read_text) != 0) {
            fault(k, s, "move %d is %s, but %s when read back", i, text, read_text);
            return;
        }
    }
    if (count != read_count)
        fault(k, s, "%d moves, but %d when read back", count, read_count);
}

static void check_text(Kit *k, const LudState *s)
{
    const LudGame *game = k->game;
    char text[LUD_STATE_TEXT], again[LUD_STATE_TEXT];
    int length = game->text.state_print(s, text);
    if (length != (int)strlen(text) || length >= LUD_STATE_TEXT || strchr(text, '\n'))
        fault(k, s, "printed length %d", length);
    LudState read;
    memset(&read, POISON, sizeof read);
    if (game->text.state_parse(&read, &k->rules->options, text, 0, NULL) != LUD_OK) {
        fault(k, s, "its own text is refused");
        return;
    }
    game->text.state_print(&read, again);
    if (strcmp(text, again) != 0)
        fault(k, s, "reads back as %s", again);
    if (game->rules.key(&read) != game->rules.key(s))
        fault(k, s, "the key changes when read back");
    if (!game->rules.same(&read, s) || !game->rules.same(s, &read))
        fault(k, s, "is not the same when read back");
    if (game->rules.turn(&read) != game->rules.turn(s))
        fault(k, s, "the turn changes when read back");
    if (game->rules.seats(&read) != game->rules.seats(s) ||
        game->rules.sides(&read) != game->rules.sides(s))
        fault(k, s, "options are lost when read back");
    check_order(k, s, &read);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_move_texts(Kit *k, const LudState *s, const LudMove *list, int count)
{
    static char text[LUD_MAX_MOVES][LUD_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        LudMove read = LUD_NO_MOVE;
        int length = k->game->text.move_print(s, list[i], text[i]);
        if (length != (int)strlen(text[i]) || length >= LUD_MOVE_TEXT || strchr(text[i], ' '))
            fault(k, s, "move %s has length %d", text[i], length);
        if (k->game->text.move_parse(s, text[i], &read, NULL) != LUD_OK || read != list[i])
            fault(k, s, "move %s does not read back", text[i]);
    }
    qsort(text, (size_t)count, sizeof text[0], by_text);
    for (int i = 1; i < count; i++) {
        if (strcmp(text[i], text[i - 1]) == 0)
            fault(k, s, "two moves are printed %s", text[i]);
    }
}

static void check_chance(Kit *k, const LudState *s, const LudMove *list, int count)
{
    LudChance chances[LUD_MAX_CHANCES];
    if (!k->game->chance) {
        fault(k, s, "chance in a game without chances");
        return;
    }
    int listed = k->game->chance->outcomes(s, chances);
    if (listed != count || listed > LUD_MAX_CHANCES) {
        fault(k, s, "%d chances, %d moves", listed, count);
        return;
    }
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (chances[i].move != list[i] || chances[i].weight == 0)
            fault(k, s, "chance %d: move %u, weight %u", i, chances[i].move, chances[i].weight);
        sum += chances[i].weight;
    }
    if (sum != 36)
        fault(k, s, "the weights of two dice add up to %u", sum);
    int roller = k->game->chance->roller(s);
    if (roller < 0 || roller >= k->game->rules.seats(s))
        fault(k, s, "roller %d", roller);
}

/* Whether the game has a sentence for an end of its own. */
static bool tells_why(const Kit *k, LudReason reason, bool is_draw)
{
    LudEnding ending = {0};
    if (k->game->text.ending)
        k->game->text.ending(&k->rules->options, reason, is_draw, &ending);
    return ending.why != NULL;
}

/* Two sides share what there is to win; of three, one has it all. */
static void check_score(Kit *k, const LudState *s)
{
    int seats = k->game->rules.seats(s), sides = k->game->rules.sides(s), sum = 0, wins = 0;
    for (int seat = 0; seat < seats; seat++) {
        int score = k->game->rules.score(s, seat);
        if (score != k->game->rules.score(s, seat % sides))
            fault(k, s, "partners have different scores");
        if (seat < sides) {
            sum += score;
            wins += score == 2;
        }
    }
    LudReason reason = k->game->rules.reason(s);
    bool is_own = reason >= LUD_REASON_OWN_1 && reason <= LUD_REASON_OWN_4;
    if (reason <= LUD_REASON_NONE || (reason >= LUD_REASON_REPETITION && !is_own))
        fault(k, s, "reason %d", (int)reason);
    /* Who has the majority need not play on for the rest. */
    int total = game_rows(k->game)->score_total;
    bool is_whole = sum == total || (sum < total && reason == LUD_REASON_MAJORITY);
    if (!is_whole || (sides > 2 && wins != 1))
        fault(k, s, "the scores add up to %d", sum);
    LudResult result;
    lud_state_result(k->game, s, &result);
    if (result.reason != reason || result.sides != sides || result.has_score != (total > 2))
        fault(k, s, "lud_state_result says otherwise");
    if (k->game->rules.score_total != (total > 2 ? total : 0))
        fault(k, s, "the game says that scores add up to %d", k->game->rules.score_total);
    if (reason != LUD_REASON_NO_MOVE && !tells_why(k, reason, lud_result_winner(&result) < 0))
        fault(k, s, "nobody is told what %s means", lud_reason_name(reason));
}

/* Playing leaves bytes beyond state_size alone, gives the same from a bare copy, and moves on to a
 * position with another key. */
static void check_children(Kit *k, const LudState *s, const LudMove *list, int count)
{
    const LudGame *game = k->game;
    LudState child[CHILDREN_COMPARED];
    char text[LUD_STATE_TEXT], again[LUD_STATE_TEXT];
    int step = count / CHILDREN_COMPARED + 1, children = 0;
    for (int i = 0; i < count; i += step) {
        LudState direct = *s;
        game->rules.apply(&direct, list[i]);
        child[children] = bare_copy(game, s);
        game->rules.apply(&child[children], list[i]);
        if (!has_poisoned_rest(game, &child[children]))
            fault(k, s, "move %u writes beyond state_size", list[i]);
        game->text.state_print(&direct, text);
        game->text.state_print(&child[children], again);
        if (strcmp(text, again) != 0 ||
            game->rules.key(&direct) != game->rules.key(&child[children]))
            fault(k, s, "move %u leads elsewhere from a copy", list[i]);
        if (game->rules.same(s, &direct) || game->rules.key(s) == game->rules.key(&direct))
            fault(k, s, "move %u changes nothing", list[i]);
        children++;
    }
    for (int a = 0; a < children; a++) {
        for (int b = 0; b <= a; b++) {
            bool same = game->rules.same(&child[a], &child[b]);
            if (same != (game->rules.key(&child[a]) == game->rules.key(&child[b])) ||
                (a == b && !same))
                fault(k, s, "key and same disagree about two of its children");
        }
    }
}

static void check_epoch(Kit *k, const LudState *s)
{
    if (!k->game->rules.epoch)
        return;
    uint32_t epoch = k->game->rules.epoch(s);
    if (k->epochs > 0 && k->epoch[k->epochs - 1] == epoch)
        return;
    for (int i = 0; i < k->epochs; i++) {
        if (k->epoch[i] == epoch)
            fault(k, s, "epoch %u came back", epoch);
    }
    if (k->epochs < EPOCHS)
        k->epoch[k->epochs++] = epoch;
}

static void check_skip(Kit *k, const LudState *s)
{
    const LudGame *game = k->game;
    if (!game->rules.skip || game->rules.turn(s) == LUD_OVER)
        return;
    int seats = game->rules.seats(s), seat = seat_to_act(game, s);
    LudState skipped = bare_copy(game, s);
    for (int i = 1; i <= seats; i++) {
        game->rules.skip(&skipped);
        if (seat_to_act(game, &skipped) != (seat + i) % seats)
            fault(k, s, "skipped from seat %d to %d", seat, seat_to_act(game, &skipped));
    }
    if (!has_poisoned_rest(game, &skipped))
        fault(k, s, "skip writes beyond state_size");
    if (game->rules.turn(s) == LUD_CHANCE && !game->rules.same(s, &skipped))
        fault(k, s, "skipping everybody leads elsewhere");
}

static int check_position(Kit *k, const LudState *s, LudMove *list)
{
    int count = check_moves(k, s, list);
    check_is_legal(k, s, list, count);
    check_text(k, s);
    check_move_texts(k, s, list, count);
    if (k->game->rules.turn(s) == LUD_CHANCE)
        check_chance(k, s, list, count);
    if (k->game->rules.turn(s) == LUD_OVER)
        check_score(k, s);
    check_children(k, s, list, count);
    check_epoch(k, s);
    check_skip(k, s);
    return count;
}

/* -- loops ---------------------------------------------------------------------------------------
 */

/* Every build and both loops count the same. */
static void check_perft(Kit *k, const LudState *s)
{
    const uint64_t enough = 3000;
    for (int depth = 0; depth <= 6; depth++) {
        uint64_t leaves = lud_perft_generic(k->game, s, depth);
        if (lud_perft(k->game, s, depth) != leaves || lud_perft(k->portable, s, depth) != leaves ||
            lud_perft_generic(k->portable, s, depth) != leaves)
            fault(k, s, "perft %d differs between builds", depth);
        if (leaves == 0 || leaves > enough)
            return;
    }
}

typedef LudPlayout (*Playout)(const LudGame *, LudState *, LudRandom *, uint64_t);

static void check_playout(Kit *k, const LudState *s, uint64_t limit)
{
    const struct {
        Playout run;
        const LudGame *game;
    } way[] = {{lud_playout_generic, k->game},
               {lud_playout, k->game},
               {lud_playout_generic, k->portable},
               {lud_playout, k->portable}};
    char first[LUD_STATE_TEXT], text[LUD_STATE_TEXT];
    LudPlayout wanted = {0, false};
    LudRandom after = k->random;
    for (int i = 0; i < 4; i++) {
        LudState end = bare_copy(k->game, s);
        LudRandom random = k->random;
        LudPlayout found = way[i].run(way[i].game, &end, &random, limit);
        k->game->text.state_print(&end, i ? text : first);
        if (i == 0) {
            wanted = found;
            after = random;
            if (found.is_over != (k->game->rules.turn(&end) == LUD_OVER) || found.moves > limit)
                fault(k, s, "a playout says is_over %d after %llu moves", found.is_over,
                      (unsigned long long)found.moves);
        } else if (found.moves != wanted.moves || found.is_over != wanted.is_over ||
                   strcmp(first, text) != 0 || memcmp(&random, &after, sizeof after) != 0) {
            fault(k, s, "playout %d ends at %s, not %s", i, text, first);
        }
    }
    k->random = after;
}

/* -- whole games ---------------------------------------------------------------------------------
 */

static void check_rules_text(Kit *k, const LudState *start)
{
    char text[LUD_RULES_TEXT], again[LUD_RULES_TEXT];
    LudRules read;
    int length = lud_rules_print(k->rules, text);
    if (length != (int)strlen(text) || lud_rules_parse(text, &read, NULL) != LUD_OK ||
        read.game != k->game ||
        memcmp(&read.options, &k->rules->options, (size_t)k->game->option_count) != 0)
        fault(k, start, "%s does not read back", text);
    lud_rules_print(&read, again);
    if (strcmp(text, again) != 0)
        fault(k, start, "%s reads back as %s", text, again);
    for (int i = 0; i < k->game->option_count; i++) {
        const LudOptionSpec *spec = &k->game->options[i];
        const char *value = lud_rules_value(k->rules, spec->key);
        if (!value || strcmp(value, spec->values[k->rules->options.value[i]]) != 0)
            fault(k, start, "option %s is %s", spec->key, value ? value : "nothing");
    }
}

/* The values of LUD_OPTION_FIRST are the seats, in their order. */
static void check_first(Kit *k, const LudState *start)
{
    int option = lud_option_find(k->game, LUD_OPTION_FIRST);
    if ((k->game->rules.starter == LUD_STARTER_OPTION) != (option >= 0))
        fault(k, start, "the option " LUD_OPTION_FIRST " does not fit `starter`");
    for (int seat = 0; option >= 0 && k->game->options[option].values[seat]; seat++) {
        LudRules rules = *k->rules;
        LudState s;
        rules.options.value[option] = (int8_t)seat;
        lud_rules_start(&rules, &s);
        if (seat_to_act(k->game, &s) != seat)
            fault(k, start, LUD_OPTION_FIRST "=%s", k->game->options[option].values[seat]);
    }
}

static void check_starters(Kit *k, const LudState *start)
{
    check_first(k, start);
    if ((k->game->rules.starter == LUD_STARTER_ROLL_OFF) != (k->game->rules.set_starter != NULL))
        fault(k, start, "set_starter does not fit `starter`");
    int seats = k->game->rules.seats(start);
    for (int seat = 0; k->game->rules.set_starter && seat < seats; seat++) {
        LudState s = bare_copy(k->game, start);
        k->game->rules.set_starter(&s, seat);
        if (seat_to_act(k->game, &s) != seat)
            fault(k, start, "set_starter %d", seat);
    }
}

/* One random game, looked at closely at every position; returns how many there were. */
static int play_game(Kit *k, const LudState *start, int move_limit)
{
    static LudMove list[LUD_MAX_MOVES];
    LudState s = bare_copy(k->game, start);
    k->epochs = 0;
    int positions = 0;
    while (positions < move_limit) {
        int count = check_position(k, &s, list);
        if (positions++ % 8 == 0) {
            check_perft(k, &s);
            check_playout(k, &s, 1 + lud_random_below(&k->random, 300));
        }
        if (count == 0)
            break;
        k->game->rules.apply(&s, list[lud_random_below(&k->random, (uint32_t)count)]);
    }
    return positions;
}

static void check_rules(const LudRules *rules, const LudGame *portable, int positions_wanted)
{
    static Kit kit;
    Kit *k = &kit;
    kit = (Kit){.rules = rules, .game = rules->game, .portable = portable};
    lud_random_seed(&k->random, 2026);
    LudState start = {{0}};
    lud_rules_start(rules, &start);
    check_rules_text(k, &start);
    check_starters(k, &start);
    int positions = 0;
    while (positions < positions_wanted && k->faults == 0)
        positions += play_game(k, &start, 400);
    char name[LUD_RULES_TEXT];
    lud_rules_print(rules, name);
    tap_report(k->faults == 0, "%s (%d positions)", name, positions);
}

static void check_game(int index)
{
    const LudGame *game = lud_game_at(index);
    const GameRows *rows = game_rows(game);
    LudRules variants[VARIANTS_MOST];
    int count = variants_list(game, variants);
    tap_report(count == rows->variants, "%s has %d combinations of options", game->name, count);
    for (int i = 0; i < count; i++)
        check_rules(&variants[i], lud_game_portable(index),
                    tap_scaled(rows->conformance_positions));
}

int main(int argc, char **argv)
{
    for (int index = 0; index < lud_game_count(); index++) {
        if (argc < 2 || strcmp(lud_game_at(index)->name, argv[1]) == 0)
            check_game(index);
    }
    return tap_finish();
}
