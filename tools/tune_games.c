#include "tune_games.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/tuning.h"

enum {
    EVEN_CHOICES = 6, /* moves compared in a late opening */
    LATE_TRIES = 100
};

/* One game in progress. */
typedef struct Session {
    const GamesPlan *plan;
    const LudGame *game;
    const LudGame *judge; /* the same, with the weights that make openings even */
    LudPlay *play;
    LudRandom random;
    uint64_t *past; /* keys of the earlier positions since the epoch began */
    int past_count;
} Session;

static bool session_begin(Session *session, const GamesPlan *plan, const LudGame *judge)
{
    *session = (Session){.plan = plan, .game = plan->rules->game, .judge = judge};
    int most = plan->ply_limit > plan->random_most ? plan->ply_limit : plan->random_most;
    most = plan->late_most > most ? plan->late_most : most;
    session->past = calloc((size_t)most + 1, sizeof *session->past);
    if (session->past && lud_play_new(&session->play, plan->rules, NULL, NULL) == LUD_OK)
        return true;
    fprintf(stderr, "tune: out of memory\n");
    free(session->past);
    return false;
}

static void session_end(Session *session)
{
    lud_play_free(session->play);
    free(session->past);
}

static void make_move(Session *session, LudMove m)
{
    const LudGame *game = session->game;
    LudState before = *lud_play_state(session->play);
    if (lud_play_move(session->play, m, NULL) != LUD_OK) {
        fprintf(stderr, "tune: a player's move is not legal\n");
        exit(EXIT_FAILURE);
    }
    const LudState *after = lud_play_state(session->play);
    if (game->rules.epoch && game->rules.epoch(&before) != game->rules.epoch(after))
        session->past_count = 0;
    else
        session->past[session->past_count++] = game->rules.key(&before);
}

static LudMove any_move(Session *session)
{
    const LudMove *list;
    int count = lud_play_moves(session->play, &list);
    return list[lud_random_below(&session->random, (uint32_t)count)];
}

/* Of a few moves at random the one after which the sides stand most alike. */
static LudMove even_move(Session *session)
{
    const LudGame *judge = session->judge;
    const LudState *s = lud_play_state(session->play);
    LudMove best = LUD_NO_MOVE;
    int side = judge->rules.turn(s) % judge->rules.sides(s), least = INT_MAX;
    for (int i = 0; i < EVEN_CHOICES; i++) {
        LudMove m = any_move(session);
        LudState next;
        lud_state_copy(judge, &next, s);
        judge->rules.apply(&next, m);
        int value = abs(player_judge(judge, &next, side));
        if (value < least) {
            least = value;
            best = m;
        }
    }
    return best;
}

static int draw_between(Session *session, int least, int most)
{
    return least + (int)lud_random_below(&session->random, (uint32_t)(most - least + 1));
}

/* Sets up the opening of game `index`: some moves at random; in late openings such that neither
 * side gets far ahead, and once more from the start if the game is over too soon. */
static void play_opening(Session *session, int index)
{
    const GamesPlan *plan = session->plan;
    lud_random_seed(&session->random, plan->seed * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)index);
    bool is_late = plan->late_percent > 0 && draw_between(session, 0, 99) < plan->late_percent;
    int tries = is_late ? LATE_TRIES : 1;
    do {
        lud_play_restart(session->play, NULL);
        session->past_count = 0;
        int plies = is_late ? draw_between(session, plan->late_least, plan->late_most)
                            : draw_between(session, plan->random_least, plan->random_most);
        while (plies > 0 && lud_play_turn(session->play) != LUD_OVER) {
            if (lud_play_turn(session->play) == LUD_CHANCE) {
                lud_play_roll(session->play, &session->random, NULL, NULL);
            } else {
                make_move(session, is_late ? even_move(session) : any_move(session));
                plies--;
            }
        }
    } while (--tries > 0 && lud_play_turn(session->play) == LUD_OVER);
}

/* -- collecting positions ---------------------------------------------------------------------- */

static bool is_noisy(const LudGame *game, const LudState *s, LudMove m)
{
    static LudMove list[LUD_MAX_MOVES];
    LudNotes notes;
    if (!lud_judging(game)->noisy)
        return false;
    if (lud_judging(game)->notes_begin)
        lud_judging(game)->notes_begin(s, &notes);
    int count = lud_judging(game)->noisy(s, &notes, list);
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

static bool is_kept(const Session *session, const LudState *s, const Choice *choice)
{
    switch (session->plan->keep) {
    case KEEP_OPEN:
        return !choice->is_proven;
    case KEEP_ALL:
        return true;
    default:
        return !choice->is_proven && !is_noisy(session->game, s, choice->move);
    }
}

/* With two sides one view tells all; with three, each side's is another sample. The side is noted
 * in `result` until the game is over. */
static void add_sample(Session *session, const LudState *s, int value, Samples *samples)
{
    const LudTuning *tuning = lud_judging(session->game)->tuning;
    int sides = session->game->rules.sides(s);
    int turn = session->game->rules.turn(s);
    int views = sides == 2 ? 1 : sides;
    LudNotes notes;
    if (lud_judging(session->game)->notes_begin)
        lud_judging(session->game)->notes_begin(s, &notes);
    for (int view = 0; view < views; view++) {
        int side =
            sides == 2 ? (turn == LUD_CHANCE ? session->game->chance->roller(s) : turn) % 2 : view;
        int32_t features[LUD_MAX_FEATURES];
        tuning->features(s, &notes, side, features);
        Sample *sample = samples_add(samples, features, tuning->count);
        sample->result = (float)side;
        sample->value = value;
    }
}

/* Plays on from the opening; false if it takes too long. */
static bool play_on(Session *session, Player *player, Samples *samples)
{
    const LudGame *game = session->game;
    while (lud_play_turn(session->play) != LUD_OVER) {
        const LudState *s = lud_play_state(session->play);
        if (lud_play_length(session->play) >= session->plan->ply_limit)
            return false;
        if (lud_play_turn(session->play) == LUD_CHANCE) {
            add_sample(session, s, NO_VALUE, samples);
            lud_play_roll(session->play, &session->random, NULL, NULL);
            continue;
        }
        Choice choice =
            player_choose(player, s, session->past, session->past_count, &session->random);
        if (!game->chance && is_kept(session, s, &choice))
            add_sample(session, s, choice.is_proven ? NO_VALUE : choice.value, samples);
        if ((int)lud_random_below(&session->random, 1000) < session->plan->slip_permille)
            choice.move = any_move(session);
        make_move(session, choice.move);
    }
    return true;
}

static void count_result(const LudResult *result, GamesTally *tally)
{
    int winner = lud_result_winner(result);
    tally->games++;
    if (winner < 0)
        tally->draws++;
    else
        tally->wins[winner]++;
}

bool games_collect(const GamesPlan *plan, const Weights *weights, Samples *samples,
                   GamesTally *tally)
{
    Session session;
    Player player;
    LudGame patched;
    LudRules rules = *plan->rules;
    *tally = (GamesTally){0};
    if (weights) {
        weights_install(plan->rules->game, weights, 0, &patched);
        rules.game = &patched;
    }
    if (!session_begin(&session, plan, rules.game))
        return false;
    if (!player_begin(&player, &rules, &plan->limits)) {
        session_end(&session);
        return false;
    }
    for (int game = 0; game < plan->games; game++) {
        uint32_t first = samples->count, first_term = samples->terms;
        play_opening(&session, game);
        player_forget(&player);
        if (!play_on(&session, &player, samples)) {
            samples->count = first;
            samples->terms = first_term;
            tally->unfinished++;
            continue;
        }
        LudResult result;
        lud_play_result(session.play, &result);
        count_result(&result, tally);
        tally->plies += (uint64_t)lud_play_length(session.play);
        for (uint32_t i = first; i < samples->count; i++) {
            samples->sample[i].result = (float)result.points[(int)samples->sample[i].result] / 2;
            samples->sample[i].is_held_out = game % 10 == 9;
        }
    }
    player_end(&player);
    session_end(&session);
    return true;
}

/* -- duels ------------------------------------------------------------------------------------- */

/* Plays one game in which side `first` is the first player's and the others' are the second's. */
static void play_duel(Session *session, Player *player, int first, Duel *duel)
{
    while (lud_play_turn(session->play) != LUD_OVER &&
           lud_play_length(session->play) < session->plan->ply_limit) {
        const LudState *s = lud_play_state(session->play);
        int turn = lud_play_turn(session->play);
        if (turn == LUD_CHANCE) {
            lud_play_roll(session->play, &session->random, NULL, NULL);
            continue;
        }
        Player *mover = &player[turn % session->game->rules.sides(s) != first];
        Choice choice =
            player_choose(mover, s, session->past, session->past_count, &session->random);
        make_move(session, choice.move);
    }
    LudResult result;
    lud_play_result(session->play, &result);
    int winner = result.reason == LUD_REASON_NONE ? -1 : lud_result_winner(&result);
    duel->games++;
    duel->wins += winner == first;
    duel->draws += winner < 0;
    duel->losses += winner >= 0 && winner != first;
}

bool games_duel(const GamesPlan *plan, const Weights weights[WEIGHTS_SETS], Duel *duel)
{
    Session session;
    Player player[WEIGHTS_SETS];
    LudGame patched[WEIGHTS_SETS];
    *duel = (Duel){0};
    if (!session_begin(&session, plan, plan->rules->game))
        return false;
    for (int set = 0; set < WEIGHTS_SETS; set++) {
        LudRules rules = *plan->rules;
        weights_install(plan->rules->game, &weights[set], set, &patched[set]);
        rules.game = &patched[set];
        if (!player_begin(&player[set], &rules, &plan->limits)) {
            session_end(&session);
            return false;
        }
    }
    int sides = session.game->rules.sides(lud_play_state(session.play));
    for (int game = 0; game < plan->games; game++) {
        play_opening(&session, game / sides);
        player_forget(&player[0]);
        player_forget(&player[1]);
        play_duel(&session, player, game % sides, duel);
    }
    player_end(&player[0]);
    player_end(&player[1]);
    session_end(&session);
    return true;
}
