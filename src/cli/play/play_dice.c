/* Dice: thrown by the program, or by the players themselves. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/play/play_dice.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_words.h"
#include "shell/line_number.h"

int dice_read_total(const char *line)
{
    int first = 0, second = 0;
    const char *at = line_number(line, 12, &first);
    if (!at)
        return 0;
    if (!*at)
        return first >= 2 ? first : 0;
    size_t gap = strspn(at, " +,");
    const char *end = gap > 0 ? line_number(at + gap, 6, &second) : NULL;
    bool are_dice = end && !*end && first >= 1 && first <= 6 && second >= 1;
    return are_dice ? first + second : 0;
}

void dice_roll(Session *session)
{
    int first = 1 + (int)lud_random_below(&session->random, 6);
    int second = 1 + (int)lud_random_below(&session->random, 6);
    char label[LABEL_BYTES], total[16];
    words_seat(session, loop_active_seat(session), label);
    printf(_("%s rolls %d and %d: %d.\n"), label, first, second, first + second);
    snprintf(total, sizeof total, "%d", first + second);
    LudError err;
    if (lud_play_move_text(session->play, total, &err) != LUD_OK) {
        words_show_error(&err);
        session->end = SESSION_FAILED;
    }
    session->is_saved = false;
}

void dice_show_roll_off(const Session *session)
{
    const LudRollOff *roll_off = &session->match.roll_off;
    int kept = roll_off->rounds < LUD_ROLL_OFF_ROUNDS ? roll_off->rounds : LUD_ROLL_OFF_ROUNDS;
    words_say(_("Who starts? Everyone throws the dice twice, the better throw counts:"));
    for (int round = 0; round < kept; round++) {
        if (round > 0)
            words_say(_("A tie: those who lead throw again."));
        for (int player = 0; player < roll_off->players; player++) {
            if (!roll_off->round[round].throws_again[player])
                continue;
            char label[LABEL_BYTES];
            const int *total = roll_off->round[round].total[player];
            words_seat(session, session->match.seat_of[player], label);
            printf(_("  %s: %d and %d\n"), label, total[0], total[1]);
        }
    }
}

bool dice_ask_starter(Session *session)
{
    words_say(_("Throw your dice twice each; whoever has the best throw starts."));
    for (;;) {
        for (int seat = 0; seat < session->match.players; seat++) {
            char label[LABEL_BYTES];
            words_seat(session, seat, label);
            words_show_choice(seat + 1, label);
        }
        const char *line;
        LineStatus status = loop_ask(session, _("Who starts? (number) "), NULL, &line);
        if (session->end != SESSION_GOES_ON)
            return false;
        int seat = 0;
        const char *end = status == LINE_READ ? line_number(line, LUD_MAX_SEATS, &seat) : NULL;
        if (end && !*end && seat >= 1 && seat <= session->match.players) {
            session->match.starter = lud_match_player_at(&session->match, seat - 1);
            return true;
        }
        words_say(_("Please type one of these numbers:"));
    }
}
