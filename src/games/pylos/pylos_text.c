/* Positions and moves of Pylos as text. */
#include "pylos.h"

#include <stdio.h>

enum { CELL_TEXT = 4, SHAPE_TEXT = 48 };

/* The lowest level in bits: a pyramid on 3 x 3 begins one level up. */
static unsigned bottom(const PylosState *s)
{
    return s->rules & PYLOS_BASE_3 ? 1 : 0;
}

char *pylos_cell_print(const PylosState *s, unsigned cell, char *text)
{
    *text++ = (char)('1' + cell / 16 - bottom(s));
    *text++ = (char)('a' + cell % 4);
    *text++ = (char)('1' + cell / 4 % 4);
    *text = '\0';
    return text;
}

/* -- positions --------------------------------------------------------------------------------- */

static char ball_letter(const PylosState *s, unsigned cell)
{
    uint64_t light = s->side == 0 ? s->own : s->other;
    uint64_t dark = s->side == 0 ? s->other : s->own;
    return light >> cell & 1 ? 'w' : dark >> cell & 1 ? 'b' : '.';
}

/* Writes the position; `cells`, unless NULL, gets for each character the cell that it shows, or
 * PYLOS_NO_CELL. */
static int print_position(const PylosState *s, char *text, uint8_t *cells)
{
    int length = 0;
    for (unsigned level = bottom(s); level < PYLOS_LEVELS; level++) {
        unsigned width = PYLOS_LEVELS - level;
        for (unsigned rank = 0; rank < width; rank++) {
            for (unsigned file = 0; file < width; file++) {
                unsigned cell = 16 * level + 4 * rank + file;
                if (cells)
                    cells[length] = (uint8_t)cell;
                text[length++] = ball_letter(s, cell);
            }
            if (cells)
                cells[length] = PYLOS_NO_CELL;
            text[length++] = rank + 1 < width ? '/' : level + 1 < PYLOS_LEVELS ? '|' : ' ';
        }
    }
    text[length++] = s->side == 0 ? 'w' : 'b';
    text[length] = '\0';
    return length;
}

int pylos_state_print(const LudState *state, char *text)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    return print_position(&s, text, NULL);
}

static LudStatus refuse_shape(const PylosState *start, const char *text, int at,
                              const char *expected, LudError *err)
{
    char place[12], found[8] = "", shape[SHAPE_TEXT];
    snprintf(place, sizeof place, "%d", at + 1);
    snprintf(found, sizeof found, "%.1s", text + at);
    print_position(start, shape, NULL);
    if (!text[at])
        return lud_error_set(err, LUD_EPOSITION,
                             "The position ends before its character {1}, where {2} should stand; "
                             "the start position is {3}.",
                             place, expected, shape, (char *)NULL);
    return lud_error_set(err, LUD_EPOSITION,
                         "Character {1} of the position is '{2}' where {3} should stand; the start "
                         "position is {4}.",
                         place, found, expected, shape, (char *)NULL);
}

/* Reads balls and side, following the shape of the start position character by character. */
static LudStatus read_balls(PylosState *s, const char *text, LudError *err)
{
    const PylosState start = *s;
    char shape[SHAPE_TEXT];
    uint8_t cells[SHAPE_TEXT];
    int last = print_position(&start, shape, cells) - 1;
    uint64_t light = 0, dark = 0;
    for (int i = 0; i < last; i++) {
        if (cells[i] == PYLOS_NO_CELL) {
            const char expected[] = {'\'', shape[i], '\'', '\0'};
            if (text[i] != shape[i])
                return refuse_shape(&start, text, i, expected, err);
        } else if (text[i] == 'w') {
            light |= pylos_bit(cells[i]);
        } else if (text[i] == 'b') {
            dark |= pylos_bit(cells[i]);
        } else if (text[i] != '.') {
            return refuse_shape(&start, text, i, "'w', 'b', '.'", err);
        }
    }
    if (text[last] != 'w' && text[last] != 'b')
        return refuse_shape(&start, text, last, "'w', 'b'", err);
    if (text[last + 1])
        return lud_error_set(err, LUD_EPOSITION,
                             "Found \"{1}\" after the side to move; the start position is {2}.",
                             text + last + 1, shape, (char *)NULL);
    s->side = text[last] == 'b';
    s->own = s->side == 0 ? light : dark;
    s->other = s->side == 0 ? dark : light;
    return LUD_OK;
}

static LudStatus check_supports(const PylosState *s, LudError *err)
{
    uint64_t balls = s->own | s->other;
    uint64_t hanging = balls & ~PYLOS_LEVEL_1 & ~pylos_carried(pylos_taken(s));
    if (!hanging)
        return LUD_OK;
    unsigned cell = (unsigned)__builtin_ctzll(hanging);
    uint64_t missing = pylos_below(pylos_bit(cell)) & ~balls;
    char ball[CELL_TEXT], support[CELL_TEXT];
    pylos_cell_print(s, cell, ball);
    pylos_cell_print(s, (unsigned)__builtin_ctzll(missing), support);
    return lud_error_set(err, LUD_EPOSITION,
                         "The ball on {1} has no support on {2}: put a ball there or take it away.",
                         ball, support, (char *)NULL);
}

/* Takes the balls of one colour from its reserve. */
static LudStatus take_from_reserve(uint8_t *reserve, uint64_t balls, bool is_light, LudError *err)
{
    int count = __builtin_popcountll(balls);
    if (count > *reserve) {
        char found[12], most[12];
        snprintf(found, sizeof found, "%d", count);
        snprintf(most, sizeof most, "%d", *reserve);
        return lud_error_set(err, LUD_EPOSITION,
                             is_light
                                 ? "There are {1} light balls on the board; at most {2} can be."
                                 : "There are {1} dark balls on the board; at most {2} can be.",
                             found, most, (char *)NULL);
    }
    *reserve = (uint8_t)(*reserve - count);
    return LUD_OK;
}

LudStatus pylos_state_parse(LudState *state, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err)
{
    (void)flags;
    PylosState s;
    pylos_state_start(&s, options);
    LudStatus status = read_balls(&s, text, err);
    if (!status)
        status = check_supports(&s, err);
    if (!status)
        status = take_from_reserve(&s.own_reserve, s.own, s.side == 0, err);
    if (!status)
        status = take_from_reserve(&s.other_reserve, s.other, s.side == 1, err);
    if (status)
        return status;
    s.is_over = pylos_has_ended(&s);
    memcpy(state, &s, sizeof s);
    return LUD_OK;
}

/* -- moves ------------------------------------------------------------------------------------- */

/* Reads a cell into `cell`; returns what follows it, or NULL. */
static const char *read_cell(const PylosState *s, const char *at, unsigned *cell)
{
    unsigned level = (unsigned)(at[0] - '1') + bottom(s);
    if (at[0] < '1' || level >= PYLOS_LEVELS)
        return NULL;
    unsigned width = PYLOS_LEVELS - level;
    if (at[1] < 'a' || (unsigned)(at[1] - 'a') >= width)
        return NULL;
    if (at[2] < '1' || (unsigned)(at[2] - '1') >= width)
        return NULL;
    *cell = 16 * level + 4 * (unsigned)(at[2] - '1') + (unsigned)(at[1] - 'a');
    return at + 3;
}

/* Reads `mark` and a cell if `mark` stands there; what is not there leaves `cell` as it was. */
static const char *read_marked(const PylosState *s, const char *at, char mark, unsigned *cell)
{
    return at && *at == mark ? read_cell(s, at + 1, cell) : at;
}

/* Two balls that were both free before either was taken are written lower cell first. */
static void order_recovered(const PylosState *s, LudMove placed, unsigned *first, unsigned *second)
{
    uint64_t taken = pylos_taken(s) | pylos_bit(pylos_move_arrival(placed));
    taken &= ~pylos_bit(pylos_move_origin(placed));
    uint64_t both = pylos_bit(*first) | pylos_bit(*second);
    if (*second < *first && !(both & pylos_below(taken))) {
        unsigned lower = *second;
        *second = *first;
        *first = lower;
    }
}

LudStatus pylos_move_parse(const LudState *state, const char *text, LudMove *m, LudError *err)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    unsigned arrival = PYLOS_NO_CELL, origin = PYLOS_NO_CELL;
    unsigned first = PYLOS_NO_CELL, second = PYLOS_NO_CELL;
    const char *at = read_cell(&s, text, &arrival);
    if (at && *at == '>') {
        origin = arrival;
        at = read_cell(&s, at + 1, &arrival);
    }
    at = read_marked(&s, at, '-', &first);
    at = read_marked(&s, at, '-', &second);
    if (!at || *at)
        return lud_error_set(err, LUD_EMOVE,
                             "'{1}' is not a move: place with 1b2, raise with 1d4>2a1, and add the "
                             "balls that come back, as in 1b2-1a1-1c3.",
                             text, (char *)NULL);
    if (second != PYLOS_NO_CELL)
        order_recovered(&s, pylos_move(arrival, origin, first, second), &first, &second);
    *m = pylos_move(arrival, origin, first, second);
    return LUD_OK;
}

int pylos_move_print(const LudState *state, LudMove m, char *text)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    char *end = text;
    if (pylos_move_origin(m) != PYLOS_NO_CELL) {
        end = pylos_cell_print(&s, pylos_move_origin(m), end);
        *end++ = '>';
    }
    end = pylos_cell_print(&s, pylos_move_arrival(m), end);
    const unsigned recovered[] = {pylos_move_first(m), pylos_move_second(m)};
    for (int i = 0; i < 2 && recovered[i] != PYLOS_NO_CELL; i++) {
        *end++ = '-';
        end = pylos_cell_print(&s, recovered[i], end);
    }
    return (int)(end - text);
}
