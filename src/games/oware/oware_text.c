/* Reading and writing Oware's positions and moves. */
#include "oware_text.h"

#include <ludoteca/oware.h>

#include <stdio.h>

#include "base/text.h"
#include "oware_board.h"

const char oware_pit_letters[] = "ABCDEFabcdef";

/* -- positions as numbers ---------------------------------------------------------------------- */

static uint64_t make_half(const int *pits, int store, int seat)
{
    uint64_t half = (uint64_t)store | (uint64_t)seat << 56;
    for (int i = 0; i < OWARE_PITS; i++)
        half |= (uint64_t)pits[i] << (8 * i + 8);
    return half;
}

static LudStatus check_sum(const int *numbers, unsigned flags, LudError *err)
{
    int sum = 0;
    for (int i = 0; i < OWARE_NUMBERS; i++)
        sum += numbers[i];
    char found[16];
    snprintf(found, sizeof found, "%d", sum);
    if (sum > OWARE_SEEDS)
        return lud_error_set(err, LUD_EPOSITION,
                             "Pits and stores hold {1} seeds together; there are only 48.", found,
                             (char *)NULL);
    if (sum < OWARE_SEEDS && !(flags & LUD_PARSE_FRAGMENT))
        return lud_error_set(err, LUD_EPOSITION,
                             "Pits and stores hold {1} seeds together; it must be 48 unless the "
                             "position is given as a fragment (--fragment).",
                             found, (char *)NULL);
    return LUD_OK;
}

LudStatus oware_set_up(LudState *s, const LudOptions *options, const int *numbers, int seat,
                       unsigned flags, LudError *err)
{
    if (numbers[OWARE_SOUTH_STORE] >= OWARE_MAJORITY &&
        numbers[OWARE_NORTH_STORE] >= OWARE_MAJORITY)
        return lud_error_set(err, LUD_EPOSITION,
                             "Both stores hold 25 seeds or more; only one player can.",
                             (char *)NULL);
    LudStatus status = check_sum(numbers, flags, err);
    if (status != LUD_OK)
        return status;
    uint64_t south = make_half(numbers, numbers[OWARE_SOUTH_STORE], 0);
    uint64_t north = make_half(numbers + OWARE_PITS, numbers[OWARE_NORTH_STORE], 1);
    Oware o = {.own = seat == 0 ? south : north, .opponent = seat == 0 ? north : south};
    o.slam = (uint8_t)options->value[OWARE_SLAM];
    o.cycle = (uint8_t)options->value[OWARE_CYCLE];
    oware_judge(&o);
    memcpy(s, &o, sizeof o);
    return LUD_OK;
}

int oware_read_out(const LudState *s, int *numbers)
{
    Oware o;
    memcpy(&o, s, sizeof o);
    int seat = oware_seat(o.own);
    uint64_t south = seat == 0 ? o.own : o.opponent, north = seat == 0 ? o.opponent : o.own;
    for (int i = 0; i < OWARE_PITS; i++) {
        numbers[i] = oware_pit(south, i);
        numbers[OWARE_PITS + i] = oware_pit(north, i);
    }
    numbers[OWARE_SOUTH_STORE] = oware_store(south);
    numbers[OWARE_NORTH_STORE] = oware_store(north);
    return seat;
}

/* -- positions as text ------------------------------------------------------------------------- */

static LudStatus bad_form(const char *text, LudError *err)
{
    return lud_error_set(err, LUD_EPOSITION,
                         "\"{1}\" is not an oware position: twelve pits, two stores and S or N, "
                         "joined by \"-\", e.g. 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S.",
                         text, (char *)NULL);
}

LudStatus oware_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err)
{
    int numbers[OWARE_NUMBERS];
    const char *at = text;
    if (strchr(text, '/')) /* by which PlayStrategy's positions are told from ours */
        return oware_fen_parse(s, options, text, flags, NULL, err);
    for (int i = 0; i < OWARE_NUMBERS; i++) {
        const char *end = text_read_number(at, OWARE_SEEDS, &numbers[i]);
        if (!end && *at >= '1' && *at <= '9')
            return lud_error_set(err, LUD_EPOSITION,
                                 "A pit or store of \"{1}\" holds more than 48 seeds.", text,
                                 (char *)NULL);
        if (!end || *end != '-')
            return bad_form(text, err);
        at = end + 1;
    }
    if ((*at != 'S' && *at != 'N') || at[1] != '\0')
        return bad_form(text, err);
    return oware_set_up(s, options, numbers, *at == 'N', flags, err);
}

int oware_state_print(const LudState *s, char *text)
{
    int numbers[OWARE_NUMBERS], length = 0;
    int seat = oware_read_out(s, numbers);
    for (int i = 0; i < OWARE_NUMBERS; i++)
        length += snprintf(text + length, (size_t)(LUD_STATE_TEXT - length), "%d-", numbers[i]);
    text[length++] = seat == 0 ? 'S' : 'N';
    text[length] = '\0';
    return length;
}

/* -- moves ------------------------------------------------------------------------------------- */

/* The seat to move, whether or not the game is over. */
static int mover(const LudState *s)
{
    Oware o;
    memcpy(&o, s, sizeof o);
    return oware_seat(o.own);
}

/* A pit of the other side is read as well, as one of the pits 6–11 that are never listed. */
LudStatus oware_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err)
{
    if (oware_is_uci(text))
        return lud_oware_parse_uci(s, text, m, err);
    const char *found = text[0] ? strchr(oware_pit_letters, text[0]) : NULL;
    if (!found || text[1] != '\0')
        return lud_error_set(err, LUD_EMOVE,
                             "\"{1}\" is not a move of oware: name a pit, A to F for South, a to f "
                             "for North.",
                             text, (char *)NULL);
    int pit = (int)(found - oware_pit_letters);
    *m = (LudMove)((pit + OWARE_PITS * mover(s)) % (2 * OWARE_PITS));
    return LUD_OK;
}

int oware_move_print(const LudState *s, LudMove m, char *text)
{
    text[0] = oware_pit_letters[((int)m + OWARE_PITS * mover(s)) % (2 * OWARE_PITS)];
    text[1] = '\0';
    return 1;
}
