/* How soon a search that would go on for ever ends when it is told to. */
#ifndef LUD_TESTS_STOP_CASE_H
#define LUD_TESTS_STOP_CASE_H

#include <ludoteca/search.h>

/* Runs the task, which must have no limits, and stops it from another thread a little later;
 * several times, if need be, as others may keep the machine busy. Returns the shortest time in
 * microseconds from the call to the end of the run; `findings` are the last. */
int64_t stop_case_run(LudSearch *search, const LudTask *task, LudFindings *findings);

#endif
