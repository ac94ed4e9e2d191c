/* Taking back and repeating, always to a moment at which a person is asked. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/play/play_back.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_words.h"
#include "shell/line_number.h"

static bool is_on_time(const Session *session)
{
    LudResult result;
    lud_play_result(session->play, &result);
    return result.reason == LUD_REASON_TIME;
}

/* How often: once if nothing is said. 0 after a message. */
static int read_times(const char *operand)
{
    enum { MOST_TIMES = 9999 };
    int times = 0;
    if (!*operand)
        return 1;
    const char *end = line_number(operand, MOST_TIMES, &times);
    if (end && !*end && times > 0)
        return times;
    words_say(_("After this command only a number can follow: how often."));
    return 0;
}

/* Takes back until a person is to move, the computer's answers included. In a game with dice the
 * roll of that turn stays, so that nobody throws again for a better one. */
static LudStatus undo_turn(Session *session, LudError *err)
{
    int steps = 0;
    do {
        if (lud_play_undo(session->play, err) != LUD_OK)
            break;
        steps++;
    } while (!loop_waits_for_person(session));
    if (steps == 0)
        return err->status;
    if (loop_waits_for_person(session))
        return LUD_OK;
    /* Only the computer has moved so far. */
    while (steps-- > 0)
        lud_play_redo(session->play, NULL);
    return lud_error_set(err, LUD_ENOTNOW, N_("There is no move of yours to take back."),
                         (char *)NULL);
}

/* Plays again up to the next moment at which a person is asked. */
static LudStatus redo_turn(Session *session, LudError *err)
{
    int steps = 0;
    while (lud_play_redo(session->play, err) == LUD_OK) {
        steps++;
        if (loop_waits_for_person(session))
            break;
    }
    return steps > 0 ? LUD_OK : err->status;
}

/* Repeats a step; says `once` or `often` (with the number), or why not even one was possible. */
static void repeat(Session *session, int times, LudStatus (*step)(Session *session, LudError *err),
                   const char *once, const char *often)
{
    LudError err;
    int done = 0;
    while (done < times && step(session, &err) == LUD_OK)
        done++;
    if (done == 0) {
        words_show_error(&err);
        return;
    }
    if (times == 1)
        words_say(once);
    else
        printf(often, done);
    session->is_board_shown = false;
    session->is_saved = false;
}

void back_undo(Session *session, const char *operand)
{
    int times = read_times(operand);
    if (is_on_time(session))
        words_say(_("The clock has decided: undo does not turn clocks back."));
    else if (times > 0)
        repeat(session, times, undo_turn, _("Taken back."), _("Turns taken back: %d.\n"));
}

void back_redo(Session *session, const char *operand)
{
    int times = read_times(operand);
    if (times > 0)
        repeat(session, times, redo_turn, _("Played again."), _("Turns played again: %d.\n"));
}
