#include "table_format.h"

#include <errno.h>
#include <stdio.h>
#include <xxhash.h>

static const char magic[8] = {'L', 'U', 'D', 'T', 'A', 'B', 'L', 'E'};

/* Where each field stands. */
enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_COUNT = 16,
    AT_BLOCK_ENTRIES = 24,
    AT_LAYER = 28,
    AT_BLOCKS = 32,
    AT_CONTENT_CHECKSUM = 40,
    AT_INDEX_CHECKSUM = 48,
    AT_FILE_BYTES = 56,
    AT_COLUMN = 64,
    AT_RULES = AT_COLUMN + TABLE_COLUMN_TEXT,
    AT_RESERVED = AT_RULES + LUD_RULES_TEXT,
    AT_BITS = AT_RESERVED,
    AT_MODEL_BYTES = AT_BITS + 4,
    AT_HEADER_CHECKSUM = TABLE_HEADER_BYTES - 8,
};

uint64_t table_sum(const uint8_t *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

void table_store_u32(uint8_t *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

void table_store_u64(uint8_t *at, uint64_t number)
{
    table_store_u32(at, (uint32_t)number);
    table_store_u32(at + 4, (uint32_t)(number >> 32));
}

uint32_t table_load_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint64_t table_load_u64(const uint8_t *at)
{
    return table_load_u32(at) | (uint64_t)table_load_u32(at + 4) << 32;
}

uint64_t table_count_blocks(uint64_t entries, uint64_t block_entries)
{
    return entries / block_entries + (entries % block_entries > 0);
}

void table_header_write(const TableHeader *header, uint8_t bytes[TABLE_HEADER_BYTES])
{
    memset(bytes, 0, TABLE_HEADER_BYTES);
    memcpy(bytes, magic, sizeof magic);
    table_store_u32(bytes + AT_VERSION, header->model_bytes ? TABLE_MODEL_VERSION : TABLE_VERSION);
    table_store_u32(bytes + AT_HEADER_BYTES, TABLE_HEADER_BYTES);
    table_store_u64(bytes + AT_COUNT, header->head.count);
    table_store_u32(bytes + AT_BLOCK_ENTRIES, header->block_entries);
    table_store_u32(bytes + AT_LAYER, (uint32_t)header->head.layer);
    table_store_u64(bytes + AT_BLOCKS, header->blocks);
    table_store_u64(bytes + AT_CONTENT_CHECKSUM, header->content_checksum);
    table_store_u64(bytes + AT_INDEX_CHECKSUM, header->index_checksum);
    table_store_u64(bytes + AT_FILE_BYTES, header->file_bytes);
    memcpy(bytes + AT_COLUMN, header->head.column, strlen(header->head.column));
    memcpy(bytes + AT_RULES, header->head.rules, strlen(header->head.rules));
    table_store_u32(bytes + AT_BITS, (uint32_t)header->head.bits);
    table_store_u32(bytes + AT_MODEL_BYTES, header->model_bytes);
    table_store_u64(bytes + AT_HEADER_CHECKSUM, table_sum(bytes, AT_HEADER_CHECKSUM));
}

/* -- packing ----------------------------------------------------------------------------------- */

static bool is_packing(int bits)
{
    return bits == 1 || bits == 2 || bits == 4;
}

uint32_t table_block_entries(int bits)
{
    return bits ? TABLE_BLOCK_BYTES * 8 / (uint32_t)bits : TABLE_BLOCK_BYTES;
}

size_t table_packed_bytes(size_t entries, int bits)
{
    return bits ? (entries + 7) / 8 * (size_t)bits : entries;
}

/* The lowest bits of eight bytes, as eight bits. */
static uint8_t gather_bits(uint64_t eight)
{
    return (uint8_t)((eight & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56);
}

/* And back: each bit becomes a byte. The bits are copied to all bytes, each byte keeps its own one,
 * and adding carries it to the highest bit. */
static uint64_t spread_bits(uint8_t bits)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t own = bits * ones & UINT64_C(0x8040201008040201);
    return (own + ones * 0x7f) >> 7 & ones;
}

void table_pack(const uint8_t *entries, size_t count, int bits, uint8_t *packed)
{
    size_t plane = (count + 7) / 8;
    for (size_t i = 0; i < plane; i++) {
        uint8_t eight[8] = {0};
        memcpy(eight, entries + 8 * i, count - 8 * i < 8 ? count - 8 * i : 8);
        uint64_t word = table_load_u64(eight);
        for (int bit = 0; bit < bits; bit++)
            packed[(size_t)bit * plane + i] = gather_bits(word >> bit);
    }
    if (!bits)
        memcpy(packed, entries, count);
}

void table_unpack(const uint8_t *packed, size_t count, int bits, size_t first, size_t wanted,
                  uint8_t *entries)
{
    size_t plane = (count + 7) / 8;
    if (!bits) {
        memcpy(entries, packed + first, wanted);
        return;
    }
    for (size_t i = 0; i < wanted;) {
        size_t at = first + i, count_here = 8 - at % 8;
        uint64_t eight = 0;
        for (int bit = 0; bit < bits; bit++)
            eight |= spread_bits(packed[(size_t)bit * plane + at / 8]) << bit;
        uint8_t bytes[8];
        table_store_u64(bytes, eight);
        count_here = count_here < wanted - i ? count_here : wanted - i;
        memcpy(entries + i, bytes + at % 8, count_here);
        i += count_here;
    }
}

/* -- the header -------------------------------------------------------------------------------- */

/* A model is for whole entries, and for blocks that are not too large. */
static bool has_sound_model(const TableHeader *header)
{
    return header->model_bytes == 0 ||
           (header->head.bits == 0 && header->block_entries <= TABLE_MODEL_BLOCK &&
            header->model_bytes <=
                header->file_bytes - TABLE_HEADER_BYTES - header->blocks * TABLE_INDEX_BYTES);
}

/* Whether the numbers fit together; the checksum guards against damage, this against malice. */
static bool is_sound(const TableHeader *header, const uint8_t *bytes)
{
    const TableHead *head = &header->head;
    return header->block_entries > 0 && header->block_entries <= TABLE_MOST_BLOCK_ENTRIES &&
           header->blocks == table_count_blocks(head->count, header->block_entries) &&
           header->blocks <= (header->file_bytes - TABLE_HEADER_BYTES) / TABLE_INDEX_BYTES &&
           has_sound_model(header) && head->layer >= 0 &&
           (head->bits == 0 || is_packing(head->bits)) &&
           bytes[AT_COLUMN + TABLE_COLUMN_TEXT - 1] == 0 &&
           bytes[AT_RULES + LUD_RULES_TEXT - 1] == 0;
}

const char *table_header_read(TableHeader *header, const uint8_t bytes[TABLE_HEADER_BYTES],
                              uint64_t size)
{
    if (size < TABLE_HEADER_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return LUD_MESSAGE("{1} is not a table. Remove it, and build the table again.");
    uint32_t version = table_load_u32(bytes + AT_VERSION);
    if (version != TABLE_VERSION && version != TABLE_MODEL_VERSION)
        return LUD_MESSAGE("{1} was made by another version of this program. Remove it, and build "
                           "the table again.");
    *header = (TableHeader){
        .head = {.layer = (int)table_load_u32(bytes + AT_LAYER),
                 .count = table_load_u64(bytes + AT_COUNT),
                 .bits = (int)table_load_u32(bytes + AT_BITS)},
        .block_entries = table_load_u32(bytes + AT_BLOCK_ENTRIES),
        .blocks = table_load_u64(bytes + AT_BLOCKS),
        .content_checksum = table_load_u64(bytes + AT_CONTENT_CHECKSUM),
        .index_checksum = table_load_u64(bytes + AT_INDEX_CHECKSUM),
        .file_bytes = table_load_u64(bytes + AT_FILE_BYTES),
        .model_bytes = version == TABLE_MODEL_VERSION ? table_load_u32(bytes + AT_MODEL_BYTES) : 0,
    };
    memcpy(header->head.column, bytes + AT_COLUMN, TABLE_COLUMN_TEXT);
    memcpy(header->head.rules, bytes + AT_RULES, LUD_RULES_TEXT);
    uint64_t checksum = table_load_u64(bytes + AT_HEADER_CHECKSUM);
    if (table_load_u32(bytes + AT_HEADER_BYTES) != TABLE_HEADER_BYTES ||
        checksum != table_sum(bytes, AT_HEADER_CHECKSUM) || header->file_bytes != size ||
        (version == TABLE_MODEL_VERSION && header->model_bytes == 0) || !is_sound(header, bytes))
        return LUD_MESSAGE("{1} is damaged. Remove it, and build the table again.");
    return NULL;
}

LudStatus table_fail_writing(LudError *err, const char *path, int fault)
{
    if (fault == ENOMEM)
        return table_fail_memory(err);
    if (fault == ENOSPC || fault == EDQUOT || fault == EFBIG)
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("There is no room left to write {1}. Free some space, or "
                                         "choose another directory; what is finished is kept."),
                             path, NULL);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("{1} can't be written: {2}. Choose a directory in which you "
                                     "may write."),
                         path, strerror(fault), NULL);
}

LudStatus table_fail_reading(LudError *err, const char *path, int fault)
{
    if (fault == ENOMEM)
        return table_fail_memory(err);
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("{1} can't be read: {2}."), path,
                         strerror(fault), NULL);
}

LudStatus table_fail_damaged(LudError *err, const char *path)
{
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("{1} is damaged. Remove it, and build the table again."), path,
                         NULL);
}

LudStatus table_fail_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), NULL);
}

const char *table_print_bytes(uint64_t bytes, char text[TABLE_SIZE_TEXT])
{
    if (bytes >= 10000000000)
        snprintf(text, TABLE_SIZE_TEXT, "%.0f GB", (double)bytes / 1e9);
    else if (bytes >= 1000000000)
        snprintf(text, TABLE_SIZE_TEXT, "%.1f GB", (double)bytes / 1e9);
    else
        snprintf(text, TABLE_SIZE_TEXT, "%.1f MB", (double)bytes / 1e6);
    return text;
}
