/* Saving the game on the table and taking it up again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/play_session.h"
#include "cli/record_file.h"
#include "cli/terminal.h"

/* Tells the files that this program may write over when the game goes on: those it wrote itself. */
#define SOURCE_TAG  "Source"
#define SOURCE_NAME "ludoteca play"

/* All games of the series so far, the current one last. */
static char *whole_text(Session *session)
{
    if (!record_describe(session) ||
        lud_record_set_tag(session->record, SOURCE_TAG, SOURCE_NAME, NULL) != LUD_OK)
        return NULL;
    char *current = lud_record_write(session->record);
    if (!current || !session->earlier)
        return current;
    size_t earlier = strlen(session->earlier), size = strlen(current) + 1;
    char *text = malloc(earlier + size);
    if (text) {
        memcpy(text, session->earlier, earlier);
        memcpy(text + earlier, current, size);
    }
    free(current);
    return text;
}

static bool save_to(Session *session, const char *path)
{
    char *text = whole_text(session);
    terminal_admit_signals(true);
    int status = text ? output_save(path, text, strlen(text), true) : report_memory();
    terminal_admit_signals(false);
    free(text);
    session->is_save_failing = status != EXIT_SUCCESS;
    if (status != EXIT_SUCCESS)
        return false;
    session->is_saved = true;
    if (path != session->own_path)
        snprintf(session->own_path, sizeof session->own_path, "%s", path);
    return true;
}

void save_automatically(Session *session)
{
    /* One complaint is enough; leaving the program tries once more. */
    if (*session->setup.save_path && !session->is_saved && !session->is_save_failing)
        save_to(session, session->setup.save_path);
}

/* Where to save without being told: the given file, the game's own, or a new one. */
static bool choose_path(const Session *session, char path[PATH_BYTES])
{
    const char *known = *session->setup.save_path ? session->setup.save_path : session->own_path;
    if (!*known)
        return file_new_path(session->match.rules.game->name, path) == EXIT_SUCCESS;
    snprintf(path, PATH_BYTES, "%s", known);
    return true;
}

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
static void print_quoted(const char *path)
{
    if (!has_odd_character(path)) {
        fputs(path, stdout);
        return;
    }
    putchar('\'');
    for (; *path; path++) {
        if (*path == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*path);
    }
    putchar('\'');
}

static void print_record(Session *session)
{
    char *text = whole_text(session);
    if (!text)
        return;
    puts(_("This is the record of the game; copy it into a file to keep it:"));
    printf("\n%s\n", text);
    free(text);
}

bool save_for_later(Session *session)
{
    char path[PATH_BYTES];
    bool is_untouched = lud_play_length(session->play) == 0 && !session->earlier;
    if (is_untouched && !*session->setup.save_path) {
        puts(_("No move was made, so there is nothing to save."));
        return true;
    }
    if (!session->is_saved && !(choose_path(session, path) && save_to(session, path))) {
        puts(_("The game could not be saved."));
        print_record(session);
        return false;
    }
    printf(_("The game is saved in %s\n"), session->own_path);
    fputs(_("To go on with it: "), stdout);
    fputs("ludoteca play --load ", stdout);
    print_quoted(session->own_path);
    putchar('\n');
    return true;
}

/* A path as it was typed; nobody but us is there to expand the tilde. */
static bool typed_path(const char *typed, char path[PATH_BYTES])
{
    const char *home = getenv("HOME");
    int size = typed[0] == '~' && typed[1] == '/' && home
                   ? snprintf(path, PATH_BYTES, "%s%s", home, typed + 1)
                   : snprintf(path, PATH_BYTES, "%s", typed);
    if (size < PATH_BYTES)
        return true;
    puts(_("That name is too long."));
    return false;
}

void save_command(Session *session, const char *operand)
{
    char path[PATH_BYTES];
    if (*operand ? !typed_path(operand, path) : !choose_path(session, path))
        return;
    struct stat info;
    bool is_foreign =
        strcmp(path, session->own_path) != 0 && strcmp(path, session->setup.save_path) != 0;
    if (is_foreign && stat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        char question[PATH_BYTES + 128];
        snprintf(question, sizeof question, _("%s exists. Replace it? (yes/no) "), path);
        if (!loop_ask_yes(session, question))
            return;
    }
    if (save_to(session, path))
        printf(_("Saved in %s\n"), path);
}

/* -- loading ---------------------------------------------------------------------------------- */

/* Keeps the text of the series' earlier games. */
static bool keep_earlier(Session *session, const RecordFile *file)
{
    for (int i = 0; i < file->count; i++) {
        char *text = lud_record_write(file->records[i]);
        bool is_kept = text && series_keep_earlier(session, text);
        free(text);
        if (!is_kept)
            return false;
    }
    return true;
}

static bool may_write_over(const LudRecord *record, LudPlay *play)
{
    const char *source = lud_record_tag(record, SOURCE_TAG);
    bool is_series = lud_record_tag(record, "Series") != NULL;
    return source && strcmp(source, SOURCE_NAME) == 0 &&
           (is_series || lud_play_turn(play) != LUD_OVER);
}

int load_file(Session *session, const char *path)
{
    RecordFile file;
    terminal_admit_signals(true);
    int status = record_file_read(path, RECORD_UNKNOWN, &file);
    terminal_admit_signals(false);
    if (status != EXIT_SUCCESS)
        return status;
    int count = file.count;
    LudRecord *record = file.records[--file.count];
    bool is_series = lud_record_tag(record, "Series") != NULL;
    series_set_record(session, record);
    record_adopt(session, record);
    free(session->earlier);
    session->earlier = NULL;
    if (is_series && !keep_earlier(session, &file))
        status = report_memory();
    else if (!is_series && count > 1)
        printf(_("The file holds %d games; this is the last one.\n"), count);
    record_file_free(&file);
    session->is_saved = true;
    bool is_own = may_write_over(record, session->play) && (is_series || count == 1) &&
                  strcmp(path, "-") != 0;
    snprintf(session->own_path, sizeof session->own_path, "%s", is_own ? path : "");
    return status;
}

void load_command(Session *session, const char *operand)
{
    char path[PATH_BYTES];
    if (!*operand) {
        puts(_("Which file? Write: load FILE"));
        return;
    }
    if (!typed_path(operand, path))
        return;
    bool is_at_stake = lud_play_length(session->play) > 0 && !session->is_saved &&
                       lud_play_turn(session->play) != LUD_OVER;
    if (is_at_stake && !save_for_later(session))
        return;
    fflush(stdout);
    if (load_file(session, path) == EXIT_SUCCESS)
        series_announce(session);
}
