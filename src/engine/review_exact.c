/* What a review knows for certain: the outcome under perfect play before a move and after it, and
 * what was given away. */
#include "engine/review_object.h"

#include <limits.h>

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Who wins, where that is certain. */
static bool winner_of(const LudGame *game, const LudLine *line, int *winner)
{
    if (line->is_tabled) {
        *winner = sign(line->final_least);
        return sign(line->final_least) == sign(line->final_most);
    }
    bool is_won = line->value >= LUD_VALUE_WON, is_lost = line->value <= -LUD_VALUE_WON;
    *winner = is_won - is_lost;
    return line->is_proven && !game->chance && (is_won || is_lost || !lud_game_has_score(game));
}

/* The final difference of the score, or 1, 0, -1 in games without one. A search that has seen the
 * end of a game with a score knows who wins, but not by how much: that is for tables to say. */
static bool outcome_of(const LudGame *game, const LudLine *line, int *outcome)
{
    if (!lud_game_has_score(game))
        return winner_of(game, line, outcome);
    *outcome = line->final_least;
    return line->is_tabled && line->final_least == line->final_most;
}

/* The best line, with what is known of the position: that the move found best leads to a known
 * position says nothing of the others, unless it wins. */
static LudLine best_known(const LudEngine *engine, const LudState *s, const LudLine *best)
{
    LudLine known = *best;
    bool is_open = engine->tables &&
                   lud_tables_range(engine->tables, s, &known.final_least, &known.final_most);
    if (is_open || !lud_game_has_score(engine->game)) {
        known.is_tabled = is_open || best->is_tabled;
    } else if (best->is_tabled && best->final_least > 0) {
        known.final_least = best->final_least;
        known.final_most = INT_MAX;
    } else {
        known.is_tabled = false;
    }
    return known;
}

static LudGift certain_gift(int best, int played)
{
    if (best <= played)
        return LUD_GIFT_NONE;
    return best == 0 ? LUD_GIFT_DRAW_LOST : played == 0 ? LUD_GIFT_WIN_DRAWN : LUD_GIFT_WIN_LOST;
}

/* In the search's opinion: more than an even share before, less than one afterwards. */
static bool is_lead_lost(const LudJudgement *judgement, const Thresholds *thresholds, int sides)
{
    double even = 1.0 / sides;
    return judgement->loss >= thresholds->mistake && judgement->chance_before > even &&
           judgement->chance_after < even;
}

void review_note_exact(const LudEngine *engine, const LudState *s, const LudLine *played,
                       const Thresholds *thresholds, int sides, LudJudgement *judgement)
{
    const LudGame *game = engine->game;
    LudLine known = best_known(engine, s, &judgement->best);
    int best, kept;
    judgement->is_exact = outcome_of(game, &known, &judgement->exact_best) &&
                          outcome_of(game, played, &judgement->exact_played);
    if (winner_of(game, &known, &best) && winner_of(game, played, &kept))
        judgement->gift = certain_gift(best, kept);
    else if (is_lead_lost(judgement, thresholds, sides))
        judgement->gift = LUD_GIFT_LEAD;
}

void review_count_exact(const LudJudgement *ply, LudSideReview *side)
{
    if (ply->mark == LUD_MARK_FORCED)
        return;
    side->gifts += ply->gift != LUD_GIFT_NONE;
    if (!ply->is_exact)
        return;
    side->exact++;
    side->exact_kept += ply->exact_played == ply->exact_best;
    side->exact_lost += ply->exact_best - ply->exact_played;
}

const char *lud_gift_name(LudGift gift)
{
    static const char *const names[] = {"", "win_lost", "win_drawn", "draw_lost", "lead"};
    return (size_t)gift < sizeof names / sizeof names[0] ? names[gift] : "";
}
