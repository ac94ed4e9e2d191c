/* Who is winning anyway has nothing left to choose by, if only who wins is asked: any move will do,
 * and so will any for who is losing. In games with a score people still care by how much. That
 * needs no search of another kind: where the lead were such that the result is open again, the
 * moves that decide it are those that gain most. So a decided position is searched with the score
 * shifted (LudGameJudging.shift_lead) until it is in the balance, and the move that was found there
 * is played if it keeps the result here as well. */
#include "engine/think.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "engine/engine_tables.h"
#include "engine/perfect.h"

enum {
    US = 1000,            /* of a millisecond */
    LOOK_PART = 16,       /* of what may be spent, for a first look whether all is decided */
    DECIDED_PERCENT = 90, /* the chance to win from which on it is */
    DECIDED_PART = 4,     /* for a closer look, if it is */
    SHIFTS = 8,           /* scores that are tried */
    SHIFT_PART = 16,      /* of the rest, for each of them */
    CHECK_PERCENT = 30,   /* of the last rest, for a look whether a move keeps the result */
    GIVEN_UP_PERCENT = 2, /* of the chance to win, for a larger margin, if nothing is proven */
    SHIFT_LEAST = 2,      /* points of lead that a step changes */
    SHIFT_MOST = 16,
    VALUE_OF_A_POINT = 150, /* a balance that is off by so much is mended by a step of one point */
    BALANCED = 150,         /* near enough */
};

/* -- what tables promise ----------------------------------------------------------------------- */

/* Searches among the moves that keep what the tables promise. If history spoils them all, which
 * takes a past that was not played by the tables, every move is looked at. `is_told`: the tables
 * know what all moves are worth. */
static LudStatus search_kept(LudEngine *engine, const EngineTask *task, int all, bool *is_told,
                             LudFindings *findings, LudError *err)
{
    int least, most;
    LudMove kept[ENGINE_SIFT_MOST];
    EngineTask among_kept = *task; /* which must not outlive the moves that it points to */
    int floor = 0;
    engine_tables_renew(engine);
    *is_told = false;
    if (!task->has_tables || all > ENGINE_SIFT_MOST || perfect_is_possible(engine))
        return engine_search(engine, task, findings, err);
    memcpy(kept, engine->moves, (size_t)all * sizeof kept[0]);
    among_kept.only_count = engine_tables_sift(engine, task->play, kept, all, &floor);
    *is_told = among_kept.only_count < all ||
               (engine->tables &&
                lud_tables_range(engine->tables, lud_play_state(task->play), &least, &most));
    among_kept.only = among_kept.only_count < all ? kept : NULL;
    LudStatus status = engine_search(engine, &among_kept, findings, err);
    if (status != LUD_OK || among_kept.only_count == all || engine_is_stopped(engine))
        return status;
    const LudLine *best = &findings->lines[0];
    bool is_spoilt = (floor > 0 && best->is_proven && best->value < LUD_VALUE_WON) ||
                     (floor == 0 && best->is_proven && best->value < 0);
    return is_spoilt ? engine_search(engine, task, findings, err) : status;
}

/* -- what may be spent ------------------------------------------------------------------------- */

typedef struct Purse {
    int64_t until_us; /* 0: time is no limit */
    uint64_t nodes;   /* left */
    bool has_nodes;
} Purse;

static Purse fill_purse(const LudLimits *limits)
{
    Purse purse = {.nodes = limits->nodes, .has_nodes = limits->nodes > 0};
    if (limits->move_ms > 0)
        purse.until_us = base_time_us() + limits->move_ms * US;
    return purse;
}

/* A part of what is left, to the depth that was asked for. */
static LudLimits take_part(const Purse *purse, const LudLimits *limits, int part)
{
    LudLimits taken = {.depth = limits->depth};
    if (purse->until_us) {
        int64_t ms = (purse->until_us - base_time_us()) / US / part;
        taken.move_ms = ms > 1 ? ms : 1;
    }
    if (purse->has_nodes)
        taken.nodes = purse->nodes / (uint64_t)part > 1 ? purse->nodes / (uint64_t)part : 1;
    return taken;
}

static void pay(Purse *purse, const LudFindings *findings)
{
    purse->nodes -= findings->nodes < purse->nodes ? findings->nodes : purse->nodes;
}

/* Whether there is enough left for something worth having. */
static bool has_more(const Purse *purse)
{
    enum { MS_LEAST = 4, NODES_LEAST = 400 };
    return (!purse->until_us || purse->until_us - base_time_us() >= MS_LEAST * US) &&
           (!purse->has_nodes || purse->nodes >= NODES_LEAST);
}

/* -- the margin -------------------------------------------------------------------------------- */

static int chance_percent(const LudEngine *engine, int value)
{
    return (int)(100 * lud_value_chance(engine->game, value));
}

static bool is_decided(const LudEngine *engine, const LudLine *line)
{
    int percent = chance_percent(engine, line->value);
    return percent >= DECIDED_PERCENT || percent < 100 - DECIDED_PERCENT;
}

/* What one shifted search has found. */
typedef struct Attempt {
    int shift;
    int value;
    LudMove move;
} Attempt;

static LudStatus try_shift(LudEngine *engine, const EngineTask *task, const LudState *root,
                           int shift, const LudLimits *limits, Purse *purse, Attempt *attempt,
                           LudError *err)
{
    LudState shifted;
    LudFindings findings;
    lud_state_copy(engine->game, &shifted, root);
    attempt->shift =
        lud_judging(engine->game)->shift_lead(&shifted, engine->game->rules.turn(root), shift);
    EngineTask apart = *task;
    apart.state = &shifted;
    apart.is_apart = true;
    apart.observer = NULL;
    apart.limits = *limits;
    LudStatus status = engine_search(engine, &apart, &findings, err);
    if (status == LUD_OK) {
        attempt->value = findings.lines[0].value;
        attempt->move = findings.lines[0].move[0];
        pay(purse, &findings);
    }
    return status;
}

/* The next score to try: a step against the value, or midway between one that was too high and one
 * that was too low. */
static int next_shift(const Attempt *last, int64_t too_high, int64_t too_low)
{
    int size = abs(last->value) / VALUE_OF_A_POINT;
    size = size < SHIFT_LEAST ? SHIFT_LEAST : size > SHIFT_MOST ? SHIFT_MOST : size;
    int next = last->value > 0 ? last->shift - size : last->shift + size;
    if (too_high != INT32_MAX && too_low != INT32_MIN && (next >= too_high || next <= too_low))
        next = (int)(too_low + (too_high - too_low) / (2 * SHIFT_LEAST) * SHIFT_LEAST);
    return next;
}

static bool is_certain(const Attempt *attempt)
{
    return abs(attempt->value) >= LUD_VALUE_WON;
}

/* Whether the result was more in doubt than in the other attempt. Of two that are certain, a win
 * tells which move is needed for it, and the smallest that is one tells most. */
static bool is_nearer(const Attempt *a, const Attempt *b)
{
    if (!is_certain(a) || !is_certain(b))
        return abs(a->value) < abs(b->value);
    if ((a->value > 0) != (b->value > 0))
        return a->value > 0;
    return a->value > 0 ? a->shift < b->shift : a->shift > b->shift;
}

/* Looks for the balance with little, then for the move with what is left. */
static LudStatus find_largest(LudEngine *engine, const EngineTask *task, const LudState *root,
                              const LudLine *first, Purse *purse, LudMove *move, LudError *err)
{
    Attempt last = {0, first->value, first->move[0]}, best = last;
    int64_t too_high = INT32_MAX, too_low = INT32_MIN;
    *move = best.move;
    LudLimits limits = take_part(purse, &task->limits, SHIFT_PART);
    LudStatus status = LUD_OK;
    for (int i = 0; i < SHIFTS && abs(last.value) > BALANCED; i++) {
        if (last.value > 0)
            too_high = last.shift < too_high ? last.shift : too_high;
        else
            too_low = last.shift > too_low ? last.shift : too_low;
        if (too_high - too_low <= SHIFT_LEAST)
            break;
        int before = last.shift;
        status = try_shift(engine, task, root, next_shift(&last, too_high, too_low), &limits, purse,
                           &last, err);
        if (status != LUD_OK)
            return status;
        if (engine_is_stopped(engine) || last.shift == before)
            break;
        if (is_nearer(&last, &best))
            best = last;
    }
    if (best.shift != 0 && !is_certain(&best) && !engine_is_stopped(engine)) {
        limits = take_part(purse, &task->limits, 1);
        limits.nodes -= limits.nodes * CHECK_PERCENT / 100;
        limits.move_ms -= limits.move_ms * CHECK_PERCENT / 100;
        status = try_shift(engine, task, root, best.shift, &limits, purse, &best, err);
    }
    *move = best.move;
    return status;
}

/* Whether a move may be played instead of the one that was found best here. */
static bool keeps_result(const LudEngine *engine, const LudLine *first, const LudLine *other)
{
    if (first->is_proven && first->value > 0)
        return other->is_proven && other->value > 0;
    return chance_percent(engine, first->value) - chance_percent(engine, other->value) <=
           GIVEN_UP_PERCENT;
}

static void answer_with(LudEngine *engine, const LudLine *line, LudFindings *findings)
{
    engine->answer = *line;
    findings->lines = &engine->answer;
    findings->line_count = 1;
}

/* Looks for a move that gains more than the one that was found, and puts it in its place. */
static LudStatus enlarge(LudEngine *engine, const EngineTask *task, Purse *purse,
                         LudFindings *findings, LudError *err)
{
    LudState root;
    LudMove move;
    LudFindings other;
    lud_state_copy(engine->game, &root, lud_play_state(task->play));
    answer_with(engine, &findings->lines[0], findings);
    const LudLine first = engine->answer;
    LudStatus status = find_largest(engine, task, &root, &first, purse, &move, err);
    if (status != LUD_OK || move == first.move[0] || engine_is_stopped(engine))
        return status;
    EngineTask check = *task;
    check.only = &move;
    check.only_count = 1;
    check.observer = NULL;
    check.limits = take_part(purse, &task->limits, 1);
    status = engine_search(engine, &check, &other, err);
    if (status != LUD_OK || engine_is_stopped(engine) ||
        !keeps_result(engine, &first, &other.lines[0]))
        return status;
    *findings = other;
    answer_with(engine, &other.lines[0], findings);
    if (task->observer && task->observer->found)
        task->observer->found(task->observer->context, findings);
    return LUD_OK;
}

/* Whether the margin counts at all, and there is something to be spent on it. */
static bool asks_margin(const LudEngine *engine, const EngineTask *task, int count)
{
    const LudLimits *limits = &task->limits;
    return task->kind == SEARCH_STRONG && lud_judging(engine->game)->shift_lead && count > 1 &&
           !limits->is_infinite && !limits->is_ponder && (limits->nodes > 0 || limits->move_ms > 0);
}

LudStatus think_of_move(LudEngine *engine, const EngineTask *task, int count, LudFindings *findings,
                        LudError *err)
{
    bool is_told;
    if (!asks_margin(engine, task, count))
        return search_kept(engine, task, count, &is_told, findings, err);
    Purse purse = fill_purse(&task->limits);
    EngineTask part = *task;
    part.observer = NULL;
    part.limits = take_part(&purse, &task->limits, LOOK_PART);
    LudStatus status = search_kept(engine, &part, count, &is_told, findings, err);
    if (status != LUD_OK)
        return status;
    pay(&purse, findings);
    bool was_decided = is_decided(engine, &findings->lines[0]);
    part.observer = task->observer;
    part.limits = take_part(&purse, &task->limits, was_decided ? DECIDED_PART : 1);
    status = search_kept(engine, &part, count, &is_told, findings, err);
    if (status != LUD_OK)
        return status;
    pay(&purse, findings);
    bool is_open = !is_told && is_decided(engine, &findings->lines[0]) && has_more(&purse);
    if (!is_open || engine_is_stopped(engine))
        return LUD_OK;
    return enlarge(engine, task, &purse, findings, err);
}
