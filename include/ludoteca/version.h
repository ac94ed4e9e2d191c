/* Which version this is: that of the headers when a program is compiled, that of the library when
 * it runs. The build refuses to begin if these numbers are not the project's. */
#ifndef LUDOTECA_VERSION_H
#define LUDOTECA_VERSION_H

#include "library.h"

#define LUD_VERSION_MAJOR 0
#define LUD_VERSION_MINOR 1
#define LUD_VERSION_PATCH 0

/* One number that grows with every version, to compare with. */
#define LUD_VERSION_NUMBER (LUD_VERSION_MAJOR * 10000 + LUD_VERSION_MINOR * 100 + LUD_VERSION_PATCH)

/* "0.1.0". */
#define LUD_VERSION_TEXT                                                                           \
    LUD_VERSION_QUOTE(LUD_VERSION_MAJOR)                                                           \
    "." LUD_VERSION_QUOTE(LUD_VERSION_MINOR) "." LUD_VERSION_QUOTE(LUD_VERSION_PATCH)
#define LUD_VERSION_QUOTE(number)       LUD_VERSION_QUOTE_AS_IS(number)
#define LUD_VERSION_QUOTE_AS_IS(number) #number

#ifdef __cplusplus
extern "C" {
#endif

/* LUD_VERSION_TEXT and LUD_VERSION_NUMBER of the library that runs. */
LUD_API const char *lud_version(void);
LUD_API int lud_version_number(void);

#ifdef __cplusplus
}
#endif
#endif
