/* Playing: moves, history, repetition. Ends that people bring about are in
 * play_end.c, moves as people write them in play_text.c. */
#include "core/play_object.h"

#include <stdlib.h>

#include "core/chance.h"
#include "core/result.h"

LudStatus play_no_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

/* -- history ---------------------------------------------------------------------------------- */

static bool grow(LudPlay *play)
{
    int capacity = play->capacity ? play->capacity * 2 : 256;
    size_t places = (size_t)capacity + 1;
    LudMove *ply = realloc(play->ply, places * sizeof *ply);
    if (ply)
        play->ply = ply;
    uint64_t *key = realloc(play->key, places * sizeof *key);
    if (key)
        play->key = key;
    int *epoch_start = realloc(play->epoch_start, places * sizeof *epoch_start);
    if (epoch_start)
        play->epoch_start = epoch_start;
    if (!ply || !key || !epoch_start)
        return false;
    play->capacity = capacity;
    return true;
}

bool play_reserve(LudPlay *play)
{
    /* A roll, a move, and the skipped turns of sides that are out. */
    enum { MOST_AT_ONCE = 4 };
    return play->length + MOST_AT_ONCE <= play->capacity || grow(play);
}

static void apply_ply(const LudGame *game, LudState *s, LudMove m)
{
    if (m == LUD_NO_MOVE)
        game->rules.skip(s);
    else
        game->rules.apply(s, m);
}

/* Notes the current position under index `length`. */
static inline void note_position(LudPlay *play)
{
    const LudGame *game = play->rules.game;
    int at = play->length;
    uint32_t epoch = game->rules.epoch ? game->rules.epoch(&play->state) : 0;
    play->epoch_start[at] = at > 0 && epoch == play->epoch ? play->epoch_start[at - 1] : at;
    play->epoch = epoch;
    play->key[at] = game->rules.key(&play->state);
    play->move_count = -1;
}

static int32_t *seen_slot(LudPlay *play)
{
    return &play->last_seen[play->key[play->length] % SEEN_SLOTS];
}

void lud_play_state_at(const LudPlay *play, int index, LudState *s)
{
    lud_state_copy(play->rules.game, s, &play->start);
    for (int i = 0; i < index; i++)
        apply_ply(play->rules.game, s, play->ply[i]);
}

/* Keys only suggest that two positions are the same; the positions themselves decide. */
static bool is_same_as(const LudPlay *play, int index)
{
    LudState earlier;
    lud_play_state_at(play, index, &earlier);
    return play->rules.game->rules.same(&earlier, &play->state);
}

int lud_play_occurrences(const LudPlay *play)
{
    const uint64_t key = play->key[play->length];
    int occurrences = 1;
    for (int i = play->epoch_start[play->length]; i < play->length; i++) {
        if (play->key[i] == key && is_same_as(play, i))
            occurrences++;
    }
    return occurrences;
}

/* -- the end ---------------------------------------------------------------------------------- */

/* Whether the current position has occurred as often as the game allows. Most have not occurred
 * before at all: then nothing with such a key was seen since the epoch began. */
static bool is_repeated(LudPlay *play)
{
    int32_t *slot = seen_slot(play);
    bool is_new = *slot < play->epoch_start[play->length];
    *slot = play->length;
    return !is_new && lud_play_occurrences(play) >= play->rules.game->rules.repetition_limit;
}

static void end_by_scores(LudPlay *play, LudReason reason, bool is_stopped)
{
    result_from_scores(play->rules.game, &play->state, reason, is_stopped, &play->result);
    play->turn = LUD_OVER;
}

/* Judges the current position by the rules, then by what only a game knows. Seeds that can only
 * circle come before repetition, as they would be the earlier end. */
static inline void judge(LudPlay *play)
{
    const LudGame *game = play->rules.game;
    const LudState *s = &play->state;
    play->is_ended_by_people = false;
    play->result.reason = LUD_REASON_NONE;
    play->turn = game->rules.turn(s);
    bool is_repetition = game->rules.repetition_limit > 0 && is_repeated(play);
    if (play->turn == LUD_OVER)
        end_by_scores(play, game->rules.reason(s), false);
    else if (game->rules.is_dead && game->rules.is_dead(s))
        end_by_scores(play, LUD_REASON_NO_CAPTURE, true);
    else if (is_repetition)
        end_by_scores(play, LUD_REASON_REPETITION, true);
}

int lud_play_turn(const LudPlay *play)
{
    return play->turn;
}

int lud_play_seat(const LudPlay *play)
{
    return play->turn == LUD_CHANCE ? play->rules.game->chance->roller(&play->state) : play->turn;
}

void lud_play_result(const LudPlay *play, LudResult *result)
{
    if (play->result.reason == LUD_REASON_NONE)
        lud_state_result(play->rules.game, &play->state, result);
    else
        *result = play->result;
}

/* -- beginning -------------------------------------------------------------------------------- */

LudStatus lud_play_new(LudPlay **play, const LudRules *rules, const LudState *start, LudError *err)
{
    LudPlay *made = calloc(1, sizeof *made);
    if (!made || !grow(made)) {
        lud_play_free(made);
        return play_no_memory(err);
    }
    made->rules = *rules;
    lud_play_restart(made, start);
    *play = made;
    return LUD_OK;
}

void lud_play_restart(LudPlay *play, const LudState *start)
{
    const LudGame *game = play->rules.game;
    if (start)
        lud_state_copy(game, &play->start, start);
    else
        lud_rules_start(&play->rules, &play->start);
    lud_state_copy(game, &play->state, &play->start);
    play->length = play->total = 0;
    play->clock = (Clock){0};
    play->has_drops = false;
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        play->drop[i].since = -1;
    memset(play->last_seen, -1, sizeof play->last_seen);
    note_position(play);
    judge(play);
}

void lud_play_free(LudPlay *play)
{
    if (!play)
        return;
    free(play->ply);
    free(play->key);
    free(play->epoch_start);
    free(play);
}

LudPlay *lud_play_copy(const LudPlay *play)
{
    LudPlay *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *play;
    copy->ply = NULL;
    copy->key = NULL;
    copy->epoch_start = NULL;
    copy->capacity = play->capacity / 2;
    if (!grow(copy)) {
        lud_play_free(copy);
        return NULL;
    }
    memcpy(copy->ply, play->ply, (size_t)play->total * sizeof *play->ply);
    memcpy(copy->key, play->key, ((size_t)play->length + 1) * sizeof *play->key);
    memcpy(copy->epoch_start, play->epoch_start,
           ((size_t)play->length + 1) * sizeof *play->epoch_start);
    return copy;
}

const LudRules *lud_play_rules(const LudPlay *play)
{
    return &play->rules;
}

const LudState *lud_play_state(const LudPlay *play)
{
    return &play->state;
}

const LudState *lud_play_start(const LudPlay *play)
{
    return &play->start;
}

LudStatus play_check_running(const LudPlay *play, LudError *err)
{
    if (play->result.reason == LUD_REASON_NONE)
        return LUD_OK;
    return lud_error_set(err, LUD_EOVER, "The game is over.", (char *)NULL);
}

/* -- moving ----------------------------------------------------------------------------------- */

static void list_moves(LudPlay *play)
{
    if (play->move_count >= 0)
        return;
    play->move_count =
        play->turn == LUD_OVER ? 0 : play->rules.game->rules.moves(&play->state, play->moves);
}

int lud_play_moves(LudPlay *play, const LudMove **list)
{
    list_moves(play);
    *list = play->moves;
    return play->move_count;
}

bool play_is_listed(const LudMove *list, int count, LudMove m)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* Plays a ply that is known to be legal and has room. It takes the place of anything that was taken
 * back, unless it is redone itself; then the clock was paid before. */
static inline void push(LudPlay *play, LudMove m, bool is_redo)
{
    int turn = play->turn;
    play->ply[play->length++] = m;
    apply_ply(play->rules.game, &play->state, m);
    if (!is_redo)
        play->total = play->length;
    note_position(play);
    judge(play);
    bool is_move = turn >= 0 && m != LUD_NO_MOVE;
    if (!is_redo && play->clock.is_set && is_move && play->turn != turn)
        clock_add_increment(&play->clock, turn);
}

void play_push(LudPlay *play, LudMove m)
{
    push(play, m, false);
}

void play_skip_dropped(LudPlay *play)
{
    int sides = play->rules.game->rules.sides(&play->state);
    for (;;) {
        int seat = lud_play_seat(play);
        if (seat < 0 || play->drop[seat % sides].since < 0)
            return;
        push(play, LUD_NO_MOVE, false);
    }
}

static bool is_legal(LudPlay *play, LudMove m)
{
    const LudGame *game = play->rules.game;
    if (game->rules.is_legal)
        return play->turn != LUD_OVER && game->rules.is_legal(&play->state, m);
    list_moves(play);
    return play_is_listed(play->moves, play->move_count, m);
}

LudStatus lud_play_move(LudPlay *play, LudMove m, LudError *err)
{
    if (!is_legal(play, m)) {
        if (play_check_running(play, err) != LUD_OK)
            return LUD_EOVER;
        return play_illegal(play->rules.game, &play->state, m, NULL, err);
    }
    if (!play_reserve(play))
        return play_no_memory(err);
    push(play, m, false);
    if (play->has_drops)
        play_skip_dropped(play);
    return LUD_OK;
}

LudStatus lud_play_roll(LudPlay *play, LudRandom *random, LudMove *outcome, LudError *err)
{
    if (lud_play_turn(play) != LUD_CHANCE)
        return lud_error_set(err, LUD_ENOTNOW, "There is nothing to roll for now.", (char *)NULL);
    if (!play_reserve(play))
        return play_no_memory(err);
    LudMove drawn = chance_draw(play->rules.game, &play->state, random);
    if (outcome)
        *outcome = drawn;
    push(play, drawn, false);
    return LUD_OK;
}

/* -- going back and forth --------------------------------------------------------------------- */

int lud_play_length(const LudPlay *play)
{
    return play->length;
}

int lud_play_redo_length(const LudPlay *play)
{
    return play->total - play->length;
}

const LudMove *lud_play_history(const LudPlay *play)
{
    return play->ply;
}

LudPly lud_play_ply(const LudPlay *play, int index)
{
    const LudGame *game = play->rules.game;
    LudState s;
    lud_play_state_at(play, index, &s);
    int turn = game->rules.turn(&s);
    return (LudPly){
        .move = play->ply[index],
        .seat = lud_active_seat(game, &s),
        .is_roll = turn == LUD_CHANCE && play->ply[index] != LUD_NO_MOVE,
    };
}

/* Back to position `index`, keeping what follows for redo. */
static void rewind_to(LudPlay *play, int index)
{
    const LudGame *game = play->rules.game;
    lud_play_state_at(play, index, &play->state);
    play->length = index;
    play->epoch = game->rules.epoch ? game->rules.epoch(&play->state) : 0;
    play->move_count = -1;
    judge(play);
}

/* The side that was dropped last, or -1. */
static int last_dropped(const LudPlay *play)
{
    int last = -1;
    for (int i = 0; i < LUD_MAX_SIDES; i++) {
        if (play->drop[i].since >= 0 && (last < 0 || play->drop[i].since >= play->drop[last].since))
            last = i;
    }
    return last;
}

LudStatus lud_play_undo(LudPlay *play, LudError *err)
{
    if (play->is_ended_by_people && play->result.reason != LUD_REASON_NONE) {
        if (play->result.culprit >= 0)
            play->drop[play->result.culprit % play->result.sides].since = -1;
        rewind_to(play, play->length);
        return LUD_OK;
    }
    int side = last_dropped(play), floor = side < 0 ? 0 : play->drop[side].since,
        back = play->length;
    while (back > floor && play->ply[back - 1] == LUD_NO_MOVE)
        back--;
    if (side >= 0 && back == floor) {
        /* What followed the drop can't be redone without it. */
        play->drop[side].since = -1;
        play->total = back;
        rewind_to(play, back);
        return LUD_OK;
    }
    if (back == 0)
        return lud_error_set(err, LUD_ENOTNOW, "There is nothing to take back.", (char *)NULL);
    rewind_to(play, back - 1);
    return LUD_OK;
}

LudStatus lud_play_redo(LudPlay *play, LudError *err)
{
    if (play->length == play->total || play->result.reason != LUD_REASON_NONE)
        return lud_error_set(err, LUD_ENOTNOW, "There is nothing to repeat.", (char *)NULL);
    do {
        push(play, play->ply[play->length], true);
    } while (play->length < play->total && play->ply[play->length] == LUD_NO_MOVE);
    return LUD_OK;
}
