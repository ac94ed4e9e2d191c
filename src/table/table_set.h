/* What a LudTables holds. */
#ifndef LUD_TABLE_SET_H
#define LUD_TABLE_SET_H

#include <ludoteca/table.h>

#include "core/tabulation.h"
#include "table_file.h"
#include "table_pieces.h"

struct LudTables {
    LudRules rules;
    const LudGameTabulation *tabulation; /* NULL: the game has no tables */
    TableFile *file[LUD_MAX_COLUMNS][LUD_MAX_LAYERS];
    TablePieces *pieces[LUD_MAX_COLUMNS][LUD_MAX_LAYERS]; /* that come from elsewhere; or NULL */
    struct TableWishes *wishes;                     /* NULL: nobody wants to know what is lacking */
    uint8_t *held[LUD_MAX_COLUMNS][LUD_MAX_LAYERS]; /* worked out here, for free(); or NULL */
    LudError *fault[LUD_MAX_COLUMNS][LUD_MAX_LAYERS]; /* why a file was left out; for free() */
    bool is_incomplete; /* memory or descriptors were lacking, so what is not here may be there */
};

/* Pieces that questions lacked. */
typedef struct TableWishes {
    LudTablePiece *list;
    int count, most;
} TableWishes;

/* Whether there is such a table, in a file, held in memory or elsewhere. */
bool table_set_has(const LudTables *tables, int column, int layer);

/* NULL, or an English message on why a table that opened is not the one of these (bare) rules, this
 * column and layer that its name promises; {1} stands for the file. */
const char *table_set_judge(const TableHead *head, const LudRules *bare, int column, int layer);

#endif
