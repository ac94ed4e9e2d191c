#include "support/story_board.h"

#include <stdio.h>
#include <string.h>

static StoryPiece *find(StoryBoard *board, const char *cell)
{
    for (int i = 0; i < board->count; i++) {
        if (strcmp(board->pieces[i].cell, cell) == 0)
            return &board->pieces[i];
    }
    return NULL;
}

bool story_board_put(StoryBoard *board, const char *cell, int side, int count)
{
    StoryPiece *there = find(board, cell);
    if (there && side >= 0)
        return false;
    if (!there) {
        there = &board->pieces[board->count++];
        *there = (StoryPiece){.side = side};
        snprintf(there->cell, sizeof there->cell, "%s", cell);
    }
    there->count += count;
    return true;
}

static bool take(StoryBoard *board, const char *cell, int side, int count)
{
    StoryPiece *there = find(board, cell);
    if (!there || there->count < count || (there->side >= 0 && there->side != side))
        return false;
    there->count -= count;
    if (there->count == 0)
        *there = board->pieces[--board->count];
    return true;
}

bool story_board_follow(StoryBoard *board, const LudEvent *event)
{
    switch (event->kind) {
    case LUD_EVENT_LIFT:
        board->in_air = event->count;
        return take(board, event->cell, event->side, event->count);
    case LUD_EVENT_SOW:
        if (event->cell[0] == '\0')
            return board->in_air-- > 0 && ++board->held[event->side] > 0;
        return board->in_air-- > 0 && story_board_put(board, event->cell, -1, 1);
    case LUD_EVENT_PUT:
        if (board->in_air > 0)
            board->in_air--;
        else
            board->held[event->side]--;
        return story_board_put(board, event->cell, event->side, 1);
    case LUD_EVENT_FALL:
        return take(board, event->cell, event->side, 1);
    case LUD_EVENT_CAPTURE:
    case LUD_EVENT_KEEP:
    case LUD_EVENT_RECOVER:
    case LUD_EVENT_REMOVE:
        board->held[event->side] += event->count;
        return take(board, event->cell, event->side, event->count);
    default:
        return event->cell[0] == '\0';
    }
}

bool story_board_same(StoryBoard *a, StoryBoard *b)
{
    bool is_same = a->count == b->count && a->in_air == b->in_air &&
                   memcmp(a->held, b->held, sizeof a->held) == 0;
    for (int i = 0; is_same && i < a->count; i++) {
        const StoryPiece *there = find(b, a->pieces[i].cell);
        is_same = there && there->side == a->pieces[i].side && there->count == a->pieces[i].count;
    }
    return is_same;
}
