/* Secuencia de Dados by numbers: an action is the square on which the roll is played, a1 = 0, b1 =
 * 1 … f6 = 35, or the pass. What is done there follows from the roll. Planes have the same order.
 */
#include <ludoteca/learning.h>

#include "dados_board.h"

enum {
    PASS = DADOS_SQUARES,
    ACTIONS,
    ROLL_PLANE = LUD_MAX_SIDES, /* after the chips of all sides, one's own first */
    TURN_PLANE,
    PLANES,
    USUAL_LENGTH = 1000,
};

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

static void space(const LudState *s, LudSpace *space)
{
    (void)s;
    *space = (LudSpace){.actions = ACTIONS,
                        .dimensions = 3,
                        .shape = {PLANES, DADOS_WIDTH, DADOS_WIDTH},
                        .length = USUAL_LENGTH,
                        .parts = 1,
                        .most_seen = DADOS_HIGHEST};
}

static uint64_t mask(const LudState *s, const LudParts *parts, bool *mask)
{
    (void)parts;
    Dados d = load(s);
    LudMove kind;
    uint64_t squares = dados_targets(&d, &kind);
    uint64_t legal = squares ? squares : UINT64_C(1) << PASS;
    for (int i = 0; mask && i < ACTIONS; i++)
        mask[i] = legal >> i & 1;
    return legal;
}

static bool is_action(const LudState *s, const LudParts *parts, int action)
{
    return action >= 0 && action < ACTIONS && mask(s, parts, NULL) >> action & 1;
}

static LudMove take(const LudState *s, LudParts *parts, int action)
{
    (void)parts;
    Dados d = load(s);
    LudMove kind;
    dados_targets(&d, &kind);
    return action == PASS ? (LudMove)DADOS_PASS : kind | (LudMove)action;
}

static int actions_of(const LudState *s, LudMove m, int *actions)
{
    (void)s;
    bool is_pass = (m & DADOS_KIND_MASK) == DADOS_PASS;
    actions[0] = is_pass ? PASS : (int)(m & DADOS_SQUARE_MASK);
    return 1;
}

static void observe(const LudState *s, const LudParts *parts, int seat, uint8_t *seen)
{
    (void)parts;
    Dados d = load(s);
    int own = dados_side_of(&d, seat);
    for (int i = 0; i < LUD_MAX_SIDES; i++) {
        uint64_t chips = i < d.sides ? d.chips[(own + i) % d.sides] : 0;
        for (int square = 0; square < DADOS_SQUARES; square++)
            seen[i * DADOS_SQUARES + square] = chips >> square & 1;
    }
    int turn = d.winner ? 0 : (d.seat - seat + d.players) % d.players;
    memset(seen + ROLL_PLANE * DADOS_SQUARES, d.roll, DADOS_SQUARES);
    memset(seen + TURN_PLANE * DADOS_SQUARES, turn, DADOS_SQUARES);
}

static int print(const LudState *s, const LudParts *parts, int action, char *text)
{
    LudParts copy = *parts;
    return dados_move_print(s, take(s, &copy, action), text);
}

const LudGameLearning dados_learning = {
    .space = space,
    .mask = mask,
    .is_action = is_action,
    .take = take,
    .actions_of = actions_of,
    .observe = observe,
    .print = print,
};
