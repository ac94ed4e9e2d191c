/* Table files: one byte for each of many numbered entries, in blocks that are compressed one by
 * one, with checksums of everything. Entries of a few bits are packed before, bit by bit: the
 * lowest bits of all entries of a block, then the next ones. docs/TABLES.md describes every byte.
 */
#ifndef LUD_TABLE_FILE_H
#define LUD_TABLE_FILE_H

#include <stdbool.h>

#include <ludoteca/game.h>

#define TABLE_ENDING ".ludt"
/* After that: what is known so far, kept in case that a build is cut off. */
#define TABLE_SAVED_ENDING ".saved"

enum { TABLE_COLUMN_TEXT = 16, TABLE_BLOCK_BYTES = 16384 /* before compression */ };

/* What a table is about. */
typedef struct TableHead {
    char rules[LUD_RULES_TEXT]; /* as lud_rules_print, without what the table does not depend on */
    char column[TABLE_COLUMN_TEXT]; /* what an entry says, e.g. "value" */
    int layer;                      /* e.g. seeds on the board */
    uint64_t count;                 /* entries */
    int bits;                       /* of an entry: 1, 2 or 4; 0: all eight */
} TableHead;

/* -- writing ----------------------------------------------------------------------------------- */

typedef struct TableWriter TableWriter;

struct TableModel;
/* Begins a table, whose blocks are coded by a model (table_model.h) that outlives the writer, or
 * are Zstandard frames if it is NULL. The file has a temporary name beside `path` until it is
 * closed. */
LudStatus table_writer_open(TableWriter **writer, const char *path, const TableHead *head,
                            const struct TableModel *model, LudError *err);
/* How many threads may compress; 1 unless said. The file is the same with any number. */
void table_writer_use_threads(TableWriter *writer, int threads);
/* How hard Zstandard tries; unless said, what is good for tables. */
void table_writer_use_level(TableWriter *writer, int level);
/* Adds the next entries. */
LudStatus table_writer_add(TableWriter *writer, const uint8_t *entries, size_t count,
                           LudError *err);
/* The same for the next block of entries of eight bits, which somebody has compressed already
 * (table_press); all before it were whole blocks. */
LudStatus table_writer_add_block(TableWriter *writer, const uint8_t *entries, size_t count,
                                 const uint8_t *pressed, size_t pressed_bytes, LudError *err);
/* Stores the file safely and gives it its name; fails if entries are missing. Frees `writer` in any
 * case: either the whole table is there, or nothing is. */
LudStatus table_writer_close(TableWriter *writer, LudError *err);
/* Gives up, removing what was written. NULL is allowed. */
void table_writer_abandon(TableWriter *writer);

/* -- reading ----------------------------------------------------------------------------------- */

typedef struct TableFile TableFile;

/* Opens a table; header and index are checked, blocks when they are read. */
LudStatus table_file_open(TableFile **file, const char *path, LudError *err);
const TableHead *table_file_head(const TableFile *file);
/* The checksum of all entries, uncompressed, as 64 bits; and the bytes of the file. */
uint64_t table_file_checksum(const TableFile *file);
/* The bytes of all entries, decompressed but packed. */
uint64_t table_file_bytes(const TableFile *file);
uint64_t table_file_size(const TableFile *file);
/* Keeps up to so many bytes of decoded blocks (2 MiB unless said; at least one block). Not while
 * others read. False when out of memory: then less is kept. */
bool table_file_cache(TableFile *file, size_t bytes);
/* One entry, by any number of threads at once, none of which waits for another. False if its block
 * is damaged or there is no such entry. */
bool table_file_get(TableFile *file, uint64_t index, uint8_t *entry);
/* Many entries in a row, past the cache; by any number of threads at once. */
LudStatus table_file_read(TableFile *file, uint64_t first, uint64_t count, uint8_t *entries,
                          LudError *err);
/* Whether a block turned out to be damaged; then `err` names the file and says what to do. */
bool table_file_fault(const TableFile *file, LudError *err);
/* Checks every block and the checksum of the content. `progress` (may be NULL) is told now and then
 * how many entries were checked, and stops the check by returning false (LUD_ESTOPPED). */
LudStatus table_file_check(TableFile *file, bool (*progress)(void *context, uint64_t entries),
                           void *context, LudError *err);
/* NULL is allowed. */
void table_file_close(TableFile *file);

#endif
