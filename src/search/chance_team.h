/* How several threads search one tree with dice. All do the same work and share the table; what
 * one has in hand, a move or an outcome of a roll, the others leave for last, and by then mostly
 * read its value in the table. And each looks now and then whether the value of a position that it
 * is still below of has been found, to come back at once. */
#ifndef LUD_SEARCH_CHANCE_TEAM_H
#define LUD_SEARCH_CHANCE_TEAM_H

#include "search/chance_table.h"
#include "search/marks.h"

enum {
    CHANCE_SHARED_DEPTH = 2, /* what is less deep is done before anybody could help */
    CHANCE_PATH = 32,        /* positions above of which answers are looked for */
    CHANCE_NOT_TOLD = -1,
};

/* A position, and what a thread wants to know of it. */
typedef struct ChanceWanted {
    uint64_t key;
    int depth;
    int32_t alpha, beta;
} ChanceWanted;

typedef struct ChancePath {
    ChanceWanted wanted[CHANCE_PATH];
    int count;
    int told; /* the first of them whose value others have found, while the thread returns to it */
    ChanceEntry answer;
} ChancePath;

#endif
