#include "cli/turns.h"

#include <stdio.h>
#include <stdlib.h>

bool turns_of(const LudPlay *play, Turns *turns)
{
    int length = lud_play_length(play);
    *turns = (Turns){.play = play, .end = calloc((size_t)length + 1, sizeof turns->end[0])};
    if (!turns->end)
        return false;
    bool was_roll = false;
    for (int i = 0; i < length; i++) {
        LudPly ply = lud_play_ply(play, i);
        bool belongs = was_roll && !ply.is_roll && ply.move != LUD_NO_MOVE;
        if (!belongs)
            turns->count++;
        turns->end[turns->count] = i + 1;
        was_roll = ply.is_roll;
    }
    return true;
}

void turns_free(Turns *turns)
{
    free(turns->end);
    *turns = (Turns){0};
}

int turns_print(const Turns *turns, int index, char text[TURN_TEXT])
{
    const LudGame *game = lud_play_rules(turns->play)->game;
    size_t length = 0;
    int seat = -1;
    text[0] = '\0';
    for (int i = turns->end[index - 1]; i < turns->end[index]; i++) {
        LudPly ply = lud_play_ply(turns->play, i);
        LudState before;
        char word[LUD_MOVE_TEXT];
        seat = ply.seat;
        if (ply.move == LUD_NO_MOVE)
            continue;
        lud_play_state_at(turns->play, i, &before);
        game->move_print(&before, ply.move, word);
        length +=
            (size_t)snprintf(text + length, TURN_TEXT - length, "%s%s", length ? ":" : "", word);
    }
    return seat;
}
