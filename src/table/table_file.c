/* Reads tables, block by block.
 *
 * Every block is copied from the file before it is looked at, and the copy's checksum counts:
 * whatever others do to the file meanwhile, it is that block or it is refused.
 *
 * Decoded blocks are kept in slots, of which each block has one to share with others. Readers
 * take no lock: a slot's tag says which block it holds and how often it changed, and whoever
 * finds the same tag before and after reading has read that block. A thread that must decode and
 * finds the slot being filled by another uses its own copy and does not wait. */
#include "table_format.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/read_file.h"

enum {
    USUAL_CACHE_BYTES = 2 << 20,
    SPARES = 16, /* contexts for decoding that wait to be used again */
    WORD = 8,    /* entries read and written together */
};

typedef struct Slot {
    /* Block number + 1 in the low half, changes in the high half; a low half of 0: empty. */
    _Atomic uint64_t tag;
    atomic_flag is_being_filled;
    _Atomic uint64_t *words;
} Slot;

struct TableFile {
    ReadFile source;
    TableHeader header;
    uint8_t *index;    /* as it is stored, with the model */
    TableModel *model; /* NULL: blocks are Zstandard frames */
    char *path;
    size_t slot_count, slot_words;
    Slot *slots;
    _Atomic uint64_t *words;
    _Atomic(ZSTD_DCtx *) spares[SPARES];
    atomic_bool is_damaged; /* a block that was wanted could not be had */
};

/* -- opening ----------------------------------------------------------------------------------- */

static const uint8_t *index_entry(const TableFile *file, uint64_t block)
{
    return file->index + block * TABLE_INDEX_BYTES;
}

static uint64_t block_offset(const TableFile *file, uint64_t block)
{
    return block < file->header.blocks ? table_load_u64(index_entry(file, block))
                                       : file->header.file_bytes;
}

/* The blocks fill the file from the index on, one after the other. */
static bool is_index_sound(const TableFile *file)
{
    const TableHeader *header = &file->header;
    uint64_t index_bytes = header->blocks * TABLE_INDEX_BYTES;
    uint64_t at = TABLE_HEADER_BYTES + index_bytes + header->model_bytes;
    if (XXH3_64bits(file->index, (size_t)(index_bytes + header->model_bytes)) !=
            header->index_checksum ||
        block_offset(file, 0) != at)
        return false;
    for (uint64_t block = 0; block < header->blocks; block++) {
        uint64_t next = block_offset(file, block + 1);
        if (next <= at || next > header->file_bytes)
            return false;
        at = next;
    }
    return true;
}

static LudStatus fail_damaged(const TableFile *file, LudError *err)
{
    return table_fail_damaged(err, file->path);
}

bool table_file_fault(const TableFile *file, LudError *err)
{
    bool is_damaged = atomic_load_explicit(&file->is_damaged, memory_order_relaxed);
    if (is_damaged)
        fail_damaged(file, err);
    return is_damaged;
}

static LudStatus read_header(TableFile *file, LudError *err)
{
    uint8_t bytes[TABLE_HEADER_BYTES] = {0};
    uint64_t size = file->source.size;
    if (!base_read_at(&file->source, 0, bytes, size < sizeof bytes ? (size_t)size : sizeof bytes))
        return fail_damaged(file, err);
    const char *message = table_header_read(&file->header, bytes, size);
    return message ? lud_error_set(err, LUD_EFILE, message, file->path, NULL) : LUD_OK;
}

static LudStatus read_model(TableFile *file, LudError *err)
{
    const TableHeader *header = &file->header;
    bool has_memory;
    if (header->model_bytes == 0)
        return LUD_OK;
    file->model = table_model_open(&header->head, file->index + header->blocks * TABLE_INDEX_BYTES,
                                   header->model_bytes, &has_memory);
    if (file->model)
        return LUD_OK;
    return has_memory ? fail_damaged(file, err) : table_fail_memory(err);
}

static LudStatus read_index(TableFile *file, LudError *err)
{
    size_t size = (size_t)file->header.blocks * TABLE_INDEX_BYTES + file->header.model_bytes;
    file->index = malloc(size + 1);
    if (!file->index)
        return table_fail_memory(err);
    bool is_read = base_read_at(&file->source, TABLE_HEADER_BYTES, file->index, size);
    return is_read && is_index_sound(file) ? read_model(file, err) : fail_damaged(file, err);
}

static LudStatus open_file(TableFile *file, LudError *err)
{
    int fault = base_read_open(&file->source, file->path);
    if (fault == EMFILE || fault == ENFILE || fault == ENOMEM)
        return table_fail_memory(err); /* which says nothing of the file */
    if (fault)
        return table_fail_reading(err, file->path, fault);
    LudStatus status = read_header(file, err);
    if (status == LUD_OK)
        status = read_index(file, err);
    if (status != LUD_OK)
        return status;
    return table_file_cache(file, USUAL_CACHE_BYTES) ? LUD_OK : table_fail_memory(err);
}

LudStatus table_file_open(TableFile **file, const char *path, LudError *err)
{
    size_t length = strlen(path) + 1;
    *file = NULL;
    TableFile *made = calloc(1, sizeof *made);
    if (!made)
        return table_fail_memory(err);
    made->path = malloc(length);
    LudStatus status = LUD_OK;
    if (made->path) {
        memcpy(made->path, path, length);
        status = open_file(made, err);
    } else {
        status = table_fail_memory(err);
    }
    if (status == LUD_OK)
        *file = made;
    else
        table_file_close(made);
    return status;
}

static void free_slots(TableFile *file)
{
    free(file->slots);
    free((void *)file->words);
    file->slots = NULL;
    file->words = NULL;
    file->slot_count = 0;
}

void table_file_close(TableFile *file)
{
    if (!file)
        return;
    for (int i = 0; i < SPARES; i++)
        ZSTD_freeDCtx(file->spares[i]);
    free_slots(file);
    base_read_close(&file->source);
    table_model_free(file->model);
    free(file->index);
    free(file->path);
    free(file);
}

/* Those that there were stay if memory lacks: a file is never without. */
static bool make_slots(TableFile *file, size_t count)
{
    size_t slot_words =
        (table_packed_bytes(file->header.block_entries, file->header.head.bits) + WORD - 1) / WORD;
    Slot *slots = calloc(count, sizeof *slots);
    /* And one more each, for how many bytes of its block are there. */
    _Atomic uint64_t *words = malloc(count * (slot_words + 1) * sizeof *words);
    if (!slots || !words) {
        free(slots);
        free((void *)words);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        atomic_flag_clear(&slots[i].is_being_filled);
        slots[i].words = words + i * (slot_words + 1);
    }
    free_slots(file);
    file->slots = slots;
    file->words = words;
    file->slot_words = slot_words;
    file->slot_count = count;
    return true;
}

bool table_file_cache(TableFile *file, size_t bytes)
{
    size_t count = bytes / (file->model ? TABLE_MODEL_BLOCK : TABLE_BLOCK_BYTES);
    if (count > file->header.blocks)
        count = (size_t)file->header.blocks;
    if (count < 1)
        count = 1;
    if (count == file->slot_count)
        return true;
    return make_slots(file, count);
}

const TableHead *table_file_head(const TableFile *file)
{
    return &file->header.head;
}

uint64_t table_file_checksum(const TableFile *file)
{
    return file->header.content_checksum;
}

uint64_t table_file_bytes(const TableFile *file)
{
    int bits = file->header.head.bits;
    return bits ? file->header.head.count / 8 * (uint64_t)bits + (uint64_t)bits
                : file->header.head.count;
}

uint64_t table_file_size(const TableFile *file)
{
    return file->header.file_bytes;
}

/* -- decoding ---------------------------------------------------------------------------------- */

static ZSTD_DCtx *borrow_context(TableFile *file)
{
    for (int i = 0; i < SPARES; i++) {
        ZSTD_DCtx *spare = atomic_exchange(&file->spares[i], NULL);
        if (spare)
            return spare;
    }
    return ZSTD_createDCtx();
}

static void return_context(TableFile *file, ZSTD_DCtx *context)
{
    for (int i = 0; i < SPARES; i++) {
        ZSTD_DCtx *none = NULL;
        if (atomic_compare_exchange_strong(&file->spares[i], &none, context))
            return;
    }
    ZSTD_freeDCtx(context);
}

static size_t entries_in(const TableFile *file, uint64_t block)
{
    uint64_t left = file->header.head.count - block * file->header.block_entries;
    return left < file->header.block_entries ? (size_t)left : file->header.block_entries;
}

static size_t bytes_in(const TableFile *file, uint64_t block)
{
    return table_packed_bytes(entries_in(file, block), file->header.head.bits);
}

/* Room for a block as it is stored or as it is decoded, on the stack unless a file has larger ones
 * than usual. */
typedef struct Room {
    uint8_t *bytes, on_stack[TABLE_PRESSED_MOST];
} Room;

static bool open_room(Room *room, size_t size)
{
    room->bytes = size <= sizeof room->on_stack ? room->on_stack : malloc(size);
    return room->bytes != NULL;
}

static void close_room(Room *room)
{
    if (room->bytes != room->on_stack)
        free(room->bytes);
}

static bool is_as_written(const TableFile *file, uint64_t block, const Room *pressed, size_t size)
{
    return XXH3_64bits(pressed->bytes, size) == table_load_u64(index_entry(file, block) + 8);
}

/* Makes a block's bytes of what is stored; false if that is not as it should be, `*has_memory` if
 * it could be looked at. */
static bool unpress(TableFile *file, uint64_t block, const uint8_t *pressed, size_t size,
                    uint8_t *bytes, size_t *known, bool *has_memory)
{
    size_t wanted = bytes_in(file, block);
    *has_memory = true;
    if (file->model) {
        *known = table_model_decode(file->model, block * file->header.block_entries, pressed, size,
                                    bytes, wanted, *known);
        return *known > 0;
    }
    *known = wanted;
    ZSTD_DCtx *context = borrow_context(file);
    *has_memory = context != NULL;
    bool is_good = context && ZSTD_decompressDCtx(context, bytes, wanted, pressed, size) == wanted;
    if (context)
        return_context(file, context);
    return is_good;
}

/* Decodes a block into `bytes`, which has room for all of it: at least `*known` bytes from its
 * beginning on, which then says how many. Entries may still be packed. */
static bool decode(TableFile *file, uint64_t block, uint8_t *bytes, size_t *known)
{
    uint64_t offset = block_offset(file, block);
    size_t size = (size_t)(block_offset(file, block + 1) - offset);
    Room pressed;
    bool has_memory = true;
    if (!open_room(&pressed, size))
        return false;
    bool is_good = base_read_at(&file->source, offset, pressed.bytes, size) &&
                   is_as_written(file, block, &pressed, size) &&
                   unpress(file, block, pressed.bytes, size, bytes, known, &has_memory);
    if (has_memory && !is_good)
        atomic_store_explicit(&file->is_damaged, true, memory_order_relaxed);
    close_room(&pressed);
    return is_good;
}

/* -- one entry --------------------------------------------------------------------------------- */

static uint8_t byte_of(uint64_t word, size_t index)
{
    uint8_t bytes[WORD];
    memcpy(bytes, &word, sizeof bytes);
    return bytes[index];
}

/* The tag is emptied before the first word changes and set after the last one has: each word is
 * stored with release and loaded with acquire, so whoever saw a new word also sees the new tag. */
static void fill_slot(const TableFile *file, Slot *slot, uint64_t block, const uint8_t *entries,
                      size_t size)
{
    if (atomic_flag_test_and_set_explicit(&slot->is_being_filled, memory_order_acquire))
        return;
    uint64_t changes = (atomic_load_explicit(&slot->tag, memory_order_relaxed) >> 32) + 1;
    atomic_store_explicit(&slot->tag, changes << 32, memory_order_relaxed);
    for (size_t i = 0; i < size; i += WORD) {
        uint64_t word = 0;
        memcpy(&word, entries + i, size - i < WORD ? size - i : WORD);
        atomic_store_explicit(&slot->words[i / WORD], word, memory_order_release);
    }
    atomic_store_explicit(&slot->words[file->slot_words], size, memory_order_release);
    atomic_store_explicit(&slot->tag, changes << 32 | (block + 1), memory_order_release);
    atomic_flag_clear_explicit(&slot->is_being_filled, memory_order_release);
}

/* Where entries come one after the other, the rest of a block is decoded only when something of it
 * is asked for as well: `is_again`. */
static bool get_decoding(TableFile *file, Slot *slot, uint64_t block, size_t within, bool is_again,
                         uint8_t *entry)
{
    Room decoded;
    size_t known = is_again ? bytes_in(file, block) : within + 1;
    if (!open_room(&decoded, bytes_in(file, block)))
        return false;
    bool is_good = decode(file, block, decoded.bytes, &known);
    if (is_good) {
        table_unpack(decoded.bytes, entries_in(file, block), file->header.head.bits, within, 1,
                     entry);
        fill_slot(file, slot, block, decoded.bytes, known);
    }
    close_room(&decoded);
    return is_good;
}

/* An entry of a block that a slot holds, which may be changing. */
static uint8_t read_slot(const TableFile *file, const Slot *slot, uint64_t block, size_t within)
{
    int bits = file->header.head.bits, planes = bits ? bits : 1;
    size_t plane = (entries_in(file, block) + 7) / 8, at = bits ? within / 8 : within;
    unsigned entry = 0;
    for (int i = 0; i < planes; i++, at += plane) {
        uint64_t word = atomic_load_explicit(&slot->words[at / WORD], memory_order_acquire);
        unsigned byte = byte_of(word, at % WORD);
        entry |= bits ? (byte >> within % 8 & 1) << i : byte;
    }
    return (uint8_t)entry;
}

/* Whether a slot has got as far as an entry of its block; it may be changing. */
static bool is_known(const TableFile *file, const Slot *slot, size_t within)
{
    return !file->model ||
           within < atomic_load_explicit(&slot->words[file->slot_words], memory_order_acquire);
}

bool table_file_get(TableFile *file, uint64_t index, uint8_t *entry)
{
    if (index >= file->header.head.count)
        return false;
    uint64_t block = index / file->header.block_entries;
    size_t within = (size_t)(index % file->header.block_entries);
    Slot *slot = &file->slots[block % file->slot_count];
    uint64_t tag = atomic_load_explicit(&slot->tag, memory_order_acquire);
    bool is_here = (uint32_t)tag == (uint32_t)(block + 1);
    if (is_here && is_known(file, slot, within)) {
        uint8_t found = read_slot(file, slot, block, within);
        if (atomic_load_explicit(&slot->tag, memory_order_relaxed) == tag) {
            *entry = found;
            return true;
        }
    }
    return get_decoding(file, slot, block, within, is_here, entry);
}

/* -- many entries ------------------------------------------------------------------------------ */

/* Decodes straight to where the entries are wanted if that is the whole block as it is. */
static LudStatus read_block(TableFile *file, uint64_t block, size_t from, size_t count,
                            uint8_t *entries, LudError *err)
{
    int bits = file->header.head.bits;
    size_t known = bytes_in(file, block);
    if (!bits && count == entries_in(file, block))
        return decode(file, block, entries, &known) ? LUD_OK : fail_damaged(file, err);
    Room decoded;
    if (!open_room(&decoded, bytes_in(file, block)))
        return table_fail_memory(err);
    bool is_good = decode(file, block, decoded.bytes, &known);
    if (is_good)
        table_unpack(decoded.bytes, entries_in(file, block), bits, from, count, entries);
    close_room(&decoded);
    return is_good ? LUD_OK : fail_damaged(file, err);
}

LudStatus table_file_read(TableFile *file, uint64_t first, uint64_t count, uint8_t *entries,
                          LudError *err)
{
    if (first > file->header.head.count || count > file->header.head.count - first)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("{1} has no such entries."), file->path,
                             NULL);
    LudStatus status = LUD_OK;
    while (count > 0 && status == LUD_OK) {
        uint64_t block = first / file->header.block_entries;
        size_t from = (size_t)(first % file->header.block_entries);
        size_t part = entries_in(file, block) - from;
        part = count < part ? (size_t)count : part;
        status = read_block(file, block, from, part, entries, err);
        first += part;
        count -= part;
        entries += part;
    }
    return status;
}

LudStatus table_file_check(TableFile *file, bool (*progress)(void *context, uint64_t entries),
                           void *context, LudError *err)
{
    uint8_t *entries = malloc(file->header.block_entries);
    XXH3_state_t *content = XXH3_createState();
    LudStatus status = entries && content ? LUD_OK : table_fail_memory(err);
    if (content)
        XXH3_64bits_reset(content);
    for (uint64_t block = 0; block < file->header.blocks && status == LUD_OK; block++) {
        size_t size = entries_in(file, block);
        status = read_block(file, block, 0, size, entries, err);
        if (status != LUD_OK)
            break;
        if (XXH3_64bits_update(content, entries, size) != XXH_OK)
            status = table_fail_memory(err);
        else if (progress && !progress(context, block * file->header.block_entries + size))
            status = lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), NULL);
    }
    if (status == LUD_OK && XXH3_64bits_digest(content) != file->header.content_checksum)
        status = fail_damaged(file, err);
    XXH3_freeState(content);
    free(entries);
    return status;
}
