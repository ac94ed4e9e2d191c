/* What is left to chance in an online game, drawn from everybody's secrets. */
#include "online/online_game.h"

/* Two dice from one number below 36. */
static OnlineDice throw_dice(const FairSource *source, const char *purpose, int number)
{
    enum { FACES = 6 };
    int drawn = (int)fair_draw(source, purpose, (uint32_t)number, FACES * FACES);
    return (OnlineDice){.first = drawn / FACES + 1, .second = drawn % FACES + 1};
}

void online_mix(OnlineGame *game)
{
    FairSecret parts[FAIR_PARTS];
    int count = 0;
    for (int i = 0; game->shares_dice && i < game->match.players; i++) {
        if (game->players[i].kind != PLAYER_COMPUTER)
            parts[count++] = game->players[i].secret;
    }
    fair_start(&game->source, game->id, &game->server, parts, count);
}

LudMove online_draw_roll(const OnlineGame *game, OnlineDice *dice)
{
    enum { LEAST_TOTAL = 2 };
    LudChance outcomes[LUD_MAX_CHANCES];
    game->match.rules.game->chance->outcomes(lud_play_state(game->play), outcomes);
    *dice = throw_dice(&game->source, "roll", game->rolls);
    return outcomes[dice->first + dice->second - LEAST_TOTAL].move;
}

/* Each seat in turn gets one of those who have none yet. */
static void draw_lots(OnlineGame *game)
{
    int players[LUD_MAX_SEATS], count = game->match.players;
    for (int i = 0; i < count; i++)
        players[i] = i;
    for (int seat = 0; seat < count; seat++) {
        int left = count - seat;
        int lot = (int)fair_draw(&game->source, "lots", (uint32_t)seat, (uint32_t)left);
        game->match.seat_of[players[lot]] = seat;
        players[lot] = players[left - 1];
    }
}

static void throw_for_start(OnlineGame *game)
{
    LudRollOff *roll_off = &game->match.roll_off;
    int total[LUD_MAX_SEATS][2], number = 0;
    lud_roll_off_begin(roll_off, game->match.players);
    do {
        for (int i = 0; i < 2 * roll_off->players; i++) {
            if (!roll_off->leads[i / 2])
                continue;
            OnlineDice dice = throw_dice(&game->source, "throw", number++);
            total[i / 2][i % 2] = dice.first + dice.second;
        }
    } while (!lud_roll_off_take(roll_off, total));
    game->match.starter = roll_off->winner;
}

/* Who starts where dice do not decide: the first seat, or the one that the option names. */
static void find_starter(OnlineGame *game)
{
    const LudRules *rules = &game->match.rules;
    int seat = 0;
    if (rules->game->rules.starter == LUD_STARTER_OPTION)
        seat = rules->options.value[lud_option_find(rules->game, LUD_OPTION_FIRST)];
    game->match.starter = lud_match_player_at(&game->match, seat);
}

void online_draw_seats(OnlineGame *game)
{
    if (game->previous[0] && !game->rolls_off)
        return; /* the series has settled it */
    if (game->draws_lots && !game->previous[0])
        draw_lots(game);
    if (game->rolls_off)
        throw_for_start(game);
    else
        find_starter(game);
}
