#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/records/picture_file.h"
#include "cli/records/record_file.h"
#include "cli/words/advice.h"
#include "cli/words/reason_text.h"
#include "cli/words/report_print.h"
#include "cli/words/review_print.h"
#include "shell/output.h"
#include "shell/progress.h"
#include "shell/terminal.h"

typedef struct ReviewTask {
    LudLimits limits;
    LudEngineOptions options;
    Style style;
    const char *svg_path; /* NULL: no picture */
    bool is_json, is_fault_told;
    bool is_report;    /* of all games together, instead of each move by move */
    LudReport *report; /* NULL until the first game is added */
    Progress progress;
} ReviewTask;

static bool tell_progress(void *context, int done, int total)
{
    ReviewTask *task = context;
    progress_show(&task->progress, done, total);
    return !terminal_signal();
}

/* Who played, by name or by seat, in memory of the record or of `seats`. */
typedef struct Names {
    const char *name[LUD_MAX_SEATS];
    char seats[LUD_MAX_SEATS][64];
    int count;
    bool is_named; /* at least one is, by a name */
} Names;

static void read_names(LudRecord *record, Names *names)
{
    const LudRules *rules = lud_play_rules(lud_record_play(record));
    LudState start;
    lud_rules_start(rules, &start);
    names->count = rules->game->rules.seats(&start);
    names->is_named = false;
    for (int seat = 0; seat < names->count; seat++) {
        const char *name = lud_record_tag(record, lud_record_player_tag(rules, seat));
        seat_name(rules, seat, names->seats[seat], sizeof names->seats[seat]);
        names->name[seat] = name ? name : names->seats[seat];
        names->is_named |= name != NULL;
    }
}

/* "Oware: Ana - Luis", a player without a name by the side; or the game alone. */
static void make_title(LudRecord *record, char *title, size_t size)
{
    Names names;
    read_names(record, &names);
    const LudGame *game = lud_play_rules(lud_record_play(record))->game;
    size_t used = (size_t)snprintf(title, size, "%s", language_text_exact(game->title));
    for (int seat = 0; seat < names.count && names.is_named && used < size; seat++)
        used += (size_t)snprintf(title + used, size - used, "%s%s", seat ? " - " : ": ",
                                 names.name[seat]);
}

static int save_svg(const ReviewTask *task, char *svg)
{
    if (!svg)
        return report_memory();
    int status = output_save(task->svg_path, svg, strlen(svg), true);
    lud_free(svg);
    return status;
}

static int save_picture(const ReviewTask *task, LudRecord *record, const LudReview *review)
{
    const LudGame *game = lud_play_rules(lud_record_play(record))->game;
    const char *labels[LUD_MAX_SIDES] = {NULL};
    char title[512];
    for (int side = 0; side < review->sides; side++)
        labels[side] = language_text_exact(game->side_names[side]);
    make_title(record, title, sizeof title);
    return save_svg(task, lud_review_svg_in(review, title, labels, language_text_exact));
}

/* The words come first: they took long, and should not be lost if the picture can't be saved. */
static int answer_review(const ReviewTask *task, LudRecord *record, const LudReview *review)
{
    int status = EXIT_SUCCESS;
    char title[512];
    if (task->is_json) {
        status = output_print(lud_json_review(lud_record_play(record), review));
    } else {
        make_title(record, title, sizeof title);
        output_foreign(stdout, title);
        putchar('\n');
        review_print(lud_record_play(record), review, task->style);
    }
    return task->svg_path && status == EXIT_SUCCESS ? save_picture(task, record, review) : status;
}

/* -- reports -------------------------------------------------------------------------------------
 */

static int add_to_report(ReviewTask *task, LudRecord *record, const LudReview *review)
{
    const LudPlay *play = lud_record_play(record);
    LudError err;
    Names names;
    char title[512];
    read_names(record, &names);
    if (!task->report && lud_report_new(&task->report, lud_play_rules(play)->game, &err) != LUD_OK)
        return report_error(&err);
    if (lud_report_add(task->report, play, review, names.name, &err) != LUD_OK)
        return report_error(&err);
    if (task->is_json)
        return EXIT_SUCCESS;
    make_title(record, title, sizeof title);
    report_print_game(lud_report_games(task->report), title, play, review, names.name);
    return EXIT_SUCCESS;
}

/* What is known so far is told also if a later game could not be reviewed. */
static int answer_report(const ReviewTask *task)
{
    const char *title = language_text_exact(lud_report_game(task->report)->title);
    int status = EXIT_SUCCESS;
    if (task->is_json)
        status = output_print(lud_json_report(task->report));
    else
        report_print_players(task->report);
    return task->svg_path && status == EXIT_SUCCESS
               ? save_svg(task, lud_report_svg(task->report, title, language_text_exact))
               : status;
}

/* -- reviews -------------------------------------------------------------------------------------
 */

static int review_record(ReviewTask *task, LudRecord *record)
{
    const LudPlay *play = lud_record_play(record);
    LudEngine *engine;
    LudReview *review;
    LudError err;
    if (lud_play_length(play) == 0)
        return report_usage(_("This record has no moves; there is nothing to review."));
    if (lud_engine_new(&engine, lud_play_rules(play), &task->options, &err) != LUD_OK)
        return report_error(&err);
    progress_begin(&task->progress);
    /* A screen reader would read every step of the bar out. */
    task->progress.is_shown = task->progress.is_shown && !task->style.is_plain;
    advice_watch_begin(engine);
    LudStatus status =
        lud_engine_review(engine, play, &task->limits, tell_progress, task, &review, &err);
    advice_watch_end();
    progress_end(&task->progress);
    advice_tell_fault(engine, &task->is_fault_told);
    lud_engine_free(engine);
    if (terminal_signal()) {
        if (status == LUD_OK)
            lud_review_free(review);
        return 128 + terminal_signal();
    }
    if (status != LUD_OK)
        return report_error(&err);
    int answered =
        task->is_report ? add_to_report(task, record, review) : answer_review(task, record, review);
    lud_review_free(review);
    return answered;
}

/* Which record of the file: with several, one must be named if there is only one picture. */
static bool choose_records(const Arguments *arguments, const RecordFile *file, long *only)
{
    if (!arguments_number(arguments, "game", 1, file->count, only))
        return false;
    if (*only == 0 && file->count > 1 && arguments_has(arguments, "svg") &&
        !arguments_has(arguments, "report")) {
        report_usage(_("This file holds %d games; say which one is to be drawn with --game N."),
                     file->count);
        return false;
    }
    return true;
}

static int review_file(ReviewTask *task, const Arguments *arguments, const char *path)
{
    RecordFile file;
    int status = record_file_read(path, &file);
    if (status != EXIT_SUCCESS)
        return status;
    long only = 0;
    if (!choose_records(arguments, &file, &only))
        status = EXIT_USAGE;
    for (int i = 0; i < file.count && status == EXIT_SUCCESS; i++) {
        bool is_empty = lud_play_length(lud_record_play(file.records[i])) == 0;
        if (task->is_report && is_empty)
            report_failure(_("%s: record %d has no moves and is left out."), path, i + 1);
        else if (only == 0 || only == i + 1)
            status = review_record(task, file.records[i]);
    }
    record_file_free(&file);
    return status;
}

static bool has_sensible_options(const Arguments *arguments, const ReviewTask *task)
{
    bool is_single = arguments->operand_count == 1;
    if (task->svg_path && !*task->svg_path)
        report_usage(_("--%s needs the name of a file."), "svg");
    else if (!is_single && arguments_has(arguments, "game"))
        report_usage(_("--game is for one file; name one only."));
    else if (!is_single && task->svg_path && !task->is_report)
        report_usage(
            _("There is one picture, but several files: name one of them, or give --report."));
    else
        return true;
    return false;
}

static int cmd_review(const Arguments *arguments)
{
    enum { USUAL_MS = 200 };
    ReviewTask task = {.svg_path = arguments_value(arguments, "svg"),
                       .is_json = arguments_has(arguments, "json"),
                       .is_report = arguments_has(arguments, "report")};
    if (!advice_read(arguments, USUAL_MS, &task.limits, &task.options) ||
        !style_choose(arguments, &task.style) || !has_sensible_options(arguments, &task))
        return EXIT_USAGE;
    if (task.svg_path && !picture_may_replace(task.svg_path))
        return report_failure(_("%s exists already; choose another name or remove it."),
                              task.svg_path);
    terminal_watch_signals();
    int status = EXIT_SUCCESS;
    for (int i = 0; i < arguments->operand_count && status == EXIT_SUCCESS; i++)
        status = review_file(&task, arguments, arguments->operands[i]);
    if (task.is_report && !task.report && status == EXIT_SUCCESS)
        status = report_usage(_("There is no game to report on."));
    if (task.report) {
        int answered = answer_report(&task);
        status = status == EXIT_SUCCESS ? answered : status;
        lud_report_free(task.report);
    }
    return status;
}

static const OptionRow options[] = {
    ADVICE_OPTIONS,
    {"game", N_("N"), N_("only the Nth record of a file that holds several")},
    {"report", NULL,
     N_("only what was given away in each game, and all players in sum over all of them")},
    {"svg", N_("FILE"),
     N_("draw the curve of chances as a picture, with dice also luck and skill; of a report the "
        "players' moves")},
    {"plain", NULL, N_("no drawings: boards as labelled lines, for screen readers and Braille")},
    {"json", NULL, N_("answer in JSON")},
    {NULL, NULL, NULL},
};

const Command review_command = {
    .name = "review",
    .operands = N_("FILE..."),
    .about = N_("judge recorded games move by move"),
    .details =
        N_("FILE is a record that `play` saved, or an OGN file; - is standard input. A move that\n"
           "gave away a tenth of the chance to win is an inaccuracy (?!), two tenths a mistake\n"
           "(?), three a blunder (?\?); with dice 4, 8 and 16 hundredths, and luck is told apart\n"
           "from skill. Usually it thinks for 200 ms about each position. A report says where a\n"
           "win or a lead was given away, by tables of perfect play where they know.\n"),
    .least = 1,
    .most = -1,
    .options = options,
    .run = cmd_review,
};
