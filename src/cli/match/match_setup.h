/* What a match is: its players, openings and limits, as the command line says. */
#ifndef LUD_CLI_MATCH_MATCH_SETUP_H
#define LUD_CLI_MATCH_MATCH_SETUP_H

#include <ludoteca/ludoteca.h>

#include "shell/arguments.h"

enum {
    MATCH_MOST_GAMES = 1000000,
    MATCH_MOST_WORKERS = 256,
    MATCH_MOST_PLIES = 100,
    MATCH_MOST_BALANCE = 10000,
};

typedef struct MatchPlayer {
    char name[LUD_PLAYER_TEXT]; /* in its one spelling */
    LudPlayerSpec spec;
    LudLimits limits; /* its own, or else the match's */
} MatchPlayer;

/* The moves that begin a group of games, from a position that need not be the usual one. */
typedef struct MatchOpening {
    const LudState *start; /* NULL: the usual one */
    const LudMove *moves;  /* rolls among them */
    int move_count;
} MatchOpening;

typedef struct MatchOpenings {
    int64_t count;
    LudState **starts; /* one for each, NULL where it is the usual one; NULL: always */
    LudMove *moves;    /* all of them, one opening after the other */
    int64_t *first;    /* where each one's begin; count + 1 places */
    uint64_t hash;     /* of a file's lines: another file is another match */
} MatchOpenings;

typedef struct MatchSetup {
    LudRules rules;
    int seats, sides;
    MatchPlayer *player; /* LUD_TOURNAMENT_PLAYERS places */
    int player_count;
    LudSchedule schedule;
    int64_t games;
    uint64_t seed;
    int concurrency;
    int plies;                 /* random moves at the start of a game */
    bool has_balance;          /* only random openings that a search finds about even: */
    int balance;               /* worth so much at most, as the engine protocol counts */
    const char *openings_path; /* NULL: random ones */
    MatchOpenings openings;
    LudLimits control; /* the time for players without a time of their own */
    int move_limit;
    int64_t margin_ms, patience_ms;
    int64_t startup_ms; /* for each answer of a program that begins a game */
    bool has_sprt;
    LudSprt sprt;
    const char *records_path, *state_path;
    bool is_json;
} MatchSetup;

/* Reads the command line and makes the openings. Returns the exit status, after a message on stderr
 * if it is not 0; match_setup_free in any case. */
int match_setup_read(const Arguments *arguments, MatchSetup *setup);
void match_setup_free(MatchSetup *setup);

/* match_openings.c: reads the file, or draws random ones, none twice while there are others. */
int match_openings_read(MatchSetup *setup);
int match_openings_draw(MatchSetup *setup);
/* match_balance.c: judges random openings, the same ones alike on every machine. */
typedef struct MatchBalance {
    LudEngine *engine; /* NULL: every opening will do */
    int most;
} MatchBalance;
int match_balance_open(MatchBalance *balance, const MatchSetup *setup);
/* Whether the position of `play` is about even. */
int match_balance_judge(MatchBalance *balance, const LudPlay *play, bool *is_even);
void match_balance_close(MatchBalance *balance);
void match_openings_free(MatchOpenings *openings);
/* The opening of a round; when a file has no more it begins anew. */
MatchOpening match_opening(const MatchSetup *setup, int64_t round);

#endif
