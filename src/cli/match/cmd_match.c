#include <errno.h>
#include <signal.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/match/match_guard.h"
#include "cli/match/match_run.h"
#include "shell/terminal.h"

/* Ctrl-Z keeps its usual meaning: there is no editor whose terminal would have to be tidied up. */
static void leave_suspending_alone(void)
{
    struct sigaction action;
    sigset_t only;
    if (sigaction(SIGTSTP, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        signal(SIGTSTP, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
}

/* What should be known before the games are counted. */
static void warn(const MatchSetup *setup)
{
    int64_t per_opening = setup->sides * (int64_t)setup->schedule.lineups;
    if (setup->openings_path && setup->openings.count * per_opening < setup->games)
        report_failure(_("%s holds openings for %lld games; after these they come again."),
                       setup->openings_path, (long long)(setup->openings.count * per_opening));
}

static int run_match(MatchRun *run)
{
    run->outcomes = calloc((size_t)run->setup.games, sizeof run->outcomes[0]);
    run->faults = calloc(LUD_TOURNAMENT_PLAYERS, sizeof run->faults[0]);
    run->luck = calloc((size_t)run->setup.games, sizeof run->luck[0]);
    if (!run->outcomes || !run->luck || !run->faults)
        return report_memory();
    for (int i = 0; i < LUD_TOURNAMENT_PLAYERS; i++)
        run->faults[i].game = -1;
    int status = match_files_open(run);
    if (status == EXIT_SUCCESS) {
        warn(&run->setup);
        terminal_watch_signals();
        leave_suspending_alone();
        status = match_play(run);
    }
    match_files_close(run);
    if (status != EXIT_SUCCESS)
        return status;
    status = match_report(run);
    return status == EXIT_SUCCESS && run->is_interrupted ? 128 + terminal_signal() : status;
}

static int run_guarded(MatchRun *run)
{
    if (!guard_begin())
        return report_failure("%s", report_errno(errno));
    int status = run_match(run);
    guard_end();
    return status;
}

static int cmd_match(const Arguments *arguments)
{
    MatchRun *run = calloc(1, sizeof *run);
    if (!run)
        return report_memory();
    pthread_mutex_init(&run->lock, NULL);
    int status = match_setup_read(arguments, &run->setup);
    if (status == EXIT_SUCCESS)
        status = run_guarded(run);
    match_setup_free(&run->setup);
    free(run->outcomes);
    free(run->luck);
    free(run->faults);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return status;
}

static const OptionRow options[] = {
    {"player", N_("PLAYER"), N_("who plays; give it once for each player")},
    {"games", N_("N"), N_("how many games in all; usually 100")},
    {"seed", N_("NUMBER"),
     N_("for openings, dice and whatever players leave to chance; usually 1")},
    {"concurrency", N_("N"), N_("how many games are played at the same time; usually 1")},
    {"openings", N_("FILE"), N_("openings, one a line: a position, or moves from the start")},
    {"plies", N_("N"),
     N_("random moves at the start of each game; usually as many as suit the game, 0 to 6")},
    {"balance", N_("N"),
     N_("only random openings that a search of 200,000 positions finds worth N at most to either "
        "side, in hundredths as of the engine protocol: 100 is one seed")},
    {"time", N_("TIME"), N_("for each move, such as 100ms, where a player has no time of its own")},
    {"clock", N_("TIME"), N_("for a whole game and after each move, such as 60s+1s, likewise")},
    {"margin", N_("TIME"), N_("how much later than its time a move may come; usually 500ms")},
    {"startup", N_("TIME"),
     N_("how long a program may take for each answer before a game begins; usually 10s")},
    {"move-limit", N_("N"),
     N_("stop a game after so many moves as a draw, or divide what a score counts; usually 1000")},
    {"sprt", N_("TEST"),
     N_("elo0,elo1[,alpha,beta]: stop as soon as the first player's lead is decided; the last two "
        "are usually 0.05")},
    {"records", N_("FILE"), N_("save every game there")},
    {"resume", N_("FILE"), N_("keep the progress there, and go on from it")},
    {"json", NULL, N_("answer in JSON")},
    {NULL, NULL, NULL},
};

const Command match_command = {
    .name = "match",
    .operands = N_("GAME"),
    .about = N_("measure players against each other"),
    .details = N_("A PLAYER is random, greedy, level=1 to level=10, max, mcts=PLAYOUTS or\n"
                  "cmd=PROGRAM ARGUMENTS, a program that speaks the engine protocol; with, after\n"
                  "commas, time=100ms, clock=5m+3s, depth=8, nodes=10000, threads=2 or hash=64;\n"
                  "a program also moves=joined, to be told FfB instead of F f B (Aalina).\n"
                  "Every opening is played from all sides. More than two players all meet.\n"
                  "A program that crashes, does not answer in time or makes an illegal move has\n"
                  "lost that game; the report counts these. Ctrl-C ends with the table so far.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .repeats = "player",
    .run = cmd_match,
};
