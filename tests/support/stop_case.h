/* How soon a search ends when it is told to, or when its time is up. */
#ifndef LUD_TESTS_STOP_CASE_H
#define LUD_TESTS_STOP_CASE_H

#include <ludoteca/search.h>

/* Runs the task, which must have no limits, and stops it from another thread a little later;
 * several times, if need be, as others may keep the machine busy. Returns the shortest time in
 * microseconds from the call to the end of the run; `findings` are the last. */
int64_t stop_case_run(LudSearch *search, const LudTask *task, LudFindings *findings);
/* Runs the task, which must have a limit of time, until it once took less than `enough_us`, but not
 * for ever. Returns the shortest time that a run took. */
int64_t stop_case_time(LudSearch *search, const LudTask *task, int64_t enough_us,
                       LudFindings *findings);

#endif
