#include "online/online_record.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <ludoteca/record.h>

#include "base/text.h"

enum { TAG_BYTES = 64, VALUE_BYTES = 2 * FAIR_TEXT + 8 };

static bool set(LudRecord *record, const char *tag, const char *value)
{
    return !value || lud_record_set_tag(record, tag, value, NULL) == LUD_OK;
}

/* -- people and time --------------------------------------------------------------------------- */

static bool set_players(LudRecord *record, const OnlineGame *game)
{
    char tag[TAG_BYTES];
    for (int seat = 0; seat < game->match.players; seat++) {
        const OnlinePlayer *player = &game->players[online_player_at(game, seat)];
        const char *own = lud_record_player_tag(lud_play_rules(game->play), seat);
        bool is_computer = player->kind == PLAYER_COMPUTER;
        snprintf(tag, sizeof tag, "%sType", own);
        if (!set(record, own, player->name[0] ? player->name : NULL) ||
            !set(record, tag, is_computer ? player->computer : NULL))
            return false;
    }
    return true;
}

static bool set_time(LudRecord *record, const OnlineGame *game)
{
    char date[TAG_BYTES], control[TAG_BYTES];
    time_t created = (time_t)(game->created_ms / 1000);
    struct tm day;
    gmtime_r(&created, &day);
    strftime(date, sizeof date, "%Y.%m.%d", &day);
    snprintf(control, sizeof control, "%lld+%lld", (long long)(game->time.base_ms / 1000),
             (long long)(game->time.increment_ms / 1000));
    if (game->time.kind == TIME_DAYS)
        time_control_print(&game->time, control);
    return set(record, "Date", date) &&
           set(record, "TimeControl", game->time.kind == TIME_FREE ? NULL : control);
}

/* -- dice -------------------------------------------------------------------------------------- */

/* The commitment and, once it is known, the secret. */
static bool set_part(LudRecord *record, const char *tag, const FairSecret *commitment,
                     const FairSecret *secret)
{
    char committed[FAIR_TEXT], revealed[FAIR_TEXT] = "", value[VALUE_BYTES];
    fair_print(commitment, committed);
    if (secret)
        fair_print(secret, revealed);
    snprintf(value, sizeof value, "%s%s%s", committed, secret ? " " : "", revealed);
    return set(record, tag, value);
}

static bool set_parts(LudRecord *record, const OnlineGame *game)
{
    char tag[TAG_BYTES], terms[FAIR_TERMS_TEXT];
    bool is_over = game->phase == STORE_OVER;
    online_print_terms(game, terms);
    if (!set(record, "DiceTerms", terms) ||
        !set_part(record, "DiceServer", &game->commitment, is_over ? &game->server : NULL))
        return false;
    for (int i = 0; game->shares_dice && i < game->match.players; i++) {
        const OnlinePlayer *player = &game->players[i];
        snprintf(tag, sizeof tag, "DicePlayer%d", i + 1);
        if (player->has_commitment && !set_part(record, tag, &player->commitment,
                                                player->has_secret ? &player->secret : NULL))
            return false;
    }
    return true;
}

/* "2 1": the player of each seat. */
static bool set_lots(LudRecord *record, const OnlineGame *game)
{
    Text text = {0};
    for (int seat = 0; seat < game->match.players; seat++)
        text_printf(&text, "%s%d", seat > 0 ? " " : "", online_player_at(game, seat) + 1);
    bool is_set = !text.failed && set(record, "DiceLots", text.bytes);
    text_free(&text);
    return is_set;
}

/* "1 3 5, 2 6 4": every throw for the start, its seat and its dice. */
static bool set_throws(LudRecord *record, const OnlineGame *game)
{
    FairThrow throws[FAIR_THROWS];
    int winner, count = fair_throw_off(&game->source, game->match.players, throws, &winner);
    Text text = {0};
    for (int i = 0; i < count && i < FAIR_THROWS; i++)
        text_printf(&text, "%s%d %d %d", i > 0 ? ", " : "", throws[i].seat + 1,
                    throws[i].dice.first, throws[i].dice.second);
    bool is_set = !text.failed && set(record, "DiceThrows", text.bytes);
    text_free(&text);
    return is_set;
}

static bool set_dice(LudRecord *record, const OnlineGame *game)
{
    bool has_begun = game->phase >= STORE_PLAYING;
    return !online_draws(game) || (set_parts(record, game) &&
                                   (!has_begun || !game->draws_lots || set_lots(record, game)) &&
                                   (!has_begun || !game->rolls_off || set_throws(record, game)));
}

/* -- as a whole -------------------------------------------------------------------------------- */

char *online_record_write(const OnlineGame *game)
{
    LudPlay *copy = lud_play_copy(game->play);
    LudRecord *record = copy ? lud_record_new(copy) : NULL;
    char *text = NULL;
    if (record && set(record, "Event", "ludoteca") && set_players(record, game) &&
        set_time(record, game) && set_dice(record, game))
        text = lud_record_write(record);
    lud_record_free(record);
    return text;
}
