/* The board of Six: tiles as bits in a frame that moves with them.
 *
 * A row holds the cells of one q, a column is one r: cell (row, column) is bit `column` of a row's
 * word. The frame is kept so that the tiles' first row is SIX_TOP and their first column SIX_LEFT;
 * 42 connected tiles then always fit, whatever way play drifts, and positions that differ by a
 * translation have the same rows, the same moves and the same key. Where the frame lies in the
 * players' coordinates is kept beside it, for printing only. */
#ifndef LUD_SIX_BOARD_H
#define LUD_SIX_BOARD_H

#include <ludoteca/judging.h>

#include "core/dual.h"

enum {
    SIX_TILES = 21, /* of each colour */
    SIX_SHAPE = 6,  /* tiles that make a shape, and the fewest with which a player can still win */
    SIX_TOP = 6,    /* empty rows above and below let shapes be sought without looking for edges, */
    SIX_LEFT = 1,   /* around tiles and around the empty cells next to them */
    SIX_ROWS = SIX_TOP + 2 * SIX_TILES + 7,
};

/* A set of cells. */
typedef struct SixCells {
    uint64_t row[SIX_ROWS];
} SixCells;

enum { SIX_RED, SIX_BLACK, SIX_NOBODY };

/* may_alias: it is read and written in place, in the bytes of a LudState. */
typedef struct __attribute__((may_alias)) SixState {
    SixCells tiles[2];
    int32_t q, r;     /* the players' coordinates of row 0, column 0 */
    uint8_t height;   /* rows from the first tile to the last */
    uint8_t width;    /* the same for columns */
    uint8_t count[2]; /* tiles on the board */
    uint8_t hand[2];
    uint8_t side;
    uint8_t reason; /* a LudReason, NONE while play goes on */
    uint8_t winner; /* when over; SIX_NOBODY: a draw */
    bool is_apart;  /* opening=apart */
} SixState;

/* A cell as one number; cells of a position sort by q, then r. No tile ever lies on SIX_NO_CELL. */
enum { SIX_NO_CELL = 0 };

static inline int six_cell(int row, int column)
{
    return row << 6 | column;
}

static inline int six_cell_row(int cell)
{
    return cell >> 6;
}

static inline int six_cell_column(int cell)
{
    return cell & 63;
}

static inline uint64_t six_cell_bit(int cell)
{
    return (uint64_t)1 << (cell & 63);
}

/* A move lays a tile on one cell; in the second round it lifts another before, and may have to say
 * which of the equally large groups stays (0: the one with the lowest cell). */
static inline LudMove six_move(int lift, int choice, int place)
{
    return (LudMove)(choice << 24 | lift << 12 | place);
}

static inline int six_move_place(LudMove m)
{
    return (int)(m & 0xfff);
}

static inline int six_move_lift(LudMove m)
{
    return (int)(m >> 12 & 0xfff);
}

static inline int six_move_choice(LudMove m)
{
    return (int)(m >> 24);
}

static inline int six_count_bits(uint64_t bits)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* Without the instruction the compiler would call a function that looks up tables. */
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(bits * 0x0101010101010101u >> 56);
#else
    return __builtin_popcountll(bits);
#endif
}

static inline int six_first_bit(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* The last row that holds a tile. */
static inline int six_last_row(const SixState *s)
{
    return SIX_TOP + s->height - 1;
}

static inline bool six_is_second_round(const SixState *s)
{
    return s->hand[SIX_RED] + s->hand[SIX_BLACK] == 0;
}

/* The cells of row `x` that touch a cell of the set. */
static inline uint64_t six_touched(const uint64_t *row, int x)
{
    return row[x] << 1 | row[x] >> 1 | row[x - 1] | row[x - 1] >> 1 | row[x + 1] | row[x + 1] << 1;
}

/* Copies the tiles of both colours, with two empty rows before and after those that hold any. */
static inline void six_occupied(const SixState *s, SixCells *occupied)
{
    for (int x = SIX_TOP - 2; x <= six_last_row(s) + 2; x++)
        occupied->row[x] = s->tiles[SIX_RED].row[x] | s->tiles[SIX_BLACK].row[x];
}

/* The empty cells next to a tile of a set that lies in rows SIX_TOP to `last`; the result fills one
 * row more at either end. */
static inline void six_frontier(const SixCells *tiles, int last, SixCells *frontier)
{
    for (int x = SIX_TOP - 1; x <= last + 1; x++)
        frontier->row[x] = six_touched(tiles->row, x) & ~tiles->row[x];
}

static inline int six_cells_count(const SixCells *cells, int first, int last)
{
    int count = 0;
    for (int x = first; x <= last; x++)
        count += six_count_bits(cells->row[x]);
    return count;
}

/* opening=apart: whether the side to move lays its first tile. */
static inline bool six_must_keep_apart(const SixState *s)
{
    return s->is_apart && s->count[s->side] == 1;
}

#define six_board_frame LUD_DUAL(six_board_frame)
#define six_board_key   LUD_DUAL(six_board_key)
#define six_board_same  LUD_DUAL(six_board_same)

/* Moves tiles and frame so that the first row and column are where they belong. The tiles must lie
 * in rows `first` to `last`. */
void six_board_frame(SixState *s, int first, int last);
/* As LudGame.key and LudGame.same: colours, hands and the side to move, wherever the tiles lie. */
uint64_t six_board_key(const SixState *s);
bool six_board_same(const SixState *a, const SixState *b);

#endif
