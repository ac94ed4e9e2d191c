#include "cli/words/turns.h"

#include <stdio.h>
#include <stdlib.h>

static void apply(const LudGame *game, LudState *s, LudMove move)
{
    if (move == LUD_NO_MOVE)
        game->rules.skip(s);
    else
        game->rules.apply(s, move);
}

static void rewind_to_start(Turns *turns)
{
    turns->turn = 0;
    lud_state_copy(lud_play_rules(turns->play)->game, &turns->state, lud_play_start(turns->play));
}

bool turns_of(const LudPlay *play, Turns *turns)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    int length = lud_play_length(play);
    *turns = (Turns){.play = play,
                     .end = calloc((size_t)length + 1, sizeof turns->end[0]),
                     .number = calloc((size_t)length + 1, sizeof turns->number[0])};
    if (!turns->end || !turns->number) {
        turns_free(turns);
        return false;
    }
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    bool was_roll = false;
    /* Turns of those who are out are not written; who moves again is still in the same turn, unless
     * a roll begins a new one. */
    int played = 0, last = LUD_OVER, seats = game->rules.seats(&s);
    for (int i = 0; i < length; i++) {
        bool is_written = history[i] != LUD_NO_MOVE;
        bool is_roll = game->rules.turn(&s) == LUD_CHANCE && is_written;
        bool belongs = was_roll && !is_roll && is_written;
        bool is_again = is_written && game->rules.turn(&s) == last;
        if (!belongs) {
            turns->number[++turns->count] = (played - is_again) / seats + 1;
            played += is_written && !is_again;
        }
        last = is_written ? lud_active_seat(game, &s) : last;
        turns->end[turns->count] = i + 1;
        was_roll = is_roll;
        apply(game, &s, history[i]);
    }
    rewind_to_start(turns);
    return true;
}

void turns_free(Turns *turns)
{
    free(turns->end);
    free(turns->number);
    *turns = (Turns){0};
}

void turns_state(Turns *turns, int index, LudState *s)
{
    const LudGame *game = lud_play_rules(turns->play)->game;
    const LudMove *history = lud_play_history(turns->play);
    if (index < turns->turn)
        rewind_to_start(turns);
    for (int i = turns->end[turns->turn]; i < turns->end[index]; i++)
        apply(game, &turns->state, history[i]);
    turns->turn = index;
    lud_state_copy(game, s, &turns->state);
}

int turns_print(Turns *turns, int index, char text[TURN_TEXT])
{
    const LudGame *game = lud_play_rules(turns->play)->game;
    const LudMove *history = lud_play_history(turns->play);
    size_t length = 0;
    LudState s;
    turns_state(turns, index - 1, &s);
    int seat = lud_active_seat(game, &s);
    text[0] = '\0';
    for (int i = turns->end[index - 1]; i < turns->end[index]; i++) {
        char word[LUD_MOVE_TEXT];
        if (history[i] == LUD_NO_MOVE)
            continue;
        game->text.move_print(&s, history[i], word);
        length +=
            (size_t)snprintf(text + length, TURN_TEXT - length, "%s%s", length ? ":" : "", word);
        apply(game, &s, history[i]);
    }
    return seat;
}

int turns_number(const Turns *turns, int ply)
{
    int turn = 1;
    while (turn < turns->count && turns->end[turn] <= ply)
        turn++;
    return turns->number[turn];
}
