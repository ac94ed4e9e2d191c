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

/* A move: the sums of those who look then, and what makes it better than another for the mover. */
typedef struct Judged {
    int32_t sums[LUD_MAX_SIDES], merit;
} Judged;

/* A roll that is being valued. */
typedef struct Roll {
    Dados d; /* before the move, with the roll that is looked at */
    DadosScene scene;
    int mover;
    Lookers lookers[2];           /* the turn passes on; the mover rolls again */
    Judged placed[DADOS_SQUARES]; /* a chip placed there, and the turn passed on */
    uint64_t is_placed;           /* which of these are known */
    int judged;                   /* positions so far */
} Roll;

static void make_lookers(const DadosScene *scene, int next, Lookers *lookers)
{
    lookers->is_made = true;
    lookers->next = next;
    dados_views_make(scene, next, lookers->view);
    for (int i = 0; i < dados_views(scene->sides); i++) {
        const DadosView *view = &lookers->view[i];
        lookers->tuples[i] = lookers->numbers[i] = 0;
        for (int k = 0; k < TUPLES_IN_ALL; k++)
            lookers->tuples[i] += lookers->weight[i][k] = view->weights[view->tuple[k]];
        for (int k = 0; k < DADOS_NUMBERS; k++)
            lookers->numbers[i] += view->weights[dados_number_pattern(scene, view, k)];
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

/* A move: a square, whose chip lay there and whose does now; and what is seen then. */
typedef struct Change {
    int square, before, after;
    DadosScene scene;
} Change;

static int32_t sum_after(const Roll *roll, const Lookers *lookers, int looker, const Change *change)
{
    const DadosView *view = &lookers->view[looker];
    const DadosScene *scene = &change->scene;
    int step = digit(change->after, view->side) - digit(change->before, view->side);
    int number = dados_number_at[change->square];
    int32_t sum = lookers->tuples[looker] + lookers->numbers[looker];
    if (step != 0)
        sum += change_of_tuples(lookers, looker, change->square, step);
    sum += view->weights[dados_number_pattern(scene, view, number)] -
           view->weights[dados_number_pattern(&roll->scene, view, number)];
    sum += view->weights[dados_ways_pattern(scene, view)];
    if (scene->sides > 2)
        sum += view->weights[dados_threats_pattern(scene, view)];
    return sum + view->weights[dados_chips_pattern(scene, view)];
}

/* Makes a move; only the sides whose chip comes or goes have other gaps then. */
static void make_change(const Roll *roll, LudMove kind, int square, Change *change)
{
    DadosScene *scene = &change->scene;
    uint64_t bit = UINT64_C(1) << square;
    change->square = square;
    change->before = dados_owner(&roll->d, square);
    change->after = kind == DADOS_REMOVE ? -1 : roll->mover;
    *scene = roll->scene;
    if (change->before >= 0) {
        scene->chips[change->before] &= ~bit;
        scene->taken &= ~bit;
        dados_scene_side(scene, change->before);
    }
    if (change->after >= 0) {
        scene->chips[change->after] |= bit;
        scene->taken |= bit;
        dados_scene_side(scene, change->after);
    }
    scene->full = dados_full(scene->taken);
    dados_scene_ways(scene);
}

/* The sums of those who look after a move that does not win. */
static void judge_move(Roll *roll, LudMove kind, int square, bool rolls_again, int32_t *sums)
{
    Lookers *lookers = &roll->lookers[rolls_again];
    Change change;
    roll->judged++;
    if (!lookers->is_made)
        make_lookers(&roll->scene, rolls_again ? roll->mover : (roll->mover + 1) % roll->d.sides,
                     lookers);
    make_change(roll, kind, square, &change);
    if (change.scene.full != roll->scene.full) {
        dados_scene_sums(&change.scene, lookers->next, sums);
        return;
    }
    for (int i = 0; i < dados_views(roll->d.sides); i++)
        sums[i] = sum_after(roll, lookers, i, &change);
}

/* With two sides the sum says how good a move is. */
static int32_t merit(const Roll *roll, const int32_t *sums, int next)
{
    int32_t values[LUD_MAX_SIDES];
    if (roll->d.sides == 2)
        return next == roll->mover ? sums[0] : -sums[0];
    dados_values(roll->d.sides, next, sums, values);
    return values[roll->mover];
}

/* What was placed before for another total is not judged again. */
static Judged judge_once(Roll *roll, LudMove kind, int square, bool rolls_again)
{
    bool is_kept = kind == DADOS_PLACE && !rolls_again;
    Judged judged;
    if (is_kept && roll->is_placed >> square & 1)
        return roll->placed[square];
    judge_move(roll, kind, square, rolls_again, judged.sums);
    judged.merit = merit(roll, judged.sums, roll->lookers[rolls_again].next);
    if (is_kept) {
        roll->placed[square] = judged;
        roll->is_placed |= UINT64_C(1) << square;
    }
    return judged;
}

static void value_pass(Roll *roll, int32_t values[LUD_MAX_SIDES])
{
    int next = (roll->mover + 1) % roll->d.sides;
    int32_t sums[LUD_MAX_SIDES];
    roll->judged++;
    dados_scene_sums(&roll->scene, next, sums);
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
    Judged best = {.merit = INT32_MIN};
    for (; squares; squares &= squares - 1) {
        Judged judged = judge_once(roll, kind, __builtin_ctzll(squares), rolls_again);
        if (judged.merit > best.merit)
            best = judged;
    }
    dados_values(sides, roll->lookers[rolls_again].next, best.sums, values);
}

static void begin(const LudState *s, Roll *roll)
{
    memcpy(&roll->d, s, sizeof roll->d);
    roll->mover = dados_side_of(&roll->d, roll->d.seat);
    dados_scene_make(&roll->d, &roll->scene);
    roll->lookers[0].is_made = roll->lookers[1].is_made = false;
    roll->is_placed = 0;
    roll->judged = 0;
}

int dados_roll(const LudState *s, const LudNotes *notes, int64_t sums[LUD_MAX_SIDES])
{
    (void)notes;
    Roll roll;
    begin(s, &roll);
    uint64_t gaps = roll.scene.gaps[roll.mover];
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
    value_total(&roll, roll.scene.gaps[roll.mover], values);
}
