#include "support/stop_case.h"

#include <assert.h>
#include <stdatomic.h>
#include <time.h>

#include "base/clock_time.h"
#include "base/workers.h"

enum { ATTEMPTS = 25, PROMPT_US = 20000 };

typedef struct StopCase {
    LudSearch *search;
    const LudTask *task;
    LudFindings *findings;
    _Atomic int64_t stopped_us;
    int64_t ended_us;
} StopCase;

/* The searcher and the one who stops it. */
static void run_or_stop(void *context, int index)
{
    StopCase *stop = context;
    if (index == 0) {
        LudStatus status = lud_search_run(stop->search, stop->task, stop->findings, NULL);
        stop->ended_us = base_time_us();
        assert(status == LUD_OK);
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
    atomic_store(&stop->stopped_us, base_time_us());
    lud_search_stop(stop->search);
}

int64_t stop_case_run(LudSearch *search, const LudTask *task, LudFindings *findings)
{
    StopCase stop = {.search = search, .task = task, .findings = findings};
    int64_t least_us = INT64_MAX;
    for (int i = 0; i < ATTEMPTS && least_us >= PROMPT_US; i++) {
        int threads = base_workers_run(2, run_or_stop, &stop);
        assert(threads == 2 && stop.ended_us >= stop.stopped_us);
        int64_t took_us = stop.ended_us - stop.stopped_us;
        least_us = took_us < least_us ? took_us : least_us;
    }
    return least_us;
}

int64_t stop_case_time(LudSearch *search, const LudTask *task, int64_t enough_us,
                       LudFindings *findings)
{
    int64_t least_us = INT64_MAX;
    for (int i = 0; i < ATTEMPTS && least_us >= enough_us; i++) {
        int64_t begun_us = base_time_us();
        LudStatus status = lud_search_run(search, task, findings, NULL);
        int64_t took_us = base_time_us() - begun_us;
        assert(status == LUD_OK);
        least_us = took_us < least_us ? took_us : least_us;
    }
    return least_us;
}
