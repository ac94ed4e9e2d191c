#include "support/tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int reported, failed;

bool tap_report(bool passed, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s %d - ", passed ? "ok" : "not ok", ++reported);
    vprintf(format, args);
    printf("\n");
    /* A child that a test forks must not say it again. */
    fflush(stdout);
    va_end(args);
    failed += !passed;
    return passed;
}

void tap_note(const char *format, ...)
{
    char text[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        printf("#   %s\n", line);
        line = end;
    }
}

void tap_fault(int *faults, const LudGame *game, const LudState *s, const char *format, ...)
{
    enum { SHOWN = 3 };
    char position[LUD_STATE_TEXT], what[512];
    if ((*faults)++ >= SHOWN)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    game->text.state_print(s, position);
    tap_note("%s: %s", position, what);
}

int tap_finish(void)
{
    printf("1..%d\n", reported);
    return failed > 0 || reported == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int tap_skip(const char *why)
{
    printf("1..0 # SKIP %s\n", why);
    return EXIT_SUCCESS;
}

bool tap_is_short(void)
{
    return getenv("LUDOTECA_TEST_SHORT") != NULL;
}

bool tap_is_long(void)
{
    return getenv("LUDOTECA_TEST_LONG") != NULL;
}

int tap_scaled(int count)
{
    int cut = tap_chosen(count / 20, count / 3, 4 * count);
    return cut > 0 ? cut : 1;
}

int tap_chosen(int brief, int usual, int thorough)
{
    return tap_is_short() ? brief : tap_is_long() ? thorough : usual;
}

bool tap_met(int found, int count)
{
    return tap_is_short() || found > (tap_is_long() ? count : count / 5);
}
