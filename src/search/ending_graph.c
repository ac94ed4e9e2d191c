#include "search/ending_graph.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "search/outcome.h"
#include "search/repetition.h"

/* -- limits ------------------------------------------------------------------------------------ */

bool ending_graph_work(EndingGraph *graph, uint32_t steps)
{
    enum { LOOK_EVERY = 1024 };
    const EndingTask *task = graph->task;
    if (task->nodes && graph->nodes >= task->nodes)
        graph->is_stopped = true;
    graph->steps += steps;
    if (graph->steps < LOOK_EVERY)
        return graph->is_stopped;
    graph->steps = 0;
    if ((task->until_us && base_time_us() >= task->until_us) ||
        (task->should_stop && task->should_stop(task->context)))
        graph->is_stopped = true;
    return graph->is_stopped;
}

/* -- what a position is worth at first sight --------------------------------------------------- */

/* For side 0. */
static int worth(Outcome outcome)
{
    return (int)(outcome & 1) - (int)(outcome >> 1 & 1);
}

static LudKnown seen_from(LudKnown known, int side)
{
    return side == 0 ? known : (LudKnown){-known.upper, -known.lower};
}

/* How often the game has seen a position, the root not counted. */
static int seen_before(const EndingTask *task, uint64_t key)
{
    int seen = 0;
    for (int i = 0; i < task->past_count; i++)
        seen += task->past[i] == key;
    return seen;
}

static bool is_used_up(const EndingGraph *graph, uint64_t key)
{
    int seen = seen_before(graph->task, key);
    return seen > 0 && seen + 1 >= graph->game->rules.repetition_limit;
}

static bool is_in_root_epoch(const EndingGraph *graph, const LudState *s)
{
    return !graph->game->rules.epoch || graph->game->rules.epoch(s) == graph->root_epoch;
}

/* The oracle's word for a game that begins there, for side 0. */
static LudKnown ask(const EndingGraph *graph, const LudState *s, int side, bool *has_answer)
{
    const LudOracle *oracle = &graph->task->oracle;
    LudKnown told;
    *has_answer = oracle->probe && oracle->probe(oracle->context, s, &told);
    if (!*has_answer)
        return (LudKnown){-1, 1};
    LudKnown known = {told.lower >= LUD_VALUE_WON ? 1
                      : told.lower >= 0           ? 0
                                                  : -1,
                      told.upper <= -LUD_VALUE_WON ? -1
                      : told.upper <= 0            ? 0
                                                   : 1};
    return seen_from(known, side);
}

/* The plans behind an oracle's bound stay among positions with that bound. So they may cross the
 * root only if it has the bound as well, or may have it for all that is known, and what the game
 * has seen before it anyhow; then what is sure is only what coming back is worth. */
static LudKnown ask_with_history(const EndingGraph *graph, const LudState *s, int side)
{
    bool has_answer;
    LudKnown known = ask(graph, s, side, &has_answer);
    if (!has_answer || !graph->task->oracle.ignores_history ||
        graph->game->rules.repetition_limit == 0 || !is_in_root_epoch(graph, s))
        return known;
    for (int goal = 1; goal >= 0; goal--) {
        bool may_cross = graph->has_past || !graph->is_told || graph->told.lower >= goal;
        if (known.lower >= goal && may_cross && graph->back.lower < goal)
            known.lower = goal - 1;
    }
    for (int goal = 0; goal <= 1; goal++) {
        bool may_cross = graph->has_past || !graph->is_told || graph->told.upper < goal;
        if (known.upper < goal && may_cross && graph->back.upper >= goal)
            known.upper = goal;
    }
    return known;
}

static int again(const EndingGraph *graph, const LudState *s)
{
    return worth(outcome_of_stop(graph->game, s, LUD_REASON_REPETITION));
}

/* -- nodes ------------------------------------------------------------------------------------- */

/* The slot where a position is, or would be. */
static uint32_t find_slot(const EndingGraph *graph, uint64_t key, const LudState *s)
{
    uint32_t at = (uint32_t)path_mix(key) & graph->slot_mask;
    for (; graph->slot[at]; at = (at + 1) & graph->slot_mask) {
        int32_t node = graph->slot[at] - 1;
        if (graph->node[node].key == key && graph->game->rules.same(ending_state(graph, node), s))
            break;
    }
    return at;
}

static void judge(EndingGraph *graph, const LudState *s, EndingNode *node)
{
    const LudGameRules *rules = &graph->game->rules;
    int turn = rules->turn(s);
    Outcome outcome = outcome_of_position(graph->game, s, turn);
    if (outcome) {
        node->least = node->most = (int8_t)worth(outcome);
        return;
    }
    node->side = (uint8_t)(turn % 2);
    if (rules->repetition_limit > 0)
        node->again = (int8_t)again(graph, s);
    if (rules->repetition_limit > 0 && is_used_up(graph, node->key)) {
        node->least = node->most = node->again;
        return;
    }
    LudKnown known = ask_with_history(graph, s, node->side);
    node->least = (int8_t)known.lower;
    node->most = (int8_t)known.upper;
}

static uint8_t epoch_byte(const EndingGraph *graph, const LudState *s)
{
    return graph->game->rules.epoch ? (uint8_t)(graph->game->rules.epoch(s) & 0xff) : 0;
}

static int32_t add(EndingGraph *graph, const LudState *s, uint64_t key)
{
    int32_t at = graph->count++;
    EndingNode *node = &graph->node[at];
    *node = (EndingNode){.key = key,
                         .first_edge = ENDING_NONE,
                         .first_in = ENDING_NONE,
                         .least = -1,
                         .most = 1,
                         .epoch = epoch_byte(graph, s),
                         .hard = {{1, 1}, {1, 1}}};
    memcpy(graph->states + (size_t)at * graph->state_size, s, graph->game->state_size);
    judge(graph, s, node);
    node->least_fresh = node->least;
    node->most_fresh = node->most;
    graph->nodes++;
    return at;
}

static int32_t find_or_add(EndingGraph *graph, const LudState *s)
{
    uint64_t key = graph->game->rules.key(s);
    uint32_t slot = find_slot(graph, key, s);
    if (!graph->slot[slot])
        graph->slot[slot] = add(graph, s, key) + 1;
    int32_t at = graph->slot[slot] - 1;
    return at == ENDING_ROOT && graph->root_again != ENDING_NONE ? graph->root_again : at;
}

/* -- bounds ------------------------------------------------------------------------------------ */

static void note(EndingGraph *graph, int32_t at)
{
    const EndingNode *node = &graph->node[at];
    if (!graph->trace)
        return;
    if (graph->traced == graph->trace_room) {
        size_t room = 2 * graph->trace_room;
        EndingTrace *larger = realloc(graph->trace, room * sizeof *larger);
        if (!larger) {
            graph->is_stopped = true;
            return;
        }
        graph->trace = larger;
        graph->trace_room = room;
    }
    graph->trace[graph->traced++] = (EndingTrace){
        at, node->least, node->most, node->least_fresh, node->most_fresh, node->is_fixed};
}

void ending_graph_narrow_fresh(EndingGraph *graph, int32_t at, int least, int most)
{
    EndingNode *node = &graph->node[at];
    node->least_fresh = (int8_t)(least > node->least_fresh ? least : node->least_fresh);
    node->most_fresh = (int8_t)(most < node->most_fresh ? most : node->most_fresh);
}

void ending_graph_narrow(EndingGraph *graph, int32_t at, int least, int most)
{
    EndingNode *node = &graph->node[at];
    size_t traced = graph->traced;
    note(graph, at);
    /* Nothing is written that could not be taken back. */
    if (graph->trace && graph->traced == traced)
        return;
    node->least = (int8_t)(least > node->least ? least : node->least);
    node->most = (int8_t)(most < node->most ? most : node->most);
    ending_graph_narrow_fresh(graph, at, least, most);
}

void ending_graph_fix(EndingGraph *graph, int32_t at)
{
    EndingNode *node = &graph->node[at];
    size_t traced = graph->traced;
    note(graph, at);
    if (graph->traced == traced)
        return;
    node->least = node->most = node->again;
    node->is_fixed = true;
}

void ending_graph_undo(EndingGraph *graph, size_t traced)
{
    while (graph->traced > traced) {
        EndingTrace *back = &graph->trace[--graph->traced];
        EndingNode *node = &graph->node[back->node];
        node->least = back->least;
        node->most = back->most;
        node->least_fresh = back->least_fresh;
        node->most_fresh = back->most_fresh;
        node->is_fixed = back->is_fixed;
    }
}

/* What its moves say of a node: the best of them is the mover's. */
static bool look_again(EndingGraph *graph, int32_t at)
{
    EndingNode *node = &graph->node[at];
    if (node->is_fixed || node->least == node->most)
        return false;
    const EndingEdge *edge = &graph->edge[node->first_edge];
    int sign = node->side == 0 ? 1 : -1, near = -1, far = -1;
    for (int i = 0; i < node->edge_count; i++) {
        LudKnown next = ending_seen_from(node, &graph->node[edge[i].to]);
        int sure = sign > 0 ? next.lower : -next.upper;
        int hoped = sign > 0 ? next.upper : -next.lower;
        near = sure > near ? sure : near;
        far = hoped > far ? hoped : far;
    }
    int least = sign > 0 ? near : -far, most = sign > 0 ? far : -near;
    if (least <= node->least && most >= node->most)
        return false;
    ending_graph_narrow(graph, at, least, most);
    return true;
}

static void queue_before(EndingGraph *graph, int32_t at)
{
    for (int32_t in = graph->node[at].first_in; in != ENDING_NONE; in = graph->edge[in].next_in) {
        int32_t from = graph->edge[in].from;
        EndingNode *node = &graph->node[from];
        if (node->is_queued || node->least == node->most)
            continue;
        node->is_queued = true;
        graph->queue[graph->queued++] = from;
    }
}

void ending_graph_spread(EndingGraph *graph, int32_t from)
{
    queue_before(graph, from);
    while (graph->queued > 0) {
        int32_t at = graph->queue[--graph->queued];
        graph->node[at].is_queued = false;
        if (look_again(graph, at))
            queue_before(graph, at);
    }
}

void ending_graph_look(EndingGraph *graph, int32_t at)
{
    if (look_again(graph, at))
        ending_graph_spread(graph, at);
}

/* -- growing ----------------------------------------------------------------------------------- */

static void join(EndingGraph *graph, int32_t from, int32_t to)
{
    EndingNode *next = &graph->node[to];
    graph->edge[graph->edges] = (EndingEdge){from, to, next->first_in};
    next->first_in = graph->edges++;
}

void ending_graph_expand(EndingGraph *graph, int32_t at)
{
    const LudGame *game = graph->game;
    EndingNode *node = &graph->node[at];
    int count = game->rules.moves(ending_state(graph, at), graph->moves);
    if (graph->count + count > graph->capacity || graph->edges + count > graph->edges_most) {
        graph->is_full = true;
        return;
    }
    node->first_edge = graph->edges;
    node->edge_count = (uint16_t)count;
    node->is_expanded = true;
    graph->expanded++;
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, ending_state(graph, at));
        game->rules.apply(&next, graph->moves[i]);
        join(graph, at, find_or_add(graph, &next));
    }
    ending_graph_look(graph, at);
    ending_graph_work(graph, 16 + (uint32_t)count);
}

/* -- its life ---------------------------------------------------------------------------------- */

/* What coming back to the root or to what was before it is worth. */
static void look_back(EndingGraph *graph)
{
    const EndingTask *task = graph->task;
    int side = graph->game->rules.turn(task->root) % 2, root = again(graph, task->root);
    LudKnown back = seen_from((LudKnown){task->past_least, task->past_most}, side);
    graph->has_past = task->past_count > 0;
    graph->told = ask(graph, task->root, side, &graph->is_told);
    graph->back = (LudKnown){root, root};
    if (graph->has_past && back.lower < root)
        graph->back.lower = back.lower;
    if (graph->has_past && back.upper > root)
        graph->back.upper = back.upper;
}

static bool allocate(EndingGraph *graph)
{
    enum { EDGE_SHARE = 5, NODE_SHARE = 5 }; /* half of the memory each */
    size_t bytes = graph->task->memory_bytes,
           each = sizeof(EndingNode) + graph->state_size + (2 + 3) * sizeof(int32_t);
    size_t nodes = bytes / (EDGE_SHARE + NODE_SHARE) * NODE_SHARE / each;
    size_t edges = bytes / (EDGE_SHARE + NODE_SHARE) * EDGE_SHARE / sizeof(EndingEdge);
    enum { MOST = 1 << 30 };
    graph->capacity = (int32_t)(nodes < MOST ? nodes : MOST);
    graph->edges_most = (int32_t)(edges < MOST ? edges : MOST);
    size_t slots = 16;
    while (slots < nodes + nodes / 4)
        slots *= 2;
    graph->slot_mask = (uint32_t)(slots - 1);
    size_t room = (size_t)graph->capacity;
    graph->node = malloc(room * sizeof graph->node[0]);
    graph->states = malloc(room * graph->state_size);
    graph->edge = malloc((size_t)graph->edges_most * sizeof graph->edge[0]);
    graph->slot = calloc(slots, sizeof graph->slot[0]);
    graph->queue = malloc(room * sizeof graph->queue[0]);
    graph->list = malloc(room * sizeof graph->list[0]);
    graph->walk = malloc(room * sizeof graph->walk[0]);
    return graph->node && graph->states && graph->edge && graph->slot && graph->queue &&
           graph->list && graph->walk && graph->capacity > 2;
}

bool ending_graph_begin(EndingGraph *graph, const EndingTask *task)
{
    const LudGame *game = task->game;
    memset(graph, 0, sizeof *graph);
    graph->task = task;
    graph->game = game;
    graph->state_size = (game->state_size + 15) / 16 * 16;
    graph->root_again = ENDING_NONE;
    if (!allocate(graph)) {
        ending_graph_end(graph);
        return false;
    }
    graph->root_epoch = game->rules.epoch ? game->rules.epoch(task->root) : 0;
    look_back(graph);
    uint64_t key = game->rules.key(task->root);
    graph->slot[find_slot(graph, key, task->root)] = add(graph, task->root, key) + 1;
    /* The oracle does not say by which move. */
    EndingNode *root = &graph->node[ENDING_ROOT];
    root->least = root->least_fresh = -1;
    root->most = root->most_fresh = 1;
    root->epoch ^= 0x80;
    int limit = game->rules.repetition_limit;
    if (limit > 0 && seen_before(task, key) + 2 >= limit) {
        graph->root_again = add(graph, task->root, key);
        EndingNode *node = &graph->node[graph->root_again];
        node->least = node->most = node->least_fresh = node->most_fresh = node->again;
    }
    return true;
}

void ending_graph_end(EndingGraph *graph)
{
    free(graph->node);
    free(graph->states);
    free(graph->edge);
    free(graph->slot);
    free(graph->queue);
    free(graph->list);
    free(graph->walk);
    free(graph->trace);
}
