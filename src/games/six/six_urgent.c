/* Moves that must be made, because the opponent is about to complete a shape. */
#include "six_moves.h"
#include "six_threats.h"

/* Second round: what one lift leaves of the opponent's threats. */
typedef struct Answer {
    bool is_any; /* wherever the tile is laid, the opponent may fail to win at once */
    int cell;    /* else only here; SIX_NO_CELL: nowhere */
} Answer;

typedef struct Threats {
    const SixState *state;
    SixGraph graph;
    uint64_t others; /* the opponent's tiles */
    int count;
    int cell[SIX_MOST_FIVES]; /* that would complete a shape, and the five tiles that are there */
    uint64_t five[SIX_MOST_FIVES];
} Threats;

/* Whether lifting `second` separates none of `stay`, in which it is. */
static bool is_harmless(const SixGraph *graph, uint64_t stay, int second)
{
    uint64_t rest = stay & ~six_graph_bit(second), next = rest & graph->near[second];
    for (uint64_t group = next & -next;;) {
        uint64_t grown = group;
        for (uint64_t bits = group; bits != 0; bits &= bits - 1)
            grown |= graph->near[six_first_bit(bits)];
        grown &= rest;
        if ((next & ~grown) == 0)
            return true;
        if (grown == group)
            return false;
        group = grown;
    }
}

/* Whether the opponent can surely complete a shape of five tiles that stay when `tile` is lifted,
 * unless its cell is taken: by lifting some other tile that does not separate those that stay. The
 * tile still to be laid may then hang on nothing, but as it would be alone, the five remain. */
static bool persists(const Threats *threats, int index, int tile, uint64_t stay)
{
    const SixGraph *graph = &threats->graph;
    uint64_t five = threats->five[index], spare = threats->others & stay & ~five;
    if ((five & ~stay) != 0)
        return false;
    /* One that is firm, and keeps all its neighbours, surely separates nothing. */
    if ((spare & graph->firm & ~graph->near[tile]) != 0)
        return true;
    for (; spare != 0; spare &= spare - 1) {
        if (is_harmless(graph, stay, six_first_bit(spare)))
            return true;
    }
    return false;
}

static Answer answer_with(const Threats *threats, int tile, uint64_t stay)
{
    Answer answer = {true, SIX_NO_CELL};
    int left = six_count_bits(stay & threats->others);
    int own_left = six_count_bits(stay & ~threats->others) + 1;
    if (left < SIX_SHAPE || own_left < SIX_SHAPE)
        return answer; /* it is over, so nothing comes after it */
    for (int i = 0; i < threats->count; i++) {
        if (answer.cell == threats->cell[i] || !persists(threats, i, tile, stay))
            continue;
        if (!answer.is_any)
            return (Answer){false, SIX_NO_CELL};
        answer = (Answer){false, threats->cell[i]};
    }
    return answer;
}

/* The moves that lift the tile at `cell` and do not lose at once. The cell that answers a threat
 * touches tiles that stay, so it can be laid on. */
static int answers_with_lift(const Threats *threats, int cell, LudMove *list)
{
    uint64_t stay[SIX_MAX_GROUPS];
    int tile = threats->graph.at[cell], count = 0;
    int choices = six_graph_stay(&threats->graph, tile, stay);
    for (int i = 0; i < choices; i++) {
        Answer answer = answer_with(threats, tile, stay[i]);
        if (answer.is_any)
            count += six_moves_list_lift(threats->state, &threats->graph, cell, i, list + count);
        else if (answer.cell != SIX_NO_CELL)
            list[count++] = six_move(cell, i, answer.cell);
    }
    return count;
}

static int urgent_in_second_round(const SixState *s, const SixNotes *notes, LudMove *list)
{
    Threats threats = {.state = s};
    SixFive fives[SIX_MOST_FIVES];
    int kept = 0;
    threats.count = six_list_fives(s, notes, s->side ^ 1, fives);
    six_graph_make(s, &threats.graph);
    threats.others = threats.graph.side[s->side ^ 1];
    for (int i = 0; i < threats.count; i++) {
        threats.cell[i] = fives[i].cell;
        threats.five[i] = six_graph_set(&threats.graph, fives[i].tile, SIX_SHAPE - 1);
    }
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        for (uint64_t bits = s->tiles[s->side].row[x]; bits != 0; bits &= bits - 1)
            kept += answers_with_lift(&threats, six_cell(x, six_first_bit(bits)), list + kept);
    }
    return kept;
}

int six_urgent(const SixState *s, const SixNotes *notes, LudMove *list)
{
    int cells[2], opponent = s->side ^ 1;
    /* Who can complete a shape need not care. */
    if (six_tally_all(notes, opponent, 5) == 0 || six_tally_all(notes, s->side, 5) > 0)
        return -1;
    if (six_is_second_round(s))
        return urgent_in_second_round(s, notes, list);
    /* Between the rounds: the opponent is to lift a tile, which is not so easily foreseen. */
    if (s->hand[opponent] == 0)
        return -1;
    /* The opponent needs one tile, and only a tile on that very cell prevents it. */
    int count = six_five_cells(s, notes, opponent, cells, 2);
    if (count > 1)
        return 0;
    list[0] = six_move(SIX_NO_CELL, 0, cells[0]);
    return 1;
}
