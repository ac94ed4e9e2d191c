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

static void add_file(void *context, const LudTableFile *file)
{
    json_t *object = json_object();
    json_put(object, "path", json_text(file->path));
    if (file->fault.status == LUD_OK) {
        char checksum[32];
        snprintf(checksum, sizeof checksum, "%016" PRIx64, file->checksum);
        json_put(object, "game", json_text(file->game));
        json_put(object, "column", json_text(file->column));
        json_put(object, name_layer(file), json_integer(file->layer));
        json_put(object, "entries", json_integer((json_int_t)file->entries));
        json_put(object, "bytes", json_integer((json_int_t)file->bytes));
        json_put(object, "checksum", json_text(checksum));
    } else {
        char fault[1024];
        lud_error_text(&file->fault, NULL, fault, sizeof fault);
        json_put(object, "fault", json_text(fault));
    }
    json_array_append_new(context, object);
}

char *lud_json_table_files(const char *path)
{
    json_t *shape = json_shape(NULL), *files = json_array();
    LudError err;
    if (lud_tables_list(path, add_file, files, &err) != LUD_OK) {
        json_decref(files);
        json_decref(shape);
        return NULL;
    }
    json_put(shape, "tables", files);
    return json_finish(shape);
}

/* -- counts ------------------------------------------------------------------------------------ */

/* How often each number occurs, by the number; those that do not are left out. */
static json_t *describe_histogram(const uint64_t *counts, int first, int last)
{
    json_t *object = json_object();
    for (int i = first; i <= last; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        if (counts[i - first] > 0)
            json_put(object, name, json_integer((json_int_t)counts[i - first]));
    }
    return object;
}

static json_t *describe_counts(const LudRules *rules, int layer, const LudTableCounts *counts)
{
    json_t *object = json_object();
    json_put(object, lud_tables_layer_name(rules), json_integer(layer));
    json_put(object, "total", json_integer((json_int_t)counts->total));
    json_put(object, "won", json_integer((json_int_t)counts->won));
    json_put(object, "drawn", json_integer((json_int_t)counts->drawn));
    json_put(object, "lost", json_integer((json_int_t)counts->lost));
    if (!lud_tables_are_layered(rules)) {
        json_put(object, "plies",
                 counts->has_distances ? describe_histogram(counts->plies, 0, 255) : json_null());
        return object;
    }
    json_put(object, "cycle_free",
             counts->has_bounds ? json_integer((json_int_t)counts->cycle_free) : json_null());
    json_put(object, "scores", describe_histogram(counts->score, -LUD_TABLE_MOST, LUD_TABLE_MOST));
    return object;
}

LudStatus lud_json_table_counts(const LudRules *rules, LudTables *tables, int most, char **text,
                                LudError *err)
{
    json_t *shape = json_shape(rules), *layers = json_array();
    for (int layer = 0; layer <= most; layer++) {
        LudTableCounts counts;
        LudStatus status = lud_tables_count(tables, layer, &counts, err);
        if (status != LUD_OK) {
            json_decref(layers);
            json_decref(shape);
            return status;
        }
        if (counts.total > 0 || lud_tables_are_layered(rules))
            json_array_append_new(layers, describe_counts(rules, layer, &counts));
    }
    json_put(shape, "layers", layers);
    *text = json_finish(shape);
    return LUD_OK;
}

/* -- one position ------------------------------------------------------------------------------ */

static void put_answer(const LudRules *rules, json_t *object, const LudTableAnswer *answer)
{
    json_put(object, "value", answer->has_value ? json_integer(answer->value) : json_null());
    if (!lud_tables_are_layered(rules)) {
        json_put(object, "plies",
                 answer->has_distance ? json_integer(answer->distance) : json_null());
        return;
    }
    json_put(object, "low", answer->has_bounds ? json_integer(answer->low) : json_null());
    json_put(object, "high", answer->has_bounds ? json_integer(answer->high) : json_null());
    json_put(object, "mover_forces_capture",
             answer->has_force ? json_boolean(answer->mover_forces) : json_null());
    json_put(object, "opponent_forces_capture",
             answer->has_force ? json_boolean(answer->opponent_forces) : json_null());
    json_put(object, "capture_possible",
             answer->has_force ? json_boolean(answer->is_capture_possible) : json_null());
}

/* The final difference, stores included; two nulls where it is not known. */
static void put_range(json_t *object, bool is_known, int least, int most)
{
    json_put(object, "final_least", is_known ? json_integer(least) : json_null());
    json_put(object, "final_most", is_known ? json_integer(most) : json_null());
}

char *lud_json_table_probe(const LudRules *rules, LudTables *tables, const LudState *position)
{
    const LudGame *game = rules->game;
    json_t *shape = json_shape(rules), *moves = json_array();
    LudTableAnswer answer = {0};
    LudMove list[LUD_MAX_MOVES];
    int least = 0, most = 0;
    bool is_over = game->rules.turn(position) == LUD_OVER;
    json_put(shape, "position", json_state(game, position));
    json_put(shape, "known", json_boolean(lud_tables_probe(tables, position, &answer)));
    put_answer(rules, shape, &answer);
    bool is_ranged = !is_over && lud_tables_range(tables, position, &least, &most);
    put_range(shape, is_ranged, least, most);
    int count = is_over ? 0 : game->rules.moves(position, list);
    for (int i = 0; i < count; i++) {
        json_t *object = json_object();
        char text[LUD_MOVE_TEXT];
        game->text.move_print(position, list[i], text);
        json_put(object, "move", json_text(text));
        if (!lud_tables_probe_after(tables, position, list[i], &answer))
            answer = (LudTableAnswer){0};
        put_answer(rules, object, &answer);
        is_ranged = lud_tables_range_after(tables, position, list[i], &least, &most);
        put_range(object, is_ranged, least, most);
        json_array_append_new(moves, object);
    }
    json_put(shape, "moves", moves);
    return json_finish(shape);
}

/* -- how far they reach ------------------------------------------------------------------------ */

static json_t *describe_reach(int reach)
{
    return reach < 0 ? json_null() : json_integer(reach);
}

static void put_reach(json_t *object, const LudRules *rules, const LudTables *tables)
{
    const LudTabulation *tabulation = rules->game->tabulation;
    json_t *columns = json_object();
    for (int i = 0; i < tabulation->columns; i++) {
        const char *name = tabulation->names[i];
        json_put(columns, name, describe_reach(lud_tables_reach(tables, name)));
    }
    json_put(object, "reach", describe_reach(lud_tables_reach(tables, NULL)));
    json_put(object, "columns", columns);
}

char *lud_json_table_reach(const LudRules *rules, const LudTables *tables)
{
    json_t *shape = json_shape(rules);
    put_reach(shape, rules, tables);
    return json_finish(shape);
}

typedef struct Reaches {
    const char *path;
    json_t *games;
    char last[LUD_RULES_TEXT]; /* files come sorted by game */
} Reaches;

static void add_game(void *context, const LudTableFile *file)
{
    Reaches *reaches = context;
    LudRules rules;
    LudTables *tables;
    if (file->fault.status != LUD_OK || strcmp(file->game, reaches->last) == 0 ||
        lud_rules_parse(file->game, &rules, NULL) != LUD_OK ||
        lud_tables_open(&tables, &rules, reaches->path, NULL) != LUD_OK)
        return;
    memcpy(reaches->last, file->game, sizeof reaches->last);
    json_t *object = json_object();
    json_put(object, "game", json_text(file->game));
    put_reach(object, &rules, tables);
    json_array_append_new(reaches->games, object);
    lud_tables_close(tables);
}

char *lud_json_table_reaches(const char *path)
{
    json_t *shape = json_shape(NULL);
    Reaches reaches = {.path = path, .games = json_array()};
    if (lud_tables_list(path, add_game, &reaches, NULL) != LUD_OK) {
        json_decref(reaches.games);
        json_decref(shape);
        return NULL;
    }
    json_put(shape, "tables", reaches.games);
    return json_finish(shape);
}
