/* The threads of a match, and the one that watches over them. */
#include "cli/match/match_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "shell/terminal.h"

enum { TICK_MS = 100, STACK_BYTES = 8 << 20 };

typedef struct Thread {
    pthread_t id;
    MatchRun *run;
    MatchWorker worker;
} Thread;

static void wake(MatchRun *run)
{
    ssize_t written = write(run->wake[1], "", 1); /* a full pipe will wake it as well */
    (void)written;
}

/* The next game that has not been played, or -1. */
static int64_t take_number(MatchRun *run)
{
    int64_t number = -1;
    pthread_mutex_lock(&run->lock);
    while (run->next_game < run->setup.games && run->outcomes[run->next_game].is_played)
        run->next_game++;
    if (run->next_game < run->setup.games && !atomic_load(&run->is_stopping))
        number = run->next_game++;
    pthread_mutex_unlock(&run->lock);
    return number;
}

/* Keeps a finished game, or the reason why there is none. */
static void hand_in(MatchRun *run, int64_t number, MatchGameEnd end, MatchReport *report,
                    const LudError *err)
{
    pthread_mutex_lock(&run->lock);
    if (end == MATCH_GAME_PLAYED && run->exit_code == EXIT_SUCCESS) {
        run->exit_code = match_files_add(run, number, report);
        char *detail[LUD_MAX_SIDES];
        for (int side = 0; side < LUD_MAX_SIDES; side++)
            detail[side] = report->detail[side];
        if (run->exit_code == EXIT_SUCCESS)
            match_take(run, number, &report->outcome, &report->luck, detail);
    } else if (end == MATCH_GAME_FAILED && run->exit_code == EXIT_SUCCESS) {
        run->exit_code = report_error(err);
    }
    if (run->exit_code != EXIT_SUCCESS)
        atomic_store(&run->is_stopping, true);
    pthread_mutex_unlock(&run->lock);
    wake(run);
}

static void *work(void *argument)
{
    Thread *thread = argument;
    MatchRun *run = thread->run;
    MatchGameEnd end = MATCH_GAME_PLAYED;
    for (int64_t number; end == MATCH_GAME_PLAYED && (number = take_number(run)) >= 0;) {
        MatchReport *report = malloc(sizeof *report);
        LudError err = {.status = LUD_EMEMORY, .format = N_("Out of memory.")};
        end = report ? match_game_play(&thread->worker, number, report, &err) : MATCH_GAME_FAILED;
        hand_in(run, number, end, report, &err);
        if (report)
            lud_free(report->record);
        free(report);
    }
    /* Programs are ended by the thread that started them: on Linux they end with it. */
    for (int i = 0; i < LUD_TOURNAMENT_PLAYERS; i++)
        program_end(&thread->worker.program[i], end != MATCH_GAME_STOPPED);
    pthread_mutex_lock(&run->lock);
    run->busy--;
    pthread_mutex_unlock(&run->lock);
    wake(run);
    return NULL;
}

/* -- the thread that watches ------------------------------------------------------------------- */

static void stop(MatchRun *run, Thread *threads, int count)
{
    atomic_store(&run->is_stopping, true);
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < run->setup.sides; side++)
            lud_engine_stop(threads[i].worker.engine[side]);
    }
}

/* Whether anyone works still; also takes in what has come of the sequential test. */
static bool look_around(MatchRun *run)
{
    pthread_mutex_lock(&run->lock);
    bool is_busy = run->busy > 0;
    if (run->setup.has_sprt)
        lud_sprt_judge(&run->setup.sprt, run->outcomes, run->setup.games, &run->sprt);
    pthread_mutex_unlock(&run->lock);
    return is_busy;
}

static void watch(MatchRun *run, Thread *threads, int count)
{
    MatchView view;
    match_view_begin(&view);
    while (look_around(run)) {
        char bytes[256];
        struct pollfd fd = {.fd = run->wake[0], .events = POLLIN};
        if (poll(&fd, 1, TICK_MS) > 0) {
            ssize_t size = read(run->wake[0], bytes, sizeof bytes);
            (void)size;
        }
        if (terminal_signal())
            run->is_interrupted = true;
        /* An engine that was between two moves has not heard it, so it is said again. */
        if (run->is_interrupted || run->sprt.verdict != LUD_VERDICT_NONE ||
            atomic_load(&run->is_stopping))
            stop(run, threads, count);
        else
            match_view_update(&view, run);
    }
    match_view_end(&view);
}

/* -- from beginning to end --------------------------------------------------------------------- */

/* A program that can't be started at all is an error before anything is played. */
static int try_programs(MatchRun *run, MatchWorker *worker)
{
    const MatchSetup *setup = &run->setup;
    for (int i = 0; i < setup->player_count; i++) {
        const MatchPlayer *player = &setup->player[i];
        if (player->spec.kind != LUD_PLAYER_COMMAND)
            continue;
        UciAnswer answer = uci_begin(setup, player, &worker->program[i], &run->is_stopping);
        if (answer.fault != LUD_FAULT_NONE)
            return report_failure(_("The program \"%.200s\" can't play: %s. Check the name and its "
                                    "arguments, and that it speaks the engine protocol."),
                                  player->spec.command, answer.detail);
        program_end(&worker->program[i], true);
    }
    return EXIT_SUCCESS;
}

static int start_threads(MatchRun *run, Thread *threads, int *count)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return report_memory();
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    run->busy = *count;
    int started = 0;
    while (started < *count &&
           pthread_create(&threads[started].id, &attributes, work, &threads[started]) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    pthread_mutex_lock(&run->lock);
    run->busy -= *count - started;
    pthread_mutex_unlock(&run->lock);
    *count = started;
    return started > 0 ? EXIT_SUCCESS : report_failure(_("No thread can be started."));
}

static int run_threads(MatchRun *run, Thread *threads, int count)
{
    int opened = 0, status = EXIT_SUCCESS;
    LudError err;
    for (; status == EXIT_SUCCESS && opened < count; opened++) {
        threads[opened].run = run;
        if (!match_worker_open(&threads[opened].worker, &run->setup, &run->is_stopping, &err))
            status = report_error(&err);
    }
    if (status == EXIT_SUCCESS)
        status = try_programs(run, &threads[0].worker);
    if (status == EXIT_SUCCESS)
        status = start_threads(run, threads, &count);
    if (status == EXIT_SUCCESS) {
        watch(run, threads, count);
        for (int i = 0; i < count; i++)
            pthread_join(threads[i].id, NULL);
        status = run->exit_code;
    }
    for (int i = 0; i < opened; i++)
        match_worker_close(&threads[i].worker);
    return status;
}

int match_play(MatchRun *run)
{
    look_around(run);
    if (run->played == run->setup.games || run->sprt.verdict != LUD_VERDICT_NONE)
        return EXIT_SUCCESS;
    int count = run->setup.concurrency;
    Thread *threads = calloc((size_t)count, sizeof threads[0]);
    if (!threads)
        return report_memory();
    if (pipe(run->wake) != 0) {
        free(threads);
        return report_failure("%s", report_errno(errno));
    }
    for (int end = 0; end < 2; end++) {
        fcntl(run->wake[end], F_SETFD, FD_CLOEXEC);
        fcntl(run->wake[end], F_SETFL, O_NONBLOCK);
    }
    int status = run_threads(run, threads, count);
    close(run->wake[0]);
    close(run->wake[1]);
    free(threads);
    return status;
}
