/* Tables by pieces: what is lacking, and what was brought. */
#include <assert.h>
#include <string.h>

#include "table_name.h"
#include "table_set.h"

static_assert((int)LUD_TABLE_FILE_TEXT == (int)TABLE_NAME_TEXT, "names of files have one length");

/* Which table of this set a file is, by its name. */
static bool find_table(const LudTables *tables, const char *file, int *column, int *layer)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    char name[TABLE_NAME_TEXT];
    for (int i = 0; tabulation && i < tabulation->columns; i++) {
        for (int k = 0; k < tabulation->layers; k++) {
            table_name_print(&tables->rules, tabulation->names[i], k, name);
            if (strcmp(name, file) == 0) {
                *column = i;
                *layer = k;
                return true;
            }
        }
    }
    return false;
}

static TablePieces *find_pieces(const LudTables *tables, const char *file)
{
    int column, layer;
    return find_table(tables, file, &column, &layer) ? tables->pieces[column][layer] : NULL;
}

bool lud_tables_expect(LudTables *tables, const char *file, uint64_t bytes)
{
    int column, layer;
    if (!find_table(tables, file, &column, &layer))
        return false;
    TablePieces **place = &tables->pieces[column][layer];
    if (*place && table_pieces_size(*place) == bytes) {
        table_pieces_hope(*place);
        table_pieces_tidy(*place);
        return true;
    }
    LudRules bare = table_bare_rules(&tables->rules);
    table_pieces_free(*place);
    *place = table_pieces_new(&bare, column, layer, bytes);
    return *place != NULL;
}

int lud_tables_wanted(LudTables *tables, const LudState *s, LudTablePiece *list, int most)
{
    const LudGame *game = tables->rules.game;
    TableWishes wishes = {list, 0, most};
    LudTableAnswer answer;
    LudMove moves[LUD_MAX_MOVES];
    if (!tables->tabulation)
        return 0;
    tables->wishes = &wishes;
    lud_tables_probe(tables, s, &answer);
    int count = game->rules.turn(s) >= 0 ? game->rules.moves(s, moves) : 0;
    for (int i = 0; i < count; i++)
        lud_tables_probe_after(tables, s, moves[i], &answer);
    tables->wishes = NULL;
    return wishes.count;
}

LudStatus lud_tables_bring(LudTables *tables, const LudTablePiece *piece, const void *bytes,
                           LudError *err)
{
    TablePieces *pieces = find_pieces(tables, piece->file);
    TableStretch stretch = {piece->at, (size_t)piece->bytes};
    TablePieceFate fate = pieces ? table_pieces_take(pieces, stretch, bytes) : PIECE_UNASKED;
    if (fate == PIECE_TAKEN)
        return LUD_OK;
    if (fate == PIECE_UNASKED)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("No such piece of {1} is wanted."),
                             piece->file, (char *)NULL);
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("A piece of {1} is damaged."), piece->file,
                         (char *)NULL);
}

void lud_tables_give_up(LudTables *tables, const LudTablePiece *piece)
{
    TablePieces *pieces = find_pieces(tables, piece->file);
    if (pieces)
        table_pieces_lose(pieces, piece->at);
}
