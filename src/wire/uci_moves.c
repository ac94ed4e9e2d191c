/* The engine protocol: words that are moves of one position. */
#include <ludoteca/uci.h>

#include "core/reading.h"

static bool is_among(LudMove m, const LudMove *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

LudStatus lud_uci_moves(const LudPlay *play, const char *words, LudMove *list, int *count,
                        LudError *err)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudState *s = lud_play_state(play);
    LudMove legal[LUD_MAX_MOVES], m;
    int legal_count = lud_play_turn(play) == LUD_OVER ? 0 : game->rules.moves(s, legal), found = 0;
    char move[READING_WORD];
    while (reading_next_move(game, &words, move)) {
        LudStatus status = game->text.move_parse(s, move, &m, err);
        if (status != LUD_OK)
            return status;
        if (!is_among(m, legal, legal_count))
            return lud_error_set(err, LUD_EILLEGAL, "{1} is not legal here.", move, (char *)NULL);
        if (!is_among(m, list, found))
            list[found++] = m;
    }
    *count = found;
    return LUD_OK;
}
