#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/draw/draw_parts.h"
#include "cli/play/play_clock.h"
#include "cli/play/play_words.h"
#include "cli/words/reason_text.h"
#include "shell/columns.h"
#include "shell/output.h"
#include "shell/terminal.h"

static const LudGame *game_of(const Session *session)
{
    return session->match.rules.game;
}

static int sides_of(const Session *session)
{
    LudState start;
    lud_rules_start(&session->match.rules, &start);
    return game_of(session)->rules.sides(&start);
}

void words_seat(const Session *session, int seat, char label[LABEL_BYTES])
{
    const char *name = session->setup.player[lud_match_player_at(&session->match, seat)].name;
    const char *side = side_name(game_of(session), seat % sides_of(session));
    if (!*name)
        seat_name(&session->match.rules, seat, label, LABEL_BYTES);
    else if (session->match.players > sides_of(session)) /* partners share the side's name */
        snprintf(label, LABEL_BYTES, "%s (%s %d)", name, side, seat + 1);
    else
        snprintf(label, LABEL_BYTES, "%s (%s)", name, side);
    lud_text_clean(label, strlen(label)); /* names may come from a record */
}

/* A player's name, or the name of the side it plays now. */
static void name_player(const Session *session, int player, char label[LABEL_BYTES])
{
    if (*session->setup.player[player].name)
        output_shown(session->setup.player[player].name, label, LABEL_BYTES);
    else
        words_seat(session, session->match.seat_of[player], label);
}

/* -- board and moves -------------------------------------------------------------------------- */

/* The position before the last move, rolls and skipped turns aside; NULL if there was none. */
static const LudState *position_before(const Session *session, LudState *before)
{
    for (int at = lud_play_length(session->play) - 1; at >= 0; at--) {
        LudPly ply = lud_play_ply(session->play, at);
        if (ply.is_roll || ply.move == LUD_NO_MOVE)
            continue;
        lud_play_state_at(session->play, at, before);
        return before;
    }
    return NULL;
}

static void show_clocks(const Session *session)
{
    DrawStyle style = {.columns = terminal_columns()};
    int at = 0;
    for (int seat = 0; seat < session->match.players; seat++) {
        char label[LABEL_BYTES], clock[LABEL_BYTES];
        words_seat(session, seat, label);
        clock_text(lud_play_clock_ms(session->play, seat), clock);
        draw_place(stdout, &style, &at, columns_of(label) + 1 + columns_of(clock));
        printf("%s %s", label, clock);
    }
    putchar('\n');
}

static void show_out(const Session *session)
{
    for (int seat = 0; seat < session->match.players; seat++) {
        if (lud_play_out_since(session->play, seat, NULL) >= 0) {
            char label[LABEL_BYTES];
            words_seat(session, seat, label);
            printf(_("  %s: out of the game\n"), label);
        }
    }
}

void words_show_board(Session *session)
{
    LudState before;
    DrawStyle style = session->style;
    style.columns = terminal_columns();
    style.before = style.colour ? position_before(session, &before) : NULL;
    putchar('\n');
    draw_board(stdout, game_of(session), lud_play_state(session->play), style);
    if (sides_of(session) > 2)
        show_out(session);
    if (lud_play_has_clock(session->play))
        show_clocks(session);
    session->is_board_shown = true;
}

void words_say(const char *text)
{
    if (isatty(STDOUT_FILENO))
        columns_fill(stdout, text, 0, 0, terminal_columns() - 1);
    else
        puts(text);
}

void words_show_choice(int number, const char *text)
{
    enum { MARGIN = 5 };
    printf("  %d  ", number);
    if (isatty(STDOUT_FILENO))
        columns_fill(stdout, text, MARGIN, MARGIN, terminal_columns() - 1);
    else
        puts(text);
}

void words_show_error(const LudError *err)
{
    char text[2048];
    report_text(err, text, sizeof text);
    words_say(text);
}

/* One more line on a move: what a game has to say of it. */
static void show_detail(const char *message, const char *filled)
{
    char line[2 * LABEL_BYTES];
    if (!message)
        return;
    report_filled(line, sizeof line, message, filled, NULL);
    printf("  %s\n", line);
}

/* What a move did that is easily missed on the board, and what else its game says of it. */
static void show_consequences(const Session *session, int ply, const LudState *before,
                              const char *label)
{
    LudEvent events[LUD_MAX_EVENTS];
    int count = lud_story_of_ply(session->play, ply, events), pieces[LUD_EVENT_COUNT] = {0};
    for (int i = 0; i < count; i++)
        pieces[events[i].kind] += events[i].count;
    for (int kind = 0; kind < LUD_EVENT_COUNT; kind++) {
        char number[16];
        snprintf(number, sizeof number, "%d", pieces[kind]);
        show_detail(lud_story_consequence(game_of(session), (LudEventKind)kind, pieces[kind]),
                    number);
    }
    show_detail(lud_story_aside(game_of(session), before, lud_play_ply(session->play, ply).move),
                label);
}

/* Why a turn was lost: what the roll asked for was not to be done. */
static void show_lost_turn(const Session *session, const LudState *before, const char *label)
{
    const LudGame *game = game_of(session);
    char roll[LUD_MOVE_TEXT] = "", line[2 * LABEL_BYTES];
    const char *why = lud_story_why_pass(game, before);
    LudMove rolled = game->chance ? game->chance->rolled(before) : LUD_NO_MOVE;
    if (rolled != LUD_NO_MOVE)
        game->text.move_print(before, rolled, roll);
    report_filled(line, sizeof line, why ? why : N_("{1} has to pass."), label, roll);
    words_say(line);
}

void words_show_last_move(const Session *session)
{
    for (int at = lud_play_length(session->play) - 1; at >= 0; at--) {
        LudPly ply = lud_play_ply(session->play, at);
        if (ply.move == LUD_NO_MOVE)
            continue;
        LudState before;
        char label[LABEL_BYTES], move[LUD_MOVE_TEXT];
        lud_play_state_at(session->play, at, &before);
        game_of(session)->text.move_print(&before, ply.move, move);
        words_seat(session, ply.seat, label);
        if (ply.is_roll)
            printf(_("%s rolls %s.\n"), label, move);
        else if (lud_story_is_pass(game_of(session), &before, ply.move))
            show_lost_turn(session, &before, label);
        else
            printf(_("%s plays %s.\n"), label, move);
        show_consequences(session, at, &before, label);
        return;
    }
}

void words_show_moves(Session *session, const char *start)
{
    enum { MOST_SHOWN = 120 };
    const LudMove *list;
    int count = lud_play_moves(session->play, &list), found = 0, column = 0;
    int width = terminal_columns();
    for (int i = 0; i < count; i++) {
        char move[LUD_MOVE_TEXT];
        int size = game_of(session)->text.move_print(lud_play_state(session->play), list[i], move);
        if (strncasecmp(move, start, strlen(start)) != 0 || ++found > MOST_SHOWN)
            continue;
        if (column > 0 && column + 2 + size > width) {
            putchar('\n');
            column = 0;
        }
        column += printf("  %s", move);
    }
    if (column > 0)
        putchar('\n');
    if (found > MOST_SHOWN)
        printf(n_("  and %d more\n", "  and %d more\n", (unsigned long)(found - MOST_SHOWN)),
               found - MOST_SHOWN);
}

/* -- results ---------------------------------------------------------------------------------- */

/* The names of those who play for a side, if they have any. */
static void side_players(const Session *session, int side, char label[LABEL_BYTES])
{
    label[0] = '\0';
    for (int seat = side; seat < session->match.players; seat += sides_of(session)) {
        const char *name = session->setup.player[lud_match_player_at(&session->match, seat)].name;
        size_t used = strlen(label);
        if (*name)
            snprintf(label + used, LABEL_BYTES - used, "%s%s", used ? " + " : "", name);
    }
    lud_text_clean(label, strlen(label));
}

void words_show_result(const Session *session)
{
    LudResult result;
    char text[REASON_BYTES], names[LABEL_BYTES] = "";
    lud_play_result(session->play, &result);
    reason_text(lud_play_rules(session->play), &result, text, sizeof text);
    words_say(text);
    int winner = lud_result_winner(&result);
    if (winner >= 0)
        side_players(session, winner, names);
    if (*names)
        printf(_("Winner: %s\n"), names);
}

static void print_half(char *text, size_t size, int halves)
{
    snprintf(text, size, halves % 2 ? "%d.5" : "%d", halves / 2);
}

void words_show_score(const Session *session, const LudMatch *match)
{
    char line[LUD_MAX_SEATS * (LABEL_BYTES + 32) + 256], half[2][32];
    size_t used = (size_t)snprintf(
        line, 128, n_("Score after %d game:", "Score after %d games:", (unsigned long)match->games),
        match->games);
    for (int player = 0; player < match->players; player++) {
        char label[LABEL_BYTES];
        name_player(session, player, label);
        print_half(half[0], sizeof half[0], match->half_points[player]);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s %s: %s",
                                 player > 0 ? "," : "", label, half[0]);
    }
    if (lud_game_has_score(match->rules.game) && match->score[0] + match->score[1] > 0) {
        print_half(half[0], sizeof half[0], match->score[0]);
        print_half(half[1], sizeof half[1], match->score[1]);
        snprintf(line + used, sizeof line - used, " (%s %s-%s)",
                 _(match->rules.game->rules.score_word), half[0], half[1]);
    }
    words_say(line);
}
