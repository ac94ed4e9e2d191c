/* The layers below the one being proven, read from their files part by part: as much at a time as
 * memory allows, from the highest layer down, until every entry has been there once. */
#ifndef LUD_TABLE_VERIFY_LOWER_H
#define LUD_TABLE_VERIFY_LOWER_H

#include "core/tabulation.h"
#include "table_file.h"

typedef struct VerifyLower {
    TableFile *const *files[LUD_GROUP_COLUMNS]; /* of each column of the kind, by layer */
    int columns, threads;        /* no column: nothing is looked up, and nothing brought */
    bool (*tick)(void *context); /* on the caller's thread; false: stop */
    void *context;
    /* What is there now: of each layer a part, from its first entry on. */
    LudLowerParts parts;
    const uint8_t *entries[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS];
    uint8_t *room[LUD_GROUP_COLUMNS];
    uint64_t room_entries;
    int top;              /* the highest layer that is looked into; -1: none is */
    int part, next_layer; /* how many were there before; where the next one begins, -1: nowhere */
    uint64_t next_entry;
} VerifyLower;

/* The entries of one column up to a layer. */
uint64_t verify_lower_entries(const LudRules *rules, int top);
/* Gets ready for everything up to layer `top`, `room_entries` of each column at a time, and brings
 * the first part. Fails if memory lacks, a file is damaged or it is to stop. */
LudStatus verify_lower_begin(VerifyLower *lower, int top, uint64_t room_entries, LudError *err);
/* Brings the next part; not after the last one. */
LudStatus verify_lower_next(VerifyLower *lower, LudError *err);
void verify_lower_end(VerifyLower *lower);

static inline bool verify_lower_is_last(const VerifyLower *lower)
{
    return lower->next_layer < 0;
}

static inline bool verify_lower_has(const VerifyLower *lower, int layer, uint64_t rank)
{
    return rank >= lower->parts.first[layer] && rank < lower->parts.end[layer];
}

static inline uint8_t verify_lower_get(const VerifyLower *lower, int column, int layer,
                                       uint64_t rank)
{
    return lower->entries[column][layer][rank - lower->parts.first[layer]];
}

#endif
