#include "reference/ref_search.h"

#include <assert.h>
#include <stdlib.h>

/* A win is worth more the sooner it comes. */
static int value_of_end(int mine, int theirs, int ply)
{
    if (mine > theirs)
        return LUD_VALUE_WIN - ply;
    if (mine < theirs)
        return ply - LUD_VALUE_WIN;
    return 0;
}

static int value_of_stop(const RefSearch *ref, const LudState *s, int seat, int ply,
                         LudReason reason)
{
    if (!ref->game->rules.stop_score)
        return 0;
    return value_of_end(ref->game->rules.stop_score(s, seat, reason),
                        ref->game->rules.stop_score(s, 1 - seat, reason), ply);
}

/* The second time on the line, or as often as the rules allow with what the game's past holds. */
static bool is_repetition(const RefSearch *ref, const LudState *s, int ply)
{
    if (ref->game->rules.repetition_limit == 0)
        return false;
    for (int i = 0; i < ply; i++) {
        if (ref->game->rules.same(&ref->path[i], s))
            return true;
    }
    uint64_t key = ref->game->rules.key(s);
    int occurrences = 1;
    for (int i = 0; i < ref->past_count; i++)
        occurrences += ref->past[i] == key;
    return occurrences >= ref->game->rules.repetition_limit;
}

/* Who sees the value of a position that a move of `seat` led to: whose turn it is, or if the game
 * is over the other one. */
static int seat_after(const RefSearch *ref, const LudState *s, int seat)
{
    int turn = ref->game->rules.turn(s);
    return turn == LUD_OVER ? 1 - seat : turn;
}

/* Whether the game is over here whatever came before; if so with what, seen by `seat`. The root
 * itself is a position that is played on. */
static bool is_over(RefSearch *ref, const LudState *s, int seat, int ply, int *value)
{
    const LudGame *game = ref->game;
    if (game->rules.turn(s) == LUD_OVER) {
        *value = value_of_end(game->rules.score(s, seat), game->rules.score(s, 1 - seat), ply);
        return true;
    }
    assert(game->rules.turn(s) == seat);
    if (ply > 0 && game->rules.is_dead && game->rules.is_dead(s)) {
        *value = value_of_stop(ref, s, seat, ply, LUD_REASON_NO_CAPTURE);
        return true;
    }
    return false;
}

/* The same, or the line came back to a position. */
static bool is_end(RefSearch *ref, const LudState *s, int seat, int ply, int *value)
{
    if (is_over(ref, s, seat, ply, value))
        return true;
    if (ply > 0 && is_repetition(ref, s, ply)) {
        ref->met_repetition = true;
        *value = value_of_stop(ref, s, seat, ply, LUD_REASON_REPETITION);
        return true;
    }
    return false;
}

static bool gives_up(RefSearch *ref)
{
    ref->nodes++;
    if (ref->nodes_most > 0 && ref->nodes > ref->nodes_most)
        ref->has_given_up = true;
    return ref->has_given_up;
}

static int static_value(const RefSearch *ref, const LudState *s, int seat, LudNotes *notes)
{
    const LudGame *game = ref->game;
    if (lud_judging(game)->notes_begin)
        lud_judging(game)->notes_begin(s, notes);
    return lud_judging(game)->evaluate ? lud_judging(game)->evaluate(s, notes, seat) : 0;
}

/* The static value, or better if a noisy move makes it so. Nobody is forced to make one. Positions
 * are judged here by themselves, without history. */
static int quiet_value(RefSearch *ref, const LudState *s, int seat, int ply, int plies_left)
{
    int value;
    if (gives_up(ref))
        return 0;
    if (is_over(ref, s, seat, ply, &value))
        return value;
    LudNotes notes;
    int best = static_value(ref, s, seat, &notes);
    if (plies_left == 0 || !lud_judging(ref->game)->noisy)
        return best;
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = lud_judging(ref->game)->noisy(s, &notes, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        ref->game->rules.apply(&next, list[i]);
        int after = seat_after(ref, &next, seat);
        value = quiet_value(ref, &next, after, ply + 1, plies_left - 1);
        value = after == seat ? value : -value;
        best = value > best ? value : best;
    }
    free(list);
    return best;
}

static int leaf_value(RefSearch *ref, const LudState *s, int seat, int ply)
{
    LudNotes notes;
    if (ref->has_quiescence)
        return quiet_value(ref, s, seat, ply, REF_QUIET_PLIES);
    return static_value(ref, s, seat, &notes);
}

/* What the oracle knows, which for a position that it does not is anything; never of the root. */
static LudKnown ask_oracle(const RefSearch *ref, const LudState *s, int ply)
{
    LudKnown known;
    if (ply > 0 && ref->oracle.probe && ref->oracle.probe(ref->oracle.context, s, &known))
        return known;
    return (LudKnown){-LUD_VALUE_MOST, LUD_VALUE_MOST};
}

static int minimax(RefSearch *ref, const LudState *s, int seat, int ply, int depth, int *values)
{
    int value;
    if (gives_up(ref))
        return 0;
    if (is_end(ref, s, seat, ply, &value))
        return value;
    LudKnown known = ask_oracle(ref, s, ply);
    if (known.lower == known.upper)
        return known.lower;
    int best = -LUD_VALUE_MOST;
    if (depth == 0) {
        best = leaf_value(ref, s, seat, ply);
    } else {
        LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
        int count = ref->game->rules.moves(s, list);
        ref->path[ply] = *s;
        for (int i = 0; i < count; i++) {
            LudState next = *s;
            ref->game->rules.apply(&next, list[i]);
            int after = seat_after(ref, &next, seat);
            value = minimax(ref, &next, after, ply + 1, depth - 1, NULL);
            value = after == seat ? value : -value;
            best = value > best ? value : best;
            if (values)
                values[i] = value;
        }
        free(list);
    }
    best = best < known.lower ? known.lower : best;
    return best > known.upper ? known.upper : best;
}

static void begin(RefSearch *ref)
{
    ref->nodes = 0;
    ref->has_given_up = ref->met_repetition = false;
    for (int i = 0; i < REF_PLIES_MOST; i++)
        ref->refutation[i] = LUD_NO_MOVE;
}

int ref_minimax(RefSearch *ref, int depth, int *values)
{
    assert(depth >= 1 && depth + REF_QUIET_PLIES < REF_PLIES_MOST);
    begin(ref);
    return minimax(ref, ref->root, ref->game->rules.turn(ref->root), 0, depth, values);
}

/* The move that refuted the last try at this ply probably refutes this one too. */
static void put_first(LudMove *list, int count, LudMove m)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m) {
            list[i] = list[0];
            list[0] = m;
            return;
        }
    }
}

static bool wins(RefSearch *ref, const LudState *s, int seat, int side, int ply, int plies_left)
{
    int value;
    if (gives_up(ref))
        return false;
    if (is_end(ref, s, seat, ply, &value))
        return seat == side ? value > 0 : value < 0;
    if (plies_left == 0)
        return false;
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof *list);
    int count = ref->game->rules.moves(s, list);
    bool is_attacker = seat == side, is_won = !is_attacker;
    put_first(list, count, ref->refutation[ply]);
    ref->path[ply] = *s;
    /* One move that wins is enough; the other side has to try all of its moves in vain. */
    for (int i = 0; i < count && is_won != is_attacker; i++) {
        LudState next = *s;
        ref->game->rules.apply(&next, list[i]);
        is_won = wins(ref, &next, seat_after(ref, &next, seat), side, ply + 1, plies_left - 1);
        if (is_won == is_attacker)
            ref->refutation[ply] = list[i];
    }
    free(list);
    return is_won;
}

bool ref_wins_within(RefSearch *ref, int side, int plies)
{
    assert(plies >= 1 && plies < REF_PLIES_MOST);
    begin(ref);
    return wins(ref, ref->root, ref->game->rules.turn(ref->root), side, 0, plies);
}
