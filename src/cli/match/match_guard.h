/* Sees that nothing that a match started outlives it.
 *
 * Every program leads a process group, and the match ends the group. Two things escape that: a
 * match that is killed ends nothing, and a program may put others into groups of their own. So a
 * small process watches over the match and ends its groups when it is gone, and the match takes
 * those in whose parents have ended, to end them as well when it is over. */
#ifndef LUD_CLI_MATCH_MATCH_GUARD_H
#define LUD_CLI_MATCH_MATCH_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

/* Before any thread is started and any file opened, which the watcher would keep open. False, with
 * errno, if there can be no other process. */
bool guard_begin(void);
/* A group has begun; one is about to be buried. By any thread. */
void guard_add(pid_t group);
void guard_drop(pid_t group);
/* After all programs were ended, and on the only thread that is left. */
void guard_end(void);

#endif
