/* Secuencia de Dados as plainly as possible, to compare the fast rules with. The board is an array
 * of letters, and every question is answered by looking at all squares. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 6, SQUARES = SIZE * SIZE, CHIPS = 20, MAX_LINES = 64, LINE_BYTES = 96 };

/* Squares are counted as they are written: rank 6 first, files a to f. */
static const int numbers[SQUARES] = {
    2, 3, 4,  5,  6, 2, /* rank 6 */
    6, 7, 8,  9,  7, 3, /* rank 5 */
    5, 9, 12, 12, 8, 4, /* rank 4 */
    4, 8, 12, 12, 9, 5, /* rank 3 */
    3, 7, 9,  8,  7, 6, /* rank 2 */
    2, 6, 5,  4,  3, 2, /* rank 1 */
};

static const char colours[] = "gbr";

typedef struct Table {
    int players, sides, line;
    char board[SQUARES]; /* '.', 'g', 'b', 'r' */
    int seat;            /* 1 … players */
    int roll;            /* 0: awaited */
} Table;

typedef struct Lines {
    char text[MAX_LINES][LINE_BYTES];
    int count;
} Lines;

/* -- reading and writing -------------------------------------------------------------------------
 */

static void read_options(Table *t, const char *options)
{
    t->players = 2;
    t->line = 0;
    for (const char *at = options; *at;) {
        if (strncmp(at, "players=", 8) == 0)
            t->players = atoi(at + 8);
        if (strncmp(at, "line=", 5) == 0)
            t->line = atoi(at + 5);
        at += strcspn(at, ",");
        at += *at == ',';
    }
    t->sides = t->players == 3 ? 3 : 2;
    if (t->line == 0)
        t->line = t->sides == 3 ? 5 : 6;
}

/* Reads the form of a position; what it means is checked later. */
static bool read_position(Table *t, const char *text)
{
    for (int i = 0; i < SQUARES; i++) {
        if (*text == '\0' || !strchr(".gbr", *text))
            return false;
        t->board[i] = *text++;
        char after = i == SQUARES - 1 ? ' ' : '/';
        if (i % SIZE == SIZE - 1 && *text++ != after)
            return false;
    }
    t->seat = *text - '0';
    if (t->seat < 1 || t->seat > t->players || text[1] != ' ')
        return false;
    text += 2;
    if (strcmp(text, "-") == 0) {
        t->roll = 0;
        return true;
    }
    for (int roll = 2; roll <= 12; roll++) {
        char word[8];
        snprintf(word, sizeof word, "%d", roll);
        if (strcmp(text, word) == 0) {
            t->roll = roll;
            return true;
        }
    }
    return false;
}

static void write_position(const Table *t, char *text)
{
    for (int i = 0; i < SQUARES; i++) {
        *text++ = t->board[i];
        if (i % SIZE == SIZE - 1)
            *text++ = i == SQUARES - 1 ? ' ' : '/';
    }
    if (t->roll == 0)
        sprintf(text, "%d -", t->seat);
    else
        sprintf(text, "%d %d", t->seat, t->roll);
}

/* -- the board -----------------------------------------------------------------------------------
 */

static int count_chips(const Table *t, char colour)
{
    int count = 0;
    for (int i = 0; i < SQUARES; i++)
        count += t->board[i] == colour;
    return count;
}

/* Whether `line` chips of a colour lie in a row from this square on, in this direction. */
static bool has_line_from(const Table *t, char colour, int row, int column, int down, int right)
{
    for (int i = 0; i < t->line; i++) {
        int r = row + i * down, c = column + i * right;
        if (r < 0 || r >= SIZE || c < 0 || c >= SIZE || t->board[r * SIZE + c] != colour)
            return false;
    }
    return true;
}

static bool has_line(const Table *t, char colour)
{
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            if (has_line_from(t, colour, row, column, 0, 1) ||
                has_line_from(t, colour, row, column, 1, 0) ||
                has_line_from(t, colour, row, column, 1, 1) ||
                has_line_from(t, colour, row, column, 1, -1))
                return true;
        }
    }
    return false;
}

static bool can_be(const Table *t)
{
    int with_line = 0;
    for (int i = 0; i < 3; i++) {
        int chips = count_chips(t, colours[i]);
        if (chips > CHIPS || (i >= t->sides && chips > 0))
            return false;
        with_line += has_line(t, colours[i]);
    }
    return with_line <= 1;
}

static bool is_over(const Table *t)
{
    return has_line(t, 'g') || has_line(t, 'b') || has_line(t, 'r');
}

static char own_colour(const Table *t)
{
    return colours[(t->seat - 1) % t->sides];
}

static bool is_opponent(const Table *t, int square)
{
    return t->board[square] != '.' && t->board[square] != own_colour(t);
}

/* -- turns ---------------------------------------------------------------------------------------
 */

static void pass_turn(Table *t)
{
    t->seat = t->seat % t->players + 1;
}

static void write_result(const Table *t, char *text)
{
    text[0] = '\0';
    if (!is_over(t))
        return;
    for (int i = 0; i < t->sides; i++) {
        strcat(text, i == 0 ? "\t" : "-");
        strcat(text, has_line(t, colours[i]) ? "1" : "0");
    }
}

static void add_line(Lines *lines, const char *move, const Table *after)
{
    char position[LINE_BYTES / 2 + 16], result[16];
    write_position(after, position);
    write_result(after, result);
    snprintf(lines->text[lines->count++], LINE_BYTES, "%s\t%s%s\n", move, position, result);
}

/* Adds the move that leaves `chip` on a square; `sign` is what is written before the square. */
static void add_move(Lines *lines, const Table *t, const char *sign, int square, char chip)
{
    char move[32];
    snprintf(move, sizeof move, "%s%c%d", sign, 'a' + square % SIZE, SIZE - square / SIZE);
    Table after = *t;
    after.board[square] = chip;
    bool rolls_again = chip != '.' && (t->roll == 2 || t->roll == 12);
    after.roll = 0;
    if (!rolls_again)
        pass_turn(&after);
    add_line(lines, move, &after);
}

/* A chip on an empty square of the number rolled (11: of any); if there is none, in place of an
 * opponent's chip there. Impossible with all twenty chips on the board. */
static void list_placements(Lines *lines, const Table *t)
{
    if (count_chips(t, own_colour(t)) == CHIPS)
        return;
    bool has_empty = false;
    for (int i = 0; i < SQUARES; i++) {
        if ((t->roll == 11 || numbers[i] == t->roll) && t->board[i] == '.') {
            add_move(lines, t, "", i, own_colour(t));
            has_empty = true;
        }
    }
    for (int i = 0; i < SQUARES && !has_empty; i++) {
        if ((t->roll == 11 || numbers[i] == t->roll) && is_opponent(t, i))
            add_move(lines, t, "x", i, own_colour(t));
    }
}

/* 10: an opponent's chip goes, but never from a 2 or a 12. */
static void list_removals(Lines *lines, const Table *t)
{
    for (int i = 0; i < SQUARES; i++) {
        if (is_opponent(t, i) && numbers[i] != 2 && numbers[i] != 12)
            add_move(lines, t, "-", i, '.');
    }
}

static void list_moves(Lines *lines, const Table *t)
{
    if (t->roll == 10)
        list_removals(lines, t);
    else
        list_placements(lines, t);
    if (lines->count == 0) {
        Table after = *t;
        after.roll = 0;
        pass_turn(&after);
        add_line(lines, "pass", &after);
    }
}

static void list_totals(Lines *lines, const Table *t)
{
    for (int total = 2; total <= 12; total++) {
        char move[8];
        snprintf(move, sizeof move, "%d", total);
        Table after = *t;
        after.roll = total;
        add_line(lines, move, &after);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

bool ref_dados_moves(const char *options, const char *position, char *out, size_t size)
{
    Table t;
    read_options(&t, options);
    if (!read_position(&t, position) || !can_be(&t))
        return false;
    Lines lines = {.count = 0};
    if (!is_over(&t) && t.roll == 0)
        list_totals(&lines, &t);
    else if (!is_over(&t))
        list_moves(&lines, &t);
    qsort(lines.text, (size_t)lines.count, LINE_BYTES, by_bytes);
    out[0] = '\0';
    for (int i = 0; i < lines.count; i++) {
        if (strlen(out) + strlen(lines.text[i]) + 1 <= size)
            strcat(out, lines.text[i]);
    }
    return true;
}
