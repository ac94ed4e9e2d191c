/* The files of tables, for whoever reads them block by block, and strategies: a list, and each of
 * them or a stretch of it, under /tables. Any number of threads may ask. */
#ifndef LUD_SERVER_TABLE_FILES_H
#define LUD_SERVER_TABLE_FILES_H

#include <pthread.h>

#include "server/exchange.h"
#include "server/file_tail.h"

/* A file that may be asked for. */
typedef struct TableEntry {
    char *path;       /* on the disk, which nobody is told */
    const char *name; /* its last part */
    FileStamp stamp;  /* when its header was read */
    uint64_t tag;     /* of its bytes: the same content may be written in more than one way */
} TableEntry;

typedef struct TableFiles {
    const char *path; /* directories, as in table.h */
    const char *from; /* another place for tables that the page is told of; NULL: none */
    pthread_mutex_t lock;
    TableEntry *entries;
    size_t count, room;
    char *list; /* as JSON; NULL: nobody asked yet */
    int64_t listed_us;
    bool is_settled; /* nothing was changing while it was listed */
} TableFiles;

void table_files_start(TableFiles *files, const char *path, const char *from);
/* Whether a path belongs to them. */
bool table_files_have(const char *path);
void table_files_answer(TableFiles *files, const Request *request, Reply *reply);
void table_files_end(TableFiles *files);

#endif
