/* Oware, as plainly as it can be told: twelve numbers in an array, sown one by one. */
#include "reference.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 12, SIDE_PITS = 6, SEEDS = 48, MAJORITY = 25, LINE_BYTES = 160 };

typedef enum Slam { KEEP, FORFEIT, NOCAPTURE, AWARI } Slam;

enum { SOUTH, NORTH };

/* Pits 0-5 are South's A-F, 6-11 North's a-f, in the order of sowing. */
typedef struct Board {
    int pit[PITS];
    int store[2];
    int side;
} Board;

/* What a move leads to. */
typedef struct Outcome {
    Board after;
    int captured;
} Outcome;

/* -- options and positions --------------------------------------------------------------------- */

static Slam read_slam(const char *options)
{
    if (strstr(options, "slam=forfeit"))
        return FORFEIT;
    if (strstr(options, "slam=nocapture"))
        return NOCAPTURE;
    if (strstr(options, "slam=awari"))
        return AWARI;
    return KEEP;
}

/* Reads a number of seeds, without needless zeros, and the dash behind it; NULL if there is none.
 */
static const char *read_number(const char *at, int *number)
{
    const char *first = at;
    *number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        *number = 10 * *number + (*at - '0');
        if (*number > SEEDS)
            return NULL;
    }
    bool has_needless_zero = *first == '0' && at > first + 1;
    return at > first && !has_needless_zero && *at == '-' ? at + 1 : NULL;
}

static bool read_board(const char *at, Board *board)
{
    int total = 0;
    for (int i = 0; i < PITS + 2; i++) {
        int number;
        at = read_number(at, &number);
        if (!at)
            return false;
        if (i < PITS)
            board->pit[i] = number;
        else
            board->store[i - PITS] = number;
        total += number;
    }
    if (strcmp(at, "S") != 0 && strcmp(at, "N") != 0)
        return false;
    board->side = at[0] == 'S' ? SOUTH : NORTH;
    return total == SEEDS;
}

static void print_board(const Board *board, char *text, size_t size)
{
    int length = 0;
    for (int i = 0; i < PITS; i++)
        length += snprintf(text + length, size - (size_t)length, "%d-", board->pit[i]);
    snprintf(text + length, size - (size_t)length, "%d-%d-%c", board->store[SOUTH],
             board->store[NORTH], board->side == SOUTH ? 'S' : 'N');
}

/* -- one move ---------------------------------------------------------------------------------- */

static bool belongs_to(int pit, int side)
{
    return pit / SIDE_PITS == side;
}

static int seeds_of(const Board *board, int side)
{
    int seeds = 0;
    for (int i = 0; i < PITS; i++) {
        if (belongs_to(i, side))
            seeds += board->pit[i];
    }
    return seeds;
}

/* Sows a pit, leaving it out on every lap; returns the pit of the last seed. */
static int sow(Board *board, int from)
{
    int in_hand = board->pit[from], at = from;
    board->pit[from] = 0;
    while (in_hand > 0) {
        at = (at + 1) % PITS;
        if (at != from) {
            board->pit[at]++;
            in_hand--;
        }
    }
    return at;
}

/* Captures backwards from the last pit, on the opponent's side, while there are two or three. */
static int capture(Board *board, int last)
{
    int captured = 0, at = last;
    while (belongs_to(at, !board->side) && (board->pit[at] == 2 || board->pit[at] == 3)) {
        captured += board->pit[at];
        board->pit[at] = 0;
        at = (at + PITS - 1) % PITS;
    }
    return captured;
}

static Outcome play(Slam slam, const Board *board, int pit)
{
    Outcome outcome = {.after = *board};
    Board *after = &outcome.after;
    int last = sow(after, pit);
    Board sown = *after;
    outcome.captured = capture(after, last);
    if (slam == NOCAPTURE && outcome.captured > 0 && seeds_of(after, !board->side) == 0) {
        *after = sown;
        outcome.captured = 0;
    }
    after->store[board->side] += outcome.captured;
    after->side = !board->side;
    return outcome;
}

/* Whether the opponent has a seed left, as nearly every rule wants: neither may a grand slam be
 * made, nor an empty side left empty. */
static bool leaves_seeds(const Outcome *outcome)
{
    return seeds_of(&outcome->after, outcome->after.side) > 0;
}

/* -- legal moves and the end ------------------------------------------------------------------- */

/* Lists the pits that may be played; returns their number. */
static int list_pits(Slam slam, const Board *board, int pits[SIDE_PITS])
{
    int count = 0, filled = 0, all[SIDE_PITS];
    if (board->store[SOUTH] >= MAJORITY || board->store[NORTH] >= MAJORITY)
        return 0;
    for (int i = 0; i < PITS; i++) {
        if (!belongs_to(i, board->side) || board->pit[i] == 0)
            continue;
        all[filled++] = i;
        Outcome outcome = play(slam, board, i);
        if (leaves_seeds(&outcome))
            pits[count++] = i;
    }
    if (slam == AWARI && count == 0) {
        /* Nothing else to play: then such a move is played, and ends the game. */
        memcpy(pits, all, sizeof all);
        count = filled;
    }
    return count;
}

/* Whether the game is over, and with which stores in the end. */
static bool is_over(Slam slam, const Board *board, int final[2])
{
    int pits[SIDE_PITS], mover = board->side;
    memcpy(final, board->store, sizeof board->store);
    if (final[SOUTH] >= MAJORITY || final[NORTH] >= MAJORITY)
        return true;
    if (list_pits(slam, board, pits) > 0)
        return false;
    int own = seeds_of(board, mover), other = seeds_of(board, !mover);
    if (slam == FORFEIT && own > 0 && other > 0) {
        final[!mover] += own + other; /* only grand slams were left */
    } else {
        final[mover] += own;
        final[!mover] += other;
    }
    return true;
}

bool ref_oware_moves(const char *options, const char *position, char *out, size_t size)
{
    Slam slam = read_slam(options);
    Board board;
    if (!read_board(position, &board))
        return false;
    int pits[SIDE_PITS], count = list_pits(slam, &board, pits);
    size_t length = 0;
    out[0] = '\0';
    /* In order of the pits, which is the order of their letters. */
    for (int i = 0; i < count; i++) {
        Outcome outcome = play(slam, &board, pits[i]);
        char text[LINE_BYTES], result[32] = "";
        int final[2];
        print_board(&outcome.after, text, sizeof text);
        if (is_over(slam, &outcome.after, final))
            snprintf(result, sizeof result, "\t%d-%d", final[SOUTH], final[NORTH]);
        char letter =
            pits[i] < SIDE_PITS ? (char)('A' + pits[i]) : (char)('a' + pits[i] - SIDE_PITS);
        length += (size_t)snprintf(out + length, size - length, "%c\t%s%s\n", letter, text, result);
    }
    return true;
}

/* -- all positions that can be reached without a capture --------------------------------------- */

/* A board without its stores, which no line of moves without a capture changes. */
typedef struct Key {
    unsigned char pit[PITS], side;
} Key;

typedef struct Node {
    Key key;
    unsigned char moves; /* legal moves in all */
    unsigned char nexts; /* those without a capture, */
    int next[SIDE_PITS]; /* and the nodes that they lead to */
    unsigned char state; /* free for whoever walks the graph */
} Node;

typedef struct Graph {
    Node *node;
    int count, room;
    int *slot; /* a hash table of node numbers, -1 where empty */
    int slots;
} Graph;

static Key key_of(const Board *board)
{
    Key key = {.side = (unsigned char)board->side};
    for (int i = 0; i < PITS; i++)
        key.pit[i] = (unsigned char)board->pit[i];
    return key;
}

static uint64_t hash_key(const Key *key)
{
    uint64_t hash = key->side;
    for (int i = 0; i < PITS; i++)
        hash = (hash + key->pit[i] + 1) * 0x9e3779b97f4a7c15u;
    return hash >> 32;
}

/* The slot that holds the key, or the empty one where it belongs. */
static int find_slot(const Graph *graph, const Key *key)
{
    int at = (int)(hash_key(key) % (uint64_t)graph->slots);
    while (graph->slot[at] >= 0 && memcmp(&graph->node[graph->slot[at]].key, key, sizeof *key) != 0)
        at = (at + 1) % graph->slots;
    return at;
}

static void *checked(void *memory)
{
    if (!memory) {
        fputs("ref_oware: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void make_room(Graph *graph)
{
    graph->room = graph->room ? 2 * graph->room : 256;
    graph->node = checked(realloc(graph->node, (size_t)graph->room * sizeof *graph->node));
    graph->slots = 2 * graph->room;
    free(graph->slot);
    graph->slot = checked(malloc((size_t)graph->slots * sizeof *graph->slot));
    memset(graph->slot, -1, (size_t)graph->slots * sizeof *graph->slot);
    for (int i = 0; i < graph->count; i++)
        graph->slot[find_slot(graph, &graph->node[i].key)] = i;
}

/* The number of the board's node, which is made if there is none. */
static int find_node(Graph *graph, const Board *board)
{
    Key key = key_of(board);
    if (graph->count == graph->room)
        make_room(graph);
    int at = find_slot(graph, &key);
    if (graph->slot[at] < 0) {
        graph->node[graph->count] = (Node){.key = key};
        graph->slot[at] = graph->count++;
    }
    return graph->slot[at];
}

static void free_graph(Graph *graph)
{
    free(graph->node);
    free(graph->slot);
}

/* Finds every position that legal moves without a capture lead to, the first one being node 0.
 * Stops early, and returns false, if `stops_at_capture` and some position has a capture. */
static bool explore(Slam slam, const Board *board, bool stops_at_capture, Graph *graph)
{
    *graph = (Graph){0};
    find_node(graph, board);
    for (int i = 0; i < graph->count; i++) {
        Board here = *board;
        here.side = graph->node[i].key.side;
        for (int j = 0; j < PITS; j++)
            here.pit[j] = graph->node[i].key.pit[j];
        int pits[SIDE_PITS], moves = list_pits(slam, &here, pits), nexts = 0;
        graph->node[i].moves = (unsigned char)moves;
        for (int j = 0; j < moves; j++) {
            Outcome outcome = play(slam, &here, pits[j]);
            if (outcome.captured == 0) {
                int next = find_node(graph, &outcome.after);
                graph->node[i].next[nexts++] = next;
            }
        }
        graph->node[i].nexts = (unsigned char)nexts;
        if (nexts < moves && stops_at_capture)
            return false;
    }
    return true;
}

/* Whether some line of moves never ends: take away, again and again, the positions whose moves all
 * lead to positions taken away; what remains can be played in for ever. */
static bool has_endless_line(Graph *graph)
{
    bool has_changed = true;
    int left = graph->count;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < graph->count; i++) {
            Node *node = &graph->node[i];
            bool goes_on = false;
            for (int j = 0; j < node->nexts; j++)
                goes_on |= graph->node[node->next[j]].state == 0;
            if (node->state == 0 && !goes_on) {
                node->state = 1;
                left--;
                has_changed = true;
            }
        }
    }
    return left > 0;
}

bool ref_oware_no_capture(const char *options, const char *position)
{
    Board board;
    Graph graph;
    if (!read_board(position, &board))
        return false;
    bool is_circling =
        explore(read_slam(options), &board, true, &graph) && has_endless_line(&graph);
    free_graph(&graph);
    return is_circling;
}

/* Whether `side` can bring about a capture, whoever makes it, whatever the other does: marks the
 * positions in which it can, beginning with those where one move is enough. */
static bool can_force(Graph *graph, int side)
{
    for (int i = 0; i < graph->count; i++)
        graph->node[i].state = 0;
    bool has_changed = true;
    while (has_changed && graph->node[0].state == 0) {
        has_changed = false;
        /* Moves mostly lead to nodes found later, so what is known spreads faster from the end. */
        for (int i = graph->count - 1; i >= 0; i--) {
            Node *node = &graph->node[i];
            if (node->state == 1)
                continue;
            int good = node->moves - node->nexts; /* captures */
            for (int j = 0; j < node->nexts; j++)
                good += graph->node[node->next[j]].state;
            int wanted = node->key.side == side ? 1 : node->moves;
            if (node->moves > 0 && good >= wanted) {
                node->state = 1;
                has_changed = true;
            }
        }
    }
    return graph->node[0].state == 1;
}

static bool has_capture(const Graph *graph)
{
    for (int i = 0; i < graph->count; i++) {
        if (graph->node[i].moves > graph->node[i].nexts)
            return true;
    }
    return false;
}

/* A capture could still happen, but neither side can bring it about. */
bool ref_oware_unforced(const char *options, const char *position)
{
    Board board;
    Graph graph;
    if (!read_board(position, &board))
        return false;
    explore(read_slam(options), &board, false, &graph);
    bool is_unforced =
        has_capture(&graph) && !can_force(&graph, SOUTH) && !can_force(&graph, NORTH);
    free_graph(&graph);
    return is_unforced;
}
