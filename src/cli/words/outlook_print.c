#include "cli/words/outlook_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/words/advice.h"

void outlook_print(const LudRules *rules, const LudState *s, const LudOutlook *outlook)
{
    const LudGame *game = rules->game;
    char mean[ADVICE_BYTES];
    puts(_("The dice are to be rolled. For each total its odds, the chance to win after the "
           "best move, and that move:"));
    for (int i = 0; i < outlook->roll_count; i++) {
        const LudRollAnswer *roll = &outlook->rolls[i];
        char total[LUD_MOVE_TEXT], move[ADVICE_BYTES], share[ADVICE_BYTES];
        LudState rolled;
        game->text.move_print(s, roll->chance.move, total);
        lud_state_copy(game, &rolled, s);
        game->rules.apply(&rolled, roll->chance.move);
        advice_line(rules, &rolled, &roll->best, move);
        advice_chance(lud_value_chance(game, roll->best.value), share);
        printf("%4s  %" PRIu32 "/%" PRIu32 "  %6s  %s\n", total, roll->chance.weight,
               outlook->weight, share, move);
    }
    advice_chance(outlook->chance, mean);
    printf(_("The mean over all rolls: %s\n"), mean);
}

/* -- cells ------------------------------------------------------------------------------------ */

static const LudCellOutlook *find(const LudOutlook *outlook, const char *name)
{
    for (int i = 0; i < outlook->cell_count; i++) {
        if (strcmp(outlook->cells[i].name, name) == 0)
            return &outlook->cells[i];
    }
    return NULL;
}

/* The best of those that have not been told yet. */
static int next_best(const LudOutlook *outlook, const bool *is_told)
{
    int best = -1;
    for (int i = 0; i < outlook->cell_count; i++) {
        if (!is_told[i] && (best < 0 || outlook->cells[i].chance > outlook->cells[best].chance))
            best = i;
    }
    return best;
}

static void say_cells(const LudOutlook *outlook)
{
    bool is_told[LUD_MAX_CELLS] = {false};
    for (int i = next_best(outlook, is_told); i >= 0; i = next_best(outlook, is_told)) {
        const LudCellOutlook *cell = &outlook->cells[i];
        char chance[ADVICE_BYTES];
        advice_chance(cell->chance, chance);
        if (outlook->roll_count > 0)
            printf(_("%s: %s, with %u of %u rolls\n"), cell->name, chance, (unsigned)cell->weight,
                   (unsigned)outlook->weight);
        else
            printf("%s: %s\n", cell->name, chance);
        is_told[i] = true;
    }
}

/* Warm and cold grounds where there is colour; numbers say it all the same. */
static const char *ground(double gain, double most, Style style)
{
    static const char *const warm[] = {"", "\033[48;5;151;38;5;16m", "\033[48;5;72;38;5;16m",
                                       "\033[48;5;29;38;5;231m"};
    static const char *const cold[] = {"", "\033[48;5;224;38;5;16m", "\033[48;5;174;38;5;16m",
                                       "\033[48;5;131;38;5;231m"};
    if (!style.has_colour || most <= 0)
        return "";
    double size = (gain < 0 ? -gain : gain) / most;
    int step = size < 0.1 ? 0 : size < 0.4 ? 1 : size < 0.75 ? 2 : 3;
    return gain < 0 ? cold[step] : warm[step];
}

static void print_cell(const LudCell *cell, const LudOutlook *outlook, double most, Style style)
{
    const LudCellOutlook *worth = cell ? find(outlook, cell->name) : NULL;
    if (!cell) {
        printf("%10s", "");
        return;
    }
    if (!worth) {
        printf(" %3s     - ", cell->name);
        return;
    }
    double gain = worth->chance - outlook->chance;
    const char *on = ground(gain, most, style);
    printf("%s %3s %+5.1f%s", on, cell->name, 100 * gain, *on ? "\033[0m " : " ");
}

static double largest_gain(const LudOutlook *outlook)
{
    double most = 0;
    for (int i = 0; i < outlook->cell_count; i++) {
        double gain = outlook->cells[i].chance - outlook->chance;
        most = gain > most ? gain : -gain > most ? -gain : most;
    }
    return most;
}

/* Row by row, every cell where it lies. */
static void map_cells(const LudView *view, const LudOutlook *outlook, Style style)
{
    int right = 0, bottom = 0, left = 0, top = 0;
    double most = largest_gain(outlook);
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        left = i == 0 || cell->x < left ? cell->x : left;
        right = i == 0 || cell->x > right ? cell->x : right;
        top = i == 0 || cell->y < top ? cell->y : top;
        bottom = i == 0 || cell->y > bottom ? cell->y : bottom;
    }
    for (int y = top; y <= bottom; y += 2) {
        for (int x = left; x <= right; x += 2) {
            const LudCell *found = NULL;
            for (int i = 0; i < view->cell_count && !found; i++) {
                if (view->cells[i].x == x && view->cells[i].y == y)
                    found = &view->cells[i];
            }
            print_cell(found, outlook, most, style);
        }
        putchar('\n');
    }
}

void outlook_print_cells(const LudRules *rules, const LudState *s, const LudOutlook *outlook,
                         Style style)
{
    LudView view;
    char chance[ADVICE_BYTES];
    advice_chance(outlook->chance, chance);
    if (style.is_plain) {
        printf(_("What it is worth to play on each square, best first; the position is worth "
                 "%s:\n"),
               chance);
        say_cells(outlook);
        return;
    }
    lud_view(rules->game, s, &view);
    printf(_("What it is worth to play on each square, in points above or below %s:\n"), chance);
    map_cells(&view, outlook, style);
}
