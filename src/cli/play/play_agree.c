/* What ends a game by the will of the players. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/play/play_agree.h"
#include "cli/play/play_computer.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_words.h"
#include "cli/words/reason_text.h"

static void end_with(Session *session, LudStatus status, const LudError *err)
{
    if (status != LUD_OK) {
        words_show_error(err);
        return;
    }
    session->is_board_shown = false;
    session->is_saved = false;
}

/* Dice of the computer may be asked of a person, who then still can't speak for it. */
static bool is_own_turn(Session *session)
{
    int seat = loop_active_seat(session);
    if (seat < 0 || !loop_player_at(session, seat)->is_computer)
        return true;
    words_say(_("It is the computer's turn: wait for yours."));
    return false;
}

void agree_resign(Session *session, const char *operand)
{
    (void)operand;
    LudError err;
    int seat = loop_active_seat(session);
    if (!is_own_turn(session))
        return;
    end_with(session, lud_play_drop(session->play, seat, LUD_REASON_RESIGNED, &err), &err);
}

/* Asks everyone else who is still in the game, by a question with a place for a name and maybe one
 * for `detail`. The computer agrees only if `computer_agrees`. */
static bool do_all_agree(Session *session, const char *question, const char *detail,
                         bool computer_agrees)
{
    int asker = loop_active_seat(session);
    for (int seat = 0; seat < session->match.players; seat++) {
        if (seat == asker || lud_play_out_since(session->play, seat, NULL) >= 0)
            continue;
        char label[LABEL_BYTES], line[LABEL_BYTES + 256];
        words_seat(session, seat, label);
        if (loop_player_at(session, seat)->is_computer) {
            if (!computer_agrees) {
                printf(_("%s declines.\n"), label);
                return false;
            }
            printf(_("%s agrees.\n"), label);
            continue;
        }
        snprintf(line, sizeof line, question, label, detail);
        if (!loop_ask_yes(session, line)) {
            if (session->end == SESSION_GOES_ON && lud_play_turn(session->play) != LUD_OVER)
                words_say(_("No agreement: the game goes on."));
            return false;
        }
    }
    return true;
}

static bool is_running(const Session *session)
{
    if (lud_play_turn(session->play) != LUD_OVER)
        return true;
    words_say(_("The game is over."));
    return false;
}

void agree_draw(Session *session, const char *operand)
{
    (void)operand;
    LudError err;
    if (is_running(session) && is_own_turn(session) &&
        do_all_agree(session, _("%s, do you accept a draw? (yes/no) "), "", false))
        end_with(session, lud_play_agree_draw(session->play, &err), &err);
}

void agree_finish(Session *session, const char *operand)
{
    (void)operand;
    LudError err;
    if (!is_running(session) || !is_own_turn(session))
        return;
    /* Where nothing can be divided the library says so; there is no point in asking first. */
    const LudRules *rules = lud_play_rules(session->play);
    const char *rest = finish_text(rules, lud_play_offer(session->play) != LUD_OFFER_NONE);
    bool is_offered = computer_offer(session) != LUD_OFFER_NONE;
    if (!rules->game->rules.stop_score ||
        do_all_agree(session, _("%s, do you agree to stop? %s (yes/no) "), rest, is_offered))
        end_with(session, lud_play_agree_finish(session->play, &err), &err);
}

void agree_tell_offer(Session *session)
{
    char text[REASON_BYTES];
    LudOffer offer = computer_offer(session);
    if (offer == session->offer_told)
        return;
    session->offer_told = offer;
    if (offer == LUD_OFFER_NONE)
        return;
    offer_text(lud_play_rules(session->play), offer,
               _("`finish` stops the game if you both agree."), text, sizeof text);
    words_say(text);
}
