/* Six for the tests. Odd starts: both hands empty, the tiles in a heap, in thin arms, or few. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "support/all_rows.h"

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static bool read(const LudRules *rules, const char *text, LudState *s)
{
    return rules->game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK;
}

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
static bool start_full(const LudRules *rules, LudRandom *random, LudState *s)
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
static bool start_late(const LudRules *rules, LudRandom *random, LudState *s)
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

static bool start_oddly(const LudRules *rules, LudRandom *random, LudState *s)
{
    return below(random, 2) ? start_full(rules, random, s) : start_late(rules, random, s);
}

/* Red's tiles, Black's, and what both have in hand. */
static void read_board(StoryBoard *board, const LudRules *rules, const char *text)
{
    (void)rules;
    for (int side = 0; side < 2; side++) {
        text += 2;
        while (*text != ' ') {
            char cell[LUD_CELL_TEXT];
            size_t length = strcspn(text, "; ");
            snprintf(cell, sizeof cell, "%.*s", (int)length, text);
            if (length > 0)
                story_board_put(board, cell, side, 1);
            text += length + (text[length] == ';');
        }
        text++;
    }
    char *end;
    board->held[0] = (int)strtol(text, &end, 10);
    board->held[1] = (int)strtol(end + 1, NULL, 10);
}

static const char *const samples[] = {"six", NULL};
static const TeamRow team[] = {{"six", 5, 8}, {0}};

const GameRows six_rows = {
    .name = "six",
    .samples = samples,
    .variants = 4,
    .odd_start = start_oddly,
    .reference = ref_six_moves,
    .read_board = read_board,
    .conformance_positions = 1200,
    .reference_positions = 150,
    .score_total = 2,
    .team = team,
    /* Plain search is slow here, where it sets up the notes of every leaf anew. */
    .minimax_positions = 100,
    .minimax_nodes = 200,
    .claim_nodes = 200,
    .proof_nodes = 30000,
};
