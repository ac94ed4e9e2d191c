/* Luck told from skill: what everybody's rolls and moves did for each side, and how it would have
 * ended without the luck. */
#include "engine/review_object.h"

/* -- ply by ply ----------------------------------------------------------------------------------
 */

/* What the mover gave away goes to the others, in proportion to what they may hope for. */
static void share_loss(const LudReview *review, LudJudgement *ply)
{
    int mover = ply->seat % review->sides;
    double others = 0;
    for (int i = 0; i < review->sides; i++)
        others += i == mover ? 0 : ply->chance[i];
    for (int i = 0; i < review->sides; i++) {
        double share = others > 0 ? ply->chance[i] / others : 1.0 / (review->sides - 1);
        ply->skill_so_far[i] = i == mover ? -ply->loss : ply->loss * share;
    }
}

static void add_up(LudReview *review)
{
    static const LudJudgement none = {.ply = -1};
    const LudJudgement *before = &none;
    for (int i = 0; i < review->ply_count; i++) {
        LudJudgement *ply = &review->plies[i];
        if (!ply->is_roll && ply->mark != LUD_MARK_FORCED)
            share_loss(review, ply);
        for (int side = 0; side < review->sides; side++) {
            ply->luck_so_far[side] += before->luck_so_far[side];
            ply->skill_so_far[side] += before->skill_so_far[side];
        }
        before = ply;
    }
}

/* -- side by side --------------------------------------------------------------------------------
 */

/* From which share of a random mover's error rate on play is of the next class. They lie between
 * what players of known strength were measured to give away: docs/ANALYSIS.md. */
static LudPlayClass class_of(const LudSideReview *side)
{
    static const double bounds[] = {0.03, 0.12, 0.28, 0.50, 0.64, 0.85};
    enum { LEAST_DECISIONS = 5 };
    /* A share of next to nothing is chance: a side whose moves hardly mattered would be called weak
     * beside others that gave away more. */
    static const double least_at_stake = 0.01;
    int found = LUD_CLASS_MASTERLY;
    if (side->moves - side->forced < LEAST_DECISIONS || side->random_loss < least_at_stake)
        return LUD_CLASS_NONE;
    double share = side->mean_loss / side->random_loss;
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0] && share >= bounds[i]; i++)
        found++;
    return (LudPlayClass)found;
}

static void close_account(LudReview *review, int index, const LudResult *result)
{
    LudSideReview *side = &review->side[index];
    double last = review->start_chance[index];
    if (review->ply_count > 0) {
        const LudJudgement *end = &review->plies[review->ply_count - 1];
        side->luck_of_all = end->luck_so_far[index];
        side->skill_of_all = end->skill_so_far[index];
        last = end->chance[index];
    }
    side->drift = last - review->start_chance[index] - side->luck_of_all - side->skill_of_all;
    side->result = result->reason == LUD_REASON_NONE ? -1 : result->points[index] / 2.0;
    side->luck_adjusted = side->result - side->luck_of_all;
}

void review_account(LudReview *review, const LudPlay *play)
{
    LudResult result;
    bool has_dice = lud_play_rules(play)->game->chance != NULL;
    lud_play_result(play, &result);
    add_up(review);
    for (int i = 0; i < review->sides; i++) {
        close_account(review, i, &result);
        /* Without dice chances move in larger steps, and nothing was measured. */
        review->side[i].play_class = has_dice ? class_of(&review->side[i]) : LUD_CLASS_NONE;
    }
}

const char *lud_play_class_name(LudPlayClass play_class)
{
    static const char *const names[] = {"",     "masterly", "expert", "strong",
                                        "good", "fair",     "weak",   "haphazard"};
    return (size_t)play_class < sizeof names / sizeof names[0] ? names[play_class] : "";
}
