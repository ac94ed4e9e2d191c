/* PlayStrategy's positions and moves.
 *
 * Its board has files a–f from South's left and ranks 1 (South) and 2 (North), so our A–F are a1–f1
 * and our a–f are f2–a2. */
#include <ludoteca/oware.h>

#include <stdio.h>

#include "base/text.h"
#include "oware_board.h"
#include "oware_text.h"

enum { PITS = 2 * OWARE_PITS };

/* -- positions --------------------------------------------------------------------------------- */

static LudStatus bad_fen(const char *text, LudError *err)
{
    return lud_error_set(err, LUD_EPOSITION,
                         "\"{1}\" is not a position of PlayStrategy: two rows of six pits, the "
                         "stores, S or N and the move number, e.g. "
                         "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1.",
                         text, (char *)NULL);
}

/* Reads six pits, "3,2S,1S,2S", up to `stop`; returns what follows it, or NULL. */
static const char *read_row(const char *at, char stop, int *row)
{
    int pits = 0;
    for (;;) {
        int number = 0;
        at = text_read_number(at, OWARE_SEEDS, &number);
        if (!at)
            return NULL;
        bool is_filled = *at == 'S';
        int count = is_filled ? 1 : number;
        at += is_filled;
        if (count == 0 || pits + count > OWARE_PITS)
            return NULL;
        for (int i = 0; i < count; i++)
            row[pits++] = is_filled ? number : 0;
        if (*at == stop)
            return pits == OWARE_PITS ? at + 1 : NULL;
        if (*at++ != ',')
            return NULL;
    }
}

/* Reads a number and the space after it. */
static const char *read_field(const char *at, int *value)
{
    at = text_read_number(at, OWARE_SEEDS, value);
    return at && *at == ' ' ? at + 1 : NULL;
}

LudStatus oware_fen_parse(LudState *s, const LudOptions *options, const char *text, unsigned flags,
                          int *move_number, LudError *err)
{
    int numbers[OWARE_NUMBERS], north[OWARE_PITS], number = 1;
    const char *at = read_row(text, '/', north);
    at = at ? read_row(at, ' ', numbers) : NULL;
    at = at ? read_field(at, &numbers[OWARE_SOUTH_STORE]) : NULL;
    at = at ? read_field(at, &numbers[OWARE_NORTH_STORE]) : NULL;
    if (!at || (*at != 'S' && *at != 'N'))
        return bad_fen(text, err);
    int seat = *at++ == 'N';
    /* Older positions of theirs have no move number. */
    if (*at == ' ')
        at = text_read_number(at + 1, 999999, &number);
    if (!at || *at != '\0')
        return bad_fen(text, err);
    for (int i = 0; i < OWARE_PITS; i++)
        numbers[OWARE_PITS + i] = north[OWARE_PITS - 1 - i];
    LudStatus status = oware_set_up(s, options, numbers, seat, flags, err);
    if (status == LUD_OK && move_number)
        *move_number = number;
    return status;
}

LudStatus lud_oware_parse_fen(const LudRules *rules, const char *text, LudState *s,
                              int *move_number, LudError *err)
{
    return oware_fen_parse(s, &rules->options, text, 0, move_number, err);
}

/* Writes a row; neighbouring empty pits are one number. */
static int print_row(char *text, const int *row)
{
    int length = 0;
    for (int i = 0; i < OWARE_PITS;) {
        int empty = 0;
        while (i + empty < OWARE_PITS && row[i + empty] == 0)
            empty++;
        length += snprintf(text + length, 8, "%s%d%s", i > 0 ? "," : "", empty ? empty : row[i],
                           empty ? "" : "S");
        i += empty ? empty : 1;
    }
    return length;
}

int lud_oware_print_fen(const LudState *s, int move_number, char *text)
{
    int numbers[OWARE_NUMBERS], north[OWARE_PITS];
    int seat = oware_read_out(s, numbers);
    for (int i = 0; i < OWARE_PITS; i++)
        north[i] = numbers[PITS - 1 - i];
    int length = print_row(text, north);
    text[length++] = '/';
    length += print_row(text + length, numbers);
    length += snprintf(text + length, (size_t)(LUD_STATE_TEXT - length), " %d %d %c %d",
                       numbers[OWARE_SOUTH_STORE], numbers[OWARE_NORTH_STORE], seat ? 'N' : 'S',
                       move_number);
    return length;
}

/* -- moves ------------------------------------------------------------------------------------- */

/* Our pit 0–11 of a square such as "c1", or -1. */
static int read_square(const char *at)
{
    if (at[0] < 'a' || at[0] > 'f' || (at[1] != '1' && at[1] != '2'))
        return -1;
    int file = at[0] - 'a';
    return at[1] == '1' ? file : PITS - 1 - file;
}

static void print_square(char *text, int pit)
{
    text[0] = (char)('a' + (pit < OWARE_PITS ? pit : PITS - 1 - pit));
    text[1] = pit < OWARE_PITS ? '1' : '2';
    text[2] = '\0';
}

/* The pit where a sowing ends, which after a lap may lie before the pit it started from; this is
 * what PlayStrategy names as destination as well. An empty pit sows nowhere. */
static int find_end(const LudState *s, int pit)
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(s, numbers);
    int seeds = numbers[pit];
    return seeds == 0 ? pit : (pit + 1 + (seeds - 1) % (PITS - 1)) % PITS;
}

bool oware_is_uci(const char *text)
{
    bool is_long = text[0] && text[1] && text[2] && text[3] && !text[4];
    return is_long && read_square(text) >= 0 && read_square(text + 2) >= 0;
}

LudStatus lud_oware_parse_uci(const LudState *s, const char *text, LudMove *m, LudError *err)
{
    if (!oware_is_uci(text))
        return lud_error_set(err, LUD_EMOVE,
                             "\"{1}\" is not a move of PlayStrategy: origin and destination, a1 to "
                             "f2, e.g. c1f2.",
                             text, (char *)NULL);
    int from = read_square(text), to = read_square(text + 2);
    int numbers[OWARE_NUMBERS], seat = oware_read_out(s, numbers), end = find_end(s, from);
    if (numbers[from] > 0 && to != end) {
        char square[3];
        print_square(square, end);
        return lud_error_set(err, LUD_EILLEGAL, "{1}: the last seed of that pit falls in {2}.",
                             text, square, (char *)NULL);
    }
    *m = (LudMove)((from + OWARE_PITS * seat) % PITS);
    return LUD_OK;
}

int lud_oware_print_uci(const LudState *s, LudMove m, char *text)
{
    int numbers[OWARE_NUMBERS], seat = oware_read_out(s, numbers);
    int from = ((int)m + OWARE_PITS * seat) % PITS;
    print_square(text, from);
    print_square(text + 2, find_end(s, from));
    return 4;
}
