/* Text from elsewhere, and what of it a terminal may be shown.
 *
 * Records, file names and other programs can hold anything, also what makes a terminal do things
 * or a line look like another one. The library keeps such text as it is: files do not lose what
 * they hold. Whoever shows it to a person cleans it first. */
#ifndef LUDOTECA_CHARACTERS_H
#define LUDOTECA_CHARACTERS_H

#include <stdint.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many bytes a character in UTF-8 takes whose first byte this is; 0 if none can start so. */
LUD_API size_t lud_text_length(unsigned char first);
/* The number of the character in UTF-8 at `at`, of which `size` bytes are there; -1 if that is
 * none: broken or needlessly long sequences, halves of surrogate pairs, numbers past the last
 * character. */
LUD_API int32_t lud_text_decode(const char *at, size_t size);
/* The bytes of the character at `at` if it may be shown, else 0. What may not: whatever is no
 * character; controls, of which terminals also obey U+0080 to U+009F; the marks that turn the
 * direction of writing; and those that end a line. */
LUD_API size_t lud_text_printable(const char *at, size_t size);
/* Replaces everything that may not be shown by '?', in place; tabs become spaces. */
LUD_API void lud_text_clean(char *text, size_t size);
/* How many lines end in a text. */
LUD_API int lud_text_lines(const char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
