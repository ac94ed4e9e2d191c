/* Tables that were opened, kept for the next question. Any number of threads may take some. */
#ifndef LUD_SERVER_TABLE_SHELF_H
#define LUD_SERVER_TABLE_SHELF_H

#include <pthread.h>

#include <ludoteca/table.h>

enum { SHELF_PLACES = 32 };

/* Open tables, for as long as somebody holds them. */
typedef struct Shelved {
    LudTables *tables;
    int holders; /* the shelf is one */
} Shelved;

typedef struct ShelfPlace {
    char rules[LUD_RULES_TEXT];
    Shelved *shelved; /* NULL: the place is free */
    int64_t opened_us, used_us;
} ShelfPlace;

typedef struct TableShelf {
    const char *path; /* directories, as in table.h */
    pthread_mutex_t lock;
    ShelfPlace places[SHELF_PLACES];
    char *list; /* what there is, as JSON; NULL: nobody asked yet */
    int64_t listed_us;
} TableShelf;

void table_shelf_start(TableShelf *shelf, const char *path);
/* The tables for these rules, to be given back. They are opened anew after a minute, so that those
 * that are built meanwhile are found. NULL, with the error, if that fails. */
Shelved *table_shelf_take(TableShelf *shelf, const LudRules *rules, int64_t now_us, LudError *err);
void table_shelf_return(TableShelf *shelf, Shelved *shelved);
/* How far all the tables reach, as JSON for lud_free, at most a minute old; NULL if that fails. */
char *table_shelf_list(TableShelf *shelf, int64_t now_us);
void table_shelf_end(TableShelf *shelf);

#endif
