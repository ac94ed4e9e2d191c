/* Tables found in files, opened together. */
#include <stdlib.h>

#include "base/folder.h"
#include "table_format.h"
#include "table_name.h"
#include "table_places.h"
#include "table_set.h"

/* How much of the decoded tables may stay in memory; the lower layers, which everything leads to,
 * come first. Memory that nobody looks at is never touched. */
static const size_t CACHE_BYTES = (size_t)256 << 20;
static const size_t CACHE_LEAST = (size_t)2 << 20;

/* A file that is what its name says, or none. */
static LudStatus open_judged(TableFile **place, const LudTables *tables, const char *path,
                             int column, int layer, LudError *err)
{
    LudRules bare = table_bare_rules(&tables->rules);
    LudStatus status = table_file_open(place, path, err);
    const char *message =
        status == LUD_OK ? table_set_judge(table_file_head(*place), &bare, column, layer) : NULL;
    if (!message)
        return status;
    table_file_close(*place);
    *place = NULL;
    return lud_error_set(err, LUD_EFILE, message, path, (char *)NULL);
}

/* What was wrong with a file counts until another directory has a sound one. */
static void note_fault(LudError **place, const LudError *err)
{
    if (!*place)
        *place = malloc(sizeof **place);
    if (*place)
        **place = *err;
}

static void open_one(LudTables *tables, const char *dir, int column, int layer)
{
    LudError err;
    char *path = table_path(dir, &tables->rules, tables->tabulation->names[column], layer);
    if (path && base_file_exists(path)) {
        LudStatus status =
            open_judged(&tables->file[column][layer], tables, path, column, layer, &err);
        tables->is_incomplete |= status == LUD_EMEMORY;
        if (status != LUD_OK)
            note_fault(&tables->fault[column][layer], &err);
    }
    free(path);
}

static bool open_dir(void *context, const char *dir)
{
    LudTables *tables = context;
    for (int column = 0; column < tables->tabulation->columns; column++) {
        for (int layer = 0; layer < tables->tabulation->layers; layer++) {
            if (!tables->file[column][layer])
                open_one(tables, dir, column, layer);
        }
    }
    return !tables->is_incomplete;
}

static void share_cache(LudTables *tables)
{
    size_t left = CACHE_BYTES;
    for (int layer = 0; layer < tables->tabulation->layers; layer++) {
        for (int column = 0; column < tables->tabulation->columns; column++) {
            TableFile *file = tables->file[column][layer];
            if (!file)
                continue;
            uint64_t bytes = table_file_bytes(file) + TABLE_BLOCK_BYTES;
            size_t share = bytes < left ? (size_t)bytes : left;
            share = share > CACHE_LEAST ? share : CACHE_LEAST;
            table_file_cache(file, share);
            left -= share < left ? share : left;
        }
    }
}

LudStatus lud_tables_open(LudTables **result, const LudRules *rules, const char *path,
                          LudError *err)
{
    LudTables *tables = calloc(1, sizeof *tables);
    if (!tables)
        return table_fail_memory(err);
    tables->rules = *rules;
    tables->tabulation = rules->game->tabulation;
    bool is_tried = !tables->tabulation || table_places_each(path, open_dir, tables);
    if (!is_tried || tables->is_incomplete) {
        lud_tables_close(tables);
        return table_fail_memory(err);
    }
    if (tables->tabulation)
        share_cache(tables);
    *result = tables;
    return LUD_OK;
}

static bool has_fault(const LudTables *tables, int column, int layer, LudError *err)
{
    const TableFile *file = tables->file[column][layer];
    const LudError *left_out = tables->fault[column][layer];
    if (file)
        return table_file_fault(file, err);
    if (left_out && err)
        *err = *left_out;
    return left_out != NULL;
}

bool lud_tables_fault(const LudTables *tables, const LudState *s, LudError *err)
{
    if (!tables->tabulation)
        return false;
    int first = s ? tables->tabulation->layer_of(s) : 0;
    int last = s ? first : tables->tabulation->layers - 1;
    if (first < 0 || last >= tables->tabulation->layers)
        return false;
    for (int layer = first; layer <= last; layer++) {
        for (int column = 0; column < tables->tabulation->columns; column++) {
            if (has_fault(tables, column, layer, err))
                return true;
        }
    }
    return false;
}
