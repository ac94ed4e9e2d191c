/* Ends that people bring about: giving up, agreeing, running out of time. */
#include "core/play_object.h"

#include "core/result.h"

/* Nothing that was taken back can be redone past such an end. */
static void end_by_people(LudPlay *play)
{
    play->is_ended_by_people = true;
    play->turn = LUD_OVER;
    play->total = play->length;
    play->move_count = -1;
}

static bool is_drop(LudReason reason)
{
    return reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
}

LudStatus lud_play_drop(LudPlay *play, int seat, LudReason reason, LudError *err)
{
    const LudGame *game = play->rules.game;
    const LudState *s = &play->state;
    LudStatus status = play_check_running(play, err);
    if (status != LUD_OK)
        return status;
    int sides = game->rules.sides(s), side = seat % sides, still_in = -1, count = 0;
    if (seat < 0 || seat >= game->rules.seats(s) || play->drop[side].since >= 0 || !is_drop(reason))
        return lud_error_set(err, LUD_ENOTNOW, "That player is not in the game.", (char *)NULL);
    if (!play_reserve(play))
        return play_no_memory(err);
    play->drop[side] = (Drop){play->length, seat, reason};
    play->has_drops = true;
    play->total = play->length;
    for (int i = 0; i < sides; i++) {
        if (play->drop[i].since < 0) {
            still_in = i;
            count++;
        }
    }
    if (count == 1) {
        result_from_winner(game, s, reason, still_in, &play->result);
        play->result.culprit = seat;
        end_by_people(play);
    } else {
        play_skip_dropped(play);
    }
    return LUD_OK;
}

int lud_play_out_since(const LudPlay *play, int seat, LudReason *reason)
{
    const LudGame *game = play->rules.game;
    if (seat < 0 || seat >= game->rules.seats(&play->state))
        return -1;
    const Drop *drop = &play->drop[seat % game->rules.sides(&play->state)];
    if (drop->since < 0)
        return -1;
    if (reason)
        *reason = drop->reason;
    return drop->since;
}

LudStatus lud_play_agree_draw(LudPlay *play, LudError *err)
{
    LudStatus status = play_check_running(play, err);
    if (status != LUD_OK)
        return status;
    result_from_winner(play->rules.game, &play->state, LUD_REASON_AGREED_DRAW, -1, &play->result);
    for (int i = 0; i < play->result.sides; i++) {
        if (play->drop[i].since >= 0)
            play->result.points[i] = 0;
    }
    end_by_people(play);
    return LUD_OK;
}

LudStatus lud_play_agree_finish(LudPlay *play, LudError *err)
{
    const LudGame *game = play->rules.game;
    LudStatus status = play_check_running(play, err);
    if (status != LUD_OK)
        return status;
    if (!game->rules.stop_score)
        return lud_error_set(err, LUD_ENOTNOW,
                             "In {1} there is nothing to divide: agree to a draw instead.",
                             game->name, (char *)NULL);
    /* Where the rules themselves suggest to finish, they also say how to divide. */
    bool is_offered = lud_play_offer(play) != LUD_OFFER_NONE;
    LudReason division = is_offered ? LUD_REASON_NO_CAPTURE : LUD_REASON_AGREED_FINISH;
    result_from_scores(game, &play->state, division, true, &play->result);
    play->result.reason = LUD_REASON_AGREED_FINISH;
    end_by_people(play);
    return LUD_OK;
}

LudOffer lud_play_offer(const LudPlay *play)
{
    const LudGame *game = play->rules.game;
    bool is_over = play->result.reason != LUD_REASON_NONE;
    return is_over || !game->rules.offer ? LUD_OFFER_NONE : game->rules.offer(&play->state);
}
