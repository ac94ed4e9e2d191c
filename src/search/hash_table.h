/* What is known of positions met before, shared by all threads without locks.
 *
 * An entry is two words: what is known, and the position's key XORed with it. A thread that reads
 * one half before and one half after another thread writes gets a key that fits nothing, so a torn
 * entry is a miss and never a lie. Four entries fill one cache line. */
#ifndef LUD_SEARCH_HASH_TABLE_H
#define LUD_SEARCH_HASH_TABLE_H

#include <stdatomic.h>

#include <ludoteca/search.h>

/* What a stored value says of the true one. NONE: only the move is known. */
typedef enum HashBound { HASH_NONE, HASH_LOWER, HASH_UPPER, HASH_EXACT } HashBound;

/* An entry as it is read. The value is relative to the position itself: a win in n plies is
 * LUD_VALUE_WIN - n wherever in the tree it is met. */
typedef struct HashFind {
    LudMove move; /* LUD_NO_MOVE: none */
    int value, depth;
    HashBound bound;
} HashFind;

typedef struct HashEntry {
    _Atomic uint64_t check, data;
} HashEntry;

enum { HASH_WAYS = 4, HASH_AGES = 64 };

typedef struct HashBucket {
    _Alignas(64) HashEntry entry[HASH_WAYS];
} HashBucket;

typedef struct HashTable {
    HashBucket *bucket;
    uint32_t buckets;
    unsigned age; /* of what is stored from now on; older entries are the first to go */
} HashTable;

/* False when out of memory. The size is rounded down to whole buckets, at least one. */
bool hash_table_make(HashTable *table, size_t size_bytes);
void hash_table_free(HashTable *table);
void hash_table_clear(HashTable *table);
/* A new run begins: what earlier ones stored may be overwritten first. */
void hash_table_grow_old(HashTable *table);
/* How full it is with entries of this run, by a sample. */
int hash_table_permille(const HashTable *table);

bool hash_table_find(const HashTable *table, uint64_t key, HashFind *find);
/* A move of LUD_NO_MOVE leaves the one that is there; a bound of HASH_NONE leaves value and depth
 * of the same position if there are any. */
void hash_table_store(HashTable *table, uint64_t key, const HashFind *found);

/* Where a key's entries are: to be asked for some time before they are needed. */
static inline HashBucket *hash_table_bucket(const HashTable *table, uint64_t key)
{
    uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    return &table->bucket[(mixed >> 32) * table->buckets >> 32];
}

/* Wins are counted from the root in the tree and from the position in the table. */
static inline int hash_value_store(int value, int ply)
{
    if (value >= LUD_VALUE_WIN_LEAST)
        return value + ply;
    return value <= -LUD_VALUE_WIN_LEAST ? value - ply : value;
}

static inline int hash_value_load(int value, int ply)
{
    if (value >= LUD_VALUE_WIN_LEAST)
        return value - ply;
    return value <= -LUD_VALUE_WIN_LEAST ? value + ply : value;
}

#endif
