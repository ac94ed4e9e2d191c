#include "support/plain_search.h"

#include <stdlib.h>

static int outcome(int own, int other, int ply)
{
    return own > other ? LUD_VALUE_WIN - ply : own < other ? ply - LUD_VALUE_WIN : 0;
}

static int stop_value(const Plain *plain, const LudState *s, int side, LudReason reason, int ply)
{
    if (!plain->game->stop_score)
        return 0;
    return outcome(plain->game->stop_score(s, side, reason),
                   plain->game->stop_score(s, 1 - side, reason), ply);
}

static int static_value(const Plain *plain, const LudState *s, int side)
{
    LudNotes notes;
    if (plain->game->notes_begin)
        plain->game->notes_begin(s, &notes);
    return plain->game->evaluate ? plain->game->evaluate(s, &notes, side) : 0;
}

static bool is_ended(const Plain *plain, const LudState *s, int side, int ply, int *value)
{
    const LudGame *game = plain->game;
    if (game->turn(s) == LUD_OVER) {
        *value = outcome(game->score(s, side), game->score(s, 1 - side), ply);
        return true;
    }
    if (game->is_dead && game->is_dead(s)) {
        *value = stop_value(plain, s, side, LUD_REASON_NO_CAPTURE, ply);
        return true;
    }
    return false;
}

static bool is_repeated(Plain *plain, int ply)
{
    int limit = plain->game->repetition_limit, occurrences = 1;
    if (limit == 0)
        return false;
    for (int at = 0; at < ply; at++) {
        if (plain->key[at] == plain->key[ply] && plain->epoch[at] == plain->epoch[ply])
            return true;
    }
    for (int i = 0; i < plain->task->past_count; i++)
        occurrences += plain->task->past[i] == plain->key[ply];
    return occurrences >= limit;
}

static int quiet_value(Plain *plain, const LudState *s, int side, int ply, int left)
{
    const LudGame *game = plain->game;
    int best = static_value(plain, s, side);
    if (!plain->has_quiescence || !game->noisy || left == 0)
        return best;
    LudNotes notes;
    if (game->notes_begin)
        game->notes_begin(s, &notes);
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = game->noisy(s, &notes, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        int value;
        game->apply(&next, list[i]);
        plain->nodes++;
        if (!is_ended(plain, &next, 1 - side, ply + 1, &value))
            value = quiet_value(plain, &next, 1 - side, ply + 1, left - 1);
        best = -value > best ? -value : best;
    }
    free(list);
    return best;
}

static int visit(Plain *plain, const LudState *s, int side, int ply, int depth, int *values)
{
    const LudGame *game = plain->game;
    int value;
    plain->nodes++;
    if (ply > 0 && is_ended(plain, s, side, ply, &value))
        return value;
    plain->key[ply] = game->key(s);
    plain->epoch[ply] = game->epoch ? game->epoch(s) : 0;
    if (ply > 0 && is_repeated(plain, ply)) {
        plain->met_repetition = true;
        return stop_value(plain, s, side, LUD_REASON_REPETITION, ply);
    }
    if (depth == 0)
        return quiet_value(plain, s, side, ply, PLAIN_QUIET);
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = game->moves(s, list), best = -LUD_VALUE_MOST;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->apply(&next, list[i]);
        value = -visit(plain, &next, 1 - side, ply + 1, depth - 1, NULL);
        best = value > best ? value : best;
        if (values)
            values[i] = value;
    }
    free(list);
    return best;
}

int plain_search(Plain *plain, int depth, int *values)
{
    const LudState *root = plain->task->root;
    plain->met_repetition = false;
    plain->nodes = 0;
    return visit(plain, root, plain->game->turn(root), 0, depth, values);
}
