#include "server/table_shelf.h"

#include <stdlib.h>
#include <string.h>

#include <ludoteca/json.h>

static const int64_t fresh_us = 60000000;

void table_shelf_start(TableShelf *shelf, const char *path)
{
    *shelf = (TableShelf){.path = path};
    pthread_mutex_init(&shelf->lock, NULL);
}

/* -- with the lock held ------------------------------------------------------------------------ */

static void release(Shelved *shelved)
{
    if (!shelved || --shelved->holders > 0)
        return;
    lud_tables_close(shelved->tables);
    free(shelved);
}

static ShelfPlace *find_place(TableShelf *shelf, const char *rules)
{
    ShelfPlace *oldest = &shelf->places[0];
    for (int i = 0; i < SHELF_PLACES; i++) {
        ShelfPlace *place = &shelf->places[i];
        if (place->shelved && strcmp(place->rules, rules) == 0)
            return place;
        if (oldest->shelved && (!place->shelved || place->used_us < oldest->used_us))
            oldest = place;
    }
    return oldest;
}

static Shelved *open_tables(const TableShelf *shelf, const LudRules *rules, LudError *err)
{
    Shelved *made = calloc(1, sizeof *made);
    if (!made) {
        lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
        return NULL;
    }
    made->holders = 1;
    if (lud_tables_open(&made->tables, rules, shelf->path, err) == LUD_OK)
        return made;
    free(made);
    return NULL;
}

static Shelved *take(TableShelf *shelf, const LudRules *rules, int64_t now_us, LudError *err)
{
    char text[LUD_RULES_TEXT];
    lud_rules_print(rules, text);
    ShelfPlace *place = find_place(shelf, text);
    bool is_same = place->shelved && strcmp(place->rules, text) == 0;
    if (!is_same || now_us - place->opened_us > fresh_us) {
        Shelved *opened = open_tables(shelf, rules, err);
        if (!opened)
            return NULL;
        release(place->shelved);
        place->shelved = opened;
        place->opened_us = now_us;
        memcpy(place->rules, text, sizeof text);
    }
    place->used_us = now_us;
    place->shelved->holders++;
    return place->shelved;
}

/* -- for everybody ----------------------------------------------------------------------------- */

Shelved *table_shelf_take(TableShelf *shelf, const LudRules *rules, int64_t now_us, LudError *err)
{
    pthread_mutex_lock(&shelf->lock);
    Shelved *shelved = take(shelf, rules, now_us, err);
    pthread_mutex_unlock(&shelf->lock);
    return shelved;
}

void table_shelf_return(TableShelf *shelf, Shelved *shelved)
{
    pthread_mutex_lock(&shelf->lock);
    release(shelved);
    pthread_mutex_unlock(&shelf->lock);
}

char *table_shelf_list(TableShelf *shelf, int64_t now_us)
{
    pthread_mutex_lock(&shelf->lock);
    if (!shelf->list || now_us - shelf->listed_us > fresh_us) {
        lud_free(shelf->list);
        shelf->list = lud_json_table_reaches(shelf->path);
        shelf->listed_us = now_us;
    }
    char *copy = shelf->list ? strdup(shelf->list) : NULL;
    pthread_mutex_unlock(&shelf->lock);
    return copy;
}

void table_shelf_end(TableShelf *shelf)
{
    for (int i = 0; i < SHELF_PLACES; i++)
        release(shelf->places[i].shelved);
    lud_free(shelf->list);
    pthread_mutex_destroy(&shelf->lock);
}
