#include "six_board.h"

static void move_rows(SixCells *cells, int first, int last, int up)
{
    memmove(cells->row + first - up, cells->row + first,
            (size_t)(last - first + 1) * sizeof cells->row[0]);
    int from = up > 0 ? last - up + 1 : first;
    int to = up > 0 ? last : first - up - 1;
    for (int x = from; x <= to; x++)
        cells->row[x] = 0;
}

static void move_columns(SixCells *cells, int last, int left)
{
    for (int x = SIX_TOP; x <= last; x++)
        cells->row[x] = left > 0 ? cells->row[x] >> left : cells->row[x] << -left;
}

void six_board_frame(SixState *s, int first, int last)
{
    const uint64_t *red = s->tiles[SIX_RED].row, *black = s->tiles[SIX_BLACK].row;
    while ((red[first] | black[first]) == 0)
        first++;
    while ((red[last] | black[last]) == 0)
        last--;
    uint64_t columns = 0;
    for (int x = first; x <= last; x++)
        columns |= red[x] | black[x];

    int up = first - SIX_TOP, left = six_first_bit(columns) - SIX_LEFT;
    s->height = (uint8_t)(last - first + 1);
    s->width = (uint8_t)(64 - __builtin_clzll(columns) - six_first_bit(columns));
    s->q += up;
    s->r += left;
    for (int side = 0; side < 2; side++) {
        if (up != 0)
            move_rows(&s->tiles[side], first, last, up);
        if (left != 0)
            move_columns(&s->tiles[side], six_last_row(s), left);
    }
}

uint64_t six_board_key(const SixState *s)
{
    /* The rows between the first and the last all hold tiles, so their order says where they lie.
     */
    uint64_t key = (uint64_t)s->hand[SIX_RED] << 16 | (uint64_t)s->hand[SIX_BLACK] << 8 | s->side;
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        key = (key ^ s->tiles[SIX_RED].row[x]) * 0x9e3779b97f4a7c15u;
        key ^= key >> 29;
        key = (key ^ s->tiles[SIX_BLACK].row[x]) * 0xbf58476d1ce4e5b9u;
        key ^= key >> 32;
    }
    key *= 0x94d049bb133111ebu;
    return key ^ key >> 31;
}

bool six_board_same(const SixState *a, const SixState *b)
{
    if (a->side != b->side || a->height != b->height || a->hand[0] != b->hand[0] ||
        a->hand[1] != b->hand[1])
        return false;
    size_t size = (size_t)a->height * sizeof(uint64_t);
    return memcmp(a->tiles[SIX_RED].row + SIX_TOP, b->tiles[SIX_RED].row + SIX_TOP, size) == 0 &&
           memcmp(a->tiles[SIX_BLACK].row + SIX_TOP, b->tiles[SIX_BLACK].row + SIX_TOP, size) == 0;
}
