/* Whether the dice of a recorded online game are what everybody's secrets make of them. Nothing
 * here asks a server: the record has all of it. */
#ifndef LUD_ONLINE_DICE_CHECK_H
#define LUD_ONLINE_DICE_CHECK_H

#include <ludoteca/record.h>

/* What was found, in order; a sentence each. */
typedef struct DiceReport {
    void *context;
    void (*right)(void *context, const LudError *sentence);
    void (*wrong)(void *context, const LudError *sentence);
    int faults;      /* how often `wrong` was called */
    int rolls;       /* that were worked out anew and are right */
    bool is_servers; /* all parts were the server's */
} DiceReport;

/* Works out everything anew. LUD_ENOTNOW if the record has no such dice, or its secrets are not
 * told yet; else LUD_OK, and the report says what is wrong. */
LudStatus dice_check(LudRecord *record, DiceReport *report, LudError *err);

#endif
