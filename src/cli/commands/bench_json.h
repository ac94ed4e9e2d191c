/* What `bench --json` prints: docs/JSON.md. */
#ifndef LUD_CLI_BENCH_JSON_H
#define LUD_CLI_BENCH_JSON_H

#include "bench/bench_figures.h"

typedef struct BenchReport {
    const char *machine, *build; /* what it was measured on and with */
    int repeats;
    int move_limit; /* after which an endless playout is stopped */
    int game_count;
    const BenchGame *games;
} BenchReport;

/* One line of text for lud_free; NULL when out of memory. */
char *bench_json(const BenchReport *report);

#endif
