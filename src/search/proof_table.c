#include "search/proof_table.h"

#include <stdlib.h>
#include <string.h>

bool proof_table_begin(ProofTable *table, size_t bytes)
{
    size_t count = bytes / sizeof(ProofBucket);
    table->count = count < UINT32_MAX ? count : UINT32_MAX;
    table->buckets = calloc(table->count, sizeof(ProofBucket));
    table->run = 0;
    return table->buckets != NULL;
}

void proof_table_end(ProofTable *table)
{
    free(table->buckets);
}

void proof_table_renew(ProofTable *table)
{
    enum { RUNS = 256 };
    if (++table->run < RUNS)
        return;
    memset(table->buckets, 0, table->count * sizeof *table->buckets);
    table->run = 1;
}

/* The upper bits of the key choose, without a division. (The product has 64 bits everywhere.) */
static ProofBucket *bucket_of(const ProofTable *table, uint64_t key)
{
    return &table->buckets[((key >> 32) * table->count) >> 32];
}

static bool holds(const ProofTable *table, const ProofEntry *entry, uint64_t key)
{
    return entry->key == key && entry->run == table->run;
}

bool proof_table_find(const ProofTable *table, uint64_t key, ProofNumbers *numbers)
{
    const ProofBucket *bucket = bucket_of(table, key);
    if (holds(table, &bucket->costly, key))
        *numbers = bucket->costly.numbers;
    else if (holds(table, &bucket->latest, key))
        *numbers = bucket->latest.numbers;
    else
        return false;
    return true;
}

/* One place for what took most work, one for whatever came last. */
void proof_table_keep(ProofTable *table, uint64_t key, ProofNumbers numbers, uint64_t effort)
{
    enum { EFFORT_MOST = (1 << 24) - 1 };
    ProofBucket *bucket = bucket_of(table, key);
    uint32_t spent = effort < EFFORT_MOST ? (uint32_t)effort : EFFORT_MOST;
    ProofEntry fresh = {
        .key = key, .numbers = numbers, .effort = spent & EFFORT_MOST, .run = table->run & 0xff};
    ProofEntry *costly = &bucket->costly;
    if (holds(table, &bucket->latest, key))
        bucket->latest.run = 0;
    if (holds(table, costly, key) || costly->run != table->run) {
        *costly = fresh;
    } else if (fresh.effort >= costly->effort) {
        bucket->latest = *costly;
        *costly = fresh;
    } else {
        bucket->latest = fresh;
    }
}

int proof_table_permille(const ProofTable *table)
{
    size_t sample = table->count < 500 ? table->count : 500, used = 0;
    for (size_t i = 0; i < sample; i++)
        used += (table->buckets[i].costly.run == table->run) +
                (table->buckets[i].latest.run == table->run);
    return (int)(used * 1000 / (2 * sample));
}
