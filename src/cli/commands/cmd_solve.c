/* `ludoteca solve`: who wins from a position, with a certificate. */
#include <string.h>

#include "cli/commands/inquiry.h"
#include "cli/words/advice.h"
#include "shell/output.h"
#include "shell/terminal.h"

enum { EXIT_UNKNOWN = 3 };

typedef struct Solving {
    LudSolveTask task;
    const char *path; /* for the certificate, or NULL */
    bool may_replace;
    bool has_tried_tables; /* task.tables are open, or there are none */
} Solving;

static bool is_interrupted(void *context)
{
    (void)context;
    return terminal_signal() != 0;
}

static void print_verdict(const Inquiry *inquiry, const LudSolution *solution)
{
    const LudGame *game = inquiry->rules.game;
    int mover = game->rules.turn(&inquiry->state) % 2;
    int winner = solution->solved == LUD_SOLVED_WIN ? mover : 1 - mover;
    int plies = abs(lud_value_plies(solution->line.value));
    const char *name = _(game->side_names[winner]);
    if (solution->solved == LUD_SOLVED_DRAW)
        puts(_("Drawn: neither side can force a win."));
    else if (plies > 0)
        printf(_("%s wins, within %d plies.\n"), name, plies);
    else
        printf(_("%s wins.\n"), name);
}

static void print_bound(const Inquiry *inquiry, const LudLine *line)
{
    const LudGame *game = inquiry->rules.game;
    int mover = game->rules.turn(&inquiry->state) % 2;
    int side = line->bound == LUD_BOUND_LOWER ? mover : 1 - mover;
    if (line->is_proven)
        printf(_("%s gets at least a draw.\n"), _(game->side_names[side]));
}

static void print_solution(const Inquiry *inquiry, const LudSolution *solution)
{
    char line[ADVICE_BYTES];
    if (solution->solved != LUD_SOLVED_UNKNOWN) {
        print_verdict(inquiry, solution);
        advice_line(&inquiry->rules, &inquiry->state, &solution->line, line);
        printf(_("Line: %s\n"), line);
    } else {
        puts(_("Unknown: it was not found out within these limits."));
        print_bound(inquiry, &solution->line);
        if (solution->has_no_forced_win)
            puts(_("There is no win by threats alone for the side to move."));
    }
    printf(_("Positions: %llu, time: %.1f s\n"), (unsigned long long)solution->nodes,
           (double)solution->ms / 1000);
}

static int save_certificate(const Solving *solving, const LudSolution *solution)
{
    if (!solving->path || solution->solved == LUD_SOLVED_UNKNOWN ||
        solution->solved == LUD_SOLVED_DRAW)
        return EXIT_SUCCESS;
    if (solution->by == LUD_SOLVED_BY_ENDING)
        return report_failure("%s", _("It is solved, but with what repetition is worth, what was "
                                      "played before or what tables know, and a certificate can "
                                      "show none of these."));
    if (!solution->certificate)
        return report_failure("%s", _("It is solved, but there was not enough time to write the "
                                      "certificate; give it more with --time."));
    return output_save(solving->path, solution->certificate, strlen(solution->certificate),
                       solving->may_replace);
}

static int answer(const Inquiry *inquiry, void *context)
{
    Solving *solving = context;
    LudSolution solution;
    LudError err;
    solving->task.root = &inquiry->state;
    solving->task.play = inquiry->play;
    /* A batch asks the same ones for every line; whatever goes wrong with them, it is solved
     * without. */
    if (!solving->has_tried_tables &&
        lud_tables_open(&solving->task.tables, &inquiry->rules, NULL, &err) != LUD_OK)
        solving->task.tables = NULL;
    solving->has_tried_tables = true;
    if (lud_solve(&inquiry->rules, &solving->task, &solution, &err) != LUD_OK)
        return report_error(&err);
    int status = EXIT_SUCCESS;
    if (inquiry->is_json)
        status = output_print(lud_json_solution(&inquiry->rules, &inquiry->state, &solution));
    else
        print_solution(inquiry, &solution);
    if (status == EXIT_SUCCESS)
        status = save_certificate(solving, &solution);
    if (status == EXIT_SUCCESS && solution.solved == LUD_SOLVED_UNKNOWN)
        status = terminal_signal() ? 128 + terminal_signal() : EXIT_UNKNOWN;
    lud_free(solution.certificate);
    return status;
}

static int cmd_solve(const Arguments *arguments)
{
    enum { USUAL_MS = 10000, USUAL_MEBIBYTES = 64, MOST_MEBIBYTES = 1 << 20 };
    long nodes = 0, mebibytes = USUAL_MEBIBYTES;
    LudLimits limits = {.move_ms = USUAL_MS};
    const char *time = arguments_value(arguments, "time");
    Solving solving = {.path = arguments_value(arguments, "certificate"),
                       .may_replace = arguments_has(arguments, "force")};
    if (time && !advice_read_limit("time", time, &limits))
        return report_usage(_("--time is a time such as 500ms, 2s or 1m, not \"%.60s\"."), time);
    if (!arguments_number(arguments, "nodes", 1, 1000000000000000L, &nodes) ||
        !arguments_number(arguments, "memory", 2, MOST_MEBIBYTES, &mebibytes))
        return EXIT_USAGE;
    if (solving.path && arguments_has(arguments, "batch"))
        return report_usage(_("--certificate is for one position, not for a batch."));
    solving.task = (LudSolveTask){.size = sizeof solving.task,
                                  .time_ms = nodes && !time ? 0 : limits.move_ms,
                                  .nodes = (uint64_t)nodes,
                                  .memory_bytes = (size_t)mebibytes << 20,
                                  .has_certificate = solving.path != NULL,
                                  .should_stop = is_interrupted};
    terminal_watch_signals();
    int status = inquiry_run(arguments, true, answer, &solving);
    lud_tables_close(solving.task.tables);
    return status;
}

static const OptionRow options[] = {
    INQUIRY_OPTIONS,
    {"time", N_("TIME"), N_("how long to try: 500ms, 2s, 1m; usually 10s")},
    {"nodes", N_("N"), N_("look at no more than N positions")},
    {"memory", N_("MIB"), N_("memory for what has been searched, in mebibytes; usually 64")},
    {"certificate", N_("FILE"), N_("write a proof that `ludoteca verify-proof` can check")},
    {"force", NULL, N_("replace a file that exists")},
    {NULL, NULL, NULL},
};

const Command solve_command = {
    .name = "solve",
    .operands = N_("GAME"),
    .about = N_("who wins from a position, proved"),
    .details = N_(
        "For games between two sides without dice. What --moves plays counts as the game's past,\n"
        "which repetition looks back on; a certificate leaves out both.\n"
        "Exit status: 0 if it is solved (a win, a loss or a draw), 3 if it stays unknown within\n"
        "the limits. docs/PROOFS.md says what is tried and how a certificate is written.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_solve,
};
