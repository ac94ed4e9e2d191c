#include "search/time_plan.h"

#include "base/clock_time.h"
#include "base/interrupt.h"

enum {
    MS = 1000,
    MARGIN_US = 5 * MS,    /* to answer in, and for a machine that is busy */
    USUAL_MOVES_LEFT = 25, /* of one side, where nobody says */
    HARD_TIMES_SOFT = 4,   /* a move may take so much longer if the search is in doubt */
    LOOK_OUT_EVERY = 64,   /* nodes; a power of two */
    USUAL_PATIENCE = 50,   /* percent; see search_may_deepen */
};

/* What a clock allows for one move. */
typedef struct TimePlan {
    int64_t soft_us, hard_us; /* 0: no limit */
} TimePlan;

/* More than any clock shows (LUD_CLOCK_MOST_MS), and microseconds still do not overflow. */
static const int64_t MOST_MS = INT64_C(1000000000000);

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* An equal share of what is left plus most of the increment; never so much that the flag could
 * fall before the answer is out. */
static TimePlan share_clock(const LudLimits *limits)
{
    int64_t left_us = least(limits->clock_ms, MOST_MS) * MS;
    int64_t usable_us = left_us > 4 * MARGIN_US ? left_us - 2 * MARGIN_US : left_us / 2;
    int moves = limits->moves_to_go > 0 ? limits->moves_to_go : USUAL_MOVES_LEFT;
    int64_t share_us = usable_us / moves + least(limits->increment_ms, MOST_MS) * MS * 3 / 4;
    TimePlan plan = {
        .hard_us = least(share_us * HARD_TIMES_SOFT, moves == 1 ? usable_us : usable_us / 3 + 1)};
    plan.soft_us = least(share_us, plan.hard_us);
    return plan;
}

static TimePlan make_plan(const LudLimits *limits)
{
    TimePlan plan = {0, 0};
    if (limits->clock_ms > 0)
        plan = share_clock(limits);
    if (limits->move_ms > 0) {
        int64_t whole_us = least(limits->move_ms, MOST_MS) * MS;
        int64_t usable_us =
            whole_us > 10 * MARGIN_US ? whole_us - MARGIN_US / 2 : whole_us * 9 / 10;
        plan.hard_us = plan.hard_us ? least(plan.hard_us, usable_us) : usable_us;
        plan.soft_us = plan.soft_us ? least(plan.soft_us, plan.hard_us) : plan.hard_us;
    }
    return plan;
}

void time_plan_start(LudSearch *search, bool is_gradual)
{
    TimePlan plan = {0, 0};
    if (!search->task->limits.is_infinite)
        plan = make_plan(&search->task->limits);
    if (is_gradual && plan.soft_us)
        plan.hard_us = plan.soft_us;
    search->started_us = base_time_us();
    atomic_store(&search->soft_us, plan.soft_us ? search->started_us + plan.soft_us : 0);
    atomic_store(&search->hard_us, plan.hard_us ? search->started_us + plan.hard_us : 0);
}

/* From here on the move counts as just asked for: what was thought before is a gift. */
void lud_search_ponder_hit(LudSearch *search)
{
    if (!atomic_load(&search->is_pondering) || atomic_exchange(&search->is_hit_taken, true))
        return;
    int64_t now = base_time_us(), thought = now - search->started_us;
    int64_t soft = atomic_load(&search->soft_us), hard = atomic_load(&search->hard_us);
    if (soft)
        atomic_store(&search->soft_us, soft + thought);
    if (hard)
        atomic_store(&search->hard_us, hard + thought);
    atomic_store(&search->is_pondering, false);
}

int64_t search_elapsed_us(const LudSearch *search)
{
    return base_time_us() - search->started_us;
}

bool search_should_stop(LudSearch *search, uint64_t fresh)
{
    uint64_t nodes = atomic_fetch_add_explicit(&search->nodes, fresh, memory_order_relaxed) + fresh;
    const LudLimits *limits = &search->task->limits;
    /* Asking outside may cost more than a node, so it is done only now and then. */
    if ((nodes & (LOOK_OUT_EVERY - 1)) < fresh && base_is_interrupted())
        atomic_store(&search->is_stopped, true);
    if (search_is_stopped(search) || limits->is_infinite || atomic_load(&search->is_pondering))
        return search_is_stopped(search);
    int64_t hard = atomic_load(&search->hard_us);
    if ((limits->nodes && nodes >= limits->nodes) || (hard && base_time_us() >= hard))
        atomic_store(&search->is_stopped, true);
    return search_is_stopped(search);
}

/* A deeper iteration usually takes longer than all before together, so one that begins after more
 * than half of the time would hardly end. A method that is sure of its move, or in doubt, says so
 * through `patience`. */
bool search_may_deepen(LudSearch *search, int next_depth)
{
    const LudLimits *limits = &search->task->limits;
    if (search_is_stopped(search) || next_depth > LUD_DEPTH_MOST ||
        (limits->depth && next_depth > limits->depth))
        return false;
    if (limits->is_infinite || atomic_load(&search->is_pondering))
        return true;
    int64_t soft = atomic_load(&search->soft_us), now = base_time_us();
    if (!soft)
        return true;
    bool is_fixed = limits->move_ms > 0 && limits->clock_ms == 0;
    int64_t begun = search->started_us;
    int patience = search->patience > 0 ? search->patience : USUAL_PATIENCE;
    return is_fixed ? now < soft : now - begun < (soft - begun) * patience / 100;
}

void search_wait(LudSearch *search)
{
    const LudLimits *limits = &search->task->limits;
    while (!search_is_stopped(search) &&
           (limits->is_infinite || atomic_load(&search->is_pondering)))
        base_nap_ms(2);
}
