/* A whole roll at once: what it is worth before it falls, if its best move is then judged.
 *
 * A move changes one square, and with it a few tuples. So the views of those who look are made
 * once, and for each move only what it changes is added up. A move after which a number has all its
 * squares taken, or no longer has, changes more, and is judged anew. */
#include <ludoteca/search.h>

#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_tuples.h"

enum { MEMBERS_MOST = 6, TUPLES_IN_ALL = DADOS_TURNS * DADOS_TUPLES };

/* The tuples, in one turn of the board, that a square belongs to, and what a digit counts there. */
typedef struct Members {
    uint8_t count;
    struct {
        uint8_t tuple;
        int16_t power;
    } of[MEMBERS_MOST];
} Members;

static const Members members[DADOS_SQUARES] = {
    {3, {{0, 1}, {3, 1}, {5, 1}}},
    {4, {{0, 5}, {4, 1}, {5, 3}, {6, 1}}},
    {4, {{0, 25}, {5, 9}, {6, 3}, {7, 1}}},
    {3, {{0, 125}, {6, 9}, {7, 3}}},
    {2, {{0, 625}, {7, 9}}},
    {1, {{0, 3125}}},
    {2, {{1, 1}, {5, 27}}},
    {5, {{1, 5}, {3, 5}, {5, 81}, {6, 27}, {8, 1}}},
    {6, {{1, 25}, {4, 5}, {5, 243}, {6, 81}, {7, 27}, {8, 3}}},
    {4, {{1, 125}, {6, 243}, {7, 81}, {8, 9}}},
    {2, {{1, 625}, {7, 243}}},
    {1, {{1, 3125}}},
    {2, {{2, 1}, {5, 729}}},
    {4, {{2, 5}, {5, 2187}, {6, 729}, {8, 27}}},
    {6, {{2, 25}, {3, 25}, {5, 6561}, {6, 2187}, {7, 729}, {8, 81}}},
    {5, {{2, 125}, {4, 25}, {6, 6561}, {7, 2187}, {8, 243}}},
    {2, {{2, 625}, {7, 6561}}},
    {1, {{2, 3125}}},
    {.count = 0},
    {1, {{8, 729}}},
    {1, {{8, 2187}}},
    {2, {{3, 125}, {8, 6561}}},
    {1, {{4, 125}}},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {1, {{3, 625}}},
    {1, {{4, 625}}},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {.count = 0},
    {1, {{3, 3125}}},
};

/* Where a square comes to lie after a quarter turn. */
static int turned_square(int square)
{
    int file = square % DADOS_WIDTH, rank = square / DADOS_WIDTH;
    return file * DADOS_WIDTH + DADOS_WIDTH - 1 - rank;
}

/* Those who look when a certain side is the next to roll, and what they see before the move. */
typedef struct Lookers {
    bool is_made;
    int next; /* to roll after the move */
    DadosView view[LUD_MAX_SIDES];
    int32_t weight[LUD_MAX_SIDES][TUPLES_IN_ALL];
    int32_t tuples[LUD_MAX_SIDES], numbers[LUD_MAX_SIDES]; /* their sums */
} Lookers;

/* A roll that is being valued. */
typedef struct Roll {
    Dados d; /* before the move, with the roll that is looked at */
    int mover;
    Lookers lookers[2];                           /* the turn passes on; the mover rolls again */
    int32_t placed[DADOS_SQUARES][LUD_MAX_SIDES]; /* sums once a chip is placed, turn passed on */
    uint64_t is_placed;                           /* which of these are known */
    int judged;                                   /* positions so far */
} Roll;

static void make_lookers(const Dados *d, int next, Lookers *lookers)
{
    lookers->is_made = true;
    lookers->next = next;
    for (int i = 0; i < dados_views(d); i++) {
        DadosView *view = &lookers->view[i];
        dados_view_make(d, (next + i) % d->sides, i, view);
        lookers->tuples[i] = lookers->numbers[i] = 0;
        for (int k = 0; k < TUPLES_IN_ALL; k++)
            lookers->tuples[i] += lookers->weight[i][k] = view->weights[view->tuple[k]];
        for (int k = 0; k < DADOS_NUMBERS; k++)
            lookers->numbers[i] +=
                view->weights[dados_number_pattern(view, k, view->mine, view->theirs)];
    }
}

/* What the tuples of a square add if its digit grows by `step`. */
static int32_t change_of_tuples(const Lookers *lookers, int looker, int square, int step)
{
    const DadosView *view = &lookers->view[looker];
    int32_t change = 0;
    for (int turn = 0; turn < DADOS_TURNS; turn++, square = turned_square(square)) {
        const Members *in = &members[square];
        for (int i = 0; i < in->count; i++) {
            int k = turn * DADOS_TUPLES + in->of[i].tuple;
            int32_t number = (int32_t)view->tuple[k] + step * in->of[i].power;
            change += view->weights[number] - lookers->weight[looker][k];
        }
    }
    return change;
}

/* How a side sees whose chip lies somewhere; -1: nobody's. */
static int digit(int owner, int side)
{
    return owner < 0 ? 0 : owner == side ? 1 : 2;
}

static int32_t sum_after(const Roll *roll, const Lookers *lookers, int looker, const Dados *after,
                         int square)
{
    const DadosView *view = &lookers->view[looker];
    int sides = after->sides, side = (lookers->next + looker) % sides;
    uint64_t mine = after->chips[side], theirs = dados_taken(after) & ~mine;
    uint64_t other[2] = {after->chips[(side + 1) % sides],
                         sides == 2 ? 0 : after->chips[(side + 2) % sides]};
    int step = digit(dados_owner(after, square), side) - digit(dados_owner(&roll->d, square), side);
    int number = dados_number_at[square];
    int32_t sum = lookers->tuples[looker] + lookers->numbers[looker];
    if (step != 0)
        sum += change_of_tuples(lookers, looker, square, step);
    sum += view->weights[dados_number_pattern(view, number, mine, theirs)] -
           view->weights[dados_number_pattern(view, number, view->mine, view->theirs)];
    sum += view->weights[dados_ways_pattern(view, mine, other)];
    return sum + view->weights[dados_chips_pattern(view, mine, other)];
}

static void judge_anew(const Dados *after, int next, int32_t *sums)
{
    for (int i = 0; i < dados_views(after); i++) {
        DadosView view;
        dados_view_make(after, (next + i) % after->sides, i, &view);
        sums[i] = dados_view_sum(&view);
    }
}

/* The sums of those who look after a move that does not win. */
static void judge_move(Roll *roll, LudMove kind, int square, bool rolls_again, int32_t *sums)
{
    Lookers *lookers = &roll->lookers[rolls_again];
    Dados after = roll->d;
    uint64_t bit = UINT64_C(1) << square;
    roll->judged++;
    if (!lookers->is_made)
        make_lookers(&roll->d, rolls_again ? roll->mover : (roll->mover + 1) % roll->d.sides,
                     lookers);
    for (int i = 0; i < after.sides && kind != DADOS_PLACE; i++)
        after.chips[i] &= ~bit;
    if (kind != DADOS_REMOVE)
        after.chips[roll->mover] |= bit;
    if (dados_full(dados_taken(&after)) != dados_full(dados_taken(&roll->d))) {
        judge_anew(&after, lookers->next, sums);
        return;
    }
    for (int i = 0; i < dados_views(&after); i++)
        sums[i] = sum_after(roll, lookers, i, &after, square);
}

/* The same, but what was placed before for another total is not judged again. */
static void judge_once(Roll *roll, LudMove kind, int square, bool rolls_again, int32_t *sums)
{
    if (kind != DADOS_PLACE || rolls_again) {
        judge_move(roll, kind, square, rolls_again, sums);
        return;
    }
    if (!(roll->is_placed >> square & 1)) {
        judge_move(roll, kind, square, false, roll->placed[square]);
        roll->is_placed |= UINT64_C(1) << square;
    }
    memcpy(sums, roll->placed[square], sizeof roll->placed[square]);
}

/* What makes one move better than another for the mover: with two sides the sum will do. */
static int32_t merit(const Roll *roll, const int32_t *sums, int next)
{
    int32_t values[LUD_MAX_SIDES];
    if (roll->d.sides == 2)
        return next == roll->mover ? sums[0] : -sums[0];
    dados_values(roll->d.sides, next, sums, values);
    return values[roll->mover];
}

static void value_pass(Roll *roll, int32_t values[LUD_MAX_SIDES])
{
    int next = (roll->mover + 1) % roll->d.sides;
    int32_t sums[LUD_MAX_SIDES];
    roll->judged++;
    judge_anew(&roll->d, next, sums);
    dados_values(roll->d.sides, next, sums, values);
}

/* The values after the best move for the total in roll->d. */
static void value_total(Roll *roll, uint64_t gaps, int32_t values[LUD_MAX_SIDES])
{
    LudMove kind;
    int total = roll->d.roll, sides = roll->d.sides;
    uint64_t squares = dados_targets(&roll->d, &kind);
    if (!squares) {
        value_pass(roll, values);
        return;
    }
    if (kind != DADOS_REMOVE && squares & gaps) {
        for (int i = 0; i < sides; i++)
            values[i] = i == roll->mover ? LUD_VALUE_CERTAIN : -LUD_VALUE_CERTAIN;
        return;
    }
    bool rolls_again = kind != DADOS_REMOVE && (total == 2 || total == 12);
    int next = rolls_again ? roll->mover : (roll->mover + 1) % sides;
    int32_t best[LUD_MAX_SIDES], most = INT32_MIN;
    for (; squares; squares &= squares - 1) {
        int32_t sums[LUD_MAX_SIDES];
        judge_once(roll, kind, __builtin_ctzll(squares), rolls_again, sums);
        int32_t found = merit(roll, sums, next);
        if (found > most) {
            most = found;
            memcpy(best, sums, sizeof best);
        }
    }
    dados_values(sides, next, best, values);
}

static void begin(const LudState *s, Roll *roll)
{
    memcpy(&roll->d, s, sizeof roll->d);
    roll->mover = dados_side_of(&roll->d, roll->d.seat);
    roll->lookers[0].is_made = roll->lookers[1].is_made = false;
    roll->is_placed = 0;
    roll->judged = 0;
}

int dados_roll(const LudState *s, const LudNotes *notes, int64_t sums[LUD_MAX_SIDES])
{
    (void)notes;
    Roll roll;
    begin(s, &roll);
    uint64_t gaps = dados_gaps(roll.d.chips[roll.mover], roll.d.line);
    memset(sums, 0, LUD_MAX_SIDES * sizeof sums[0]);
    for (int total = DADOS_LOWEST; total <= DADOS_HIGHEST; total++) {
        int32_t values[LUD_MAX_SIDES];
        roll.d.roll = (uint8_t)total;
        value_total(&roll, gaps, values);
        for (int i = 0; i < roll.d.sides; i++)
            sums[i] += (int64_t)dados_ways(total) * values[i];
    }
    return roll.judged;
}

void dados_best_values(const LudState *s, int32_t values[LUD_MAX_SIDES])
{
    Roll roll;
    begin(s, &roll);
    value_total(&roll, dados_gaps(roll.d.chips[roll.mover], roll.d.line), values);
}
