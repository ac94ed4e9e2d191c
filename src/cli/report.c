#include "cli/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/language.h"

/* Flushes stdout first, so that on a terminal the message follows what it is about. */
static void print_line(const char *format, va_list args)
{
    fflush(stdout);
    fputs("ludoteca: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
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

int report_file(const char *path)
{
    return report_failure("%s: %s", path, strerror(errno));
}

int report_memory(void)
{
    return report_failure("%s", _("out of memory"));
}

int report_error(const LudError *err)
{
    char text[2048];
    lud_error_text(err, language_text, text, sizeof text);
    report_usage("%s", text);
    return err->status == LUD_EMEMORY ? EXIT_FAILURE : EXIT_USAGE;
}
