/* The Spanish messages in gettext's binary form, made from po/es.po by the build. */
#ifndef LUD_SHELL_CATALOGUE_H
#define LUD_SHELL_CATALOGUE_H

#include <stddef.h>

extern const char catalogue_es[];
extern const size_t catalogue_es_size;

#endif
