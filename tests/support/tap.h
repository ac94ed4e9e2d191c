/* Results of data-driven tests in the Test Anything Protocol, one line for each case. */
#ifndef LUD_TESTS_TAP_H
#define LUD_TESTS_TAP_H

#include <stdbool.h>

#include <ludoteca/judging.h>

/* Reports one case; the format says which. Returns `passed`. */
bool tap_report(bool passed, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Explains the case reported next or last; line ends inside are kept readable. */
void tap_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Counts a fault of a position in `*faults` and notes it; of many only the first few are shown. */
void tap_fault(int *faults, const LudGame *game, const LudState *s, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Writes the plan; the exit status of the program, a failure if nothing was reported. */
int tap_finish(void);
/* Instead of all that: there is nothing to try here, and why. */
int tap_skip(const char *why);

/* Whether a short run is wanted (sanitizer builds) or a long one (make soak). */
bool tap_is_short(void);
bool tap_is_long(void);
/* A twentieth of a count in a short run, a third in a usual one, four times as much in a long one.
 */
int tap_scaled(int count);
/* What fits the run. */
int tap_chosen(int brief, int usual, int thorough);
/* Whether more than so many were met, in a long run; a fifth of them is enough in a usual one, and
 * a short one is too short to tell. */
bool tap_met(int found, int count);

#endif
