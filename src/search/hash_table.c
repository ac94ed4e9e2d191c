#include "search/hash_table.h"

#include <stdlib.h>

#include "base/big_memory.h"

/* The word of what is known, from the lowest bit: value 16, depth 8, bound 2, age 6, move 32. */
static uint64_t pack(const HashFind *find, unsigned age)
{
    return (uint64_t)(uint16_t)find->value | (uint64_t)(uint8_t)find->depth << 16 |
           (uint64_t)find->bound << 24 | (uint64_t)age << 26 | (uint64_t)find->move << 32;
}

static HashFind unpack(uint64_t data)
{
    return (HashFind){.move = (LudMove)(data >> 32),
                      .value = (int16_t)(uint16_t)data,
                      .depth = (int)(data >> 16 & 0xff),
                      .bound = (HashBound)(data >> 24 & 3)};
}

static unsigned age_of(uint64_t data)
{
    return (unsigned)(data >> 26 & (HASH_AGES - 1));
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void save(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

bool hash_table_make(HashTable *table, size_t size_bytes)
{
    size_t buckets = size_bytes / sizeof(HashBucket);
    if (buckets > UINT32_MAX)
        buckets = UINT32_MAX;
    if (buckets < 1)
        buckets = 1;
    *table = (HashTable){.buckets = (uint32_t)buckets};
    table->bucket = base_big_alloc(buckets * sizeof(HashBucket));
    if (table->bucket)
        hash_table_clear(table);
    return table->bucket != NULL;
}

void hash_table_free(HashTable *table)
{
    free(table->bucket);
    table->bucket = NULL;
}

void hash_table_clear(HashTable *table)
{
    memset((void *)table->bucket, 0, table->buckets * sizeof(HashBucket));
    table->age = 0;
}

void hash_table_grow_old(HashTable *table)
{
    table->age = (table->age + 1) % HASH_AGES;
}

int hash_table_permille(const HashTable *table)
{
    enum { SAMPLE = 250 };
    uint32_t sample = table->buckets < SAMPLE ? table->buckets : SAMPLE;
    int used = 0;
    for (uint32_t i = 0; i < sample; i++) {
        for (int way = 0; way < HASH_WAYS; way++) {
            uint64_t data = load(&table->bucket[i].entry[way].data);
            used += data != 0 && age_of(data) == table->age;
        }
    }
    return (int)((uint32_t)used * 1000 / (sample * HASH_WAYS));
}

bool hash_table_find(const HashTable *table, uint64_t key, HashFind *find)
{
    HashBucket *bucket = hash_table_bucket(table, key);
    for (int way = 0; way < HASH_WAYS; way++) {
        uint64_t data = load(&bucket->entry[way].data);
        if ((load(&bucket->entry[way].check) ^ data) == key && data != 0) {
            *find = unpack(data);
            return true;
        }
    }
    *find = (HashFind){.move = LUD_NO_MOVE};
    return false;
}

/* What an entry is worth keeping for: deep ones, but each run that has passed since makes up for
 * four plies. */
static int worth(const HashTable *table, uint64_t data)
{
    if (data == 0)
        return -1000;
    unsigned years = (table->age - age_of(data)) % HASH_AGES;
    return (int)(data >> 16 & 0xff) - 4 * (int)years;
}

static void write(HashTable *table, HashEntry *entry, uint64_t key, const HashFind *find)
{
    uint64_t data = pack(find, table->age);
    save(&entry->data, data);
    save(&entry->check, key ^ data);
}

/* The same position again: new knowledge replaces old unless it is much shallower and no more
 * exact. */
static void renew(HashTable *table, HashEntry *entry, uint64_t old_data, uint64_t key,
                  HashFind found)
{
    HashFind old = unpack(old_data);
    if (found.move == LUD_NO_MOVE)
        found.move = old.move;
    bool is_poorer =
        found.bound == HASH_NONE || (found.bound != HASH_EXACT && found.depth + 3 < old.depth &&
                                     age_of(old_data) == table->age);
    if (is_poorer) {
        old.move = found.move;
        found = old;
    }
    write(table, entry, key, &found);
}

void hash_table_store(HashTable *table, uint64_t key, const HashFind *found)
{
    HashBucket *bucket = hash_table_bucket(table, key);
    HashEntry *worst = &bucket->entry[0];
    int least = INT32_MAX;
    for (int way = 0; way < HASH_WAYS; way++) {
        HashEntry *entry = &bucket->entry[way];
        uint64_t data = load(&entry->data);
        if ((load(&entry->check) ^ data) == key && data != 0) {
            renew(table, entry, data, key, *found);
            return;
        }
        if (worth(table, data) < least) {
            least = worth(table, data);
            worst = entry;
        }
    }
    write(table, worst, key, found);
}
