/* Game after game: who sits where, who starts, the running score. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/play/play_computer.h"
#include "cli/play/play_dice.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_record.h"
#include "cli/play/play_save.h"
#include "cli/play/play_series.h"
#include "cli/play/play_setup.h"
#include "cli/play/play_words.h"
#include "shell/terminal.h"

void series_set_record(Session *session, LudRecord *record)
{
    if (session->record)
        lud_record_free(session->record);
    computer_forget(session);
    session->record = record;
    session->play = record ? lud_record_play(record) : NULL;
    session->is_board_shown = false;
    session->is_saved = false;
    session->is_save_failing = false;
    session->offer_told = LUD_OFFER_NONE;
    memset(session->is_out_told, 0, sizeof session->is_out_told);
}

bool series_keep_earlier(Session *session, const char *text)
{
    size_t used = session->earlier ? strlen(session->earlier) : 0, size = strlen(text);
    char *grown = realloc(session->earlier, used + size + 2);
    if (!grown)
        return false;
    memcpy(grown + used, text, size);
    memcpy(grown + used + size, "\n", 2);
    session->earlier = grown;
    return true;
}

bool series_has_person(const Session *session)
{
    for (int i = 0; i < session->match.players; i++) {
        if (!session->setup.player[i].is_computer)
            return true;
    }
    return false;
}

/* -- beginning a game ------------------------------------------------------------------------- */

void series_announce(const Session *session)
{
    const LudMatch *match = &session->match;
    char name[LUD_RULES_TEXT];
    /* The rules of this very game: in a series who starts may change. */
    lud_rules_print(lud_play_rules(session->play), name);
    printf("\n%s", _(match->rules.game->title));
    if (strchr(name, ':'))
        printf(" (%s)", name);
    if (session->setup.games > 1)
        printf(_(", game %d of %d"), match->games + 1, session->setup.games);
    putchar('\n');
    for (int player = 0; player < match->players; player++) {
        char label[LABEL_BYTES];
        if (!*session->setup.player[player].name)
            continue;
        words_seat(session, match->seat_of[player], label);
        printf("  %s", label);
        if (session->setup.player[player].is_computer) {
            char spec[LUD_PLAYER_TEXT];
            lud_player_spec_print(&session->setup.player[player].spec, spec);
            printf(", %s", spec);
        }
        putchar('\n');
    }
}

/* Who starts, where that is not always the same seat. */
static bool find_starter(Session *session)
{
    bool has_dice = session->match.rules.game->rules.starter == LUD_STARTER_ROLL_OFF;
    if (session->setup.has_position)
        return true;
    if (has_dice && session->setup.asks_dice && !dice_ask_starter(session))
        return false;
    if (has_dice && !session->setup.asks_dice)
        dice_show_roll_off(session);
    char label[LABEL_BYTES];
    words_seat(session, session->match.seat_of[session->match.starter], label);
    printf(_("%s starts.\n"), label);
    return true;
}

/* The rules and the start position of the coming game. */
static void set_up(const Session *session, LudRules *rules, LudState *start)
{
    lud_match_game(&session->match, rules, start);
    if (session->setup.has_position) {
        *rules = session->setup.rules;
        *start = session->setup.position;
    }
}

/* Puts the next game on the table. It is there before anybody is asked who starts, so that a series
 * can be saved even then. */
static bool deal(Session *session)
{
    LudRules rules;
    LudState start;
    LudPlay *play;
    LudError err;
    LudRecord *record = NULL;
    set_up(session, &rules, &start);
    if (lud_play_new(&play, &rules, &start, &err) == LUD_OK)
        record = lud_record_new(play);
    if (!record) {
        report_memory();
        session->end = SESSION_FAILED;
        return false;
    }
    series_set_record(session, record);
    series_announce(session);
    if (!find_starter(session))
        return false;
    set_up(session, &rules, &start);
    lud_play_restart(session->play, &start);
    if (session->setup.has_clock)
        lud_play_set_clock(session->play, session->setup.base_ms, session->setup.increment_ms,
                           terminal_now_ms());
    return true;
}

/* -- ending one ------------------------------------------------------------------------------- */

static bool has_next(const Session *session)
{
    return session->match.games + 1 < session->setup.games;
}

/* Puts the finished game aside and moves on to the next. */
static void turn_page(Session *session, const LudMatch *after, const LudRandom *random)
{
    char *text = record_describe(session) ? lud_record_write(session->record) : NULL;
    if (!text || !series_keep_earlier(session, text)) {
        report_memory();
        session->end = SESSION_FAILED;
    }
    free(text);
    session->match = *after;
    session->random = *random;
    series_set_record(session, NULL);
}

/* Shows how the game ended and what comes now; false when nothing does. The score is only written
 * down on leaving the game, because its end may still be taken back. */
static bool close_game(Session *session)
{
    LudResult result;
    lud_play_result(session->play, &result);
    LudMatch after = session->match;
    LudRandom random = session->random;
    lud_match_next(&after, &result, &random);
    words_show_board(session);
    words_show_result(session);
    if (session->setup.games > 1)
        words_show_score(session, &after);
    save_result(session);
    session->wants_rematch = false;
    if (series_has_person(session) && loop_ask_after_end(session, has_next(session)))
        return true;
    if (session->end != SESSION_GOES_ON)
        return false;
    if (session->wants_rematch && !has_next(session)) {
        session->setup.games = session->match.games + 2;
        setup_name_players(&session->setup); /* sides may change, names do not */
    }
    if (!has_next(session))
        return false;
    turn_page(session, &after, &random);
    return true;
}

/* -- leaving ---------------------------------------------------------------------------------- */

bool series_is_unfinished(const Session *session)
{
    return lud_play_turn(session->play) != LUD_OVER || has_next(session);
}

static int leave(Session *session)
{
    bool is_kept = !session->play || save_for_later(session);
    if (session->end == SESSION_SIGNAL)
        return 128 + terminal_signal();
    return is_kept && session->end != SESSION_FAILED ? EXIT_SUCCESS : EXIT_FAILURE;
}

int series_play(Session *session)
{
    bool goes_on = true, is_first = true;
    if (session->play)
        series_announce(session);
    while (goes_on && session->end == SESSION_GOES_ON) {
        if (!session->play && !deal(session))
            break;
        if (is_first)
            words_say(_("Type a move, or `help` to see what else there is."));
        is_first = false;
        loop_play(session);
        if (session->end == SESSION_GOES_ON)
            goes_on = close_game(session);
    }
    return leave(session);
}
