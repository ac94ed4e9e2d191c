#include "reference/ref_learning.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIX_WIDTH = 44, DADOS_CELLS = 36 };

/* -- what games have in common ----------------------------------------------------------------- */

/* Splits a move's text into its cells: at > - ~, but not at the minus of a coordinate. */
static int split(const char *move, const char *ends, char cells[LUD_MAX_PARTS][LUD_CELL_TEXT])
{
    int count = 0;
    while (*move && count < LUD_MAX_PARTS) {
        size_t length = strcspn(move, ends);
        snprintf(cells[count++], LUD_CELL_TEXT, "%.*s", (int)length, move);
        move += length + (move[length] != '\0');
    }
    return count;
}

static int turn_seen(const LudView *view, int seat)
{
    return view->seat < 0 ? 0 : (view->seat - seat + view->seats) % view->seats;
}

static void fill(uint8_t *seen, int plane, int size, int number)
{
    for (int i = 0; i < size; i++)
        seen[plane * size + i] = (uint8_t)number;
}

/* -- oware: a pit of the mover ----------------------------------------------------------------- */

static int oware_path(const LudView *view, const char *move, int *path)
{
    (void)view;
    path[0] = move[0] >= 'a' ? move[0] - 'a' : move[0] - 'A';
    return 1;
}

static void oware_seen(const LudView *view, const int *path, int count, int seat, uint8_t *seen)
{
    (void)path;
    (void)count;
    for (int i = 0; i < 12; i++)
        seen[i] = (uint8_t)view->cells[(i + 6 * seat) % 12].count;
    seen[12] = (uint8_t)view->held[seat];
    seen[13] = (uint8_t)view->held[1 - seat];
    seen[14] = (uint8_t)turn_seen(view, seat);
}

/* -- pylos: the cells in the order of the view ------------------------------------------------- */

static int cell_number(const LudView *view, const char *name)
{
    for (int i = 0; i < view->cell_count; i++) {
        if (strcmp(view->cells[i].name, name) == 0)
            return i;
    }
    return -1;
}

static int pylos_path(const LudView *view, const char *move, int *path)
{
    char cells[LUD_MAX_PARTS][LUD_CELL_TEXT];
    int count = split(move, ">-", cells);
    for (int i = 0; i < count; i++)
        path[i] = cell_number(view, cells[i]);
    return count;
}

/* level, file letter and rank digit are in the name */
static int pylos_place(const char *name, int base)
{
    return ((name[0] - '1') * base + (name[2] - '1')) * base + (name[1] - 'a');
}

static void pylos_seen(const LudView *view, const int *path, int count, int seat, uint8_t *seen)
{
    int base = view->cell_count == 30 ? 4 : 3, plane = base * base, levels = base * plane;
    memset(seen, 0, (size_t)(3 * levels));
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        if (cell->count)
            seen[(cell->side == seat ? 0 : levels) + pylos_place(cell->name, base)] = 1;
    }
    /* 1 lifted, 2 put, 4 recovered; without a lift the first cell is the one where a ball is put */
    int mark = count > 0 && view->cells[path[0]].count ? 1 : 2;
    for (int i = 0; i < count; i++, mark *= 2)
        seen[2 * levels + pylos_place(view->cells[path[i]].name, base)] |= (uint8_t)mark;
    fill(seen, 3 * base, plane, view->held[seat]);
    fill(seen, 3 * base + 1, plane, view->held[1 - seat]);
    fill(seen, 3 * base + 2, plane, turn_seen(view, seat));
}

/* -- six: a window that begins one cell before the tiles --------------------------------------- */

typedef struct Corner {
    int q, r;
} Corner;

static void read_cell(const char *name, int *q, int *r)
{
    char *end;
    *q = (int)strtol(name, &end, 10);
    *r = (int)strtol(end + 1, NULL, 10);
}

static Corner six_corner(const LudView *view)
{
    Corner corner = {INT32_MAX, INT32_MAX};
    for (int i = 0; i < view->cell_count; i++) {
        int q, r;
        read_cell(view->cells[i].name, &q, &r);
        if (view->cells[i].count && q <= corner.q)
            corner.q = q - 1;
        if (view->cells[i].count && r <= corner.r)
            corner.r = r - 1;
    }
    return corner;
}

static int six_number(const LudView *view, const char *name)
{
    Corner corner = six_corner(view);
    int q, r;
    read_cell(name, &q, &r);
    return (q - corner.q) * SIX_WIDTH + r - corner.r;
}

/* lifted>laid~kept is taken as lifted, kept, laid */
static int six_path(const LudView *view, const char *move, int *path)
{
    char cells[LUD_MAX_PARTS][LUD_CELL_TEXT];
    int count = split(move, ">~", cells);
    for (int i = 0; i < count; i++)
        path[i] = six_number(view, cells[i]);
    if (count == 3) {
        int laid = path[1];
        path[1] = path[2];
        path[2] = laid;
    }
    return count;
}

static void six_seen(const LudView *view, const int *path, int count, int seat, uint8_t *seen)
{
    int plane = SIX_WIDTH * SIX_WIDTH;
    memset(seen, 0, (size_t)(3 * plane));
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        if (cell->count)
            seen[(cell->side == seat ? 0 : plane) + six_number(view, cell->name)] = 1;
    }
    for (int i = 0; i < count; i++)
        seen[2 * plane + path[i]] |= (uint8_t)(i == 0 ? 1 : 2);
    fill(seen, 3, plane, view->held[seat]);
    fill(seen, 4, plane, view->held[1 - seat]);
    fill(seen, 5, plane, turn_seen(view, seat));
}

/* -- dados: squares from a1 on ----------------------------------------------------------------- */

static int dados_number(const char *name)
{
    return (name[1] - '1') * 6 + name[0] - 'a';
}

static int dados_path(const LudView *view, const char *move, int *path)
{
    (void)view;
    path[0] = strcmp(move, "pass") == 0 ? DADOS_CELLS : dados_number(move + strspn(move, "x-"));
    return 1;
}

static void dados_seen(const LudView *view, const int *path, int count, int seat, uint8_t *seen)
{
    (void)path;
    (void)count;
    memset(seen, 0, 3 * DADOS_CELLS);
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        int away = (cell->side - seat % view->sides + view->sides) % view->sides;
        if (cell->count)
            seen[away * DADOS_CELLS + dados_number(cell->name)] = 1;
    }
    fill(seen, 3, DADOS_CELLS, atoi(view->roll));
    fill(seen, 4, DADOS_CELLS, turn_seen(view, seat));
}

/* -- all of them ------------------------------------------------------------------------------- */

static const struct Reference {
    const char *name;
    int (*path)(const LudView *view, const char *move, int *path);
    void (*seen)(const LudView *view, const int *path, int count, int seat, uint8_t *seen);
} references[] = {
    {"oware", oware_path, oware_seen},
    {"pylos", pylos_path, pylos_seen},
    {"six", six_path, six_seen},
    {"dados", dados_path, dados_seen},
};

static const struct Reference *find(const LudGame *game)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        if (strcmp(references[i].name, game->name) == 0)
            return &references[i];
    }
    return NULL;
}

bool ref_learning_knows(const LudGame *game)
{
    return find(game) != NULL;
}

int ref_learning_path(const LudRules *rules, const LudView *view, const char *move,
                      int path[LUD_MAX_PARTS])
{
    return find(rules->game)->path(view, move, path);
}

void ref_learning_seen(const LudRules *rules, const LudView *view, const int *path, int count,
                       int seat, uint8_t *seen)
{
    find(rules->game)->seen(view, path, count, seat, seen);
}
