/* Many positions asked about at once, as the content of a request says them. */
#ifndef LUD_SERVER_PROBE_BATCH_H
#define LUD_SERVER_PROBE_BATCH_H

#include "server/query.h"
#include "wire/json_reader.h"

enum { PROBE_BATCH_MOST = 100 }; /* positions; with all else they fit a tree of JSON values */

typedef struct ProbeBatch {
    JsonTree tree;
    Query query; /* the game, and whether fragments are meant; the position is set by the reader */
    const JsonValue *positions[PROBE_BATCH_MOST];
    int count;
} ProbeBatch;

/* Reads the content, which is changed for that and must stay. LUD_EUSAGE says what is wrong. */
LudStatus probe_batch_read(ProbeBatch *batch, char *content, size_t size, LudError *err);

#endif
