/* Results and the reasons for them. */
#include "core/result.h"

#include <stdio.h>

static const char *const reason_names[LUD_REASON_COUNT] = {
    [LUD_REASON_NONE] = "none",
    [LUD_REASON_MAJORITY] = "majority",
    [LUD_REASON_NO_MOVE] = "no-move",
    [LUD_REASON_NO_FEEDING] = "no-feeding",
    [LUD_REASON_ONLY_SLAMS] = "only-slams",
    [LUD_REASON_FORCED_SLAM] = "forced-slam",
    [LUD_REASON_NO_CAPTURE] = "no-capture",
    [LUD_REASON_SUMMIT] = "summit",
    [LUD_REASON_RESERVE] = "reserve",
    [LUD_REASON_ROW] = "row",
    [LUD_REASON_TRIANGLE] = "triangle",
    [LUD_REASON_CIRCLE] = "circle",
    [LUD_REASON_TOO_FEW_TILES] = "too-few-tiles",
    [LUD_REASON_LINE] = "line",
    [LUD_REASON_OWN_1] = "own-1",
    [LUD_REASON_OWN_2] = "own-2",
    [LUD_REASON_OWN_3] = "own-3",
    [LUD_REASON_OWN_4] = "own-4",
    [LUD_REASON_REPETITION] = "repetition",
    [LUD_REASON_AGREED_DRAW] = "agreed-draw",
    [LUD_REASON_AGREED_FINISH] = "agreed-finish",
    [LUD_REASON_RESIGNED] = "resigned",
    [LUD_REASON_TIME] = "time",
    [LUD_REASON_LEFT] = "left",
};

const char *lud_reason_name(LudReason reason)
{
    return reason_names[reason > LUD_REASON_NONE && reason < LUD_REASON_COUNT ? reason : 0];
}

LudReason lud_reason_find(const char *name)
{
    for (int i = 0; i < LUD_REASON_COUNT; i++) {
        if (strcmp(reason_names[i], name) == 0)
            return (LudReason)i;
    }
    return LUD_REASON_NONE;
}

/* Turns scores into points: the one who has most wins; several with most share a draw. */
static void award(LudResult *result)
{
    int best = result->score[0], leaders = 0;
    for (int i = 0; i < result->sides; i++)
        best = result->score[i] > best ? result->score[i] : best;
    for (int i = 0; i < result->sides; i++)
        leaders += result->score[i] == best;
    for (int i = 0; i < result->sides; i++)
        result->points[i] = result->score[i] < best ? 0 : leaders == 1 ? 2 : 1;
}

void result_from_scores(const LudGame *game, const LudState *s, LudReason reason, bool is_stopped,
                        LudResult *result)
{
    *result = (LudResult){.reason = reason, .sides = game->rules.sides(s), .culprit = -1};
    for (int i = 0; i < result->sides; i++) {
        if (!is_stopped)
            result->score[i] = game->rules.score(s, i);
        else if (game->rules.stop_score)
            result->score[i] = game->rules.stop_score(s, i, reason);
        else
            result->score[i] = 1;
    }
    result->has_score = lud_game_has_score(game);
    award(result);
}

void result_from_winner(const LudGame *game, const LudState *s, LudReason reason, int side,
                        LudResult *result)
{
    *result = (LudResult){.reason = reason, .sides = game->rules.sides(s), .culprit = -1};
    for (int i = 0; i < result->sides; i++)
        result->points[i] = side < 0 ? 1 : i == side ? 2 : 0;
}

void lud_state_result(const LudGame *game, const LudState *s, LudResult *result)
{
    if (game->rules.turn(s) == LUD_OVER)
        result_from_scores(game, s, game->rules.reason(s), false, result);
    else
        *result =
            (LudResult){.reason = LUD_REASON_NONE, .sides = game->rules.sides(s), .culprit = -1};
}

int lud_result_winner(const LudResult *result)
{
    for (int i = 0; result->reason != LUD_REASON_NONE && i < result->sides; i++) {
        if (result->points[i] == 2)
            return i;
    }
    return -1;
}

int lud_result_print(const LudResult *result, char *text)
{
    static const char *const words[] = {"0", "1/2", "1"};
    if (result->reason == LUD_REASON_NONE)
        return snprintf(text, LUD_RESULT_TEXT, "*");
    int length = 0;
    for (int i = 0; i < result->sides; i++)
        length += snprintf(text + length, (size_t)(LUD_RESULT_TEXT - length), "%s%s", i ? "-" : "",
                           words[result->points[i]]);
    return length;
}

int lud_result_print_score(const LudResult *result, char *text)
{
    if (!result->has_score || result->reason == LUD_REASON_NONE)
        return lud_result_print(result, text);
    int length = 0;
    for (int i = 0; i < result->sides; i++)
        length += snprintf(text + length, (size_t)(LUD_RESULT_TEXT - length), "%s%d%s",
                           i ? "-" : "", result->score[i] / 2, result->score[i] % 2 ? ".5" : "");
    return length;
}
