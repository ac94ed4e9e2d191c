/* A series of games between the same players: who sits where, who starts, who leads. */
#ifndef LUDOTECA_MATCH_H
#define LUDOTECA_MATCH_H

#include "play.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LUD_ROLL_OFF_ROUNDS = 16 };

/* The throws that decide who starts: in each round the contenders throw two dice twice, the better
 * total counts, those who tie for the highest throw again. */
typedef struct LudRollOff {
    int players;
    int rounds; /* rounds played; of more than LUD_ROLL_OFF_ROUNDS the last place keeps the one that
                   decided */
    struct {
        bool throws_again[LUD_MAX_SEATS]; /* who takes part in this round */
        int total[LUD_MAX_SEATS][2];
    } round[LUD_ROLL_OFF_ROUNDS];
    bool leads[LUD_MAX_SEATS]; /* who may still win; they throw the next round */
    int winner;                /* once only one leads */
} LudRollOff;

/* Begins a roll-off of 1 to LUD_MAX_SEATS players whose throws are made elsewhere. */
LUD_API void lud_roll_off_begin(LudRollOff *roll_off, int players);
/* Takes a round: two totals of two dice, 2 to 12, for everyone who leads; those of others are not
 * looked at. True once it is decided. */
LUD_API bool lud_roll_off_take(LudRollOff *roll_off, int total[LUD_MAX_SEATS][2]);
/* Throws until one of 1 to LUD_MAX_SEATS players is ahead. */
LUD_API void lud_roll_off(int players, LudRandom *random, LudRollOff *roll_off);

/* A series. Players are numbered from 0 and keep their numbers; seats change as the game wants. */
typedef struct LudMatch {
    LudRules rules;
    int players;
    int games;                      /* finished so far */
    int seat_of[LUD_MAX_SEATS];     /* player → seat in the coming or current game */
    int starter;                    /* the player who starts it */
    int half_points[LUD_MAX_SEATS]; /* running score: win 2, draw 1, for each player */
    int wins[LUD_MAX_SEATS];
    int draws;
    int score[LUD_MAX_SEATS]; /* of games with one: twice the sum of all games */
    LudRollOff roll_off;      /* of the coming game, where dice decide */
} LudMatch;

/* Draws lots for seats (oware, pylos, six) or rolls off for the start (dados; seats as they sit).
 */
LUD_API void lud_match_begin(LudMatch *match, const LudRules *rules, LudRandom *random);
/* The same, but player 0 takes `seat` and starts if that seat does. */
LUD_API void lud_match_begin_seated(LudMatch *match, const LudRules *rules, int seat,
                                    LudRandom *random);
/* The rules of the coming game (six: with the right `first`) and its start position. */
LUD_API void lud_match_game(const LudMatch *match, LudRules *rules, LudState *start);
/* Takes the result of the finished game into the score and prepares the next: the loser starts it;
 * after a draw the other player does; where dice decide they are rolled again. */
LUD_API void lud_match_next(LudMatch *match, const LudResult *result, LudRandom *random);
/* The player who sits on a seat. */
LUD_API int lud_match_player_at(const LudMatch *match, int seat);

#ifdef __cplusplus
}
#endif
#endif
