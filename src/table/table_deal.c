#include "table_deal.h"

#include <assert.h>

#include "table_format.h"

/* What is dealt is what is compressed, or several of these, so that nobody waits for a block of two
 * owners. */
static_assert((int)LUD_DEAL_BLOCK == (int)TABLE_BLOCK_BYTES &&
                  (int)LUD_DEAL_BLOCK % (int)TABLE_MODEL_BLOCK == 0,
              "blocks are dealt out whole");
enum {
    SIZE_BYTES = 4, /* of a compressed block, before it */
    PARTS_ROOM = LUD_DEAL_BLOCK / TABLE_MODEL_BLOCK * (SIZE_BYTES + TABLE_CODED_MOST),
};
static_assert((int)PARTS_ROOM >= (int)TABLE_PRESSED_MOST + (int)SIZE_BYTES, "either kind fits");

bool table_deal_leads(const LudShares *shares)
{
    return !shares || shares->rank == 0;
}

LudStatus table_deal_agree(LudShares *shares, LudStatus status, LudError *err)
{
    if (!shares || shares->sum(shares, status != LUD_OK) == 0 || status != LUD_OK)
        return status;
    return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Another process of this build failed."),
                         NULL);
}

/* The entries of a block. */
static size_t block_entries(uint64_t block, uint64_t count)
{
    uint64_t left = count - block * LUD_DEAL_BLOCK;
    return left < LUD_DEAL_BLOCK ? (size_t)left : LUD_DEAL_BLOCK;
}

/* -- from a file ------------------------------------------------------------------------------- */

/* Process 0 reads block by block. Where one is damaged the others still get something, so that
 * nobody waits in vain. */
static bool deal_blocks(LudShares *shares, TableFile *file, uint64_t count, uint8_t *entries)
{
    bool is_good = true;
    uint8_t bytes[LUD_DEAL_BLOCK] = {0};
    for (uint64_t first = 0; first < count; first += LUD_DEAL_BLOCK) {
        uint64_t place;
        int owner = lud_share_owner(shares, first, &place);
        size_t size = block_entries(first / LUD_DEAL_BLOCK, count);
        uint8_t *to = owner == shares->rank ? entries + place : bytes;
        is_good = is_good && table_file_read(file, first, size, to, NULL) == LUD_OK;
        if (owner != shares->rank)
            shares->give(shares, owner, bytes, size);
    }
    return is_good;
}

static void get_blocks(LudShares *shares, uint64_t count, uint8_t *entries)
{
    uint64_t size = lud_share_size(shares, shares->rank, count);
    for (uint64_t place = 0; place < size; place += LUD_DEAL_BLOCK) {
        uint64_t left = size - place;
        shares->get(shares, 0, entries + place,
                    left < LUD_DEAL_BLOCK ? (size_t)left : LUD_DEAL_BLOCK);
    }
}

bool table_deal_out(LudShares *shares, TableFile *file, uint64_t count, uint8_t *entries)
{
    uint8_t is_good = file != NULL;
    shares->broadcast(shares, &is_good, sizeof is_good);
    if (!is_good)
        return false;
    if (shares->rank == 0)
        is_good = deal_blocks(shares, file, count, entries);
    else
        get_blocks(shares, count, entries);
    shares->broadcast(shares, &is_good, sizeof is_good);
    return is_good;
}

/* -- into a file ------------------------------------------------------------------------------- */

/* A block as it travels: its entries, of which process 0 makes the checksum of the whole content,
 * and the same compressed, in one part or several, each after its size; nothing if that failed. */
typedef struct Block {
    TablePress *press;
    size_t part_entries;
    uint8_t bytes[LUD_DEAL_BLOCK + PARTS_ROOM];
} Block;

/* Returns the bytes of both. */
static size_t fill_block(Block *block, uint64_t first, const uint8_t *entries, size_t size)
{
    size_t used = size;
    memcpy(block->bytes, entries, size);
    for (size_t at = 0; at < size; at += block->part_entries) {
        size_t count = size - at < block->part_entries ? size - at : block->part_entries;
        uint8_t *to = block->bytes + used;
        size_t made = block->press ? table_press(block->press, first + at, entries + at, count, 0,
                                                 TABLE_LEVEL, to + SIZE_BYTES)
                                   : 0;
        if (made == 0)
            return size;
        table_store_u32(to, (uint32_t)made);
        used += SIZE_BYTES + made;
    }
    return used;
}

/* Writes the parts of a block that is filled. */
static LudStatus write_parts(const Block *block, TableWriter *writer, size_t size, LudError *err)
{
    const uint8_t *from = block->bytes + size;
    LudStatus status = LUD_OK;
    for (size_t at = 0; at < size && status == LUD_OK; at += block->part_entries) {
        size_t count = size - at < block->part_entries ? size - at : block->part_entries;
        size_t made = table_load_u32(from);
        status =
            table_writer_add_block(writer, block->bytes + at, count, from + SIZE_BYTES, made, err);
        from += SIZE_BYTES + made;
    }
    return status;
}

static void give_blocks(LudShares *shares, Block *block, uint64_t count, const uint8_t *entries)
{
    uint64_t held = lud_share_size(shares, shares->rank, count);
    for (uint64_t place = 0; place < held; place += LUD_DEAL_BLOCK) {
        uint64_t left = held - place;
        size_t size = left < LUD_DEAL_BLOCK ? (size_t)left : LUD_DEAL_BLOCK;
        uint64_t first = lud_share_number(shares, shares->rank, place);
        shares->give(shares, 0, block->bytes, fill_block(block, first, entries + place, size));
    }
}

/* Also after a failure every block is taken, since the others are about to give it. */
static LudStatus write_blocks(LudShares *shares, Block *block, TableWriter *writer, uint64_t count,
                              const uint8_t *entries, LudStatus status, LudError *err)
{
    for (uint64_t first = 0; first < count; first += LUD_DEAL_BLOCK) {
        uint64_t place;
        int owner = lud_share_owner(shares, first, &place);
        size_t size = block_entries(first / LUD_DEAL_BLOCK, count);
        size_t both = owner == shares->rank
                          ? fill_block(block, first, entries + place, size)
                          : shares->get(shares, owner, block->bytes, sizeof block->bytes);
        if (status == LUD_OK && both <= size)
            status = table_fail_memory(err);
        if (status == LUD_OK)
            status = write_parts(block, writer, size, err);
    }
    return status;
}

LudStatus table_deal_in(LudShares *shares, TableWriter *writer, const struct TableModel *model,
                        uint64_t count, const uint8_t *entries, LudStatus status, LudError *err)
{
    Block block;
    block.press = table_press_new(model);
    block.part_entries = table_press_entries(model, 0);
    if (shares->rank == 0)
        status = write_blocks(shares, &block, writer, count, entries, status, err);
    else
        give_blocks(shares, &block, count, entries);
    table_press_free(block.press);
    return status;
}
