/* Oware's exchange with other programs: Aualé's OGN files, PlayStrategy's positions and moves. */
#ifndef LUDOTECA_OWARE_H
#define LUDOTECA_OWARE_H

#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the first game of an OGN text; `consumed` as in lud_record_read. The rules are those that
 * Aualé plays by, oware:slam=nocapture. */
LUD_API LudStatus lud_oware_read_ogn(const char *text, size_t size, LudRecord **record,
                                     size_t *consumed, LudError *err);
/* The record as OGN, for lud_free; an error if the game is not oware. */
LUD_API LudStatus lud_oware_write_ogn(const LudRecord *record, char **text, LudError *err);

/* The same for games as PlayStrategy writes them. It plays by oware:slam=nocapture; games by other
 * rules name them in the tag Variant. */
LUD_API LudStatus lud_oware_read_playstrategy(const char *text, size_t size, LudRecord **record,
                                              size_t *consumed, LudError *err);
LUD_API LudStatus lud_oware_write_playstrategy(const LudRecord *record, char **text, LudError *err);
/* Whether a text looks like one of these. */
LUD_API bool lud_oware_is_playstrategy(const char *text, size_t size);

/* PlayStrategy's FEN, "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1": north's row as seen from
 * south, then south's; a bare digit is that many empty pits; stores; side; move number. */
LUD_API LudStatus lud_oware_parse_fen(const LudRules *rules, const char *text, LudState *s,
                                      int *move_number, LudError *err);
LUD_API int lud_oware_print_fen(const LudState *s, int move_number, char *text);
/* PlayStrategy's moves, origin and destination: "c1f2" (LUD_MOVE_TEXT bytes). */
LUD_API LudStatus lud_oware_parse_uci(const LudState *s, const char *text, LudMove *m,
                                      LudError *err);
LUD_API int lud_oware_print_uci(const LudState *s, LudMove m, char *text);

#ifdef __cplusplus
}
#endif
#endif
