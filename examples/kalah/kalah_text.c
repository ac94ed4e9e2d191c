/* Kalah's notation: pits A–F a–f, the stores, the side to move: "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S".
 * A move is the letter of its pit. */
#include <stdio.h>

#include "kalah.h"

enum { NUMBERS = KALAH_ALL_PITS + 2 };

static const char letters[] = "ABCDEFabcdef";

/* Reads a number without needless zeros, and the dash after it; NULL if it is not there. */
static const char *read_number(const char *at, uint8_t *number)
{
    int value = 0, digits = 0;
    bool has_zero = *at == '0';
    for (; *at >= '0' && *at <= '9' && digits < 3; at++, digits++)
        value = 10 * value + *at - '0';
    if (digits == 0 || value > KALAH_SEEDS || (has_zero && digits > 1) || *at != '-')
        return NULL;
    *number = (uint8_t)value;
    return at + 1;
}

static LudStatus refuse(LudError *err, const char *text)
{
    return lud_error_set(
        err, LUD_EPOSITION,
        LUD_MESSAGE("\"{1}\" is no position of Kalah. Write twelve pits, two stores "
                    "and S or N, as in 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S."),
        text, (char *)NULL);
}

LudStatus kalah_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err)
{
    (void)options;
    (void)flags;
    Kalah k = {.side = 0};
    const char *at = text;
    int sum = 0;
    for (int i = 0; i < NUMBERS && at; i++) {
        uint8_t *number = i < KALAH_ALL_PITS ? &k.pit[i] : &k.store[i - KALAH_ALL_PITS];
        at = read_number(at, number);
        sum += *number;
    }
    if (!at || (*at != 'S' && *at != 'N') || at[1])
        return refuse(err, text);
    char found[16];
    snprintf(found, sizeof found, "%d", sum);
    if (sum != KALAH_SEEDS)
        return lud_error_set(err, LUD_EPOSITION,
                             LUD_MESSAGE("The pits and stores hold {1} seeds; there must be 48."),
                             found, (char *)NULL);
    k.side = *at == 'N';
    memcpy(s->bytes, &k, sizeof k);
    return LUD_OK;
}

int kalah_state_print(const LudState *s, char *text)
{
    Kalah k = kalah_load(s);
    int used = 0;
    for (int i = 0; i < NUMBERS; i++)
        used += snprintf(text + used, LUD_STATE_TEXT - (size_t)used, "%d-",
                         i < KALAH_ALL_PITS ? k.pit[i] : k.store[i - KALAH_ALL_PITS]);
    return used + snprintf(text + used, LUD_STATE_TEXT - (size_t)used, "%c", "SN"[k.side]);
}

void kalah_pit_print(int pit, char *text)
{
    text[0] = letters[pit];
    text[1] = '\0';
}

LudStatus kalah_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err)
{
    Kalah k = kalah_load(s);
    const char *found = text[0] ? strchr(letters, text[0]) : NULL;
    int pit = found ? (int)(found - letters) : -1;
    if (pit < 0 || text[1] || !kalah_is_own(&k, pit))
        return lud_error_set(err, LUD_EMOVE,
                             LUD_MESSAGE("\"{1}\" is no pit of the player to move; these are {2}."),
                             text, k.side == 0 ? "A B C D E F" : "a b c d e f", (char *)NULL);
    *m = (LudMove)(pit % KALAH_PITS);
    return LUD_OK;
}

int kalah_move_print(const LudState *s, LudMove m, char *text)
{
    kalah_pit_print(KALAH_PITS * kalah_load(s).side + (int)m, text);
    return 1;
}
