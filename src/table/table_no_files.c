/* What the files of this room promise where there are no files, as in a browser. Tables are then
 * worked out in memory (table_hold.c). */
#include <stdlib.h>

#include "table_set.h"

LudStatus lud_tables_open(LudTables **result, const LudRules *rules, const char *path,
                          LudError *err)
{
    (void)path;
    LudTables *tables = calloc(1, sizeof *tables);
    if (!tables)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    tables->rules = *rules;
    tables->tabulation = rules->game->tabulation;
    *result = tables;
    return LUD_OK;
}

bool lud_tables_fault(const LudTables *tables, const LudState *s, LudError *err)
{
    (void)tables;
    (void)s;
    (void)err;
    return false;
}

bool table_file_get(TableFile *file, uint64_t index, uint8_t *entry)
{
    (void)file;
    (void)index;
    (void)entry;
    return false;
}

void table_file_close(TableFile *file)
{
    (void)file;
}

char *lud_tables_cache_home(void)
{
    return NULL;
}

LudStatus lud_tables_build(const LudRules *rules, const LudTableBuild *build, LudError *err)
{
    (void)rules;
    (void)build;
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("There are no files here to build tables in."),
                         (char *)NULL);
}
