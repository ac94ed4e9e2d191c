/* Small tables, built in the background when an engine starts, so that every installation plays
 * perfect endings without anyone asking. */
#ifndef LUD_ENGINE_SMALL_TABLES_H
#define LUD_ENGINE_SMALL_TABLES_H

#include <ludoteca/table.h>

typedef struct SmallTables SmallTables;

/* Begins to build what is missing, in the user's cache directory. NULL if nothing is, or if it
 * can't be: no such directory, no threads, no memory. */
SmallTables *small_tables_start(const LudRules *rules, const LudTables *tables);
/* Whether it has ended, well or not. */
bool small_tables_are_done(const SmallTables *small);
/* Stops it within some tenths of a second, and frees it; NULL is allowed. */
void small_tables_end(SmallTables *small);

#endif
