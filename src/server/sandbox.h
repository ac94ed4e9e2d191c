/* Giving up what a server does not need, so that whoever breaks in finds little. */
#ifndef LUD_SERVER_SANDBOX_H
#define LUD_SERVER_SANDBOX_H

#include <stdbool.h>

#include <ludoteca/error.h>

#include "base/sanitized.h"

#define SANDBOX_IS_HINDERED BASE_IS_SANITIZED

/* Becomes this user for good, with their groups; only the administrator can. */
LudStatus sandbox_become(const char *user, LudError *err);
/* From now on this process and its threads can talk over connections that come in, read files and
 * get memory, but open none for writing, unless it `writes`, connect nowhere, unless it `connects`,
 * run no program and become nobody else: such calls fail with EPERM. False where the system has no
 * such filter, or if it is hindered. */
bool sandbox_enter(bool writes, bool connects);

#endif
