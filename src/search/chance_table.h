/* What a search with dice has found out about positions, shared by its threads.
 *
 * An entry holds for one depth only, because the value of a position with chance is a mean: another
 * depth has another one, and a search must give the same whatever it met before. */
#ifndef LUD_SEARCH_CHANCE_TABLE_H
#define LUD_SEARCH_CHANCE_TABLE_H

#include <stdatomic.h>
#include <stddef.h>

#include <ludoteca/game.h>

/* Three numbers: with two sides a lower and an upper bound, with more a value for each side. */
typedef struct ChanceEntry {
    int32_t number[LUD_MAX_SIDES];
    LudMove move; /* the best one, or LUD_NO_MOVE */
    int depth;
} ChanceEntry;

/* Four words, of which the first is the key mixed with the others: an entry that two threads wrote
 * at once matches no key. */
typedef struct ChanceSlot {
    atomic_uint_fast64_t check, numbers, number_and_move, depth_and_run;
} ChanceSlot;

typedef struct ChanceTable {
    ChanceSlot *slots;
    size_t mask;
    uint32_t run; /* entries of earlier runs count as empty, so that a run does not depend on them
                   */
} ChanceTable;

/* False when out of memory. */
bool chance_table_make(ChanceTable *table, size_t bytes);
void chance_table_free(ChanceTable *table);
/* Begins a run: all that is in the table is out of date. */
void chance_table_renew(ChanceTable *table);
bool chance_table_find(const ChanceTable *table, uint64_t key, ChanceEntry *entry);
void chance_table_put(ChanceTable *table, uint64_t key, const ChanceEntry *entry);
int chance_table_permille(const ChanceTable *table);

#endif
