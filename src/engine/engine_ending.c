#include "engine/engine_ending.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "base/interrupt.h"
#include "core/play_object.h"
#include "core/tabulation.h"
#include "engine/engine_tables.h"

enum {
    US = 1000,      /* of a millisecond */
    ABOVE = 6,      /* layers above the tables up to which it is worth a try */
    SHARE = 3,      /* of the time or the nodes */
    MOST_MS = 1000, /* while whoever listens hears nothing */
    BYTES = 64 << 20,
};

void engine_ending_past(const LudPlay *play, int index, EndingTask *task)
{
    LudTask seen = {.root = task->root};
    seen.past = play_past(play, index, &seen.past_count);
    engine_tables_look_back(task->game, play, index, &seen);
    task->past = seen.past;
    task->past_count = seen.past_count;
    task->past_least = seen.past_least;
    task->past_most = seen.past_most;
}

/* -- trying ------------------------------------------------------------------------------------ */

static bool should_stop(void *context)
{
    return engine_is_stopped(context) || base_is_interrupted();
}

/* Tables that say layer by layer what can still be won, and a position not far above them. */
static bool is_near_the_end(const LudEngine *engine, const LudState *s)
{
    const LudGameTabulation *tabulation = engine->game->tabulation;
    if (!engine->tables || !tabulation || tabulation->whole || !engine->game->rules.stop_score)
        return false;
    int reach = lud_tables_reach(engine->tables, NULL);
    return reach >= 0 && tabulation->layer_of(s) <= reach + ABOVE;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* Whether tables leave open who wins after some move. */
static bool is_open(const LudEngine *engine, const LudState *s)
{
    LudMove *moves = engine->moves;
    int count = engine->game->rules.moves(s, moves), least, most;
    for (int i = 0; i < count; i++) {
        if (!lud_tables_range_after(engine->tables, s, moves[i], &least, &most) ||
            sign_of(least) != sign_of(most))
            return true;
    }
    return false;
}

/* A share of the limits for it; the rest stays. False if there is none. */
static bool take_share(LudLimits *limits, EndingTask *task)
{
    if (limits->is_infinite || limits->is_ponder || (limits->nodes == 0 && limits->move_ms == 0))
        return false;
    if (limits->nodes > 0) {
        task->nodes = limits->nodes / SHARE;
        limits->nodes -= task->nodes;
    }
    if (limits->move_ms > 0) {
        int64_t ms = limits->move_ms / SHARE < MOST_MS ? limits->move_ms / SHARE : MOST_MS;
        task->until_us = base_time_us() + ms * US;
    }
    return task->nodes > 0 || task->until_us > 0;
}

bool engine_ending_find(LudEngine *engine, EngineTask *task, EndingAnswer *answer)
{
    const LudState *root = lud_play_state(task->play);
    int64_t started_us = base_time_us();
    EndingTask ending = {.game = engine->game,
                         .root = root,
                         .memory_bytes =
                             engine->memory_bytes < BYTES ? engine->memory_bytes : BYTES,
                         .has_all_moves = true,
                         .should_stop = should_stop,
                         .context = engine};
    engine_tables_renew(engine);
    if (!is_near_the_end(engine, root) || !is_open(engine, root) ||
        !take_share(&task->limits, &ending))
        return false;
    ending.oracle = engine_tables_oracle(engine);
    engine_ending_past(task->play, lud_play_length(task->play), &ending);
    bool is_found = ending_solve(&ending, answer);
    int64_t used_ms = (base_time_us() - started_us) / US;
    if (task->limits.move_ms > 0)
        task->limits.move_ms = used_ms < task->limits.move_ms ? task->limits.move_ms - used_ms : 1;
    return is_found;
}

/* -- lines ------------------------------------------------------------------------------------- */

/* Who wins is as much of the final difference as is known by it. */
static void mark(const EndingMove *move, LudLine *line)
{
    bool is_settled = move->least == move->most;
    if (is_settled) {
        bool is_told = sign_of(line->value) == move->least && abs(line->value) >= LUD_VALUE_WON;
        line->value = is_told ? line->value : move->least * (LUD_VALUE_WON + 1);
        line->bound = is_told ? line->bound : LUD_BOUND_EXACT;
        line->is_proven = true;
    } else if ((move->least == 0 && line->value < 0) || (move->most == 0 && line->value > 0)) {
        line->value = 0;
    }
    if (move->least >= 0 && line->final_least < move->least)
        line->final_least = move->least;
    if (move->most <= 0 && line->final_most > move->most)
        line->final_most = move->most;
}

void engine_ending_mark(const EndingAnswer *answer, LudLine *lines, int count)
{
    for (int i = 0; i < count; i++) {
        LudLine line = lines[i];
        int place = i;
        for (int k = 0; k < answer->move_count; k++) {
            if (answer->move[k].move == line.move[0])
                mark(&answer->move[k], &line);
        }
        for (; place > 0 && lines[place - 1].value < line.value; place--)
            lines[place] = lines[place - 1];
        lines[place] = line;
    }
}
