#include <inttypes.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/inquiry.h"
#include "cli/output.h"
#include "cli/terminal.h"

typedef struct Analysis {
    const Arguments *arguments;
    LudLimits limits;
    LudEngineOptions options;
    int line_count;
    LudEngine *engine; /* made at the first position, kept for the others of a batch */
} Analysis;

static int answer_move(const Inquiry *inquiry, Analysis *analysis, const LudPlay *play)
{
    LudFindings findings;
    LudError err;
    advice_watch_begin(analysis->engine);
    LudStatus status = lud_engine_analyse(analysis->engine, play, &analysis->limits,
                                          analysis->line_count, NULL, &findings, &err);
    advice_watch_end();
    if (status != LUD_OK)
        return report_error(&err);
    if (inquiry->is_json)
        return output_print(lud_json_analysis(&inquiry->rules, &inquiry->state, &findings));
    advice_print(&inquiry->rules, &inquiry->state, &findings);
    return EXIT_SUCCESS;
}

/* One outcome of the dice: the best answer to it and what that is worth to the roller. */
static int answer_roll(const Inquiry *inquiry, Analysis *analysis, LudPlay *play,
                       const LudChance *chance, double *value)
{
    const LudGame *game = inquiry->rules.game;
    LudFindings findings;
    LudError err;
    char total[LUD_MOVE_TEXT], move[ADVICE_BYTES], share[ADVICE_BYTES];
    game->move_print(&inquiry->state, chance->move, total);
    if (lud_play_move(play, chance->move, &err) != LUD_OK)
        return report_error(&err);
    advice_watch_begin(analysis->engine);
    LudStatus status =
        lud_engine_analyse(analysis->engine, play, &analysis->limits, 1, NULL, &findings, &err);
    advice_watch_end();
    if (status != LUD_OK)
        return report_error(&err);
    *value = lud_value_chance(game, findings.lines[0].value);
    advice_line(&inquiry->rules, lud_play_state(play), &findings.lines[0], move);
    advice_chance(*value, share);
    printf("%4s  %" PRIu32 "/36  %6s  %s\n", total, chance->weight, share, move);
    return lud_play_undo(play, &err) == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

/* Where dice are to be rolled every total is answered, for an equal share of the time. */
static int answer_dice(const Inquiry *inquiry, Analysis *analysis, LudPlay *play)
{
    LudChance chances[LUD_MAX_CHANCES];
    int count = inquiry->rules.game->chances(&inquiry->state, chances), status = EXIT_SUCCESS;
    double sum = 0, weights = 0;
    char mean[ADVICE_BYTES];
    Analysis share = *analysis;
    if (inquiry->is_json)
        return report_usage(_("The dice are to be rolled first: give the total, as in "
                              "--moves 8."));
    if (share.limits.move_ms > 0)
        share.limits.move_ms = 1 + share.limits.move_ms / count;
    puts(_("The dice are to be rolled. For each total its odds, the chance to win after the best "
           "move, and that move:"));
    for (int i = 0; i < count && status == EXIT_SUCCESS && !terminal_signal(); i++) {
        double value = 0;
        status = answer_roll(inquiry, &share, play, &chances[i], &value);
        sum += value * chances[i].weight;
        weights += chances[i].weight;
    }
    if (status == EXIT_SUCCESS && weights > 0) {
        advice_chance(sum / weights, mean);
        printf(_("The mean over all rolls: %s\n"), mean);
    }
    return status;
}

static int answer_play(const Inquiry *inquiry, Analysis *analysis, LudPlay *play)
{
    int turn = lud_play_turn(play);
    if (turn == LUD_OVER) {
        puts(_("The game is over."));
        return EXIT_SUCCESS;
    }
    return turn == LUD_CHANCE ? answer_dice(inquiry, analysis, play)
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
    lud_play_free(own);
    return status;
}

static int cmd_analyse(const Arguments *arguments)
{
    enum { USUAL_MS = 1000, USUAL_LINES = 3 };
    long lines = USUAL_LINES;
    Analysis analysis = {.arguments = arguments};
    bool is_all = arguments_has(arguments, "all");
    if (is_all && arguments_has(arguments, "lines"))
        return report_usage(_("Either --all or --lines N, not both."));
    if (!arguments_number(arguments, "lines", 1, LUD_MAX_MOVES, &lines) ||
        !advice_read(arguments, USUAL_MS, &analysis.limits, &analysis.options))
        return EXIT_USAGE;
    analysis.line_count = is_all ? 0 : (int)lines;
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
    {NULL, NULL, NULL},
};

const Command analyse_command = {
    .name = "analyse",
    .operands = N_("GAME"),
    .about = N_("the best moves of a position, what they are worth and what follows"),
    .details =
        N_("Values are the mover's: in oware seeds ahead, in pylos balls of reserve ahead, beside\n"
           "them the chance to win; a win or loss that is certain says in how many moves. Ctrl-C\n"
           "ends the search early and shows what was found. Usually it thinks for one second.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_analyse,
};
