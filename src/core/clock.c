/* Clocks: the caller tells the time, the seat to move pays for it. */
#include "core/play_object.h"

static int64_t clamp(int64_t ms)
{
    return ms < 0 ? 0 : ms > LUD_CLOCK_MOST_MS ? LUD_CLOCK_MOST_MS : ms;
}

void clock_add_increment(Clock *clock, int seat)
{
    clock->left_ms[seat] = clamp(clock->left_ms[seat] + clock->increment_ms);
}

void lud_play_set_clock(LudPlay *play, int64_t base_ms, int64_t increment_ms, int64_t now_ms)
{
    play->clock = (Clock){.is_set = true, .increment_ms = clamp(increment_ms), .now_ms = now_ms};
    for (int i = 0; i < LUD_MAX_SEATS; i++)
        play->clock.left_ms[i] = clamp(base_ms > 0 ? base_ms : increment_ms);
}

bool lud_play_has_clock(const LudPlay *play)
{
    return play->clock.is_set;
}

void lud_play_tell_time(LudPlay *play, int64_t now_ms)
{
    Clock *clock = &play->clock;
    int seat = lud_play_seat(play);
    if (!clock->is_set || now_ms < clock->now_ms)
        return;
    /* The difference of two 64-bit times may not fit in one; as an unsigned number it does. */
    uint64_t used_ms = (uint64_t)now_ms - (uint64_t)clock->now_ms;
    clock->now_ms = now_ms;
    if (seat < 0)
        return;
    if (used_ms < (uint64_t)clock->left_ms[seat]) {
        clock->left_ms[seat] -= (int64_t)used_ms;
    } else {
        clock->left_ms[seat] = 0;
        lud_play_drop(play, seat, LUD_REASON_TIME, NULL);
    }
}

int64_t lud_play_clock_ms(const LudPlay *play, int seat)
{
    return seat < 0 || seat >= LUD_MAX_SEATS ? 0 : play->clock.left_ms[seat];
}

void lud_play_set_clock_ms(LudPlay *play, int seat, int64_t left_ms)
{
    if (seat >= 0 && seat < LUD_MAX_SEATS)
        play->clock.left_ms[seat] = clamp(left_ms);
}
