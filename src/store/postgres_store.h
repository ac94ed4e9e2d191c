/* Games in a PostgreSQL database, which several servers may share. */
#ifndef LUD_STORE_POSTGRES_STORE_H
#define LUD_STORE_POSTGRES_STORE_H

#include "store/store.h"

/* Whether this is the address of a database: postgresql://… or postgres://…, as libpq has it. */
bool postgres_store_is_address(const char *text);

/* Tells of the files that connecting needs, by the address, the environment and custom: passwords,
 * certificates, keys. Not all of them need be there. */
void postgres_store_each_file(const char *address, void (*visit)(void *context, const char *file),
                              void *context);

/* Opens the store for a server of that name, which the others will know it by, and brings the
 * database to the schema of this program; one that a newer program has written is refused. */
LudStatus postgres_store_open(Store **store, const char *address, const char *server,
                              LudError *err);
/* Opens the store for reading and for notes, whatever servers are using it. */
LudStatus postgres_store_open_beside(Store **store, const char *address, LudError *err);

#endif
