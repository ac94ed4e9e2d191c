/* Taking up a saved game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/play/play_load.h"
#include "cli/play/play_record.h"
#include "cli/play/play_save.h"
#include "cli/play/play_series.h"
#include "cli/play/play_words.h"
#include "cli/records/record_file.h"
#include "shell/terminal.h"

/* Keeps the text of the series' earlier games. */
static bool keep_earlier(Session *session, const RecordFile *file)
{
    for (int i = 0; i < file->count; i++) {
        char *text = lud_record_write(file->records[i]);
        bool is_kept = text && series_keep_earlier(session, text);
        lud_free(text);
        if (!is_kept)
            return false;
    }
    return true;
}

static bool may_write_over(const LudRecord *record, LudPlay *play)
{
    const char *source = lud_record_tag(record, SAVE_SOURCE_TAG);
    bool is_series = lud_record_tag(record, "Series") != NULL;
    return source && strcmp(source, SAVE_SOURCE_NAME) == 0 &&
           (is_series || lud_play_turn(play) != LUD_OVER);
}

static int read_file(const char *path, RecordFile *file)
{
    terminal_admit_signals(true);
    int status = record_file_read(path, file);
    terminal_admit_signals(false);
    return status;
}

/* Puts the last game of the file on the table and frees the file. */
static int adopt_file(Session *session, const char *path, RecordFile *file)
{
    bool is_ours = file->format == lud_format_find("ludo");
    int status = EXIT_SUCCESS, count = file->count;
    LudRecord *record = file->records[--file->count];
    bool is_series = lud_record_tag(record, "Series") != NULL;
    series_set_record(session, record);
    record_adopt(session, record);
    free(session->earlier);
    session->earlier = NULL;
    if (is_series && !keep_earlier(session, file))
        status = report_memory();
    else if (!is_series && count > 1)
        printf(_("The file holds %d games; this is the last one.\n"), count);
    record_file_free(file);
    session->is_saved = true;
    session->is_checkpoint = false;
    bool is_own = is_ours && may_write_over(record, session->play) && (is_series || count == 1) &&
                  strcmp(path, "-") != 0;
    snprintf(session->own_path, sizeof session->own_path, "%s", is_own ? path : "");
    return status;
}

int load_file(Session *session, const char *path)
{
    RecordFile file;
    int status = read_file(path, &file);
    return status == EXIT_SUCCESS ? adopt_file(session, path, &file) : status;
}

/* The file is read before the game on the table is put away, which must not change it. */
void load_command(Session *session, const char *operand)
{
    char path[PATH_BYTES];
    RecordFile file;
    if (!*operand) {
        words_say(_("Which file? Write: load FILE"));
        return;
    }
    if (!save_typed_path(operand, path))
        return;
    fflush(stdout);
    if (read_file(path, &file) != EXIT_SUCCESS)
        return;
    if (!save_before_loading(session, path)) {
        record_file_free(&file);
        return;
    }
    session->setup.save_path[0] = '\0'; /* it was for the other game */
    if (adopt_file(session, path, &file) != EXIT_SUCCESS) {
        session->end = SESSION_FAILED;
        return;
    }
    session->is_checkpoint = true;
    series_announce(session);
}
