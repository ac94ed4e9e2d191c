/* Tables worked out in memory, a piece at a time, for programs that have no files or no threads. */
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/interrupt.h"
#include "table_set.h"

/* Only in a browser is there anybody who could want that. */
static bool goes_on(void *context, uint64_t step, uint64_t steps)
{
    (void)context;
    (void)step;
    (void)steps;
    return !base_is_interrupted();
}

/* The columns of a group are the numbers from `first` on. */
typedef struct Piece {
    int group, layer, first, columns;
} Piece;

/* The first piece that is missing, layer by layer, so that a set is of use as soon as possible;
 * false if all are there. */
static bool find_piece(const LudTables *tables, int layers, Piece *piece)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    for (int layer = 0; layer <= layers && layer < tabulation->layers; layer++) {
        for (int column = 0; column < tabulation->columns; column++) {
            if (tables->file[column][layer] || tables->held[column][layer])
                continue;
            int first = column, end = column, group = tabulation->group[column];
            while (first > 0 && tabulation->group[first - 1] == group)
                first--;
            while (end < tabulation->columns && tabulation->group[end] == group)
                end++;
            *piece = (Piece){group, layer, first, end - first};
            return true;
        }
    }
    return false;
}

static bool keep_column(LudTables *tables, const LudLayerTask *task, int column, int in_group)
{
    size_t count = (size_t)tables->tabulation->size(&task->options, task->layer);
    uint8_t *held = malloc(count);
    if (!held)
        return false;
    memcpy(held, tables->tabulation->layered->column_at(task, in_group), count);
    free(tables->held[column][task->layer]);
    tables->held[column][task->layer] = held;
    return true;
}

/* `*is_stopped` if it had to give way before it was done. */
static bool solve_piece(LudTables *tables, const Piece *piece, bool *is_stopped)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    LudLayerTask *task = calloc(1, sizeof *task);
    *is_stopped = false;
    if (!task)
        return false;
    task->options = tables->rules.options;
    tabulation->bare(&task->options);
    task->group = piece->group;
    task->layer = piece->layer;
    task->threads = 1;
    task->tick = goes_on;
    for (int i = 0; i < piece->columns; i++) {
        for (int layer = 0; layer < piece->layer; layer++)
            task->lower[i][layer] = tables->held[piece->first + i][layer];
    }
    task->work = base_big_alloc(
        (size_t)tabulation->work_bytes(&task->options, piece->group, piece->layer, 1));
    bool is_solved = task->work && tabulation->solve(task);
    for (int i = 0; is_solved && i < piece->columns; i++)
        is_solved = keep_column(tables, task, piece->first + i, i);
    *is_stopped = atomic_load(&task->is_stopped);
    free(task->work);
    free(task);
    return is_solved;
}

LudStatus lud_tables_hold(LudTables *tables, int layers, bool *has_more, LudError *err)
{
    Piece piece;
    *has_more = false;
    /* What is solved as a whole has no pieces. */
    if (!tables->tabulation || tables->tabulation->whole || !find_piece(tables, layers, &piece))
        return LUD_OK;
    for (int layer = 0; layer < piece.layer; layer++) {
        if (!tables->held[piece.first][layer])
            return lud_error_set(err, LUD_ENOTNOW,
                                 LUD_MESSAGE("Tables that were begun in files are built in files."),
                                 (char *)NULL);
    }
    bool is_stopped;
    if (!solve_piece(tables, &piece, &is_stopped) && !is_stopped)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    *has_more = find_piece(tables, layers, &piece);
    return LUD_OK;
}
