#include "server/table_shelf.h"

#include <string.h>

static const int64_t fresh_us = 60000000;

static ShelfPlace *find_place(TableShelf *shelf, const char *rules)
{
    ShelfPlace *oldest = &shelf->places[0];
    for (int i = 0; i < SHELF_PLACES; i++) {
        ShelfPlace *place = &shelf->places[i];
        if (place->tables && strcmp(place->rules, rules) == 0)
            return place;
        if (oldest->tables && (!place->tables || place->used_us < oldest->used_us))
            oldest = place;
    }
    return oldest;
}

LudTables *table_shelf_take(TableShelf *shelf, const LudRules *rules, int64_t now_us, LudError *err)
{
    char text[LUD_RULES_TEXT];
    lud_rules_print(rules, text);
    ShelfPlace *place = find_place(shelf, text);
    bool is_same = place->tables && strcmp(place->rules, text) == 0;
    if (!is_same || now_us - place->opened_us > fresh_us) {
        LudTables *tables = NULL;
        if (lud_tables_open(&tables, rules, shelf->path, err) != LUD_OK)
            return NULL;
        lud_tables_close(place->tables);
        place->tables = tables;
        place->opened_us = now_us;
        memcpy(place->rules, text, sizeof text);
    }
    place->used_us = now_us;
    return place->tables;
}

void table_shelf_clear(TableShelf *shelf)
{
    for (int i = 0; i < SHELF_PLACES; i++) {
        lud_tables_close(shelf->places[i].tables);
        shelf->places[i].tables = NULL;
    }
}
