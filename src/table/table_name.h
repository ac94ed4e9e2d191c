/* How tables are named, and which rules they are for. */
#ifndef LUD_TABLE_NAME_H
#define LUD_TABLE_NAME_H

#include "core/tabulation.h"

enum { TABLE_NAME_TEXT = 256 };

/* The rules without what tables do not depend on: what a table's header says of them is
 * lud_rules_print of these. The game must have a tabulation. */
LudRules table_bare_rules(const LudRules *rules);
/* "oware.slam=awari.value.16.ludt"; the length. */
int table_name_print(const LudRules *rules, const char *column, int layer,
                     char name[TABLE_NAME_TEXT]);
/* DIR/NAME, for free(); NULL when out of memory. */
char *table_path(const char *dir, const LudRules *rules, const char *column, int layer);
/* The number of a column by its name, or -1. */
int table_find_column(const LudGameTabulation *tabulation, const char *name);

#endif
