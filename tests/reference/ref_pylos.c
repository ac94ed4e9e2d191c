/* Pylos, as plainly as it can be told: an array of cells, looked at one by one. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIGHEST_BASE = 4, MOST_CELLS = 30, MOST_LINES = 4096, LINE_BYTES = 128, MOVE_BYTES = 32 };

typedef struct Rules {
    int base;               /* cells along an edge of level 1; also the number of levels */
    int balls;              /* of each colour */
    bool squares_earn;      /* a square of one's colour gives balls back */
    bool lines_earn;        /* so does a line on level 1 or 2 */
    bool second_may_be_new; /* the second ball may be one that the first was lying on */
    bool may_recover_none;
    bool may_raise_without_reserve;
} Rules;

/* Counted from 0: level 1 is level 0, file a is file 0. */
typedef struct Cell {
    int level, rank, file;
} Cell;

/* As in moves: 2a1. */
typedef struct Name {
    char text[4];
} Name;

typedef struct Position {
    char ball[HIGHEST_BASE][HIGHEST_BASE][HIGHEST_BASE]; /* level, rank, file: w, b or . */
    char side;                                           /* to move: w or b */
} Position;

typedef struct Lines {
    char (*line)[LINE_BYTES];
    int count;
} Lines;

/* -- options ----------------------------------------------------------------------------------- */

static Rules read_rules(const char *options)
{
    Rules rules = {
        .base = strstr(options, "base=3") ? 3 : 4,
        .balls = strstr(options, "base=3") ? 7 : 15,
        .squares_earn = !strstr(options, "variant=child"),
        .lines_earn = strstr(options, "variant=expert") != NULL,
        .second_may_be_new = !strstr(options, "second=free"),
        .may_recover_none = strstr(options, "recovery=may") != NULL,
        .may_raise_without_reserve = strstr(options, "reserve=raise") != NULL,
    };
    return rules;
}

/* -- cells ------------------------------------------------------------------------------------- */

/* How many cells a level has along its edge. */
static int edge(const Rules *rules, int level)
{
    return rules->base - level;
}

static bool is_on_board(const Rules *rules, Cell c)
{
    return c.level >= 0 && c.level < rules->base && c.rank >= 0 && c.rank < edge(rules, c.level) &&
           c.file >= 0 && c.file < edge(rules, c.level);
}

/* All cells from the lowest on: by level, then rank, then file. */
static int list_cells(const Rules *rules, Cell *cells)
{
    int count = 0;
    for (int level = 0; level < rules->base; level++) {
        for (int rank = 0; rank < edge(rules, level); rank++) {
            for (int file = 0; file < edge(rules, level); file++)
                cells[count++] = (Cell){level, rank, file};
        }
    }
    return count;
}

static char ball_at(const Position *p, Cell c)
{
    return p->ball[c.level][c.rank][c.file];
}

static void put(Position *p, Cell c, char ball)
{
    p->ball[c.level][c.rank][c.file] = ball;
}

static bool is_supported(const Position *p, Cell c)
{
    if (c.level == 0)
        return true;
    for (int up = 0; up < 2; up++) {
        for (int right = 0; right < 2; right++) {
            Cell below = {c.level - 1, c.rank + up, c.file + right};
            if (ball_at(p, below) == '.')
                return false;
        }
    }
    return true;
}

static bool is_open(const Position *p, Cell c)
{
    return ball_at(p, c) == '.' && is_supported(p, c);
}

/* Whether the ball there carries no other. */
static bool is_free(const Rules *rules, const Position *p, Cell c)
{
    for (int down = 0; down < 2; down++) {
        for (int left = 0; left < 2; left++) {
            Cell above = {c.level + 1, c.rank - down, c.file - left};
            if (is_on_board(rules, above) && ball_at(p, above) != '.')
                return false;
        }
    }
    return true;
}

static bool is_own_free(const Rules *rules, const Position *p, Cell c)
{
    return ball_at(p, c) == p->side && is_free(rules, p, c);
}

static int count_balls(const Rules *rules, const Position *p, char colour)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells), count = 0;
    for (int i = 0; i < all; i++) {
        if (ball_at(p, cells[i]) == colour)
            count++;
    }
    return count;
}

static int reserve(const Rules *rules, const Position *p, char colour)
{
    return rules->balls - count_balls(rules, p, colour);
}

static char summit(const Rules *rules, const Position *p)
{
    return p->ball[rules->base - 1][0][0];
}

static char other(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

/* -- squares and lines ------------------------------------------------------------------------- */

/* Whether the two by two cells with this lowest corner are all of one colour. */
static bool is_square_of(const Rules *rules, const Position *p, Cell corner, char colour)
{
    for (int up = 0; up < 2; up++) {
        for (int right = 0; right < 2; right++) {
            Cell c = {corner.level, corner.rank + up, corner.file + right};
            if (!is_on_board(rules, c) || ball_at(p, c) != colour)
                return false;
        }
    }
    return true;
}

static bool is_in_square(const Rules *rules, const Position *p, Cell c)
{
    for (int down = 0; down < 2; down++) {
        for (int left = 0; left < 2; left++) {
            Cell corner = {c.level, c.rank - down, c.file - left};
            if (is_square_of(rules, p, corner, ball_at(p, c)))
                return true;
        }
    }
    return false;
}

/* Only whole rows and columns of the two lowest levels count: four in line there, three here. */
static bool is_in_line(const Rules *rules, const Position *p, Cell c)
{
    if (c.level > 1)
        return false;
    bool row = true, column = true;
    for (int i = 0; i < edge(rules, c.level); i++) {
        row = row && p->ball[c.level][c.rank][i] == ball_at(p, c);
        column = column && p->ball[c.level][i][c.file] == ball_at(p, c);
    }
    return row || column;
}

/* Whether the ball that has just arrived there lets its owner take balls back. */
static bool earns_recovery(const Rules *rules, const Position *p, Cell arrived)
{
    return (rules->squares_earn && is_in_square(rules, p, arrived)) ||
           (rules->lines_earn && is_in_line(rules, p, arrived));
}

/* -- positions as text ------------------------------------------------------------------------- */

static bool read_position(const Rules *rules, const char *text, Position *p)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    memset(p, 0, sizeof *p);
    for (int i = 0; i < all; i++) {
        bool is_first = cells[i].file == 0;
        if (is_first && cells[i].rank > 0 && *text++ != '/')
            return false;
        if (is_first && cells[i].rank == 0 && cells[i].level > 0 && *text++ != '|')
            return false;
        if (*text != 'w' && *text != 'b' && *text != '.')
            return false;
        put(p, cells[i], *text++);
    }
    if (text[0] != ' ' || (text[1] != 'w' && text[1] != 'b') || text[2] != '\0')
        return false;
    p->side = text[1];
    return true;
}

static bool is_possible(const Rules *rules, const Position *p)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int i = 0; i < all; i++) {
        if (ball_at(p, cells[i]) != '.' && !is_supported(p, cells[i]))
            return false;
    }
    return reserve(rules, p, 'w') >= 0 && reserve(rules, p, 'b') >= 0;
}

static void write_position(const Rules *rules, const Position *p, char *text)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int i = 0; i < all; i++) {
        if (cells[i].file == 0 && cells[i].rank > 0)
            *text++ = '/';
        else if (cells[i].file == 0 && cells[i].level > 0)
            *text++ = '|';
        *text++ = ball_at(p, cells[i]);
    }
    *text++ = ' ';
    *text++ = p->side;
    *text = '\0';
}

/* -- the end of the game ----------------------------------------------------------------------- */

/* Whether the side to move has a free ball and a higher open cell to bring it to. */
static bool can_raise(const Rules *rules, const Position *p)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int from = 0; from < all; from++) {
        if (!is_own_free(rules, p, cells[from]))
            continue;
        Position lifted = *p;
        put(&lifted, cells[from], '.');
        for (int to = 0; to < all; to++) {
            if (cells[to].level > cells[from].level && is_open(&lifted, cells[to]))
                return true;
        }
    }
    return false;
}

/* The colour that has won, or '.' while the game goes on. */
static char winner(const Rules *rules, const Position *p)
{
    if (summit(rules, p) != '.')
        return summit(rules, p);
    if (reserve(rules, p, p->side) > 0)
        return '.';
    if (rules->may_raise_without_reserve && can_raise(rules, p))
        return '.';
    return other(p->side);
}

/* -- moves ------------------------------------------------------------------------------------- */

static Name name_of(Cell c)
{
    Name name = {{(char)('1' + c.level), (char)('a' + c.file), (char)('1' + c.rank), '\0'}};
    return name;
}

/* Writes down a whole move with what it leads to; the position still has the mover's side. */
static void add_line(Lines *lines, const Rules *rules, const char *move, const Position *after)
{
    Position next = *after;
    next.side = other(after->side);
    char position[64];
    write_position(rules, &next, position);
    char won = winner(rules, &next);
    snprintf(lines->line[lines->count++], LINE_BYTES, "%s\t%s%s\n", move, position,
             won == 'w'   ? "\t1-0"
             : won == 'b' ? "\t0-1"
                          : "");
}

/* All ways to take two balls: pairs that were free together, the lower one first; and a ball that
 * was not free, after the one that lay on it. */
static void add_second(Lines *lines, const Rules *rules, const char *move, const Position *arrived,
                       Cell first)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    Position one_back = *arrived;
    put(&one_back, first, '.');
    bool is_past_first = false;
    for (int i = 0; i < all; i++) {
        Cell second = cells[i];
        if (second.level == first.level && second.rank == first.rank && second.file == first.file)
            is_past_first = true;
        if (!is_own_free(rules, &one_back, second))
            continue;
        bool was_free = is_free(rules, arrived, second);
        if (was_free ? !is_past_first : !rules->second_may_be_new)
            continue;
        Position two_back = one_back;
        put(&two_back, second, '.');
        char longer[2 * MOVE_BYTES];
        snprintf(longer, sizeof longer, "%s-%s", move, name_of(second).text);
        add_line(lines, rules, longer, &two_back);
    }
}

/* The ball has arrived: ends the move, with all ways to take balls back if it earned that. */
static void add_arrival(Lines *lines, const Rules *rules, const char *move, const Position *arrived,
                        Cell at)
{
    if (!earns_recovery(rules, arrived, at)) {
        add_line(lines, rules, move, arrived);
        return;
    }
    if (rules->may_recover_none)
        add_line(lines, rules, move, arrived);
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int i = 0; i < all; i++) {
        if (!is_own_free(rules, arrived, cells[i]))
            continue;
        Position one_back = *arrived;
        put(&one_back, cells[i], '.');
        char longer[MOVE_BYTES];
        snprintf(longer, sizeof longer, "%s-%s", move, name_of(cells[i]).text);
        add_line(lines, rules, longer, &one_back);
        add_second(lines, rules, longer, arrived, cells[i]);
    }
}

static void add_placings(Lines *lines, const Rules *rules, const Position *p)
{
    if (reserve(rules, p, p->side) == 0)
        return;
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int i = 0; i < all; i++) {
        if (!is_open(p, cells[i]))
            continue;
        Position arrived = *p;
        put(&arrived, cells[i], p->side);
        add_arrival(lines, rules, name_of(cells[i]).text, &arrived, cells[i]);
    }
}

static void add_raisings(Lines *lines, const Rules *rules, const Position *p)
{
    Cell cells[MOST_CELLS];
    int all = list_cells(rules, cells);
    for (int from = 0; from < all; from++) {
        if (!is_own_free(rules, p, cells[from]))
            continue;
        Position lifted = *p;
        put(&lifted, cells[from], '.');
        for (int to = 0; to < all; to++) {
            if (cells[to].level <= cells[from].level || !is_open(&lifted, cells[to]))
                continue;
            Position arrived = lifted;
            put(&arrived, cells[to], p->side);
            char move[MOVE_BYTES];
            snprintf(move, sizeof move, "%s>%s", name_of(cells[from]).text,
                     name_of(cells[to]).text);
            add_arrival(lines, rules, move, &arrived, cells[to]);
        }
    }
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

bool ref_pylos_moves(const char *options, const char *position, char *out, size_t size)
{
    Rules rules = read_rules(options);
    Position p;
    if (!read_position(&rules, position, &p) || !is_possible(&rules, &p))
        return false;
    out[0] = '\0';
    if (winner(&rules, &p) != '.')
        return true;
    Lines lines = {malloc((size_t)MOST_LINES * LINE_BYTES), 0};
    if (!lines.line)
        return false;
    add_placings(&lines, &rules, &p);
    add_raisings(&lines, &rules, &p);
    qsort(lines.line, (size_t)lines.count, LINE_BYTES, compare_lines);
    size_t length = 0;
    for (int i = 0; i < lines.count && length + LINE_BYTES < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s", lines.line[i]);
    free(lines.line);
    return true;
}
