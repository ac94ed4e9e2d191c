/* Oware's notation: "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", moves as pit letters. As in LudGame. */
#ifndef LUD_OWARE_TEXT_H
#define LUD_OWARE_TEXT_H

#include <ludoteca/story.h>

extern const LudGameStory oware_story;
extern const LudGameView oware_view;
extern const struct LudGameLearning oware_learning;
extern const char oware_pit_letters[]; /* South's six, then North's */

LudStatus oware_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err);
int oware_state_print(const LudState *s, char *text);
LudStatus oware_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err);
int oware_move_print(const LudState *s, LudMove m, char *text);

/* PlayStrategy's positions, which may also tell the number of the move; and whether a text looks
 * like a move of theirs, origin and destination. */
LudStatus oware_fen_parse(LudState *s, const LudOptions *options, const char *text, unsigned flags,
                          int *move_number, LudError *err);
bool oware_is_uci(const char *text);

/* A position as numbers, in the order of the notation: pits A–F a–f, South's store, North's. */
enum { OWARE_SOUTH_STORE = 12, OWARE_NORTH_STORE = 13, OWARE_NUMBERS = 14 };

/* Checks the numbers and sets up the position; `seat` is to move. */
LudStatus oware_set_up(LudState *s, const LudOptions *options, const int *numbers, int seat,
                       unsigned flags, LudError *err);
/* The numbers of a position; returns the seat to move, over or not. */
int oware_read_out(const LudState *s, int *numbers);

#endif
