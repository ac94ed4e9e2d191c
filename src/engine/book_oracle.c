#include "engine/book_oracle.h"

#include "core/forcing.h"

static bool probe(void *context, const LudState *s, LudKnown *known)
{
    const LudGame *game = context;
    int plies;
    if (!game->forcing->known(s, &plies))
        return false;
    /* It may be won sooner than the book says. */
    if (plies > 0)
        *known = (LudKnown){LUD_VALUE_WIN - plies, LUD_VALUE_MOST};
    else
        *known = (LudKnown){-LUD_VALUE_MOST, -(LUD_VALUE_WIN + plies)};
    return true;
}

LudOracle book_oracle(const LudGame *game)
{
    LudOracle oracle = {0};
    if (game->forcing && game->forcing->known)
        oracle = (LudOracle){.probe = probe, .context = (void *)(uintptr_t)game};
    return oracle;
}
