#include "support/plain_search.h"

#include <stdlib.h>

static int outcome(int own, int other, int ply)
{
    return own > other ? LUD_VALUE_WIN - ply : own < other ? ply - LUD_VALUE_WIN : 0;
}

static int stop_value(const Plain *plain, const LudState *s, int side, LudReason reason, int ply)
{
    if (!plain->game->rules.stop_score)
        return 0;
    return outcome(plain->game->rules.stop_score(s, side, reason),
                   plain->game->rules.stop_score(s, 1 - side, reason), ply);
}

static int static_value(const Plain *plain, const LudState *s, int side)
{
    LudNotes notes;
    if (lud_judging(plain->game)->notes_begin)
        lud_judging(plain->game)->notes_begin(s, &notes);
    return lud_judging(plain->game)->evaluate ? lud_judging(plain->game)->evaluate(s, &notes, side)
                                              : 0;
}

static bool is_ended(const Plain *plain, const LudState *s, int side, int ply, int *value)
{
    const LudGame *game = plain->game;
    if (game->rules.turn(s) == LUD_OVER) {
        *value = outcome(game->rules.score(s, side), game->rules.score(s, 1 - side), ply);
        return true;
    }
    if (game->rules.is_dead && game->rules.is_dead(s)) {
        *value = stop_value(plain, s, side, LUD_REASON_NO_CAPTURE, ply);
        return true;
    }
    return false;
}

static bool is_repeated(Plain *plain, int ply)
{
    int limit = plain->game->rules.repetition_limit, occurrences = 1;
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
    if (!plain->has_quiescence || !lud_judging(game)->noisy || left == 0)
        return best;
    LudNotes notes;
    if (lud_judging(game)->notes_begin)
        lud_judging(game)->notes_begin(s, &notes);
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = lud_judging(game)->noisy(s, &notes, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        int value;
        game->rules.apply(&next, list[i]);
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
    plain->key[ply] = game->rules.key(s);
    plain->epoch[ply] = game->rules.epoch ? game->rules.epoch(s) : 0;
    if (ply > 0 && is_repeated(plain, ply)) {
        plain->met_repetition = true;
        return stop_value(plain, s, side, LUD_REASON_REPETITION, ply);
    }
    if (depth == 0)
        return quiet_value(plain, s, side, ply, PLAIN_QUIET);
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = game->rules.moves(s, list), best = -LUD_VALUE_MOST;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
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
    return visit(plain, root, plain->game->rules.turn(root), 0, depth, values);
}
