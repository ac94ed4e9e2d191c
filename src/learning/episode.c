/* One game played by actions. */
#include <stdio.h>
#include <stdlib.h>

#include "learning/run.h"

struct LudEpisode {
    RunPlan plan;
    int count, capacity; /* of `history` */
    int32_t *history;
    Run *run;
};

static LudStatus no_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

/* -- life -------------------------------------------------------------------------------------- */

/* Makes an episode with room for a run, which is not begun. */
static LudEpisode *make(const RunPlan *plan, int capacity)
{
    LudEpisode *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    size_t size = run_size(plan), far_size = run_far_places(plan) * sizeof(RunPast);
    made->plan = *plan;
    made->count = 0;
    made->capacity = capacity;
    made->history = malloc((size_t)capacity * sizeof made->history[0]);
    made->run = aligned_alloc(RUN_ALIGNMENT, size);
    RunPast *far = far_size ? malloc(far_size) : NULL;
    if (!made->history || !made->run || (far_size && !far)) {
        free(far);
        free(made->run);
        free(made->history);
        free(made);
        return NULL;
    }
    made->run->far = far;
    return made;
}

LudStatus lud_episode_new(LudEpisode **episode, const LudRules *rules, const LudState *start,
                          int length, LudError *err)
{
    enum { ROOM = 128 };
    RunPlan plan;
    LudStatus status = run_plan(&plan, rules, start, length, err);
    if (status != LUD_OK)
        return status;
    LudEpisode *made = make(&plan, ROOM);
    if (!made)
        return no_memory(err);
    run_begin(&made->plan, made->run);
    *episode = made;
    return LUD_OK;
}

void lud_episode_free(LudEpisode *episode)
{
    if (!episode)
        return;
    free(episode->run->far);
    free(episode->run);
    free(episode->history);
    free(episode);
}

LudEpisode *lud_episode_copy(const LudEpisode *episode)
{
    LudEpisode *copy = make(&episode->plan, episode->capacity);
    if (!copy)
        return NULL;
    copy->count = episode->count;
    memcpy(copy->history, episode->history, (size_t)episode->count * sizeof copy->history[0]);
    run_copy(&episode->plan, copy->run, episode->run);
    return copy;
}

/* -- asking ------------------------------------------------------------------------------------ */

const LudRules *lud_episode_rules(const LudEpisode *episode)
{
    return &episode->plan.rules;
}

const LudSpace *lud_episode_space(const LudEpisode *episode)
{
    return &episode->plan.space;
}

const LudState *lud_episode_state(const LudEpisode *episode)
{
    return run_state_of(episode->run);
}

const LudState *lud_episode_start(const LudEpisode *episode)
{
    return &episode->plan.start;
}

const LudParts *lud_episode_parts(const LudEpisode *episode)
{
    return &episode->run->parts;
}

int lud_episode_turn(const LudEpisode *episode)
{
    return episode->run->turn;
}

int lud_episode_length_most(const LudEpisode *episode)
{
    return episode->plan.length;
}

bool lud_episode_is_truncated(const LudEpisode *episode)
{
    return episode->run->is_truncated;
}

int lud_episode_chances(const LudEpisode *episode, LudChance *list)
{
    if (episode->run->turn != LUD_CHANCE)
        return 0;
    return episode->plan.rules.game->chance->outcomes(run_state_of(episode->run), list);
}

void lud_episode_mask(const LudEpisode *episode, bool *mask)
{
    const Run *run = episode->run;
    if (run->turn >= 0)
        episode->plan.learning->mask(run_state_of(run), &run->parts, mask);
    else
        memset(mask, 0, (size_t)episode->plan.space.actions);
}

int lud_episode_actions(const LudEpisode *episode, int *list)
{
    if (episode->run->turn == LUD_CHANCE) {
        LudChance chances[LUD_MAX_CHANCES];
        int outcomes = lud_episode_chances(episode, chances);
        for (int i = 0; i < outcomes; i++)
            list[i] = i;
        return outcomes;
    }
    bool mask[LUD_MAX_ACTIONS];
    lud_episode_mask(episode, mask);
    int count = 0;
    for (int i = 0; i < episode->plan.space.actions; i++) {
        list[count] = i;
        count += mask[i];
    }
    return count;
}

void lud_episode_observe(const LudEpisode *episode, int seat, uint8_t *seen)
{
    const Run *run = episode->run;
    episode->plan.learning->observe(run_state_of(run), &run->parts, seat, seen);
}

const int32_t *lud_episode_history(const LudEpisode *episode, int *count)
{
    *count = episode->count;
    return episode->history;
}

void lud_episode_result(const LudEpisode *episode, LudResult *result)
{
    run_result(&episode->plan, episode->run, result);
}

/* -- acting ------------------------------------------------------------------------------------ */

static bool is_legal(const LudEpisode *episode, int action)
{
    const Run *run = episode->run;
    if (run->turn >= 0)
        return episode->plan.learning->is_action(run_state_of(run), &run->parts, action);
    LudChance chances[LUD_MAX_CHANCES];
    return action >= 0 && action < lud_episode_chances(episode, chances);
}

/* Says what would have been legal, as far as there is room. */
static LudStatus refuse(const LudEpisode *episode, int action, LudError *err)
{
    if (episode->run->turn == LUD_OVER)
        return lud_error_set(err, LUD_EOVER, "The game is over.", (char *)NULL);
    char number[16], legal[LUD_ERROR_ARG_BYTES];
    int list[LUD_MAX_ACTIONS], count = lud_episode_actions(episode, list);
    size_t length = 0;
    legal[0] = '\0';
    for (int i = 0; i < count && length + 16 < sizeof legal; i++)
        length +=
            (size_t)snprintf(legal + length, sizeof legal - length, i ? ", %d" : "%d", list[i]);
    snprintf(number, sizeof number, "%d", action);
    return lud_error_set(err, LUD_EILLEGAL, "Action {1} is not legal here. Legal: {2}", number,
                         legal, (char *)NULL);
}

static bool reserve(LudEpisode *episode)
{
    if (episode->count < episode->capacity)
        return true;
    int capacity = episode->capacity * 2;
    int32_t *history = realloc(episode->history, (size_t)capacity * sizeof history[0]);
    if (!history)
        return false;
    episode->history = history;
    episode->capacity = capacity;
    return true;
}

/* Takes what is known to be legal. */
static void take(LudEpisode *episode, int action)
{
    Run *run = episode->run;
    if (run->turn == LUD_CHANCE) {
        LudChance chances[LUD_MAX_CHANCES];
        lud_episode_chances(episode, chances);
        run_outcome(&episode->plan, run, chances[action].move);
    } else {
        run_act(&episode->plan, run, action);
    }
}

LudStatus lud_episode_act(LudEpisode *episode, int action, LudError *err)
{
    if (!is_legal(episode, action))
        return refuse(episode, action, err);
    if (!reserve(episode))
        return no_memory(err);
    episode->history[episode->count++] = action;
    take(episode, action);
    return LUD_OK;
}

static bool is_listed(const LudEpisode *episode, LudMove m)
{
    LudMove list[LUD_MAX_MOVES];
    int count = episode->plan.rules.game->rules.moves(run_state_of(episode->run), list);
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* The number of an outcome, which is one of those listed. */
static int outcome_number(const LudEpisode *episode, LudMove m)
{
    LudChance chances[LUD_MAX_CHANCES];
    int count = lud_episode_chances(episode, chances), number = 0;
    while (number < count - 1 && chances[number].move != m)
        number++;
    return number;
}

LudStatus lud_episode_move(LudEpisode *episode, LudMove m, LudError *err)
{
    const Run *run = episode->run;
    if (run->turn == LUD_OVER)
        return refuse(episode, 0, err);
    if (run->parts.count > 0)
        return lud_error_set(err, LUD_ENOTNOW, "A move has been begun; its parts come first.",
                             (char *)NULL);
    if (!is_listed(episode, m))
        return lud_error_set(err, LUD_EILLEGAL, "This move is not legal here.", (char *)NULL);
    if (run->turn == LUD_CHANCE)
        return lud_episode_act(episode, outcome_number(episode, m), err);
    int actions[LUD_MAX_PARTS];
    int count = episode->plan.learning->actions_of(run_state_of(run), m, actions);
    LudStatus status = LUD_OK;
    for (int i = 0; i < count && status == LUD_OK && run->turn != LUD_OVER; i++)
        status = lud_episode_act(episode, actions[i], err);
    return status;
}

LudStatus lud_episode_undo(LudEpisode *episode, LudError *err)
{
    if (episode->count == 0)
        return lud_error_set(err, LUD_ENOTNOW, "There is nothing to take back.", (char *)NULL);
    episode->count--;
    run_begin(&episode->plan, episode->run);
    for (int i = 0; i < episode->count; i++)
        take(episode, episode->history[i]);
    return LUD_OK;
}

LudStatus lud_episode_print(const LudEpisode *episode, int action, char *text, LudError *err)
{
    const LudGame *game = episode->plan.rules.game;
    const LudState *s = run_state_of(episode->run);
    if (!is_legal(episode, action))
        return refuse(episode, action, err);
    if (episode->run->turn == LUD_CHANCE) {
        LudChance chances[LUD_MAX_CHANCES];
        lud_episode_chances(episode, chances);
        game->text.move_print(s, chances[action].move, text);
    } else {
        episode->plan.learning->print(s, &episode->run->parts, action, text);
    }
    return LUD_OK;
}
