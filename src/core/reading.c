/* Positions and lists of moves: every front door reads them here, so that all accept and refuse the
 * same. */
#include "core/reading.h"

static const char spaces[] = " \t\r\n\v\f";

bool reading_next_move(const LudGame *game, const char **at, char word[READING_WORD])
{
    const char *letters = game->text.lone_letters;
    *at += strspn(*at, spaces);
    size_t length = strcspn(*at, spaces);
    if (length == 0)
        return false;
    if (letters && strspn(*at, letters) >= length)
        length = 1;
    size_t kept = length < READING_WORD ? length : READING_WORD - 1;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += length;
    return true;
}

/* What moves are played on: a game with history, or, play NULL, a bare position. */
typedef struct Place {
    const LudGame *game;
    LudPlay *play;
    LudState *state;
} Place;

static LudStatus play_all(const Place *place, const char *moves, LudError *err)
{
    char word[READING_WORD];
    LudStatus status = LUD_OK;
    for (int number = 1; status == LUD_OK && reading_next_move(place->game, &moves, word);
         number++) {
        status = place->play ? lud_play_move_text(place->play, word, err)
                             : lud_state_move_text(place->game, place->state, word, err);
        if (status != LUD_OK && err)
            err->move_number = number;
    }
    return status;
}

LudStatus lud_play_moves_text(LudPlay *play, const char *moves, LudError *err)
{
    Place place = {.game = lud_play_rules(play)->game, .play = play};
    return play_all(&place, moves, err);
}

static LudStatus read_position(const LudRules *rules, const char *position, unsigned flags,
                               LudState *s, LudError *err)
{
    if ((flags & LUD_PARSE_FRAGMENT) && !rules->game->text.has_fragments)
        return lud_error_set(err, LUD_EUSAGE, "fragment means nothing to {1}; leave it out.",
                             rules->game->name, (char *)NULL);
    if (position)
        return rules->game->text.state_parse(s, &rules->options, position, flags, err);
    lud_rules_start(rules, s);
    return LUD_OK;
}

LudStatus lud_state_read(LudState *s, const LudRules *rules, const char *position,
                         const char *moves, unsigned flags, LudError *err)
{
    LudState read;
    Place place = {.game = rules->game, .state = &read};
    LudStatus status = read_position(rules, position, flags, &read, err);
    if (status == LUD_OK && moves)
        status = play_all(&place, moves, err);
    if (status == LUD_OK)
        lud_state_copy(rules->game, s, &read);
    return status;
}

LudStatus lud_play_read(LudPlay **play, const LudRules *rules, const char *position,
                        const char *moves, unsigned flags, LudError *err)
{
    LudState start;
    LudPlay *made;
    LudStatus status = read_position(rules, position, flags, &start, err);
    if (status == LUD_OK)
        status = lud_play_new(&made, rules, &start, err);
    if (status != LUD_OK)
        return status;
    if (moves)
        status = lud_play_moves_text(made, moves, err);
    if (status == LUD_OK)
        *play = made;
    else
        lud_play_free(made);
    return status;
}
