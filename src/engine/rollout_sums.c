/* What the rounds of a rollout tell: means and honest errors. Games of a round depend on each
 * other, since their first rolls are shared out; rounds do not, but for the second and third rolls,
 * which makes them agree better than chance would. So errors come from the spread of the rounds'
 * means, and are rather too large than too small. */
#include "engine/rollout_object.h"

#include <math.h>
#include <stdlib.h>

#include "base/student.h"

#define ROUND_UNITS ((double)ROLLOUT_UNIT * LUD_ROLLOUT_ROUND)

double rollout_chance(const RolloutLine *line, int side)
{
    double sum = 0;
    for (int i = 0; i < line->played; i++)
        sum += (double)line->rounds[i].sum[side] / ROUND_UNITS;
    return line->played > 0 ? sum / line->played : 0;
}

/* The standard error of the mean of some numbers. */
static double error_of(double sum, double squares, int count)
{
    double variance = (squares - sum * sum / count) / (count - 1);
    return sqrt(fmax(variance, 0) / count);
}

double rollout_error(const RolloutLine *line, int side)
{
    double sum = 0, squares = 0, mean = rollout_chance(line, side);
    if (line->played < 2)
        return -1;
    for (int i = 0; i < line->played; i++) {
        double x = (double)line->rounds[i].sum[side] / ROUND_UNITS - mean;
        sum += x;
        squares += x * x;
    }
    return error_of(sum, squares, line->played);
}

double rollout_lead(const RolloutLine *a, const RolloutLine *b, int side, double *difference)
{
    int count = a->played < b->played ? a->played : b->played;
    double sum = 0, squares = 0;
    if (count < 2)
        return -1;
    for (int i = 0; i < count; i++) {
        double x = (double)(a->rounds[i].sum[side] - b->rounds[i].sum[side]) / ROUND_UNITS;
        sum += x;
        squares += x * x;
    }
    *difference = sum / count;
    return error_of(sum, squares, count);
}

static void fill_line(const LudRollout *rollout, const RolloutLine *from, LudRolloutLine *to)
{
    *to = (LudRolloutLine){.move = from->move,
                           .games = (int64_t)from->played * LUD_ROLLOUT_ROUND,
                           .is_left = from->is_left};
    for (int side = 0; side < rollout->sides; side++) {
        to->chance[side] = rollout_chance(from, side);
        to->error[side] = rollout_error(from, side);
    }
    double chance = to->chance[rollout->side], error = to->error[rollout->side];
    double far = error < 0 ? 1 : error * base_student_95(from->played);
    to->low = fmax(chance - far, 0);
    to->high = fmin(chance + far, 1);
    if (error > 0 && chance > 0 && chance < 1)
        to->plain_games = llround(chance * (1 - chance) / (error * error));
}

/* Moves that were left come after those that were not; among each the better ones first. */
static int compare(const LudRolloutLine *a, const LudRolloutLine *b, int side)
{
    if (a->is_left != b->is_left)
        return a->is_left - b->is_left;
    return (a->chance[side] < b->chance[side]) - (a->chance[side] > b->chance[side]);
}

void lud_rollout_sums(const LudRollout *rollout, LudRolloutSums *sums)
{
    *sums = (LudRolloutSums){.line_count = rollout->line_count,
                             .side = rollout->side,
                             .sides = rollout->sides,
                             .seed = rollout->seed,
                             .end = rollout->end};
    for (int i = 0; i < rollout->line_count; i++) {
        LudRolloutLine line;
        fill_line(rollout, &rollout->lines[i], &line);
        sums->games += line.games;
        int at = i;
        while (at > 0 && compare(&line, &sums->lines[at - 1], rollout->side) < 0) {
            sums->lines[at] = sums->lines[at - 1];
            at--;
        }
        sums->lines[at] = line;
    }
}
