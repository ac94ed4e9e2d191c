/* Oware by numbers: an action is a pit of the player to move, counted in sowing order, and so is
 * what is seen: one's own pits, the opponent's, both stores, and whether the other is to move. */
#include <ludoteca/learning.h>

#include "oware_board.h"
#include "oware_text.h"

enum {
    OWN_STORE = 2 * OWARE_PITS,
    OPPONENT_STORE,
    TURN,
    SEEN,
    USUAL_LENGTH = 1000,
};

static const Oware *board_of(const LudState *s)
{
    return (const Oware *)(const void *)s->bytes;
}

static void space(const LudState *s, LudSpace *space)
{
    (void)s;
    *space = (LudSpace){.actions = OWARE_PITS,
                        .dimensions = 1,
                        .shape = {SEEN},
                        .length = USUAL_LENGTH,
                        .parts = 1,
                        .most_seen = OWARE_SEEDS};
}

/* The marks are bit 0 of bytes, which are otherwise 0 and so are what a bool is; the product
 * gathers them in the highest byte, the first pit's lowest. */
static uint64_t mask(const LudState *s, const LudParts *parts, bool *mask)
{
    (void)parts;
    uint64_t marks = board_of(s)->legal >> 15;
    unsigned char *bytes = (unsigned char *)mask;
    for (int pit = 0; mask && pit < OWARE_PITS; pit++)
        bytes[pit] = (unsigned char)(marks >> 8 * pit);
    return marks * UINT64_C(0x0102040810204080) >> 56;
}

static bool is_action(const LudState *s, const LudParts *parts, int action)
{
    (void)parts;
    return action >= 0 && action < OWARE_PITS && board_of(s)->legal & oware_mark(action);
}

static int actions_of(const LudState *s, LudMove m, int *actions)
{
    (void)s;
    actions[0] = (int)m;
    return 1;
}

static void observe(const LudState *s, const LudParts *parts, int seat, uint8_t *seen)
{
    (void)parts;
    const Oware *o = board_of(s);
    bool is_mover = oware_seat(o->own) == seat;
    uint64_t own = is_mover ? o->own : o->opponent, opponent = is_mover ? o->opponent : o->own;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        seen[pit] = (uint8_t)oware_pit(own, pit);
        seen[OWARE_PITS + pit] = (uint8_t)oware_pit(opponent, pit);
    }
    seen[OWN_STORE] = (uint8_t)oware_store(own);
    seen[OPPONENT_STORE] = (uint8_t)oware_store(opponent);
    seen[TURN] = o->legal && !is_mover;
}

static int print(const LudState *s, const LudParts *parts, int action, char *text)
{
    (void)parts;
    return oware_move_print(s, (LudMove)action, text);
}

const LudGameLearning oware_learning = {
    .space = space,
    .mask = mask,
    .is_action = is_action,
    .actions_of = actions_of,
    .observe = observe,
    .print = print,
};
