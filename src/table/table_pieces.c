/* Reads a table of which only pieces are here.
 *
 * The index is taken in parts that nothing but the blocks vouches for: a part that is wrong names
 * a place or a checksum that no block fits, so a block that does not fit takes its part of the
 * index with it. The header and the model have checksums of their own. */
#include "table_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "table_expand.h"
#include "table_format.h"
#include "table_set.h"

enum {
    PART_BLOCKS = 256,                                /* blocks in a part of the index */
    PART_BYTES = PART_BLOCKS * TABLE_INDEX_BYTES + 8, /* and where the next block begins */
    SMALL_FILE = 16384,                               /* comes as one piece */
    BUCKETS = 256,
    BLOCKS_MOST = 1024, /* kept until somebody tidies up */
    LOST_MOST = 64,
};

typedef struct Block {
    struct Block *next; /* in the same bucket */
    uint64_t number;
    uint8_t bytes[]; /* decoded, entries may be packed */
} Block;

struct TablePieces {
    LudRules rules;
    int column, layer;
    uint64_t file_bytes;
    bool has_header;
    TableHeader header;
    TableModel *model;   /* once it is here, if the file has one */
    uint8_t **parts;     /* of the index; NULL: not here */
    uint64_t part_count; /* 0 before the header is here */
    Block *buckets[BUCKETS];
    int block_count;
    uint64_t lost[LOST_MOST];
    int lost_count;
};

TablePieces *table_pieces_new(const LudRules *bare, int column, int layer, uint64_t file_bytes)
{
    TablePieces *pieces = calloc(1, sizeof *pieces);
    if (!pieces)
        return NULL;
    pieces->rules = *bare;
    pieces->column = column;
    pieces->layer = layer;
    pieces->file_bytes = file_bytes;
    return pieces;
}

static void free_blocks(TablePieces *pieces)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (Block *block = pieces->buckets[i]; block;) {
            Block *next = block->next;
            free(block);
            block = next;
        }
        pieces->buckets[i] = NULL;
    }
    pieces->block_count = 0;
}

void table_pieces_free(TablePieces *pieces)
{
    if (!pieces)
        return;
    free_blocks(pieces);
    for (uint64_t i = 0; i < pieces->part_count; i++)
        free(pieces->parts[i]);
    free((void *)pieces->parts);
    table_model_free(pieces->model);
    free(pieces);
}

uint64_t table_pieces_size(const TablePieces *pieces)
{
    return pieces->file_bytes;
}

void table_pieces_tidy(TablePieces *pieces)
{
    if (pieces->block_count > BLOCKS_MOST)
        free_blocks(pieces);
}

void table_pieces_lose(TablePieces *pieces, uint64_t at)
{
    if (pieces->lost_count < LOST_MOST)
        pieces->lost[pieces->lost_count++] = at;
}

void table_pieces_hope(TablePieces *pieces)
{
    pieces->lost_count = 0;
}

/* -- where things are -------------------------------------------------------------------------- */

static TableStretch head_stretch(const TablePieces *pieces)
{
    uint64_t most = pieces->file_bytes <= SMALL_FILE ? SMALL_FILE : TABLE_HEADER_BYTES + PART_BYTES;
    return (TableStretch){0, (size_t)(pieces->file_bytes < most ? pieces->file_bytes : most)};
}

static uint64_t index_bytes(const TablePieces *pieces)
{
    return pieces->header.blocks * TABLE_INDEX_BYTES;
}

static TableStretch model_stretch(const TablePieces *pieces)
{
    return (TableStretch){TABLE_HEADER_BYTES + index_bytes(pieces), pieces->header.model_bytes};
}

/* The last part has no block after it: the file's end is known. */
static TableStretch part_stretch(const TablePieces *pieces, uint64_t part)
{
    uint64_t at = part * PART_BLOCKS * TABLE_INDEX_BYTES, left = index_bytes(pieces) - at;
    return (TableStretch){TABLE_HEADER_BYTES + at, left < PART_BYTES ? (size_t)left : PART_BYTES};
}

static const uint8_t *index_entry(const TablePieces *pieces, uint64_t block)
{
    return pieces->parts[block / PART_BLOCKS] + block % PART_BLOCKS * TABLE_INDEX_BYTES;
}

/* Of a block whose part of the index is here. */
static TableStretch block_stretch(const TablePieces *pieces, uint64_t block)
{
    const uint8_t *entry = index_entry(pieces, block);
    uint64_t at = table_load_u64(entry);
    uint64_t end = block + 1 < pieces->header.blocks ? table_load_u64(entry + TABLE_INDEX_BYTES)
                                                     : pieces->file_bytes;
    return (TableStretch){at, (size_t)(end - at)};
}

static size_t entries_in(const TablePieces *pieces, uint64_t block)
{
    uint64_t left = pieces->header.head.count - block * pieces->header.block_entries;
    return left < pieces->header.block_entries ? (size_t)left : pieces->header.block_entries;
}

static Block *find_block(const TablePieces *pieces, uint64_t number)
{
    Block *block = pieces->buckets[number % BUCKETS];
    while (block && block->number != number)
        block = block->next;
    return block;
}

/* -- asking ------------------------------------------------------------------------------------ */

static TablePieceAnswer lack(const TablePieces *pieces, TableStretch stretch, TableStretch *lacking)
{
    for (int i = 0; i < pieces->lost_count; i++) {
        if (pieces->lost[i] == stretch.at)
            return PIECES_LOST;
    }
    *lacking = stretch;
    return PIECES_LACK;
}

TablePieceAnswer table_pieces_get(TablePieces *pieces, uint64_t index, uint8_t *entry,
                                  TableStretch *lacking)
{
    if (!pieces->has_header)
        return lack(pieces, head_stretch(pieces), lacking);
    if (index >= pieces->header.head.count)
        return PIECES_LOST;
    uint64_t number = index / pieces->header.block_entries;
    const Block *block = find_block(pieces, number);
    if (!block && pieces->header.model_bytes && !pieces->model)
        return lack(pieces, model_stretch(pieces), lacking);
    if (!block && !pieces->parts[number / PART_BLOCKS])
        return lack(pieces, part_stretch(pieces, number / PART_BLOCKS), lacking);
    if (!block)
        return lack(pieces, block_stretch(pieces, number), lacking);
    table_unpack(block->bytes, entries_in(pieces, number), pieces->header.head.bits,
                 (size_t)(index % pieces->header.block_entries), 1, entry);
    return PIECES_KNOW;
}

/* -- taking ------------------------------------------------------------------------------------ */

static bool take_header(TablePieces *pieces, const uint8_t *bytes, size_t size)
{
    TableHeader header;
    if (size < TABLE_HEADER_BYTES || table_header_read(&header, bytes, pieces->file_bytes) ||
        table_set_judge(&header.head, &pieces->rules, pieces->column, pieces->layer))
        return false;
    uint64_t count = (header.blocks + PART_BLOCKS - 1) / PART_BLOCKS;
    pieces->parts = calloc((size_t)count + 1, sizeof *pieces->parts);
    if (!pieces->parts)
        return false;
    pieces->part_count = count;
    pieces->header = header;
    pieces->has_header = true;
    return true;
}

/* Whether the blocks of a part follow each other within the file, none larger than blocks get. */
static bool is_part_sound(const TablePieces *pieces, uint64_t part, const uint8_t *bytes)
{
    uint64_t first = part * PART_BLOCKS, end = pieces->header.blocks;
    uint64_t least = TABLE_HEADER_BYTES + index_bytes(pieces) + pieces->header.model_bytes;
    uint64_t most = pieces->file_bytes;
    uint64_t largest =
        4 * table_packed_bytes(pieces->header.block_entries, pieces->header.head.bits) + 512;
    end = end - first < PART_BLOCKS ? end : first + PART_BLOCKS;
    for (uint64_t block = first; block < end; block++, bytes += TABLE_INDEX_BYTES) {
        bool is_last = block + 1 == pieces->header.blocks;
        uint64_t at = table_load_u64(bytes);
        uint64_t next = is_last ? most : table_load_u64(bytes + TABLE_INDEX_BYTES);
        if (at < least || next <= at || next > most || next - at > largest)
            return false;
        least = next;
    }
    return true;
}

static bool take_part(TablePieces *pieces, uint64_t part, const uint8_t *bytes)
{
    size_t size = part_stretch(pieces, part).bytes;
    uint8_t *copy = is_part_sound(pieces, part, bytes) ? malloc(size) : NULL;
    if (!copy)
        return false;
    memcpy(copy, bytes, size);
    free(pieces->parts[part]);
    pieces->parts[part] = copy;
    return true;
}

static bool take_model(TablePieces *pieces, const uint8_t *bytes)
{
    const TableHeader *header = &pieces->header;
    bool has_memory;
    table_model_free(pieces->model);
    pieces->model = table_model_open(&header->head, bytes, header->model_bytes, &has_memory);
    return pieces->model != NULL;
}

static bool decode(const TablePieces *pieces, uint64_t number, const uint8_t *bytes, size_t size,
                   uint8_t *decoded, size_t wanted)
{
    if (table_sum(bytes, size) != table_load_u64(index_entry(pieces, number) + 8))
        return false;
    if (!pieces->header.model_bytes)
        return table_expand(bytes, size, decoded, wanted);
    return table_model_decode(pieces->model, number * pieces->header.block_entries, bytes, size,
                              decoded, wanted, wanted) == wanted;
}

static bool take_block(TablePieces *pieces, uint64_t number, const uint8_t *bytes, size_t size)
{
    size_t wanted = table_packed_bytes(entries_in(pieces, number), pieces->header.head.bits);
    Block *block = find_block(pieces, number) ? NULL : malloc(sizeof *block + wanted);
    if (!block)
        return find_block(pieces, number) != NULL;
    if (!decode(pieces, number, bytes, size, block->bytes, wanted)) {
        free(block);
        free(pieces->parts[number / PART_BLOCKS]);
        pieces->parts[number / PART_BLOCKS] = NULL;
        return false;
    }
    block->number = number;
    block->next = pieces->buckets[number % BUCKETS];
    pieces->buckets[number % BUCKETS] = block;
    pieces->block_count++;
    return true;
}

/* All that follows the header of a small file. */
static bool take_rest(TablePieces *pieces, const uint8_t *bytes)
{
    bool is_good = true;
    if (pieces->header.model_bytes)
        is_good = take_model(pieces, bytes + model_stretch(pieces).at);
    for (uint64_t i = 0; i < pieces->part_count && is_good; i++)
        is_good = take_part(pieces, i, bytes + part_stretch(pieces, i).at);
    for (uint64_t i = 0; i < pieces->header.blocks && is_good; i++) {
        TableStretch stretch = block_stretch(pieces, i);
        is_good = take_block(pieces, i, bytes + stretch.at, stretch.bytes);
    }
    return is_good;
}

/* A header counts only together with the first part of the index that came with it. */
static bool take_head(TablePieces *pieces, const uint8_t *bytes, size_t size)
{
    if (pieces->has_header)
        return true;
    if (!take_header(pieces, bytes, size))
        return false;
    bool is_good = size == pieces->file_bytes ? take_rest(pieces, bytes)
                                              : take_part(pieces, 0, bytes + TABLE_HEADER_BYTES);
    if (is_good)
        return true;
    free_blocks(pieces);
    for (uint64_t i = 0; i < pieces->part_count; i++)
        free(pieces->parts[i]);
    free((void *)pieces->parts);
    pieces->parts = NULL;
    pieces->part_count = 0;
    pieces->has_header = false;
    return false;
}

static bool is_same(TableStretch a, TableStretch b)
{
    return a.at == b.at && a.bytes == b.bytes;
}

/* The block that a stretch is, among those whose part of the index is here. */
static bool find_stretch(const TablePieces *pieces, TableStretch stretch, uint64_t *number)
{
    for (uint64_t part = 0; part < pieces->part_count; part++) {
        uint64_t least = part * PART_BLOCKS, end = least + PART_BLOCKS;
        if (!pieces->parts[part])
            continue;
        end = end < pieces->header.blocks ? end : pieces->header.blocks;
        while (end - least > 1) {
            uint64_t middle = least + (end - least) / 2;
            if (block_stretch(pieces, middle).at <= stretch.at)
                least = middle;
            else
                end = middle;
        }
        *number = least;
        if (is_same(block_stretch(pieces, least), stretch))
            return true;
    }
    return false;
}

static TablePieceFate judge(bool is_good)
{
    return is_good ? PIECE_TAKEN : PIECE_DAMAGED;
}

TablePieceFate table_pieces_take(TablePieces *pieces, TableStretch stretch, const uint8_t *bytes)
{
    uint64_t number, index_end = TABLE_HEADER_BYTES + index_bytes(pieces);
    if (is_same(stretch, head_stretch(pieces)))
        return judge(take_head(pieces, bytes, stretch.bytes));
    if (!pieces->has_header || stretch.at < TABLE_HEADER_BYTES)
        return PIECE_UNASKED;
    if (pieces->header.model_bytes && is_same(stretch, model_stretch(pieces)))
        return judge(take_model(pieces, bytes));
    if (stretch.at < index_end) {
        uint64_t part =
            (stretch.at - TABLE_HEADER_BYTES) / ((uint64_t)PART_BLOCKS * TABLE_INDEX_BYTES);
        return is_same(stretch, part_stretch(pieces, part)) ? judge(take_part(pieces, part, bytes))
                                                            : PIECE_UNASKED;
    }
    return find_stretch(pieces, stretch, &number)
               ? judge(take_block(pieces, number, bytes, stretch.bytes))
               : PIECE_UNASKED;
}
