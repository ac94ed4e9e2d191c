/* What the parts of the statistics share. */
#ifndef LUD_TOURNAMENT_TOURNAMENT_PARTS_H
#define LUD_TOURNAMENT_TOURNAMENT_PARTS_H

#include <ludoteca/tournament.h>

/* 95 % of a normal distribution lie within so many standard deviations; its square, rounded, is how
 * many groups are made up to keep small samples honest. */
#define NORMAL_95 1.959963984540054
enum { PSEUDO_GROUPS = 4 };

/* A share between two equal chances as Elo, the interval's ends included. */
LudElo elo_of_share(const LudShare *share);

/* The mean of groups with its interval by Student's distribution, nothing made up; NAN before the
 * second group. */
LudShare clusters_mean(const LudClusters *clusters);

/* What a game gives each side: its part of the one win there is. */
void outcome_shares(const LudOutcome *outcome, int sides, double share[LUD_MAX_SIDES]);

/* Strengths of all players by maximum likelihood, where a side wins with a chance proportional to
 * 10^(elo/400). LUD_EMEMORY, or LUD_OK. */
LudStatus ratings_estimate(const LudSchedule *schedule, const LudOutcome *games, int64_t count,
                           LudElo elo[LUD_TOURNAMENT_PLAYERS], LudError *err);

#endif
