#include "cli/words/reason_text.h"

#include <stdio.h>
#include <string.h>

#include "shell/language.h"

const char *side_name(const LudGame *game, int side)
{
    return _(game->side_names[side]);
}

void seat_name(const LudRules *rules, int seat, char *text, size_t size)
{
    const LudGame *game = rules->game;
    LudState s;
    lud_rules_start(rules, &s);
    const char *name = side_name(game, seat % game->rules.sides(&s));
    if (game->rules.seats(&s) > game->rules.sides(&s))
        snprintf(text, size, _("%s (seat %d)"), name, seat + 1);
    else
        snprintf(text, size, "%s", name);
}

void drop_text(const LudRules *rules, int seat, LudReason reason, char *text, size_t size)
{
    char name[64];
    seat_name(rules, seat, name, sizeof name);
    const char *sentence = reason == LUD_REASON_RESIGNED ? _("%s resigned.")
                           : reason == LUD_REASON_TIME   ? _("%s ran out of time.")
                                                         : _("%s left the game.");
    snprintf(text, size, sentence, name);
}

/* Reasons that read the same whoever won. */
static const char *plain_sentence(LudReason reason)
{
    switch (reason) {
    case LUD_REASON_NO_MOVE:
        return N_("The player to move has nothing to move.");
    case LUD_REASON_NO_FEEDING:
        return N_("The opponent has no seeds, and no move can give any.");
    case LUD_REASON_ONLY_SLAMS:
        return N_("Every move would capture all of the opponent's seeds.");
    case LUD_REASON_FORCED_SLAM:
        return N_("A forced move left the opponent without seeds.");
    case LUD_REASON_NO_CAPTURE:
        return N_("The seeds only circle: nothing can be captured any more.");
    case LUD_REASON_AGREED_DRAW:
        return N_("The players agreed to a draw.");
    case LUD_REASON_AGREED_FINISH:
        return N_("The players agreed to finish.");
    default:
        return "";
    }
}

/* Reasons that name the winner, or, in a draw, neither. */
static const char *winner_sentence(LudReason reason, bool is_draw)
{
    switch (reason) {
    case LUD_REASON_MAJORITY:
        return is_draw ? N_("Each has half of the seeds.")
                       : N_("%s has more than half of the seeds.");
    case LUD_REASON_SUMMIT:
        return N_("%s placed the ball on top.");
    case LUD_REASON_ROW:
        return N_("%s made a row of six.");
    case LUD_REASON_TRIANGLE:
        return N_("%s made a triangle.");
    case LUD_REASON_CIRCLE:
        return N_("%s made a circle.");
    default:
        return NULL;
    }
}

/* Reasons that name the loser, or, in a draw, neither. */
static const char *loser_sentence(LudReason reason, bool is_draw)
{
    switch (reason) {
    case LUD_REASON_RESERVE:
        return N_("%s is to move and has no ball left in reserve.");
    case LUD_REASON_TOO_FEW_TILES:
        return is_draw ? N_("Both have fewer than six tiles left.")
                       : N_("%s has fewer than six tiles left.");
    default:
        return NULL;
    }
}

static void line_text(const LudRules *rules, const char *winner, char *text, size_t size)
{
    const char *line = lud_rules_value(rules, "line");
    snprintf(text, size, _("%s made a line of %s."), winner, line ? line : "");
}

static void repetition_text(const LudGame *game, char *text, size_t size)
{
    snprintf(text, size, "%s",
             game->rules.repetition_limit == 2
                 ? _("The position has come up before.")
                 : _("The same position came up for the third time."));
}

/* Where oware's last seeds went, for the ends that divide them. */
static const char *division_sentence(const LudRules *rules, const LudResult *result)
{
    const char *slam = lud_rules_value(rules, "slam");
    const char *cycle = lud_rules_value(rules, "cycle");
    if (!result->has_score || result->reason == LUD_REASON_MAJORITY)
        return "";
    if (result->reason == LUD_REASON_ONLY_SLAMS && slam && strcmp(slam, "forfeit") == 0)
        return N_("All seeds on the board go to the opponent.");
    bool is_split = cycle && strcmp(cycle, "split") == 0;
    if (is_split && result->reason == LUD_REASON_REPETITION)
        return N_("The seeds on the board are shared equally.");
    /* How depends on whether the rules suggested to finish, which the result does not tell. */
    if (is_split && result->reason == LUD_REASON_AGREED_FINISH)
        return N_("The seeds on the board are divided.");
    return N_("Each keeps the seeds on their own side.");
}

static void why_text(const LudRules *rules, const LudResult *result, char *text, size_t size)
{
    int winner = lud_result_winner(result);
    bool is_draw = winner < 0;
    const char *winner_name = is_draw ? "" : side_name(rules->game, winner);
    const char *loser_name = is_draw ? "" : side_name(rules->game, (winner + 1) % result->sides);
    const char *about_winner = winner_sentence(result->reason, is_draw);
    const char *about_loser = loser_sentence(result->reason, is_draw);
    if (result->culprit >= 0)
        drop_text(rules, result->culprit, result->reason, text, size);
    else if (result->reason == LUD_REASON_LINE)
        line_text(rules, winner_name, text, size);
    else if (result->reason == LUD_REASON_REPETITION)
        repetition_text(rules->game, text, size);
    else if (about_winner)
        snprintf(text, size, _(about_winner), winner_name);
    else if (about_loser)
        snprintf(text, size, _(about_loser), loser_name);
    else
        snprintf(text, size, "%s", _(plain_sentence(result->reason)));
}

/* "30-18", the winner's seeds first. */
static void score_text(const LudResult *result, int winner, char text[LUD_RESULT_TEXT])
{
    LudResult ordered = *result;
    if (winner == 1) {
        ordered.score[0] = result->score[1];
        ordered.score[1] = result->score[0];
    }
    lud_result_print_score(&ordered, text);
}

static void who_text(const LudRules *rules, const LudResult *result, char *text, size_t size)
{
    char score[LUD_RESULT_TEXT];
    int winner = lud_result_winner(result);
    score_text(result, winner, score);
    if (winner >= 0 && result->has_score)
        snprintf(text, size, _("%s wins %s."), side_name(rules->game, winner), score);
    else if (winner >= 0)
        snprintf(text, size, _("%s wins."), side_name(rules->game, winner));
    else if (result->has_score)
        snprintf(text, size, _("Draw, %s."), score);
    else
        snprintf(text, size, "%s", _("Draw."));
}

void reason_text(const LudRules *rules, const LudResult *result, char *text, size_t size)
{
    text[0] = '\0';
    if (result->reason == LUD_REASON_NONE)
        return;
    char who[REASON_BYTES / 4], why[REASON_BYTES / 2];
    who_text(rules, result, who, sizeof who);
    why_text(rules, result, why, sizeof why);
    const char *division = division_sentence(rules, result);
    snprintf(text, size, "%s %s%s%s", who, why, *division ? " " : "", *division ? _(division) : "");
}
