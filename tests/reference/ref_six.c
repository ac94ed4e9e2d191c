/* Six, as plainly as it can be told: lists of tiles, searched from one end to the other. */
#include "ref_six.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Cell directions[6] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

/* -- tiles ------------------------------------------------------------------------------------- */

static Cell step(Cell from, Cell direction, int times)
{
    Cell to = {from.q + times * direction.q, from.r + times * direction.r};
    return to;
}

static bool is_same_cell(Cell a, Cell b)
{
    return a.q == b.q && a.r == b.r;
}

static int compare_cells(Cell a, Cell b)
{
    if (a.q != b.q)
        return a.q < b.q ? -1 : 1;
    if (a.r != b.r)
        return a.r < b.r ? -1 : 1;
    return 0;
}

static bool is_next_to(Cell a, Cell b)
{
    for (int d = 0; d < 6; d++) {
        if (is_same_cell(step(a, directions[d], 1), b))
            return true;
    }
    return false;
}

static int colour_at(const Board *board, Cell cell)
{
    for (int i = 0; i < board->count; i++) {
        if (is_same_cell(board->tiles[i].at, cell))
            return board->tiles[i].colour;
    }
    return NOBODY;
}

static int count_colour(const Board *board, int colour)
{
    int count = 0;
    for (int i = 0; i < board->count; i++)
        count += board->tiles[i].colour == colour;
    return count;
}

static void add_tile(Board *board, Cell cell, int colour)
{
    board->tiles[board->count].at = cell;
    board->tiles[board->count].colour = colour;
    board->count++;
}

static void remove_tile(Board *board, int index)
{
    board->count--;
    for (int i = index; i < board->count; i++)
        board->tiles[i] = board->tiles[i + 1];
}

/* Numbers the groups of touching tiles from 0 and returns how many there are. */
static int find_groups(const Board *board, int group_of[2 * OWN_SET])
{
    int groups = 0;
    for (int i = 0; i < board->count; i++)
        group_of[i] = -1;
    for (int i = 0; i < board->count; i++) {
        if (group_of[i] != -1)
            continue;
        int reached[2 * OWN_SET], count = 0;
        group_of[i] = groups;
        reached[count++] = i;
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < board->count; k++) {
                if (group_of[k] == -1 &&
                    is_next_to(board->tiles[reached[j]].at, board->tiles[k].at)) {
                    group_of[k] = groups;
                    reached[count++] = k;
                }
            }
        }
        groups++;
    }
    return groups;
}

/* -- shapes ------------------------------------------------------------------------------------ */

/* Rows in three directions, triangles pointing two ways, and the circle around a cell. */
static const Cell shapes[6][SHAPE_SIZE] = {
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},
    {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
    {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}},
    {{0, 0}, {-1, 0}, {0, -1}, {-2, 0}, {-1, -1}, {0, -2}},
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}},
};

/* Whether the tile on `cell` belongs to a shape: each shape is tried with each of its parts there.
 */
static bool is_in_shape(const Board *board, Cell cell)
{
    int colour = colour_at(board, cell);
    for (int shape = 0; shape < 6; shape++) {
        for (int part = 0; part < SHAPE_SIZE; part++) {
            Cell origin = step(cell, shapes[shape][part], -1);
            int found = 0;
            while (found < SHAPE_SIZE &&
                   colour_at(board, step(origin, shapes[shape][found], 1)) == colour)
                found++;
            if (found == SHAPE_SIZE)
                return true;
        }
    }
    return false;
}

static bool has_shape(const Board *board, int colour)
{
    for (int i = 0; i < board->count; i++) {
        if (board->tiles[i].colour == colour && is_in_shape(board, board->tiles[i].at))
            return true;
    }
    return false;
}

/* -- the end ----------------------------------------------------------------------------------- */

const char *ref_six_win_of(int colour)
{
    return colour == RED ? "1-0" : "0-1";
}

/* The result when tiles have become too few for a shape, else NULL. A colour falls below six only
 * by removal, in the second round, and the lifted tile counts: so this may be asked after it was
 * laid. */
static const char *find_shortage(const Board *board)
{
    if (board->hand[RED] > 0 || board->hand[BLACK] > 0)
        return NULL;
    bool red_is_short = count_colour(board, RED) < SHAPE_SIZE;
    bool black_is_short = count_colour(board, BLACK) < SHAPE_SIZE;
    if (red_is_short && black_is_short)
        return "1/2-1/2";
    return red_is_short ? ref_six_win_of(BLACK) : black_is_short ? ref_six_win_of(RED) : NULL;
}

/* The result of a position, or NULL while it goes on. */
static const char *find_result(const Board *board)
{
    if (has_shape(board, RED))
        return ref_six_win_of(RED);
    if (has_shape(board, BLACK))
        return ref_six_win_of(BLACK);
    return find_shortage(board);
}

/* -- text -------------------------------------------------------------------------------------- */

/* Reads a number without needless zeros or signs; NULL if there is none. */
static const char *read_number(const char *at, int *number)
{
    bool is_negative = *at == '-';
    const char *digits = at + is_negative;
    int value = 0, length = 0;
    while (digits[length] >= '0' && digits[length] <= '9' && length < 5) {
        value = 10 * value + (digits[length] - '0');
        length++;
    }
    if (length == 0)
        return NULL;
    if (digits[0] == '0' && (length > 1 || is_negative))
        return NULL;
    *number = is_negative ? -value : value;
    return digits + length;
}

static const char *read_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    return at && strncmp(at, word, length) == 0 ? at + length : NULL;
}

static const char *read_tiles(const char *at, int colour, Board *board)
{
    if (!at || *at == ' ')
        return at;
    for (;;) {
        Cell cell;
        at = read_number(at, &cell.q);
        at = read_word(at, ",");
        at = at ? read_number(at, &cell.r) : NULL;
        if (!at || colour_at(board, cell) != NOBODY || count_colour(board, colour) == OWN_SET)
            return NULL;
        add_tile(board, cell, colour);
        if (*at != ';')
            return at;
        at++;
    }
}

static bool read_position(const char *text, Board *board)
{
    const char *at = read_word(text, "r:");
    at = read_tiles(at, RED, board);
    at = read_word(at, " b:");
    at = read_tiles(at, BLACK, board);
    at = read_word(at, " ");
    at = at ? read_number(at, &board->hand[RED]) : NULL;
    at = read_word(at, "-");
    at = at ? read_number(at, &board->hand[BLACK]) : NULL;
    if (!at || (strcmp(at, " r") != 0 && strcmp(at, " b") != 0))
        return false;
    board->mover = at[1] == 'r' ? RED : BLACK;
    return true;
}

/* Positions are given near 0,0; play may then carry some tiles past the edge, but not all. */
static bool is_near(const Board *board)
{
    for (int i = 0; i < board->count; i++) {
        Cell at = board->tiles[i].at;
        if (abs(at.q) <= FARTHEST && abs(at.r) <= FARTHEST)
            return true;
    }
    return false;
}

/* Whether play could have led to these hands and tiles. */
static bool is_possible(const Board *board)
{
    int group_of[2 * OWN_SET];
    int own = board->hand[board->mover], other = board->hand[!board->mover];
    if (!is_near(board) || find_groups(board, group_of) != 1)
        return false;
    if (own < 0 || other < 0 || own > HAND || other > HAND)
        return false;
    if (own != other && own != other + 1)
        return false;
    for (int colour = RED; colour <= BLACK; colour++) {
        int set = count_colour(board, colour) + board->hand[colour];
        if ((own > 0 || other > 0) && set != OWN_SET)
            return false;
    }
    return !(has_shape(board, RED) && has_shape(board, BLACK));
}

static int compare_tiles(const void *a, const void *b)
{
    return compare_cells(((const Tile *)a)->at, ((const Tile *)b)->at);
}

static void print_position(const Board *board, char *text, size_t size)
{
    Board sorted = *board;
    qsort(sorted.tiles, (size_t)sorted.count, sizeof sorted.tiles[0], compare_tiles);
    size_t length = 0;
    for (int colour = RED; colour <= BLACK; colour++) {
        length += (size_t)snprintf(text + length, size - length, colour == RED ? "r:" : " b:");
        const char *joint = "";
        for (int i = 0; i < sorted.count; i++) {
            if (sorted.tiles[i].colour != colour)
                continue;
            length += (size_t)snprintf(text + length, size - length, "%s%d,%d", joint,
                                       sorted.tiles[i].at.q, sorted.tiles[i].at.r);
            joint = ";";
        }
    }
    snprintf(text + length, size - length, " %d-%d %c", board->hand[RED], board->hand[BLACK],
             board->mover == RED ? 'r' : 'b');
}

/* -- moves ------------------------------------------------------------------------------------- */

enum { LINE_BYTES = 640, MOST_CELLS = 6 * 2 * OWN_SET, MOST_STEPS = OWN_SET * MOST_CELLS };

/* Lays a tile of the mover on `cell` and adds that move. There were no shapes before, so if there
 * is one now, the new tile belongs to it. */
static void lay_tile(Steps *steps, const char *move, const Board *before, Cell cell)
{
    Step *step = &steps->step[steps->count++];
    snprintf(step->move, sizeof step->move, "%s", move);
    step->after = *before;
    add_tile(&step->after, cell, before->mover);
    step->after.mover = !before->mover;
    step->result = is_in_shape(&step->after, cell) ? ref_six_win_of(before->mover)
                                                   : find_shortage(&step->after);
}

/* Whether a tile may lie there at all: an empty cell next to some tile. */
static bool is_open(const Board *board, Cell cell)
{
    if (colour_at(board, cell) != NOBODY)
        return false;
    for (int i = 0; i < board->count; i++) {
        if (is_next_to(board->tiles[i].at, cell))
            return true;
    }
    return false;
}

/* Every open cell once, into `cells`. */
static int find_open_cells(const Board *board, Cell cells[MOST_CELLS])
{
    int count = 0;
    for (int i = 0; i < board->count; i++) {
        for (int d = 0; d < 6; d++) {
            Cell cell = step(board->tiles[i].at, directions[d], 1);
            bool is_known = false;
            for (int j = 0; j < count; j++)
                is_known = is_known || is_same_cell(cells[j], cell);
            if (!is_known && is_open(board, cell))
                cells[count++] = cell;
        }
    }
    return count;
}

/* Some printings: the first tile that a player lays must keep away from that colour's first. */
static bool touches_first_tile(const Board *board, Cell cell)
{
    if (!board->first_must_be_apart || count_colour(board, board->mover) != 1)
        return false;
    for (int i = 0; i < board->count; i++) {
        if (board->tiles[i].colour == board->mover && is_next_to(board->tiles[i].at, cell))
            return true;
    }
    return false;
}

static void list_first_round(const Board *board, Steps *steps)
{
    Cell cells[MOST_CELLS];
    int count = find_open_cells(board, cells);
    for (int i = 0; i < count; i++) {
        if (touches_first_tile(board, cells[i]))
            continue;
        Board before = *board;
        before.hand[board->mover]--;
        char move[32];
        snprintf(move, sizeof move, "%d,%d", cells[i].q, cells[i].r);
        lay_tile(steps, move, &before, cells[i]);
    }
}

/* Lists where the tile lifted from `from` may be laid, `stayed` being what is left on the table.
 * `choice` names the group that stayed if the mover chose it. */
static void list_landings(const Board *stayed, Cell from, bool were_removed, const char *choice,
                          Steps *steps)
{
    Cell cells[MOST_CELLS];
    int count = find_open_cells(stayed, cells);
    for (int i = 0; i < count; i++) {
        if (is_same_cell(cells[i], from) && !were_removed)
            continue;
        char move[64];
        snprintf(move, sizeof move, "%d,%d>%d,%d%s", from.q, from.r, cells[i].q, cells[i].r,
                 choice);
        lay_tile(steps, move, stayed, cells[i]);
    }
}

/* What is left when only `group` stays; `lowest` becomes its lowest cell. */
static Board keep_group(const Board *board, const int group_of[], int group, Cell *lowest)
{
    Board kept = *board;
    kept.count = 0;
    for (int i = 0; i < board->count; i++) {
        if (group_of[i] != group)
            continue;
        Cell cell = board->tiles[i].at;
        if (kept.count == 0 || compare_cells(cell, *lowest) < 0)
            *lowest = cell;
        add_tile(&kept, cell, board->tiles[i].colour);
    }
    return kept;
}

static void list_lift(const Board *board, int index, Steps *steps)
{
    Cell from = board->tiles[index].at;
    Board lifted = *board;
    remove_tile(&lifted, index);
    int group_of[2 * OWN_SET];
    int groups = find_groups(&lifted, group_of);
    int sizes[2 * OWN_SET] = {0};
    int largest = 0, equals = 0;
    for (int i = 0; i < lifted.count; i++)
        sizes[group_of[i]]++;
    for (int g = 0; g < groups; g++) {
        if (sizes[g] > largest) {
            largest = sizes[g];
            equals = 0;
        }
        equals += sizes[g] == largest;
    }
    for (int g = 0; g < groups; g++) {
        if (sizes[g] < largest)
            continue;
        Cell lowest = {0, 0};
        Board stayed = keep_group(&lifted, group_of, g, &lowest);
        char choice[32] = "";
        if (equals > 1)
            snprintf(choice, sizeof choice, "~%d,%d", lowest.q, lowest.r);
        list_landings(&stayed, from, groups > 1, choice, steps);
    }
}

Steps ref_six_steps(const Board *board)
{
    Steps steps = {malloc((size_t)MOST_STEPS * sizeof(Step)), 0};
    if (!steps.step)
        abort();
    if (board->hand[board->mover] > 0) {
        list_first_round(board, &steps);
        return steps;
    }
    for (int i = 0; i < board->count; i++) {
        if (board->tiles[i].colour == board->mover)
            list_lift(board, i, &steps);
    }
    return steps;
}

bool ref_six_read(const char *position, Board *board)
{
    *board = (Board){.count = 0};
    return read_position(position, board) && is_possible(board) && !find_result(board);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

bool ref_six_moves(const char *options, const char *position, char *out, size_t size)
{
    Board board = {.first_must_be_apart = strstr(options, "opening=apart") != NULL};
    if (!read_position(position, &board) || !is_possible(&board))
        return false;
    out[0] = '\0';
    if (find_result(&board))
        return true;
    Steps steps = ref_six_steps(&board);
    char(*line)[LINE_BYTES] = malloc((size_t)steps.count * LINE_BYTES);
    if (!line)
        abort();
    for (int i = 0; i < steps.count; i++) {
        const Step *step = &steps.step[i];
        char after[LINE_BYTES - 96];
        print_position(&step->after, after, sizeof after);
        snprintf(line[i], LINE_BYTES, "%s\t%s%s%s\n", step->move, after, step->result ? "\t" : "",
                 step->result ? step->result : "");
    }
    qsort(line, (size_t)steps.count, LINE_BYTES, compare_lines);
    size_t length = 0;
    for (int i = 0; i < steps.count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s", line[i]);
    free(line);
    free(steps.step);
    return true;
}
