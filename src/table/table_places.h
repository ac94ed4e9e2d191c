/* Where tables are looked for. */
#ifndef LUD_TABLE_PLACES_H
#define LUD_TABLE_PLACES_H

#include <stdbool.h>

/* Calls `visit` with each directory of a path joined by ':' (NULL: the usual ones) until it returns
 * false. False when out of memory. */
bool table_places_each(const char *path, bool (*visit)(void *context, const char *dir),
                       void *context);

#endif
