/* Somebody to play games with: a shallow search, or the best value after one move. */
#ifndef LUD_TUNE_PLAYER_H
#define LUD_TUNE_PLAYER_H

#include <ludoteca/play.h>
#include <ludoteca/search.h>

typedef struct Player {
    LudRules rules;   /* may name a patched game */
    LudLimits limits; /* none: greedy, without a search */
    LudSearch *search;
} Player;

/* A choice and what it is worth to the side that moves. */
typedef struct Choice {
    LudMove move;
    int value;
    bool is_proven;
} Choice;

/* False, with a message on stderr, if there can be none. */
bool player_begin(Player *player, const LudRules *rules, const LudLimits *limits);
void player_end(Player *player);
void player_forget(Player *player);
/* What a position is worth to a side without looking ahead, finished or not. */
int player_judge(const LudGame *game, const LudState *s, int side);
/* For the seat to move; `past` as in LudTask. Ties of a greedy player are left to `random`. */
Choice player_choose(Player *player, const LudState *s, const uint64_t *past, int past_count,
                     LudRandom *random);

#endif
