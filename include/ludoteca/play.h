/* A game being played: position, history, repetition, clocks, and a result with its reason.
 *
 * Everything here is checked. A LudPlay belongs to one thread at a time; any number may exist. */
#ifndef LUDOTECA_PLAY_H
#define LUDOTECA_PLAY_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LudPlay LudPlay; /* opaque */

enum { LUD_RESULT_TEXT = 32 };

/* Some thirty years: more than any clock needs. */
#define LUD_CLOCK_MOST_MS INT64_C(1000000000000)

typedef struct LudResult {
    LudReason reason; /* LUD_REASON_NONE while the game goes on; the rest is then unset */
    int sides;
    int points[LUD_MAX_SIDES]; /* win 2, draw 1, loss 0 */
    bool has_score;            /* of games with one that did end on the board: */
    int score[LUD_MAX_SIDES];  /* twice what each side has (a split may leave halves) */
    int culprit;               /* RESIGNED, TIME, LEFT: the seat that did; else -1 */
} LudResult;

/* Writes "1-0", "1/2-1/2", "0-1-0", or "*" while the game goes on. */
LUD_API int lud_result_print(const LudResult *result, char *text);
/* Writes the score, "30-18" or "23.5-24.5", or the same as above for games without one. */
LUD_API int lud_result_print_score(const LudResult *result, char *text);
/* The side that won, or -1 for a draw or a game that goes on. */
LUD_API int lud_result_winner(const LudResult *result);
/* The result of a bare position by the rules alone, without history: NONE if it goes on. */
LUD_API void lud_state_result(const LudGame *game, const LudState *s, LudResult *result);
/* Plays a move, a roll or a turn written as for lud_play_move_text on a bare position, by the rules
 * alone; one that is refused leaves it as it was. */
LUD_API LudStatus lud_state_move_text(const LudGame *game, LudState *s, const char *text,
                                      LudError *err);
/* Reads a position (NULL: the usual start) and plays a list of moves from there (NULL: none), by
 * the rules alone. Between moves there are spaces, unless the game's letters are moves (`FfBe`);
 * `flags` as LUD_PARSE_…. What is refused leaves `s` untouched; err->move_number says which move it
 * was. */
LUD_API LudStatus lud_state_read(LudState *s, const LudRules *rules, const char *position,
                                 const char *moves, unsigned flags, LudError *err);

/* Begins a game at `start`, or at the usual start position if that is NULL. */
LUD_API LudStatus lud_play_new(LudPlay **play, const LudRules *rules, const LudState *start,
                               LudError *err);
/* The same for text as lud_state_read takes it: a game with the moves as its history. */
LUD_API LudStatus lud_play_read(LudPlay **play, const LudRules *rules, const char *position,
                                const char *moves, unsigned flags, LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_play_free(LudPlay *play);
/* Begins anew in the same object, keeping its memory. */
LUD_API void lud_play_restart(LudPlay *play, const LudState *start);
/* A copy with all history, or NULL when out of memory. */
LUD_API LudPlay *lud_play_copy(const LudPlay *play);

/* What is played, where it stands, and where it began; all belong to the game object. */
LUD_API const LudRules *lud_play_rules(const LudPlay *play);
LUD_API const LudState *lud_play_state(const LudPlay *play);
LUD_API const LudState *lud_play_start(const LudPlay *play);
/* As LudGameRules.turn, but LUD_OVER also when history, agreement or a clock ended the game. */
LUD_API int lud_play_turn(const LudPlay *play);
/* The seat to move or to roll, or LUD_OVER. */
LUD_API int lud_play_seat(const LudPlay *play);
/* The legal moves (at LUD_CHANCE: outcomes), none when over. Valid until the next change. */
LUD_API int lud_play_moves(LudPlay *play, const LudMove **list);
/* The result so far; reason NONE while the game goes on. */
LUD_API void lud_play_result(const LudPlay *play, LudResult *result);

/* Plays a move of the seat whose turn it is, or a roll at LUD_CHANCE, if it is legal. */
LUD_API LudStatus lud_play_move(LudPlay *play, LudMove m, LudError *err);
/* The same for text; a whole turn "8:c5" is also understood, and played wholly or not at all.
 * The error of an illegal move lists legal ones. */
LUD_API LudStatus lud_play_move_text(LudPlay *play, const char *text, LudError *err);
/* The same for a list as lud_state_read takes it; moves before a refused one stay played. */
LUD_API LudStatus lud_play_moves_text(LudPlay *play, const char *moves, LudError *err);
/* Rolls for LUD_CHANCE with the caller's generator and plays the outcome. */
LUD_API LudStatus lud_play_roll(LudPlay *play, LudRandom *random, LudMove *outcome, LudError *err);

/* How many plies (moves, rolls, skips) have been played, and how many could be redone. */
LUD_API int lud_play_length(const LudPlay *play);
LUD_API int lud_play_redo_length(const LudPlay *play);
/* Takes back or repeats the last ply. Clocks are not turned back. Taking back also lifts an end by
 * agreement, resignation or time, as one step of its own; what followed a side's going out can't be
 * redone after that. */
LUD_API LudStatus lud_play_undo(LudPlay *play, LudError *err);
LUD_API LudStatus lud_play_redo(LudPlay *play, LudError *err);

/* One ply of the history. */
typedef struct LudPly {
    LudMove move; /* LUD_NO_MOVE: the seat's side was out and its turn was skipped */
    int seat;     /* who moved or rolled or was skipped */
    bool is_roll;
} LudPly;
LUD_API LudPly lud_play_ply(const LudPlay *play, int index);
/* All plies as plain moves, LUD_NO_MOVE where one was skipped: with the start position, a game to
 * walk through without asking for every ply by its number. Valid until the next change. */
LUD_API const LudMove *lud_play_history(const LudPlay *play);
/* The position before ply `index` (index = length: the current one). */
LUD_API void lud_play_state_at(const LudPlay *play, int index, LudState *s);
/* When the seat's side went out of a game of three sides: the length of the game then, or -1; and
 * why (RESIGNED, TIME, LEFT). */
LUD_API int lud_play_out_since(const LudPlay *play, int seat, LudReason *reason);

/* The seat gives up, ran out of time, or left (`reason`: RESIGNED, TIME or LEFT). With two sides
 * the other wins; with three that side is out, its turns are skipped, and the last one in wins. */
LUD_API LudStatus lud_play_drop(LudPlay *play, int seat, LudReason reason, LudError *err);
/* All players agreed: a draw; or to stop and divide the seeds (oware). */
LUD_API LudStatus lud_play_agree_draw(LudPlay *play, LudError *err);
LUD_API LudStatus lud_play_agree_finish(LudPlay *play, LudError *err);
/* Whether the game suggests finishing here. May take milliseconds: ask when a person waits. */
LUD_API LudOffer lud_play_offer(const LudPlay *play);
/* How often the current position has occurred in this game, itself included. */
LUD_API int lud_play_occurrences(const LudPlay *play);

/* A clock for each player, in the caller's time. Every seat gets `base_ms`, and `increment_ms`
 * after each of its turns: who moves several times in a row is in one turn, but a roll begins a new
 * one. The clock of the seat to move (or to roll) runs from `now_ms` on. */
LUD_API void lud_play_set_clock(LudPlay *play, int64_t base_ms, int64_t increment_ms,
                                int64_t now_ms);
/* Whether a clock was set since the game began. */
LUD_API bool lud_play_has_clock(const LudPlay *play);
/* Says what time it is: call it before each move and whenever a flag may have fallen. If the
 * running clock is used up, its seat is dropped for TIME. Time never runs backwards. */
LUD_API void lud_play_tell_time(LudPlay *play, int64_t now_ms);
/* What a seat has left, as of the time last told. */
LUD_API int64_t lud_play_clock_ms(const LudPlay *play, int seat);
/* Restores a clock, e.g. after a pause or from a saved game. */
LUD_API void lud_play_set_clock_ms(LudPlay *play, int seat, int64_t left_ms);

#ifdef __cplusplus
}
#endif
#endif
