#include <inttypes.h>
#include <string.h>

#include "cli/commands/analyse_rollout.h"
#include "cli/commands/inquiry.h"
#include "cli/words/advice.h"
#include "cli/words/reason_text.h"
#include "shell/output.h"
#include "shell/terminal.h"

typedef struct Analysis {
    const Arguments *arguments;
    LudLimits limits;
    LudEngineOptions options;
    int line_count;
    RolloutWish rollout;
    LudEngine *engine; /* made at the first position, kept for the others of a batch */
    bool is_fault_told;
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

/* One outcome of the dice: the best answer to it. */
static int answer_roll(const Inquiry *inquiry, Analysis *analysis, LudPlay *play,
                       LudRollAnswer *answer)
{
    const LudGame *game = inquiry->rules.game;
    LudFindings findings;
    LudError err;
    char total[LUD_MOVE_TEXT], move[ADVICE_BYTES], share[ADVICE_BYTES];
    game->text.move_print(&inquiry->state, answer->chance.move, total);
    if (lud_play_move(play, answer->chance.move, &err) != LUD_OK)
        return report_error(&err);
    advice_watch_begin(analysis->engine);
    LudStatus status =
        lud_engine_analyse(analysis->engine, play, &analysis->limits, 1, NULL, &findings, &err);
    advice_watch_end();
    if (status != LUD_OK)
        return report_error(&err);
    answer->best = findings.lines[0];
    answer->nodes = findings.nodes;
    answer->ms = findings.ms;
    advice_line(&inquiry->rules, lud_play_state(play), &answer->best, move);
    advice_chance(lud_value_chance(game, answer->best.value), share);
    if (!inquiry->is_json)
        printf("%4s  %" PRIu32 "/36  %6s  %s\n", total, answer->chance.weight, share, move);
    return lud_play_undo(play, &err) == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

static void print_mean(const LudGame *game, const LudRollAnswer *answers, int count)
{
    double sum = 0, weights = 0;
    char mean[ADVICE_BYTES];
    for (int i = 0; i < count; i++) {
        sum += lud_value_chance(game, answers[i].best.value) * answers[i].chance.weight;
        weights += answers[i].chance.weight;
    }
    if (count == 0)
        return;
    advice_chance(sum / weights, mean);
    printf(_("The mean over all rolls: %s\n"), mean);
}

/* Where dice are to be rolled every total is answered, for an equal share of the time. */
static int answer_dice(const Inquiry *inquiry, Analysis *analysis, LudPlay *play)
{
    const LudGame *game = inquiry->rules.game;
    LudChance chances[LUD_MAX_CHANCES];
    LudRollAnswer answers[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(&inquiry->state, chances), done = 0, status = EXIT_SUCCESS;
    Analysis share = *analysis;
    if (share.limits.move_ms > 0)
        share.limits.move_ms = 1 + share.limits.move_ms / count;
    if (!inquiry->is_json)
        puts(_("The dice are to be rolled. For each total its odds, the chance to win after the "
               "best move, and that move:"));
    while (done < count && status == EXIT_SUCCESS && !terminal_signal()) {
        answers[done].chance = chances[done];
        status = answer_roll(inquiry, &share, play, &answers[done]);
        done += status == EXIT_SUCCESS;
    }
    if (status != EXIT_SUCCESS)
        return status;
    if (inquiry->is_json)
        return output_print(lud_json_rolls(&inquiry->rules, &inquiry->state, answers, done));
    /* Over some of the rolls a mean would say nothing. */
    if (done == count)
        print_mean(game, answers, count);
    return EXIT_SUCCESS;
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
    LudError err;
    *count = 0;
    if (lud_play_turn(play) == LUD_CHANCE)
        return EXIT_SUCCESS;
    advice_watch_begin(analysis->engine);
    LudStatus status = lud_engine_analyse(analysis->engine, play, &analysis->limits,
                                          analysis->line_count, NULL, &findings, &err);
    advice_watch_end();
    if (status != LUD_OK)
        return report_error(&err);
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
    if (analysis->rollout.is_wanted)
        return answer_rollout(inquiry, analysis, play);
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
    advice_tell_fault(analysis->engine, &analysis->is_fault_told);
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
        !advice_read(arguments, USUAL_MS, &analysis.limits, &analysis.options) ||
        !rollout_read(arguments, analysis.options.threads, &analysis.rollout))
        return EXIT_USAGE;
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
