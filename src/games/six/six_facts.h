/* What people and other programs are told of Six, and what was measured of it. */
#ifndef LUD_SIX_FACTS_H
#define LUD_SIX_FACTS_H

#include <ludoteca/judging.h>
#include <ludoteca/practice.h>

extern const LudGamePractice six_practice;

/* How moves are written. */
extern const char six_notation[];
/* As LudGameText.ending. */
void six_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending);

#endif
