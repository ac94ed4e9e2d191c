/* Giving up what a server does not need, so that whoever breaks in finds little. */
#ifndef LUD_SERVER_SANDBOX_H
#define LUD_SERVER_SANDBOX_H

#include <stdbool.h>

#include <ludoteca/error.h>

/* Whether this build has sanitizers, which need more system calls than a server. */
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANDBOX_IS_HINDERED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANDBOX_IS_HINDERED 1
#endif
#ifndef SANDBOX_IS_HINDERED
#define SANDBOX_IS_HINDERED 0
#endif

/* Becomes this user for good, with their groups; only the administrator can. */
LudStatus sandbox_become(const char *user, LudError *err);
/* From now on this process and its threads can talk over connections that come in, read files and
 * get memory, but open none for writing, unless it `writes`, connect nowhere, run no program and
 * become nobody else: such calls fail with EPERM. False where the system has no such filter, or if
 * it is hindered. */
bool sandbox_enter(bool writes);

#endif
