#include "reference/ref_solver.h"

#include <assert.h>
#include <stdlib.h>

enum { UNSOLVED = 2 };

typedef struct Node {
    int first, count; /* of its children */
    int seat;         /* to move; LUD_OVER at an end */
    int end;          /* what an end is worth to side 0 */
    uint32_t epoch;
} Node;

struct RefGraph {
    const LudGame *game;
    int most, count, slots;
    unsigned char *states; /* state_size bytes each */
    Node *nodes;
    int *slot; /* open addressing by key; -1: free */
    int *children;
    size_t child_count, child_room;
};

static void *get(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

RefGraph *ref_graph_new(const LudGame *game, int most)
{
    RefGraph *graph = get(1, sizeof *graph);
    graph->game = game;
    graph->most = most;
    graph->slots = 2 * most + 1;
    graph->states = get((size_t)most, game->state_size);
    graph->nodes = get((size_t)most, sizeof *graph->nodes);
    graph->slot = get((size_t)graph->slots, sizeof *graph->slot);
    for (int i = 0; i < graph->slots; i++)
        graph->slot[i] = -1;
    graph->child_room = 1024;
    graph->children = get(graph->child_room, sizeof *graph->children);
    return graph;
}

void ref_graph_free(RefGraph *graph)
{
    free(graph->states);
    free(graph->nodes);
    free(graph->slot);
    free(graph->children);
    free(graph);
}

int ref_graph_count(const RefGraph *graph)
{
    return graph->count;
}

void ref_graph_state(const RefGraph *graph, int node, LudState *s)
{
    size_t size = graph->game->state_size;
    memcpy(s->bytes, graph->states + (size_t)node * size, size);
}

/* -- laying out ----------------------------------------------------------------------------------
 */

static int compare_scores(int south, int north)
{
    return (south > north) - (south < north);
}

static void describe(const LudGame *game, const LudState *s, Node *node)
{
    node->seat = game->rules.turn(s);
    node->epoch = game->rules.epoch ? game->rules.epoch(s) : 0;
    if (node->seat == LUD_OVER) {
        node->end = compare_scores(game->rules.score(s, 0), game->rules.score(s, 1));
    } else if (game->rules.is_dead && game->rules.is_dead(s)) {
        node->seat = LUD_OVER;
        node->end = compare_scores(game->rules.stop_score(s, 0, LUD_REASON_NO_CAPTURE),
                                   game->rules.stop_score(s, 1, LUD_REASON_NO_CAPTURE));
    }
}

/* The number of a position, which is added if it is new; -1 without room. */
static int find(RefGraph *graph, const LudState *s)
{
    int at = (int)(graph->game->rules.key(s) % (uint64_t)graph->slots);
    for (; graph->slot[at] >= 0; at = (at + 1) % graph->slots) {
        LudState other;
        ref_graph_state(graph, graph->slot[at], &other);
        if (graph->game->rules.same(&other, s))
            return graph->slot[at];
    }
    if (graph->count == graph->most)
        return -1;
    size_t size = graph->game->state_size;
    memcpy(graph->states + (size_t)graph->count * size, s->bytes, size);
    describe(graph->game, s, &graph->nodes[graph->count]);
    return graph->slot[at] = graph->count++;
}

static void add_child(RefGraph *graph, int child)
{
    if (graph->child_count == graph->child_room) {
        graph->child_room *= 2;
        graph->children = realloc(graph->children, graph->child_room * sizeof *graph->children);
        if (!graph->children)
            abort();
    }
    graph->children[graph->child_count++] = child;
}

/* Lays out the moves of every position from number `from` on, those that this adds included. */
static bool expand(RefGraph *graph, int from)
{
    const LudGame *game = graph->game;
    static LudMove list[LUD_MAX_MOVES];
    for (int i = from; i < graph->count; i++) {
        LudState s;
        ref_graph_state(graph, i, &s);
        graph->nodes[i].first = (int)graph->child_count;
        int count = graph->nodes[i].seat == LUD_OVER ? 0 : game->rules.moves(&s, list);
        for (int m = 0; m < count; m++) {
            LudState next = s;
            game->rules.apply(&next, list[m]);
            int child = find(graph, &next);
            if (child < 0)
                return false;
            add_child(graph, child);
        }
        graph->nodes[i].count = count;
    }
    return true;
}

int ref_graph_add(RefGraph *graph, const LudState *s)
{
    int before = graph->count, node = find(graph, s);
    if (node < before)
        return node;
    return expand(graph, before) ? node : -1;
}

/* -- solving -------------------------------------------------------------------------------------
 */

/* Whether `side` can force play from here into a marked position with the next move: by one move
 * of its own, or because all of the other's lead there. */
static bool can_force(const RefGraph *graph, const Node *node, int side, const bool *mark)
{
    int marked = 0;
    for (int i = 0; i < node->count; i++)
        marked += mark[graph->children[node->first + i]];
    return node->seat == side ? marked > 0 : node->count > 0 && marked == node->count;
}

/* Marks all positions of an epoch from which `side` can force its way into positions of lower
 * epochs or ends whose outcome is `wanted` or better for it. */
static void attract(const RefGraph *graph, const int *layer, int layer_count,
                    const signed char *outcomes, int side, int wanted, bool *mark)
{
    for (int i = 0; i < graph->count; i++) {
        int mine = side == 0 ? outcomes[i] : -outcomes[i];
        mark[i] = outcomes[i] != UNSOLVED && mine >= wanted;
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (int i = 0; i < layer_count; i++) {
            if (!mark[layer[i]] && can_force(graph, &graph->nodes[layer[i]], side, mark))
                has_changed = mark[layer[i]] = true;
        }
    }
}

/* If play that never ends is good enough for a side, it only has to stop the other from forcing
 * something worse; else it has to force something itself. */
static void solve_layer(const RefGraph *graph, const int *layer, int layer_count, int endless,
                        signed char *outcomes)
{
    bool *win[2] = {get((size_t)graph->count, sizeof(bool)),
                    get((size_t)graph->count, sizeof(bool))};
    for (int side = 0; side < 2; side++) {
        bool has_time = side == 0 ? endless == 1 : endless == -1;
        attract(graph, layer, layer_count, outcomes, has_time ? 1 - side : side, has_time ? 0 : 1,
                win[side]);
        for (int i = 0; i < layer_count && has_time; i++)
            win[side][layer[i]] = !win[side][layer[i]];
    }
    for (int i = 0; i < layer_count; i++) {
        assert(!(win[0][layer[i]] && win[1][layer[i]]));
        outcomes[layer[i]] = (signed char)(win[0][layer[i]] - win[1][layer[i]]);
    }
    free(win[0]);
    free(win[1]);
}

/* Collects the positions of one epoch whose endless play is worth the same, if all others that they
 * lead to are solved. */
static int collect(const RefGraph *graph, int of, const signed char *endless,
                   const signed char *outcomes, int *layer)
{
    int count = 0;
    for (int i = 0; i < graph->count; i++) {
        const Node *node = &graph->nodes[i];
        if (node->epoch != graph->nodes[of].epoch || endless[i] != endless[of] ||
            outcomes[i] != UNSOLVED)
            continue;
        layer[count++] = i;
        for (int c = 0; c < node->count; c++) {
            int child = graph->children[node->first + c];
            if (outcomes[child] == UNSOLVED && graph->nodes[child].epoch != node->epoch)
                return 0;
            assert(outcomes[child] != UNSOLVED || endless[child] == endless[i]);
        }
    }
    return count;
}

void ref_graph_solve(const RefGraph *graph, RefEndless endless, signed char *outcomes)
{
    int *layer = get((size_t)graph->count, sizeof *layer), left = 0;
    signed char *worth = get((size_t)graph->count, sizeof *worth);
    for (int i = 0; i < graph->count; i++) {
        LudState s;
        bool is_end = graph->nodes[i].seat == LUD_OVER;
        ref_graph_state(graph, i, &s);
        worth[i] = (signed char)(is_end ? 0 : endless(graph->game, &s));
        outcomes[i] = (signed char)(is_end ? graph->nodes[i].end : UNSOLVED);
        left += !is_end;
    }
    /* The last ones added are the closest to the end. */
    for (int i = graph->count - 1; left > 0; i = i > 0 ? i - 1 : graph->count - 1) {
        int count = outcomes[i] == UNSOLVED ? collect(graph, i, worth, outcomes, layer) : 0;
        if (count > 0)
            solve_layer(graph, layer, count, worth[i], outcomes);
        left -= count;
    }
    free(worth);
    free(layer);
}

void ref_graph_forces(const RefGraph *graph, int side, int least, int *plies)
{
    bool *mark = get((size_t)graph->count, sizeof *mark);
    bool has_changed = true;
    for (int i = 0; i < graph->count; i++) {
        const Node *node = &graph->nodes[i];
        bool is_good = (side == 0 ? node->end : -node->end) >= least;
        plies[i] = node->seat == LUD_OVER && is_good ? 0 : -1;
    }
    /* What is forced within `n` plies follows from what is forced within one less. */
    for (int n = 1; has_changed; n++) {
        has_changed = false;
        for (int i = 0; i < graph->count; i++)
            mark[i] = plies[i] >= 0;
        for (int i = 0; i < graph->count; i++) {
            if (plies[i] < 0 && can_force(graph, &graph->nodes[i], side, mark)) {
                plies[i] = n;
                has_changed = true;
            }
        }
    }
    free(mark);
}

static int forced_plies(const RefGraph *graph, int node, int side, int least)
{
    int *plies = get((size_t)graph->count, sizeof *plies);
    ref_graph_forces(graph, side, least, plies);
    int answer = plies[node];
    free(plies);
    return answer;
}

bool ref_solve(const LudGame *game, const LudState *root, int most, RefValue *value)
{
    RefGraph *graph = ref_graph_new(game, most);
    int node = ref_graph_add(graph, root);
    for (int side = 0; side < 2 && node >= 0; side++) {
        value->win[side] = forced_plies(graph, node, side, 1);
        value->draw[side] = forced_plies(graph, node, side, 0);
    }
    ref_graph_free(graph);
    return node >= 0;
}

/* -- trying all lines ----------------------------------------------------------------------------
 */

enum { LONGEST_LINE = 400 };

typedef struct Line {
    const LudGame *game;
    const LudState *position[LONGEST_LINE];
    int length;
    int limit; /* the occurrence that ends the game */
    long visits, most;
} Line;

/* The same position earlier on the line ends the game as the rules divide it. */
static bool recurs(const Line *line, const LudState *s, int *outcome)
{
    const LudGameRules *rules = &line->game->rules;
    int seen = 0;
    for (int i = 0; i < line->length; i++)
        seen += rules->same(line->position[i], s);
    *outcome = 0;
    if (rules->stop_score)
        *outcome = compare_scores(rules->stop_score(s, 0, LUD_REASON_REPETITION),
                                  rules->stop_score(s, 1, LUD_REASON_REPETITION));
    return seen + 1 >= line->limit;
}

static bool has_ended(const Line *line, const LudState *s, int *outcome)
{
    Node node = {0};
    describe(line->game, s, &node);
    *outcome = node.end;
    return node.seat == LUD_OVER || recurs(line, s, outcome);
}

/* The outcome for side 0. */
static int try_all(Line *line, const LudState *s)
{
    int outcome, best = 0;
    if (line->length > 0 && has_ended(line, s, &outcome))
        return outcome;
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
        outcome = try_all(line, &next);
        if (i == 0 || outcome * wanted > best * wanted)
            best = outcome;
    }
    line->length--;
    return best;
}

bool ref_true_value(const LudGame *game, const LudState *root, long most, int *value)
{
    Line line = {.game = game, .limit = 2, .most = most};
    int outcome = try_all(&line, root);
    *value = game->rules.turn(root) == 0 ? outcome : -outcome;
    return line.visits <= most;
}

bool ref_played_value(const LudGame *game, const LudState *past, int past_count, const LudState *s,
                      long most, int *value)
{
    Line line = {.game = game, .limit = game->rules.repetition_limit, .most = most};
    while (line.length < past_count) {
        line.position[line.length] = &past[line.length];
        line.length++;
    }
    if (!has_ended(&line, s, value))
        *value = try_all(&line, s);
    return line.visits <= most;
}
