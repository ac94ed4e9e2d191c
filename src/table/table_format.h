/* The bytes of a table file's header and index, for the writer and the reader. */
#ifndef LUD_TABLE_FORMAT_H
#define LUD_TABLE_FORMAT_H

#include <stddef.h>

#include "table_file.h"
#include "table_model.h"

enum {
    TABLE_VERSION = 1,
    TABLE_MODEL_VERSION = 3, /* with a model, by which blocks are coded */
    TABLE_HEADER_BYTES = 256,
    TABLE_INDEX_BYTES = 16, /* for each block: its offset, its checksum */
    TABLE_MOST_BLOCK_ENTRIES = 1 << 20,
    TABLE_SIZE_TEXT = 32,
    TABLE_PRESSED_MOST = TABLE_BLOCK_BYTES + 512, /* bytes of a compressed block */
    TABLE_LEVEL = 1, /* of compression: higher ones save two in a hundred at four times the cost */
    TABLE_PACKED_LEVEL = 15, /* the same for packed entries, of which there are fewer bytes */
};

/* A header as it is stored. */
typedef struct TableHeader {
    TableHead head;
    uint32_t block_entries;
    uint64_t blocks;
    uint64_t content_checksum; /* of all entries in order, uncompressed */
    uint64_t index_checksum;   /* of the index and of the model after it */
    uint64_t file_bytes;
    uint32_t model_bytes; /* 0: none, blocks are Zstandard frames */
} TableHeader;

/* Compresses blocks, each for itself; not for several threads at once. */
typedef struct TablePress TablePress;
/* By a model that outlives it, or by Zstandard if that is NULL; NULL when out of memory. */
TablePress *table_press_new(const TableModel *model);
void table_press_free(TablePress *press); /* NULL is allowed */
/* Compresses the block that begins with entry `first` into TABLE_PRESSED_MOST bytes; `bits` are
 * those of an entry. Returns how many it took, or 0 when out of memory. */
size_t table_press(TablePress *press, uint64_t first, const uint8_t *entries, size_t count,
                   int bits, int level, uint8_t *pressed);
/* The entries of a block of a file with such a model. */
uint32_t table_press_entries(const TableModel *model, int bits);

uint64_t table_count_blocks(uint64_t entries, uint64_t block_entries);
/* The entries of a block; the bytes that so many entries are packed into. */
uint32_t table_block_entries(int bits);
size_t table_packed_bytes(size_t entries, int bits);
/* Packs the entries of a block; unpacks some of them again. */
void table_pack(const uint8_t *entries, size_t count, int bits, uint8_t *packed);
void table_unpack(const uint8_t *packed, size_t count, int bits, size_t first, size_t wanted,
                  uint8_t *entries);
void table_header_write(const TableHeader *header, uint8_t bytes[TABLE_HEADER_BYTES]);
/* Reads the first bytes of a file of `size` bytes. NULL, or an English message about what is wrong,
 * in which {1} stands for the file. */
const char *table_header_read(TableHeader *header, const uint8_t bytes[TABLE_HEADER_BYTES],
                              uint64_t size);

/* The checksum of everything here. */
uint64_t table_sum(const uint8_t *bytes, size_t size);
void table_store_u32(uint8_t *at, uint32_t number);
void table_store_u64(uint8_t *at, uint64_t number);
uint32_t table_load_u32(const uint8_t *at);
uint64_t table_load_u64(const uint8_t *at);

/* Fills `err` from the errno of a failed write or read, and names the remedy. */
LudStatus table_fail_writing(LudError *err, const char *path, int fault);
LudStatus table_fail_reading(LudError *err, const char *path, int fault);
LudStatus table_fail_damaged(LudError *err, const char *path);
LudStatus table_fail_memory(LudError *err);
/* A size as messages name it; returns `text`. */
const char *table_print_bytes(uint64_t bytes, char text[TABLE_SIZE_TEXT]);

#endif
