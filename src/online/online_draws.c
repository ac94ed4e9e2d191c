/* What is left to chance in an online game, drawn from everybody's secrets. */
#include <string.h>

#include "online/online_game.h"

void online_terms(const OnlineGame *game, FairTerms *terms)
{
    *terms = (FairTerms){.rules = game->match.rules,
                         .players = game->match.players,
                         .draws_lots = game->draws_lots,
                         .rolls_off = game->rolls_off,
                         .is_shared = game->shares_dice};
    memcpy(terms->id, game->id, sizeof terms->id);
    for (int i = 0; i < terms->players; i++)
        terms->is_computer[i] = game->players[i].kind == PLAYER_COMPUTER;
}

void online_print_terms(const OnlineGame *game, char text[FAIR_TERMS_TEXT])
{
    FairTerms terms;
    online_terms(game, &terms);
    fair_terms_print(&terms, text);
}

void online_mix(OnlineGame *game)
{
    FairSecret parts[FAIR_PARTS];
    char terms[FAIR_TERMS_TEXT];
    int count = 0;
    for (int i = 0; game->shares_dice && i < game->match.players; i++) {
        if (game->players[i].kind != PLAYER_COMPUTER)
            parts[count++] = game->players[i].secret;
    }
    online_print_terms(game, terms);
    fair_start(&game->source, terms, &game->server, parts, count);
}

LudMove online_draw_roll(const OnlineGame *game, FairDice *dice)
{
    enum { LEAST_TOTAL = 2 };
    LudChance outcomes[LUD_MAX_CHANCES];
    game->match.rules.game->chance->outcomes(lud_play_state(game->play), outcomes);
    *dice = fair_throw(&game->source, "roll", game->rolls);
    return outcomes[dice->first + dice->second - LEAST_TOTAL].move;
}

/* The first seat starts where dice do not decide, or the one that the option names. */
static int usual_starter(const LudRules *rules)
{
    if (rules->game->rules.starter != LUD_STARTER_OPTION)
        return 0;
    return rules->options.value[lud_option_find(rules->game, LUD_OPTION_FIRST)];
}

int online_draw_seats(OnlineGame *game, FairThrow throws[FAIR_THROWS])
{
    LudMatch *match = &game->match;
    int player_of[LUD_MAX_SEATS], starter = usual_starter(&match->rules), count = 0;
    if (game->draws_lots) {
        fair_draw_lots(&game->source, match->players, player_of);
        for (int seat = 0; seat < match->players; seat++)
            match->seat_of[player_of[seat]] = seat;
    }
    if (game->rolls_off)
        count = fair_throw_off(&game->source, match->players, throws, &starter);
    if (game->rolls_off || !game->previous[0]) /* else the series has settled it */
        match->starter = lud_match_player_at(match, starter);
    return count;
}
