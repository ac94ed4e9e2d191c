/* Finding the patterns of a position. */
#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_tuples.h"

/* -- numbers of tuples --------------------------------------------------------------------------
 *
 * A chip adds to the number of every tuple that its square belongs to, so the numbers of a side's
 * chips are the sum over its squares of what each adds to all tuples of all four turns. */

enum { LANES = 8, VECTORS = 5 };
typedef uint16_t Lanes __attribute__((vector_size(2 * LANES)));

/* One for each tuple, by turns of the board, and some to fill up. */
typedef union Numbers {
    Lanes lanes[VECTORS];
    uint16_t of[VECTORS * LANES];
} Numbers;

#define POWER_5(n)                                                                                 \
    ((n) == 0 ? 1 : (n) == 1 ? 5 : (n) == 2 ? 25 : (n) == 3 ? 125 : (n) == 4 ? 625 : 3125)
#define POWER_3(n)                                                                                 \
    ((n) == 0   ? 1                                                                                \
     : (n) == 1 ? 3                                                                                \
     : (n) == 2 ? 9                                                                                \
     : (n) == 3 ? 27                                                                               \
     : (n) == 4 ? 81                                                                               \
     : (n) == 5 ? 243                                                                              \
     : (n) == 6 ? 729                                                                              \
     : (n) == 7 ? 2187                                                                             \
                : 6561)
/* What a chip on a file and rank, counted from 0, adds: to a rank, to a diagonal that begins so
 * many files from the left, to the region with this lowest corner. */
#define ON_RANK(f, r, rank)      ((r) == (rank) ? POWER_5(f) : 0)
#define ON_DIAGONAL(f, r, files) ((f) == (r) + (files) ? POWER_5(r) : 0)
#define IN_REGION(f, r, file, rank)                                                                \
    ((f) >= (file) && (f) < (file) + 3 && (r) >= (rank) && (r) < (rank) + 3                        \
         ? POWER_3((f) - (file) + 3 * ((r) - (rank)))                                              \
         : 0)
#define TUPLES(f, r)                                                                               \
    ON_RANK(f, r, 0), ON_RANK(f, r, 1), ON_RANK(f, r, 2), ON_DIAGONAL(f, r, 0),                    \
        ON_DIAGONAL(f, r, 1), IN_REGION(f, r, 0, 0), IN_REGION(f, r, 1, 0), IN_REGION(f, r, 2, 0), \
        IN_REGION(f, r, 1, 1)
/* A quarter turn takes the square on file f and rank r to file 5 - r, rank f. */
#define SQUARE(f, r)                                                                               \
    {                                                                                              \
        .of = { TUPLES(f, r), TUPLES(5 - (r), f), TUPLES(5 - (f), 5 - (r)), TUPLES(r, 5 - (f)) }   \
    }
#define RANK(r) SQUARE(0, r), SQUARE(1, r), SQUARE(2, r), SQUARE(3, r), SQUARE(4, r), SQUARE(5, r)

static const Numbers numbers_of[DADOS_SQUARES] = {RANK(0), RANK(1), RANK(2),
                                                  RANK(3), RANK(4), RANK(5)};

/* Where lines are, which have a further digit for squares of a full number. */
#define IN_TURN 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0, 0, 0, 0
static const Numbers lines_only = {.of = {IN_TURN, IN_TURN, IN_TURN, IN_TURN}};

static Numbers add_up(uint64_t squares)
{
    Lanes a = {0}, b = {0}, c = {0}, d = {0}, e = {0};
    for (; squares; squares &= squares - 1) {
        const Lanes *more = numbers_of[__builtin_ctzll(squares)].lanes;
        a += more[0];
        b += more[1];
        c += more[2];
        d += more[3];
        e += more[4];
    }
    return (Numbers){.lanes = {a, b, c, d, e}};
}

static const LudWeightSet sets[] = {
    {"dados:line=5", "dados_weights_two_5", DADOS_WEIGHTS_OF_TWO, dados_weights_two_5},
    {"dados", "dados_weights_two_6", DADOS_WEIGHTS_OF_TWO, dados_weights_two_6},
    {"dados:players=3", "dados_weights_three_5", DADOS_WEIGHTS_OF_THREE, dados_weights_three_5},
    {"dados:players=3,line=6", "dados_weights_three_6", DADOS_WEIGHTS_OF_THREE,
     dados_weights_three_6},
};

static int set_number(int sides, int line)
{
    return (sides == 2 ? 0 : 2) + line - 5;
}

/* Where the weights of the tuples begin. */
static void tuple_weights(const DadosView *view, uint32_t *first)
{
    for (int turn = 0; turn < DADOS_TURNS; turn++) {
        for (int i = 0; i < DADOS_LINE_TUPLES; i++)
            *first++ = dados_line_weights(view, i);
        for (int i = 0; i < DADOS_REGION_TUPLES; i++)
            *first++ = dados_region_weights(view, i);
    }
}

/* Own chips count 1, others' 2; on lines two more where all squares of the number are taken. */
void dados_views_make(const DadosScene *scene, int next, DadosView views[LUD_MAX_SIDES])
{
    Numbers own[LUD_MAX_SIDES], all = add_up(scene->full);
    int looking = dados_views(scene->sides);
    for (int k = 0; k < VECTORS; k++)
        all.lanes[k] &= lines_only.lanes[k];
    for (int i = 0; i < scene->sides; i++) {
        own[i] = add_up(scene->chips[dados_after(scene, next, i)]);
        for (int k = 0; k < VECTORS; k++)
            all.lanes[k] += own[i].lanes[k];
    }
    for (int i = 0; i < looking; i++) {
        DadosView *view = &views[i];
        view->weights = sets[set_number(scene->sides, scene->line)].weights;
        view->side = dados_after(scene, next, i);
        view->soon = i;
        view->soons = looking;
        tuple_weights(view, view->tuple);
        for (int k = 0; k < DADOS_TURNS * DADOS_TUPLES; k++)
            view->tuple[k] += (uint32_t)(2 * all.of[k] - own[i].of[k]);
    }
}

int dados_view_patterns(const DadosScene *scene, const DadosView *view, uint32_t *patterns)
{
    int count = DADOS_TURNS * DADOS_TUPLES;
    memcpy(patterns, view->tuple, sizeof view->tuple);
    for (int i = 0; i < DADOS_NUMBERS; i++)
        patterns[count++] = dados_number_pattern(scene, view, i);
    patterns[count++] = dados_ways_pattern(scene, view);
    patterns[count++] = dados_chips_pattern(scene, view);
    if (scene->sides > 2)
        patterns[count++] = dados_threats_pattern(scene, view);
    return count;
}

void dados_scene_sums(const DadosScene *scene, int next, int32_t sums[LUD_MAX_SIDES])
{
    DadosView views[LUD_MAX_SIDES];
    dados_views_make(scene, next, views);
    for (int i = 0; i < dados_views(scene->sides); i++) {
        uint32_t patterns[LUD_MAX_PATTERNS];
        sums[i] = 0;
        for (int k = dados_view_patterns(scene, &views[i], patterns); k-- > 0;)
            sums[i] += views[i].weights[patterns[k]];
    }
}

/* -- laid open for training ------------------------------------------------------------------- */

static int set_of(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return set_number(d.sides, d.line);
}

static void patterns_of(const LudState *s, const LudNotes *notes, LudPatterns looks[LUD_MAX_SIDES])
{
    (void)notes;
    Dados d;
    DadosScene scene;
    DadosView views[LUD_MAX_SIDES];
    memcpy(&d, s, sizeof d);
    dados_scene_make(&d, &scene);
    dados_views_make(&scene, dados_side_of(&d, d.seat), views);
    for (int i = 0; i < d.sides; i++)
        looks[i].count = 0;
    for (int i = 0; i < dados_views(d.sides); i++) {
        LudPatterns *look = &looks[views[i].side];
        look->count = dados_view_patterns(&scene, &views[i], look->number);
    }
}

const LudNetwork dados_network = {
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
    .divisor = DADOS_DIVISOR,
    .set_of = set_of,
    .patterns = patterns_of,
};
