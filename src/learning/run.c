#include "learning/run.h"

#include <assert.h>

#include "core/result.h"

static_assert(sizeof(Run) % RUN_ALIGNMENT == 0, "a state after it is aligned");

/* -- plans ------------------------------------------------------------------------------------- */

static size_t rounded(size_t size, size_t to)
{
    return (size + to - 1) / to * to;
}

LudStatus lud_learning_space(const LudRules *rules, LudSpace *space, LudError *err)
{
    if (!rules->game->learning)
        return lud_error_set(err, LUD_ENOTNOW, "{1} has no numbers for actions.", rules->game->name,
                             (char *)NULL);
    LudState start;
    lud_rules_start(rules, &start);
    rules->game->learning->space(&start, space);
    return LUD_OK;
}

int lud_space_seen(const LudSpace *space)
{
    int numbers = 1;
    for (int i = 0; i < space->dimensions; i++)
        numbers *= space->shape[i];
    return numbers;
}

LudStatus run_plan(RunPlan *plan, const LudRules *rules, const LudState *start, int length,
                   LudError *err)
{
    const LudGame *game = rules->game;
    LudSpace space;
    LudStatus status = lud_learning_space(rules, &space, err);
    if (status != LUD_OK)
        return status;
    if (length < 0 || length > LUD_LENGTH_MOST)
        return lud_error_set(err, LUD_EUSAGE, "An episode has 1 to 1000000 actions.", (char *)NULL);
    *plan = (RunPlan){.rules = *rules,
                      .learning = game->learning,
                      .space = space,
                      .length = length ? length : space.length,
                      .has_repetition = game->rules.repetition_limit > 0,
                      .state_room = rounded(game->state_size, 16),
                      .advance = game->loops ? game->loops->advance : NULL};
    if (start)
        lud_state_copy(game, &plan->start, start);
    else
        lud_rules_start(rules, &plan->start);
    plan->seats = game->rules.seats(&plan->start);
    return LUD_OK;
}

size_t run_size(const RunPlan *plan)
{
    size_t past = plan->has_repetition ? RUN_NEAR * sizeof(RunPast) : 0;
    return rounded(sizeof(Run) + 2 * plan->state_room + past, RUN_ALIGNMENT);
}

size_t run_far_places(const RunPlan *plan)
{
    int rolls = plan->rules.game->chance ? plan->length + 1 : 0;
    int most = plan->length + rolls + 1;
    return plan->has_repetition && most > RUN_NEAR ? (size_t)(most - RUN_NEAR) : 0;
}

/* -- repetition -------------------------------------------------------------------------------- */

static inline LudState *epoch_start(const RunPlan *plan, Run *run)
{
    return (LudState *)(void *)(run->bytes + plan->state_room);
}

/* Small states need no call. */
static inline void copy_state(const RunPlan *plan, LudState *to, const LudState *from)
{
    enum { SMALL = 32 };
    if (plan->state_room == SMALL)
        memcpy(to, from, SMALL);
    else
        memcpy(to, from, plan->state_room);
}

static inline uint32_t half_key(uint64_t key)
{
    return (uint32_t)(key >> 20);
}

static int count_key(const RunPast *past, int count, uint32_t key)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += past[i].key == key;
    return found;
}

/* How often the current position occurred before in this epoch, by playing all of it again. */
static int count_exactly(const RunPlan *plan, Run *run)
{
    const LudGameRules *rules = &plan->rules.game->rules;
    LudState s;
    lud_state_copy(plan->rules.game, &s, epoch_start(plan, run));
    int found = 0;
    for (int i = 0; i < run->past_count; i++) {
        const RunPast *past = run_past_at(plan, run, i);
        found += past->key == half_key(run->key) && rules->same(&s, run_state(run));
        rules->apply(&s, past->move);
    }
    return found;
}

/* A key has one of 192 bits. Most positions are new, and most new ones find theirs unset. */
static inline uint64_t *key_word(Run *run)
{
    return &run->seen_keys[(uint32_t)run->key % RUN_SEEN_WORDS];
}

static inline uint64_t key_bit(uint64_t key)
{
    return UINT64_C(1) << (key >> 58);
}

static bool is_repeated(const RunPlan *plan, Run *run)
{
    int needed = plan->rules.game->rules.repetition_limit - 1;
    int near = run->past_count < RUN_NEAR ? run->past_count : RUN_NEAR;
    int found = count_key(run_near_past(plan, run), near, half_key(run->key));
    if (run->past_count > near)
        found += count_key(run->far, run->past_count - near, half_key(run->key));
    return __builtin_expect(found >= needed, 0) && count_exactly(plan, run) >= needed;
}

/* Notes the move that is about to be made. The first position of an epoch is kept only now: when it
 * arose its bytes were still on their way to memory, and reading them back had to wait. */
static inline void remember(const RunPlan *plan, Run *run, LudMove m)
{
    if (run->past_count == 0)
        copy_state(plan, epoch_start(plan, run), run_state(run));
    *run_past_at(plan, run, run->past_count) = (RunPast){.key = half_key(run->key), .move = m};
    run->past_count++;
    *key_word(run) |= key_bit(run->key);
}

static void begin_epoch(Run *run, uint32_t epoch)
{
    run->epoch = epoch;
    run->past_count = 0;
    memset(run->seen_keys, 0, sizeof run->seen_keys);
}

/* What a move leads to, asked for one by one. */
static void advance_slowly(const LudGame *game, LudState *s, LudMove m, LudAdvance *advance)
{
    const LudGameRules *rules = &game->rules;
    rules->apply(s, m);
    *advance = (LudAdvance){.turn = rules->turn(s)};
    if (rules->repetition_limit > 0) {
        advance->epoch = rules->epoch ? rules->epoch(s) : 0;
        advance->key = rules->key(s);
    }
    if (advance->turn != LUD_OVER)
        advance->is_dead = rules->is_dead && rules->is_dead(s);
}

static inline void note_position(const RunPlan *plan, Run *run, const LudAdvance *advance)
{
    if (!plan->has_repetition)
        return;
    if (advance->epoch != run->epoch)
        begin_epoch(run, advance->epoch);
    run->key = advance->key;
}

/* -- playing ----------------------------------------------------------------------------------- */

static void end(Run *run, LudReason reason, bool is_stopped)
{
    run->turn = LUD_OVER;
    run->reason = (uint8_t)reason;
    run->is_stopped = is_stopped;
}

/* As a game being played is judged (core/play.c). */
static inline void judge(const RunPlan *plan, Run *run, const LudAdvance *advance)
{
    run->turn = (int8_t)advance->turn;
    if (run->turn == LUD_OVER)
        end(run, plan->rules.game->rules.reason(run_state(run)), false);
    else if (advance->is_dead)
        end(run, LUD_REASON_NO_CAPTURE, true);
    else if (plan->has_repetition && *key_word(run) & key_bit(run->key) && is_repeated(plan, run))
        end(run, LUD_REASON_REPETITION, true);
}

static inline void check_length(const RunPlan *plan, Run *run)
{
    if (run->length >= plan->length && run->turn != LUD_OVER) {
        run->turn = LUD_OVER;
        run->is_truncated = true;
    }
}

static inline void make_move(const RunPlan *plan, Run *run, LudMove m)
{
    if (plan->has_repetition)
        remember(plan, run, m);
    LudAdvance advance;
    if (plan->advance)
        plan->advance(run_state(run), m, &advance);
    else
        advance_slowly(plan->rules.game, run_state(run), m, &advance);
    note_position(plan, run, &advance);
    judge(plan, run, &advance);
}

void run_begin(const RunPlan *plan, Run *run)
{
    RunPast *far = run->far;
    memset(run, 0, sizeof *run);
    run->far = far;
    const LudGameRules *rules = &plan->rules.game->rules;
    lud_state_copy(plan->rules.game, run_state(run), &plan->start);
    LudAdvance start = {.turn = rules->turn(run_state(run)),
                        .epoch = rules->epoch ? rules->epoch(run_state(run)) : 0,
                        .key = rules->key(run_state(run)),
                        .is_dead = rules->is_dead && rules->is_dead(run_state(run))};
    run->epoch = start.epoch;
    note_position(plan, run, &start);
    judge(plan, run, &start);
}

void run_act(const RunPlan *plan, Run *run, int action)
{
    LudMove m = lud_learning_take(plan->learning, run_state(run), &run->parts, action);
    run->length++;
    if (m != LUD_NO_MOVE) {
        run->parts = (LudParts){0};
        make_move(plan, run, m);
    }
    check_length(plan, run);
}

void run_outcome(const RunPlan *plan, Run *run, LudMove outcome)
{
    make_move(plan, run, outcome);
}

void run_copy(const RunPlan *plan, Run *to, const Run *from)
{
    RunPast *far = to->far;
    memcpy(to, from, run_size(plan));
    to->far = far;
    if (from->past_count > RUN_NEAR)
        memcpy(far, from->far, (size_t)(from->past_count - RUN_NEAR) * sizeof *far);
}

void run_result(const RunPlan *plan, const Run *run, LudResult *result)
{
    *result = (LudResult){.culprit = -1};
    if (run->turn == LUD_OVER && !run->is_truncated)
        result_from_scores(plan->rules.game, run_state_of(run), (LudReason)run->reason,
                           run->is_stopped, result);
}

float lud_learning_reward(const LudResult *result, int seat)
{
    int all = 0;
    for (int i = 0; i < result->sides; i++)
        all += result->points[i];
    if (result->reason == LUD_REASON_NONE || all == 0)
        return 0;
    float share = (float)result->points[seat % result->sides] / (float)all;
    return (share * (float)result->sides - 1) / (float)(result->sides - 1);
}
