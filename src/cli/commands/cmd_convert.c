#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/records/record_file.h"
#include "cli/words/turns.h"
#include "shell/output.h"

/* What to write: a format of records, or something made of one. */
typedef struct Target {
    const LudFormat *format; /* NULL: `write` does it */
    LudStatus (*write)(LudRecord *record, char **text, LudError *err);
    void (*release)(void *text);
    const char *between; /* what separates two records */
} Target;

static LudStatus check_memory(const char *text, LudError *err)
{
    return text ? LUD_OK : lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

static LudStatus write_json(LudRecord *record, char **text, LudError *err)
{
    *text = lud_json_record(record);
    return check_memory(*text, err);
}

/* The start and the position after each turn, one a line. */
static LudStatus write_positions(LudRecord *record, char **text, LudError *err)
{
    const LudPlay *play = lud_record_play(record);
    const LudGame *game = lud_play_rules(play)->game;
    size_t size;
    Turns turns;
    *text = NULL;
    FILE *memory = open_memstream(text, &size);
    if (!memory || !turns_of(play, &turns)) {
        if (memory)
            fclose(memory);
        free(*text);
        return check_memory(NULL, err);
    }
    for (int i = 0; i <= turns.count; i++) {
        LudState s;
        char position[LUD_STATE_TEXT];
        turns_state(&turns, i, &s);
        game->text.state_print(&s, position);
        fprintf(memory, "%s\n", position);
    }
    turns_free(&turns);
    if (fclose(memory) != 0) {
        free(*text);
        return check_memory(NULL, err);
    }
    return LUD_OK;
}

static bool find_target(const char *name, Target *target)
{
    const LudFormat *format = lud_format_find(name);
    if (format)
        *target = (Target){.format = format, .release = lud_free, .between = "\n"};
    else if (strcmp(name, "positions") == 0)
        *target = (Target){.write = write_positions, .release = free, .between = ""};
    else if (strcmp(name, "json") == 0)
        *target = (Target){.write = write_json, .release = lud_free, .between = ""};
    else
        return false;
    return true;
}

/* Writes one record; `is_written` tells whether that worked, with errno if not. */
static int convert_one(LudRecord *record, const Target *target, bool is_first, FILE *out,
                       bool *is_written)
{
    char *text = NULL;
    LudError err;
    LudStatus status = target->format ? target->format->write(record, &text, &err)
                                      : target->write(record, &text, &err);
    if (status != LUD_OK)
        return report_error(&err);
    size_t length = strlen(text);
    bool is_ended = length > 0 && text[length - 1] == '\n';
    *is_written =
        fprintf(out, "%s%s%s", is_first ? "" : target->between, text, is_ended ? "" : "\n") >= 0;
    int reason = errno;
    target->release(text);
    errno = reason;
    return EXIT_SUCCESS;
}

/* One record after the other, so that a file of any length takes the memory of one game. */
static int convert_all(RecordStream *records, const Target *target, OutputFile *out)
{
    for (bool is_first = true;; is_first = false) {
        LudRecord *record = NULL;
        bool is_written = true;
        int status = record_stream_next(records, &record);
        if (status == EXIT_SUCCESS && !record)
            return output_finish(out);
        if (status == EXIT_SUCCESS)
            status = convert_one(record, target, is_first, out->stream, &is_written);
        int reason = errno;
        lud_record_free(record);
        errno = reason;
        if (!is_written)
            return output_fail(out);
        if (status != EXIT_SUCCESS) {
            output_abandon(out);
            return status;
        }
    }
}

static int convert(const Arguments *arguments, RecordStream *records, const Target *target)
{
    const char *path = arguments_value(arguments, "output");
    OutputFile out;
    bool is_file = path && strcmp(path, "-") != 0;
    int status = output_begin(&out, is_file ? path : NULL, arguments_has(arguments, "force"));
    return status == EXIT_SUCCESS ? convert_all(records, target, &out) : status;
}

static int cmd_convert(const Arguments *arguments)
{
    const char *from = arguments_value(arguments, "from");
    const char *to = arguments_value(arguments, "to");
    const LudFormat *format = from ? lud_format_find(from) : NULL;
    Target target;
    if (from && !format)
        return report_usage(_("--from must be ludo, ogn or playstrategy, not \"%.60s\"."), from);
    if (!to)
        return report_usage(_("Say what to convert to: --to ludo, ogn, positions, json or "
                              "playstrategy."));
    if (!find_target(to, &target))
        return report_usage(_("--to must be ludo, ogn, positions, json or playstrategy, not "
                              "\"%.60s\"."),
                            to);
    RecordStream records;
    int status = record_stream_open(&records, arguments->operands[0], format);
    if (status != EXIT_SUCCESS)
        return status;
    status = convert(arguments, &records, &target);
    record_stream_close(&records);
    return status;
}

static const OptionRow options[] = {
    {"to", N_("FORMAT"), N_("what to write: ludo, ogn, positions, json or playstrategy")},
    {"from", N_("FORMAT"),
     N_("what FILE is: ludo, ogn or playstrategy; otherwise its text and name tell")},
    {"output", N_("FILE"), N_("write there instead of to standard output")},
    {"force", NULL, N_("replace the output file if it exists")},
    {NULL, NULL, NULL},
};

const Command convert_command = {
    .name = "convert",
    .operands = N_("FILE"),
    .about = N_("change the format of game records"),
    .details = N_("FILE may hold several records; - is standard input.\n"
                  "  ludo          the format of all games here (`play` saves it)\n"
                  "  ogn           the files of Aualé (oware)\n"
                  "  playstrategy  PlayStrategy's FEN and moves (oware)\n"
                  "  positions     the position before and after every turn, one a line\n"
                  "  json          one line of JSON for each record\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_convert,
};
