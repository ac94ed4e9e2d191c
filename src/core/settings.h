/* Settings that callers fill in, as their programs knew them when they were compiled.
 *
 * Such a struct begins with `size_t size`, which the caller sets to its sizeof. New members go to
 * its end, past the padding that the last one left, and zero must mean what was usual before. */
#ifndef LUD_CORE_SETTINGS_H
#define LUD_CORE_SETTINGS_H

#include <ludoteca/error.h>

/* Copies settings into the struct as it is today, `own_size` bytes: members that the caller does
 * not know yet become zero. LUD_EUSAGE if their size is not set, or if they ask for something that
 * only a later library knows. */
LudStatus settings_take(void *own, size_t own_size, const void *given, LudError *err);

#endif
