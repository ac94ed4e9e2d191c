/* Who wins a position of Six within a few plies: every move of both sides is tried. */
#include <stdlib.h>

#include "ref_six.h"
#include "reference.h"

static bool is_lost_within(const Board *board, int plies);

/* Whether the player to move can win with at most so many plies. */
static bool is_won_within(const Board *board, int plies)
{
    bool is_won = false;
    if (plies < 1)
        return false;
    Steps steps = ref_six_steps(board);
    for (int i = 0; i < steps.count && !is_won; i++)
        is_won = steps.step[i].result == ref_six_win_of(board->mover);
    for (int i = 0; i < steps.count && !is_won; i++)
        is_won = !steps.step[i].result && is_lost_within(&steps.step[i].after, plies - 1);
    free(steps.step);
    return is_won;
}

/* Whether the player to move loses with every move, within so many plies. */
static bool is_lost_within(const Board *board, int plies)
{
    bool is_lost = true;
    if (plies < 1)
        return false;
    Steps steps = ref_six_steps(board);
    for (int i = 0; i < steps.count && is_lost; i++) {
        const Step *step = &steps.step[i];
        is_lost = step->result ? step->result == ref_six_win_of(!board->mover)
                               : is_won_within(&step->after, plies - 1);
    }
    free(steps.step);
    return is_lost;
}

int ref_six_outcome(const char *position, int plies)
{
    Board board;
    if (!ref_six_read(position, &board))
        return 0;
    for (int i = 1; i <= plies; i++) {
        if (i % 2 == 1 && is_won_within(&board, i))
            return i;
        if (i % 2 == 0 && is_lost_within(&board, i))
            return -i;
    }
    return 0;
}
