/* Tables that were opened, kept for the next question. */
#ifndef LUD_SERVER_TABLE_SHELF_H
#define LUD_SERVER_TABLE_SHELF_H

#include <ludoteca/table.h>

enum { SHELF_PLACES = 32 };

typedef struct ShelfPlace {
    char rules[LUD_RULES_TEXT];
    LudTables *tables; /* NULL: the place is free */
    int64_t opened_us, used_us;
} ShelfPlace;

/* Start with {0} and the path. */
typedef struct TableShelf {
    const char *path; /* directories, as in table.h */
    ShelfPlace places[SHELF_PLACES];
} TableShelf;

/* The tables for these rules, which stay the shelf's. They are opened anew after a minute, so that
 * those that are built meanwhile are found. NULL, with the error, if that fails. */
LudTables *table_shelf_take(TableShelf *shelf, const LudRules *rules, int64_t now_us,
                            LudError *err);
void table_shelf_clear(TableShelf *shelf);

#endif
