/* Writes tables: blocks are gathered, compressed by several threads, and written in their order. */
#include "table_format.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/new_file.h"
#include "base/workers.h"

enum {
    BATCH = 64, /* blocks compressed together */
};
static_assert(TABLE_PRESSED_MOST >= ZSTD_COMPRESSBOUND(TABLE_BLOCK_BYTES) &&
                  (int)TABLE_PRESSED_MOST >= (int)TABLE_CODED_MOST,
              "any block fits");

struct TableWriter {
    TableHeader header;
    NewFile *file;
    char *path;
    int threads, level;
    uint64_t added; /* entries */
    uint64_t block; /* the first one of the batch */
    uint64_t offset;
    XXH3_state_t *content;
    const TableModel *model; /* NULL: none */
    uint8_t *index;          /* and the model after it */
    uint8_t *raw;            /* BATCH blocks */
    size_t filled;           /* entries in `raw` */
    uint8_t *packed;
    size_t packed_size[BATCH];
    atomic_size_t next; /* block of the batch to be compressed */
    atomic_bool failed;
};

struct TablePress {
    const TableModel *model;
    ZSTD_CCtx *zstd; /* NULL if there is a model */
};

TablePress *table_press_new(const TableModel *model)
{
    TablePress *press = calloc(1, sizeof *press);
    if (!press)
        return NULL;
    press->model = model;
    press->zstd = model ? NULL : ZSTD_createCCtx();
    if (model || press->zstd)
        return press;
    free(press);
    return NULL;
}

void table_press_free(TablePress *press)
{
    if (!press)
        return;
    ZSTD_freeCCtx(press->zstd);
    free(press);
}

size_t table_press(TablePress *press, uint64_t first, const uint8_t *entries, size_t count,
                   int bits, int level, uint8_t *pressed)
{
    if (press->model)
        return table_model_encode(press->model, first, entries, count, pressed);
    uint8_t packed[TABLE_BLOCK_BYTES];
    table_pack(entries, count, bits, packed);
    size_t made = ZSTD_compressCCtx(press->zstd, pressed, TABLE_PRESSED_MOST, packed,
                                    table_packed_bytes(count, bits), level);
    return ZSTD_isError(made) ? 0 : made;
}

uint32_t table_press_entries(const TableModel *model, int bits)
{
    return model ? TABLE_MODEL_BLOCK : table_block_entries(bits);
}

static void free_writer(TableWriter *writer)
{
    if (writer->content)
        XXH3_freeState(writer->content);
    free(writer->path);
    free(writer->index);
    free(writer->raw);
    free(writer->packed);
    free(writer);
}

static bool allocate(TableWriter *writer, const char *path)
{
    size_t length = strlen(path) + 1;
    size_t index_bytes =
        (size_t)writer->header.blocks * TABLE_INDEX_BYTES + writer->header.model_bytes;
    writer->path = malloc(length);
    writer->content = XXH3_createState();
    writer->index = malloc(index_bytes + 1);
    writer->raw = malloc((size_t)BATCH * writer->header.block_entries);
    writer->packed = malloc((size_t)BATCH * TABLE_PRESSED_MOST);
    if (!writer->path || !writer->content || !writer->index || !writer->raw || !writer->packed)
        return false;
    memcpy(writer->path, path, length);
    XXH3_64bits_reset(writer->content);
    writer->offset = TABLE_HEADER_BYTES + index_bytes;
    return true;
}

LudStatus table_writer_open(TableWriter **writer, const char *path, const TableHead *head,
                            const TableModel *model, LudError *err)
{
    *writer = NULL;
    TableWriter *made = calloc(1, sizeof *made);
    if (!made)
        return table_fail_memory(err);
    made->header.head = *head;
    made->model = model;
    made->header.model_bytes = model ? (uint32_t)table_model_bytes(model) : 0;
    made->header.block_entries = table_press_entries(model, head->bits);
    made->header.blocks = table_count_blocks(head->count, made->header.block_entries);
    made->threads = 1;
    made->level = head->bits ? TABLE_PACKED_LEVEL : TABLE_LEVEL;
    if (!allocate(made, path)) {
        free_writer(made);
        return table_fail_memory(err);
    }
    int fault = base_new_file_open(&made->file, path);
    if (fault) {
        free_writer(made);
        return table_fail_writing(err, path, fault);
    }
    *writer = made;
    return LUD_OK;
}

void table_writer_use_threads(TableWriter *writer, int threads)
{
    writer->threads = threads > 0 ? threads : 1;
}

void table_writer_use_level(TableWriter *writer, int level)
{
    writer->level = level;
}

/* The blocks of the batch that have entries. */
static size_t count_filled(const TableWriter *writer)
{
    return (size_t)table_count_blocks(writer->filled, writer->header.block_entries);
}

/* Compresses one block of the batch; 0 if that fails. */
static size_t compress(const TableWriter *writer, TablePress *press, size_t block)
{
    size_t most = writer->header.block_entries, first = block * most;
    size_t entries = writer->filled - first < most ? writer->filled - first : most;
    return table_press(press, (writer->block + block) * most, writer->raw + first, entries,
                       writer->header.head.bits, writer->level,
                       writer->packed + block * TABLE_PRESSED_MOST);
}

/* One thread compresses blocks of the batch until none is left. Each block stands for itself, so
 * who does which makes no difference. */
static void compress_some(void *context, int index)
{
    (void)index;
    TableWriter *writer = context;
    TablePress *press = table_press_new(writer->model);
    size_t block, blocks = count_filled(writer);
    while (press && (block = atomic_fetch_add(&writer->next, 1)) < blocks) {
        writer->packed_size[block] = compress(writer, press, block);
        if (writer->packed_size[block] == 0)
            writer->failed = true;
    }
    if (!press)
        writer->failed = true;
    table_press_free(press);
}

/* Puts a compressed block after those before it. */
static LudStatus write_block(TableWriter *writer, const uint8_t *packed, size_t bytes,
                             LudError *err)
{
    uint8_t *entry = writer->index + writer->block * TABLE_INDEX_BYTES;
    table_store_u64(entry, writer->offset);
    table_store_u64(entry + 8, XXH3_64bits(packed, bytes));
    int fault = base_new_file_write(writer->file, writer->offset, packed, bytes);
    writer->offset += bytes;
    writer->block++;
    return fault ? table_fail_writing(err, writer->path, fault) : LUD_OK;
}

static LudStatus flush_batch(TableWriter *writer, LudError *err)
{
    size_t blocks = count_filled(writer);
    writer->next = 0;
    base_workers_run(blocks < (size_t)writer->threads ? (int)blocks : writer->threads,
                     compress_some, writer);
    if (writer->failed)
        return table_fail_memory(err);
    for (size_t i = 0; i < blocks; i++) {
        LudStatus status = write_block(writer, writer->packed + i * TABLE_PRESSED_MOST,
                                       writer->packed_size[i], err);
        if (status != LUD_OK)
            return status;
    }
    XXH3_64bits_update(writer->content, writer->raw, writer->filled);
    writer->filled = 0;
    return LUD_OK;
}

static LudStatus count_entries(TableWriter *writer, size_t count, LudError *err)
{
    if (count > writer->header.head.count - writer->added)
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("{1} was given more entries than it has."), writer->path,
                             NULL);
    writer->added += count;
    return LUD_OK;
}

LudStatus table_writer_add_block(TableWriter *writer, const uint8_t *entries, size_t count,
                                 const uint8_t *pressed, size_t pressed_bytes, LudError *err)
{
    LudStatus status = count_entries(writer, count, err);
    if (status != LUD_OK)
        return status;
    assert(writer->filled == 0);
    XXH3_64bits_update(writer->content, entries, count);
    return write_block(writer, pressed, pressed_bytes, err);
}

LudStatus table_writer_add(TableWriter *writer, const uint8_t *entries, size_t count, LudError *err)
{
    LudStatus counted = count_entries(writer, count, err);
    if (counted != LUD_OK)
        return counted;
    while (count > 0) {
        size_t room = (size_t)BATCH * writer->header.block_entries - writer->filled;
        size_t part = count < room ? count : room;
        memcpy(writer->raw + writer->filled, entries, part);
        writer->filled += part;
        entries += part;
        count -= part;
        if (part == room) {
            LudStatus status = flush_batch(writer, err);
            if (status != LUD_OK)
                return status;
        }
    }
    return LUD_OK;
}

/* Puts header and index before the blocks. */
static LudStatus write_front(TableWriter *writer, LudError *err)
{
    TableHeader *header = &writer->header;
    size_t index_bytes = (size_t)header->blocks * TABLE_INDEX_BYTES;
    if (writer->model)
        table_model_write(writer->model, writer->index + index_bytes);
    index_bytes += header->model_bytes;
    uint8_t bytes[TABLE_HEADER_BYTES];
    header->content_checksum = XXH3_64bits_digest(writer->content);
    header->index_checksum = XXH3_64bits(writer->index, index_bytes);
    header->file_bytes = writer->offset;
    table_header_write(header, bytes);
    int fault = base_new_file_write(writer->file, sizeof bytes, writer->index, index_bytes);
    if (!fault)
        fault = base_new_file_write(writer->file, 0, bytes, sizeof bytes);
    return fault ? table_fail_writing(err, writer->path, fault) : LUD_OK;
}

LudStatus table_writer_close(TableWriter *writer, LudError *err)
{
    LudStatus status = writer->filled > 0 ? flush_batch(writer, err) : LUD_OK;
    if (status == LUD_OK && writer->added < writer->header.head.count)
        status =
            lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("{1} lacks entries."), writer->path, NULL);
    if (status == LUD_OK)
        status = write_front(writer, err);
    if (status != LUD_OK) {
        table_writer_abandon(writer);
        return status;
    }
    int fault = base_new_file_finish(writer->file);
    if (fault)
        status = table_fail_writing(err, writer->path, fault);
    free_writer(writer);
    return status;
}

void table_writer_abandon(TableWriter *writer)
{
    if (!writer)
        return;
    base_new_file_abandon(writer->file);
    free_writer(writer);
}
