/* What a game's draws are for, in words. Commitments and draws are bound to them: whoever changes
 * one of them later finds that no secret fits any more. */
#ifndef LUD_ONLINE_FAIR_TERMS_H
#define LUD_ONLINE_FAIR_TERMS_H

#include <stdbool.h>

#include <ludoteca/game.h>

#include "online/fair_draw.h"

enum {
    FAIR_ID = 17,
    FAIR_NAME = 24,
    FAIR_TERMS_TEXT = FAIR_ID + LUD_RULES_TEXT + 32,
    FAIR_THROWS = 96,
};

typedef struct FairTerms {
    char id[FAIR_ID];
    LudRules rules;
    int players;
    bool is_computer[LUD_MAX_SEATS]; /* by player: it has no part */
    bool draws_lots, rolls_off;      /* who sits where; who begins */
    bool is_shared;                  /* every person has a part; else all is the server's */
} FairTerms;

/* "ID RULES KINDS[ lots][ rolloff] all" or "… server"; of KINDS each letter is a player, p for a
 * person and c for a computer. Reading is false for anything else. */
void fair_terms_print(const FairTerms *terms, char text[FAIR_TERMS_TEXT]);
bool fair_terms_read(const char *text, FairTerms *terms);
/* How commitments call a player: "player 1". */
void fair_name_player(int player, char name[FAIR_NAME]);

/* Two dice. */
typedef struct FairDice {
    int first, second; /* 1 to 6 */
} FairDice;

/* A throw for the start. */
typedef struct FairThrow {
    int seat;
    FairDice dice;
} FairThrow;

/* The dice of a draw, which are both in one number below 36. */
FairDice fair_throw(const FairSource *source, const char *purpose, int number);
/* Each seat in turn gets one of the players who have none yet. */
void fair_draw_lots(const FairSource *source, int players, int player_of[LUD_MAX_SEATS]);
/* Throws for the start, by seats, as lud_roll_off_take has it: how many, of which the first
 * FAIR_THROWS are told. */
int fair_throw_off(const FairSource *source, int seats, FairThrow throws[FAIR_THROWS], int *winner);

#endif
