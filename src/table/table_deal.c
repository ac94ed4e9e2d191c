#include "table_deal.h"

#include <assert.h>

#include "table_format.h"

/* What is dealt is what is compressed, so that nobody waits for a block of two owners. */
static_assert((int)LUD_DEAL_BLOCK == (int)TABLE_BLOCK_BYTES, "blocks are dealt out whole");

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
 * and the same compressed, nothing if that failed. */
typedef struct Block {
    TablePress *press;
    uint8_t bytes[LUD_DEAL_BLOCK + TABLE_PRESSED_MOST];
} Block;

/* Returns the bytes of both. */
static size_t fill_block(Block *block, const uint8_t *entries, size_t size)
{
    memcpy(block->bytes, entries, size);
    return size + (block->press
                       ? table_press(block->press, entries, size, TABLE_LEVEL, block->bytes + size)
                       : 0);
}

static void give_blocks(LudShares *shares, Block *block, uint64_t count, const uint8_t *entries)
{
    uint64_t held = lud_share_size(shares, shares->rank, count);
    for (uint64_t place = 0; place < held; place += LUD_DEAL_BLOCK) {
        uint64_t left = held - place;
        size_t size = left < LUD_DEAL_BLOCK ? (size_t)left : LUD_DEAL_BLOCK;
        shares->give(shares, 0, block->bytes, fill_block(block, entries + place, size));
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
                          ? fill_block(block, entries + place, size)
                          : shares->get(shares, owner, block->bytes, sizeof block->bytes);
        if (status == LUD_OK && both <= size)
            status = table_fail_memory(err);
        if (status == LUD_OK)
            status = table_writer_add_block(writer, block->bytes, size, block->bytes + size,
                                            both - size, err);
    }
    return status;
}

LudStatus table_deal_in(LudShares *shares, TableWriter *writer, uint64_t count,
                        const uint8_t *entries, LudStatus status, LudError *err)
{
    Block block;
    block.press = table_press_new();
    if (shares->rank == 0)
        status = write_blocks(shares, &block, writer, count, entries, status, err);
    else
        give_blocks(shares, &block, count, entries);
    table_press_free(block.press);
    return status;
}
