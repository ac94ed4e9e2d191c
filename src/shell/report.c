#include "shell/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

#include "shell/language.h"

/* Flushes stdout first, so that on a terminal the message follows what it is about. Messages quote
 * arguments and names of files, which may hold anything. */
static void print_line(const char *format, va_list args)
{
    enum { MOST = 8192 };
    char text[MOST];
    fflush(stdout);
    vsnprintf(text, sizeof text, format, args);
    lud_text_clean(text, strlen(text));
    fprintf(stderr, "ludoteca: %s\n", text);
}

int report_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(format, args);
    va_end(args);
    return EXIT_USAGE;
}

int report_failure(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(format, args);
    va_end(args);
    return EXIT_FAILURE;
}

const char *report_errno(int number)
{
    /* What files and pipes are likely to answer; anything else stays as the system says it. */
    static const char *const likely[] = {
        N_("Bad file descriptor"),
        N_("Broken pipe"),
        N_("File exists"),
        N_("File name too long"),
        N_("Input/output error"),
        N_("Is a directory"),
        N_("No space left on device"),
        N_("No such file or directory"),
        N_("Not a directory"),
        N_("Permission denied"),
        N_("Read-only file system"),
    };
    const char *english = strerror(number);
    for (size_t i = 0; i < sizeof likely / sizeof likely[0]; i++) {
        if (strcmp(likely[i], english) == 0)
            return _(likely[i]);
    }
    return english;
}

int report_file(const char *path)
{
    return report_failure("%s: %s", path, report_errno(errno));
}

int report_memory(void)
{
    return report_failure("%s", _("Out of memory."));
}

void report_text(const LudError *err, char *text, size_t size)
{
    size_t length = 0;
    if (err->move_number > 0 && err->line == 0)
        length = (size_t)snprintf(text, size, _("move %d: "), err->move_number);
    lud_error_text(err, language_text, text + length, size - length);
}

void report_filled(char *text, size_t size, const char *message, const char *first,
                   const char *second)
{
    LudError filled;
    lud_error_set(&filled, LUD_OK, message, first, second, (char *)NULL);
    report_text(&filled, text, size);
}

int report_error(const LudError *err)
{
    char text[REPORT_BYTES];
    report_text(err, text, sizeof text);
    report_usage("%s", text);
    bool is_failure = err->status == LUD_EMEMORY || err->status == LUD_EFILE;
    return is_failure ? EXIT_FAILURE : EXIT_USAGE;
}
