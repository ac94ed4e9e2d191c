/* The commands at the prompt, in both languages. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/play/play_agree.h"
#include "cli/play/play_back.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_computer.h"
#include "cli/play/play_load.h"
#include "cli/play/play_save.h"
#include "cli/play/play_words.h"
#include "shell/columns.h"
#include "shell/terminal.h"

static void show_moves(Session *session, const char *operand)
{
    if (lud_play_turn(session->play) == LUD_OVER)
        words_say(_("The game is over."));
    else
        words_show_moves(session, operand);
}

static void show_board(Session *session, const char *operand)
{
    (void)operand;
    char position[LUD_STATE_TEXT];
    words_show_board(session);
    lud_play_rules(session->play)->game->text.state_print(lud_play_state(session->play), position);
    printf("%s: %s\n", _("Position"), position);
}

static void show_rules(Session *session, const char *operand)
{
    (void)operand;
    Style style = {.has_colour = session->style.colour, .has_unicode = session->style.unicode};
    rules_print(lud_play_rules(session->play), style);
}

static void quit(Session *session, const char *operand)
{
    (void)operand;
    session->end = SESSION_QUIT;
}

static void rematch(Session *session, const char *operand)
{
    (void)operand;
    if (lud_play_turn(session->play) != LUD_OVER) {
        words_say(_("First this game must end."));
        return;
    }
    session->wants_rematch = true;
}

static void help(Session *session, const char *operand)
{
    enum { NAMES_COLUMNS = 28, USUAL_EDGE = 79 };
    (void)operand;
    int right = terminal_columns() - 1 < USUAL_EDGE ? terminal_columns() - 1 : USUAL_EDGE;
    /* How moves are written is the first thing that a new player asks. */
    const char *notation = session->match.rules.game->text.notation;
    columns_fill(stdout, notation ? _(notation) : "", 0, 0, right);
    columns_fill(stdout,
                 _("The beginning of a move is enough if no other move begins so. On a terminal "
                   "Tab completes and the arrow keys go through earlier lines."),
                 0, 0, right);
    putchar('\n');
    bool is_spanish = strcmp(language_code(), "es") == 0;
    for (const PlayCommand *row = play_commands; row->english; row++) {
        char names[64];
        snprintf(names, sizeof names, "  %s%s%s (%s)", is_spanish ? row->spanish : row->english,
                 row->operand ? " " : "", row->operand ? _(row->operand) : "",
                 is_spanish ? row->english : row->spanish);
        columns_print(stdout, names, NAMES_COLUMNS);
        columns_fill(stdout, _(row->about), NAMES_COLUMNS, NAMES_COLUMNS, right);
    }
}

const PlayCommand play_commands[] = {
    {"moves", "jugadas", N_("[START]"), N_("list the legal moves, or those that begin so"),
     show_moves},
    {"show", "ver", NULL, N_("draw the board again, with the position in one line"), show_board},
    {"undo", "deshacer", "[N]",
     N_("take back to your last turn, or N turns, the computer's answers included; clocks are not "
        "turned back"),
     back_undo},
    {"redo", "rehacer", "[N]", N_("play again what was taken back"), back_redo},
    {"hint", "pista", NULL, N_("ask the computer for the best move, and why"), computer_hint},
    {"analyse", "analizar", "[N]", N_("the N best moves with their values and lines; usually 3"),
     computer_analyse},
    {"draw", "tablas", NULL,
     N_("offer a draw; everybody else must accept, and the computer never does"), agree_draw},
    {"finish", "terminar", NULL,
     N_("stop and divide what is left, where there is a score and all agree; the computer agrees "
        "only when the rules or its tables suggest it"),
     agree_finish},
    {"resign", "abandonar", NULL, N_("give up; with three sides the others play on"), agree_resign},
    {"save", "guardar", N_("[FILE]"),
     N_("save the game; without a name where it is found again. The file is brought up to date "
        "when the game ends or is left"),
     save_command},
    {"load", "cargar", N_("FILE"),
     N_("take up a saved game; the one on the table is saved elsewhere first"), load_command},
    {"rematch", "revancha", NULL, N_("after a game: play one more"), rematch},
    {"rules", "reglas", NULL, N_("print the rules of the game"), show_rules},
    {"help", "ayuda", NULL, N_("print this help"), help},
    {"quit", "salir", NULL, N_("leave; the game is saved"), quit},
    {NULL, NULL, NULL, NULL, NULL},
};
