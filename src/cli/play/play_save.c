/* Saving the game on the table: by hand, as it goes, and when it ends or is left. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play/play_file.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_record.h"
#include "cli/play/play_save.h"
#include "cli/play/play_series.h"
#include "cli/play/play_words.h"
#include "shell/output.h"
#include "shell/terminal.h"

/* All games of the series so far, the current one last, for free(). */
static char *whole_text(Session *session)
{
    if (!record_describe(session) ||
        lud_record_set_tag(session->record, SAVE_SOURCE_TAG, SAVE_SOURCE_NAME, NULL) != LUD_OK)
        return NULL;
    char *current = lud_record_write(session->record);
    if (!current)
        return NULL;
    size_t earlier = session->earlier ? strlen(session->earlier) : 0, size = strlen(current) + 1;
    char *text = malloc(earlier + size);
    if (text) {
        if (earlier > 0)
            memcpy(text, session->earlier, earlier);
        memcpy(text + earlier, current, size);
    }
    lud_free(current);
    return text;
}

static bool write_to(Session *session, const char *path)
{
    char *text = whole_text(session);
    terminal_admit_signals(true);
    int status = text ? output_save(path, text, strlen(text), true) : report_memory();
    terminal_admit_signals(false);
    free(text);
    return status == EXIT_SUCCESS;
}

/* The file that the game lives in, or "". */
static const char *home_path(const Session *session)
{
    return *session->setup.save_path ? session->setup.save_path : session->own_path;
}

/* Writes the game where it lives; one that has no file yet gets one in the directory for them. */
static bool save_at_home(Session *session)
{
    char made[PATH_BYTES];
    const char *path = home_path(session);
    if (!*path) {
        session->is_save_failing =
            file_new_path(session->match.rules.game->name, made) != EXIT_SUCCESS;
        if (session->is_save_failing)
            return false;
        path = made;
    }
    session->is_save_failing = !write_to(session, path);
    if (session->is_save_failing) {
        if (path == made)
            unlink(made);
        return false;
    }
    session->is_saved = true;
    if (path == made)
        memcpy(session->own_path, made, sizeof made);
    return true;
}

void save_automatically(Session *session)
{
    /* One complaint is enough; leaving the program tries once more. */
    if (*home_path(session) && !session->is_checkpoint && !session->is_saved &&
        !session->is_save_failing)
        save_at_home(session);
}

/* -- saying where ----------------------------------------------------------------------------- */

static bool has_odd_character(const char *path)
{
    for (; *path; path++) {
        bool is_plain = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') ||
                        (*path >= '0' && *path <= '9') || strchr("/._-+,:@%", *path);
        if (!is_plain)
            return true;
    }
    return false;
}

/* The path as a shell takes it. */
static void print_quoted(FILE *out, const char *path)
{
    if (!has_odd_character(path)) {
        fputs(path, out);
        return;
    }
    char shown[PATH_BYTES];
    fputc('\'', out);
    for (path = output_shown(path, shown, sizeof shown); *path; path++) {
        if (*path == '\'')
            fputs("'\\''", out);
        else
            fputc(*path, out);
    }
    fputc('\'', out);
}

static void print_finished_place(Session *session, FILE *out)
{
    char shown[PATH_BYTES];
    fprintf(out, _("The record of the game is in %s\n"),
            output_shown(home_path(session), shown, sizeof shown));
}

static void print_place(Session *session, FILE *out)
{
    const char *path = home_path(session);
    char shown[PATH_BYTES];
    if (!series_is_unfinished(session)) {
        print_finished_place(session, out);
        return;
    }
    fprintf(out, _("The game is saved in %s\n"), output_shown(path, shown, sizeof shown));
    fputs(_("To go on with it: "), out);
    fputs("ludoteca play --load ", out);
    print_quoted(out, path);
    fputc('\n', out);
}

static void print_record(Session *session, FILE *out)
{
    char *text = whole_text(session);
    fprintf(out, "%s\n", _("The game could not be saved."));
    if (text) {
        fprintf(out, "%s\n\n",
                _("This is the record of the game; copy it into a file to keep it:"));
        output_document(out, text, strlen(text));
        fputc('\n', out);
    }
    free(text);
}

/* To standard output, or where nobody reads that any more, to standard error. */
static void tell(Session *session, void (*print)(Session *session, FILE *out))
{
    print(session, stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        print(session, stderr);
}

/* -- a game that ends or is left -------------------------------------------------------------- */

static bool is_untouched(const Session *session)
{
    return lud_play_length(session->play) == 0 && !session->earlier && !*session->setup.save_path;
}

/* What computers play with each other needs no file if the seed brings it back: if no one's moves
 * depend on time or on how threads happen to run. */
static bool is_repeatable(const Session *session)
{
    if (series_has_person(session) || lud_play_has_clock(session->play))
        return false;
    for (int i = 0; i < session->match.players; i++) {
        const LudPlayerSpec *spec = &session->setup.player[i].spec;
        if (spec->kind == LUD_PLAYER_MAX || spec->kind == LUD_PLAYER_MCTS)
            return false;
    }
    return true;
}

void save_result(Session *session)
{
    bool had_home = *home_path(session);
    if (session->is_saved || is_untouched(session) || (!had_home && is_repeatable(session)))
        return;
    session->is_checkpoint = false;
    if (save_at_home(session) && !had_home)
        tell(session, print_finished_place);
}

/* A finished game was told about when it ended. */
static bool needs_no_word(const Session *session)
{
    if (series_is_unfinished(session))
        return false;
    return session->is_saved || is_untouched(session) ||
           (!*home_path(session) && is_repeatable(session));
}

bool save_for_later(Session *session)
{
    if (needs_no_word(session))
        return true;
    if (is_untouched(session)) {
        words_say(_("No move was made, so there is nothing to save."));
        return true;
    }
    if (session->is_saved && !*home_path(session)) {
        words_say(_("Nothing was played since the game was loaded, so there is nothing to save."));
        return true;
    }
    if (!session->is_saved && !save_at_home(session)) {
        tell(session, print_record);
        return false;
    }
    tell(session, print_place);
    return true;
}

bool save_before_loading(Session *session, const char *loaded)
{
    if (session->is_saved || is_untouched(session))
        return true;
    char save_path[PATH_BYTES], own_path[PATH_BYTES];
    memcpy(save_path, session->setup.save_path, sizeof save_path);
    memcpy(own_path, session->own_path, sizeof own_path);
    /* A file saved by hand is there to be loaded again, too. */
    if (session->is_checkpoint || file_is_same(home_path(session), loaded)) {
        session->setup.save_path[0] = '\0';
        session->own_path[0] = '\0';
    }
    if (save_for_later(session))
        return true;
    memcpy(session->setup.save_path, save_path, sizeof save_path);
    memcpy(session->own_path, own_path, sizeof own_path);
    return false;
}

/* -- by hand ---------------------------------------------------------------------------------- */

/* Nobody but us is there to take quotes away and to expand the tilde. */
bool save_typed_path(const char *typed, char path[PATH_BYTES])
{
    const char *home = getenv("HOME");
    size_t length = strlen(typed);
    bool is_quoted =
        length >= 2 && (typed[0] == '"' || typed[0] == '\'') && typed[length - 1] == typed[0];
    typed += is_quoted;
    length -= is_quoted ? 2 : 0;
    bool is_home = !is_quoted && typed[0] == '~' && typed[1] == '/' && home;
    size_t prefix = is_home ? strlen(home) : 0;
    typed += is_home;
    length -= is_home;
    if (prefix + length >= PATH_BYTES || length == 0) {
        words_say(length ? _("That name is too long.") : _("That is no name for a file."));
        return false;
    }
    memcpy(path, home ? home : "", prefix);
    memcpy(path + prefix, typed, length);
    path[prefix + length] = '\0';
    return true;
}

static bool may_replace(Session *session, const char *path)
{
    char question[PATH_BYTES + 128], shown[PATH_BYTES];
    snprintf(question, sizeof question, _("%s exists. Replace it? (yes/no) "),
             output_shown(path, shown, sizeof shown));
    return loop_ask_yes(session, question);
}

static void tell_saved(const char *path)
{
    char shown[PATH_BYTES];
    printf(_("Saved in %s\n"), output_shown(path, shown, sizeof shown));
}

/* With --save the named file is a copy; without, the game lives in it from now on. */
void save_command(Session *session, const char *operand)
{
    char path[PATH_BYTES];
    struct stat info;
    if (!*operand) {
        if (save_at_home(session))
            tell_saved(home_path(session));
        return;
    }
    if (!save_typed_path(operand, path))
        return;
    if (strcmp(path, "-") == 0) {
        words_say(_("That is no name for a file."));
        return;
    }
    bool is_home = *home_path(session) && file_is_same(path, home_path(session));
    if (!is_home && stat(path, &info) == 0 && S_ISREG(info.st_mode) && !may_replace(session, path))
        return;
    if (!write_to(session, path))
        return;
    if (is_home || !*session->setup.save_path) {
        memcpy(session->own_path, path, sizeof path);
        session->is_saved = true;
        session->is_checkpoint = !*session->setup.save_path;
        session->is_save_failing = false;
    }
    tell_saved(path);
}

int save_check(Session *session)
{
    const PlaySetup *setup = &session->setup;
    const char *path = setup->save_path;
    bool holds_something;
    if (!*path)
        return EXIT_SUCCESS;
    int status = file_check_writable(path, &holds_something);
    if (status != EXIT_SUCCESS || !holds_something)
        return status;
    if (*setup->load_path && file_is_same(path, setup->load_path))
        return EXIT_SUCCESS;
    if (isatty(STDIN_FILENO) && may_replace(session, path))
        return EXIT_SUCCESS;
    if (session->end == SESSION_SIGNAL)
        return 128 + terminal_signal();
    return report_failure(_("%s exists already: choose another name for --save, or go on with the "
                            "game in it: --load %s"),
                          path, path);
}
