/* The moves of Six, tile by tile. */
#include <ludoteca/story.h>

#include "six_groups.h"
#include "six_text.h"

static const SixState *view(const LudState *state)
{
    return (const SixState *)(const void *)state;
}

static LudEvent event_at(const SixState *s, LudEventKind kind, int cell, int side)
{
    LudEvent event = {.kind = kind, .count = 1, .side = side};
    six_place_print(six_place_of(s, cell), event.cell);
    return event;
}

/* The tiles of a side that do not stay, but for the one in the air; by q, then r. */
static int tell_falls(const SixState *s, int side, int lifted, const SixCells *stay, LudEvent *list)
{
    int count = 0;
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        uint64_t gone = s->tiles[side].row[x] & ~stay->row[x];
        for (; gone; gone &= gone - 1) {
            int cell = six_cell(x, six_first_bit(gone));
            if (cell != lifted)
                list[count++] = event_at(s, LUD_EVENT_FALL, cell, side);
        }
    }
    return count;
}

static int events(const LudState *state, LudMove m, LudEvent *list)
{
    const SixState *s = view(state);
    int from = six_move_lift(m), count = 0;
    SixLift lift = {.separates = false};
    if (from != SIX_NO_CELL) {
        list[count++] = event_at(s, LUD_EVENT_LIFT, from, s->side);
        six_lift(s, from, &lift);
    }
    for (int side = 0; lift.separates && side < 2; side++)
        count += tell_falls(s, side, from, &lift.stay[six_move_choice(m)], list + count);
    list[count++] = event_at(s, LUD_EVENT_PUT, six_move_place(m), s->side);
    return count;
}

static int lowest_of(const SixCells *tiles)
{
    int x = SIX_TOP;
    while (tiles->row[x] == 0)
        x++;
    return six_cell(x, six_first_bit(tiles->row[x]));
}

/* Whether a tile could be laid on `cell` if that group stayed. */
static bool is_beside(const SixCells *group, int cell)
{
    int x = six_cell_row(cell);
    return six_touched(group->row, x) & ~group->row[x] & six_cell_bit(cell);
}

/* Which group stays is asked only if the tile could lie there whichever of several does. */
static bool needs_choice(const SixLift *lift, int place)
{
    int beside = 0;
    for (int i = 0; lift->separates && i < lift->choices; i++)
        beside += is_beside(&lift->stay[i], place);
    return beside > 1;
}

static int steps(const LudState *state, LudMove m, int way, LudStep *list)
{
    const SixState *s = view(state);
    int from = six_move_lift(m), place = six_move_place(m), count = 0;
    SixLift lift = {.separates = false};
    if (way > 0)
        return 0;
    if (from != SIX_NO_CELL) {
        list[count] = (LudStep){.kind = LUD_STEP_PICK};
        six_place_print(six_place_of(s, from), list[count++].cell);
        six_lift(s, from, &lift);
    }
    list[count] = (LudStep){.kind = LUD_STEP_PUT};
    six_place_print(six_place_of(s, place), list[count++].cell);
    if (needs_choice(&lift, place)) {
        int lowest = lowest_of(&lift.stay[six_move_choice(m)]);
        list[count] = (LudStep){.kind = LUD_STEP_GROUP};
        six_place_print(six_place_of(s, lowest), list[count++].cell);
    }
    return count;
}

static uint32_t notices(const LudState *state, LudMove m, const LudState *after)
{
    const SixState *s = view(state);
    uint32_t found = 0;
    if (!six_is_second_round(s) && six_is_second_round(view(after)))
        found |= 1u << LUD_NOTICE_SECOND_ROUND;
    SixLift lift = {.separates = false};
    if (six_move_lift(m) != SIX_NO_CELL)
        six_lift(s, six_move_lift(m), &lift);
    if (lift.separates)
        found |= 1u << LUD_NOTICE_GROUP_FELL;
    if (lift.separates && lift.choices > 1)
        found |= 1u << LUD_NOTICE_EQUAL_GROUPS;
    return found;
}

static const char *consequence(LudEventKind kind, int count)
{
    if (kind != LUD_EVENT_FALL)
        return NULL;
    return count == 1 ? LUD_MESSAGE("{1} tile leaves the game")
                      : LUD_MESSAGE("{1} tiles leave the game");
}

const LudGameStory six_story = {
    .events = events, .steps = steps, .notices = notices, .consequence = consequence};
