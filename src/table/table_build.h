/* Building tables, layer by layer, each kept as soon as it is finished. */
#ifndef LUD_TABLE_BUILD_H
#define LUD_TABLE_BUILD_H

#include <stdatomic.h>

#include <ludoteca/game.h>

#include "core/shares.h"

/* How far a build has come. Work counts positions, a column group at a time. */
typedef struct TableProgress {
    const char *column;   /* the first of those being worked on */
    int layer;            /* -1: all of them */
    uint64_t done, total; /* work, tables that were there already left out of both */
    int64_t elapsed_us;
} TableProgress;

typedef struct TableBuildOptions {
    const char *dir;       /* made if missing */
    int layers;            /* the highest one wanted, e.g. seeds; all below are built as well */
    int threads;           /* 0: as many as the machine runs at once */
    uint64_t memory_bytes; /* at most; 0: what the machine has */
    const char *columns;   /* names joined by commas, e.g. "value,force"; NULL: all */
    /* Told about ten times a second, on the caller's thread; false stops the build. NULL: none. */
    bool (*progress)(void *context, const TableProgress *progress);
    void *context;
    int save_ms;             /* how often a game that is solved as a whole keeps what is known; 0:
                                as usual */
    const atomic_bool *stop; /* set by anyone to stop the build; NULL: none */
    /* For a build that is spread over processes, each of which calls with the same options: the
     * directory counts in process 0 only, which also is the only one to be told of progress, and
     * memory for each process. Such a build can't be stopped but by ending the processes. NULL:
     * this process does it all. */
    LudShares *shares;
} TableBuildOptions;

/* What a build needs, tables that are there already left out (but read, which takes memory). */
typedef struct TableNeeds {
    uint64_t disk_bytes;   /* about: files are compressed */
    uint64_t room_bytes;   /* that the disk has */
    uint64_t memory_bytes; /* exactly, but for a few megabytes */
    uint64_t memory_most;  /* that may be used */
    double seconds;        /* about, on this machine while it does nothing else */
    uint64_t positions;    /* work, as in TableProgress */
    int files;             /* to be made */
} TableNeeds;

/* Finds out what a build would need (of memory: each of its processes); takes some hundredths of a
 * second. Fails only if the options
 * can't be met by any machine (unknown columns, too many layers, a game without tables). */
LudStatus table_needs(const LudRules *rules, const TableBuildOptions *options, TableNeeds *needs,
                      LudError *err);

/* Builds every table that is missing. Refuses at once, with what would be needed, if memory or disk
 * are too small. A stopped or killed build goes on where it was when it is called again, and comes
 * to the same bytes. LUD_ESTOPPED if it was asked to stop; LUD_ENOTNOW if somebody else is building
 * there. */
LudStatus table_build(const LudRules *rules, const TableBuildOptions *options, LudError *err);

#endif
