#include "cli/words/report_print.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/words/advice.h"
#include "cli/words/turns.h"
#include "shell/columns.h"
#include "shell/output.h"

enum { LEAST_NAME = 8, MOST_NAME = 28, NAME_BYTES = 200 };

/* -- one game ---------------------------------------------------------------------------------- */

static const char *gift_words(LudGift gift)
{
    static const char *const words[] = {[LUD_GIFT_NONE] = "",
                                        [LUD_GIFT_WIN_LOST] = N_("a win became a loss"),
                                        [LUD_GIFT_WIN_DRAWN] = N_("a win became a draw"),
                                        [LUD_GIFT_DRAW_LOST] = N_("a draw became a loss"),
                                        [LUD_GIFT_LEAD] = N_("a lead was given away")};
    return *words[gift] ? _(words[gift]) : "";
}

/* By how much: points of the score where they are certain, else chances. */
static void print_change(const LudGame *game, const LudJudgement *ply)
{
    char before[ADVICE_BYTES], after[ADVICE_BYTES];
    if (ply->is_exact && lud_game_has_score(game)) {
        printf(" (%+d -> %+d)", ply->exact_best, ply->exact_played);
        return;
    }
    advice_chance(ply->chance_before, before);
    advice_chance(ply->chance_after, after);
    printf(" (%s -> %s)", before, after);
}

/* "    12. Ana C: a win became a loss (+6 -> -2); best was D e F" */
static void print_gift(const LudPlay *play, const LudJudgement *ply, int number, const char *name)
{
    const LudRules *rules = lud_play_rules(play);
    char move[LUD_MOVE_TEXT], line[ADVICE_BYTES];
    LudState s;
    lud_play_state_at(play, ply->ply, &s);
    rules->game->text.move_print(&s, lud_play_ply(play, ply->ply).move, move);
    printf("  %3d. ", number);
    output_foreign(stdout, name);
    printf(" %s: %s", move, gift_words(ply->gift));
    print_change(rules->game, ply);
    advice_line(rules, &s, &ply->best, line);
    printf("; ");
    printf(_("best was %s"), line);
    putchar('\n');
}

void report_print_game(int number, const char *title, const LudPlay *play, const LudReview *review,
                       const char *const names[LUD_MAX_SEATS])
{
    LudResult result;
    char score[64];
    Turns turns;
    int gifts = 0;
    lud_play_result(play, &result);
    lud_result_print_score(&result, score);
    printf("%d. ", number);
    output_foreign(stdout, title);
    printf(", %s\n", score);
    if (!turns_of(play, &turns)) {
        report_memory();
        return;
    }
    for (int i = 0; i < review->ply_count; i++) {
        const LudJudgement *ply = &review->plies[i];
        if (ply->gift == LUD_GIFT_NONE)
            continue;
        print_gift(play, ply, turns_number(&turns, ply->ply), names[ply->seat]);
        gifts++;
    }
    turns_free(&turns);
    if (gifts == 0)
        printf("  %s\n", _("Nobody gave a win or a lead away."));
}

/* -- all games --------------------------------------------------------------------------------- */

static void print_name(const char *name, int width)
{
    char cut[NAME_BYTES];
    snprintf(cut, sizeof cut, "%s", name);
    columns_cut(cut, width - 1);
    columns_print(stdout, cut, width);
}

static int name_width(const LudReport *report)
{
    int width = LEAST_NAME;
    for (int i = 0; i < lud_report_player_count(report); i++) {
        int columns = columns_of(lud_report_player(report, i)->name) + 2;
        width = columns > width ? columns : width;
    }
    return width < MOST_NAME ? width : MOST_NAME;
}

static void print_share(int part, int whole)
{
    if (whole > 0)
        printf(" %.1f %% (%d/%d)", 100.0 * part / whole, part, whole);
    else
        printf(" -");
}

/* Two lines: the games and the judge's opinion, and below it what is certain. */
static void print_player(const LudGame *game, const LudPlayerReport *player, int width)
{
    print_name(player->name, width);
    printf(_("games %d: won %d, drawn %d, lost %d; best move in"), player->games, player->won,
           player->drawn, player->lost);
    print_share(player->best, player->moves);
    printf(_("; inaccuracies %d, mistakes %d, blunders %d"), player->inaccuracies, player->mistakes,
           player->blunders);
    printf("\n%*s", width, "");
    printf("%s", _("of certain outcomes kept"));
    print_share(player->exact_kept, player->exact);
    if (player->exact > 0 && lud_game_has_score(game))
        printf(_(", %.2f points lost a move"), (double)player->exact_lost / player->exact);
    printf(_("; wins and leads given away: %d"), player->gifts);
    putchar('\n');
}

void report_print_players(const LudReport *report)
{
    int width = name_width(report);
    putchar('\n');
    for (int i = 0; i < lud_report_player_count(report); i++)
        print_player(lud_report_game(report), lud_report_player(report, i), width);
}
