#include "table_spread.h"

#include <stdlib.h>

#include "table_format.h"

enum {
    TOLD_MOST = 1 << 20, /* entries told at once */
    PORTION_BLOCKS = 32, /* that a process compresses before it sends them */
    BLOCK_ROOM = TABLE_BLOCK_BYTES + TABLE_PRESSED_MOST,
};

/* -- from a file ------------------------------------------------------------------------------- */

bool table_spread_take(const LudGameTabulation *tabulation, LudLayerTask *task, int layer,
                       uint64_t count, const uint8_t *entries)
{
    LudShares *shares = task->shares;
    uint8_t *told = malloc(TOLD_MOST);
    /* Anybody may be out of memory; then nobody is told anything. */
    bool is_good = shares->sum(shares, !told || (shares->rank == 0 && !entries)) == 0;
    for (uint64_t at = 0; at < count && is_good; at += TOLD_MOST) {
        uint64_t some = count - at < TOLD_MOST ? count - at : TOLD_MOST;
        if (shares->rank == 0)
            memcpy(told, entries + at, (size_t)some);
        shares->broadcast(shares, told, (size_t)some);
        tabulation->whole->take(task, layer, at, some, told);
    }
    free(told);
    return is_good;
}

/* -- to a file --------------------------------------------------------------------------------- */

/* A few blocks of a layer, one after the other: each packed, then compressed. */
typedef struct Portion {
    const LudGameTabulation *tabulation;
    LudLayerTask *task;
    int layer, bits, level;
    uint32_t block_entries;
    uint64_t count; /* entries of the layer */
    TablePress *press;
    uint8_t *entries; /* of one block */
    uint8_t *blocks;  /* PORTION_BLOCKS, BLOCK_ROOM bytes for each */
    size_t sizes[PORTION_BLOCKS];
} Portion;

/* The entries from `first` on that one block has, or so many blocks. */
static uint64_t entries_of(const Portion *portion, uint64_t first, uint64_t blocks)
{
    uint64_t left = portion->count > first ? portion->count - first : 0;
    uint64_t most = blocks * portion->block_entries;
    return left < most ? left : most;
}

/* Works the blocks from an entry on out. A size that has no room for compressed bytes tells process
 * 0 that memory ran out. */
static void fill(Portion *portion, uint64_t first)
{
    for (int i = 0; i < PORTION_BLOCKS; i++, first += portion->block_entries) {
        uint8_t *block = portion->blocks + (size_t)i * BLOCK_ROOM;
        size_t count = (size_t)entries_of(portion, first, 1);
        if (count == 0)
            break;
        size_t packed = table_packed_bytes(count, portion->bits);
        portion->tabulation->whole->give(portion->task, portion->layer, first, count,
                                         portion->entries);
        table_pack(portion->entries, count, portion->bits, block);
        portion->sizes[i] = packed;
        if (portion->press)
            portion->sizes[i] += table_press(portion->press, first, portion->entries, count,
                                             portion->bits, portion->level, block + packed);
    }
}

/* Process 0 gets or has the blocks of one process and writes them. Also after a failure every block
 * is taken, since the others are about to give it. */
static LudStatus write_portion(Portion *portion, int peer, uint64_t first, TableWriter *writer,
                               LudStatus status, LudError *err)
{
    LudShares *shares = portion->task->shares;
    for (int i = 0; i < PORTION_BLOCKS; i++, first += portion->block_entries) {
        uint8_t *block = portion->blocks + (size_t)i * BLOCK_ROOM;
        size_t count = (size_t)entries_of(portion, first, 1);
        if (count == 0)
            break;
        size_t packed = table_packed_bytes(count, portion->bits);
        size_t size = peer == 0 ? portion->sizes[i] : shares->get(shares, peer, block, BLOCK_ROOM);
        if (status == LUD_OK && size <= packed)
            status = table_fail_memory(err);
        if (status != LUD_OK)
            continue;
        table_unpack(block, count, portion->bits, 0, count, portion->entries);
        status = table_writer_add_block(writer, portion->entries, count, block + packed,
                                        size - packed, err);
    }
    return status;
}

static void give_portion(Portion *portion, uint64_t first)
{
    LudShares *shares = portion->task->shares;
    for (int i = 0; entries_of(portion, first, 1) > 0 && i < PORTION_BLOCKS; i++) {
        shares->give(shares, 0, portion->blocks + (size_t)i * BLOCK_ROOM, portion->sizes[i]);
        first += portion->block_entries;
    }
}

static LudStatus write_all(Portion *portion, TableWriter *writer, LudStatus status, LudError *err)
{
    LudShares *shares = portion->task->shares;
    uint64_t each = (uint64_t)PORTION_BLOCKS * portion->block_entries;
    for (uint64_t round = 0; round < portion->count; round += each * (uint64_t)shares->count) {
        uint64_t first = round + (uint64_t)shares->rank * each;
        LudEntryRange range = {portion->layer, first, entries_of(portion, first, PORTION_BLOCKS)};
        portion->tabulation->whole->gather(portion->task, &range, 1);
        fill(portion, first);
        if (shares->rank != 0) {
            give_portion(portion, first);
            continue;
        }
        for (int peer = 0; peer < shares->count; peer++)
            status =
                write_portion(portion, peer, round + (uint64_t)peer * each, writer, status, err);
    }
    return status;
}

LudStatus table_spread_write(const LudGameTabulation *tabulation, LudLayerTask *task, int layer,
                             int bits, int level, TableWriter *writer, LudStatus status,
                             LudError *err)
{
    Portion portion = {.tabulation = tabulation,
                       .task = task,
                       .layer = layer,
                       .bits = bits,
                       .level = level,
                       .block_entries = table_block_entries(bits),
                       .count = tabulation->size(&task->options, layer),
                       .press = table_press_new(NULL)};
    portion.entries = malloc(portion.block_entries);
    portion.blocks = malloc((size_t)PORTION_BLOCKS * BLOCK_ROOM);
    bool has_memory = portion.entries && portion.blocks;
    if (!has_memory && status == LUD_OK)
        status = table_fail_memory(err);
    if (task->shares->sum(task->shares, !has_memory) == 0)
        status = write_all(&portion, writer, status, err);
    else if (status == LUD_OK)
        status = table_fail_memory(err); /* of another process */
    table_press_free(portion.press);
    free(portion.entries);
    free(portion.blocks);
    return status;
}
