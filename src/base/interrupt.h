/* Whether somebody outside wants the work of this thread to end. Where there are threads they say
 * so through memory; a worker in a browser has to look. */
#ifndef LUD_BASE_INTERRUPT_H
#define LUD_BASE_INTERRUPT_H

#include <stdbool.h>

#ifdef __wasi__
/* Answered by whoever loaded the module. */
__attribute__((import_module("ludoteca"), import_name("is_interrupted"))) int
base_host_is_interrupted(void);
#endif

static inline bool base_is_interrupted(void)
{
#ifdef __wasi__
    return base_host_is_interrupted() != 0;
#else
    return false;
#endif
}

#endif
