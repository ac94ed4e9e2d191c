/* What a typed line means: a move, the beginning of one, or a command. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/cli.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_dice.h"
#include "cli/play/play_input.h"
#include "cli/play/play_words.h"

enum { SHORTEST_COMMAND = 2 }; /* single letters are left to moves */

/* -- moves ------------------------------------------------------------------------------------ */

static bool try_move(Session *session, const char *word, LudError *err)
{
    if (lud_play_move_text(session->play, word, err) != LUD_OK)
        return false;
    words_show_last_move(session);
    session->is_board_shown = false;
    session->is_saved = false;
    return true;
}

/* How many legal moves begin so, whatever the case of letters; `found` gets the last of them. */
static int count_moves(Session *session, const char *start, LudMove *found)
{
    const LudMove *list;
    int count = lud_play_moves(session->play, &list), matches = 0;
    const LudGame *game = lud_play_rules(session->play)->game;
    size_t length = strlen(start);
    for (int i = 0; i < count; i++) {
        char move[LUD_MOVE_TEXT];
        game->text.move_print(lud_play_state(session->play), list[i], move);
        if (strncasecmp(move, start, length) != 0)
            continue;
        *found = list[i];
        if (strcasecmp(move, start) == 0)
            return 1;
        matches++;
    }
    return matches;
}

/* Plays the one legal move that begins so, or lists the several. */
static bool try_beginning(Session *session, const char *start)
{
    LudMove found = LUD_NO_MOVE;
    int matches = count_moves(session, start, &found);
    if (matches == 0)
        return false;
    if (matches > 1) {
        words_say(_("Several moves begin so:"));
        words_show_moves(session, start);
        return true;
    }
    char move[LUD_MOVE_TEXT];
    LudError err;
    const LudGame *game = lud_play_rules(session->play)->game;
    game->text.move_print(lud_play_state(session->play), found, move);
    if (!try_move(session, move, &err))
        words_show_error(&err);
    return true;
}

/* -- commands --------------------------------------------------------------------------------- */

static bool begins(const char *name, const char *word, size_t length)
{
    return strncasecmp(name, word, length) == 0;
}

static bool is_name(const char *name, const char *word, size_t length)
{
    return begins(name, word, length) && name[length] == '\0';
}

/* What people type who know other programs. */
static const char *usual_name(const char *word, size_t length)
{
    static const char *const names[][2] = {
        {"exit", "quit"}, {"q", "quit"}, {"bye", "quit"}, {"?", "help"}, {"h", "help"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_name(names[i][0], word, length))
            return names[i][1];
    }
    return NULL;
}

static const PlayCommand *named_command(const char *word, size_t length)
{
    const char *usual = usual_name(word, length);
    if (usual) {
        word = usual;
        length = strlen(usual);
    }
    for (const PlayCommand *row = play_commands; row->english; row++) {
        if (is_name(row->english, word, length) || is_name(row->spanish, word, length))
            return row;
    }
    return NULL;
}

/* How many commands a word begins; `found` gets the last of them. */
static int count_commands(const char *word, size_t length, const PlayCommand **found)
{
    int count = 0;
    for (const PlayCommand *row = play_commands; row->english; row++) {
        if (begins(row->english, word, length) || begins(row->spanish, word, length)) {
            *found = row;
            count++;
        }
    }
    return count;
}

static void list_commands(const char *word, size_t length)
{
    fputs(_("Several commands begin so:"), stdout);
    for (const PlayCommand *row = play_commands; row->english; row++) {
        if (begins(row->english, word, length))
            printf(" %s", row->english);
        if (begins(row->spanish, word, length))
            printf(" %s", row->spanish);
    }
    putchar('\n');
}

/* Runs the command that the line begins with; with `is_exact` only if it is written out. */
static bool try_command(Session *session, const char *line, bool is_exact)
{
    size_t length = strcspn(line, " ");
    const PlayCommand *command = named_command(line, length);
    if (!command && (is_exact || length < SHORTEST_COMMAND))
        return false;
    int count = command ? 1 : count_commands(line, length, &command);
    if (count == 0)
        return false;
    if (count > 1) {
        list_commands(line, length);
        return true;
    }
    const char *operand = line + length;
    operand += strspn(operand, " ");
    if (*operand && !command->operand) {
        char text[LABEL_BYTES];
        snprintf(text, sizeof text, _("`%.*s` stands alone: nothing can follow it."),
                 (int)(length < 32 ? length : 32), line);
        words_say(text);
        return true;
    }
    command->run(session, operand);
    return true;
}

/* -- lines ------------------------------------------------------------------------------------ */

/* Copies a line without the spaces around it. */
static void trim(const char *line, char trimmed[LINE_BYTES])
{
    line += strspn(line, " ");
    snprintf(trimmed, LINE_BYTES, "%s", line);
    size_t length = strlen(trimmed);
    while (length > 0 && trimmed[length - 1] == ' ')
        trimmed[--length] = '\0';
}

static void take_roll(Session *session, const char *line, int total)
{
    char word[16];
    LudError err;
    snprintf(word, sizeof word, "%d", total);
    if (!try_move(session, total ? word : line, &err))
        words_show_error(&err);
}

void input_take(Session *session, const char *line)
{
    char word[LINE_BYTES];
    LudError err;
    trim(line, word);
    if (!*word) {
        words_say(_("Type a move, `moves` to see them all, or `help`."));
        return;
    }
    bool is_roll = lud_play_turn(session->play) == LUD_CHANCE;
    int total = is_roll ? dice_read_total(word) : 0;
    if (total) {
        take_roll(session, word, total);
        return;
    }
    if (try_command(session, word, true) || try_move(session, word, &err) ||
        (!is_roll && try_beginning(session, word)) || try_command(session, word, false))
        return;
    if (is_roll)
        words_say(_("Type what the dice show: the total, 2 to 12, or both dice, as in 3 5."));
    else
        words_show_error(&err);
    words_say(_("`moves` lists the legal moves, `help` the commands."));
}

void input_take_command(Session *session, const char *line)
{
    char word[LINE_BYTES];
    trim(line, word);
    if (!try_command(session, word, true) && !try_command(session, word, false))
        words_say(_("The game is over. `help` lists the commands."));
}

void input_complete(void *context, const char *typed, FILE *words)
{
    Session *session = context;
    size_t length = strlen(typed);
    const LudMove *list;
    int count = lud_play_moves(session->play, &list);
    const LudGame *game = lud_play_rules(session->play)->game;
    for (int i = 0; i < count; i++) {
        char move[LUD_MOVE_TEXT];
        game->text.move_print(lud_play_state(session->play), list[i], move);
        if (begins(move, typed, length))
            fprintf(words, "%s\n", move);
    }
    bool is_spanish = strcmp(language_code(), "es") == 0;
    for (const PlayCommand *row = play_commands; row->english; row++) {
        const char *usual = is_spanish ? row->spanish : row->english;
        const char *other = is_spanish ? row->english : row->spanish;
        if (begins(usual, typed, length))
            fprintf(words, "%s%s\n", usual, row->operand ? " " : "");
        else if (length > 0 && begins(other, typed, length))
            fprintf(words, "%s%s\n", other, row->operand ? " " : "");
    }
}
