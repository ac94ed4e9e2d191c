/* The same function on several threads at once. Where there are no threads (WebAssembly) one does
 * the work of all. */
#ifndef LUD_BASE_WORKERS_H
#define LUD_BASE_WORKERS_H

/* Calls work(context, 0) on the caller's thread and work(context, 1 … count - 1) on threads of
 * their own; returns when all have returned. A thread that can't be started is left out, so the
 * work must not depend on how many there are. Returns how many there were. */
int base_workers_run(int count, void (*work)(void *context, int index), void *context);

/* For a thread that has nothing to do at the moment: others that wait for its processor go first.
 */
void base_workers_yield(void);

#endif
