/* What people and other programs are told of Oware, and what was measured of it. */
#ifndef LUD_OWARE_FACTS_H
#define LUD_OWARE_FACTS_H

#include <ludoteca/judging.h>
#include <ludoteca/practice.h>

extern const LudGamePractice oware_practice;
extern const LudUnit oware_unit;

/* How moves are written. */
extern const char oware_notation[];
/* As LudGameText.ending. */
void oware_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending);
/* As LudGameText.offer. */
const char *oware_offer(LudOffer offer);

#endif
