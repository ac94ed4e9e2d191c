#include "cli/words/review_print.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/words/advice.h"
#include "cli/words/reason_text.h"
#include "cli/words/turns.h"
#include "shell/columns.h"
#include "shell/terminal.h"

enum { NAME_COLUMNS = 9, MOVE_COLUMNS = 18, VALUE_COLUMNS = 22, OUTCOME_COLUMNS = 30 };

/* Whose move it is, in a column that the longest name of a seat fits in. */
static void print_seat(const LudRules *rules, int number, int seat)
{
    char name[64];
    LudState start;
    int width = NAME_COLUMNS;
    lud_rules_start(rules, &start);
    for (int i = 0; i < rules->game->rules.seats(&start); i++) {
        seat_name(rules, i, name, sizeof name);
        width = columns_of(name) + 1 > width ? columns_of(name) + 1 : width;
    }
    seat_name(rules, seat, name, sizeof name);
    printf("%3d. ", number);
    columns_print(stdout, name, width);
}

static const char *mark_sign(LudMark mark)
{
    static const char *const signs[] = {
        [LUD_MARK_INACCURACY] = " ?!", [LUD_MARK_MISTAKE] = " ?", [LUD_MARK_BLUNDER] = " ??"};
    size_t count = sizeof signs / sizeof signs[0];
    return (size_t)mark < count && signs[mark] ? signs[mark] : "";
}

static const char *mark_word(LudMark mark)
{
    switch (mark) {
    case LUD_MARK_INACCURACY:
        return _("inaccuracy");
    case LUD_MARK_MISTAKE:
        return _("mistake");
    case LUD_MARK_BLUNDER:
        return _("blunder");
    default:
        return "";
    }
}

static const char *mark_colour(LudMark mark, Style style)
{
    if (!style.has_colour || mark == LUD_MARK_FORCED || mark < LUD_MARK_INACCURACY)
        return "";
    return mark == LUD_MARK_INACCURACY ? "\033[33m"
           : mark == LUD_MARK_MISTAKE  ? "\033[35m"
                                       : "\033[31m";
}

/* "blunder; best was C d E: captures 5." */
static void print_better(const LudRules *rules, const LudState *s, const LudJudgement *judgement)
{
    char line[ADVICE_BYTES], remark[ADVICE_BYTES];
    printf("      %s; ", mark_word(judgement->mark));
    advice_line(rules, s, &judgement->best, line);
    printf(_("best was %s"), line);
    if (judgement->remark.text) {
        advice_remark(&judgement->remark, remark);
        printf(" (%s)", remark);
    }
    putchar('\n');
}

/* What the move that was played is worth, in the tables' words where they know it. */
static void write_value(const LudGame *game, const LudState *s, LudMove move,
                        const LudJudgement *judgement, char text[ADVICE_BYTES])
{
    int value = judgement->value_played;
    LudLine played = {.value = value, .length = 1, .move = {move}};
    played.is_tabled = judgement->best.is_tabled && !lud_game_has_score(game);
    played.final_least = played.final_most = (value > 0) - (value < 0);
    advice_line_value(game, s, &played, text);
}

static void print_move(const LudPlay *play, const LudState *s, const LudJudgement *judgement,
                       int number, Style style)
{
    const LudRules *rules = lud_play_rules(play);
    char word[LUD_MOVE_TEXT], move[LUD_MOVE_TEXT + 8], value[ADVICE_BYTES];
    char before[ADVICE_BYTES], after[ADVICE_BYTES];
    LudMove played = lud_play_ply(play, judgement->ply).move;
    rules->game->text.move_print(s, played, word);
    snprintf(move, sizeof move, "%s%s", word, mark_sign(judgement->mark));
    print_seat(rules, number, judgement->seat);
    fputs(mark_colour(judgement->mark, style), stdout);
    columns_print(stdout, move, MOVE_COLUMNS);
    if (*mark_colour(judgement->mark, style))
        fputs("\033[0m", stdout);
    bool is_solved = judgement->best.is_tabled && !lud_game_has_score(rules->game);
    write_value(rules->game, s, played, judgement, value);
    if (lud_judging(rules->game)->unit)
        columns_print(stdout, value, is_solved ? OUTCOME_COLUMNS : VALUE_COLUMNS);
    advice_chance(judgement->chance_before, before);
    advice_chance(judgement->chance_after, after);
    printf("%s -> %s", before, after);
    if (judgement->is_turning_point)
        printf("  %s", _("turning point"));
    putchar('\n');
    if (*mark_word(judgement->mark))
        print_better(rules, s, judgement);
}

static void print_roll(const LudPlay *play, const LudState *s, const LudJudgement *judgement,
                       int number)
{
    const LudRules *rules = lud_play_rules(play);
    char total[LUD_MOVE_TEXT];
    rules->game->text.move_print(s, lud_play_ply(play, judgement->ply).move, total);
    print_seat(rules, number, judgement->seat);
    printf(_("rolls %s, luck %+.1f %%\n"), total, 100 * judgement->luck);
}

static void print_plies(const LudPlay *play, const LudReview *review, const Turns *turns,
                        Style style)
{
    for (int i = 0; i < review->ply_count && !ferror(stdout); i++) {
        const LudJudgement *judgement = &review->plies[i];
        LudState s;
        lud_play_state_at(play, judgement->ply, &s);
        int number = turns_number(turns, judgement->ply);
        if (judgement->is_roll)
            print_roll(play, &s, judgement, number);
        else
            print_move(play, &s, judgement, number, style);
    }
}

/* -- the curve -------------------------------------------------------------------------------- */

static void print_bar(double chance, Style style)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char digits[] = "0123456789";
    if (style.has_unicode)
        fputs(blocks[(int)(chance * 7.999)], stdout);
    else
        putchar(digits[(int)(chance * 9.999)]);
}

/* What a curve shows of a ply, 0 to 1. */
typedef double (*Height)(const LudJudgement *ply, int side);

static double chance_height(const LudJudgement *ply, int side)
{
    return ply->chance[side];
}

/* Nothing lies in the middle; what goes beyond all there is to win stays at the edge. */
static double gain_height(double gain)
{
    return gain < -1 ? 0 : gain > 1 ? 1 : 0.5 + gain / 2;
}

static double luck_height(const LudJudgement *ply, int side)
{
    return gain_height(ply->luck_so_far[side]);
}

static double skill_height(const LudJudgement *ply, int side)
{
    return gain_height(ply->skill_so_far[side]);
}

/* A curve with its name, from the height that it begins at. */
static void print_curve(const LudReview *review, int side, const char *name, double height,
                        Height height_of, Style style)
{
    int label = columns_of(name) + 1 > NAME_COLUMNS ? columns_of(name) + 1 : NAME_COLUMNS;
    int room = terminal_columns() - label - 2, count = review->ply_count;
    int width = count < room ? count : room, at = 0;
    columns_print(stdout, name, label);
    for (int column = 0; column < width; column++) {
        while (at < (int)((int64_t)(column + 1) * count / width))
            height = height_of(&review->plies[at++], side);
        print_bar(height, style);
    }
    putchar('\n');
}

/* With two sides one's gain is the other's loss: the first side's curves say all. */
static void print_curves(const LudRules *rules, const LudReview *review, Style style)
{
    int shown = review->sides == 2 ? 1 : review->sides;
    puts(style.has_unicode ? _("The chance to win after each ply:")
                           : _("The chance to win after each ply, in tenths:"));
    for (int side = 0; side < shown; side++)
        print_curve(review, side, side_name(rules->game, side), review->start_chance[side],
                    chance_height, style);
    if (!rules->game->chance)
        return;
    puts(style.has_unicode
             ? _("Luck and skill so far, nothing in the middle, the whole game at the edges:")
             : _("Luck and skill so far, in tenths: 5 is nothing, 0 and 9 the whole game:"));
    for (int side = 0; side < shown; side++) {
        char name[128];
        snprintf(name, sizeof name, "%s, %s", side_name(rules->game, side), _("luck"));
        print_curve(review, side, name, 0.5, luck_height, style);
        snprintf(name, sizeof name, "%s, %s", side_name(rules->game, side), _("skill"));
        print_curve(review, side, name, 0.5, skill_height, style);
    }
}

/* -- in sum ----------------------------------------------------------------------------------- */

static const char *class_words(LudPlayClass play_class)
{
    static const char *const words[] = {
        [LUD_CLASS_MASTERLY] = N_("masterly play"),   [LUD_CLASS_EXPERT] = N_("expert play"),
        [LUD_CLASS_STRONG] = N_("strong play"),       [LUD_CLASS_GOOD] = N_("good play"),
        [LUD_CLASS_FAIR] = N_("passable play"),       [LUD_CLASS_WEAK] = N_("weak play"),
        [LUD_CLASS_HAPHAZARD] = N_("haphazard play"),
    };
    return _(words[play_class]);
}

/* The error rate, the word for it, and how the game would have ended without the luck. */
static void print_account(const LudSideReview *sum)
{
    char chance[ADVICE_BYTES];
    printf("  ");
    printf(_("error rate: %.2f points of the chance to win for each decision"),
           100 * sum->mean_loss);
    if (sum->play_class != LUD_CLASS_NONE)
        printf(" (%s)", class_words(sum->play_class));
    if (sum->result >= 0) {
        advice_chance(sum->luck_adjusted, chance);
        printf(_("; the result without luck: %s"), chance);
    }
    putchar('\n');
}

static void print_side(const LudRules *rules, const LudReview *review, int side)
{
    const LudSideReview *sum = &review->side[side];
    printf("%s: ", side_name(rules->game, side));
    printf(_("accuracy %.0f %%; inaccuracies %d, mistakes %d, blunders %d"), sum->accuracy,
           sum->inaccuracies, sum->mistakes, sum->blunders);
    if (rules->game->chance)
        printf(_("; luck %+.1f %%, skill %+.1f %%"), 100 * sum->luck, 100 * sum->skill);
    printf(_("; best move in %d of %d\n"), sum->best, sum->moves - sum->forced);
    if (rules->game->chance)
        print_account(sum);
}

void review_print(const LudPlay *play, const LudReview *review, Style style)
{
    const LudRules *rules = lud_play_rules(play);
    Turns turns;
    if (!turns_of(play, &turns)) {
        report_memory();
        return;
    }
    print_plies(play, review, &turns, style);
    turns_free(&turns);
    LudResult result;
    char text[REASON_BYTES];
    lud_play_result(play, &result);
    reason_text(rules, &result, text, sizeof text);
    printf("%s\n\n", *text ? text : _("The game is not finished."));
    print_curves(rules, review, style);
    putchar('\n');
    for (int side = 0; side < review->sides; side++)
        print_side(rules, review, side);
}
