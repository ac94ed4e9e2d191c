/* Answers as JSON, each one line of text for lud_free. Every shape carries its version;
 * docs/JSON.md describes them. When memory runs out the answer is NULL. */
#ifndef LUDOTECA_JSON_H
#define LUDOTECA_JSON_H

#include "engine.h"
#include "game_report.h"
#include "listing.h"
#include "proof.h"
#include "record.h"
#include "rollout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The games with their options. Titles and explanations go through `translate` (NULL: English). */
LUD_API char *lud_json_games(LudTranslate translate);
/* A game's rules in prose; `language` as in lud_game_prose. */
LUD_API char *lud_json_prose(const LudRules *rules, const char *language);

/* What is to be said about a position besides what can be seen on its board (view.h). */
typedef struct LudPositionFacts {
    size_t size; /* sizeof(LudPositionFacts) */
    const LudRules *rules;
    const LudState *state;
    int turn;         /* as LudGameRules.turn, or LUD_OVER if history ended the game */
    LudResult result; /* reason NONE while it goes on */
    int move_count;
    LudOffer offer;
} LudPositionFacts;
/* NULL also if the size of the facts is wrong (docs/LIBRARY.md). */
LUD_API char *lud_json_position(const LudPositionFacts *facts);
/* The same of a game that is being played, with how every move is entered, and what the last ply
 * did. */
LUD_API char *lud_json_situation(LudPlay *play);
/* What a move, written as for lud_play_move_text, would do; the game is left as it was. */
LUD_API LudStatus lud_json_preview(const LudPlay *play, const char *move, char **text,
                                   LudError *err);

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
/* The same where dice are to be rolled: every outcome, and every cell. */
LUD_API char *lud_json_outlook(const LudRules *rules, const LudState *position,
                               const LudOutlook *outlook);
/* What was solved of `position`; and a proof that holds. */
LUD_API char *lud_json_solution(const LudRules *rules, const LudState *position,
                                const LudSolution *solution);
LUD_API char *lud_json_proof(const LudProofReport *report);
/* The same by rollouts. */
LUD_API char *lud_json_rollout(const LudRules *rules, const LudState *position,
                               const LudRolloutSums *sums);
LUD_API char *lud_json_hint(const LudRules *rules, const LudState *position, const LudHint *hint);
LUD_API char *lud_json_choice(const LudRules *rules, const LudState *position,
                              const LudChoice *choice);
LUD_API char *lud_json_review(const LudPlay *play, const LudReview *review);
LUD_API char *lud_json_report(const LudReport *report);

/* An error, as a sentence and before its arguments were put in, for translation. */
LUD_API char *lud_json_error(const LudError *err);

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

#ifdef __cplusplus
}
#endif
#endif
