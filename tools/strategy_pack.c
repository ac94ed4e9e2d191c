#include "strategy_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/strategy.h"

/* One function from positions to bits, in the making: every position touches three slots, and a
 * slot that only one position touches can be set to suit it after all others. Taking such positions
 * away one after the other takes all away nearly always if there are a quarter more slots. */
typedef struct Function {
    uint32_t count, slots, seed;
    const uint64_t *ids;
    const uint8_t *wanted;
    uint32_t *degree, *touching; /* for each slot: positions, and the exclusive or of them */
    uint32_t *order, *free_slot; /* positions as they were taken away, and for which slot */
} Function;

static void *need(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);
    if (!memory) {
        fputs("strategy_pack: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void touch(Function *f, uint32_t item)
{
    uint32_t place[3];
    strategy_slots(f->ids[item], f->seed, f->slots, place);
    for (int i = 0; i < 3; i++) {
        f->degree[place[i]]++;
        f->touching[place[i]] ^= item;
    }
}

/* Returns how many positions could be taken away. */
static uint32_t peel(Function *f)
{
    uint32_t *stack = need(3 * (size_t)f->slots * sizeof *stack), height = 0, taken = 0;
    for (uint32_t i = 0; i < f->slots; i++) {
        if (f->degree[i] == 1)
            stack[height++] = i;
    }
    while (height > 0) {
        uint32_t slot = stack[--height], place[3];
        if (f->degree[slot] != 1)
            continue;
        uint32_t item = f->touching[slot];
        f->order[taken] = item;
        f->free_slot[taken++] = slot;
        strategy_slots(f->ids[item], f->seed, f->slots, place);
        for (int i = 0; i < 3; i++) {
            f->touching[place[i]] ^= item;
            if (--f->degree[place[i]] == 1)
                stack[height++] = place[i];
        }
    }
    free(stack);
    return taken;
}

static void assign(const Function *f, uint8_t *bits)
{
    for (uint32_t i = f->count; i-- > 0;) {
        uint32_t item = f->order[i], place[3];
        unsigned sum = f->wanted[item];
        strategy_slots(f->ids[item], f->seed, f->slots, place);
        for (int k = 0; k < 3; k++)
            sum ^= bits[place[k] / 8] >> place[k] % 8 & 1;
        bits[f->free_slot[i] / 8] |= (uint8_t)(sum << f->free_slot[i] % 8);
    }
}

/* The bits of a function that has the wanted value for each position. */
static uint8_t *make_function(Function *f)
{
    f->slots = (uint32_t)((double)f->count * 1.23 + 33) / 3 * 3;
    f->degree = need(f->slots * sizeof *f->degree);
    f->touching = need(f->slots * sizeof *f->touching);
    f->order = need(f->count * sizeof *f->order);
    f->free_slot = need(f->count * sizeof *f->free_slot);
    uint8_t *bits = need((size_t)f->slots / 8 + 1);
    for (f->seed = 0;; f->seed++) {
        memset(f->degree, 0, f->slots * sizeof *f->degree);
        memset(f->touching, 0, f->slots * sizeof *f->touching);
        for (uint32_t i = 0; i < f->count; i++)
            touch(f, i);
        if (peel(f) == f->count)
            break;
    }
    assign(f, bits);
    free(f->degree);
    free(f->touching);
    free(f->order);
    free(f->free_slot);
    return bits;
}

static void put_number(uint8_t *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

uint8_t *strategy_pack(const PackedAnswer *answers, size_t count, int sure_plies, int rest_plies,
                       size_t *size)
{
    uint64_t *ids = need(count * sizeof *ids);
    uint8_t *wanted = need(count), *bits[STRATEGY_LEVELS_MOST];
    Function level[STRATEGY_LEVELS_MOST];
    int levels = 0, most = 0;
    for (size_t i = 0; i < count; i++)
        most = answers[i].number > most ? answers[i].number : most;
    *size = STRATEGY_HEAD_BYTES + STRATEGY_SUM_BYTES;
    for (; levels < most && levels < STRATEGY_LEVELS_MOST; levels++) {
        uint32_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (answers[i].number < levels)
                continue;
            ids[kept] = answers[i].id;
            wanted[kept++] = answers[i].number > levels;
        }
        level[levels] = (Function){.count = kept, .ids = ids, .wanted = wanted};
        bits[levels] = make_function(&level[levels]);
        *size += STRATEGY_LEVEL_BYTES + (level[levels].slots + 7) / 8;
    }
    uint8_t *bytes = need(*size), *at = bytes + STRATEGY_HEAD_BYTES + STRATEGY_LEVEL_BYTES * levels;
    memcpy(bytes, "LUDS", 4);
    put_number(bytes + 4, (uint32_t)sure_plies);
    put_number(bytes + 8, (uint32_t)rest_plies);
    put_number(bytes + 12, (uint32_t)levels);
    for (int i = 0; i < levels; i++) {
        size_t used = (level[i].slots + 7) / 8;
        put_number(bytes + STRATEGY_HEAD_BYTES + STRATEGY_LEVEL_BYTES * i, level[i].slots);
        put_number(bytes + STRATEGY_HEAD_BYTES + STRATEGY_LEVEL_BYTES * i + 4, level[i].seed);
        memcpy(at, bits[i], used);
        at += used;
        free(bits[i]);
    }
    uint64_t sum = strategy_checksum(bytes, *size - STRATEGY_SUM_BYTES);
    put_number(at, (uint32_t)sum);
    put_number(at + 4, (uint32_t)(sum >> 32));
    free(ids);
    free(wanted);
    return bytes;
}
