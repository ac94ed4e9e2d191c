#include "cli/commands/inquiry.h"

#include <errno.h>
#include <string.h>

enum { LINE_BYTES = 8192 }; /* several times the longest position */

/* Sets the inquiry up for a position (NULL: the start). */
static LudStatus load(Inquiry *inquiry, const char *position, LudError *err)
{
    if (!inquiry->has_history || !inquiry->moves)
        return lud_state_read(&inquiry->state, &inquiry->rules, position, inquiry->moves,
                              inquiry->parse_flags, err);
    LudStatus status = lud_play_read(&inquiry->play, &inquiry->rules, position, inquiry->moves,
                                     inquiry->parse_flags, err);
    if (status == LUD_OK)
        lud_state_copy(inquiry->rules.game, &inquiry->state, lud_play_state(inquiry->play));
    return status;
}

static void unload(Inquiry *inquiry)
{
    lud_play_free(inquiry->play);
    inquiry->play = NULL;
}

static void print_error(const LudError *err)
{
    char text[REPORT_BYTES];
    report_text(err, text, sizeof text);
    printf("error: %s\n", text);
}

/* Reads one line without its end into `line`; what does not fit is read and dropped. Returns false
 * at the end of the input. */
static bool read_line(char line[LINE_BYTES], LudError *err)
{
    size_t length = 0;
    bool has_zero = false;
    int c = getc(stdin);
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getc(stdin)) {
        has_zero |= c == '\0';
        if (length < LINE_BYTES)
            line[length] = (char)c;
        length++;
    }
    err->status = LUD_OK;
    if (length >= LINE_BYTES || has_zero) {
        line[0] = '\0';
        lud_error_set(err, LUD_EPOSITION,
                      has_zero ? N_("This line is not text: it contains a zero byte.")
                               : N_("This line is too long to be a position."),
                      (char *)NULL);
        return true;
    }
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return true;
}

static int answer_lines(Inquiry *inquiry, InquiryAnswer answer, void *context)
{
    char line[LINE_BYTES];
    LudError err;
    int status = EXIT_SUCCESS;
    errno = 0;
    while (status == EXIT_SUCCESS && !ferror(stdout) && read_line(line, &err)) {
        LudStatus loaded = err.status == LUD_OK ? load(inquiry, line, &err) : err.status;
        if (loaded == LUD_OK)
            status = answer(inquiry, context);
        else
            print_error(&err);
        unload(inquiry);
        putchar('\n');
        fflush(stdout); /* whoever asks line by line waits for this */
    }
    if (ferror(stdin))
        return report_file(_("standard input"));
    return status;
}

static int answer_once(Inquiry *inquiry, const char *position, InquiryAnswer answer, void *context)
{
    LudError err;
    int status =
        load(inquiry, position, &err) == LUD_OK ? answer(inquiry, context) : report_error(&err);
    unload(inquiry);
    return status;
}

int inquiry_run(const Arguments *arguments, bool has_history, InquiryAnswer answer, void *context)
{
    Inquiry inquiry = {
        .moves = arguments_value(arguments, "moves"),
        .has_history = has_history,
        .is_batch = arguments_has(arguments, "batch"),
        .is_json = arguments_has(arguments, "json"),
        .parse_flags = arguments_has(arguments, "fragment") ? LUD_PARSE_FRAGMENT : 0,
    };
    int status = cli_rules(arguments->operands[0], &inquiry.rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (!style_choose(arguments, &inquiry.style))
        return EXIT_USAGE;
    const char *position = arguments_value(arguments, "position");
    if (!inquiry.is_batch)
        return answer_once(&inquiry, position, answer, context);
    if (position)
        return report_usage(_("--batch reads its positions from standard input; leave out "
                              "--position."));
    return answer_lines(&inquiry, answer, context);
}
