/* The board of Kalah as anybody can draw it, and what its moves do, seed by seed. */
#include "kalah.h"

/* -- the board --------------------------------------------------------------------------------- */

static int cells(const LudState *s, LudCell *list)
{
    Kalah k = kalah_load(s);
    for (int pit = 0; pit < KALAH_ALL_PITS; pit++) {
        int side = pit / KALAH_PITS;
        list[pit] = (LudCell){.x = 2 * (side == 0 ? pit : kalah_across(pit)),
                              .y = side == 0 ? 2 : 0,
                              .side = side,
                              .count = k.pit[pit],
                              .is_open = true};
        kalah_pit_print(pit, list[pit].name);
    }
    return KALAH_ALL_PITS;
}

static void held(const LudState *s, int list[LUD_MAX_SIDES])
{
    Kalah k = kalah_load(s);
    list[0] = k.store[0];
    list[1] = k.store[1];
}

const LudGameView kalah_view = {
    .shape = LUD_SHAPE_ROUND,
    .has_heaps = true,
    .cells = cells,
    .held = held,
    .held_name = "store",
    .held_one = LUD_MESSAGE("{1} seed in store"),
    .held_many = LUD_MESSAGE("{1} seeds in store"),
};

/* -- stories ----------------------------------------------------------------------------------- */

static LudEvent event_at(LudEventKind kind, int pit, int count, int side)
{
    LudEvent event = {.kind = kind, .count = count, .side = side};
    if (pit != KALAH_STORE)
        kalah_pit_print(pit, event.cell);
    return event;
}

static int events(const LudState *s, LudMove m, LudEvent *list)
{
    Kalah before = kalah_load(s), k = before;
    int side = k.side, from = KALAH_PITS * side + (int)m, at = from, count = 0, taken;
    int last = kalah_sow(&k, m, &taken);
    list[count++] = event_at(LUD_EVENT_LIFT, from, before.pit[from], side);
    for (int seeds = before.pit[from]; seeds > 0; seeds--) {
        at = kalah_next(at, side);
        list[count++] = event_at(LUD_EVENT_SOW, at, 1, side);
    }
    if (taken >= 0) {
        list[count++] = event_at(LUD_EVENT_CAPTURE, taken, k.pit[taken], side);
        list[count++] = event_at(LUD_EVENT_CAPTURE, last, 1, side);
    }
    return count;
}

/* What is left on a side goes to its store. */
static int ending(const LudState *s, const LudResult *result, LudEvent *list)
{
    Kalah k = kalah_load(s);
    int count = 0;
    for (int pit = 0; result->has_score && pit < KALAH_ALL_PITS; pit++) {
        if (k.pit[pit] > 0)
            list[count++] = event_at(LUD_EVENT_KEEP, pit, k.pit[pit], pit / KALAH_PITS);
    }
    return count;
}

static int steps(const LudState *s, LudMove m, int way, LudStep *list)
{
    list[0] = (LudStep){.kind = LUD_STEP_PICK};
    kalah_move_print(s, m, list[0].cell);
    return way == 0;
}

static uint32_t notices(const LudState *s, LudMove m, const LudState *after)
{
    (void)s;
    (void)m;
    (void)after;
    return 0;
}

static const char *consequence(LudEventKind kind, int count)
{
    (void)count; /* never one: a capture takes the last seed and what lies across */
    return kind == LUD_EVENT_CAPTURE ? LUD_MESSAGE("{1} seeds captured") : NULL;
}

static const char *aside(const LudState *s, LudMove m, const LudState *after)
{
    (void)m;
    Kalah k = kalah_load(after);
    if (k.side != kalah_load(s).side || kalah_row(&k, k.side) == 0)
        return NULL;
    return LUD_MESSAGE("The last seed fell into the store: {1} moves again.");
}

const LudGameStory kalah_story = {.events = events,
                                  .ending = ending,
                                  .steps = steps,
                                  .notices = notices,
                                  .consequence = consequence,
                                  .aside = aside};
