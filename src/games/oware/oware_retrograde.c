/* Perfect play with n seeds on the board, worked out backwards for all boards at once.
 *
 * Captures lead to fewer seeds, where everything is known; other moves stay among the boards with
 * n. First every board is looked at once (`begin`): it keeps the best that its captures give, and
 * how many of its moves are open. Then what is certain spreads to the boards before (`spread`). A
 * board is certain when none of its moves is open, or when its best is as much as any open move
 * could still give: that is h while boards worth more than h, or less than -h, are all known, and h
 * goes down step by step. What is never certain is endless play.
 *
 * For `low` and `high` each board stands twice: as seen by a player for whom endless play is worst
 * and who is to move (low), or whose opponent is (high). Only that player's boards know a bound
 * other than -n, so only they use h, which goes all the way down. For `force` certainty is
 * a matter of yes or no.
 *
 * Each board is a word of 16 bits, so that one atomic exchange changes it:
 *
 *   below 0x100        known: the entry of the table
 *   0xff00 and more    known, the entry in the low byte, but the boards before were not told yet
 *   else               best so far in the high byte, open moves in the low byte
 *
 * (`force` has a layout of its own, see there.) Words of at least some limit are thus those to be
 * looked at, which a scan finds four at a time. The order in which threads come to them plays no
 * part: what is certain is true, whoever finds it.
 *
 * All that a board learns comes in letters (`Letter`), sent by `tell_before` and read by `settle`.
 * Where the boards of a layer are dealt out to several processes (core/shares.h), letters travel to
 * the owner of their address in parcels, and the look at fewer seeds in `begin` is a question to
 * its owner; nothing else reads another board's word. */
#include "base/workers.h"
#include "oware_forecast.h"
#include "oware_layer.h"
#include "oware_outlook.h"

/* -- a whole layer ----------------------------------------------------------------------------- */

static bool run(Solve *solve, void (*work)(void *context, int index))
{
    int threads = solve->count > 2 * CHUNK && !solve->shares ? solve->task->threads : 1;
    atomic_store(&solve->next, 0);
    base_workers_run(threads, work, solve);
    return !atomic_load(&solve->task->is_stopped);
}

/* Looks at every board once for each part of the lower layers, if these come in parts. */
static bool look_first(Solve *solve)
{
    LudLayerTask *task = solve->task;
    bool is_good = run(solve, LUD_DUAL(oware_begin));
    while (is_good && task->parts && task->next_parts(task->context)) {
        solve->looks_again = true;
        is_good = run(solve, LUD_DUAL(oware_begin));
    }
    return is_good && !atomic_load(&task->is_stopped);
}

/* Scans until everything is told that is certain. */
static bool run_scans(Solve *solve)
{
    bool has_more = true;
    while (has_more) {
        atomic_store(&solve->has_untold, false);
        if (!run(solve, LUD_DUAL(oware_scan)))
            return false;
        has_more = atomic_load(&solve->has_untold);
    }
    return true;
}

/* Turns words into entries, in place; endless play is what was never certain. */
static void finish_array(uint16_t *words, uint64_t count, unsigned endless)
{
    uint8_t *entries = (uint8_t *)words;
    for (uint64_t i = 0; i < count; i++)
        entries[i] = (uint8_t)(words[i] < 0x100 ? words[i] : endless);
}

static void finish_force(uint16_t *words, uint64_t count)
{
    uint8_t *entries = (uint8_t *)words;
    for (uint64_t i = 0; i < count; i++)
        entries[i] = words[i] & FORCES_ALL;
}

static bool spread_stages(Solve *solve)
{
    int zero = OWARE_VALUE_ZERO, seeds = solve->seeds;
    if (solve->kind == FORCES)
        return run_scans(solve);
    /* Once even without a limit, for boards that are certain from the beginning. */
    int last = solve->kind == VALUES ? zero + 1 : zero - seeds + 1;
    for (int limit = zero + seeds + 1; limit >= last; limit--) {
        solve->limit[0] = limit;
        solve->limit[1] = solve->kind == VALUES ? limit : NO_LIMIT;
        if (!run_scans(solve))
            return false;
    }
    return true;
}

/* Words of one array, so many that they can be read in fours. */
static uint64_t array_words(uint64_t count)
{
    return (count + 31) / 32 * 32;
}

/* The boards that a task is about: all of its layer, or those of a share. */
static uint64_t task_boards(const LudLayerTask *task)
{
    uint64_t boards = oware_boards(task->layer);
    return task->shares ? lud_share_size(task->shares, task->shares->rank, boards) : boards;
}

static bool solve_layer(LudLayerTask *task)
{
    Solve solve = {.task = task,
                   .kind = (Kind)task->group,
                   .seeds = task->layer,
                   .slam = task->options.value[OWARE_SLAM],
                   .arrays = task->group == BOUNDS ? 2 : 1,
                   .shares = task->shares,
                   .count = task_boards(task)};
    uint64_t words = array_words(solve.count);
    solve.words[0] = task->work;
    solve.words[1] = solve.words[0] + (solve.arrays == 2 ? words : 0);
    for (int i = 0; i < solve.arrays; i++)
        memset(solve.words[i] + solve.count, 0, (size_t)(words - solve.count) * sizeof(uint16_t));
    if (!look_first(&solve) || !spread_stages(&solve))
        return false;
    int zero = OWARE_VALUE_ZERO;
    if (solve.kind == FORCES)
        finish_force(solve.words[0], solve.count);
    else if (solve.kind == VALUES)
        finish_array(solve.words[0], solve.count, (unsigned)zero);
    else {
        finish_array(solve.words[0], solve.count, (unsigned)(zero - solve.seeds));
        finish_array(solve.words[1], solve.count, (unsigned)(zero + solve.seeds));
    }
    return true;
}

/* -- the tabulation ---------------------------------------------------------------------------- */

static uint64_t size_of(const LudOptions *options, int layer)
{
    (void)options;
    return oware_boards(layer);
}

static uint64_t share_bytes(int group, uint64_t positions)
{
    return array_words(positions) * sizeof(uint16_t) * (group == BOUNDS ? 2 : 1);
}

static uint64_t work_bytes(const LudOptions *options, int group, int layer, int threads)
{
    (void)options, (void)threads;
    return share_bytes(group, oware_boards(layer));
}

static const uint8_t *column_at(const LudLayerTask *task, int column_in_group)
{
    return (const uint8_t *)task->work +
           (uint64_t)column_in_group * array_words(task_boards(task)) * sizeof(uint16_t);
}

static void bare_options(LudOptions *options)
{
    options->value[OWARE_CYCLE] = OWARE_OWN;
}

static int layer_of(const LudState *s)
{
    return oware_on_board((const Oware *)s->bytes);
}

static uint64_t rank_of(const LudState *s)
{
    const Oware *o = (const Oware *)s->bytes;
    return oware_rank(o->own, o->opponent);
}

static void unrank(LudState *s, const LudOptions *options, int layer, uint64_t rank)
{
    OwareHalves board = oware_unrank(layer, rank);
    Oware *o = (Oware *)s->bytes;
    *o = (Oware){.own = board.own, .opponent = board.opponent | UINT64_C(1) << 56};
    o->slam = (uint8_t)options->value[OWARE_SLAM];
    o->cycle = (uint8_t)options->value[OWARE_CYCLE];
    oware_judge(o);
}

/* Measured up to 14 seeds; beyond, as if it went on like that. */
static int usual_ns(const LudOptions *options, int group, int layer)
{
    (void)options;
    int values = layer < 8 ? 85 : 85 + (layer - 8) * 17 / 2;
    return group == VALUES ? values : 2 * values;
}

static int usual_millibytes(const LudOptions *options, int column, int layer)
{
    (void)options;
    int above = layer < 8 ? 0 : layer - 8;
    if (column == OWARE_COLUMN_FORCE)
        return above < 2 ? 30 : 8;
    if (above >= 4) /* entries are forecast */
        return column == OWARE_COLUMN_VALUE ? 340 + 4 * (above - 4) : 260 + 6 * (above - 4);
    return column == OWARE_COLUMN_VALUE ? 280 + 32 * above : 220 + 21 * above;
}

static const LudLayered layered = {
    .needs_lower = {true, true, true, false},
    .takes_off = true,
    .least_step = 2,
    .column_at = column_at,
    .share_bytes = share_bytes,
};

const LudGameTabulation LUD_DUAL(oware_tabulation) = {
    .layers = OWARE_SEEDS + 1,
    .layer_name = LUD_MESSAGE("seeds"),
    .small_layers = 10, /* some two seconds of one processor */
    .columns = 4,
    .names = {"value", "low", "high", "force"},
    .group = {VALUES, BOUNDS, BOUNDS, FORCES},
    .bare = bare_options,
    .size = size_of,
    .layer_of = layer_of,
    .rank = rank_of,
    .unrank = unrank,
    .work_bytes = work_bytes,
    .solve = solve_layer,
    .usual_ns = usual_ns,
    .usual_millibytes = usual_millibytes,
    .answer = oware_table_answer,
    .needs = oware_table_needs,
    .range = oware_table_range,
    .layered = &layered,
    .forecast = &LUD_DUAL(oware_forecast),
};
