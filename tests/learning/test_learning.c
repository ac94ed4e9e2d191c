/* Actions, masks and what is seen against a reference that knows only notation and views, on
 * positions of random games by all rules; and episodes against games being played. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ref_learning.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

typedef struct Paths {
    int count;
    int length[LUD_MAX_MOVES];
    int action[LUD_MAX_MOVES][LUD_MAX_PARTS + 1];
    LudMove move[LUD_MAX_MOVES];
} Paths;

static bool begins_with(const Paths *paths, int i, const int *prefix, int count)
{
    return paths->length[i] >= count &&
           memcmp(paths->action[i], prefix, (size_t)count * sizeof prefix[0]) == 0;
}

static bool is_beginning_of_another(const Paths *paths, int i)
{
    for (int k = 0; k < paths->count; k++) {
        if (paths->length[k] > paths->length[i] &&
            begins_with(paths, k, paths->action[i], paths->length[i]))
            return true;
    }
    return false;
}

/* The paths of all legal moves. A move with which another one begins is ended by the last action.
 */
static void find_paths(const LudRules *rules, const LudState *s, const LudView *view,
                       const LudSpace *space, Paths *paths)
{
    bool needs_done[LUD_MAX_MOVES];
    paths->count = rules->game->rules.moves(s, paths->move);
    for (int i = 0; i < paths->count; i++) {
        char text[LUD_MOVE_TEXT];
        rules->game->text.move_print(s, paths->move[i], text);
        paths->length[i] = ref_learning_path(rules, view, text, paths->action[i]);
    }
    for (int i = 0; i < paths->count; i++)
        needs_done[i] = is_beginning_of_another(paths, i);
    for (int i = 0; i < paths->count; i++) {
        if (needs_done[i])
            paths->action[i][paths->length[i]++] = space->actions - 1;
    }
}

static void expect_mask(const LudRules *rules, const LudState *s, const LudSpace *space,
                        const Paths *paths, const LudParts *parts, const int *prefix, int *faults)
{
    static bool wanted[LUD_MAX_ACTIONS], found[LUD_MAX_ACTIONS];
    const LudGameLearning *learning = rules->game->learning;
    int count = parts->count;
    memset(wanted, 0, sizeof wanted);
    for (int i = 0; i < paths->count; i++) {
        if (begins_with(paths, i, prefix, count))
            wanted[paths->action[i][count]] = true;
    }
    learning->mask(s, parts, found);
    if (memcmp(wanted, found, (size_t)space->actions) != 0)
        tap_fault(faults, rules->game, s, "the mask after %d parts", count);
    for (int action = -2; action < space->actions + 2; action++) {
        bool is_legal = action >= 0 && action < space->actions && wanted[action];
        if (space->actions <= 64 && action >= 0 && action < 64 &&
            (learning->mask(s, parts, NULL) >> action & 1) != is_legal)
            tap_fault(faults, rules->game, s, "the bit of %d", action);
        if (learning->is_action(s, parts, action) != is_legal)
            tap_fault(faults, rules->game, s, "whether %d is an action", action);
    }
}

static void expect_seen(const LudRules *rules, const LudState *s, const LudView *view,
                        const LudSpace *space, const LudParts *parts, const int *prefix,
                        int *faults)
{
    static uint8_t wanted[LUD_MAX_SEEN], found[LUD_MAX_SEEN];
    for (int seat = 0; seat < view->seats; seat++) {
        ref_learning_seen(rules, view, prefix, parts->count, seat, wanted);
        rules->game->learning->observe(s, parts, seat, found);
        int size = lud_space_seen(space);
        if (memcmp(wanted, found, (size_t)size) != 0)
            tap_fault(faults, rules->game, s, "what seat %d sees after %d parts", seat,
                      parts->count);
        for (int i = 0; i < size; i++) {
            if (found[i] > space->most_seen)
                tap_fault(faults, rules->game, s, "a number above the most: %d", found[i]);
        }
    }
}

/* Takes the actions of one move, looking at what each of them shows. */
static void follow_path(const LudRules *rules, const LudState *s, const LudView *view,
                        const LudSpace *space, const Paths *paths, int chosen, int *faults)
{
    LudParts parts = {0};
    const int *path = paths->action[chosen];
    int length = paths->length[chosen], actions[LUD_MAX_PARTS] = {0};
    char text[LUD_ACTION_TEXT];
    int count = rules->game->learning->actions_of(s, paths->move[chosen], actions);
    if (count != length || memcmp(actions, path, (size_t)length * sizeof path[0]) != 0)
        tap_fault(faults, rules->game, s, "the actions of a move");
    if (length > space->parts)
        tap_fault(faults, rules->game, s, "more parts than there are");
    for (int i = 0; i < length; i++) {
        expect_mask(rules, s, space, paths, &parts, path, faults);
        expect_seen(rules, s, view, space, &parts, path, faults);
        int printed = rules->game->learning->print(s, &parts, path[i], text);
        if (printed != (int)strlen(text) || printed == 0)
            tap_fault(faults, rules->game, s, "the text of an action");
        LudMove m = lud_learning_take(rules->game->learning, s, &parts, path[i]);
        if (m != (i == length - 1 ? paths->move[chosen] : LUD_NO_MOVE))
            tap_fault(faults, rules->game, s, "the move that action %d completes", i);
    }
}

static void expect_position(const LudRules *rules, const LudState *s, const LudSpace *space,
                            LudRandom *random, int *faults)
{
    static Paths paths;
    static LudView view;
    lud_view(rules->game, s, &view);
    if (rules->game->rules.turn(s) < 0) {
        expect_seen(rules, s, &view, space, &(LudParts){0}, NULL, faults);
        return;
    }
    find_paths(rules, s, &view, space, &paths);
    int chosen = (int)lud_random_below(random, (uint32_t)paths.count);
    follow_path(rules, s, &view, space, &paths, chosen, faults);
}

/* -- episodes ---------------------------------------------------------------------------------- */

static void expect_same(const LudEpisode *episode, LudPlay *play, int *faults)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudState *s = lud_play_state(play);
    LudResult wanted, found;
    lud_play_result(play, &wanted);
    lud_episode_result(episode, &found);
    if (lud_episode_turn(episode) != lud_play_turn(play) || wanted.reason != found.reason)
        tap_fault(faults, game, s, "turn and reason of an episode");
    if (wanted.reason != LUD_REASON_NONE &&
        memcmp(wanted.points, found.points, sizeof wanted.points) != 0)
        tap_fault(faults, game, s, "the result of an episode");
    char one[LUD_STATE_TEXT], other[LUD_STATE_TEXT];
    game->text.state_print(s, one);
    game->text.state_print(lud_episode_state(episode), other);
    if (strcmp(one, other) != 0)
        tap_fault(faults, game, s, "the position of an episode: %s", other);
}

/* Takes back a few actions and takes them again. */
static void go_back_and_forth(LudEpisode *episode, LudRandom *random)
{
    int count, steps;
    const int32_t *history = lud_episode_history(episode, &count);
    int32_t kept[4];
    steps = (int)lud_random_below(random, count < 4 ? (uint32_t)count + 1 : 5);
    memcpy(kept, history + count - steps, (size_t)steps * sizeof kept[0]);
    for (int i = 0; i < steps; i++)
        assert(lud_episode_undo(episode, NULL) == LUD_OK);
    for (int i = 0; i < steps; i++)
        assert(lud_episode_act(episode, kept[i], NULL) == LUD_OK);
}

/* A random game, the same as episode and as game; the episode is now and then replaced by a copy.
 */
static int play_game(const LudRules *rules, const LudState *start, const LudSpace *space,
                     LudRandom *random, int *faults)
{
    LudEpisode *episode;
    LudPlay *play;
    int plies = 0;
    assert(lud_episode_new(&episode, rules, start, 100000, NULL) == LUD_OK);
    assert(lud_play_new(&play, rules, start, NULL) == LUD_OK);
    expect_same(episode, play, faults);
    while (lud_play_turn(play) != LUD_OVER && *faults == 0 && plies < 2000) {
        const LudMove *moves;
        LudMove m = LUD_NO_MOVE;
        if (lud_random_below(random, 4) == 0)
            expect_position(rules, lud_play_state(play), space, random, faults);
        int count = lud_play_moves(play, &moves);
        if (lud_play_turn(play) != LUD_CHANCE)
            m = moves[lud_random_below(random, (uint32_t)count)];
        if (m == LUD_NO_MOVE)
            lud_play_roll(play, random, &m, NULL);
        else
            lud_play_move(play, m, NULL);
        assert(lud_episode_move(episode, m, NULL) == LUD_OK);
        if (lud_random_below(random, 16) == 0) {
            LudEpisode *copy = lud_episode_copy(episode);
            lud_episode_free(episode);
            episode = copy;
            go_back_and_forth(episode, random);
        }
        expect_same(episode, play, faults);
        plies++;
    }
    expect_position(rules, lud_play_state(play), space, random, faults);
    lud_episode_free(episode);
    lud_play_free(play);
    return plies;
}

/* Games from the start, and from positions that random play seldom reaches. */
static void test_rules(const LudRules *rules, int plies)
{
    char text[LUD_RULES_TEXT];
    LudSpace space;
    LudRandom random;
    int faults = 0, played = 0, games = 0;
    lud_rules_print(rules, text);
    assert(lud_learning_space(rules, &space, NULL) == LUD_OK);
    lud_random_seed(&random, 17);
    while (played < plies && faults == 0) {
        LudState start;
        bool is_odd = games % 2 && odd_start(rules, &random, &start);
        played += 1 + play_game(rules, is_odd ? &start : NULL, &space, &random, &faults);
        games++;
    }
    tap_report(faults == 0, "%s: %d games, %d plies", text, games, played);
}

int main(int argc, char **argv)
{
    const LudGame *game = argc > 1 ? lud_game_find(argv[1]) : NULL;
    if (!game)
        return 1;
    if (!game->learning)
        return tap_skip("this game has no actions");
    tap_report(ref_learning_knows(game), "%s has a reference", game->name);
    static LudRules list[VARIANTS_MOST];
    int count = variants_list(game, list);
    for (int i = 0; i < count && ref_learning_knows(game); i++)
        test_rules(&list[i], tap_scaled(12000) / count);
    return tap_finish();
}
