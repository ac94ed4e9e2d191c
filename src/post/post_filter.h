/* What the processes that send notices give up: whoever breaks into one of them through a hostile
 * server finds little. */
#ifndef LUD_POST_POST_FILTER_H
#define LUD_POST_POST_FILTER_H

#include <stdbool.h>

/* From now on this process and its threads can connect, read files and get memory, but open none
 * for writing, run no program, and only if it `forks` have children. False where the system has no
 * such filter, or in builds with sanitizers. */
bool post_filter_enter(bool forks);

#endif
