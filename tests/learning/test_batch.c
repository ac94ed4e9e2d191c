/* Batches against episodes that take the same actions, whatever the number of threads; and what is
 * refused. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

#include <ludoteca/learning.h>

enum { GAMES = 301, LENGTH = 150 };

typedef struct Shown {
    LudBatchArrays arrays;
    int actions, seen, seats;
} Shown;

static Shown make_shown(const LudBatch *batch)
{
    const LudSpace *space = lud_batch_space(batch);
    Shown shown = {
        .actions = space->actions, .seen = lud_space_seen(space), .seats = lud_batch_seats(batch)};
    shown.arrays = (LudBatchArrays){.legal = calloc(GAMES, (size_t)shown.actions),
                                    .seen = calloc(GAMES, (size_t)shown.seen),
                                    .reward = calloc(GAMES, (size_t)shown.seats * sizeof(float)),
                                    .done = calloc(GAMES, 1),
                                    .truncated = calloc(GAMES, 1),
                                    .player = calloc(GAMES, sizeof(int32_t))};
    return shown;
}

static void free_shown(Shown *shown)
{
    free(shown->arrays.legal);
    free(shown->arrays.seen);
    free(shown->arrays.reward);
    free(shown->arrays.done);
    free(shown->arrays.truncated);
    free(shown->arrays.player);
}

static LudBatch *make_batch(const LudRules *rules, int threads)
{
    LudBatch *batch;
    LudBatchOptions options = {
        .size = sizeof options, .count = GAMES, .threads = threads, .seed = 7, .length = LENGTH};
    assert(lud_batch_new(&batch, rules, &options, NULL) == LUD_OK);
    return batch;
}

static bool is_same(const Shown *a, const Shown *b)
{
    return memcmp(a->arrays.legal, b->arrays.legal, GAMES * (size_t)a->actions) == 0 &&
           memcmp(a->arrays.seen, b->arrays.seen, GAMES * (size_t)a->seen) == 0 &&
           memcmp(a->arrays.reward, b->arrays.reward, GAMES * (size_t)a->seats * sizeof(float)) ==
               0 &&
           memcmp(a->arrays.done, b->arrays.done, GAMES) == 0 &&
           memcmp(a->arrays.truncated, b->arrays.truncated, GAMES) == 0 &&
           memcmp(a->arrays.player, b->arrays.player, GAMES * sizeof(int32_t)) == 0;
}

static int64_t draw_action(const Shown *shown, int game, LudRandom *random)
{
    int legal[LUD_MAX_ACTIONS], count = 0;
    for (int i = 0; i < shown->actions; i++) {
        legal[count] = i;
        count += shown->arrays.legal[(size_t)game * (size_t)shown->actions + (size_t)i];
    }
    return count ? legal[lud_random_below(random, (uint32_t)count)] : -1;
}

/* The outcome of the dice that leads to what the batch shows. */
static void follow_dice(LudEpisode *episode, const LudBatch *batch, int game)
{
    const LudGame *rules = lud_episode_rules(episode)->game;
    LudChance chances[LUD_MAX_CHANCES];
    int count = lud_episode_chances(episode, chances);
    LudMove rolled = count ? rules->chance->rolled(lud_batch_state(batch, game)) : LUD_NO_MOVE;
    for (int i = 0; i < count; i++) {
        if (chances[i].move == rolled)
            assert(lud_episode_act(episode, i, NULL) == LUD_OK);
    }
}

static bool shows_end(const Shown *shown, int game, const LudEpisode *episode)
{
    const LudBatchArrays *arrays = &shown->arrays;
    LudResult result;
    lud_episode_result(episode, &result);
    bool is_right = arrays->done[game] == (lud_episode_turn(episode) == LUD_OVER) &&
                    arrays->truncated[game] == lud_episode_is_truncated(episode);
    for (int seat = 0; seat < shown->seats; seat++)
        is_right &=
            arrays->reward[game * shown->seats + seat] == lud_learning_reward(&result, seat);
    return is_right;
}

static bool shows_turn(const Shown *shown, int game, const LudEpisode *episode)
{
    static bool mask[LUD_MAX_ACTIONS];
    static uint8_t seen[LUD_MAX_SEEN];
    int turn = lud_episode_turn(episode);
    if (turn < 0 || shown->arrays.player[game] != turn)
        return false;
    lud_episode_mask(episode, mask);
    lud_episode_observe(episode, turn, seen);
    return memcmp(mask, shown->arrays.legal + (size_t)game * (size_t)shown->actions,
                  (size_t)shown->actions) == 0 &&
           memcmp(seen, shown->arrays.seen + (size_t)game * (size_t)shown->seen,
                  (size_t)shown->seen) == 0;
}

/* An episode that does what a game of the batch did. */
static bool follow(LudEpisode **episode, const LudBatch *batch, const Shown *shown, int game,
                   int64_t action)
{
    assert(lud_episode_act(*episode, (int)action, NULL) == LUD_OK);
    if (lud_episode_turn(*episode) == LUD_CHANCE)
        follow_dice(*episode, batch, game);
    bool is_right = shows_end(shown, game, *episode);
    if (lud_episode_turn(*episode) == LUD_OVER) {
        LudRules rules = *lud_episode_rules(*episode);
        lud_episode_free(*episode);
        assert(lud_episode_new(episode, &rules, NULL, LENGTH, NULL) == LUD_OK);
        follow_dice(*episode, batch, game);
    }
    return is_right && shows_turn(shown, game, *episode);
}

static void test_rules(const char *text, int steps)
{
    LudRules rules = variants_rules(text);
    LudBatch *one = make_batch(&rules, 1), *three = make_batch(&rules, 3);
    Shown shown = make_shown(one), other = make_shown(three);
    LudEpisode *episodes[GAMES];
    LudRandom random;
    int64_t actions[GAMES];
    bool is_same_game = true, is_right = true;
    int ended = 0;
    lud_random_seed(&random, 3);
    lud_batch_reset(one, 11, &shown.arrays);
    lud_batch_reset(three, 11, &other.arrays);
    for (int i = 0; i < GAMES; i++) {
        assert(lud_episode_new(&episodes[i], &rules, NULL, LENGTH, NULL) == LUD_OK);
        follow_dice(episodes[i], one, i);
    }
    for (int step = 0; step < steps && is_right && is_same_game; step++) {
        for (int i = 0; i < GAMES; i++)
            actions[i] = draw_action(&shown, i, &random);
        assert(lud_batch_step(one, actions, &shown.arrays, NULL) == LUD_OK);
        assert(lud_batch_step(three, actions, &other.arrays, NULL) == LUD_OK);
        is_same_game = is_same(&shown, &other);
        for (int i = 0; i < GAMES; i++) {
            is_right &= follow(&episodes[i], one, &shown, i, actions[i]);
            ended += shown.arrays.done[i];
        }
    }
    tap_report(is_right, "%s: a batch plays as episodes do, %d games", text, ended);
    tap_report(is_same_game, "%s: the same games with three threads", text);
    for (int i = 0; i < GAMES; i++)
        lud_episode_free(episodes[i]);
    free_shown(&shown);
    free_shown(&other);
    lud_batch_free(one);
    lud_batch_free(three);
}

/* A wrong action is named, and nothing has happened then. */
static void test_refusal(void)
{
    LudRules rules = variants_rules("oware");
    LudBatch *batch = make_batch(&rules, 2);
    Shown before = make_shown(batch), after = make_shown(batch);
    LudError err;
    char text[200];
    int64_t actions[GAMES] = {0};
    static const int64_t wrong[] = {-1, 6, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    bool is_refused = true;
    lud_batch_reset(batch, 1, &before.arrays);
    for (int i = 0; i < 5; i++) {
        actions[20] = wrong[i];
        actions[30] = wrong[i];
        is_refused &= lud_batch_step(batch, actions, &after.arrays, &err) == LUD_EILLEGAL;
        lud_error_text(&err, NULL, text, sizeof text);
        is_refused &= strstr(text, "in game 20;") != NULL;
    }
    tap_report(is_refused, "illegal actions are refused by name");
    lud_batch_reset(batch, 1, &after.arrays);
    tap_report(is_same(&before, &after), "and change nothing");
    LudBatchOptions options = {.size = sizeof options, .count = 0};
    tap_report(lud_batch_new(&batch, &rules, &options, &err) == LUD_EUSAGE, "an empty batch");
    options = (LudBatchOptions){.count = 1};
    tap_report(lud_batch_new(&batch, &rules, &options, &err) == LUD_EUSAGE, "no size");
    options = (LudBatchOptions){.size = sizeof options, .count = 1, .length = -1};
    tap_report(lud_batch_new(&batch, &rules, &options, &err) == LUD_EUSAGE, "no length");
    free_shown(&before);
    free_shown(&after);
}

int main(void)
{
    for (int i = 0; rows_sample(ROWS_ALL, i); i++) {
        LudRules rules = variants_rules(rows_sample(ROWS_ALL, i));
        if (rules.game->learning)
            test_rules(rows_sample(ROWS_ALL, i), tap_scaled(900));
    }
    test_refusal();
    return tap_finish();
}
