#include <string.h>

#include "cli/commands/analyse_rollout.h"
#include "cli/commands/inquiry.h"
#include "cli/records/picture_file.h"
#include "cli/words/advice.h"
#include "cli/words/outlook_print.h"
#include "cli/words/reason_text.h"
#include "shell/output.h"
#include "shell/terminal.h"

typedef struct Analysis {
    const Arguments *arguments;
    LudLimits limits;
    LudEngineOptions options;
    int line_count;
    RolloutWish rollout;
    bool has_heat;        /* a map of the board */
    const char *svg_path; /* the same as a picture; NULL: none */
    LudEngine *engine;    /* made at the first position, kept for the others of a batch */
    bool is_fault_told;
} Analysis;

/* Searches until a limit or a signal ends it. */
static int find_moves(Analysis *analysis, const LudPlay *play, LudFindings *findings)
{
    LudError err;
    advice_watch_begin(analysis->engine);
    LudStatus status = lud_engine_analyse(analysis->engine, play, &analysis->limits,
                                          analysis->line_count, NULL, findings, &err);
    advice_watch_end();
    return status == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

static int answer_move(const Inquiry *inquiry, Analysis *analysis, const LudPlay *play)
{
    LudFindings findings;
    int status = find_moves(analysis, play, &findings);
    if (status != EXIT_SUCCESS)
        return status;
    if (inquiry->is_json)
        return output_print(lud_json_analysis(&inquiry->rules, &inquiry->state, &findings));
    advice_print(&inquiry->rules, &inquiry->state, &findings);
    return EXIT_SUCCESS;
}

static int draw_cells(const Inquiry *inquiry, const char *path, const LudOutlook *outlook)
{
    const LudGame *game = inquiry->rules.game;
    char *svg =
        lud_outlook_svg(game, &inquiry->state, outlook, _("What each square is worth, in points"));
    if (!svg)
        return report_memory();
    int status = output_save(path, svg, strlen(svg), true);
    lud_free(svg);
    return status;
}

/* Where dice are to be rolled every total is answered; and every square, if that is wanted. */
static int answer_dice(const Inquiry *inquiry, Analysis *analysis, const LudPlay *play)
{
    LudOutlook outlook;
    LudError err;
    advice_watch_begin(analysis->engine);
    LudStatus status =
        lud_engine_outlook(analysis->engine, play, &analysis->limits, NULL, NULL, &outlook, &err);
    advice_watch_end();
    if (status != LUD_OK)
        return report_error(&err);
    if (inquiry->is_json)
        output_print(lud_json_outlook(&inquiry->rules, &inquiry->state, &outlook));
    else if (outlook.roll_count > 0)
        outlook_print(&inquiry->rules, &inquiry->state, &outlook);
    if (analysis->has_heat && !inquiry->is_json)
        outlook_print_cells(&inquiry->rules, &inquiry->state, &outlook, inquiry->style);
    return analysis->svg_path ? draw_cells(inquiry, analysis->svg_path, &outlook) : EXIT_SUCCESS;
}

static int answer_end(const Inquiry *inquiry, const LudPlay *play)
{
    LudResult result;
    char text[REASON_BYTES];
    if (inquiry->is_json)
        return output_print(lud_json_analysis(&inquiry->rules, &inquiry->state, &(LudFindings){0}));
    lud_play_result(play, &result);
    reason_text(&inquiry->rules, &result, text, sizeof text);
    printf("%s %s\n", _("The game is over."), text);
    return EXIT_SUCCESS;
}

/* The moves to be rolled out: the best that a search finds; none where dice are to be rolled. */
static int find_candidates(Analysis *analysis, const LudPlay *play, LudMove *moves, int *count)
{
    LudFindings findings;
    *count = 0;
    if (lud_play_turn(play) == LUD_CHANCE)
        return EXIT_SUCCESS;
    int status = find_moves(analysis, play, &findings);
    if (status != EXIT_SUCCESS)
        return status;
    for (; *count < findings.line_count && *count < LUD_ROLLOUT_LINES; ++*count)
        moves[*count] = findings.lines[*count].move[0];
    return EXIT_SUCCESS;
}

static int answer_rollout(const Inquiry *inquiry, Analysis *analysis, const LudPlay *play)
{
    LudRollout *rollout = NULL;
    LudMove moves[LUD_ROLLOUT_LINES];
    LudError err;
    int count, status = rollout_take_up(inquiry, &analysis->rollout, &rollout);
    if (status == EXIT_SUCCESS && !rollout) {
        status = find_candidates(analysis, play, moves, &count);
        if (status == EXIT_SUCCESS && lud_rollout_new(&rollout, play, moves, count,
                                                      &analysis->rollout.options, &err) != LUD_OK)
            status = report_error(&err);
    }
    if (status == EXIT_SUCCESS)
        status = rollout_run(inquiry, &analysis->rollout, rollout);
    lud_rollout_free(rollout);
    return status;
}

static int answer_play(const Inquiry *inquiry, Analysis *analysis, LudPlay *play)
{
    int turn = lud_play_turn(play);
    if (turn == LUD_OVER)
        return answer_end(inquiry, play);
    if (analysis->has_heat && !inquiry->rules.game->chance)
        return report_usage(_("--heat is for games with dice."));
    if (analysis->rollout.is_wanted)
        return answer_rollout(inquiry, analysis, play);
    return turn == LUD_CHANCE || analysis->has_heat ? answer_dice(inquiry, analysis, play)
                                                    : answer_move(inquiry, analysis, play);
}

static int answer(const Inquiry *inquiry, void *context)
{
    Analysis *analysis = context;
    LudError err;
    if (!analysis->engine &&
        lud_engine_new(&analysis->engine, &inquiry->rules, &analysis->options, &err) != LUD_OK)
        return report_error(&err);
    if (terminal_signal())
        return 128 + terminal_signal();
    LudPlay *own = NULL;
    if (!inquiry->play && lud_play_new(&own, &inquiry->rules, &inquiry->state, &err) != LUD_OK)
        return report_error(&err);
    int status = answer_play(inquiry, analysis, own ? own : inquiry->play);
    advice_tell_fault(analysis->engine, &analysis->is_fault_told);
    lud_play_free(own);
    return status;
}

static int cmd_analyse(const Arguments *arguments)
{
    enum { USUAL_MS = 1000, USUAL_LINES = 3 };
    long lines = USUAL_LINES;
    Analysis analysis = {.arguments = arguments,
                         .has_heat = arguments_has(arguments, "heat"),
                         .svg_path = arguments_value(arguments, "svg")};
    bool is_all = arguments_has(arguments, "all");
    if (is_all && arguments_has(arguments, "lines"))
        return report_usage(_("Either --all or --lines N, not both."));
    if (!arguments_number(arguments, "lines", 1, LUD_MAX_MOVES, &lines) ||
        !advice_read(arguments, USUAL_MS, &analysis.limits, &analysis.options) ||
        !rollout_read(arguments, analysis.options.threads, &analysis.rollout))
        return EXIT_USAGE;
    if (analysis.svg_path && (!analysis.has_heat || !*analysis.svg_path))
        return report_usage(_("--svg FILE draws what --heat shows: give both."));
    if (analysis.svg_path && !picture_may_replace(analysis.svg_path))
        return report_failure(_("%s exists already; choose another name or remove it."),
                              analysis.svg_path);
    analysis.line_count = is_all ? 0 : (int)lines;
    analysis.options.makes_small_tables = !analysis.options.table_path;
    terminal_watch_signals();
    int status = inquiry_run(arguments, true, answer, &analysis);
    lud_engine_free(analysis.engine);
    return status;
}

static const OptionRow options[] = {
    INQUIRY_OPTIONS,
    ADVICE_OPTIONS,
    {"lines", N_("N"), N_("the N best moves, each with its line; usually 3")},
    {"all", NULL, N_("the value of every legal move")},
    {"heat", NULL, N_("what it is worth to play on each square, as a map")},
    {"svg", N_("FILE"), N_("with --heat: draw that map as a picture, too")},
    {"plain", NULL, N_("no drawings: boards as labelled lines, for screen readers and Braille")},
    ROLLOUT_OPTIONS,
    {NULL, NULL, NULL},
};

const Command analyse_command = {
    .name = "analyse",
    .operands = N_("GAME"),
    .about = N_("the best moves of a position, what they are worth and what follows"),
    .details =
        N_("Values are the mover's: how far ahead, where a game counts something, and beside it\n"
           "the chance to win; a win or loss that is certain says in how many moves. Ctrl-C\n"
           "ends the search early and shows what was found. Usually it thinks for one second.\n"
           "Where tables of perfect play are, values are exact: see `ludoteca tables --help`.\n"
           "With dice, --rollout plays on from there to the end, many times: the same seed gives\n"
           "the same numbers, whatever the number of threads, interrupted or not.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_analyse,
};
