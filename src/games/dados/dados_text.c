/* Secuencia de Dados in words: options, positions and moves as text. */
#include "base/text.h"
#include "games/dados/dados_board.h"

#include <stdio.h>

const LudOptionSpec dados_options[DADOS_OPTIONS] = {
    {.key = LUD_OPTION_PLAYERS,
     .values = {"2", "3", "4"},
     .usual = 0,
     .about = "how many play",
     .value_about = {"two players, one against one", "three players, each for themselves",
                     "four players, seats 1 and 3 against 2 and 4"}},
    {.key = "line",
     .values = {"5", "6"},
     .usual = -1,
     .about = "how many chips make a line",
     .value_about = {"five in line win", "six in line win"}},
};

static const char side_letters[] = "gbr";

static int count_players(const LudOptions *options)
{
    return 2 + options->value[DADOS_PLAYERS];
}

static int count_sides(const LudOptions *options)
{
    return count_players(options) == 3 ? 3 : 2;
}

/* Six in line for two sides, five for three. */
LudStatus dados_settle(LudOptions *options, LudError *err)
{
    (void)err;
    if (options->value[DADOS_LINE] < 0)
        options->value[DADOS_LINE] = count_sides(options) == 2 ? 1 : 0;
    return LUD_OK;
}

Dados dados_start(const LudOptions *options)
{
    return (Dados){.players = (uint8_t)count_players(options),
                   .sides = (uint8_t)count_sides(options),
                   .line = (uint8_t)(5 + options->value[DADOS_LINE])};
}

/* -- positions -------------------------------------------------------------------------------- */

/* Reads the board into `d`; returns what follows it, or NULL with `err` filled. */
static const char *read_board(Dados *d, const char *at, LudError *err)
{
    for (int rank = DADOS_WIDTH - 1; rank >= 0; rank--) {
        for (int file = 0; file < DADOS_WIDTH; file++, at++) {
            const char *letter = *at ? strchr(side_letters, *at) : NULL;
            if (letter && letter - side_letters < d->sides) {
                d->chips[letter - side_letters] |= UINT64_C(1) << (rank * DADOS_WIDTH + file);
            } else if (letter) {
                lud_error_set(err, LUD_EPOSITION,
                              "Red chips (r) belong to a game of three: choose players=3.",
                              (char *)NULL);
                return NULL;
            } else if (*at != '.') {
                lud_error_set(err, LUD_EPOSITION,
                              "The board can't be read at \"{1}\": it has six ranks of six "
                              "squares, each one of . g b r.",
                              at, (char *)NULL);
                return NULL;
            }
        }
        if (rank > 0 && *at++ != '/') {
            lud_error_set(err, LUD_EPOSITION,
                          "The board can't be read at \"{1}\": a / must follow each rank but the "
                          "last.",
                          at - 1, (char *)NULL);
            return NULL;
        }
    }
    return at;
}

/* Reads the seat and the roll, " 1 -" or " 3 12", up to the end. */
static LudStatus read_turn(Dados *d, const char *at, LudError *err)
{
    int seat = 0, roll = 0;
    const char *after = *at == ' ' ? text_read_number(at + 1, d->players, &seat) : NULL;
    if (!after || seat == 0 || after - at != 2) {
        char last[4];
        snprintf(last, sizeof last, "%u", d->players);
        return lud_error_set(err, LUD_EPOSITION,
                             "After the board a space and the seat to move, 1 to {2}, are "
                             "expected; found \"{1}\".",
                             at, last, (char *)NULL);
    }
    at = after;
    bool has_roll = *at == ' ' && at[1] >= '1' && at[1] <= '9';
    if (has_roll)
        after = text_read_number(at + 1, DADOS_HIGHEST, &roll);
    else
        after = *at == ' ' && at[1] == '-' ? at + 2 : NULL;
    if (!after || *after || (has_roll && roll < DADOS_LOWEST))
        return lud_error_set(err, LUD_EPOSITION,
                             "After the seat a space and the roll to be played, 2 to 12, or - for "
                             "none, are expected; found \"{1}\".",
                             at, (char *)NULL);
    d->seat = (uint8_t)(seat - 1);
    d->roll = (uint8_t)roll;
    return LUD_OK;
}

/* Refuses what can't come about, and finds out who has won. */
static LudStatus judge_board(Dados *d, LudError *err)
{
    for (int side = 0; side < d->sides; side++) {
        char letter[2] = {side_letters[side], '\0'}, count[4];
        int chips = __builtin_popcountll(d->chips[side]);
        snprintf(count, sizeof count, "%d", chips);
        if (chips > DADOS_CHIPS)
            return lud_error_set(
                err, LUD_EPOSITION,
                "There are {1} chips of {2} on the board, but a colour has only 20.", count, letter,
                (char *)NULL);
        if (!dados_has_line(d->chips[side], d->line))
            continue;
        if (d->winner)
            return lud_error_set(err, LUD_EPOSITION,
                                 "Two colours have a line, but the first line ends the game.",
                                 (char *)NULL);
        d->winner = (uint8_t)(side + 1);
    }
    return LUD_OK;
}

LudStatus dados_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err)
{
    (void)flags;
    Dados d = dados_start(options);
    const char *at = read_board(&d, text, err);
    if (!at)
        return LUD_EPOSITION;
    LudStatus status = read_turn(&d, at, err);
    if (status == LUD_OK)
        status = judge_board(&d, err);
    if (status == LUD_OK)
        memcpy(s, &d, sizeof d);
    return status;
}

static char letter_at(const Dados *d, int square)
{
    for (int side = 0; side < d->sides; side++) {
        if (d->chips[side] >> square & 1)
            return side_letters[side];
    }
    return '.';
}

int dados_state_print(const LudState *s, char *text)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    char *at = text;
    for (int rank = DADOS_WIDTH - 1; rank >= 0; rank--) {
        for (int file = 0; file < DADOS_WIDTH; file++)
            *at++ = letter_at(&d, rank * DADOS_WIDTH + file);
        *at++ = rank > 0 ? '/' : ' ';
    }
    int room = LUD_STATE_TEXT - (int)(at - text);
    if (d.roll)
        at += snprintf(at, (size_t)room, "%d %d", d.seat + 1, d.roll);
    else
        at += snprintf(at, (size_t)room, "%d -", d.seat + 1);
    return (int)(at - text);
}

/* -- moves ------------------------------------------------------------------------------------ */

static LudStatus read_total(const char *text, LudMove *m, LudError *err)
{
    int total = 0;
    const char *after = text_read_number(text, DADOS_HIGHEST, &total);
    if (!after || *after || *text == '0' || total < DADOS_LOWEST)
        return lud_error_set(err, LUD_EMOVE, "\"{1}\" is not a total of two dice, 2 to 12.", text,
                             (char *)NULL);
    *m = (LudMove)(DADOS_ROLL | total);
    return LUD_OK;
}

/* Moves and rolls are told apart by how they are written, whatever the position. */
LudStatus dados_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err)
{
    (void)s;
    if (*text >= '0' && *text <= '9')
        return read_total(text, m, err);
    if (strcmp(text, "pass") == 0) {
        *m = DADOS_PASS;
        return LUD_OK;
    }
    LudMove kind = *text == 'x' ? DADOS_REPLACE : *text == '-' ? DADOS_REMOVE : DADOS_PLACE;
    const char *square = text + (kind != DADOS_PLACE);
    if (square[0] < 'a' || square[0] > 'f' || square[1] < '1' || square[1] > '6' || square[2])
        return lud_error_set(err, LUD_EMOVE,
                             "\"{1}\" is not a move. Write c5 to place a chip, xc5 to replace one, "
                             "-c5 to remove one, pass when the turn is lost, or the total of a "
                             "roll.",
                             text, (char *)NULL);
    *m = kind | (LudMove)((square[1] - '1') * DADOS_WIDTH + (square[0] - 'a'));
    return LUD_OK;
}

const char *dados_why_illegal(const LudState *s, LudMove m)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    bool is_roll = (m & DADOS_KIND_MASK) == DADOS_ROLL;
    if (d.roll == 0 && !is_roll)
        return LUD_MESSAGE("{1} needs a roll first, as in 8:c5. Rolls: {2}");
    if (d.roll != 0 && is_roll)
        return LUD_MESSAGE("The dice have been thrown already, so {1} is no move. Legal: {2}");
    return NULL;
}

void dados_square_print(int square, char *text)
{
    text[0] = (char)('a' + square % DADOS_WIDTH);
    text[1] = (char)('1' + square / DADOS_WIDTH);
    text[2] = '\0';
}

int dados_move_print(const LudState *s, LudMove m, char *text)
{
    (void)s;
    LudMove kind = m & DADOS_KIND_MASK;
    int number = (int)(m & DADOS_SQUARE_MASK);
    if (kind == DADOS_ROLL)
        return snprintf(text, LUD_MOVE_TEXT, "%d", number);
    if (kind == DADOS_PASS)
        return snprintf(text, LUD_MOVE_TEXT, "pass");
    const char *sign = kind == DADOS_REPLACE ? "x" : kind == DADOS_REMOVE ? "-" : "";
    char square[4];
    dados_square_print(number, square);
    return snprintf(text, LUD_MOVE_TEXT, "%s%s", sign, square);
}
