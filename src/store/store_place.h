/* Where a server keeps its games unless it is told. */
#ifndef LUD_STORE_STORE_PLACE_H
#define LUD_STORE_STORE_PLACE_H

#include <ludoteca/error.h>

/* The directory `named`, or if that is NULL the user's own: $XDG_STATE_HOME/ludoteca/server, or
 * ~/.local/state/ludoteca/server. For lud_free. Fails if there is no home either. */
LudStatus store_place(const char *named, char **directory, LudError *err);

/* The database that is meant: the named one, else that of LUDOTECA_STORE unless a directory is
 * named; NULL: none. */
const char *store_address(const char *named, const char *directory);

#endif
