/* The table of a tournament, from its games. */
#include <ludoteca/tournament.h>

#include <math.h>
#include <string.h>

#include "tournament/tournament_parts.h"

static const char *const fault_names[LUD_FAULT_COUNT] = {"none", "crash", "illegal-move", "time",
                                                         "no-answer"};

const char *lud_fault_name(LudFault fault)
{
    return fault >= 0 && fault < LUD_FAULT_COUNT ? fault_names[fault] : fault_names[0];
}

LudFault lud_fault_find(const char *name)
{
    for (int i = 0; i < LUD_FAULT_COUNT; i++) {
        if (strcmp(fault_names[i], name) == 0)
            return (LudFault)i;
    }
    return LUD_FAULT_NONE;
}

static void count_side(LudStanding *standing, int points, int fault)
{
    standing->games++;
    standing->wins += points == 2;
    standing->draws += points == 1;
    standing->losses += points == 0;
    if (fault != LUD_FAULT_NONE)
        standing->faults[fault]++;
}

/* Adds the games first … last - 1, which are one group, to every player's sums; `luck` (NULL: none)
 * is taken out. */
static void count_group(const LudSchedule *schedule, const LudOutcome *games, const LudLuck *luck,
                        int64_t first, int64_t last, LudStanding *standings, LudClusters *clusters)
{
    int played[LUD_TOURNAMENT_PLAYERS] = {0};
    double won[LUD_TOURNAMENT_PLAYERS] = {0};
    for (int64_t game = first; game < last; game++) {
        if (!games[game].is_played)
            continue;
        LudSeating seating;
        double share[LUD_MAX_SIDES];
        lud_schedule_game(schedule, game, &seating);
        outcome_shares(&games[game], schedule->sides, share);
        for (int side = 0; side < schedule->sides; side++) {
            int player = seating.player[side];
            count_side(&standings[player], games[game].points[side], games[game].fault[side]);
            played[player]++;
            won[player] += share[side] - (luck ? luck[game].of[side] : 0);
        }
    }
    for (int i = 0; i < schedule->players; i++) {
        if (played[i] > 0)
            lud_clusters_add(&clusters[i], played[i], won[i]);
    }
}

static void count_groups(const LudSchedule *schedule, const LudOutcome *games, const LudLuck *luck,
                         int64_t count, LudStanding *standings, LudClusters *clusters)
{
    for (int64_t first = 0; first < count; first += schedule->sides) {
        int64_t last = first + schedule->sides < count ? first + schedule->sides : count;
        count_group(schedule, games, luck, first, last, standings, clusters);
    }
}

LudStatus lud_tournament_standings(const LudSchedule *schedule, const LudOutcome *games,
                                   int64_t count, LudStanding standings[LUD_TOURNAMENT_PLAYERS],
                                   LudError *err)
{
    int sides = schedule->sides;
    LudClusters clusters[LUD_TOURNAMENT_PLAYERS] = {0};
    memset(standings, 0, LUD_TOURNAMENT_PLAYERS * sizeof standings[0]);
    count_groups(schedule, games, NULL, count, standings, clusters);
    for (int i = 0; i < schedule->players; i++)
        standings[i].share = lud_clusters_share(&clusters[i], sides, 1.0 / sides);
    if (schedule->players == 2 && sides == 2) {
        for (int i = 0; i < 2; i++)
            standings[i].elo = elo_of_share(&standings[i].share);
        return LUD_OK;
    }
    LudElo elo[LUD_TOURNAMENT_PLAYERS];
    LudStatus status = ratings_estimate(schedule, games, count, elo, err);
    for (int i = 0; i < schedule->players && status == LUD_OK; i++) {
        standings[i].elo = elo[i];
        /* Between two players, how far one is above the other, as everywhere. */
        if (schedule->players == 2)
            standings[i].elo = (LudElo){2 * elo[i].elo, 2 * elo[i].low, 2 * elo[i].high};
    }
    return status;
}

void lud_tournament_luckless(const LudSchedule *schedule, const LudOutcome *games,
                             const LudLuck *luck, int64_t count,
                             LudShare shares[LUD_TOURNAMENT_PLAYERS])
{
    LudStanding standings[LUD_TOURNAMENT_PLAYERS] = {0};
    LudClusters clusters[LUD_TOURNAMENT_PLAYERS] = {0};
    count_groups(schedule, games, luck, count, standings, clusters);
    for (int i = 0; i < schedule->players; i++)
        shares[i] = clusters_mean(&clusters[i]);
}

/* What the first of a pairing got in a game: 2, 1, 0. */
static int points_of_first(const LudSeating *seating, const LudOutcome *game, int first)
{
    return game->points[seating->player[0] == first ? 0 : 1];
}

LudStatus lud_tournament_encounter(const LudSchedule *schedule, const LudOutcome *games,
                                   int64_t count, int lineup, LudEncounter *encounter,
                                   LudError *err)
{
    if (schedule->sides != 2 || lineup < 0 || lineup >= schedule->lineups)
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("Pairings exist only in games of two sides."), NULL);
    LudSeating seating;
    LudClusters clusters = {0};
    lud_schedule_game(schedule, 2 * (int64_t)lineup, &seating);
    *encounter = (LudEncounter){.player = {seating.player[0], seating.player[1]}};
    int first = encounter->player[0];
    for (int64_t pair = lineup; 2 * pair < count; pair += schedule->lineups) {
        int played = 0, points = 0;
        for (int64_t game = 2 * pair; game < 2 * pair + 2 && game < count; game++) {
            if (!games[game].is_played)
                continue;
            lud_schedule_game(schedule, game, &seating);
            int got = points_of_first(&seating, &games[game], first);
            played++;
            points += got;
            encounter->wins += got == 2;
            encounter->draws += got == 1;
            encounter->losses += got == 0;
        }
        encounter->games += played;
        if (played > 0)
            lud_clusters_add(&clusters, played, points / 2.0);
        if (played == 2)
            encounter->pentanomial[points]++;
    }
    encounter->share = lud_clusters_share(&clusters, 2, 0.5);
    encounter->elo = elo_of_share(&encounter->share);
    return LUD_OK;
}
