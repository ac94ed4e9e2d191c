/* A rollout as an object: which rounds are played next, by whom, and when it is enough. */
#include "engine/rollout_object.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/workers.h"
#include "core/settings.h"
#include "engine/engine_object.h"

enum {
    ROUNDS_MOST = 1 << 24,
    FIRST_LOOK = 8, /* rounds before anything is decided: fewer say nothing of their spread */
};

/* How far apart two moves must be, in standard errors of their difference. It is looked at again
 * and again, so this is more than a single look would need. */
static const double DECISIVE = 3;

/* -- making and ending ---------------------------------------------------------------------------
 */

static LudStatus take_options(LudRollout *rollout, const LudRolloutOptions *options, LudError *err)
{
    LudRolloutOptions taken;
    LudStatus status = settings_take(&taken, sizeof taken, options, err);
    if (status != LUD_OK)
        return status;
    int64_t games = taken.games > 0 ? taken.games : LUD_ROLLOUT_GAMES;
    int64_t rounds = (games + LUD_ROLLOUT_ROUND - 1) / LUD_ROLLOUT_ROUND;
    if (taken.games < 0 || rounds > ROUNDS_MOST || !(taken.until_error >= 0))
        return lud_error_set(
            err, LUD_EUSAGE,
            LUD_MESSAGE("A rollout has 1 to 600 million games and an error that is "
                        "not below 0."),
            (char *)NULL);
    rollout->rounds_most = (int)rounds;
    rollout->seed = taken.seed;
    rollout->threads = taken.threads > 0 ? taken.threads : 1;
    rollout->until_error = taken.until_error;
    rollout->until_decided = taken.until_decided;
    return LUD_OK;
}

LudStatus rollout_make(LudRollout **result, const LudRules *rules, const LudState *position,
                       const LudRolloutOptions *options, LudError *err)
{
    const LudGame *game = rules->game;
    if (!game->chance)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("A rollout needs dice, and {1} has none; `analyse` looks "
                                         "ahead instead."),
                             game->name, (char *)NULL);
    LudRollout *rollout = calloc(1, sizeof *rollout);
    if (!rollout)
        return engine_no_memory(err);
    LudStatus status = take_options(rollout, options, err);
    if (status != LUD_OK) {
        free(rollout);
        return status;
    }
    rollout->rules = *rules;
    lud_state_copy(game, &rollout->position, position);
    rollout->sides = game->rules.sides(position);
    rollout->side = lud_active_seat(game, position) % rollout->sides;
    *result = rollout;
    return LUD_OK;
}

/* Refuses moves where nobody is to move, none where somebody is, and those that are not legal. */
static LudStatus check_moves(const LudPlay *play, const LudMove *list, int count, LudError *err)
{
    const LudGame *game = lud_play_rules(play)->game;
    LudMove moves[LUD_MAX_MOVES];
    int turn = lud_play_turn(play), legal = game->rules.moves(lud_play_state(play), moves);
    bool is_fitting = turn == LUD_CHANCE ? count == 0 : count > 0 && count <= LUD_ROLLOUT_LINES;
    for (int i = 0; i < count && is_fitting; i++) {
        bool is_legal = false;
        for (int j = 0; j < legal; j++)
            is_legal = is_legal || moves[j] == list[i];
        is_fitting = is_legal;
    }
    if (turn != LUD_OVER && is_fitting)
        return LUD_OK;
    if (turn == LUD_OVER)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("The game is over."), (char *)NULL);
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("A rollout is of 1 to 64 legal moves, or of a position in "
                                     "which the dice are to be rolled."),
                         (char *)NULL);
}

LudStatus lud_rollout_new(LudRollout **result, const LudPlay *play, const LudMove *list, int count,
                          const LudRolloutOptions *options, LudError *err)
{
    LudRollout *rollout;
    LudStatus status =
        rollout_make(&rollout, lud_play_rules(play), lud_play_state(play), options, err);
    if (status != LUD_OK)
        return status;
    status = check_moves(play, list, count, err);
    if (status != LUD_OK) {
        lud_rollout_free(rollout);
        return status;
    }
    for (int side = 0; side < rollout->sides; side++)
        rollout->is_out[side] = lud_play_out_since(play, side, NULL) >= 0;
    rollout->line_count = count > 0 ? count : 1;
    rollout->lines[0].move = LUD_NO_MOVE;
    for (int i = 0; i < count; i++)
        rollout->lines[i].move = list[i];
    *result = rollout;
    return LUD_OK;
}

void lud_rollout_free(LudRollout *rollout)
{
    if (!rollout)
        return;
    for (int i = 0; i < rollout->line_count; i++)
        free(rollout->lines[i].rounds);
    free(rollout);
}

const LudRules *lud_rollout_rules(const LudRollout *rollout)
{
    return &rollout->rules;
}

const LudState *lud_rollout_position(const LudRollout *rollout)
{
    return &rollout->position;
}

bool rollout_reserve(RolloutLine *line, int rounds)
{
    if (rounds <= line->capacity)
        return true;
    int capacity = rounds > 2 * line->capacity ? rounds : 2 * line->capacity;
    RolloutRound *moved = realloc(line->rounds, (size_t)capacity * sizeof *moved);
    if (!moved)
        return false;
    line->rounds = moved;
    line->capacity = capacity;
    return true;
}

/* -- playing -------------------------------------------------------------------------------------
 */

/* Rounds from `first` on, `count` of them, of all lines that are still in it. */
typedef struct Batch {
    LudRollout *rollout;
    int first, count;
    int lines[LUD_ROLLOUT_LINES], line_count;
    atomic_int next;
} Batch;

/* Takes one round of one line after the other; where it belongs, not who played it, decides where
 * it is written. */
static void play_batch(void *context, int index)
{
    Batch *batch = context;
    int all = batch->count * batch->line_count, taken;
    (void)index;
    while ((taken = atomic_fetch_add(&batch->next, 1)) < all) {
        int round = batch->first + taken / batch->line_count;
        int line = batch->lines[taken % batch->line_count];
        rollout_play_round(batch->rollout, line, round, &batch->rollout->lines[line].rounds[round]);
    }
}

/* How many rounds the lines that are still in it have. */
static int rounds_played(const LudRollout *rollout)
{
    int most = 0;
    for (int i = 0; i < rollout->line_count; i++)
        most = rollout->lines[i].played > most ? rollout->lines[i].played : most;
    return most;
}

/* At which numbers of rounds it is decided whether to go on: always the same ones, so that neither
 * threads nor interruptions change the outcome. */
static int next_look(int rounds)
{
    int look = FIRST_LOOK;
    while (look <= rounds)
        look += (look + 3) / 4;
    return look;
}

/* As many rounds as keep all threads busy, but none beyond the next look. */
static LudStatus play_some(LudRollout *rollout, LudError *err)
{
    enum { ROUNDS_A_THREAD = 2 };
    Batch batch = {.rollout = rollout, .first = rounds_played(rollout)};
    for (int i = 0; i < rollout->line_count; i++) {
        if (!rollout->lines[i].is_left)
            batch.lines[batch.line_count++] = i;
    }
    int look = next_look(batch.first);
    int end = look < rollout->rounds_most ? look : rollout->rounds_most;
    int wanted = 1 + ROUNDS_A_THREAD * rollout->threads / batch.line_count;
    batch.count = batch.first + wanted < end ? wanted : end - batch.first;
    for (int i = 0; i < batch.line_count; i++) {
        if (!rollout_reserve(&rollout->lines[batch.lines[i]], batch.first + batch.count))
            return engine_no_memory(err);
    }
    base_workers_run(rollout->threads, play_batch, &batch);
    for (int i = 0; i < batch.line_count; i++)
        rollout->lines[batch.lines[i]].played = batch.first + batch.count;
    return LUD_OK;
}

/* -- when it is enough ---------------------------------------------------------------------------
 */

static int best_line(const LudRollout *rollout)
{
    int best = -1;
    for (int i = 0; i < rollout->line_count; i++) {
        const RolloutLine *line = &rollout->lines[i];
        if (!line->is_left &&
            (best < 0 || rollout_chance(line, rollout->side) >
                             rollout_chance(&rollout->lines[best], rollout->side)))
            best = i;
    }
    return best;
}

/* Leaves what is clearly worse than the best; true if only that one is left. */
static bool leave_worse(LudRollout *rollout)
{
    int best = best_line(rollout), left = 0;
    for (int i = 0; i < rollout->line_count; i++) {
        RolloutLine *line = &rollout->lines[i];
        double lead = 0;
        double error =
            i == best ? -1 : rollout_lead(&rollout->lines[best], line, rollout->side, &lead);
        if (!line->is_left && error >= 0 && lead > 0 && lead >= DECISIVE * error)
            line->is_left = true;
        left += line->is_left;
    }
    return rollout->line_count > 1 && left == rollout->line_count - 1;
}

static bool are_errors_small(const LudRollout *rollout)
{
    for (int i = 0; i < rollout->line_count; i++) {
        const RolloutLine *line = &rollout->lines[i];
        if (!line->is_left && !(rollout_error(line, rollout->side) <= rollout->until_error))
            return false;
    }
    return true;
}

/* Whether it is over after the rounds that were played. */
static LudRolloutEnd find_end(LudRollout *rollout)
{
    int rounds = rounds_played(rollout);
    bool is_look = rounds >= FIRST_LOOK && rounds == next_look(rounds - 1);
    if (is_look && rollout->until_decided && leave_worse(rollout))
        return LUD_ROLLOUT_DECIDED;
    if (is_look && rollout->until_error > 0 && are_errors_small(rollout))
        return LUD_ROLLOUT_ERROR;
    return rounds >= rollout->rounds_most ? LUD_ROLLOUT_ALL : LUD_ROLLOUT_OPEN;
}

LudStatus lud_rollout_run(LudRollout *rollout, LudRolloutWatch watch, void *context, LudError *err)
{
    rollout->end = find_end(rollout);
    while (rollout->end == LUD_ROLLOUT_OPEN) {
        LudStatus status = play_some(rollout, err);
        if (status != LUD_OK)
            return status;
        rollout->end = find_end(rollout);
        LudRolloutSums sums;
        if (!watch)
            continue;
        lud_rollout_sums(rollout, &sums);
        if (!watch(context, &sums))
            break;
    }
    return LUD_OK;
}
