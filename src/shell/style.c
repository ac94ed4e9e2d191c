#include "shell/style.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shell/language.h"
#include "shell/report.h"

static bool names_utf8(const char *locale)
{
    const char *charset = strchr(locale, '.');
    if (!charset)
        return false;
    return strncmp(charset, ".UTF-8", 6) == 0 || strncmp(charset, ".utf8", 5) == 0 ||
           strncmp(charset, ".UTF8", 5) == 0 || strncmp(charset, ".utf-8", 6) == 0;
}

/* The locale for characters that the environment asks for, or NULL. */
static const char *locale_name(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* The variables are asked as well as the C library, which knows only installed locales. */
static bool speaks_utf8(void)
{
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return true;
    const char *locale = locale_name();
    return locale && names_utf8(locale);
}

bool style_needs_ascii(void)
{
    const char *locale = locale_name();
    return locale && strchr(locale, '.') && !speaks_utf8();
}

static bool suits_colour(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && *term &&
           strcmp(term, "dumb") != 0;
}

bool style_choose(const Arguments *arguments, Style *style)
{
    const char *color = arguments_value(arguments, "color");
    if (!color || strcmp(color, "auto") == 0) {
        style->has_colour = suits_colour();
    } else if (strcmp(color, "always") == 0 || strcmp(color, "never") == 0) {
        style->has_colour = color[0] == 'a';
    } else {
        report_usage(_("--color must be auto, always or never, not \"%.60s\"."), color);
        return false;
    }
    style->is_plain = arguments_has(arguments, "plain");
    style->has_colour = style->has_colour && !style->is_plain;
    style->has_unicode = speaks_utf8() && !style->is_plain;
    return true;
}
