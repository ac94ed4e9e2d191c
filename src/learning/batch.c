/* Many games at once, each in its own piece of memory, shared out to threads a few at a time. Who
 * gets which makes no difference: what happens in a game depends on its own actions and dice alone.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/folder.h"
#include "core/chance.h"
#include "core/settings.h"
#include "learning/run.h"

enum {
    AHEAD = 6,        /* games whose memory is asked for before it is their turn */
    SHARE_LEAST = 8,  /* games that a thread takes at a time: few, since the others wait for the */
    SHARE_MOST = 128, /* last one, but each time costs something */
    SHARES = 32,      /* for each thread, if that leaves them large enough */
    PACKED_MOST = 64, /* actions that fit a word */
};

struct LudBatch {
    RunPlan plan;
    int count, seen;
    int share_games;
    size_t stride;       /* from one run to the next */
    unsigned char *runs; /* `count` of them */
    RunPast *far;
    LudRandom *dice; /* NULL: the game has none */
    /* What is legal in each game, a bit for each action, so that all actions can be checked without
     * a look at the games; NULL: there are too many. */
    uint64_t *legal;
    BaseCrew *crew;

    /* The step that is being made. */
    const LudBatchArrays *arrays;
    const int64_t *actions;
    const int32_t *actions_32;
    uint64_t seed;
    atomic_int first_illegal; /* the first game whose action is, or `count` */
};

static Run *run_at(const LudBatch *batch, int game)
{
    return (Run *)(void *)(batch->runs + (size_t)game * batch->stride);
}

/* -- what the caller sees ---------------------------------------------------------------------- */

static inline void show_reward(const LudBatch *batch, int game, const Run *run)
{
    const LudBatchArrays *arrays = batch->arrays;
    int seats = batch->plan.seats;
    bool is_over = run->turn == LUD_OVER;
    if (arrays->done)
        arrays->done[game] = is_over;
    if (arrays->truncated)
        arrays->truncated[game] = run->is_truncated;
    if (!arrays->reward)
        return;
    float *reward = arrays->reward + (size_t)game * (size_t)seats;
    LudResult result = {.reason = LUD_REASON_NONE};
    if (is_over)
        run_result(&batch->plan, run, &result);
    for (int seat = 0; seat < seats; seat++)
        reward[seat] = is_over ? lud_learning_reward(&result, seat) : 0;
}

static inline void show_seen(const LudBatch *batch, int game, const Run *run)
{
    const LudBatchArrays *arrays = batch->arrays;
    size_t size = (size_t)batch->seen, at = (size_t)game * size;
    const LudState *s = run_state_of(run);
    if (arrays->seen)
        batch->plan.learning->observe(s, &run->parts, run->turn, arrays->seen + at);
    if (arrays->seen_float) {
        uint8_t seen[LUD_MAX_SEEN];
        float *numbers = arrays->seen_float + at;
        batch->plan.learning->observe(s, &run->parts, run->turn, seen);
        for (size_t i = 0; i < size; i++)
            numbers[i] = seen[i];
    }
}

static inline void show_legal(const LudBatch *batch, int game, const Run *run)
{
    bool *shown = batch->arrays->legal;
    if (shown)
        shown += (size_t)game * (size_t)batch->plan.space.actions;
    uint64_t bits = batch->plan.learning->mask(run_state_of(run), &run->parts, shown);
    if (batch->legal)
        batch->legal[game] = bits;
}

static inline void show_turn(const LudBatch *batch, int game, const Run *run)
{
    if (batch->arrays->player)
        batch->arrays->player[game] = run->turn;
    show_legal(batch, game, run);
    show_seen(batch, game, run);
}

/* -- playing ----------------------------------------------------------------------------------- */

static inline void roll(const LudBatch *batch, int game, Run *run)
{
    while (run->turn == LUD_CHANCE)
        run_outcome(&batch->plan, run,
                    chance_draw(batch->plan.rules.game, run_state(run), &batch->dice[game]));
}

static inline int64_t action_of(const LudBatch *batch, int game)
{
    return batch->actions_32 ? batch->actions_32[game] : batch->actions[game];
}

static inline void step_game(const LudBatch *batch, int game)
{
    Run *run = run_at(batch, game);
    run_act(&batch->plan, run, (int)action_of(batch, game));
    roll(batch, game, run);
    show_reward(batch, game, run);
    if (run->turn == LUD_OVER) {
        run_begin(&batch->plan, run);
        roll(batch, game, run);
    }
    show_turn(batch, game, run);
}

/* -- shares ------------------------------------------------------------------------------------ */

typedef struct Share {
    int begin, end;
} Share;

static Share share_of(const LudBatch *batch, int share)
{
    int begin = share * batch->share_games, left = batch->count - begin;
    return (Share){begin, begin + (left < batch->share_games ? left : batch->share_games)};
}

static void reset_share(void *context, int index)
{
    LudBatch *batch = context;
    Share share = share_of(batch, index);
    for (int game = share.begin; game < share.end; game++) {
        Run *run = run_at(batch, game);
        if (batch->dice)
            lud_random_seed(&batch->dice[game],
                            batch->seed + UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(4 * game));
        run_begin(&batch->plan, run);
        roll(batch, game, run);
        show_reward(batch, game, run);
        show_turn(batch, game, run);
    }
}

static inline bool is_legal(const LudBatch *batch, int game)
{
    int64_t action = action_of(batch, game);
    if (action < 0 || action >= batch->plan.space.actions)
        return false;
    if (batch->legal)
        return batch->legal[game] >> action & 1;
    const Run *run = run_at(batch, game);
    return batch->plan.learning->is_action(run_state_of(run), &run->parts, (int)action);
}

/* Asks for the memory of a game: where its run begins; and, once that is there, where it will note
 * its next move. */
static inline void ask_for_run(const LudBatch *batch, int game)
{
    const Run *run = run_at(batch, game);
    __builtin_prefetch(run, 1);
    __builtin_prefetch(run->bytes, 1);
}

static inline void ask_for_past(const LudBatch *batch, int game)
{
    Run *run = run_at(batch, game);
    if (batch->plan.has_repetition)
        __builtin_prefetch(run_past_at(&batch->plan, run, run->past_count), 1);
}

static int first_illegal(const LudBatch *batch, int begin, int end)
{
    int game = begin;
    while (game < end && is_legal(batch, game))
        game++;
    return game;
}

static void check_share(void *context, int index)
{
    LudBatch *batch = context;
    Share share = share_of(batch, index);
    int game = first_illegal(batch, share.begin, share.end);
    int first = atomic_load(&batch->first_illegal);
    while (game < share.end && game < first &&
           !atomic_compare_exchange_weak(&batch->first_illegal, &first, game)) {
    }
}

/* Backwards, as shares are taken: what is asked for at the end of one is there for the next. Only
 * asked for, not looked at: another thread may be at work there. */
static void step_share(void *context, int index)
{
    LudBatch *batch = context;
    Share share = share_of(batch, index);
    for (int game = share.end - 1; game >= share.begin; game--) {
        if (game >= 2 * AHEAD)
            ask_for_run(batch, game - 2 * AHEAD);
        if (game - AHEAD >= share.begin)
            ask_for_past(batch, game - AHEAD);
        step_game(batch, game);
    }
}

static void run_shares(LudBatch *batch, void (*work)(void *context, int share))
{
    int shares = (batch->count + batch->share_games - 1) / batch->share_games;
    if (batch->crew && shares > 1)
        base_crew_run(batch->crew, shares, work, batch);
    for (int i = shares - 1; i >= 0 && !(batch->crew && shares > 1); i--)
        work(batch, i);
}

/* -- the interface ----------------------------------------------------------------------------- */

static LudStatus refuse(const LudBatch *batch, int game, LudError *err)
{
    char number[16], action[24];
    snprintf(number, sizeof number, "%d", game);
    snprintf(action, sizeof action, "%lld", (long long)action_of(batch, game));
    return lud_error_set(err, LUD_EILLEGAL,
                         "Action {1} is not legal in game {2}; no game was changed.", action,
                         number, (char *)NULL);
}

/* The first game whose action is not legal, or `count`. Where a bit tells, one thread is done
 * before another would have begun. */
static int find_illegal(LudBatch *batch)
{
    if (batch->legal)
        return first_illegal(batch, 0, batch->count);
    atomic_store(&batch->first_illegal, batch->count);
    run_shares(batch, check_share);
    return atomic_load(&batch->first_illegal);
}

static LudStatus step(LudBatch *batch, const LudBatchArrays *arrays, LudError *err)
{
    batch->arrays = arrays;
    int illegal = find_illegal(batch);
    if (illegal < batch->count)
        return refuse(batch, illegal, err);
    run_shares(batch, step_share);
    return LUD_OK;
}

LudStatus lud_batch_step(LudBatch *batch, const int64_t *actions, const LudBatchArrays *arrays,
                         LudError *err)
{
    batch->actions = actions;
    batch->actions_32 = NULL;
    return step(batch, arrays, err);
}

LudStatus lud_batch_step_32(LudBatch *batch, const int32_t *actions, const LudBatchArrays *arrays,
                            LudError *err)
{
    batch->actions_32 = actions;
    return step(batch, arrays, err);
}

void lud_batch_reset(LudBatch *batch, uint64_t seed, const LudBatchArrays *arrays)
{
    batch->arrays = arrays;
    batch->seed = seed;
    run_shares(batch, reset_share);
}

static int choose_share(int count, int threads)
{
    int games = count / (threads * SHARES);
    return games < SHARE_LEAST ? SHARE_LEAST : games > SHARE_MOST ? SHARE_MOST : games;
}

/* A stride that is a multiple of a power of two would put the same part of every run into the same
 * few places of the cache. */
static size_t choose_stride(const RunPlan *plan)
{
    size_t size = run_size(plan);
    return size / RUN_ALIGNMENT % 2 ? size : size + RUN_ALIGNMENT;
}

static bool allocate(LudBatch *batch, int threads)
{
    size_t count = (size_t)batch->count, places = run_far_places(&batch->plan);
    batch->runs = aligned_alloc(RUN_ALIGNMENT, count * batch->stride);
    /* Only what long games touch of it becomes memory. */
    batch->far = places ? malloc(count * places * sizeof(RunPast)) : NULL;
    batch->dice = batch->plan.rules.game->chance ? malloc(count * sizeof(LudRandom)) : NULL;
    bool is_packed = batch->plan.space.actions <= PACKED_MOST;
    batch->legal = is_packed ? calloc(count, sizeof batch->legal[0]) : NULL;
    batch->crew = threads > 1 ? base_crew_new(threads) : NULL;
    if (!batch->runs || (places && !batch->far) ||
        (batch->plan.rules.game->chance && !batch->dice) || (threads > 1 && !batch->crew) ||
        (is_packed && !batch->legal))
        return false;
    memset(batch->runs, 0, count * batch->stride);
    for (size_t i = 0; i < count; i++)
        run_at(batch, (int)i)->far = batch->far ? batch->far + i * places : NULL;
    return true;
}

static LudStatus check_options(const LudBatchOptions *options, LudError *err)
{
    if (options->count < 1 || options->count > LUD_BATCH_MOST)
        return lud_error_set(err, LUD_EUSAGE, "A batch has 1 to 16777216 games.", (char *)NULL);
    if (options->threads < 0 || options->threads > LUD_BATCH_THREADS)
        return lud_error_set(err, LUD_EUSAGE,
                             "A batch has 1 to 256 threads, or 0 for as many as the machine runs.",
                             (char *)NULL);
    return LUD_OK;
}

LudStatus lud_batch_new(LudBatch **batch, const LudRules *rules, const LudBatchOptions *given,
                        LudError *err)
{
    LudBatchOptions options;
    LudStatus status = settings_take(&options, sizeof options, given, err);
    if (status == LUD_OK)
        status = check_options(&options, err);
    LudBatch *made = status == LUD_OK ? calloc(1, sizeof *made) : NULL;
    if (status == LUD_OK && !made)
        status = lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    if (status == LUD_OK)
        status = run_plan(&made->plan, rules, NULL, options.length, err);
    if (status == LUD_OK) {
        made->count = options.count;
        made->seen = lud_space_seen(&made->plan.space);
        made->stride = choose_stride(&made->plan);
        int threads = options.threads ? options.threads : base_machine_threads();
        made->share_games = choose_share(options.count, threads);
        if (!allocate(made, threads))
            status = lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    }
    if (status != LUD_OK) {
        lud_batch_free(made);
        return status;
    }
    lud_batch_reset(made, options.seed, &(LudBatchArrays){0});
    *batch = made;
    return LUD_OK;
}

void lud_batch_free(LudBatch *batch)
{
    if (!batch)
        return;
    base_crew_free(batch->crew);
    free(batch->runs);
    free(batch->far);
    free(batch->dice);
    free(batch->legal);
    free(batch);
}

const LudSpace *lud_batch_space(const LudBatch *batch)
{
    return &batch->plan.space;
}

int lud_batch_seats(const LudBatch *batch)
{
    return batch->plan.seats;
}

const LudState *lud_batch_state(const LudBatch *batch, int game)
{
    return run_state_of(run_at(batch, game));
}

const LudParts *lud_batch_parts(const LudBatch *batch, int game)
{
    return &run_at(batch, game)->parts;
}
