#include "support/plain_solver.h"

#include <assert.h>
#include <stdlib.h>

enum { UNKNOWN = -1, LONGEST_LINE = 400 };

typedef struct Graph {
    const LudGame *game;
    LudState *state; /* by index */
    int *first;      /* of the position's children in `child`; one more than there are positions */
    int *child;
    int *slot; /* positions by key, open addressing; -1: free */
    int count, children, child_room, most, slots;
} Graph;

/* -- ends -------------------------------------------------------------------------------------- */

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* 1, 0 or -1 for side 0, once the position has ended; false if it has not. */
static bool has_ended(const LudGame *game, const LudState *s, int *result)
{
    bool is_over = game->rules.turn(s) == LUD_OVER;
    if (is_over)
        *result = sign(game->rules.score(s, 0) - game->rules.score(s, 1));
    else if (game->rules.is_dead && game->rules.is_dead(s))
        *result = sign(game->rules.stop_score(s, 0, LUD_REASON_NO_CAPTURE) -
                       game->rules.stop_score(s, 1, LUD_REASON_NO_CAPTURE));
    else
        return false;
    return true;
}

/* -- backwards --------------------------------------------------------------------------------- */

/* The index of a position, new or known; -1 if there is no more room. */
static int place(Graph *graph, const LudState *s)
{
    uint64_t at = graph->game->rules.key(s) % (uint64_t)graph->slots;
    while (graph->slot[at] >= 0) {
        if (graph->game->rules.same(&graph->state[graph->slot[at]], s))
            return graph->slot[at];
        at = (at + 1) % (uint64_t)graph->slots;
    }
    if (graph->count == graph->most)
        return -1;
    graph->slot[at] = graph->count;
    graph->state[graph->count] = *s;
    return graph->count++;
}

static bool add_child(Graph *graph, const LudState *s)
{
    int index = place(graph, s);
    if (index < 0)
        return false;
    if (graph->children == graph->child_room) {
        graph->child_room = graph->child_room ? 2 * graph->child_room : 1024;
        graph->child = realloc(graph->child, (size_t)graph->child_room * sizeof(int));
        assert(graph->child);
    }
    graph->child[graph->children++] = index;
    return true;
}

static bool lay_out(Graph *graph, const LudState *root)
{
    LudMove list[LUD_MAX_MOVES];
    int result;
    place(graph, root);
    for (int i = 0; i < graph->count; i++) {
        LudState s = graph->state[i];
        graph->first[i] = graph->children;
        if (i > 0 && has_ended(graph->game, &s, &result))
            continue;
        int count = graph->game->rules.moves(&s, list);
        for (int k = 0; k < count; k++) {
            LudState next = s;
            graph->game->rules.apply(&next, list[k]);
            if (!add_child(graph, &next))
                return false;
        }
    }
    graph->first[graph->count] = graph->children;
    return true;
}

/* Whether everything that follows (or, for the side that forces, something) is known already. */
static bool is_forced(const Graph *graph, int i, bool is_own_turn, const int *plies)
{
    bool all = true, any = false;
    for (int k = graph->first[i]; k < graph->first[i + 1]; k++) {
        bool is_known = plies[graph->child[k]] >= 0;
        all = all && is_known;
        any = any || is_known;
    }
    return graph->first[i] < graph->first[i + 1] && (is_own_turn ? any : all);
}

/* The plies in which `side` forces a result of at least `least` from the root. */
static int force(const Graph *graph, int side, int least)
{
    int *plies = malloc((size_t)graph->count * 2 * sizeof *plies), *fresh = plies + graph->count;
    assert(plies);
    for (int i = 0; i < graph->count; i++) {
        int result;
        bool is_end = i > 0 && has_ended(graph->game, &graph->state[i], &result);
        plies[i] = is_end && (side == 0 ? result : -result) >= least ? 0 : UNKNOWN;
    }
    int found = 1;
    for (int round = 1; found > 0; round++) {
        found = 0;
        for (int i = 0; i < graph->count; i++) {
            bool is_own_turn = graph->game->rules.turn(&graph->state[i]) == side;
            if (plies[i] < 0 && is_forced(graph, i, is_own_turn, plies))
                fresh[found++] = i;
        }
        for (int i = 0; i < found; i++)
            plies[fresh[i]] = round;
    }
    int answer = plies[0];
    free(plies);
    return answer;
}

bool plain_solve(const LudGame *game, const LudState *root, int most, PlainValue *value)
{
    Graph graph = {.game = game, .most = most, .slots = 4 * most};
    graph.state = malloc((size_t)most * sizeof *graph.state);
    graph.first = malloc(((size_t)most + 1) * sizeof *graph.first);
    graph.slot = malloc((size_t)graph.slots * sizeof *graph.slot);
    assert(graph.state && graph.first && graph.slot);
    for (int i = 0; i < graph.slots; i++)
        graph.slot[i] = -1;
    bool is_complete = lay_out(&graph, root);
    if (is_complete) {
        *value = (PlainValue){.positions = graph.count};
        for (int side = 0; side < 2; side++) {
            value->win[side] = force(&graph, side, 1);
            value->draw[side] = force(&graph, side, 0);
        }
    }
    free(graph.state);
    free(graph.first);
    free(graph.child);
    free(graph.slot);
    return is_complete;
}

/* -- forwards, with history -------------------------------------------------------------------- */

typedef struct Line {
    const LudGame *game;
    const LudState *position[LONGEST_LINE];
    int length;
    long visits, most;
} Line;

/* The same position earlier on the line ends the game as the rules divide it. */
static bool recurs(const Line *line, const LudState *s, int *result)
{
    for (int i = 0; i < line->length; i++) {
        if (line->game->rules.same(line->position[i], s)) {
            *result = line->game->rules.stop_score
                          ? sign(line->game->rules.stop_score(s, 0, LUD_REASON_REPETITION) -
                                 line->game->rules.stop_score(s, 1, LUD_REASON_REPETITION))
                          : 0;
            return true;
        }
    }
    return false;
}

/* For side 0. */
static int try_all(Line *line, const LudState *s)
{
    int result, best = 0;
    if (line->length > 0 && (has_ended(line->game, s, &result) || recurs(line, s, &result)))
        return result;
    if (++line->visits > line->most || line->length == LONGEST_LINE) {
        line->visits = line->most + 1;
        return 0;
    }
    line->position[line->length++] = s;
    LudMove list[LUD_MAX_MOVES];
    int count = line->game->rules.moves(s, list), wanted = line->game->rules.turn(s) == 0 ? 1 : -1;
    for (int i = 0; i < count && (i == 0 || best != wanted) && line->visits <= line->most; i++) {
        LudState next = *s;
        line->game->rules.apply(&next, list[i]);
        int got = try_all(line, &next);
        if (i == 0 || got * wanted > best * wanted)
            best = got;
    }
    line->length--;
    return best;
}

bool plain_true_value(const LudGame *game, const LudState *root, long most, int *value)
{
    Line line = {.game = game, .most = most};
    int result = try_all(&line, root);
    *value = game->rules.turn(root) == 0 ? result : -result;
    return line.visits <= most;
}

/* Whether `side` forces a win within `plies`. */
static bool wins(const LudGame *game, const LudState *s, int side, int plies)
{
    int result;
    if (has_ended(game, s, &result))
        return (side == 0 ? result : -result) == 1;
    if (plies == 0)
        return false;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    bool is_own = game->rules.turn(s) == side;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (wins(game, &next, side, plies - 1) == is_own)
            return is_own;
    }
    return !is_own;
}

bool plain_wins_within(const LudGame *game, const LudState *root, int plies)
{
    return wins(game, root, game->rules.turn(root), plies);
}
