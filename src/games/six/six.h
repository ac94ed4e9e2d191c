/* What the files of Six share besides the board: the options, and the text of positions and moves.
 */
#ifndef LUD_SIX_H
#define LUD_SIX_H

#include <ludoteca/story.h>

#include "six_board.h"

enum { SIX_OPTION_FIRST, SIX_OPTION_OPENING, SIX_OPTIONS };
enum { SIX_OPENING_FREE, SIX_OPENING_APART };

extern const LudOptionSpec six_options[SIX_OPTIONS];
extern const LudGameStory six_story;
extern const LudGameView six_view;
extern const struct LudGameLearning six_learning;

LudStatus six_state_parse(LudState *state, const LudOptions *options, const char *text,
                          unsigned flags, LudError *err);
int six_state_print(const LudState *state, char *text);
LudStatus six_move_parse(const LudState *state, const char *text, LudMove *m, LudError *err);
int six_move_print(const LudState *state, LudMove m, char *text);

#endif
