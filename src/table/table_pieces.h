/* A table file that lies elsewhere, as on a web server, and comes piece by piece: the header with
 * the first part of the index, other parts of the index, the model, blocks. A question that lacks a
 * piece says which; somebody brings it, and the question is asked again. What is damaged is
 * refused. One thread at a time. */
#ifndef LUD_TABLE_PIECES_H
#define LUD_TABLE_PIECES_H

#include <stdbool.h>
#include <stddef.h>

#include <ludoteca/game.h>

typedef struct TablePieces TablePieces;

typedef enum TablePieceAnswer {
    PIECES_KNOW,
    PIECES_LACK, /* a piece that can be brought */
    PIECES_LOST, /* one that can't */
} TablePieceAnswer;

/* Bytes of the file, from `at` on. */
typedef struct TableStretch {
    uint64_t at;
    size_t bytes;
} TableStretch;

/* A file of so many bytes that holds this column and layer of these (bare) rules; NULL when out of
 * memory. */
TablePieces *table_pieces_new(const LudRules *bare, int column, int layer, uint64_t file_bytes);
void table_pieces_free(TablePieces *pieces); /* NULL is allowed */
uint64_t table_pieces_size(const TablePieces *pieces);
/* One entry; or the stretch that is lacking. */
TablePieceAnswer table_pieces_get(TablePieces *pieces, uint64_t index, uint8_t *entry,
                                  TableStretch *lacking);
typedef enum TablePieceFate { PIECE_TAKEN, PIECE_DAMAGED, PIECE_UNASKED } TablePieceFate;

/* Takes a stretch that was lacking. If it is damaged, some of what led there may be lacking again,
 * since it may be that which is wrong; a stretch that only followed from that is unasked then. */
TablePieceFate table_pieces_take(TablePieces *pieces, TableStretch stretch, const uint8_t *bytes);
/* Remembers that a stretch can't be had; forgets all that it remembers so. */
void table_pieces_lose(TablePieces *pieces, uint64_t at);
void table_pieces_hope(TablePieces *pieces);
/* Lets blocks go if there are many. */
void table_pieces_tidy(TablePieces *pieces);

#endif
