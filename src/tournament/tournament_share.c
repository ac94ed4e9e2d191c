/* Shares of what could be won, Elo, and how certain they are. */
#include <ludoteca/tournament.h>

#include <math.h>

#include "base/student.h"
#include "tournament/tournament_parts.h"

void lud_clusters_add(LudClusters *clusters, double games, double points)
{
    clusters->groups += 1;
    clusters->games += games;
    clusters->points += points;
    clusters->games2 += games * games;
    clusters->points2 += points * points;
    clusters->points_and_games += points * games;
}

/* The same for `weight` groups at once. */
static void add_weighted(LudClusters *clusters, double weight, double games, double points)
{
    clusters->groups += weight;
    clusters->games += weight * games;
    clusters->points += weight * points;
    clusters->games2 += weight * games * games;
    clusters->points2 += weight * points * points;
    clusters->points_and_games += weight * points * games;
}

/* Games of a group depend on each other (the same opening, the same dice), groups do not. So the
 * spread is that of the groups: with complete pairs what is called pentanomial. A group that is not
 * complete counts by its games, as in a ratio of sums.
 *
 * The four made-up groups are Agresti and Coull's remedy: without them an interval from few groups
 * is too short, and of no length at all where every group ended alike. */
LudShare lud_clusters_share(const LudClusters *clusters, double group_size, double neutral)
{
    if (clusters->games <= 0)
        return (LudShare){NAN, NAN, NAN};
    LudClusters all = *clusters;
    add_weighted(&all, PSEUDO_GROUPS * neutral, group_size, group_size);
    add_weighted(&all, PSEUDO_GROUPS * (1 - neutral), group_size, 0);
    double mean = all.points / all.games;
    double squares = all.points2 - 2 * mean * all.points_and_games + mean * mean * all.games2;
    double variance = fmax(0, squares) * all.groups / (all.groups - 1) / (all.games * all.games);
    double reach = NORMAL_95 * sqrt(variance);
    double share = clusters->points / clusters->games;
    /* With few games the made-up ones may pull the interval off what was seen. */
    return (LudShare){share, fmin(share, fmax(0, mean - reach)),
                      fmax(share, fmin(1, mean + reach))};
}

LudShare clusters_mean(const LudClusters *clusters)
{
    double groups = clusters->groups, games = clusters->games;
    if (groups < 2)
        return (LudShare){NAN, NAN, NAN};
    double mean = clusters->points / games;
    double squares =
        clusters->points2 - 2 * mean * clusters->points_and_games + mean * mean * clusters->games2;
    double variance = fmax(0, squares) * groups / (groups - 1) / (games * games);
    double reach = base_student_95(groups) * sqrt(variance);
    return (LudShare){mean, mean - reach, mean + reach};
}

double lud_elo_from_share(double share)
{
    if (isnan(share))
        return NAN;
    if (share <= 0 || share >= 1)
        return share <= 0 ? -INFINITY : INFINITY;
    return -400 * log10(1 / share - 1);
}

double lud_share_from_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

LudElo elo_of_share(const LudShare *share)
{
    return (LudElo){lud_elo_from_share(share->share), lud_elo_from_share(share->low),
                    lud_elo_from_share(share->high)};
}
