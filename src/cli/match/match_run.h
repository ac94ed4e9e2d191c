/* A match while it runs: results, files, threads. */
#ifndef LUD_CLI_MATCH_MATCH_RUN_H
#define LUD_CLI_MATCH_MATCH_RUN_H

#include <pthread.h>

#include "cli/match/match_game.h"
#include "shell/style.h"

/* A fault that is told in the report: the first of each player. */
typedef struct MatchFault {
    int64_t game; /* -1: none */
    char detail[MATCH_DETAIL];
} MatchFault;

typedef struct MatchRun {
    MatchSetup setup;
    LudOutcome *outcomes; /* setup.games places */
    LudLuck *luck;        /* the same */
    MatchFault *faults;   /* LUD_TOURNAMENT_PLAYERS places */
    int64_t played;
    int64_t resumed; /* of these, before this run */
    bool is_new;     /* it does not go on with an earlier run */

    /* Shared by the threads, under the lock; the flag may be read without. */
    pthread_mutex_t lock;
    atomic_bool is_stopping;
    int64_t next_game;
    int busy;      /* threads that still work */
    int wake[2];   /* a byte comes with every change */
    int exit_code; /* what went wrong in a thread, already reported */
    int state_fd, records_fd;
    int64_t records_end;

    bool is_interrupted;
    LudSprtState sprt; /* as far as it has come */
} MatchRun;

/* match_state.c: opens the files, takes up what is there. Returns the exit status. */
int match_files_open(MatchRun *run);
/* Adds a finished game to both and sees that it is on the disk; under the lock. */
int match_files_add(MatchRun *run, int64_t game, const MatchReport *report);
void match_files_close(MatchRun *run);
/* Takes a result into the table; `detail` of each side may be NULL. */
void match_take(MatchRun *run, int64_t game, const LudOutcome *outcome, const LudLuck *luck,
                char *const *detail);

/* match_run.c: plays what is left, until all is played, decided, or a signal comes. */
int match_play(MatchRun *run);

/* match_table.c: the table while the match goes on: on a terminal always in the same place, else a
 * line now and then. `lines` is how many the last one had. */
typedef struct MatchView {
    bool is_live;
    int lines;
    int64_t drawn_ms, drawn_played;
} MatchView;
void match_view_begin(MatchView *view);
void match_view_update(MatchView *view, MatchRun *run);
void match_view_end(MatchView *view);
/* The report at the end, on standard output. Returns the exit status. */
int match_report(const MatchRun *run);

#endif
