#include "six_book.h"

typedef struct Entry {
    uint64_t key;
    int8_t plies; /* until the side to move wins, or if negative loses */
} Entry;

/* Sorted by key; made by tools/book (docs/SIX.md). */
static const Entry entries[] = {
#include "six_book.inc"
};

enum {
    ENTRIES = sizeof entries / sizeof entries[0],
    MOST_TILES = 7, /* that a position of the book has */
    SYMMETRIES = 12,
};

typedef struct Tile {
    int q, r;
    bool is_movers;
} Tile;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int list_tiles(const SixState *s, Tile *tiles)
{
    int count = 0;
    for (int side = 0; side < 2; side++) {
        for (int x = SIX_TOP; x <= six_last_row(s); x++) {
            for (uint64_t bits = s->tiles[side].row[x]; bits != 0; bits &= bits - 1)
                tiles[count++] = (Tile){x, six_first_bit(bits), side == s->side};
        }
    }
    return count;
}

/* A turn by a sixth about 0,0, after a reflection if the number is six or more. */
static Tile turned(Tile tile, int symmetry)
{
    if (symmetry >= 6)
        tile = (Tile){tile.r, tile.q, tile.is_movers};
    for (int i = 0; i < symmetry % 6; i++)
        tile = (Tile){-tile.r, tile.q + tile.r, tile.is_movers};
    return tile;
}

/* The same whatever the order of the tiles, and wherever they lie. */
static uint64_t key_of(const Tile *tiles, int count, int symmetry)
{
    Tile turned_tiles[2 * SIX_TILES];
    int least_q = 0, least_r = 0;
    for (int i = 0; i < count; i++) {
        Tile tile = turned(tiles[i], symmetry);
        turned_tiles[i] = tile;
        least_q = i == 0 || tile.q < least_q ? tile.q : least_q;
        least_r = i == 0 || tile.r < least_r ? tile.r : least_r;
    }
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        const Tile *tile = &turned_tiles[i];
        uint64_t place = (uint64_t)(tile->q - least_q) << 16 | (uint64_t)(tile->r - least_r) << 1;
        sum += mix(UINT64_C(0x9e3779b97f4a7c15) * ((place | tile->is_movers) + 1));
    }
    return mix(sum);
}

uint64_t six_symmetric_key(const LudState *state)
{
    const SixState *s = (const SixState *)(const void *)state;
    Tile tiles[2 * SIX_TILES];
    int count = list_tiles(s, tiles);
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SYMMETRIES; i++) {
        uint64_t key = key_of(tiles, count, i);
        least = key < least ? key : least;
    }
    return least;
}

bool six_book_known(const LudState *state, int *plies)
{
    const SixState *s = (const SixState *)(const void *)state;
    /* With opening=apart the first moves are others. */
    bool is_other = s->is_apart && (s->count[SIX_RED] < 2 || s->count[SIX_BLACK] < 2);
    if (s->count[SIX_RED] + s->count[SIX_BLACK] > MOST_TILES || is_other ||
        s->reason != LUD_REASON_NONE)
        return false;
    uint64_t key = six_symmetric_key(state);
    int low = 0, high = ENTRIES;
    while (low < high) {
        int middle = (low + high) / 2;
        if (entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == ENTRIES || entries[low].key != key)
        return false;
    *plies = entries[low].plies;
    return true;
}
