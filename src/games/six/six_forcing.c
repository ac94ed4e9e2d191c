#include "six_forcing.h"

#include "six_book.h"
#include "six_hunt.h"
#include "six_raid.h"
#include "six_remark.h"

/* Where the first tiles of the frame come to lie on the field. */
typedef struct Place {
    int top, left;
} Place;

static Place find_place(const SixState *s)
{
    return (Place){(SIX_FIELD_ROWS - s->height) / 2, (SIX_FIELD_ROWS - s->width) / 2};
}

static void set_up(SixHunt *hunt, const SixState *s, const LudForcingTask *task)
{
    Place place = find_place(s);
    memset(hunt, 0, sizeof *hunt);
    six_quest_begin(&hunt->quest, task);
    for (int side = 0; side < 2; side++) {
        for (int x = SIX_TOP; x <= six_last_row(s); x++) {
            for (uint64_t bits = s->tiles[side].row[x]; bits != 0; bits &= bits - 1)
                six_hunt_lay(
                    hunt, side == task->side ? SIX_HUNTER : SIX_PREY,
                    six_spot(x - SIX_TOP + place.top, six_first_bit(bits) - SIX_LEFT + place.left));
        }
    }
    hunt->hand = s->hand[task->side];
}

/* Turns cells into moves: each is one of the frame at its time. */
static void fill_line(const SixState *s, const LudForcingTask *task, const uint16_t *spots,
                      int count, LudForcedWin *win)
{
    Place place = find_place(s);
    LudState state;
    memcpy(state.bytes, s, sizeof *s);
    SixState *now = (SixState *)(void *)&state;
    int q = s->q - place.top + SIX_TOP, r = s->r - place.left + SIX_LEFT;
    now->side = (uint8_t)task->side;
    win->length = 0;
    for (int i = 0; i < count && now->reason == LUD_REASON_NONE; i++) {
        int row = (spots[i] >> 5) + q - now->q, column = (spots[i] & 31) + r - now->r;
        LudMove m = six_move(SIX_NO_CELL, 0, six_cell(row, column));
        win->line[win->length++] = m;
        six_apply(&state, m);
    }
}

/* Sieges with ever more quiet moves, so that simple ones are found first. */
static SixFound look(SixHunt *hunt, LudForcingClass attacks, int *plies)
{
    SixFound found = six_chain(hunt, plies);
    if (found != SIX_FOUND_NONE || attacks == LUD_FORCING_CHAIN)
        return found;
    found = SIX_FOUND_LIMITED;
    for (int quiet = 1; quiet < SIX_TILES && found == SIX_FOUND_LIMITED; quiet++)
        found = six_siege(hunt, quiet, plies);
    return found;
}

/* Of the second round: whoever is to move, the attacker is. */
static LudForced seek_raid(const SixState *s, const LudForcingTask *task, LudForcedWin *win,
                           uint64_t *nodes)
{
    SixQuest quest;
    SixState now = *s;
    now.side = (uint8_t)task->side;
    six_quest_begin(&quest, task);
    SixFound found = six_raid(&quest, &now, &win->plies);
    *nodes = quest.nodes;
    if (found != SIX_FOUND_WIN)
        return found == SIX_FOUND_NONE ? LUD_FORCED_NONE : LUD_FORCED_UNKNOWN;
    quest.is_stopped = false;
    quest.nodes_allowed = UINT64_MAX;
    win->length = six_raid_line(&quest, &now, win->line, LUD_LINE_MOST);
    return LUD_FORCED_WIN;
}

static LudForced seek(const LudState *state, const LudForcingTask *task, LudForcedWin *win,
                      uint64_t *nodes)
{
    const SixState *s = (const SixState *)(const void *)state;
    SixHunt hunt;
    uint16_t spots[LUD_LINE_MOST];
    *nodes = 0;
    if (s->reason != LUD_REASON_NONE)
        return LUD_FORCED_UNKNOWN;
    if (six_is_second_round(s))
        return seek_raid(s, task, win, nodes);
    if (s->height > SIX_FIELD_MOST || s->width > SIX_FIELD_MOST)
        return LUD_FORCED_UNKNOWN;
    set_up(&hunt, s, task);
    SixFound found = look(&hunt, task->attacks, &win->plies);
    *nodes = hunt.quest.nodes;
    if (found != SIX_FOUND_WIN)
        return found == SIX_FOUND_NONE && !hunt.is_cut ? LUD_FORCED_NONE : LUD_FORCED_UNKNOWN;
    /* What has been found is told, even if that takes a little longer than allowed. */
    hunt.quest.is_stopped = false;
    hunt.quest.nodes_allowed = UINT64_MAX;
    fill_line(s, task, spots, six_siege_line(&hunt, spots, LUD_LINE_MOST), win);
    return LUD_FORCED_WIN;
}

const LudGameForcing LUD_DUAL(six_forcing) = {seek, six_book_known, six_symmetric_key};
