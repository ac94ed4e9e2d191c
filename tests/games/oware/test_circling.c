/* Oware's circling seeds: the game's own exact tests against plain exhaustive search, on every
 * position with up to four seeds on the board and on random ones with five to eight. */
#include <stdio.h>
#include <string.h>

#include "reference/reference.h"
#include "support/tap.h"
#include "support/variants.h"

typedef struct Check {
    LudRules rules;
    char options[VARIANT_TEXT];
    bool is_keep;
    int positions, dead, unforced, faults;
} Check;

static void compare(Check *c, const int *pit, int seeds, char side)
{
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "24-%d-%c", 24 - seeds, side);
    LudState s = variants_position(&c->rules, text);
    const LudGame *game = c->rules.game;
    if (game->rules.turn(&s) == LUD_OVER || c->faults > 3)
        return;
    bool is_circling = ref_oware_no_capture(c->options, text);
    bool is_unforced = !is_circling && ref_oware_unforced(c->options, text);
    LudOffer offer = game->rules.offer(&s);
    c->positions++;
    c->dead += is_circling;
    c->unforced += is_unforced;
    /* Under `keep` the game ends by itself; there is nothing left to offer. */
    bool agrees = game->rules.is_dead(&s) == (is_circling && c->is_keep) &&
                  (offer == LUD_OFFER_UNFORCED) == is_unforced &&
                  (c->is_keep || (offer == LUD_OFFER_NO_CAPTURE) == is_circling);
    if (!agrees) {
        c->faults++;
        tap_note("%s: offer %d, is_dead %d; reference: no capture %d, unforced %d", text,
                 (int)offer, game->rules.is_dead(&s), is_circling, is_unforced);
    }
}

/* Every way to lay `left` seeds into pits from `from` on. */
static void lay_all(Check *c, int *pit, int from, int left, int seeds)
{
    if (from == 11) {
        pit[11] = left;
        compare(c, pit, seeds, 'S');
        compare(c, pit, seeds, 'N');
        return;
    }
    for (int n = 0; n <= left; n++) {
        pit[from] = n;
        lay_all(c, pit, from + 1, left - n, seeds);
    }
}

static void lay_random(Check *c, int count)
{
    LudRandom random;
    lud_random_seed(&random, 8);
    for (int i = 0; i < count; i++) {
        int pit[12] = {0}, seeds = 5 + i % 4;
        for (int n = 0; n < seeds; n++)
            pit[lud_random_below(&random, 12)]++;
        compare(c, pit, seeds, "SN"[lud_random_below(&random, 2)]);
    }
}

/* Boards on which a capture can be forced, but only by lines that sow around the corner. */
static void lay_corners(Check *c)
{
    static const int boards[][12] = {
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4},
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4}, {1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 4},
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 3},
    };
    int count = tap_is_short() ? 1 : (int)(sizeof boards / sizeof *boards);
    for (int i = 0; i < count; i++)
        compare(c, boards[i], 8, 'S');
}

int main(void)
{
    static const char *const names[] = {"oware:slam=keep", "oware:slam=forfeit",
                                        "oware:slam=nocapture", "oware:slam=awari"};
    for (int i = 0; i < 4; i++) {
        Check c = {.rules = variants_rules(names[i]), .is_keep = i == 0};
        variants_options(&c.rules, c.options);
        int pit[12] = {0};
        /* Four seeds take seconds for each of the rules. */
        int most = tap_is_short() ? 2 : tap_is_long() ? 4 : 3;
        for (int seeds = 1; seeds <= most; seeds++)
            lay_all(&c, pit, 0, seeds, seeds);
        lay_corners(&c);
        lay_random(&c, tap_scaled(32));
        tap_report(c.faults == 0 && c.dead + c.unforced > 0,
                   "%s: %d positions, %d without capture, %d unforced", names[i], c.positions,
                   c.dead, c.unforced);
    }
    return tap_finish();
}
