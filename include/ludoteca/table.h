/* Tables of perfect play: finding them, asking them, building and checking them.
 *
 * A table knows positions without history, and nothing that its index leaves out: of Oware it says
 * what can still be won of the seeds on the board, whatever the stores hold.
 *
 * Directories are given as paths joined by ':'. NULL means the usual ones: those that the
 * environment variable LUDOTECA_TABLES names (none if it is empty), else the user's data directory
 * and, for small tables, the user's cache directory. */
#ifndef LUDOTECA_TABLE_H
#define LUDOTECA_TABLE_H

#include "search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- asking ------------------------------------------------------------------------------------ */

typedef struct LudTables LudTables; /* opaque */

/* Opens all tables for a game's rules. Having none is no error, nor are files that are damaged or
 * not what their names say: they are left out, and lud_tables_fault tells of them. Files of more
 * than 256 KiB stay open, one descriptor each. Whatever is done to a file meanwhile, an answer is
 * what it said when it was opened, or there is none. */
LUD_API LudStatus lud_tables_open(LudTables **tables, const LudRules *rules, const char *path,
                                  LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_tables_close(LudTables *tables);
/* Whether something is wrong with a file that would tell of `s` (NULL: with any file): it was left
 * out when the tables were opened, or could not be read since then. `err` names it and says what to
 * do. Any number of threads may ask. */
LUD_API bool lud_tables_fault(const LudTables *tables, const LudState *s, LudError *err);
/* The highest layer up to which a column is there without a gap, or -1: none. NULL stands for all
 * columns that the rules need for values. */
LUD_API int lud_tables_reach(const LudTables *tables, const char *column);

/* What the tables say of a position. Of Oware: differences in seeds, as the mover can force them at
 * best, of the seeds on the board. Of Pylos: 1 the mover wins, 0 play is endless, -1 the other
 * wins; no bounds and nothing about force. */
typedef struct LudTableAnswer {
    bool has_value;
    int value; /* if endless play shares what is left equally */
    bool has_bounds;
    int low, high; /* if endless play is the worst, the best that can be for the mover; if equal,
                      how it is scored makes no difference */
    bool has_force;
    bool mover_forces, opponent_forces; /* a capture by anyone, whatever the other does */
    bool is_capture_possible;           /* by moves of both together */
    bool has_distance;
    int distance; /* plies to the end, if the winner hurries and the loser resists */
} LudTableAnswer;

/* False if they say nothing. Any number of threads may ask at once, here and below. */
LUD_API bool lud_tables_probe(LudTables *tables, const LudState *s, LudTableAnswer *answer);
/* The same of the position after a legal move, for who makes it and with what it captures. */
LUD_API bool lud_tables_probe_after(LudTables *tables, const LudState *s, LudMove m,
                                    LudTableAnswer *answer);
/* The final difference for the mover, stores included, in a game by these rules that begins here:
 * exact if both are equal, else bounds. False if the tables do not tell. */
LUD_API bool lud_tables_range(LudTables *tables, const LudState *s, int *least, int *most);
/* The same after a legal move, for who makes it; also where that move ends the game. */
LUD_API bool lud_tables_range_after(LudTables *tables, const LudState *s, LudMove m, int *least,
                                    int *most);
/* Whether a legal move is safe however endless play is scored: no other one promises more, neither
 * if endless play shares what is left nor if it is the worst that can be; or it wins at once. False
 * if the tables do not tell, or if how it is scored makes no difference in this game. */
LUD_API bool lud_tables_safe_after(LudTables *tables, const LudState *s, LudMove m, bool *is_safe);
/* lud_tables_range as a search wants it: a difference d above 0 is LUD_VALUE_WON + d, below 0 the
 * opposite, and 0 a draw. The tables must stay open as long as it is used. */
LUD_API LudOracle lud_tables_oracle(LudTables *tables);
/* Whether to suggest finishing, as LudGameRules.offer, by what the tables say about forcing a
 * capture; false if they do not tell. */
LUD_API bool lud_tables_offer(LudTables *tables, const LudState *s, LudOffer *offer);

/* -- by pieces --------------------------------------------------------------------------------- */

/* Tables whose files lie elsewhere, as on a web server: questions are answered as far as pieces of
 * them were brought. Say what is expected, ask lud_tables_wanted, bring what it lists, and ask
 * again until nothing is left. One thread at a time. */
enum { LUD_TABLE_FILE_TEXT = 256 };
typedef struct LudTablePiece {
    char file[LUD_TABLE_FILE_TEXT]; /* "pylos.distance.12.ludt" */
    uint64_t at, bytes;             /* where it begins in the file; its size */
} LudTablePiece;

/* There is a file of this name and size. True if it belongs to these tables; one that is known
 * already, with this size, stays as it is, but lets pieces go if they are many; what could not be
 * had before may be had now. */
LUD_API bool lud_tables_expect(LudTables *tables, const char *file, uint64_t bytes);
/* The pieces that are lacking next to tell how a position and each of its moves are worth, at most
 * `most`; 0: nothing is, or nothing can be had. */
LUD_API int lud_tables_wanted(LudTables *tables, const LudState *s, LudTablePiece *list, int most);
/* Takes a piece that was wanted. LUD_EFILE if it is damaged: bring it anew, or give it up.
 * LUD_ENOTNOW if it is not wanted, or no longer, since another one turned out to be damaged. */
LUD_API LudStatus lud_tables_bring(LudTables *tables, const LudTablePiece *piece, const void *bytes,
                                   LudError *err);
/* Says that a piece can't be had: what is known without it counts. */
LUD_API void lud_tables_give_up(LudTables *tables, const LudTablePiece *piece);

/* -- about games' tables ----------------------------------------------------------------------- */

/* Whether a game's tables are built layer by layer, up to any layer; if not, all layers of a column
 * come together. What a layer counts, in English: "seeds", "balls". False and NULL for a game
 * without tables. */
LUD_API bool lud_tables_are_layered(const LudRules *rules);
LUD_API const char *lud_tables_layer_name(const LudRules *rules);
/* The highest layer of a game, -1 without tables. */
LUD_API int lud_tables_top_layer(const LudRules *rules);
/* Whether the same tables serve both, whatever the options that tables do not depend on. */
LUD_API bool lud_tables_serve_both(const LudRules *a, const LudRules *b);
/* LUD_OK if the game has tables; else the error lists those that have. */
LUD_API LudStatus lud_tables_check(const LudGame *game, LudError *err);

/* How the positions of a layer are worth to their movers. Of Pylos all positions are counted, not
 * only those that differ by more than symmetry, in which both players still have a ball in reserve.
 */
enum { LUD_TABLE_MOST = 48 };
typedef struct LudTableCounts {
    uint64_t total, won, drawn, lost;
    uint64_t score[2 * LUD_TABLE_MOST + 1]; /* positions worth i - LUD_TABLE_MOST */
    uint64_t cycle_free;                    /* how endless play is scored makes no difference */
    bool has_bounds;                        /* whether that is known */
    bool has_distances;
    uint64_t plies[256]; /* won or lost positions by their distance to the end */
} LudTableCounts;
LUD_API LudStatus lud_tables_count(LudTables *tables, int layer, LudTableCounts *counts,
                                   LudError *err);

/* -- files ------------------------------------------------------------------------------------- */

/* One file that has a table's name. */
typedef struct LudTableFile {
    const char *path;
    char game[LUD_RULES_TEXT]; /* the rules, as far as the table depends on them */
    char column[16];
    int layer;
    uint64_t entries, bytes, checksum; /* positions; of the file; of its content */
    LudError fault;                    /* status LUD_OK: a sound header; else the rest is unset */
} LudTableFile;

/* Calls `visit` for each, sorted by game, column and layer. */
LUD_API LudStatus lud_tables_list(const char *path,
                                  void (*visit)(void *context, const LudTableFile *file),
                                  void *context, LudError *err);
/* Removes the tables of a game's rules, down from the highest layer to `least`; tells how many
 * files went. */
LUD_API LudStatus lud_tables_remove(const LudRules *rules, const char *path, int least,
                                    int *removed, LudError *err);
/* The directory in which tables are built unless another is named, for lud_free: the first one of
 * LUDOTECA_TABLES, else in the user's data directory; or the user's cache directory. NULL when out
 * of memory or when there is no such place. */
LUD_API char *lud_tables_home(void);
LUD_API char *lud_tables_cache_home(void);

/* -- building ---------------------------------------------------------------------------------- */

typedef struct LudTableProgress {
    const char *column;   /* the one worked on, or the first of several */
    int layer;            /* -1: all of them */
    uint64_t done, total; /* positions */
    int64_t elapsed_ms;
} LudTableProgress;
/* Returns false to stop. */
typedef bool (*LudTableWatch)(void *context, const LudTableProgress *progress);

typedef struct LudTableBuild {
    size_t size;           /* sizeof(LudTableBuild) */
    const char *dir;       /* made if missing; NULL: lud_tables_home */
    int layers;            /* the highest one wanted; all below are built as well. Means nothing if
                              all come together */
    int threads;           /* 0: as many as the machine runs at once */
    uint64_t memory_bytes; /* at most; 0: what the machine has */
    const char *columns;   /* joined by commas; NULL: all */
    LudTableWatch watch;   /* about ten times a second, on the caller's thread; NULL: none */
    void *context;
} LudTableBuild;

/* What a build needs, tables that are there already left out. */
typedef struct LudTableNeeds {
    uint64_t disk_bytes, disk_room;     /* about; what the disk has */
    uint64_t memory_bytes, memory_room; /* nearly exact; what may be used */
    double seconds;                     /* about, on this machine while it does nothing else */
    uint64_t positions;
    int files;
} LudTableNeeds;
LUD_API LudStatus lud_tables_needs(const LudRules *rules, const LudTableBuild *build,
                                   LudTableNeeds *needs, LudError *err);
/* Builds what is missing; refuses at once if memory or disk are too small. A stopped or killed
 * build goes on where it was when it is called again, and comes to the same bytes. LUD_ESTOPPED if
 * it was asked to stop; LUD_ENOTNOW if somebody else is building there. */
LUD_API LudStatus lud_tables_build(const LudRules *rules, const LudTableBuild *build,
                                   LudError *err);

/* Works out one more piece of the tables up to `layers` in memory, for programs that have no files
 * or no threads: small ones take some hundredths of a second a piece. Not while others ask. Only of
 * sets that were opened without files; they grow until `has_more` is false. In a browser whoever
 * wants something else may interrupt it: then that piece is begun anew the next time. */
LUD_API LudStatus lud_tables_hold(LudTables *tables, int layers, bool *has_more, LudError *err);

/* -- checking ---------------------------------------------------------------------------------- */

typedef struct LudTableCheck {
    size_t size; /* sizeof(LudTableCheck) */
    int layers;  /* the highest one to check; -1: all that are there */
    int threads; /* 0: as many as the machine runs at once */
    /* Only one of so many entries; 0: all. Where a game's tables are built layer by layer, whether
     * something is only passed round a cycle shows only if all are looked at. */
    int every;
    LudTableWatch watch; /* NULL: none */
    void *context;
    uint64_t memory_bytes; /* at most; 0: what the machine has */
    int from; /* the lowest layer to check, if they are built one by one; those below are believed
               */
} LudTableCheck;

/* What that needs; there is nothing to be said of disks. */
LUD_API LudStatus lud_tables_verify_needs(const LudRules *rules, const char *path,
                                          const LudTableCheck *check, LudTableNeeds *needs,
                                          LudError *err);
/* Proves the tables right without the builder's code: checksums; every entry against its
 * successors; and that every advantage is reached by finite play instead of being passed round a
 * cycle. Lower layers that do not fit into memory come part by part. LUD_EFILE names the first
 * fault; LUD_EMEMORY if memory is too small. `checked` is told how many entries were proven. */
LUD_API LudStatus lud_tables_verify(const LudRules *rules, const char *path,
                                    const LudTableCheck *check, uint64_t *checked, LudError *err);

#ifdef __cplusplus
}
#endif
#endif
