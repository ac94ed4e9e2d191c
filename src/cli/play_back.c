/* Taking back and repeating, always to a moment at which a person is asked. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/play_session.h"

static void touch(Session *session)
{
    session->is_board_shown = false;
    session->is_saved = false;
}

static bool is_on_time(const Session *session)
{
    LudResult result;
    lud_play_result(session->play, &result);
    return result.reason == LUD_REASON_TIME;
}

/* Takes back until a person is to move, the computer's answers included. In a game with dice the
 * roll of that turn stays, so that nobody throws again for a better one. */
void back_undo(Session *session, const char *operand)
{
    (void)operand;
    if (is_on_time(session)) {
        puts(_("The clock has decided: undo does not turn clocks back."));
        return;
    }
    LudError err;
    int steps = 0;
    do {
        if (lud_play_undo(session->play, &err) != LUD_OK)
            break;
        steps++;
    } while (!loop_waits_for_person(session));
    if (steps == 0) {
        words_show_error(&err);
        return;
    }
    if (!loop_waits_for_person(session)) {
        /* Only the computer has moved so far. */
        while (steps-- > 0)
            lud_play_redo(session->play, NULL);
        puts(_("There is no move of yours to take back."));
        return;
    }
    puts(_("Taken back."));
    touch(session);
}

void back_redo(Session *session, const char *operand)
{
    (void)operand;
    LudError err;
    int steps = 0;
    while (lud_play_redo(session->play, &err) == LUD_OK) {
        steps++;
        if (loop_waits_for_person(session))
            break;
    }
    if (steps == 0) {
        words_show_error(&err);
        return;
    }
    puts(_("Played again."));
    touch(session);
}
