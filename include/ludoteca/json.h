/* Answers as JSON, each one line of text for lud_free. Every shape carries its version;
 * docs/JSON.md describes them. When memory runs out the answer is NULL, or lacks what did not fit.
 */
#ifndef LUDOTECA_JSON_H
#define LUDOTECA_JSON_H

#include "engine.h"
#include "listing.h"
#include "record.h"
#include "tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The games with their options. Titles and explanations go through `translate` (NULL: English). */
LUD_API char *lud_json_games(LudTranslate translate);
/* A game's rules in prose; `language` as in lud_game_prose. */
LUD_API char *lud_json_prose(const LudRules *rules, const char *language);

/* What is to be said about a position. */
typedef struct LudPositionFacts {
    const LudRules *rules;
    const LudState *state;
    int turn;         /* as LudGame.turn, or LUD_OVER if history ended the game */
    LudResult result; /* reason NONE while it goes on */
    int move_count;
    LudOffer offer;
    const char *held_name;   /* what the numbers below count, e.g. "reserve" */
    int held[LUD_MAX_SIDES]; /* for each side */
} LudPositionFacts;
LUD_API char *lud_json_position(const LudPositionFacts *facts);

/* Legal moves of `position`, which the listing was made from. */
LUD_API char *lud_json_moves(const LudRules *rules, const LudState *position,
                             const LudListing *listing);
/* nodes[0] are those of depth 1. */
LUD_API char *lud_json_perft(const LudRules *rules, const LudState *position, int depth,
                             const uint64_t *nodes);
/* A game with its tags, every ply and the position after it. */
LUD_API char *lud_json_record(LudRecord *record);

/* What was found about `position`, what is advised there, and a whole game judged. */
LUD_API char *lud_json_analysis(const LudRules *rules, const LudState *position,
                                const LudFindings *findings);
/* The same where dice are to be rolled: what was found for each outcome. */
typedef struct LudRollAnswer {
    LudChance chance;
    LudLine best; /* for whoever rolls */
} LudRollAnswer;
LUD_API char *lud_json_rolls(const LudRules *rules, const LudState *position,
                             const LudRollAnswer *answers, int count);
LUD_API char *lud_json_hint(const LudRules *rules, const LudState *position, const LudHint *hint);
LUD_API char *lud_json_review(const LudPlay *play, const LudReview *review);

/* Files of tables in these directories; how the positions of each layer up to `most` are worth; and
 * what tables say of a position and its moves. */
LUD_API char *lud_json_table_files(const char *path);
LUD_API LudStatus lud_json_table_counts(const LudRules *rules, LudTables *tables, int most,
                                        char **text, LudError *err);
LUD_API char *lud_json_table_probe(const LudRules *rules, LudTables *tables,
                                   const LudState *position);
/* Up to where tables reach, column by column: those of a game's rules, and all in these
 * directories. */
LUD_API char *lud_json_table_reach(const LudRules *rules, const LudTables *tables);
LUD_API char *lud_json_table_reaches(const char *path);

/* A speed measured several times. */
typedef struct LudRate {
    double median, least, most;
} LudRate;

/* The search on fixed positions, each to the same depth. */
typedef struct LudBenchSearch {
    int positions, depth;
    uint64_t nodes;           /* of one thread, all positions together: changes with the search */
    double branching;         /* the depth-th root of the nodes of a position */
    LudRate nodes_per_second; /* of CPU time, one thread */
    /* What several threads gain, in positions of their own: how many times sooner than one they
     * reach the depth, and how many times as many nodes they visit on the way. Both are 1 if
     * `threads` is. */
    int threads, gain_positions, gain_depth;
    LudRate gain, gain_nodes;
} LudBenchSearch;

typedef struct LudBenchGame {
    LudRules rules;
    LudRate playout_moves, game_moves, playout_games, perft_leaves; /* per CPU-second */
    LudBenchSearch search;
    uint64_t signature; /* below 2^53, so that every reader of JSON keeps it exact */
} LudBenchGame;

typedef struct LudBench {
    const char *machine, *build; /* what it was measured on and with */
    int repeats;
    int move_limit; /* after which an endless playout is stopped */
    int game_count;
    const LudBenchGame *games;
} LudBench;
LUD_API char *lud_json_bench(const LudBench *bench);

/* A match, finished or not. */
typedef struct LudMatchSummary {
    LudRules rules;
    uint64_t seed;
    int64_t games;         /* that were asked for */
    int64_t played;        /* that count */
    int64_t adjudicated;   /* of these, stopped at the limit of moves */
    const char *end;       /* "finished", "decided" by the sequential test, or "interrupted" */
    int plies;             /* random moves at the start; 0: none */
    const char *openings;  /* the file of openings; NULL: none */
    int64_t opening_count; /* different ones in that file */
    int move_limit;
    int player_count;
    const char *const *names;
    const LudStanding *standings;
    const char *const *first_faults; /* NULL where a player has none */
    int encounter_count;
    const LudEncounter *encounters;
    const LudSprt *sprt; /* NULL: none */
    LudSprtState sprt_state;
} LudMatchSummary;
LUD_API char *lud_json_match(const LudMatchSummary *summary);

#ifdef __cplusplus
}
#endif
#endif
