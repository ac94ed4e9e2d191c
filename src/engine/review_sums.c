/* What a review says of the whole game: accuracy, luck and skill, turning points. */
#include "engine/review_object.h"

#include <math.h>

/* With dice, chances move in smaller steps and luck is not the mover's fault. */
Thresholds review_thresholds(const LudGame *game)
{
    return game->chance ? (Thresholds){0.04, 0.08, 0.16} : (Thresholds){0.10, 0.20, 0.30};
}

/* -- sides ---------------------------------------------------------------------------------------
 */

static void count_mark(LudSideReview *side, LudMark mark)
{
    int *const counters[] = {&side->best,     &side->good,     &side->inaccuracies,
                             &side->mistakes, &side->blunders, &side->forced};
    side->moves++;
    ++*counters[mark];
}

/* A move is 100 % accurate if it gives nothing away, and 67 % if it is just an inaccuracy; from
 * there on it falls like a curve that never reaches zero. */
static double move_accuracy(const Thresholds *thresholds, double loss)
{
    return 100 * exp(-0.4 * loss / thresholds->inaccuracy);
}

static void sum_sides(LudReview *review, const Thresholds *thresholds)
{
    for (int i = 0; i < review->ply_count; i++) {
        const LudJudgement *ply = &review->plies[i];
        LudSideReview *side = &review->side[ply->seat % review->sides];
        if (ply->is_roll) {
            side->luck += ply->luck;
            continue;
        }
        count_mark(side, ply->mark);
        review_count_exact(ply, side);
        if (ply->mark == LUD_MARK_FORCED)
            continue;
        side->skill -= ply->loss;
        side->random_loss += ply->random_loss;
        side->accuracy += move_accuracy(thresholds, ply->loss);
    }
    for (int i = 0; i < review->sides; i++) {
        LudSideReview *side = &review->side[i];
        int free_moves = side->moves - side->forced;
        side->accuracy = free_moves > 0 ? side->accuracy / free_moves : 100;
        side->mean_loss = free_moves > 0 ? (0 - side->skill) / free_moves : 0; /* never -0 */
        side->random_loss = free_moves > 0 ? side->random_loss / free_moves : 0;
    }
}

/* -- turning points ------------------------------------------------------------------------------
 */

/* The side that is clearly ahead, or -1. */
static int favourite(const LudReview *review, const double *chance)
{
    const double clearly = 0.05;
    for (int i = 0; i < review->sides; i++) {
        bool is_ahead = true;
        for (int j = 0; j < review->sides; j++)
            is_ahead = is_ahead && (j == i || chance[i] > chance[j] + clearly);
        if (is_ahead)
            return i;
    }
    return -1;
}

/* The ply at which the side that was ahead in the end took the lead from another for the last time;
 * none if it led all the way. */
static void mark_last_change(LudReview *review)
{
    int leader = favourite(review, review->start_chance), changed_at = -1;
    for (int i = 0; i < review->ply_count; i++) {
        int now = favourite(review, review->plies[i].chance);
        if (now < 0 || now == leader)
            continue;
        if (leader >= 0)
            changed_at = i;
        leader = now;
    }
    if (changed_at >= 0)
        review->plies[changed_at].is_turning_point = true;
}

/* How much the ply changed of what was to be expected. */
static double swing(const LudJudgement *ply)
{
    return ply->is_roll ? fabs(ply->luck) : ply->loss;
}

static void mark_largest_swings(LudReview *review, const Thresholds *thresholds)
{
    enum { LARGEST = 3 };
    for (int n = 0; n < LARGEST; n++) {
        LudJudgement *largest = NULL;
        for (int i = 0; i < review->ply_count; i++) {
            LudJudgement *ply = &review->plies[i];
            if (!ply->is_turning_point && swing(ply) >= thresholds->mistake &&
                (!largest || swing(ply) > swing(largest)))
                largest = ply;
        }
        if (!largest)
            return;
        largest->is_turning_point = true;
    }
}

void review_sum(LudReview *review, const Thresholds *thresholds)
{
    sum_sides(review, thresholds);
    mark_last_change(review);
    mark_largest_swings(review, thresholds);
}
