/* Tables: what there is, how positions are worth, what is known of one. */
#include <ludoteca/json.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/tabulation.h"
#include "wire/json_parts.h"

/* -- files ------------------------------------------------------------------------------------- */

/* What the layer of a file counts. */
static const char *name_layer(const LudTableFile *file)
{
    LudRules rules;
    LudError err;
    return lud_rules_parse(file->game, &rules, &err) == LUD_OK ? lud_tables_layer_name(&rules)
                                                               : "layer";
}

static void put_facts(Json *json, const LudTableFile *file)
{
    char checksum[32];
    snprintf(checksum, sizeof checksum, "%016" PRIx64, file->checksum);
    json_put_text(json, "game", file->game);
    json_put_text(json, "column", file->column);
    json_put_integer(json, name_layer(file), file->layer);
    json_put_integer(json, "entries", (int64_t)file->entries);
    json_put_integer(json, "bytes", (int64_t)file->bytes);
    json_put_text(json, "checksum", checksum);
}

static void add_file(void *context, const LudTableFile *file)
{
    Json *json = context;
    json_open(json, '{');
    json_put_text(json, "path", file->path);
    if (file->fault.status == LUD_OK) {
        put_facts(json, file);
    } else {
        char fault[1024];
        lud_error_text(&file->fault, NULL, fault, sizeof fault);
        json_put_text(json, "fault", fault);
    }
    json_close(json, '}');
}

/* `tables`, a list to which `add` adds each file, or what it makes of it, through `context`. */
static char *list_tables(Json *json, const char *path,
                         void (*add)(void *context, const LudTableFile *file), void *context)
{
    LudError err;
    json_begin(json, NULL);
    json_put_open(json, "tables", '[');
    if (lud_tables_list(path, add, context, &err) != LUD_OK) {
        text_free(&json->text);
        return NULL;
    }
    json_close(json, ']');
    return json_end(json);
}

char *lud_json_table_files(const char *path)
{
    Json json = {0};
    return list_tables(&json, path, add_file, &json);
}

/* -- counts ------------------------------------------------------------------------------------ */

/* How often each number occurs, by the number; those that do not are left out. */
static void put_histogram(Json *json, const char *name, const uint64_t *counts, int first, int last)
{
    json_put_open(json, name, '{');
    for (int i = first; i <= last; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        if (counts[i - first] > 0)
            json_put_integer(json, number, (int64_t)counts[i - first]);
    }
    json_close(json, '}');
}

static void put_distances(Json *json, const LudTableCounts *counts)
{
    if (counts->has_distances)
        put_histogram(json, "plies", counts->plies, 0, 255);
    else
        json_put_null(json, "plies");
}

static void write_counts(Json *json, const LudRules *rules, int layer, const LudTableCounts *counts)
{
    json_open(json, '{');
    json_put_integer(json, lud_tables_layer_name(rules), layer);
    json_put_integer(json, "total", (int64_t)counts->total);
    json_put_integer(json, "won", (int64_t)counts->won);
    json_put_integer(json, "drawn", (int64_t)counts->drawn);
    json_put_integer(json, "lost", (int64_t)counts->lost);
    if (lud_tables_are_layered(rules)) {
        json_put_known(json, "cycle_free", counts->has_bounds, (int64_t)counts->cycle_free);
        put_histogram(json, "scores", counts->score, -LUD_TABLE_MOST, LUD_TABLE_MOST);
    } else {
        put_distances(json, counts);
    }
    json_close(json, '}');
}

LudStatus lud_json_table_counts(const LudRules *rules, LudTables *tables, int most, char **text,
                                LudError *err)
{
    Json json = {0};
    json_begin(&json, rules);
    json_put_open(&json, "layers", '[');
    for (int layer = 0; layer <= most; layer++) {
        LudTableCounts counts;
        LudStatus status = lud_tables_count(tables, layer, &counts, err);
        if (status != LUD_OK) {
            text_free(&json.text);
            return status;
        }
        if (counts.total > 0 || lud_tables_are_layered(rules))
            write_counts(&json, rules, layer, &counts);
    }
    json_close(&json, ']');
    return json_answer(&json, text, err);
}

/* -- how far they reach ------------------------------------------------------------------------ */

static void put_reach(Json *json, const LudRules *rules, const LudTables *tables)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    int reach = lud_tables_reach(tables, NULL);
    json_put_known(json, "reach", reach >= 0, reach);
    json_put_open(json, "columns", '{');
    for (int i = 0; tabulation && i < tabulation->columns; i++) {
        const char *name = tabulation->names[i];
        reach = lud_tables_reach(tables, name);
        json_put_known(json, name, reach >= 0, reach);
    }
    json_close(json, '}');
}

char *lud_json_table_reach(const LudRules *rules, const LudTables *tables)
{
    Json json = {0};
    json_begin(&json, rules);
    put_reach(&json, rules, tables);
    return json_end(&json);
}

typedef struct Reaches {
    const char *path;
    Json json;
    char last[LUD_RULES_TEXT]; /* files come sorted by game */
} Reaches;

static void add_game(void *context, const LudTableFile *file)
{
    Reaches *reaches = context;
    LudRules rules;
    LudTables *tables;
    if (file->fault.status != LUD_OK || strcmp(file->game, reaches->last) == 0 ||
        lud_rules_parse(file->game, &rules, NULL) != LUD_OK)
        return;
    if (lud_tables_open(&tables, &rules, reaches->path, NULL) != LUD_OK) {
        reaches->json.text.failed = true; /* out of memory: half a list would be wrong */
        return;
    }
    memcpy(reaches->last, file->game, sizeof reaches->last);
    json_open(&reaches->json, '{');
    json_put_text(&reaches->json, "game", file->game);
    put_reach(&reaches->json, &rules, tables);
    json_close(&reaches->json, '}');
    lud_tables_close(tables);
}

char *lud_json_table_reaches(const char *path)
{
    Reaches reaches = {.path = path};
    return list_tables(&reaches.json, path, add_game, &reaches);
}
