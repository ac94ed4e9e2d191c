#include "oware_facts.h"

#include "oware_board.h"

/* depth, nodes, lines, temperature, bound: as the levels were measured against each other. From
 * level 8 on nothing but the best is played, or what is as good. */
const LudGamePractice oware_practice = {
    .levels =
        {
            {0, 0, 0, 250, 2000},
            {0, 0, 0, 90, 700},
            {2, 2000, 6, 42, 250},
            {3, 4000, 6, 20, 120},
            {4, 6000, 5, 16, 90},
            {5, 8000, 5, 8, 40},
            {7, 12000, 4, 3, 15},
            {0, 5000, 2, 1, 3},
            {0, 25000, 2, 1, 2},
            {0, 150000, 1, 0, 0},
        },
    .opening_plies = 6,
    .bench = {.depth = 17, .thread_depth = 22, .thread_positions = 16},
    .engine_rules = "oware:slam=nocapture", /* what Aualé plays */
};

const LudUnit oware_unit = {
    .name = "seeds",
    .value = LUD_MESSAGE("{1} seeds"),
    .one_less = LUD_MESSAGE("every other move is worth at least one seed less"),
    .less = LUD_MESSAGE("every other move is worth at least {1} seeds less"),
    .one_exactly = LUD_MESSAGE("exactly {1} seed"),
    .exactly = LUD_MESSAGE("exactly {1} seeds"),
    .within = LUD_MESSAGE("{1} seeds ({2} to {3})"),
};

const char oware_notation[] =
    LUD_MESSAGE("A move is the letter of one of your pits: A to F for South, a to f for North. "
                "Sowing goes from A to F, then from a to f.");

static const char *why(LudReason reason, bool is_draw)
{
    switch (reason) {
    case LUD_REASON_MAJORITY:
        return is_draw ? LUD_MESSAGE("Each has half of the seeds.")
                       : LUD_MESSAGE("{1} has more than half of the seeds.");
    case LUD_REASON_NO_FEEDING:
        return LUD_MESSAGE("The opponent has no seeds, and no move can give any.");
    case LUD_REASON_ONLY_SLAMS:
        return LUD_MESSAGE("Every move would capture all of the opponent's seeds.");
    case LUD_REASON_FORCED_SLAM:
        return LUD_MESSAGE("A forced move left the opponent without seeds.");
    case LUD_REASON_NO_CAPTURE:
        return LUD_MESSAGE("The seeds only circle: nothing can be captured any more.");
    default:
        return NULL;
    }
}

static bool leaves_seeds(LudReason reason)
{
    return reason == LUD_REASON_MAJORITY || reason == LUD_REASON_AGREED_DRAW ||
           reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
}

/* Where the last seeds went. */
static const char *division(const LudOptions *options, LudReason reason)
{
    bool is_split = options->value[OWARE_CYCLE] == OWARE_SPLIT;
    if (leaves_seeds(reason))
        return NULL;
    if (reason == LUD_REASON_ONLY_SLAMS && options->value[OWARE_SLAM] == OWARE_FORFEIT)
        return LUD_MESSAGE("All seeds on the board go to the opponent.");
    if (is_split && reason == LUD_REASON_REPETITION)
        return LUD_MESSAGE("The seeds on the board are shared equally.");
    /* How depends on whether the rules suggested to finish, which nobody tells here. */
    if (is_split && reason == LUD_REASON_AGREED_FINISH)
        return LUD_MESSAGE("The seeds on the board are divided.");
    return LUD_MESSAGE("Each keeps the seeds on their own side.");
}

void oware_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending)
{
    ending->why = why(reason, is_draw);
    ending->rest = division(options, reason);
}

const char *oware_offer(LudOffer offer)
{
    switch (offer) {
    case LUD_OFFER_NO_CAPTURE:
        return LUD_MESSAGE("No capture is possible any more.");
    case LUD_OFFER_UNFORCED:
        return LUD_MESSAGE("Neither side can force a capture any more.");
    default:
        return NULL;
    }
}
