/* The files that are there: listed, and removed. */
#include <stdlib.h>

#include "base/folder.h"
#include "table_format.h"
#include "table_name.h"
#include "table_places.h"
#include "table_set.h"

typedef struct Listing {
    const char *dir;
    LudTableFile *files;
    size_t count, room;
    bool has_memory;
} Listing;

static bool has_ending(const char *name)
{
    size_t length = strlen(name), ending = strlen(TABLE_ENDING);
    return length > ending && strcmp(name + length - ending, TABLE_ENDING) == 0;
}

/* Whether the header fits the name, and both a game as it is known here. */
static const char *judge_head(const TableHead *head, const char *name)
{
    static const char *const foreign =
        LUD_MESSAGE("{1} is a table for rules that this version does not know. Remove it.");
    LudRules rules;
    LudError err;
    char own_name[TABLE_NAME_TEXT];
    if (lud_rules_parse(head->rules, &rules, &err) != LUD_OK || !rules.game->tabulation)
        return foreign;
    int column = table_find_column(rules.game->tabulation, head->column);
    if (column < 0 || head->layer < 0 || head->layer >= rules.game->tabulation->layers)
        return foreign;
    table_name_print(&rules, head->column, head->layer, own_name);
    LudRules bare = table_bare_rules(&rules);
    if (strcmp(own_name, name) != 0)
        return LUD_MESSAGE("{1} holds another table than its name says. Remove it, and build the "
                           "table again.");
    return table_set_judge(head, &bare, column, head->layer);
}

static void describe(LudTableFile *file, const char *name)
{
    TableFile *table;
    if (table_file_open(&table, file->path, &file->fault) != LUD_OK)
        return;
    const TableHead *head = table_file_head(table);
    const char *message = judge_head(head, name);
    if (message) {
        lud_error_set(&file->fault, LUD_EFILE, message, file->path, (char *)NULL);
    } else {
        file->fault.status = LUD_OK;
        memcpy(file->game, head->rules, sizeof file->game);
        memcpy(file->column, head->column, sizeof file->column);
        file->layer = head->layer;
        file->entries = head->count;
        file->bytes = table_file_size(table);
        file->checksum = table_file_checksum(table);
    }
    table_file_close(table);
}

static void add_name(void *context, const char *name)
{
    Listing *listing = context;
    if (!has_ending(name) || !listing->has_memory)
        return;
    if (listing->count == listing->room) {
        size_t room = listing->room ? 2 * listing->room : 64;
        LudTableFile *files = realloc(listing->files, room * sizeof *files);
        listing->has_memory = files != NULL;
        if (!files)
            return;
        listing->files = files;
        listing->room = room;
    }
    size_t size = strlen(listing->dir) + strlen(name) + 2;
    char *path = malloc(size);
    listing->has_memory = path != NULL;
    if (!path)
        return;
    memcpy(path, listing->dir, strlen(listing->dir));
    path[strlen(listing->dir)] = '/';
    memcpy(path + strlen(listing->dir) + 1, name, strlen(name) + 1);
    LudTableFile *file = &listing->files[listing->count++];
    *file = (LudTableFile){.path = path};
    describe(file, name);
}

static bool list_dir(void *context, const char *dir)
{
    Listing *listing = context;
    listing->dir = dir;
    base_folder_list(dir, add_name, listing); /* a directory that is not there has no tables */
    return listing->has_memory;
}

/* Sound ones first, by game, column and layer; the others by name. */
static int compare(const void *left, const void *right)
{
    const LudTableFile *a = left, *b = right;
    bool is_faulty = a->fault.status != LUD_OK, is_other_faulty = b->fault.status != LUD_OK;
    if (is_faulty != is_other_faulty)
        return is_faulty - is_other_faulty;
    int order = is_faulty ? 0 : strcmp(a->game, b->game);
    order = order || is_faulty ? order : strcmp(a->column, b->column);
    order = order || is_faulty ? order : a->layer - b->layer;
    return order ? order : strcmp(a->path, b->path);
}

static LudStatus list_all(const char *path, Listing *listing, LudError *err)
{
    *listing = (Listing){.has_memory = true};
    bool has_memory = table_places_each(path, list_dir, listing);
    if (!has_memory || !listing->has_memory)
        return table_fail_memory(err);
    if (listing->count > 0)
        qsort(listing->files, listing->count, sizeof listing->files[0], compare);
    return LUD_OK;
}

static void free_listing(Listing *listing)
{
    for (size_t i = 0; i < listing->count; i++)
        free((void *)(uintptr_t)listing->files[i].path);
    free(listing->files);
}

LudStatus lud_tables_list(const char *path, void (*visit)(void *context, const LudTableFile *file),
                          void *context, LudError *err)
{
    Listing listing;
    LudStatus status = list_all(path, &listing, err);
    for (size_t i = 0; i < listing.count && status == LUD_OK; i++)
        visit(context, &listing.files[i]);
    free_listing(&listing);
    return status;
}

/* -- removing ---------------------------------------------------------------------------------- */

typedef struct Removal {
    const LudRules *rules;
    int least, removed;
    LudStatus status;
    LudError *err;
} Removal;

/* Removes one file, if it is there. */
static void remove_file(Removal *removal, const char *path, bool is_table)
{
    bool exists = base_file_exists(path);
    int fault = exists ? base_file_remove(path) : 0;
    removal->removed += is_table && exists && fault == 0;
    if (fault)
        removal->status = table_fail_writing(removal->err, path, fault);
}

/* Removes a table, and what was kept of it by a build that was cut off. */
static void remove_table(Removal *removal, const char *dir, const char *column, int layer)
{
    char *path = table_path(dir, removal->rules, column, layer);
    size_t length = path ? strlen(path) : 0;
    char *saved = malloc(length + sizeof TABLE_SAVED_ENDING);
    if (path && saved) {
        memcpy(saved, path, length);
        memcpy(saved + length, TABLE_SAVED_ENDING, sizeof TABLE_SAVED_ENDING);
        remove_file(removal, path, true);
        remove_file(removal, saved, false);
    } else {
        removal->status = table_fail_memory(removal->err);
    }
    free(saved);
    free(path);
}

/* By name: damaged ones go as well. The highest go first, so that what is left is of use even if
 * this is interrupted. */
static bool remove_in(void *context, const char *dir)
{
    Removal *removal = context;
    const LudGameTabulation *tabulation = removal->rules->game->tabulation;
    for (int layer = tabulation->layers - 1; layer >= removal->least; layer--) {
        for (int column = 0; column < tabulation->columns && removal->status == LUD_OK; column++)
            remove_table(removal, dir, tabulation->names[column], layer);
    }
    return removal->status == LUD_OK;
}

LudStatus lud_tables_remove(const LudRules *rules, const char *path, int least, int *removed,
                            LudError *err)
{
    if (!rules->game->tabulation)
        return lud_tables_check(rules->game, err);
    Removal removal = {.rules = rules, .least = least < 0 ? 0 : least, .err = err};
    if (!table_places_each(path, remove_in, &removal))
        return table_fail_memory(err);
    *removed = removal.removed;
    return removal.status;
}
