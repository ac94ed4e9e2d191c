/* Games in one SQLite file of a directory. */
#ifndef LUD_STORE_SQLITE_STORE_H
#define LUD_STORE_SQLITE_STORE_H

#include "store/store.h"

/* Opens the store of a directory, which is made if need be, and brings it to the schema of this
 * program; one that a newer program has written is refused. While it is open no other server can
 * open it; what it holds is only for this user to read. `vfs`: the name of SQLite's way to the
 * disk, NULL: the usual. */
LudStatus sqlite_store_open(Store **store, const char *directory, const char *vfs, LudError *err);
/* Opens the store of a directory that a server may be using at the same time: for reading, and for
 * notes. */
LudStatus sqlite_store_open_beside(Store **store, const char *directory, LudError *err);
/* Copies the store of a directory to a file that does not exist yet, whole and as of one moment,
 * while a server may be using it. The copy is examined before it gets its name; in an empty
 * directory, as games.sqlite, it is a store again. */
LudStatus sqlite_store_backup(const char *directory, const char *file, LudError *err);

#endif
