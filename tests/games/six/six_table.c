#include "games/six/six_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

/* -- reading --------------------------------------------------------------------------------------
 */

Table table_read(const char *text)
{
    Table t = {.text = text};
    const char *at = text;
    for (int colour = RED; colour <= BLACK; colour++) {
        for (at = strchr(at, ':'); *at == ':' || *at == ';'; t.tiles++) {
            int used = 0;
            if (sscanf(at + 1, "%d,%d%n", &t.tile[t.tiles].q, &t.tile[t.tiles].r, &used) != 2)
                abort();
            t.colour[t.tiles] = colour;
            t.count[colour]++;
            at += 1 + used;
        }
    }
    char side;
    if (sscanf(at, " %d-%d %c", &t.hand[RED], &t.hand[BLACK], &side) != 3)
        abort();
    t.side = side == 'r' ? RED : BLACK;
    return t;
}

bool table_is_second_round(const Table *t)
{
    return t->hand[RED] + t->hand[BLACK] == 0;
}

int table_colour(const Table *t, int q, int r)
{
    for (int i = 0; i < t->tiles; i++) {
        if (t->tile[i].q == q && t->tile[i].r == r)
            return t->colour[i];
    }
    return NOBODY;
}

/* The moves of a position, one after another; `list` is changed. */
bool table_next_option(char **list, Option *o)
{
    char *line = *list;
    if (*line == '\0')
        return false;
    char *end = strchr(line, '\n'), *text = strchr(line, '\t') + 1;
    *end = '\0';
    *list = end + 1;
    text[-1] = '\0';
    char *result = strchr(text, '\t');
    if (result)
        *result++ = '\0';
    snprintf(o->move, sizeof o->move, "%s", line);
    o->text = text;
    o->winner = !result                      ? NOBODY
                : strcmp(result, "1-0") == 0 ? RED
                : strcmp(result, "0-1") == 0 ? BLACK
                                             : NOBODY;
    if (sscanf(line, "%d,%d>%d,%d", &o->from.q, &o->from.r, &o->to.q, &o->to.r) != 4)
        o->to = o->from;
    return true;
}

/* The moves of the side to move; for free(). */
char *table_moves(const char *text)
{
    char *list = malloc(REF_TEXT);
    if (!list || !ref_six_moves("", text, list, REF_TEXT))
        abort();
    return list;
}

/* The lifts that `side` could make if it were to move and there were no tiles in hand. */
static char *list_lifts(const Table *t, int side)
{
    char text[1024];
    int length = (int)(strrchr(t->text, ':') - t->text);
    length += (int)strcspn(t->text + length, " ");
    snprintf(text, sizeof text, "%.*s 0-0 %c", length, t->text, side == RED ? 'r' : 'b');
    return table_moves(text);
}

/* -- shapes ---------------------------------------------------------------------------------------
 */

static const struct {
    int kind;
    Cell part[6];
} shapes[6] = {
    {ROW, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}},
    {ROW, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}},
    {ROW, {{0, 5}, {1, 4}, {2, 3}, {3, 2}, {4, 1}, {5, 0}}},
    {TRIANGLE, {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}}},
    {TRIANGLE, {{2, 2}, {2, 1}, {2, 0}, {1, 2}, {1, 1}, {0, 2}}},
    {CIRCLE, {{1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}}},
};

/* The kinds of windows through a cell that hold, with it, so many tiles of each colour. */
int table_windows(const Table *t, Cell cell, int own_colour, int own, int others)
{
    int kinds = 0;
    for (int s = 0; s < 6; s++) {
        for (int p = 0; p < 6; p++) {
            int found[3] = {0};
            for (int i = 0; i < 6; i++)
                found[table_colour(t, cell.q + shapes[s].part[i].q - shapes[s].part[p].q,
                                   cell.r + shapes[s].part[i].r - shapes[s].part[p].r)]++;
            if (found[own_colour] == own && found[own_colour ^ 1] == others)
                kinds |= shapes[s].kind;
        }
    }
    return kinds;
}

static void add_way(Ways *ways, Cell cell, int kinds)
{
    int i = 0;
    while (i < ways->count && (ways->cell[i].q != cell.q || ways->cell[i].r != cell.r))
        i++;
    if (kinds == 0 || i == MOST_CELLS)
        return;
    ways->count += i == ways->count;
    ways->cell[i] = cell;
    ways->kinds[i] |= kinds;
}

/* Every cell that touches a tile; some twice. */
static int list_beside(const Table *t, Cell *cells)
{
    static const Cell around[6] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
    int count = 0;
    for (int i = 0; i < t->tiles; i++) {
        for (int d = 0; d < 6; d++) {
            Cell cell = {t->tile[i].q + around[d].q, t->tile[i].r + around[d].r};
            if (table_colour(t, cell.q, cell.r) == NOBODY)
                cells[count++] = cell;
        }
    }
    return count;
}

Ways table_ways(const Table *t, int side)
{
    Ways ways = {0};
    Cell cells[6 * MOST_TILES];
    if (!table_is_second_round(t)) {
        int count = t->hand[side] > 0 ? list_beside(t, cells) : 0;
        for (int i = 0; i < count; i++)
            add_way(&ways, cells[i], table_windows(t, cells[i], side, 5, 0));
        return ways;
    }
    char *list = list_lifts(t, side), *at = list;
    Option o;
    while (table_next_option(&at, &o)) {
        Table after = table_read(o.text);
        if (o.winner == side)
            add_way(&ways, o.to, table_windows(&after, o.to, side, 6, 0));
    }
    free(list);
    return ways;
}

/* The most ways that `side` could make with one tile. */
int table_most_ways(const Table *t, int side)
{
    Cell cells[6 * MOST_TILES];
    int count = t->hand[side] > 1 ? list_beside(t, cells) : 0, most = 0;
    for (int i = 0; i < count; i++) {
        Table laid = *t;
        laid.tile[laid.tiles] = cells[i];
        laid.colour[laid.tiles++] = side;
        int ways = table_ways(&laid, side).count;
        most = ways > most ? ways : most;
    }
    return most;
}

/* -- falling tiles --------------------------------------------------------------------------------
 */

Reach table_reach(const Table *t, int side, const Cell *only)
{
    Reach reach = {0, 0, false};
    char *list = list_lifts(t, side), *at = list;
    Option o;
    while (table_next_option(&at, &o)) {
        if (only && (o.from.q != only->q || o.from.r != only->r))
            continue;
        Table after = table_read(o.text);
        int own = t->count[side] - after.count[side];
        int others = t->count[side ^ 1] - after.count[side ^ 1];
        reach.most = others > reach.most ? others : reach.most;
        if (after.count[side] < 6)
            continue;
        reach.starves |= others > 0 && after.count[side ^ 1] < 6;
        reach.gaining = others > own && others > reach.gaining ? others : reach.gaining;
    }
    free(list);
    return reach;
}
