/* Moves of Six as text: 2,-1 lays a tile, 0,0>2,-1 lifts one and lays it again, and
 * 0,0>2,-1~1,0 also says which of several equally large groups stays: the one whose lowest cell is
 * named. Naming it where there is no choice is harmless. */
#include "six_groups.h"
#include "six_text.h"

#include <stdio.h>

enum { FARTHEST = 99999999 }; /* more than any game can drift */

/* A move as it was written. */
typedef struct Draft {
    SixPlace first, second, third;
    bool has_second, has_third;
} Draft;

static bool read_draft(const char *text, Draft *draft)
{
    *draft = (Draft){0};
    const char *at = six_place_read(text, FARTHEST, &draft->first);
    if (at && *at == '>') {
        draft->has_second = true;
        at = six_place_read(at + 1, FARTHEST, &draft->second);
    }
    if (at && *at == '~' && draft->has_second) {
        draft->has_third = true;
        at = six_place_read(at + 1, FARTHEST, &draft->third);
    }
    return at && *at == '\0';
}

/* The cell of the frame, or SIX_NO_CELL if it is neither among the tiles nor next to them. */
static int cell_of(const SixState *s, SixPlace place)
{
    int row = place.q - s->q, column = place.r - s->r;
    bool is_near = row >= SIX_TOP - 1 && row <= six_last_row(s) + 1 && column >= SIX_LEFT - 1 &&
                   column <= SIX_LEFT + s->width;
    return is_near ? six_cell(row, column) : SIX_NO_CELL;
}

/* -- the group that stays ---------------------------------------------------------------------- */

static int lowest_cell(const SixCells *tiles)
{
    int x = SIX_TOP;
    while (tiles->row[x] == 0)
        x++;
    return six_cell(x, six_first_bit(tiles->row[x]));
}

/* The lowest cells of the groups that may stay when `cell` is lifted; returns their number. */
static int list_choices(const SixState *s, int cell, int lowest[SIX_MAX_GROUPS])
{
    SixLift lift;
    six_lift(s, cell, &lift);
    if (!lift.separates) {
        six_occupied(s, &lift.stay[0]);
        lift.stay[0].row[six_cell_row(cell)] ^= six_cell_bit(cell);
        lift.choices = 1;
    }
    for (int i = 0; i < lift.choices; i++)
        lowest[i] = lowest_cell(&lift.stay[i]);
    return lift.choices;
}

static LudStatus refuse_choice(const SixState *s, const char *text, const int *lowest, int choices,
                               LudError *err)
{
    char list[SIX_MAX_GROUPS * (SIX_CELL_TEXT + 2)] = "", cell[SIX_CELL_TEXT];
    for (int i = 0; i < choices; i++) {
        strcat(list, i > 0 ? " ~" : "~");
        six_place_print(six_place_of(s, lowest[i]), cell);
        strcat(list, cell);
    }
    return lud_error_set(err, LUD_EILLEGAL,
                         "{1}: after the move add the group that stays, by its lowest cell: {2}.",
                         text, list, (char *)NULL);
}

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus read_lift(const SixState *s, const Draft *draft, const char *text, int place,
                           LudMove *m, LudError *err)
{
    int cell = cell_of(s, draft->first);
    if (!(s->tiles[s->side].row[six_cell_row(cell)] & six_cell_bit(cell)))
        return lud_error_set(err, LUD_EILLEGAL,
                             "{1}: the first cell holds no tile of the player to move.", text,
                             (char *)NULL);
    if (s->count[SIX_RED] + s->count[SIX_BLACK] == 1)
        return lud_error_set(err, LUD_EILLEGAL, "{1}: the only tile can't be lifted.", text,
                             (char *)NULL);
    int lowest[SIX_MAX_GROUPS], choices = list_choices(s, cell, lowest), choice = 0;
    if (draft->has_third) {
        int named = cell_of(s, draft->third);
        while (choice < choices && lowest[choice] != named)
            choice++;
    }
    if (choice == choices || (choices > 1 && !draft->has_third))
        return refuse_choice(s, text, lowest, choices, err);
    *m = six_move(cell, choice, place);
    return LUD_OK;
}

LudStatus six_move_parse(const LudState *state, const char *text, LudMove *m, LudError *err)
{
    const SixState *s = (const SixState *)(const void *)state;
    Draft draft;
    if (!read_draft(text, &draft))
        return lud_error_set(err, LUD_EMOVE,
                             "\"{1}\" is not a move. Write 2,-1 to lay a tile; in the second round "
                             "0,0>2,-1 to lift one and lay it, with ~1,0 behind it to say which "
                             "group stays.",
                             text, (char *)NULL);
    bool is_second_round = six_is_second_round(s);
    if (draft.has_second && !is_second_round)
        return lud_error_set(err, LUD_EILLEGAL,
                             "{1}: no tile is lifted while there are tiles in hand; write only the "
                             "cell to lay one on.",
                             text, (char *)NULL);
    if (!draft.has_second && is_second_round)
        return lud_error_set(
            err, LUD_EILLEGAL,
            "{1}: the hands are empty; write the tile to lift, > and the cell to lay "
            "it on.",
            text, (char *)NULL);
    int place = cell_of(s, draft.has_second ? draft.second : draft.first);
    if (place == SIX_NO_CELL)
        return lud_error_set(err, LUD_EILLEGAL, "{1}: a tile is laid next to another tile.", text,
                             (char *)NULL);
    if (is_second_round)
        return read_lift(s, &draft, text, place, m, err);
    *m = six_move(SIX_NO_CELL, 0, place);
    return LUD_OK;
}

/* -- writing ----------------------------------------------------------------------------------- */

int six_move_print(const LudState *state, LudMove m, char *text)
{
    const SixState *s = (const SixState *)(const void *)state;
    char lift[SIX_CELL_TEXT], place[SIX_CELL_TEXT], stays[SIX_CELL_TEXT];
    six_place_print(six_place_of(s, six_move_place(m)), place);
    if (six_move_lift(m) == SIX_NO_CELL)
        return snprintf(text, LUD_MOVE_TEXT, "%s", place);
    six_place_print(six_place_of(s, six_move_lift(m)), lift);
    int lowest[SIX_MAX_GROUPS], choices = list_choices(s, six_move_lift(m), lowest);
    if (choices == 1)
        return snprintf(text, LUD_MOVE_TEXT, "%s>%s", lift, place);
    six_place_print(six_place_of(s, lowest[six_move_choice(m)]), stays);
    return snprintf(text, LUD_MOVE_TEXT, "%s>%s~%s", lift, place, stays);
}
