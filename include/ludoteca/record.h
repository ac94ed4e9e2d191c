/* Game records: one PGN-like text format for all games. docs/RECORDS.md describes it. */
#ifndef LUDOTECA_RECORD_H
#define LUDOTECA_RECORD_H

#include "play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game with its tags and comments. */
typedef struct LudRecord LudRecord; /* opaque */

/* An empty record around a game; the record owns it from now on. NULL when out of memory (the game
 * is then freed too). */
LUD_API LudRecord *lud_record_new(LudPlay *play);
/* Ends its life and that of its game; NULL is allowed. */
LUD_API void lud_record_free(LudRecord *record);
/* The game, which stays the record's. */
LUD_API LudPlay *lud_record_play(LudRecord *record);
/* Hands the game over to the caller; the record then only answers for its tags and comments. */
LUD_API LudPlay *lud_record_take_play(LudRecord *record);

/* The value of a tag, or NULL. Game, Position, Fragment, Result and Reason follow from the game and
 * can't be set; all others (South, North, Date, Site, Event, Round, TimeControl …) are free. */
LUD_API const char *lud_record_tag(const LudRecord *record, const char *name);
/* Whether a tag is one of those that follow from the game. */
LUD_API bool lud_record_is_derived(const char *name);
/* The tag that names the player on a seat: South, Light …; Seat1 … where partners share a side. */
LUD_API const char *lud_record_player_tag(const LudRules *rules, int seat);
/* Sets a tag; NULL removes it. Names: letters, digits and _, first a letter. Control characters in
 * the value become spaces. */
LUD_API LudStatus lud_record_set_tag(LudRecord *record, const char *name, const char *value,
                                     LudError *err);
/* The tags in order, index from 0; false past the end. */
LUD_API bool lud_record_tag_at(const LudRecord *record, int index, const char **name,
                               const char **value);
/* The comment after ply `index` - 1 (0: before the first move), or NULL. Comments stay where they
 * are when moves are taken back: remove those that no longer fit. */
LUD_API const char *lud_record_comment(const LudRecord *record, int index);
/* Sets it; NULL removes it. Braces become brackets, white space is folded. */
LUD_API LudStatus lud_record_set_comment(LudRecord *record, int index, const char *text,
                                         LudError *err);

/* Reads the first record in `text` (`size` bytes, any content). Strict about legality, forgiving
 * about white space. An error names line, move number, what was found and what was legal. On
 * success `consumed` (may be NULL) tells where the next record starts. */
LUD_API LudStatus lud_record_read(const char *text, size_t size, LudRecord **record,
                                  size_t *consumed, LudError *err);
/* Whether anything but white space is left. */
LUD_API bool lud_record_has_more(const char *text, size_t size);
/* The record as canonical text, for lud_free; NULL when out of memory or without a game. */
LUD_API char *lud_record_write(const LudRecord *record);

#ifdef __cplusplus
}
#endif
#endif
