/* What people and other programs are told of Pylos, and what was measured of it. */
#ifndef LUD_PYLOS_FACTS_H
#define LUD_PYLOS_FACTS_H

#include <ludoteca/judging.h>
#include <ludoteca/practice.h>

extern const LudGamePractice pylos_practice;
extern const LudUnit pylos_unit;

/* How moves are written. */
extern const char pylos_notation[];
/* As LudGameText.ending. */
void pylos_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending);

#endif
