/* Oware games as PlayStrategy writes them: PGN tags, the start as FEN, moves as "c1f2". */
#ifndef LUD_CLI_PLAYSTRATEGY_H
#define LUD_CLI_PLAYSTRATEGY_H

#include <ludoteca/oware.h>

/* Whether a text looks like one of these. */
bool playstrategy_recognises(const char *text, size_t size);
/* As lud_record_read. PlayStrategy plays by oware:slam=nocapture; a Variant tag may name other
 * rules, as playstrategy_write does. */
LudStatus playstrategy_read(const char *text, size_t size, LudRecord **record, size_t *consumed,
                            LudError *err);
/* The record for free(); an error if the game is not oware. */
LudStatus playstrategy_write(LudRecord *record, char **text, LudError *err);

#endif
