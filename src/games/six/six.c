/* The rules of Six: setting up, playing a move, and how a game ends. */
#include "six.h"

#include "six_ending.h"
#include "six_evaluate.h"
#include "six_facts.h"
#include "six_forcing.h"
#include "six_groups.h"
#include "six_moves.h"
#include "six_patterns.h"
#include "six_remark.h"
#include "six_threats.h"

#include <assert.h>

static_assert(sizeof(SixState) <= LUD_STATE_BYTES, "the state fits its place");
static_assert(sizeof(SixNotes) <= LUD_NOTES_BYTES, "the notes fit theirs");
static_assert((int)SIX_MAX_MOVES <= (int)LUD_MAX_MOVES, "every list of moves fits");

static inline const SixState *view(const LudState *state)
{
    return (const SixState *)(const void *)state;
}

static void init(LudState *state, const LudOptions *options)
{
    SixState *s = (SixState *)(void *)state;
    *s = (SixState){
        .q = -SIX_TOP,
        .r = -SIX_LEFT,
        .height = 2,
        .width = 1,
        .count = {1, 1},
        .hand = {SIX_TILES - 1, SIX_TILES - 1},
        .side = (uint8_t)options->value[SIX_OPTION_FIRST],
        .is_apart = options->value[SIX_OPTION_OPENING] == SIX_OPENING_APART,
    };
    s->tiles[SIX_RED].row[SIX_TOP] = (uint64_t)1 << SIX_LEFT;
    s->tiles[SIX_BLACK].row[SIX_TOP + 1] = (uint64_t)1 << SIX_LEFT;
}

static int two(const LudState *state)
{
    (void)state;
    return 2;
}

static inline int turn_of(const SixState *s)
{
    return s->reason == LUD_REASON_NONE ? s->side : LUD_OVER;
}

/* -- playing ----------------------------------------------------------------------------------- */

/* Lays a tile next to the others. Returns its cell in the frame, which may have to move for it. */
static inline int lay(SixState *s, int cell)
{
    int x = six_cell_row(cell), y = six_cell_column(cell);
    s->tiles[s->side].row[x] |= six_cell_bit(cell);
    if (x < SIX_TOP || y < SIX_LEFT) {
        six_board_frame(s, SIX_TOP - 1, six_last_row(s) + 1);
        return six_cell(x < SIX_TOP ? SIX_TOP : x, y < SIX_LEFT ? SIX_LEFT : y);
    }
    if (x > six_last_row(s))
        s->height++;
    if (y >= SIX_LEFT + s->width)
        s->width++;
    return cell;
}

/* Removes every tile that does not stay. */
static void remove_others(SixState *s, const SixCells *stay)
{
    for (int side = 0; side < 2; side++) {
        int count = 0;
        for (int x = SIX_TOP; x <= six_last_row(s); x++) {
            s->tiles[side].row[x] &= stay->row[x];
            count += six_count_bits(s->tiles[side].row[x]);
        }
        s->count[side] = (uint8_t)count;
    }
    s->count[s->side]++; /* the tile in the air */
}

/* Second round: lifts a tile, removes what that separates, lays it. Returns its cell. */
static int lift_and_lay(SixState *s, LudMove m)
{
    int from = six_move_lift(m), to = six_move_place(m), last = six_last_row(s);
    SixLift lift;
    six_lift(s, from, &lift);
    s->tiles[s->side].row[six_cell_row(from)] ^= six_cell_bit(from);
    if (lift.separates)
        remove_others(s, &lift.stay[six_move_choice(m)]);
    s->tiles[s->side].row[six_cell_row(to)] |= six_cell_bit(to);
    int q = s->q, r = s->r;
    six_board_frame(s, SIX_TOP - 1, last + 1);
    return six_cell(six_cell_row(to) + q - s->q, six_cell_column(to) + r - s->r);
}

static inline void apply_move(SixState *s, LudMove m)
{
    int cell;
    if (six_move_lift(m) == SIX_NO_CELL) {
        cell = lay(s, six_move_place(m));
        s->count[s->side]++;
        s->hand[s->side]--;
    } else {
        cell = lift_and_lay(s, m);
    }
    six_judge(s, s->side, six_shape_at(&s->tiles[s->side], cell));
    s->side ^= 1;
}

void six_apply(LudState *state, LudMove m)
{
    apply_move((SixState *)(void *)state, m);
}

static int moves(const LudState *state, LudMove *list)
{
    const SixState *s = view(state);
    return s->reason == LUD_REASON_NONE ? six_moves_list(s, list) : 0;
}

/* -- the rest of the interface ----------------------------------------------------------------- */

static int turn(const LudState *state)
{
    return turn_of(view(state));
}

static int score(const LudState *state, int seat)
{
    int winner = view(state)->winner;
    return winner == SIX_NOBODY ? 1 : winner == seat ? 2 : 0;
}

static LudReason reason(const LudState *state)
{
    return (LudReason)view(state)->reason;
}

static uint64_t key(const LudState *state)
{
    return six_board_key(view(state));
}

static bool same(const LudState *a, const LudState *b)
{
    return six_board_same(view(a), view(b));
}

/* Hands only shrink, and once they are empty the tiles on the board do. */
static uint32_t epoch(const LudState *state)
{
    const SixState *s = view(state);
    int in_hand = s->hand[SIX_RED] + s->hand[SIX_BLACK];
    int gone = 2 * SIX_TILES - in_hand - s->count[SIX_RED] - s->count[SIX_BLACK];
    return (uint32_t)(2 * SIX_TILES - in_hand + gone);
}

/* -- judging ----------------------------------------------------------------------------------- */

static inline const SixNotes *view_notes(const LudNotes *notes)
{
    return (const SixNotes *)(const void *)notes;
}

static void notes_begin(const LudState *state, LudNotes *notes)
{
    six_notes_begin(view(state), (SixNotes *)(void *)notes);
}

static void notes_follow(const LudState *before, LudMove m, const LudState *after, LudNotes *notes)
{
    six_notes_follow(view(before), m, view(after), (SixNotes *)(void *)notes);
}

static int evaluate(const LudState *state, const LudNotes *notes, int side)
{
    return six_evaluate(view(state), view_notes(notes), side);
}

static void order(const LudState *state, const LudNotes *notes, const LudMove *list, int count,
                  int32_t *promise)
{
    six_order(view(state), view_notes(notes), list, count, promise);
}

static int likely(const LudState *state, const LudNotes *notes, int most, LudMove *list,
                  int32_t *promise)
{
    (void)notes;
    return six_likely(view(state), most, list, promise);
}

static LudMove winning(const LudState *state, const LudNotes *notes)
{
    return six_winning(view(state), view_notes(notes));
}

static int urgent(const LudState *state, const LudNotes *notes, LudMove *list)
{
    return six_urgent(view(state), view_notes(notes), list);
}

static int noisy(const LudState *state, const LudNotes *notes, LudMove *list)
{
    return six_noisy(view(state), view_notes(notes), list);
}

static int remark(const LudState *state, const LudMove *line, int length, LudRemark *remarks)
{
    return six_remark(view(state), line, length, remarks);
}

#define HOT_STATE           SixState
#define HOT_TURN(s)         turn_of(s)
#define HOT_MOVES(s, list)  six_moves_list(s, list)
#define HOT_COUNT(s)        six_moves_count(s)
#define HOT_PICK(s, random) six_moves_pick(s, random)
#define HOT_APPLY(s, m)     apply_move(s, m)
#define HOT_MAX_MOVES       SIX_MAX_MOVES
#include "core/hot_loops.h"

static const LudGameLoops loops = {
    .perft = hot_perft,
    .playout = hot_playout,
};

static const LudGameJudging judging = {
    .chance_scale = SIX_CHANCE_SCALE,
    .notes_size = sizeof(SixNotes),
    .notes_begin = notes_begin,
    .notes_follow = notes_follow,
    .evaluate = evaluate,
    .noisy = noisy,
    .order = order,
    .winning = winning,
    .urgent = urgent,
    .remark = remark,
    .network = &six_network,
    .likely = likely,
    .breadth = 60, /* more than the first round has, and a tenth of the second */
};

const LudGame LUD_DUAL(six_game) = {
    .name = "six",
    .title = "Six",
    .state_size = sizeof(SixState),
    .options = six_options,
    .option_count = SIX_OPTIONS,
    .side_names = {"Red", "Black"},
    .rules =
        {
            .starter = LUD_STARTER_OPTION,
            .repetition_limit = 3,
            .init = init,
            .seats = two,
            .sides = two,
            .turn = turn,
            .moves = moves,
            .apply = six_apply,
            .score = score,
            .reason = reason,
            .key = key,
            .same = same,
            .epoch = epoch,
        },
    .text =
        {
            .state_parse = six_state_parse,
            .state_print = six_state_print,
            .move_parse = six_move_parse,
            .move_print = six_move_print,
            .notation = six_notation,
            .ending = six_ending,
        },
    .loops = &loops,
    .judging = &judging,
    .view = &six_view,
    .practice = &six_practice,
    .story = &six_story,
    .learning = &six_learning,
    .forcing = &LUD_DUAL(six_forcing),
};
