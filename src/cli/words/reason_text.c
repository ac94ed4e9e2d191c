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

/* Reasons that any game may have. */
static const char *common_sentence(const LudGame *game, LudReason reason)
{
    switch (reason) {
    case LUD_REASON_NO_MOVE:
        return N_("The player to move has nothing to move.");
    case LUD_REASON_REPETITION:
        return game->rules.repetition_limit == 2
                   ? N_("The position has come up before.")
                   : N_("The same position came up for the third time.");
    case LUD_REASON_AGREED_DRAW:
        return N_("The players agreed to a draw.");
    case LUD_REASON_AGREED_FINISH:
        return N_("The players agreed to finish.");
    default:
        return "";
    }
}

/* What the game itself tells of an end. */
static LudEnding own_ending(const LudRules *rules, LudReason reason, bool is_draw)
{
    LudEnding ending = {0};
    if (rules->game->text.ending)
        rules->game->text.ending(&rules->options, reason, is_draw, &ending);
    return ending;
}

/* The game's own sentence, with the sides and the number filled in. */
static void own_text(const LudRules *rules, const LudResult *result, const LudEnding *ending,
                     char *text, size_t size)
{
    int winner = lud_result_winner(result);
    char number[16];
    LudError filled;
    snprintf(number, sizeof number, "%d", ending->number);
    lud_error_set(&filled, LUD_OK, ending->why, winner < 0 ? "" : side_name(rules->game, winner),
                  winner < 0 ? "" : side_name(rules->game, (winner + 1) % result->sides), number,
                  (char *)NULL);
    lud_error_text(&filled, language_text, text, size);
}

static void why_text(const LudRules *rules, const LudResult *result, const LudEnding *ending,
                     char *text, size_t size)
{
    if (result->culprit >= 0)
        drop_text(rules, result->culprit, result->reason, text, size);
    else if (ending->why)
        own_text(rules, result, ending, text, size);
    else
        snprintf(text, size, "%s", _(common_sentence(rules->game, result->reason)));
}

/* "30-18", the winner's score first. */
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
    LudEnding ending = own_ending(rules, result->reason, lud_result_winner(result) < 0);
    who_text(rules, result, who, sizeof who);
    why_text(rules, result, &ending, why, sizeof why);
    snprintf(text, size, "%s %s%s%s", who, why, ending.rest ? " " : "",
             ending.rest ? _(ending.rest) : "");
}

const char *finish_text(const LudRules *rules, bool is_offered)
{
    LudReason division = is_offered ? LUD_REASON_NO_CAPTURE : LUD_REASON_AGREED_FINISH;
    const char *rest = own_ending(rules, division, false).rest;
    return rest ? _(rest) : _("What is left is divided.");
}

void offer_text(const LudRules *rules, LudOffer offer, const char *remedy, char *text, size_t size)
{
    const LudGameText *words = &rules->game->text;
    const char *why = words->offer ? words->offer(offer) : NULL;
    snprintf(text, size, "%s%s%s %s", why ? _(why) : "", why ? " " : "", remedy,
             finish_text(rules, true));
}
