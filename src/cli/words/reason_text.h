/* Sides, results and the reasons for them, in words. */
#ifndef LUD_CLI_WORDS_REASON_TEXT_H
#define LUD_CLI_WORDS_REASON_TEXT_H

#include <ludoteca/play.h>

enum { REASON_BYTES = 512 };

/* A side's name in the reader's language. */
const char *side_name(const LudGame *game, int side);
/* Who sits there: the side's name; where partners share a side, also which seat. */
void seat_name(const LudRules *rules, int seat, char *text, size_t size);
/* Who won, by how much, and why, as sentences; nothing while the game goes on. */
void reason_text(const LudRules *rules, const LudResult *result, char *text, size_t size);
/* Why someone went out of a game of three sides that goes on: "Blue resigned." */
void drop_text(const LudRules *rules, int seat, LudReason reason, char *text, size_t size);
/* Why the rules suggest to finish, `remedy` (translated), and what becomes of what is left. */
void offer_text(const LudRules *rules, LudOffer offer, const char *remedy, char *text, size_t size);
/* What becomes of what is left when the players finish: as the rules have it where they suggest it
 * (`is_offered`), or as they have it anyway. */
const char *finish_text(const LudRules *rules, bool is_offered);

#endif
