/* Strengths of all players at once, by maximum likelihood.
 *
 * A side wins with a chance proportional to its player's 10^(elo/400): between two sides that is
 * Bradley and Terry's model, between three Luce's. A draw is a win shared. Below, `theta` is the
 * natural logarithm of that number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/tournament_parts.h"

enum { PLAYERS = LUD_TOURNAMENT_PLAYERS };

typedef double Matrix[PLAYERS][PLAYERS];

typedef struct Lineup {
    int player[LUD_MAX_SIDES];
    int64_t games;
    bool is_used; /* all its players are rated together */
} Lineup;

typedef struct Estimate {
    const LudSchedule *schedule;
    const LudOutcome *games;
    int64_t count;
    Lineup *lineups;
    bool has_beaten[PLAYERS][PLAYERS];
    bool is_rated[PLAYERS]; /* finite, and comparable with each other */
    double won[PLAYERS];    /* in games of lineups that are used */
    double theta[PLAYERS];
    Matrix information, inverse, spread, work;
} Estimate;

void outcome_shares(const LudOutcome *outcome, int sides, double share[LUD_MAX_SIDES])
{
    int sum = 0;
    for (int side = 0; side < sides; side++)
        sum += outcome->points[side];
    for (int side = 0; side < sides; side++)
        share[side] = sum > 0 ? (double)outcome->points[side] / sum : 1.0 / sides;
}

/* -- who can be rated -------------------------------------------------------------------------- */

/* Player a has beaten b if a got anything while b sat on another side, a draw included: then b
 * can't be infinitely stronger. */
static void note_beaten(Estimate *estimate)
{
    int sides = estimate->schedule->sides;
    for (int64_t game = 0; game < estimate->count; game++) {
        if (!estimate->games[game].is_played)
            continue;
        LudSeating seating;
        lud_schedule_game(estimate->schedule, game, &seating);
        for (int side = 0; side < sides; side++) {
            for (int other = 0; other < sides; other++) {
                if (estimate->games[game].points[side] > 0)
                    estimate->has_beaten[seating.player[side]][seating.player[other]] = true;
            }
        }
    }
}

/* Whoever beat someone who beat … beats them indirectly. */
static void close_beaten(Estimate *estimate)
{
    int players = estimate->schedule->players;
    for (int via = 0; via < players; via++) {
        for (int a = 0; a < players; a++) {
            for (int b = 0; b < players; b++) {
                if (estimate->has_beaten[a][via] && estimate->has_beaten[via][b])
                    estimate->has_beaten[a][b] = true;
            }
        }
    }
}

/* Those who have beaten each other, if indirectly, as many of them as there are with `player`. */
static int count_equals(const Estimate *estimate, int player)
{
    int count = 1;
    for (int other = 0; other < estimate->schedule->players; other++)
        count += other != player && estimate->has_beaten[player][other] &&
                 estimate->has_beaten[other][player];
    return count;
}

/* The likelihood has its maximum at finite strengths only among players who have all beaten each
 * other, if indirectly. The largest such set is rated; who beat it and was never beaten back is
 * infinitely strong to it, the opposite infinitely weak, and of who never met it nothing is known.
 * Where nobody was ever beaten back there is no such set. Returns how many are rated. */
static int sort_out(Estimate *estimate, LudElo *elo)
{
    int players = estimate->schedule->players, anchor = 0;
    note_beaten(estimate);
    close_beaten(estimate);
    for (int i = 1; i < players; i++)
        anchor = count_equals(estimate, i) > count_equals(estimate, anchor) ? i : anchor;
    bool has_set = count_equals(estimate, anchor) > 1;
    for (int i = 0; i < players; i++) {
        bool wins = false, loses = false;
        for (int other = 0; other < players; other++) {
            bool counts = other != i && (!has_set || other == anchor);
            wins = wins || (counts && estimate->has_beaten[i][other]);
            loses = loses || (counts && estimate->has_beaten[other][i]);
        }
        estimate->is_rated[i] = has_set && (i == anchor || (wins && loses));
        elo[i].elo = wins && !loses ? INFINITY : loses && !wins ? -INFINITY : NAN;
        elo[i].low = elo[i].high = NAN;
    }
    return has_set ? count_equals(estimate, anchor) : 0;
}

/* -- the maximum ------------------------------------------------------------------------------- */

static void collect(Estimate *estimate)
{
    const LudSchedule *schedule = estimate->schedule;
    for (int i = 0; i < schedule->lineups; i++) {
        LudSeating seating;
        lud_schedule_game(schedule, (int64_t)i * schedule->sides, &seating);
        memcpy(estimate->lineups[i].player, seating.player, sizeof seating.player);
        estimate->lineups[i].is_used = true;
        for (int side = 0; side < schedule->sides; side++) {
            if (!estimate->is_rated[seating.player[side]])
                estimate->lineups[i].is_used = false;
        }
    }
    for (int64_t game = 0; game < estimate->count; game++) {
        LudSeating seating;
        lud_schedule_game(schedule, game, &seating);
        Lineup *lineup = &estimate->lineups[seating.lineup];
        if (!estimate->games[game].is_played || !lineup->is_used)
            continue;
        double share[LUD_MAX_SIDES];
        outcome_shares(&estimate->games[game], schedule->sides, share);
        lineup->games++;
        for (int side = 0; side < schedule->sides; side++)
            estimate->won[seating.player[side]] += share[side];
    }
}

static void win_chances(const Estimate *estimate, const int *player, double *chance)
{
    double sum = 0, most = -INFINITY;
    int sides = estimate->schedule->sides;
    for (int side = 0; side < sides; side++)
        most = fmax(most, estimate->theta[player[side]]);
    for (int side = 0; side < sides; side++)
        sum += chance[side] = exp(estimate->theta[player[side]] - most);
    for (int side = 0; side < sides; side++)
        chance[side] /= sum;
}

static double log_likelihood(const Estimate *estimate)
{
    double sum = 0;
    for (int i = 0; i < estimate->schedule->players; i++)
        sum += estimate->won[i] * (estimate->is_rated[i] ? estimate->theta[i] : 0);
    for (int i = 0; i < estimate->schedule->lineups; i++) {
        const Lineup *lineup = &estimate->lineups[i];
        double strength = 0;
        for (int side = 0; lineup->games > 0 && side < estimate->schedule->sides; side++)
            strength += exp(estimate->theta[lineup->player[side]]);
        if (lineup->games > 0)
            sum -= (double)lineup->games * log(strength);
    }
    return sum;
}

/* What `games` more of a lineup tell about its players' strengths. */
static void add_information(Estimate *estimate, const Lineup *lineup, double games)
{
    double chance[LUD_MAX_SIDES];
    win_chances(estimate, lineup->player, chance);
    for (int a = 0; a < estimate->schedule->sides; a++) {
        for (int b = 0; b < estimate->schedule->sides; b++)
            estimate->information[lineup->player[a]][lineup->player[b]] +=
                games * chance[a] * ((a == b ? 1 : 0) - chance[b]);
    }
}

/* The second derivative of the likelihood, its sign changed. Only differences of strengths matter,
 * so it has no inverse; the constant part, which holds their mean at zero, gives it one. Players
 * who are not rated stay apart on the diagonal. */
static void fill_information(Estimate *estimate, double extra_games)
{
    int players = estimate->schedule->players;
    for (int a = 0; a < players; a++) {
        for (int b = 0; b < players; b++) {
            bool both = estimate->is_rated[a] && estimate->is_rated[b];
            estimate->information[a][b] = both ? 1 : a == b ? 1 : 0;
        }
    }
    for (int i = 0; i < estimate->schedule->lineups; i++) {
        const Lineup *lineup = &estimate->lineups[i];
        if (lineup->games > 0)
            add_information(estimate, lineup, (double)lineup->games + extra_games);
    }
}

/* Gauss and Jordan; the matrix is symmetric and positive, so no pivots need be sought. */
static void invert(Estimate *estimate)
{
    int n = estimate->schedule->players;
    memcpy(estimate->work, estimate->information, sizeof estimate->work);
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++)
            estimate->inverse[a][b] = a == b;
    }
    for (int pivot = 0; pivot < n; pivot++) {
        double scale = 1 / estimate->work[pivot][pivot];
        for (int b = 0; b < n; b++) {
            estimate->work[pivot][b] *= scale;
            estimate->inverse[pivot][b] *= scale;
        }
        for (int a = 0; a < n; a++) {
            double factor = a == pivot ? 0 : estimate->work[a][pivot];
            for (int b = 0; b < n && factor != 0; b++) {
                estimate->work[a][b] -= factor * estimate->work[pivot][b];
                estimate->inverse[a][b] -= factor * estimate->inverse[pivot][b];
            }
        }
    }
}

/* Newton's method; the likelihood has one maximum, and a step that overshoots it is halved. */
static void maximise(Estimate *estimate)
{
    int players = estimate->schedule->players;
    for (int round = 0; round < 200; round++) {
        double slope[PLAYERS], step[PLAYERS] = {0}, before[PLAYERS], longest = 0;
        memcpy(slope, estimate->won, sizeof slope);
        for (int i = 0; i < estimate->schedule->lineups; i++) {
            const Lineup *lineup = &estimate->lineups[i];
            double chance[LUD_MAX_SIDES];
            win_chances(estimate, lineup->player, chance);
            for (int side = 0; side < estimate->schedule->sides; side++)
                slope[lineup->player[side]] -= (double)lineup->games * chance[side];
        }
        fill_information(estimate, 0);
        invert(estimate);
        for (int a = 0; a < players; a++) {
            for (int b = 0; b < players && estimate->is_rated[a]; b++)
                step[a] += estimate->is_rated[b] ? estimate->inverse[a][b] * slope[b] : 0;
            longest = fmax(longest, fabs(step[a]));
        }
        double reached = log_likelihood(estimate), part = longest > 2 ? 2 / longest : 1;
        memcpy(before, estimate->theta, sizeof before);
        for (int halving = 0; halving < 40; halving++, part /= 2) {
            for (int a = 0; a < players; a++)
                estimate->theta[a] = before[a] + part * step[a];
            if (log_likelihood(estimate) >= reached)
                break;
        }
        if (longest < 1e-10)
            return;
    }
}

/* -- how certain it is ------------------------------------------------------------------------- */

static void add_spread(Estimate *estimate, const double *surprise, double weight)
{
    for (int a = 0; a < estimate->schedule->players; a++) {
        for (int b = 0; b < estimate->schedule->players; b++)
            estimate->spread[a][b] += weight * surprise[a] * surprise[b];
    }
}

/* Made-up groups, as in lud_clusters_share: of each lineup four, won outright by its sides. */
static void add_pseudo_spread(Estimate *estimate)
{
    int sides = estimate->schedule->sides;
    for (int i = 0; i < estimate->schedule->lineups; i++) {
        const Lineup *lineup = &estimate->lineups[i];
        double chance[LUD_MAX_SIDES];
        win_chances(estimate, lineup->player, chance);
        for (int winner = 0; lineup->games > 0 && winner < sides; winner++) {
            double surprise[PLAYERS] = {0};
            for (int side = 0; side < sides; side++)
                surprise[lineup->player[side]] += sides * ((side == winner) - chance[side]);
            add_spread(estimate, surprise, (double)PSEUDO_GROUPS / sides);
        }
    }
}

/* By how much each group of games, which belong together, missed what was expected. */
static double fill_spread(Estimate *estimate)
{
    int sides = estimate->schedule->sides;
    double groups = 0, surprise[PLAYERS] = {0};
    bool has_any = false;
    memset(estimate->spread, 0, sizeof estimate->spread);
    for (int64_t game = 0; game < estimate->count; game++) {
        LudSeating seating;
        lud_schedule_game(estimate->schedule, game, &seating);
        if (estimate->games[game].is_played && estimate->lineups[seating.lineup].is_used) {
            double share[LUD_MAX_SIDES], chance[LUD_MAX_SIDES];
            outcome_shares(&estimate->games[game], sides, share);
            win_chances(estimate, seating.player, chance);
            for (int side = 0; side < sides; side++)
                surprise[seating.player[side]] += share[side] - chance[side];
            has_any = true;
        }
        if (has_any && (seating.rotation == sides - 1 || game == estimate->count - 1)) {
            add_spread(estimate, surprise, 1);
            groups++;
            memset(surprise, 0, sizeof surprise);
            has_any = false;
        }
    }
    return groups;
}

/* The "sandwich" estimate of the variance: it holds whatever the games of a group have to do with
 * each other, and however many are drawn. */
static void find_intervals(Estimate *estimate, LudElo *elo)
{
    int players = estimate->schedule->players;
    double groups = fill_spread(estimate);
    add_pseudo_spread(estimate);
    fill_information(estimate, PSEUDO_GROUPS * estimate->schedule->sides);
    invert(estimate);
    double correction = groups > 0 ? (groups + PSEUDO_GROUPS) / (groups + PSEUDO_GROUPS - 1) : 1;
    for (int i = 0; i < players; i++) {
        if (!estimate->is_rated[i])
            continue;
        double variance = 0;
        for (int a = 0; a < players; a++) {
            for (int b = 0; b < players; b++)
                variance +=
                    estimate->inverse[i][a] * estimate->spread[a][b] * estimate->inverse[i][b];
        }
        double per_theta = 400 / log(10);
        double reach = NORMAL_95 * sqrt(fmax(0, variance) * correction) * per_theta;
        elo[i].elo = estimate->theta[i] * per_theta;
        elo[i].low = elo[i].elo - reach;
        elo[i].high = elo[i].elo + reach;
    }
}

/* The games of a player against rated ones alone: what it won, and, if it had strength `theta`,
 * what it should have. */
static double expected_share(const Estimate *estimate, int player, double theta,
                             LudClusters *clusters)
{
    int sides = estimate->schedule->sides;
    double expected = 0, total = 0, won = 0, in_group = 0;
    for (int64_t game = 0; game < estimate->count; game++) {
        LudSeating seating;
        double share[LUD_MAX_SIDES], rivals = 0, mine = 0, own = 0;
        lud_schedule_game(estimate->schedule, game, &seating);
        bool counts = estimate->games[game].is_played;
        outcome_shares(&estimate->games[game], sides, share);
        for (int side = 0; side < sides; side++) {
            int other = seating.player[side];
            counts = counts && (other == player || estimate->is_rated[other]);
            rivals += other == player ? 0 : exp(estimate->theta[other]);
            mine += other == player ? share[side] : 0;
            own += other == player;
        }
        if (counts && own == 1 && rivals > 0) {
            expected += 1 / (1 + rivals * exp(-theta));
            total++;
            won += mine;
            in_group++;
        }
        if (clusters && in_group > 0 &&
            (seating.rotation == sides - 1 || game == estimate->count - 1)) {
            lud_clusters_add(clusters, in_group, won);
            won = in_group = 0;
        }
    }
    return total > 0 ? expected / total : NAN;
}

/* Of the infinitely strong it can be said how strong they are at least: as strong as the lower end
 * of their share against the rated makes them, whose strengths are taken for certain. Likewise for
 * the weak. */
static void bound_infinite(const Estimate *estimate, int player, LudElo *elo)
{
    int sides = estimate->schedule->sides;
    LudClusters clusters = {0};
    if (isnan(expected_share(estimate, player, 0, &clusters)))
        return;
    LudShare share = lud_clusters_share(&clusters, sides, 1.0 / sides);
    bool is_strong = elo->elo > 0;
    double wanted = is_strong ? share.low : share.high, least = -20, most = 20;
    for (int step = 0; step < 60; step++) {
        double middle = (least + most) / 2;
        if (expected_share(estimate, player, middle, NULL) < wanted)
            least = middle;
        else
            most = middle;
    }
    elo->low = is_strong ? least * 400 / log(10) : -INFINITY;
    elo->high = is_strong ? INFINITY : least * 400 / log(10);
}

LudStatus ratings_estimate(const LudSchedule *schedule, const LudOutcome *games, int64_t count,
                           LudElo elo[LUD_TOURNAMENT_PLAYERS], LudError *err)
{
    Estimate *estimate = calloc(1, sizeof *estimate);
    Lineup *lineups = calloc((size_t)schedule->lineups, sizeof *lineups);
    if (!estimate || !lineups) {
        free(estimate);
        free(lineups);
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), NULL);
    }
    estimate->schedule = schedule;
    estimate->games = games;
    estimate->count = count;
    estimate->lineups = lineups;
    if (sort_out(estimate, elo) > 1) {
        collect(estimate);
        maximise(estimate);
        find_intervals(estimate, elo);
        for (int i = 0; i < schedule->players; i++) {
            if (isinf(elo[i].elo))
                bound_infinite(estimate, i, &elo[i]);
        }
    }
    free(lineups);
    free(estimate);
    return LUD_OK;
}
