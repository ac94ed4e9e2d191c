/* The engine protocol: positions and moves. */
#include <ludoteca/oware.h>
#include <ludoteca/uci.h>

#include <stdlib.h>

static const char spaces[] = " \t\r\n\v\f";

/* Whether moves are single letters, which may be written without spaces between them. */
static bool is_joined(const LudGame *game)
{
    return strcmp(game->name, "oware") == 0;
}

/* Copies the next move of `*at` and moves on; false at the end. A word that is too long to be a
 * move is cut, and so still none. */
static bool next_move(const LudGame *game, const char **at, char move[2 * LUD_MOVE_TEXT])
{
    *at += strspn(*at, spaces);
    size_t length = strcspn(*at, spaces), kept = length;
    if (length == 0)
        return false;
    if (is_joined(game) && strspn(*at, "ABCDEFabcdef") >= length)
        kept = length = 1;
    if (kept >= (size_t)2 * LUD_MOVE_TEXT)
        kept = 2 * LUD_MOVE_TEXT - 1;
    memcpy(move, *at, kept);
    move[kept] = '\0';
    *at += length;
    return true;
}

static LudStatus read_state(const LudRules *rules, const char *text, LudState *s, LudError *err)
{
    int move_number;
    /* PlayStrategy's positions are told from ours by their slash. */
    if (is_joined(rules->game) && strchr(text, '/'))
        return lud_oware_parse_fen(rules, text, s, &move_number, err);
    return rules->game->text.state_parse(s, &rules->options, text, 0, err);
}

LudStatus lud_uci_position(const LudRules *rules, const char *position, const char *moves,
                           LudPlay **play, LudError *err)
{
    LudState start;
    LudPlay *made;
    if (position) {
        LudStatus status = read_state(rules, position, &start, err);
        if (status != LUD_OK)
            return status;
    }
    LudStatus status = lud_play_new(&made, rules, position ? &start : NULL, err);
    if (status != LUD_OK)
        return status;
    char move[2 * LUD_MOVE_TEXT];
    const char *at = moves ? moves : "";
    for (int number = 1; status == LUD_OK && next_move(rules->game, &at, move); number++) {
        status = lud_play_move_text(made, move, err);
        if (status != LUD_OK && err)
            err->move_number = number;
    }
    if (status == LUD_OK)
        *play = made;
    else
        lud_play_free(made);
    return status;
}

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
    char move[2 * LUD_MOVE_TEXT];
    while (next_move(game, &words, move)) {
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
