/* Spanish and English. Messages are written in English; the Spanish catalogue (po/es.po) is built
 * into the program, because gettext() itself stays silent on machines without a Spanish locale. */
#ifndef LUD_SHELL_LANGUAGE_H
#define LUD_SHELL_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Translates now; N_ only marks a message that is translated later, where it is printed. */
#define _(text)               language_text(text)
#define n_(one, many, number) language_plural(one, many, number)
#define N_(text)              text

/* Chooses "es" or "en"; false for any other name. */
bool language_set(const char *code);
/* Chooses by LUDOTECA_LANG; else as gettext does by the locale that LC_ALL, LC_MESSAGES or LANG
 * names, before which, unless it is C, the languages in LANGUAGE count; else English. */
void language_from_environment(void);
/* "es" or "en". */
const char *language_code(void);

/* Letters in ASCII, for terminals whose character set is not UTF-8: replaces what is not ASCII in a
 * text of `size` bytes, which stays that long, with NUL bytes at its end. */
void language_fold(char *text, size_t size);
/* Has all Spanish messages in ASCII from now on. */
void language_use_ascii(void);
bool language_is_ascii(void);

/* The message in the chosen language, or itself where there is no translation. */
const char *language_text(const char *english) __attribute__((format_arg(1), returns_nonnull));
/* The same, in UTF-8 always: for JSON. */
const char *language_text_exact(const char *english) __attribute__((returns_nonnull));
/* The same for a message that depends on a number: `one` for 1, `many` for all others. */
const char *language_plural(const char *one, const char *many, unsigned long number)
    __attribute__((format_arg(1), format_arg(2), returns_nonnull));

#endif
