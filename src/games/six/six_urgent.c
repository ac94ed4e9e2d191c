/* Moves that must be made, because the opponent is about to complete a shape. */
#include "six_groups.h"
#include "six_moves.h"
#include "six_threats.h"

/* Second round: what one lift leaves of the opponent's threats. */
typedef struct Answer {
    bool is_any; /* wherever the tile is laid, the opponent may fail to win at once */
    int cell;    /* else only here; SIX_NO_CELL: nowhere */
} Answer;

static bool patch_has(SixPatch tiles, int cell)
{
    return six_patch_meets(
        tiles, six_patch_single(six_cell_row(cell) - SIX_PATCH_FIRST, six_cell_column(cell)));
}

/* Whether the opponent can surely complete a shape of five tiles that stay, unless its cell is
 * taken: by lifting some other tile that does not separate those that stay. The tile still to be
 * laid may then hang on nothing, but as it would be alone, the five remain. */
static bool persists(const SixState *s, const SixFive *five, SixPatch stay)
{
    for (int i = 0; i < SIX_SHAPE - 1; i++) {
        if (!patch_has(stay, five->tile[i]))
            return false;
    }
    uint64_t word[4];
    int tiles = six_patch_count(stay);
    six_patch_store(six_patch_and(stay, six_patch_of(&s->tiles[s->side ^ 1])), word);
    for (int row = 1; row < 15; row++) {
        for (uint64_t bits = six_patch_row(word, row); bits != 0; bits &= bits - 1) {
            int column = six_first_bit(bits);
            SixSplit split;
            if (!six_five_has(five, six_cell(row + SIX_PATCH_FIRST, column)) &&
                !six_split(&stay, tiles, row, column, &split))
                return true;
        }
    }
    return false;
}

static Answer answer_with(const SixState *s, const SixFive *fives, int count, SixPatch stay)
{
    Answer answer = {true, SIX_NO_CELL};
    SixPatch others = six_patch_of(&s->tiles[s->side ^ 1]);
    int left = six_patch_count(six_patch_and(stay, others));
    int own_left = six_patch_count(six_patch_minus(stay, others)) + 1;
    if (left < SIX_SHAPE || own_left < SIX_SHAPE)
        return answer; /* it is over, so nothing comes after it */
    for (int i = 0; i < count; i++) {
        if (answer.cell == fives[i].cell || !persists(s, &fives[i], stay))
            continue;
        if (!answer.is_any)
            return (Answer){false, SIX_NO_CELL};
        answer = (Answer){false, fives[i].cell};
    }
    return answer;
}

/* Goes through all moves; those that lift the same tile and keep the same group come together. */
static int urgent_in_second_round(const SixState *s, const SixNotes *notes, LudMove *list)
{
    SixFive fives[SIX_MOST_FIVES];
    int count = six_list_fives(s, notes, s->side ^ 1, fives);
    int moves = six_moves_list(s, list), kept = 0;
    SixPatch occupied =
        six_patch_or(six_patch_of(&s->tiles[SIX_RED]), six_patch_of(&s->tiles[SIX_BLACK]));
    LudMove group = LUD_NO_MOVE;
    Answer answer = {true, SIX_NO_CELL};
    for (int i = 0; i < moves; i++) {
        LudMove m = list[i];
        if (m >> 12 != group) {
            int cell = six_move_lift(m);
            int row = six_cell_row(cell) - SIX_PATCH_FIRST, column = six_cell_column(cell);
            SixSplit split;
            group = m >> 12;
            bool separates =
                six_split(&occupied, s->count[SIX_RED] + s->count[SIX_BLACK], row, column, &split);
            SixPatch stay = separates ? split.stay[six_move_choice(m)]
                                      : six_patch_minus(occupied, six_patch_single(row, column));
            answer = answer_with(s, fives, count, stay);
        }
        if (answer.is_any || answer.cell == six_move_place(m))
            list[kept++] = m;
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
        return six_patch_fits(s) ? urgent_in_second_round(s, notes, list) : -1;
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
