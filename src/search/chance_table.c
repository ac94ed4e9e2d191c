#include "search/chance_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/big_memory.h"

#define RELAXED memory_order_relaxed

bool chance_table_make(ChanceTable *table, size_t bytes)
{
    size_t count = 2;
    while (count <= bytes / sizeof(ChanceSlot) / 2)
        count *= 2;
    *table = (ChanceTable){.slots = base_big_alloc(count * sizeof(ChanceSlot)), .mask = count - 1};
    if (table->slots)
        memset((void *)table->slots, 0, count * sizeof(ChanceSlot));
    return table->slots != NULL;
}

void chance_table_free(ChanceTable *table)
{
    free(table->slots);
    table->slots = NULL;
}

/* After 2^32 runs the oldest entries would seem new; they are gone by then. */
void chance_table_renew(ChanceTable *table)
{
    table->run++;
}

static uint64_t depth_and_run(const ChanceTable *table, int depth)
{
    return (uint64_t)table->run << 32 | (uint32_t)depth;
}

static bool read_slot(const ChanceTable *table, const ChanceSlot *slot, uint64_t key,
                      ChanceEntry *entry)
{
    uint64_t a = atomic_load_explicit(&slot->numbers, RELAXED);
    uint64_t b = atomic_load_explicit(&slot->number_and_move, RELAXED);
    uint64_t c = atomic_load_explicit(&slot->depth_and_run, RELAXED);
    if ((atomic_load_explicit(&slot->check, RELAXED) ^ a ^ b ^ c) != key || c >> 32 != table->run)
        return false;
    *entry = (ChanceEntry){
        .number = {(int32_t)(uint32_t)a, (int32_t)(uint32_t)(a >> 32), (int32_t)(uint32_t)b},
        .move = (LudMove)(b >> 32),
        .depth = (int)(uint32_t)c};
    return true;
}

bool chance_table_find(const ChanceTable *table, uint64_t key, ChanceEntry *entry)
{
    const ChanceSlot *pair = &table->slots[key & table->mask & ~(size_t)1];
    return read_slot(table, pair, key, entry) || read_slot(table, pair + 1, key, entry);
}

/* Of a pair of slots the first keeps what took longest to find out, the second what came last. */
void chance_table_put(ChanceTable *table, uint64_t key, const ChanceEntry *entry)
{
    ChanceSlot *pair = &table->slots[key & table->mask & ~(size_t)1];
    ChanceEntry old;
    uint64_t held = atomic_load_explicit(&pair->depth_and_run, RELAXED);
    bool is_first = read_slot(table, pair, key, &old) || held >> 32 != table->run ||
                    (int)(uint32_t)held <= entry->depth;
    ChanceSlot *slot = is_first ? pair : pair + 1;
    uint64_t a = (uint32_t)entry->number[0] | (uint64_t)(uint32_t)entry->number[1] << 32;
    uint64_t b = (uint32_t)entry->number[2] | (uint64_t)entry->move << 32;
    uint64_t c = depth_and_run(table, entry->depth);
    atomic_store_explicit(&slot->check, key ^ a ^ b ^ c, RELAXED);
    atomic_store_explicit(&slot->numbers, a, RELAXED);
    atomic_store_explicit(&slot->number_and_move, b, RELAXED);
    atomic_store_explicit(&slot->depth_and_run, c, RELAXED);
}

int chance_table_permille(const ChanceTable *table)
{
    size_t count = table->mask + 1 < 1000 ? table->mask + 1 : 1000, used = 0;
    for (size_t i = 0; i < count; i++)
        used += atomic_load_explicit(&table->slots[i].depth_and_run, RELAXED) >> 32 == table->run;
    return (int)(used * 1000 / count);
}
