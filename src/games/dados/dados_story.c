/* What moves and rolls of Secuencia de Dados do. */
#include <ludoteca/story.h>

#include "games/dados/dados_board.h"

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

static LudEvent event_at(LudEventKind kind, int square, int side)
{
    LudEvent event = {.kind = kind, .count = 1, .side = side};
    dados_square_print(square, event.cell);
    return event;
}

static int events(const LudState *s, LudMove m, LudEvent *list)
{
    Dados d = load(s);
    int side = dados_side_of(&d, d.seat), square = (int)(m & DADOS_SQUARE_MASK), count = 0;
    LudMove kind = m & DADOS_KIND_MASK;
    if (kind == DADOS_REPLACE || kind == DADOS_REMOVE)
        list[count++] = event_at(LUD_EVENT_REMOVE, square, dados_owner(&d, square));
    if (kind == DADOS_PLACE || kind == DADOS_REPLACE)
        list[count++] = event_at(LUD_EVENT_PUT, square, side);
    if (kind == DADOS_PASS)
        list[count++] = (LudEvent){.kind = LUD_EVENT_PASS, .count = 1, .side = side};
    return count;
}

static int steps(const LudState *s, LudMove m, int way, LudStep *list)
{
    (void)s;
    LudMove kind = m & DADOS_KIND_MASK;
    list[0] = (LudStep){.kind = kind == DADOS_PASS     ? LUD_STEP_PASS
                                : kind == DADOS_REMOVE ? LUD_STEP_PICK
                                                       : LUD_STEP_PUT};
    if (kind != DADOS_PASS)
        dados_square_print((int)(m & DADOS_SQUARE_MASK), list[0].cell);
    return way == 0;
}

/* Whether opponents have chips that a 10 may not take. */
static bool has_protected(const Dados *d)
{
    uint64_t mine = d->chips[dados_side_of(d, d->seat)];
    uint64_t taken = d->chips[0] | d->chips[1] | d->chips[2];
    return taken & ~mine & (DADOS_CORNERS | DADOS_CENTRE);
}

static uint32_t notices_of_pass(const Dados *d)
{
    uint64_t mine = d->chips[dados_side_of(d, d->seat)];
    bool is_out = d->roll != 10 && __builtin_popcountll(mine) == DADOS_CHIPS;
    return 1u << LUD_NOTICE_TURN_LOST | (is_out ? 1u << LUD_NOTICE_OUT_OF_CHIPS : 0);
}

static uint32_t notices(const LudState *s, LudMove m, const LudState *after)
{
    Dados d = load(s), next = load(after);
    LudMove kind = m & DADOS_KIND_MASK;
    uint32_t found = 0;
    if (kind == DADOS_ROLL && next.roll == 10 && has_protected(&next))
        found |= 1u << LUD_NOTICE_PROTECTED;
    if (kind == DADOS_PASS)
        found |= notices_of_pass(&d);
    if (kind == DADOS_REPLACE)
        found |= 1u << LUD_NOTICE_REPLACED;
    bool lays = kind == DADOS_PLACE || kind == DADOS_REPLACE;
    if (lays && (d.roll == 2 || d.roll == 12) && !next.winner)
        found |= 1u << LUD_NOTICE_ROLL_AGAIN;
    return found;
}

static const char *why_pass(const LudState *s)
{
    Dados d = load(s);
    if (d.roll == 10)
        return LUD_MESSAGE("{1} loses the turn: there is no opponent's chip that may be removed.");
    if (__builtin_popcountll(d.chips[dados_side_of(&d, d.seat)]) == DADOS_CHIPS)
        return LUD_MESSAGE("{1} loses the turn: all twenty chips are on the board.");
    return LUD_MESSAGE(
        "{1} loses the turn: all squares for a roll of {2} hold chips of that side.");
}

const LudGameStory dados_story = {
    .events = events, .steps = steps, .notices = notices, .why_pass = why_pass};
