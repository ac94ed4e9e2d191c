/* Measuring players against each other: who meets whom, and what the results are worth.
 *
 * Nothing here plays, waits or remembers: it is arithmetic on results that the caller keeps, so any
 * thread may ask at any time. docs/MATCH.md explains the statistics. */
#ifndef LUDOTECA_TOURNAMENT_H
#define LUDOTECA_TOURNAMENT_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LUD_TOURNAMENT_PLAYERS = 32, LUD_PENTANOMIAL = 5 };

/* -- who meets whom ---------------------------------------------------------------------------- */

/* Every choice of as many players as the game has sides meets in turn; a meeting is a group of
 * games from the same opening, in which everyone takes every side once. */
typedef struct LudSchedule {
    int players, sides;
    int lineups; /* how many choices of players there are */
} LudSchedule;

/* One game of it. */
typedef struct LudSeating {
    int64_t group;             /* which meeting, from 0 */
    int rotation;              /* which game of the meeting */
    int lineup;                /* who meets, from 0 */
    int64_t round;             /* how often these have met before: the number of the opening */
    int player[LUD_MAX_SIDES]; /* who plays each side; partners are one player */
} LudSeating;

/* LUD_EUSAGE unless there are 2 to LUD_TOURNAMENT_PLAYERS players and 2 or 3 sides. Two players
 * fill three sides in turn, so that each plays against two of the other. */
LUD_API LudStatus lud_schedule_make(LudSchedule *schedule, int players, int sides, LudError *err);
/* The game of that number, from 0. It depends on nothing else, so a tournament that was broken off
 * goes on where it was, and one that is made longer begins alike. */
LUD_API void lud_schedule_game(const LudSchedule *schedule, int64_t game, LudSeating *seating);

/* What a seed is for. */
typedef enum LudSeedUse { LUD_SEED_OPENING, LUD_SEED_DICE, LUD_SEED_PLAYER } LudSeedUse;
/* A seed that follows from the tournament's, what it is for, and two numbers (such as a game and a
 * seat). Below 2^63. */
LUD_API uint64_t lud_tournament_seed(uint64_t seed, LudSeedUse use, uint64_t first,
                                     uint64_t second);

/* -- what came of it --------------------------------------------------------------------------- */

/* What a player did to lose a game before the rules decided it. */
typedef enum LudFault {
    LUD_FAULT_NONE = 0,
    LUD_FAULT_CRASH,   /* its program ended, or closed its output */
    LUD_FAULT_ILLEGAL, /* it answered with something that is no legal move */
    LUD_FAULT_TIME,    /* it exceeded its time */
    LUD_FAULT_SILENCE, /* it did not answer, though nothing limited its time */
    LUD_FAULT_COUNT
} LudFault;

/* A stable English identifier such as "illegal-move", for files and JSON, and back (NONE if it is
 * not one). */
LUD_API const char *lud_fault_name(LudFault fault);
LUD_API LudFault lud_fault_find(const char *name);

/* One game, in the order of the schedule. All zero: not played. */
typedef struct LudOutcome {
    bool is_played;
    bool is_adjudicated;          /* stopped at the limit of moves */
    int8_t points[LUD_MAX_SIDES]; /* win 2, draw 1, loss 0 */
    int8_t fault[LUD_MAX_SIDES];  /* LudFault */
} LudOutcome;

/* What the rolls of a game gave each side beyond their mean: the sum of lud_roll_luck (rollout.h);
 * NAN where it is not known. */
typedef struct LudLuck {
    double of[LUD_MAX_SIDES];
} LudLuck;

/* A share of what could be won, with its 95 % interval. */
typedef struct LudShare {
    double share, low, high; /* 0 to 1; NAN before the first game */
} LudShare;

/* A strength in Elo points, with its 95 % interval. Infinite where every game was won or lost (a
 * bound then is, too), NAN where nothing is known. */
typedef struct LudElo {
    double elo, low, high;
} LudElo;

/* A player's line of the table. */
typedef struct LudStanding {
    int64_t games, wins, draws, losses; /* a player on two sides of a game counts twice */
    LudShare share;
    LudElo elo;
    int64_t faults[LUD_FAULT_COUNT]; /* [LUD_FAULT_NONE] is not used */
} LudStanding;

/* Two players who met in games of two sides, seen by the first. */
typedef struct LudEncounter {
    int player[2];
    int64_t games, wins, draws, losses;
    LudShare share;
    LudElo elo;                           /* of the first above the second */
    int64_t pentanomial[LUD_PENTANOMIAL]; /* pairs by what the first got: 0, ½, 1, 1½, 2 */
} LudEncounter;

/* Judges games 0 … count - 1 for all players. With two players the Elo is how far one is above the
 * other; with more it is relative to the mean of all whose strength is finite. */
LUD_API LudStatus lud_tournament_standings(const LudSchedule *schedule, const LudOutcome *games,
                                           int64_t count,
                                           LudStanding standings[LUD_TOURNAMENT_PLAYERS],
                                           LudError *err);
/* What each player won of games with dice without the luck of these: `luck` has
 * that of every game, in the same order. Shares have
 * the same expectation as those of the table, and shorter intervals, by Student's distribution;
 * they may lie beyond 0 and 1. NAN before the second group, and where luck is not known. */
LUD_API void lud_tournament_luckless(const LudSchedule *schedule, const LudOutcome *games,
                                     const LudLuck *luck, int64_t count,
                                     LudShare shares[LUD_TOURNAMENT_PLAYERS]);
/* One pairing of it, by the number of its lineup. LUD_ENOTNOW in games of three sides. */
LUD_API LudStatus lud_tournament_encounter(const LudSchedule *schedule, const LudOutcome *games,
                                           int64_t count, int lineup, LudEncounter *encounter,
                                           LudError *err);

/* -- the arithmetic ---------------------------------------------------------------------------- */

/* What groups of games that belong together add up to. Start with {0}. */
typedef struct LudClusters {
    double groups, games, points;             /* how many, their games, and the wins in them */
    double games2, points2, points_and_games; /* sums of squares and of products */
} LudClusters;

/* Takes in a group of `games` in which `points` (0 to `games`) were won. */
LUD_API void lud_clusters_add(LudClusters *clusters, double games, double points);
/* The share won and its interval from the spread between groups. As if, before all else, four
 * groups of `group_size` games had been played in which a share of `neutral` was won outright. */
LUD_API LudShare lud_clusters_share(const LudClusters *clusters, double group_size, double neutral);

/* The Elo difference at which this share (0 to 1) is expected, and back. */
LUD_API double lud_elo_from_share(double share);
LUD_API double lud_share_from_elo(double elo);

/* -- when to stop ------------------------------------------------------------------------------ */

/* A sequential test whether the first player is `elo0` or `elo1` above the second. */
typedef struct LudSprt {
    double elo0, elo1;
    double alpha; /* how often elo1 may be accepted although elo0 is true */
    double beta;  /* and the other way round */
} LudSprt;

typedef enum LudVerdict { LUD_VERDICT_NONE = 0, LUD_VERDICT_ELO0, LUD_VERDICT_ELO1 } LudVerdict;

typedef struct LudSprtState {
    double llr;          /* the logarithm of the ratio of likelihoods, elo1 against elo0 */
    double lower, upper; /* where it is decided */
    LudVerdict verdict;
    int64_t pairs; /* how many it took, or has taken so far */
    int64_t pentanomial[LUD_PENTANOMIAL];
} LudSprtState;

/* Reads "elo0,elo1[,alpha,beta]", the last two 0.05 unless given. */
LUD_API LudStatus lud_sprt_parse(const char *text, LudSprt *sprt, LudError *err);
/* The logarithm of the generalised likelihood ratio for so many pairs of each kind. */
LUD_API double lud_sprt_llr(const int64_t pentanomial[LUD_PENTANOMIAL], double elo0, double elo1);
/* Goes through the pairs in the order of the schedule, from where `state` stands ({0} at first) up
 * to the first that is not complete, and stops where the test is decided: the verdict depends on no
 * other order. Two players, two sides. */
LUD_API void lud_sprt_judge(const LudSprt *sprt, const LudOutcome *games, int64_t count,
                            LudSprtState *state);

#ifdef __cplusplus
}
#endif
#endif
