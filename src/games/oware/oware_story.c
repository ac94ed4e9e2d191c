/* Oware's moves, seed by seed. */
#include <ludoteca/story.h>

#include "oware_circling.h"
#include "oware_text.h"

enum { ALL_PITS = 2 * OWARE_PITS };

/* The letters of the pits, from South's first. */
static LudEvent event_at(LudEventKind kind, int pit, int count, int side)
{
    LudEvent event = {.kind = kind, .count = count, .side = side};
    event.cell[0] = "ABCDEFabcdef"[pit];
    return event;
}

/* A capture is told from the last seed backwards, as it is made. */
static int events(const LudState *s, LudMove m, LudEvent *list)
{
    int before[OWARE_NUMBERS], after[OWARE_NUMBERS], count = 0;
    int side = oware_read_out(s, before), from = OWARE_PITS * side + (int)m, at = from;
    LudState next;
    memcpy(&next, s, sizeof(Oware));
    oware_sow((Oware *)next.bytes, (int)m);
    oware_read_out(&next, after);
    list[count++] = event_at(LUD_EVENT_LIFT, from, before[from], side);
    for (int seeds = before[from]; seeds > 0; seeds--) {
        at = (at + 1) % ALL_PITS;
        at = at == from ? (at + 1) % ALL_PITS : at;
        list[count++] = event_at(LUD_EVENT_SOW, at, 1, side);
        before[at]++;
    }
    bool has_captured = after[OWARE_SOUTH_STORE + side] > before[OWARE_SOUTH_STORE + side];
    for (; has_captured && at / OWARE_PITS != side && after[at] == 0 && before[at] > 0;
         at = (at + ALL_PITS - 1) % ALL_PITS)
        list[count++] = event_at(LUD_EVENT_CAPTURE, at, before[at], side);
    return count;
}

/* Who gets what is left. Shared equally, an odd seed stays where it lies: each has half of it. */
static int ending(const LudState *s, const LudResult *result, LudEvent *list)
{
    int numbers[OWARE_NUMBERS], count = 0, gain[2], held = 0;
    oware_read_out(s, numbers);
    for (int side = 0; side < 2; side++) {
        int stored = 2 * numbers[OWARE_SOUTH_STORE + side];
        gain[side] = result->has_score ? (result->score[side] - stored) / 2 : 0;
        for (int i = 0; i < OWARE_PITS; i++)
            held += numbers[OWARE_PITS * side + i];
    }
    if (!result->has_score || result->reason == LUD_REASON_MAJORITY || gain[0] + gain[1] + 1 < held)
        return 0;
    /* First whatever lies on one's own side, then across the board. */
    for (int i = 0; i < 2 * ALL_PITS; i++) {
        int pit = i % ALL_PITS, owner = pit / OWARE_PITS, side = i < ALL_PITS ? owner : 1 - owner;
        int seeds = numbers[pit] < gain[side] ? numbers[pit] : gain[side];
        if (seeds <= 0)
            continue;
        list[count++] = event_at(LUD_EVENT_KEEP, pit, seeds, side);
        numbers[pit] -= seeds;
        gain[side] -= seeds;
    }
    return count;
}

static int steps(const LudState *s, LudMove m, int way, LudStep *list)
{
    list[0] = (LudStep){.kind = LUD_STEP_PICK};
    oware_move_print(s, m, list[0].cell);
    return way == 0;
}

/* What binds the player who is now to move. */
static uint32_t bounds_of(const Oware *o)
{
    uint64_t filled = oware_at_least(o->own, 1), barred = filled & ~o->legal;
    if (!o->legal || !barred)
        return 0;
    return 1u << (o->opponent & OWARE_BOARD ? LUD_NOTICE_SLAM_ILLEGAL : LUD_NOTICE_MUST_FEED);
}

static uint32_t notices(const LudState *s, LudMove m, const LudState *after)
{
    const Oware *o = (const Oware *)s->bytes, *next = (const Oware *)after->bytes;
    uint32_t found = bounds_of(next);
    bool is_slam = oware_slams(o->own, o->opponent) & oware_mark((int)m);
    if (is_slam && o->slam == OWARE_NOCAPTURE)
        found |= 1u << LUD_NOTICE_SLAM_NO_CAPTURE;
    if (o->slam == OWARE_AWARI && !(next->own & OWARE_BOARD))
        found |= 1u << LUD_NOTICE_FORCED_SLAM;
    if (next->legal && oware_is_circling(next))
        found |= 1u << LUD_NOTICE_CIRCLING;
    return found;
}

static const char *consequence(LudEventKind kind, int count)
{
    (void)count; /* never one */
    return kind == LUD_EVENT_CAPTURE ? LUD_MESSAGE("{1} seeds captured") : NULL;
}

const LudGameStory oware_story = {.events = events,
                                  .ending = ending,
                                  .steps = steps,
                                  .notices = notices,
                                  .consequence = consequence};
