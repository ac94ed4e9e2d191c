/* Giving up what a server does not need, so that whoever breaks in finds little. */
#ifndef LUD_SERVER_SANDBOX_H
#define LUD_SERVER_SANDBOX_H

#include <stdbool.h>

#include <ludoteca/error.h>

/* Becomes this user for good, with their groups; only the administrator can. */
LudStatus sandbox_become(const char *user, LudError *err);
/* From now on this process and its threads can talk over connections that come in, read files and
 * get memory, but open none for writing, connect nowhere, run no program and become nobody else:
 * such calls fail with EPERM. False where the system has no such filter, or in a build whose
 * sanitizers need more. */
bool sandbox_enter(void);

#endif
