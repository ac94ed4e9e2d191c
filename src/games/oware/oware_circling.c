/* Whether the seeds left on the board only circle. Captures end each question asked here, so stores
 * and their majority never matter. */
#include "oware_circling.h"

static int first_pit(uint64_t marks)
{
    return __builtin_ctzll(marks) / 8 - 1;
}

/* -- no capture at all ------------------------------------------------------------------------- */

enum { TWO_SEED_POSITIONS = 78 };

/* The player to move has one move at most, as of two seeds in two pits only the one in the last pit
 * feeds. (Awari's forced moves may be two; each ends the game.) So the rest of the game is a single
 * line, which never ends once it is longer than there are positions. */
bool oware_circles_with_two(const Oware *o)
{
    Oware line = *o;
    for (int i = 0; i < TWO_SEED_POSITIONS; i++) {
        if (!line.legal || oware_sow(&line, first_pit(line.legal)) > 0)
            return false;
        oware_judge(&line);
    }
    return true;
}

/* -- no forced capture ------------------------------------------------------------------------ *
 *
 * All positions with as many seeds are judged backwards from the captures: whoever can capture, or
 * move to where the other player is bound to allow one, forces it; and so does the other player if
 * every move leads there. */

enum {
    MOST_POSITIONS = 75582, /* of 8 seeds in 12 pits */
    NEAR = 14,              /* moves within which most captures are forced, if they are */
};

/* What is known of a position. */
enum {
    BY_MOVER = 0x01, /* the player to move can force a capture */
    BY_OTHER = 0x02, /* the other player can */
    NEWS = 2,        /* both again, so many bits higher: not yet told to the positions before it */
    IS_SEEN = 0x10,
    OPEN = 0x20, /* times the moves that may yet lead out of BY_OTHER */
};

typedef struct Survey {
    int seeds, slam;
    uint32_t count;
    uint8_t about[MOST_POSITIONS + 7]; /* read in eights; what no position uses stays zero */
} Survey;

/* C(n + k, k + 1): how many ways there are to lay fewer than n seeds into k + 2 pits. */
static const uint16_t ways[2 * OWARE_PITS - 1][OWARE_MOST_UNFORCED + 1] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8},
    {0, 1, 3, 6, 10, 15, 21, 28, 36},
    {0, 1, 4, 10, 20, 35, 56, 84, 120},
    {0, 1, 5, 15, 35, 70, 126, 210, 330},
    {0, 1, 6, 21, 56, 126, 252, 462, 792},
    {0, 1, 7, 28, 84, 210, 462, 924, 1716},
    {0, 1, 8, 36, 120, 330, 792, 1716, 3432},
    {0, 1, 9, 45, 165, 495, 1287, 3003, 6435},
    {0, 1, 10, 55, 220, 715, 2002, 5005, 11440},
    {0, 1, 11, 66, 286, 1001, 3003, 8008, 19448},
    {0, 1, 12, 78, 364, 1365, 4368, 12376, 31824},
};

/* The number of a position among those with as many seeds: how many hold fewer seeds up to the last
 * pit but one, then up to the one before it among the rest, and so on. */
static uint32_t find_index(const Oware *o)
{
    uint64_t sums = UINT64_C(0x0101010101010101), own = (o->own & OWARE_BOARD) * sums;
    uint64_t both = (o->opponent & OWARE_BOARD) * sums + OWARE_ONES * (own >> 56);
    uint32_t index = 0;
    for (int i = 0; i < OWARE_PITS; i++)
        index += ways[i][oware_pit(own, i)];
    for (int i = 0; i < OWARE_PITS - 1; i++)
        index += ways[OWARE_PITS + i][oware_pit(both, i)];
    return index;
}

static Oware find_position(const Survey *survey, uint32_t index)
{
    Oware o = {.slam = (uint8_t)survey->slam};
    int left = survey->seeds;
    for (int pit = 2 * OWARE_PITS - 1; pit >= 0; pit--) {
        int before = 0; /* seeds in the pits before this one; counted without branching */
        for (int n = 1; pit > 0 && n <= OWARE_MOST_UNFORCED; n++)
            before += ways[pit - 1][n] <= index;
        index -= pit > 0 ? ways[pit - 1][before] : 0;
        uint64_t *half = pit < OWARE_PITS ? &o.own : &o.opponent;
        *half |= (uint64_t)(left - before) << (8 * (pit % OWARE_PITS) + 8);
        left = before;
    }
    return o;
}

static void note(Survey *survey, uint32_t at, int forced)
{
    if (!(survey->about[at] & forced))
        survey->about[at] |= (uint8_t)(forced | forced << NEWS);
}

/* Notes what a position's own moves tell. */
static void begin_at(Survey *survey, uint32_t at)
{
    Oware o = find_position(survey, at);
    uint64_t legal = oware_legal(o.own, o.opponent, o.slam);
    int open = 0, captures = 0;
    for (uint64_t rest = legal; rest; rest &= rest - 1) {
        Oware next = o;
        if (oware_sow(&next, first_pit(rest)) > 0)
            captures++;
        else
            open++;
    }
    survey->about[at] = (uint8_t)(open * OPEN);
    if (captures > 0)
        note(survey, at, BY_MOVER);
    if (legal && open == 0)
        note(survey, at, BY_OTHER);
}

/* Tells one position, from which a quiet move leads to another, what is new there. */
static void tell(Survey *survey, uint32_t at, int news)
{
    if (news & BY_OTHER)
        note(survey, at, BY_MOVER);
    if (news & BY_MOVER) {
        survey->about[at] -= OPEN;
        if (survey->about[at] < OPEN)
            note(survey, at, BY_OTHER);
    }
}

/* Takes moves back: n seeds are gathered into each empty pit of the player who moved last. So few
 * seeds never come back to where they were taken from, but they may go around the corner. */
static void tell_before(Survey *survey, uint32_t at)
{
    int news = survey->about[at] >> NEWS & (BY_MOVER | BY_OTHER);
    survey->about[at] &= (uint8_t) ~((BY_MOVER | BY_OTHER) << NEWS);
    Oware o = find_position(survey, at);
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        if (oware_pit(o.opponent, pit) > 0)
            continue;
        for (int n = 1; n <= survey->seeds; n++) {
            int last = (pit + n) % (2 * OWARE_PITS);
            if (oware_pit(last < OWARE_PITS ? o.opponent : o.own, last % OWARE_PITS) == 0)
                break;
            const OwareSowing *sowing = &oware_sowing[pit][n];
            Oware before = {.own = o.opponent - sowing->own,
                            .opponent = o.own - sowing->opponent,
                            .slam = o.slam};
            uint32_t from = find_index(&before);
            if ((~survey->about[from] & (BY_MOVER | BY_OTHER)) == 0)
                continue;
            uint64_t legal = oware_legal(before.own, before.opponent, before.slam);
            if (legal & oware_mark(pit) && oware_sow(&before, pit) == 0)
                tell(survey, from, news);
        }
    }
}

static bool has_news(const uint8_t *eight)
{
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    return word & UINT64_C(0x0101010101010101) * ((BY_MOVER | BY_OTHER) << NEWS);
}

/* Spreads the news until there are none, or until the position asked for is decided. */
static bool is_decided(Survey *survey, uint32_t root)
{
    bool has_any = true;
    while (has_any && !(survey->about[root] & (BY_MOVER | BY_OTHER))) {
        has_any = false;
        for (uint32_t i = 0; i < survey->count; i += 8) {
            if (!has_news(survey->about + i))
                continue;
            has_any = true;
            for (uint32_t at = i; at < i + 8; at++) {
                if (survey->about[at] & (BY_MOVER | BY_OTHER) << NEWS)
                    tell_before(survey, at);
            }
        }
    }
    return survey->about[root] & (BY_MOVER | BY_OTHER);
}

/* Whether both sides together reach a position in which a capture is certain. */
static bool is_possible(Survey *survey, uint32_t at)
{
    if (survey->about[at] & (BY_MOVER | BY_OTHER))
        return true;
    survey->about[at] |= IS_SEEN;
    Oware o = find_position(survey, at);
    for (uint64_t legal = oware_legal(o.own, o.opponent, o.slam); legal; legal &= legal - 1) {
        Oware next = o;
        oware_sow(&next, first_pit(legal));
        uint32_t to = find_index(&next);
        if (!(survey->about[to] & IS_SEEN) && is_possible(survey, to))
            return true;
    }
    return false;
}

/* Whether a capture can be forced within so many moves. */
static bool is_near(const Oware *o, bool by_mover, int moves)
{
    uint64_t legal = oware_legal(o->own, o->opponent, o->slam), rest = legal;
    for (; rest; rest &= rest - 1) {
        Oware next = *o;
        bool is_forced = oware_sow(&next, first_pit(rest)) > 0 ||
                         (moves > 1 && is_near(&next, !by_mover, moves - 1));
        if (is_forced == by_mover)
            return by_mover;
    }
    return !by_mover && legal;
}

bool oware_is_unforced(const Oware *o)
{
    if (!o->legal || oware_on_board(o) > OWARE_MOST_UNFORCED)
        return false;
    for (int moves = 1; moves <= NEAR; moves++) {
        if (is_near(o, true, moves) || is_near(o, false, moves))
            return false;
    }
    Survey survey = {.seeds = oware_on_board(o), .slam = o->slam, .count = 1};
    for (int i = 1; i < 2 * OWARE_PITS; i++)
        survey.count = survey.count * (uint32_t)(survey.seeds + i) / (uint32_t)i;
    for (uint32_t at = 0; at < survey.count; at++)
        begin_at(&survey, at);
    uint32_t root = find_index(o);
    return !is_decided(&survey, root) && is_possible(&survey, root);
}
