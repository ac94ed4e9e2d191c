#include "store/store_place.h"

#include <ludoteca/game.h>

#include <stdlib.h>

#include "base/text.h"

/* As the XDG Base Directory Specification has it: relative paths there count as unset. */
static bool add_own(Text *text)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && state[0] == '/') {
        text_printf(text, "%s/ludoteca/server", state);
        return true;
    }
    if (!home || home[0] == '\0')
        return false;
    text_printf(text, "%s/.local/state/ludoteca/server", home);
    return true;
}

LudStatus store_place(const char *named, char **directory, LudError *err)
{
    Text text = {0};
    if (named)
        text_add(&text, named);
    else if (!add_own(&text))
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("There is no home directory to keep games in. Name a "
                                         "directory with --data."),
                             (char *)NULL);
    char *taken = text_take(&text);
    if (!taken)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    *directory = taken;
    return LUD_OK;
}

const char *store_address(const char *named, const char *directory)
{
    const char *usual = getenv("LUDOTECA_STORE");
    if (named || directory || !usual || !usual[0])
        return named;
    return usual;
}
