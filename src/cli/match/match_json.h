/* What `match --json` prints: docs/JSON.md. */
#ifndef LUD_CLI_MATCH_JSON_H
#define LUD_CLI_MATCH_JSON_H

#include <ludoteca/tournament.h>

/* A match, finished or not. */
typedef struct MatchSummary {
    LudRules rules;
    uint64_t seed;
    int64_t games;         /* that were asked for */
    int64_t played;        /* that count */
    int64_t adjudicated;   /* of these, stopped at the limit of moves */
    const char *end;       /* "finished", "decided" by the sequential test, or "interrupted" */
    int plies;             /* random moves at the start; 0: none */
    int balance;           /* what random openings are worth at most; -1: anything */
    const char *openings;  /* the file of openings; NULL: none */
    int64_t opening_count; /* different ones in that file */
    int move_limit;
    int player_count;
    const char *const *names;
    const LudStanding *standings;
    const LudShare *luckless; /* shares without the luck of the dice; NULL: there are no dice */
    const char *const *first_faults; /* NULL where a player has none */
    int encounter_count;
    const LudEncounter *encounters;
    const LudSprt *sprt; /* NULL: none */
    LudSprtState sprt_state;
} MatchSummary;

/* One line of text for lud_free; NULL when out of memory. */
char *match_json(const MatchSummary *summary);

#endif
