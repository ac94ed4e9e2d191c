#include "support/odd_starts.h"

#include <stdio.h>
#include <stdlib.h>

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static bool read(const LudRules *rules, const char *text, LudState *s)
{
    return rules->game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK;
}

/* -- oware ---------------------------------------------------------------------------------------
 */

static bool oware_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    static const int amounts[] = {1, 2, 3, 4, 6, 8, 12, 20, 30, 44, 48};
    int pit[12] = {0}, seeds = amounts[below(random, 11)];
    /* All pits, a few crowded ones, or one side only. */
    int pits = 1 + below(random, 12), first = below(random, 12);
    if (below(random, 3) == 0) {
        pits = 6;
        first = 6 * below(random, 2);
    }
    for (int i = 0; i < seeds; i++)
        pit[(first + below(random, pits)) % 12]++;
    int won = 48 - seeds;
    int least = won > 24 ? won - 24 : 0, most = won - least;
    int south = least + below(random, most - least + 1);
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%d-%d-%c", south, won - south,
             "SN"[below(random, 2)]);
    return read(rules, text, s);
}

/* -- six -----------------------------------------------------------------------------------------
 */

typedef struct Cell {
    int q, r;
} Cell;

typedef struct Heap {
    Cell cell[42];
    int tiles;
} Heap;

static const Cell neighbour[6] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

static bool holds(const Heap *heap, Cell cell)
{
    for (int i = 0; i < heap->tiles; i++) {
        if (heap->cell[i].q == cell.q && heap->cell[i].r == cell.r)
            return true;
    }
    return false;
}

static int touching(const Heap *heap, Cell cell)
{
    int count = 0;
    for (int d = 0; d < 6; d++)
        count += holds(heap, (Cell){cell.q + neighbour[d].q, cell.r + neighbour[d].r});
    return count;
}

/* An empty cell next to a tile: of `tries` the one with the most neighbours, or the fewest. */
static Cell choose_cell(const Heap *heap, LudRandom *random, int tries, bool is_thin)
{
    Cell best = {0, 0};
    int best_touching = -1;
    while (tries > 0 || best_touching < 0) {
        Cell at = heap->cell[below(random, heap->tiles)];
        int d = below(random, 6);
        at = (Cell){at.q + neighbour[d].q, at.r + neighbour[d].r};
        if (holds(heap, at))
            continue;
        tries--;
        int count = touching(heap, at);
        if (best_touching < 0 || (is_thin ? count < best_touching : count > best_touching)) {
            best = at;
            best_touching = count;
        }
    }
    return best;
}

/* Lays all 42 tiles by legal moves, none of which makes a shape. */
static bool six_full_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    const LudGame *game = rules->game;
    Heap heap = {{{0, 0}, {1, 0}}, 2};
    bool is_thin = below(random, 2);
    int tries = 1 + below(random, 8), refused = 0;
    lud_rules_start(rules, s);
    while (heap.tiles < 42 && refused < 100) {
        Cell at = choose_cell(&heap, random, tries, is_thin);
        char text[LUD_MOVE_TEXT];
        snprintf(text, sizeof text, "%d,%d", at.q, at.r);
        LudMove m, list[LUD_MAX_MOVES];
        LudState next = *s;
        bool is_legal = false;
        int count = game->rules.moves(s, list);
        if (game->text.move_parse(s, text, &m, NULL) == LUD_OK) {
            for (int i = 0; i < count; i++)
                is_legal = is_legal || list[i] == m;
        }
        if (is_legal)
            game->rules.apply(&next, m);
        if (!is_legal || game->rules.turn(&next) == LUD_OVER) {
            refused++;
            continue;
        }
        *s = next;
        heap.cell[heap.tiles++] = at;
    }
    return heap.tiles == 42;
}

static int by_place(const void *a, const void *b)
{
    const Cell *x = a, *y = b;
    return x->q != y->q ? x->q - y->q : x->r - y->r;
}

static int print_cells(char *text, char colour, Cell *cells, int count)
{
    qsort(cells, (size_t)count, sizeof *cells, by_place);
    int length = sprintf(text, "%c:", colour);
    for (int i = 0; i < count; i++)
        length += sprintf(text + length, "%s%d,%d", i ? ";" : "", cells[i].q, cells[i].r);
    return length;
}

/* A late second round: few tiles are left, and they may lie anywhere. */
static bool six_late_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    int far = below(random, 4) == 0 ? 9900 : 50;
    Heap heap = {{{below(random, 2 * far) - far, below(random, 2 * far) - far}}, 1};
    bool is_thin = below(random, 3) > 0;
    int red_count = 6 + below(random, 6), black_count = 6 + below(random, 6);
    while (heap.tiles < red_count + black_count)
        heap.cell[heap.tiles++] = choose_cell(&heap, random, 4, is_thin);
    Cell red[42], black[42];
    int reds = 0, blacks = 0;
    for (int i = 0; i < heap.tiles; i++) {
        bool is_red = below(random, red_count + black_count - i) < red_count - reds;
        *(is_red ? &red[reds++] : &black[blacks++]) = heap.cell[i];
    }
    char text[LUD_STATE_TEXT];
    int length = print_cells(text, 'r', red, reds);
    text[length++] = ' ';
    length += print_cells(text + length, 'b', black, blacks);
    snprintf(text + length, sizeof text - (size_t)length, " 0-0 %c", "rb"[below(random, 2)]);
    return read(rules, text, s);
}

/* -- dados ---------------------------------------------------------------------------------------
 */

static bool dados_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    LudState start;
    lud_rules_start(rules, &start);
    int sides = rules->game->rules.sides(&start), chips[3] = {0};
    static const int empties[] = {0, 0, 1, 2, 4, 8, 16};
    int empty = empties[below(random, 7)];
    /* One colour may have nearly all its chips out. */
    int favoured = below(random, 2) ? below(random, sides) : -1;
    char text[64];
    int at = 0;
    for (int square = 0; square < 36; square++) {
        int side = favoured >= 0 && below(random, 3) ? favoured : below(random, sides);
        if (chips[side] == 20)
            side = (side + 1) % sides;
        bool is_empty = below(random, 36 - square) < empty;
        empty -= is_empty;
        chips[side] += !is_empty;
        text[at++] = is_empty ? '.' : "gbr"[side];
        if (square % 6 == 5 && square < 35)
            text[at++] = '/';
    }
    int roll = 1 + below(random, 12), seat = 1 + below(random, rules->game->rules.seats(&start));
    if (roll == 1)
        snprintf(text + at, sizeof text - (size_t)at, " %d -", seat);
    else
        snprintf(text + at, sizeof text - (size_t)at, " %d %d", seat, roll);
    return read(rules, text, s);
}

/* -- pylos ---------------------------------------------------------------------------------------
 */

static bool pylos_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    const LudGame *game = rules->game;
    lud_rules_start(rules, s);
    for (int ply = 8 + below(random, 40); ply > 0; ply--) {
        LudMove list[LUD_MAX_MOVES];
        LudState next = *s;
        int count = game->rules.moves(s, list), tries = 5;
        do {
            next = *s;
            game->rules.apply(&next, list[below(random, count)]);
        } while (game->rules.turn(&next) == LUD_OVER && --tries > 0);
        if (tries == 0)
            return false;
        *s = next;
    }
    return true;
}

bool odd_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    switch (rules->game->name[0]) {
    case 'o':
        return oware_start(rules, random, s);
    case 's':
        return below(random, 2) ? six_full_start(rules, random, s)
                                : six_late_start(rules, random, s);
    case 'd':
        return dados_start(rules, random, s);
    default:
        return pylos_start(rules, random, s);
    }
}
