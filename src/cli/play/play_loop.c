/* Turn after turn until the game is over or somebody leaves. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play/play_agree.h"
#include "cli/play/play_clock.h"
#include "cli/play/play_computer.h"
#include "cli/play/play_dice.h"
#include "cli/play/play_input.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_save.h"
#include "cli/play/play_words.h"
#include "cli/words/reason_text.h"
#include "shell/columns.h"
#include "shell/terminal.h"

int loop_active_seat(const Session *session)
{
    return lud_play_seat(session->play);
}

Player *loop_player_at(Session *session, int seat)
{
    return &session->setup.player[lud_match_player_at(&session->match, seat)];
}

/* There is nothing to do but to pass. */
static bool is_turn_lost(const Session *session)
{
    const LudMove *list;
    if (lud_play_turn(session->play) < 0 || lud_play_moves(session->play, &list) != 1)
        return false;
    const LudGame *game = lud_play_rules(session->play)->game;
    return lud_story_is_pass(game, lud_play_state(session->play), list[0]);
}

bool loop_waits_for_person(Session *session)
{
    int turn = lud_play_turn(session->play);
    if (turn == LUD_CHANCE)
        return session->setup.asks_dice;
    return turn >= 0 && !loop_player_at(session, turn)->is_computer && !is_turn_lost(session);
}

/* Where every move has a time of its own, all begin anew once one was made. */
static void renew_clocks(Session *session)
{
    int length = lud_play_length(session->play);
    if (session->setup.increment_ms != CLOCK_RENEWED || length == session->timed_length)
        return;
    session->timed_length = length;
    for (int seat = 0; seat < session->match.players; seat++)
        lud_play_set_clock_ms(session->play, seat, session->setup.base_ms);
}

void loop_tell_time(Session *session)
{
    if (!session->play || !lud_play_has_clock(session->play))
        return;
    renew_clocks(session);
    lud_play_tell_time(session->play, terminal_now_ms());
}

/* -- asking ----------------------------------------------------------------------------------- */

/* When the flag of whoever is to move will fall; negative without a clock. */
static int64_t flag_ms(Session *session)
{
    if (!session->play || !lud_play_has_clock(session->play))
        return -1;
    loop_tell_time(session);
    int seat = loop_active_seat(session);
    return seat < 0 ? -1 : terminal_now_ms() + lud_play_clock_ms(session->play, seat);
}

/* A question that leaves too little room for the answer stands above it instead. */
static const char *fit_prompt(const char *prompt)
{
    enum { ANSWER_COLUMNS = 12 };
    if (!isatty(STDOUT_FILENO) || columns_of(prompt) + ANSWER_COLUMNS <= terminal_columns())
        return prompt;
    words_say(prompt);
    return "> ";
}

LineStatus loop_ask(Session *session, const char *prompt, const LineCompleter *completer,
                    const char **line)
{
    int seat = session->play ? loop_active_seat(session) : -1;
    prompt = fit_prompt(prompt);
    LineStatus status = line_read(&session->input, prompt, completer, flag_ms(session), line);
    if (status == LINE_SIGNAL)
        session->end = SESSION_SIGNAL;
    else if (ferror(stdout))
        session->end = SESSION_FAILED;
    else if (status == LINE_END)
        session->end = SESSION_INPUT_ENDED;
    loop_tell_time(session);
    if (status == LINE_TOO_LONG)
        words_say(_("That line is too long."));
    /* What was typed came too late for whoever typed it. */
    if (status == LINE_READ && session->play && loop_active_seat(session) != seat)
        status = LINE_TIMEOUT;
    return status;
}

/* 1 for yes, 0 for no, -1 for anything else, in either language. */
static int read_yes(const char *line)
{
    static const char *const yes[] = {"y", "yes", "s", "si", "sí", "SÍ"};
    while (*line == ' ')
        line++;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        if (strcasecmp(line, yes[i]) == 0)
            return 1;
    }
    return strcasecmp(line, "n") == 0 || strcasecmp(line, "no") == 0 ? 0 : -1;
}

bool loop_ask_yes(Session *session, const char *question)
{
    for (;;) {
        const char *line;
        LineStatus status = loop_ask(session, question, NULL, &line);
        if (session->end != SESSION_GOES_ON || status == LINE_TIMEOUT)
            return false;
        int answer = status == LINE_READ ? read_yes(line) : -1;
        if (answer >= 0)
            return answer == 1;
        words_say(_("Please answer yes or no."));
    }
}

/* -- turns ------------------------------------------------------------------------------------ */

/* In a game of three sides: who went out since the last look. */
static void tell_who_is_out(Session *session)
{
    for (int seat = 0; seat < session->match.players; seat++) {
        LudReason reason;
        bool is_out = lud_play_out_since(session->play, seat, &reason) >= 0;
        if (is_out && !session->is_out_told[seat]) {
            char text[REASON_BYTES];
            drop_text(lud_play_rules(session->play), seat, reason, text, sizeof text);
            char line[REASON_BYTES + 128];
            snprintf(line, sizeof line, _("%s The others play on."), text);
            words_say(line);
        }
        session->is_out_told[seat] = is_out;
    }
}

/* "Ana (Green), roll 8, 14:05> ": who, the roll to be played, the time left. */
static void make_prompt(const Session *session, char *prompt, size_t size)
{
    const LudGame *game = lud_play_rules(session->play)->game;
    const LudState *s = lud_play_state(session->play);
    int seat = loop_active_seat(session);
    char label[LABEL_BYTES], roll[LABEL_BYTES] = "", clock[LABEL_BYTES] = "";
    words_seat(session, seat, label);
    if (lud_play_turn(session->play) == LUD_CHANCE) {
        snprintf(roll, sizeof roll, "%s", _(", your dice"));
    } else if (game->chance) {
        char total[LUD_MOVE_TEXT];
        game->text.move_print(s, game->chance->rolled(s), total);
        snprintf(roll, sizeof roll, _(", roll %s"), total);
    }
    if (lud_play_has_clock(session->play))
        clock_text(lud_play_clock_ms(session->play, seat), clock);
    snprintf(prompt, size, "%s%s%s%s> ", label, roll, *clock ? ", " : "", clock);
}

static void ask_person(Session *session)
{
    char prompt[4 * LABEL_BYTES];
    const char *line;
    save_automatically(session);
    if (!session->is_board_shown)
        words_show_board(session);
    agree_tell_offer(session);
    loop_tell_time(session);
    if (!loop_waits_for_person(session))
        return;
    make_prompt(session, prompt, sizeof prompt);
    LineCompleter completer = {input_complete, session};
    if (loop_ask(session, prompt, &completer, &line) == LINE_READ &&
        session->end == SESSION_GOES_ON)
        input_take(session, line);
}

void loop_play(Session *session)
{
    while (session->end == SESSION_GOES_ON) {
        loop_tell_time(session);
        int turn = lud_play_turn(session->play);
        if (turn == LUD_OVER)
            return;
        tell_who_is_out(session);
        if (terminal_signal())
            session->end = SESSION_SIGNAL;
        else if (ferror(stdout))
            session->end = SESSION_FAILED;
        else if (loop_waits_for_person(session))
            ask_person(session);
        else if (turn == LUD_CHANCE)
            dice_roll(session);
        else
            computer_move(session, turn);
    }
}

bool loop_ask_after_end(Session *session, bool has_next)
{
    const char *prompt = has_next ? _("Enter for the next game, or a command> ")
                                  : _("Enter to leave, or a command> ");
    LineCompleter completer = {input_complete, session};
    while (session->end == SESSION_GOES_ON && !session->wants_rematch) {
        const char *line;
        if (loop_ask(session, prompt, &completer, &line) != LINE_READ)
            continue;
        if (!line[strspn(line, " ")])
            return false;
        const LudRecord *record = session->record;
        input_take_command(session, line);
        if (session->record != record || lud_play_turn(session->play) != LUD_OVER)
            return true;
    }
    return false;
}
