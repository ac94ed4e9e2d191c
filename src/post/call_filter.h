/* Filters of system calls (seccomp), put together step by step. Whatever they do not allow fails
 * with EPERM. Each step is false if the system has no such filter. */
#ifndef LUD_POST_CALL_FILTER_H
#define LUD_POST_CALL_FILTER_H

#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins one that allows what every process calls that talks over connections it has, reads files,
 * gets memory and has threads. For seccomp_release(); NULL if there can be none, as in builds with
 * sanitizers. */
scmp_filter_ctx call_filter_begin(void);
/* Allows these calls, whatever their arguments. */
bool call_filter_allow(scmp_filter_ctx filter, const int *calls, size_t count);
/* Allows a call if these bits of one of its arguments are so. */
bool call_filter_allow_if(scmp_filter_ctx filter, int call, unsigned argument, uint64_t bits,
                          uint64_t value);
/* Files can be opened, but for writing. */
bool call_filter_allow_reading(scmp_filter_ctx filter);
/* Threads can be made, but no processes; limits can be asked for, but not set. */
bool call_filter_allow_threads(scmp_filter_ctx filter);

#endif
