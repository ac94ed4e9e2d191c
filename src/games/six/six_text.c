/* Positions of Six as text: r:0,0;2,-1 b:1,0;1,1 19-19 r
 *
 * The tiles of a colour may come in any order and are printed by q, then r. A colour whose tiles
 * were all removed has nothing after its colon: r:0,0;0,1 b: 0-0 b. Coordinates have at most five
 * digits and at least one tile lies within 9999 of 0,0, so that a position which has drifted a
 * little beyond that by play can still be read. */
#include "six_text.h"

#include "base/text.h"
#include "six_ending.h"

#include <stdio.h>
#include <stdlib.h>

enum { FARTHEST_READ = 99999, COORDINATE_LIMIT = 9999, HAND_LIMIT = SIX_TILES - 1 };

const LudOptionSpec six_options[SIX_OPTIONS] = {
    [SIX_OPTION_FIRST] = {LUD_OPTION_FIRST, {"r", "b"}, 0, "who begins", {"Red", "Black"}},
    [SIX_OPTION_OPENING] = {"opening",
                            {"free", "apart"},
                            SIX_OPENING_FREE,
                            "where a player's first tile goes",
                            {"next to any tile", "not next to one's own tile of the start"}},
};

static const char colour_letter[] = "rb";

/* A position as it was written. */
typedef struct Draft {
    SixPlace tile[2][SIX_TILES];
    int count[2], hand[2], side;
} Draft;

/* -- cells ------------------------------------------------------------------------------------- */

/* A number has one spelling, so there is no -0. */
static const char *read_coordinate(const char *at, int farthest, int32_t *value)
{
    bool is_negative = *at == '-';
    int number;
    at += is_negative;
    if (is_negative && *at == '0')
        return NULL;
    at = text_read_number(at, farthest, &number);
    if (at)
        *value = is_negative ? -number : number;
    return at;
}

const char *six_place_read(const char *at, int farthest, SixPlace *place)
{
    SixPlace found;
    at = read_coordinate(at, farthest, &found.q);
    if (!at || *at != ',')
        return NULL;
    at = read_coordinate(at + 1, farthest, &found.r);
    if (at)
        *place = found;
    return at;
}

int six_place_print(SixPlace place, char *text)
{
    return snprintf(text, SIX_CELL_TEXT, "%d,%d", (int)place.q, (int)place.r);
}

/* -- reading ----------------------------------------------------------------------------------- */

/* `format` names what was found, {1}, and the start position as an example, {2}. */
static const char *refuse_form(const char *at, const char *format, LudError *err)
{
    lud_error_set(err, LUD_EPOSITION, format, at, "r:0,0 b:1,0 20-20 r", (char *)NULL);
    return NULL;
}

/* Each reader returns what follows the text it took, or NULL with the error set. */
static const char *read_tiles(const char *at, int side, Draft *draft, LudError *err)
{
    char heading[] = {colour_letter[side], ':', '\0'};
    if (strncmp(at, heading, 2) != 0)
        return refuse_form(
            at,
            side == SIX_RED
                ? "Found \"{1}\" where r: and the red tiles should stand; the start position is "
                  "{2}."
                : "Found \"{1}\" where b: and the black tiles should stand; the start position is "
                  "{2}.",
            err);
    at += 2;
    for (bool is_first = true; is_first ? *at != ' ' && *at != '\0' : *at == ';';
         is_first = false) {
        SixPlace place;
        const char *cell = is_first ? at : at + 1;
        at = six_place_read(cell, FARTHEST_READ, &place);
        if (!at) {
            lud_error_set(err, LUD_EPOSITION,
                          "\"{1}\" does not begin with a cell: cells are q,r, joined by ;, with at "
                          "most five digits in a number, for example 0,0;3,-2.",
                          cell, (char *)NULL);
            return NULL;
        }
        if (draft->count[side] == SIX_TILES) {
            lud_error_set(err, LUD_EPOSITION,
                          side == SIX_RED ? "There are more than 21 red tiles."
                                          : "There are more than 21 black tiles.",
                          (char *)NULL);
            return NULL;
        }
        draft->tile[side][draft->count[side]++] = place;
    }
    return at;
}

static const char *read_space(const char *at, LudError *err)
{
    if (*at == ' ')
        return at + 1;
    return refuse_form(at, "Found \"{1}\" where a space should stand; the start position is {2}.",
                       err);
}

static const char *read_hand(const char *at, int *hand)
{
    return text_read_number(at, 99, hand);
}

static const char *read_hands(const char *at, Draft *draft, LudError *err)
{
    const char *after = read_hand(at, &draft->hand[SIX_RED]);
    after = after && *after == '-' ? read_hand(after + 1, &draft->hand[SIX_BLACK]) : NULL;
    if (after)
        return after;
    return refuse_form(at,
                       "Found \"{1}\" where the tiles in hand should stand, as in 20-20; the start "
                       "position is {2}.",
                       err);
}

static const char *read_side(const char *at, Draft *draft, LudError *err)
{
    const char *letter = *at ? strchr(colour_letter, *at) : NULL;
    if (!letter || at[1] != '\0')
        return refuse_form(
            at,
            "Found \"{1}\" where the side to move, r or b, should end the position; the "
            "start position is {2}.",
            err);
    draft->side = (int)(letter - colour_letter);
    return at + 1;
}

static bool read_draft(const char *text, Draft *draft, LudError *err)
{
    *draft = (Draft){0};
    const char *at = read_tiles(text, SIX_RED, draft, err);
    at = at ? read_space(at, err) : NULL;
    at = at ? read_tiles(at, SIX_BLACK, draft, err) : NULL;
    at = at ? read_space(at, err) : NULL;
    at = at ? read_hands(at, draft, err) : NULL;
    at = at ? read_space(at, err) : NULL;
    return at && read_side(at, draft, err);
}

/* -- judging ----------------------------------------------------------------------------------- */

/* All tiles of both colours; returns their number. */
static int gather_tiles(const Draft *draft, SixPlace all[2 * SIX_TILES])
{
    int count = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < draft->count[side]; i++)
            all[count++] = draft->tile[side][i];
    }
    return count;
}

static bool are_neighbours(SixPlace a, SixPlace b)
{
    int q = b.q - a.q, r = b.r - a.r;
    return abs(q) <= 1 && abs(r) <= 1 && q != r;
}

static LudStatus check_connected(SixPlace *tile, int count, LudError *err)
{
    /* Those before `reached` hang together with the first; `done` of them were asked for more. */
    int reached = 1;
    for (int done = 0; done < reached; done++) {
        for (int i = reached; i < count; i++) {
            if (are_neighbours(tile[done], tile[i])) {
                SixPlace found = tile[i];
                tile[i] = tile[reached];
                tile[reached++] = found;
            }
        }
    }
    if (reached == count)
        return LUD_OK;
    char from[SIX_CELL_TEXT], to[SIX_CELL_TEXT];
    six_place_print(tile[0], from);
    six_place_print(tile[reached], to);
    return lud_error_set(err, LUD_EPOSITION,
                         "The tiles are not all connected: no tiles lead from {1} to {2}.", from,
                         to, (char *)NULL);
}

static LudStatus check_tiles(const Draft *draft, LudError *err)
{
    SixPlace tile[2 * SIX_TILES];
    int count = gather_tiles(draft, tile);
    bool is_near = false;
    for (int i = 0; i < count; i++) {
        is_near |= abs(tile[i].q) <= COORDINATE_LIMIT && abs(tile[i].r) <= COORDINATE_LIMIT;
        for (int j = 0; j < i; j++) {
            if (tile[i].q != tile[j].q || tile[i].r != tile[j].r)
                continue;
            char cell[SIX_CELL_TEXT];
            six_place_print(tile[i], cell);
            return lud_error_set(err, LUD_EPOSITION, "Two tiles lie on {1}.", cell, (char *)NULL);
        }
    }
    if (!is_near)
        return lud_error_set(err, LUD_EPOSITION,
                             count == 0
                                 ? "There is no tile on the board."
                                 : "All tiles are too far from 0,0: one at least must have both "
                                   "coordinates between -9999 and 9999.",
                             (char *)NULL);
    return check_connected(tile, count, err);
}

/* Hands that alternate play can produce. */
static LudStatus check_hands(const Draft *draft, LudError *err)
{
    char hands[32], tiles[32], side[] = {colour_letter[draft->side], '\0'};
    const int *hand = draft->hand, *count = draft->count;
    snprintf(hands, sizeof hands, "%d-%d", hand[SIX_RED], hand[SIX_BLACK]);
    snprintf(tiles, sizeof tiles, "%d-%d", count[SIX_RED], count[SIX_BLACK]);
    if (hand[SIX_RED] > HAND_LIMIT || hand[SIX_BLACK] > HAND_LIMIT)
        return lud_error_set(
            err, LUD_EPOSITION,
            "The hands {1} are too large: each player starts with 20 tiles in hand.", hands,
            (char *)NULL);
    if (hand[SIX_RED] + hand[SIX_BLACK] == 0)
        return LUD_OK;
    int surplus = hand[draft->side] - hand[draft->side ^ 1];
    if (surplus != 0 && surplus != 1)
        return lud_error_set(
            err, LUD_EPOSITION,
            "The hands {1} can't be with {2} to move: the player to move has as many "
            "tiles in hand as the other, or one more.",
            hands, side, (char *)NULL);
    if (count[SIX_RED] + hand[SIX_RED] != SIX_TILES ||
        count[SIX_BLACK] + hand[SIX_BLACK] != SIX_TILES)
        return lud_error_set(
            err, LUD_EPOSITION,
            "Tiles on the board {1} and in hand {2}: while a hand holds tiles, each "
            "colour has 21 in all.",
            tiles, hands, (char *)NULL);
    return LUD_OK;
}

static void lay_tiles(SixState *s, const Draft *draft)
{
    SixPlace all[2 * SIX_TILES];
    int count = gather_tiles(draft, all);
    int32_t low_q = all[0].q, high_q = low_q, low_r = all[0].r, high_r = low_r;
    for (int i = 1; i < count; i++) {
        low_q = all[i].q < low_q ? all[i].q : low_q;
        high_q = all[i].q > high_q ? all[i].q : high_q;
        low_r = all[i].r < low_r ? all[i].r : low_r;
        high_r = all[i].r > high_r ? all[i].r : high_r;
    }
    s->q = low_q - SIX_TOP;
    s->r = low_r - SIX_LEFT;
    s->height = (uint8_t)(high_q - low_q + 1);
    s->width = (uint8_t)(high_r - low_r + 1);
    for (int side = 0; side < 2; side++) {
        s->count[side] = (uint8_t)draft->count[side];
        s->hand[side] = (uint8_t)draft->hand[side];
        for (int i = 0; i < draft->count[side]; i++) {
            SixPlace place = draft->tile[side][i];
            s->tiles[side].row[place.q - s->q] |= (uint64_t)1 << (place.r - s->r);
        }
    }
    s->side = (uint8_t)draft->side;
}

/* The first shape in the order of the reasons that a colour has anywhere. */
static LudReason find_shape(const SixState *s, int side)
{
    LudReason found = LUD_REASON_NONE;
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        for (uint64_t bits = s->tiles[side].row[x]; bits != 0; bits &= bits - 1) {
            LudReason shape = six_shape_at(&s->tiles[side], six_cell(x, six_first_bit(bits)));
            if (shape != LUD_REASON_NONE && (found == LUD_REASON_NONE || shape < found))
                found = shape;
        }
    }
    return found;
}

LudStatus six_state_parse(LudState *state, const LudOptions *options, const char *text,
                          unsigned flags, LudError *err)
{
    (void)flags;
    Draft draft;
    if (!read_draft(text, &draft, err))
        return LUD_EPOSITION;
    LudStatus status = check_tiles(&draft, err);
    status = status == LUD_OK ? check_hands(&draft, err) : status;
    if (status != LUD_OK)
        return status;
    SixState s = {.is_apart = options->value[SIX_OPTION_OPENING] == SIX_OPENING_APART};
    lay_tiles(&s, &draft);
    LudReason red = find_shape(&s, SIX_RED), black = find_shape(&s, SIX_BLACK);
    if (red != LUD_REASON_NONE && black != LUD_REASON_NONE)
        return lud_error_set(err, LUD_EPOSITION,
                             "Both colours have a shape, but the first shape ends the game.",
                             (char *)NULL);
    if (red != LUD_REASON_NONE)
        six_judge(&s, SIX_RED, red);
    else
        six_judge(&s, SIX_BLACK, black);
    memcpy(state, &s, sizeof s);
    return LUD_OK;
}

/* -- writing ----------------------------------------------------------------------------------- */

static int print_tiles(const SixState *s, int side, char *text)
{
    int length = 0;
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        for (uint64_t bits = s->tiles[side].row[x]; bits != 0; bits &= bits - 1) {
            if (length > 0)
                text[length++] = ';';
            SixPlace place = six_place_of(s, six_cell(x, six_first_bit(bits)));
            length += six_place_print(place, text + length);
        }
    }
    text[length] = '\0';
    return length;
}

int six_state_print(const LudState *state, char *text)
{
    const SixState *s = (const SixState *)(const void *)state;
    char tiles[2][SIX_TILES * SIX_CELL_TEXT];
    for (int side = 0; side < 2; side++)
        print_tiles(s, side, tiles[side]);
    return snprintf(text, LUD_STATE_TEXT, "r:%s b:%s %d-%d %c", tiles[SIX_RED], tiles[SIX_BLACK],
                    s->hand[SIX_RED], s->hand[SIX_BLACK], colour_letter[s->side]);
}
