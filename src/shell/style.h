/* How output may look: colour and Unicode. */
#ifndef LUD_SHELL_STYLE_H
#define LUD_SHELL_STYLE_H

#include <stdbool.h>

#include "shell/arguments.h"

typedef struct Style {
    bool has_colour;
    bool has_unicode;
    bool is_plain; /* --plain: for those who listen to the output */
} Style;

/* For standard output: colour by --color, else on a terminal unless NO_COLOR is set or TERM is
 * dumb; Unicode where the locale's character set is UTF-8; neither with --plain. False, with a
 * message on stderr, if
 * --color has a value that it can't have. */
bool style_choose(const Arguments *arguments, Style *style);

/* Whether the environment names a character set that is not UTF-8, as es_ES.ISO-8859-1 does. Where
 * it names none, as in C, text stays UTF-8: there it mostly goes to files and other programs. */
bool style_needs_ascii(void);

#endif
