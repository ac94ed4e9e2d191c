/* The formats of game records: our own and those of other programs, chosen by their name or by what
 * a text looks like. */
#ifndef LUDOTECA_FORMATS_H
#define LUDOTECA_FORMATS_H

#include "record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LudFormat {
    const char *name; /* "ludo", which is our own; "ogn", "playstrategy" */
    /* As lud_record_read. */
    LudStatus (*read)(const char *text, size_t size, LudRecord **record, size_t *consumed,
                      LudError *err);
    /* The record as text, for lud_free; an error if this format has no words for its game. */
    LudStatus (*write)(const LudRecord *record, char **text, LudError *err);
} LudFormat;

/* By name, or NULL. */
LUD_API const LudFormat *lud_format_find(const char *name);
/* What a text, or its beginning, looks like; where it tells nothing, what the name of its file ends
 * in (`path` NULL: it has none), and else our own. */
LUD_API const LudFormat *lud_format_guess(const char *text, size_t size, const char *path);

#ifdef __cplusplus
}
#endif
#endif
