/* Why a move is good, in words: what the game says of its line, and what the search found about it
 * and the others. */
#include "engine/engine_object.h"

#include <math.h>

static void add(RemarkList *list, const char *text, int first)
{
    remark_add(list, text, first, 0);
}

/* Texts for one and for several, as languages have it. */
static void add_counted(RemarkList *list, const char *one, const char *several, int number)
{
    add(list, number == 1 ? one : several, number);
}

/* -- what the value of a line says ---------------------------------------------------------------
 */

static bool is_won(const LudGame *game, int value)
{
    return game->chance ? value >= LUD_VALUE_CERTAIN : value >= LUD_VALUE_WON;
}

/* Whether tables know the outcome of a game that has no score; they count the turns of both. */
static bool is_solved(const LudGame *game, const LudLine *line)
{
    return line->is_tabled && !lud_game_has_score(game);
}

/* How many turns the side to move has in a line, and how many the other. */
static void count_turns(const LudGame *game, const LudState *s, const LudLine *line, int *own,
                        int *other)
{
    int side = game->rules.turn(s) % 2;
    *own = lud_line_turns(game, s, line, side);
    *other = lud_line_turns(game, s, line, 1 - side);
}

static void say_win(const LudGame *game, const LudState *s, const LudLine *line, RemarkList *list)
{
    int plies = game->chance ? 0 : lud_value_plies(line->value), own, other;
    count_turns(game, s, line, &own, &other);
    if (plies == 1)
        add(list, LUD_MESSAGE("wins at once"), 0);
    else if (plies > 1 && is_solved(game, line))
        add(list, LUD_MESSAGE("won in {1}"), own + other);
    else if (plies > 1)
        add_counted(list, LUD_MESSAGE("wins by force in one move"),
                    LUD_MESSAGE("wins by force in {1} moves"), own);
    else
        add(list, LUD_MESSAGE("wins by force"), 0);
}

static void say_loss(const LudGame *game, const LudState *s, const LudLine *line, RemarkList *list)
{
    int plies = game->chance ? 0 : -lud_value_plies(line->value), own, other;
    count_turns(game, s, line, &own, &other);
    if (plies > 1 && is_solved(game, line))
        add(list, LUD_MESSAGE("lost: longest defence {1}"), own + other);
    else if (plies > 1)
        add_counted(list, LUD_MESSAGE("every move loses; this one holds out for one more move"),
                    LUD_MESSAGE("every move loses; this one holds out longest, {1} moves"), other);
    else
        add(list, LUD_MESSAGE("every move loses"), 0);
}

static void add_game_facts(const LudGame *game, const LudState *s, const LudLine *line,
                           RemarkList *list)
{
    if (!lud_judging(game)->remark || line->length < 1)
        return;
    LudRemark facts[LUD_MAX_REMARKS];
    int count = lud_judging(game)->remark(s, line->move, line->length, facts);
    for (int i = 0; i < count && list->count < LUD_MAX_REMARKS; i++)
        list->remarks[list->count++] = facts[i];
}

void remarks_of_line(const LudRules *rules, const LudState *s, const LudLine *line,
                     RemarkList *list)
{
    const LudGame *game = rules->game;
    if (is_won(game, line->value))
        say_win(game, s, line, list);
    add_game_facts(game, s, line, list);
}

/* -- what the other lines say --------------------------------------------------------------------
 */

/* How much worse the next best is, in the game's own unit. */
static void say_price(const LudGame *game, int best, int second, RemarkList *list)
{
    enum { WORTH_A_WORD = 5 };
    int percent =
        (int)lround(100 * (lud_value_chance(game, best) - lud_value_chance(game, second)));
    int whole = (best - second) / 100;
    const LudUnit *unit = lud_judging(game)->unit;
    if (unit && whole >= 1)
        add_counted(list, unit->one_less, unit->less, whole);
    else if (percent >= WORTH_A_WORD)
        add(list,
            LUD_MESSAGE("every other move lowers the chance to win by at least {1} points of a "
                        "hundred"),
            percent);
}

/* Compares the best line with the next one. */
static void say_comparison(const LudGame *game, const LudFindings *findings, RemarkList *list)
{
    const LudLine *best = &findings->lines[0], *second = &findings->lines[1];
    if (second->bound == LUD_BOUND_LOWER || second->depth < best->depth)
        return; /* nobody knows how good the other one really is */
    bool is_lost = is_won(game, -best->value), is_other_lost = is_won(game, -second->value);
    if (is_won(game, best->value)) {
        if (!is_won(game, second->value) && findings->depth > 1)
            add(list, LUD_MESSAGE("no other move was found to win"), 0);
    } else if (!is_lost && is_other_lost) {
        add(list, LUD_MESSAGE("the only move that does not lose"), 0);
    } else if (!is_lost) {
        say_price(game, best->value, second->value, list);
    }
}

/* How the game stands after it: always something to say. */
static void say_standing(const LudGame *game, const LudState *s, const LudLine *line,
                         RemarkList *list)
{
    int sides = game->rules.sides(s);
    double chance = lud_value_chance(game, line->value);
    int percent = (int)lround(100 * chance);
    /* With more sides an even share is smaller. */
    double lead = chance + 0.5 - 1.0 / sides;
    if (is_solved(game, line) && line->value == 0)
        add(list, LUD_MESSAGE("drawn by endless exchange"), 0);
    else if (line->is_proven && line->value == 0 && !game->chance)
        add(list, LUD_MESSAGE("leads to a draw if both play well"), 0);
    else if (lead >= 0.7)
        add(list, LUD_MESSAGE("keeps a clear lead: {1} % to win"), percent);
    else if (lead >= 0.55)
        add(list, LUD_MESSAGE("keeps the upper hand: {1} % to win"), percent);
    else if (lead >= 0.45)
        add(list, LUD_MESSAGE("keeps the balance: {1} % to win"), percent);
    else if (lead >= 0.25)
        add(list, LUD_MESSAGE("puts up the best resistance: {1} % to win"), percent);
    else
        add(list, LUD_MESSAGE("makes the best of a bad position: {1} % to win"), percent);
}

int lud_remarks(const LudRules *rules, const LudState *s, const LudFindings *findings, int index,
                LudRemark remarks[LUD_MAX_REMARKS])
{
    const LudGame *game = rules->game;
    RemarkList list = {remarks, 0};
    if (index < 0 || index >= findings->line_count)
        return 0;
    const LudLine *line = &findings->lines[index];
    LudMove legal[LUD_MAX_MOVES];
    bool is_forced = game->rules.moves(s, legal) == 1;
    bool is_lost = is_won(game, -line->value);
    if (is_forced)
        add(&list, LUD_MESSAGE("the only legal move"), 0);
    if (is_lost && index == 0 && !is_forced)
        say_loss(game, s, line, &list);
    remarks_of_line(rules, s, line, &list);
    if (index == 0 && findings->line_count > 1)
        say_comparison(game, findings, &list);
    if (!is_won(game, line->value) && !is_lost && list.count < LUD_MAX_REMARKS)
        say_standing(game, s, line, &list);
    if (list.count == 0)
        add(&list, LUD_MESSAGE("loses by force"), 0);
    return list.count;
}
