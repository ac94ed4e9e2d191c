/* The course of a game: what follows from what was done. */
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

/* -- plies ------------------------------------------------------------------------------------- */

static void tell_entry(Hall *hall, Place *place, int ply, const OnlineEntry *entry)
{
    Json json = {0};
    hall_event_open(hall, &json, place, "move");
    online_put_entry(&json, ply, entry);
    online_put_clocks(&json, place->game);
    hall_event_close(hall, &json, place);
}

/* Turns of those who are out are plies of their own, which came about by themselves. */
static void tell_skips(Hall *hall, Place *place)
{
    OnlineGame *game = place->game;
    while (!hall->has_failed && game->entry_count < lud_play_length(game->play)) {
        OnlineEntry entry = {.kind = ENTRY_SKIP,
                             .seat = lud_play_ply(game->play, game->entry_count).seat};
        tell_entry(hall, place, game->entry_count, &entry);
    }
}

LudStatus hall_play(Hall *hall, Place *place, const char *move, LudError *err)
{
    LudPlay *play = place->game->play;
    const LudGame *rules = lud_play_rules(play)->game;
    OnlineEntry entry = {.kind = ENTRY_MOVE, .seat = lud_play_seat(play)};
    int ply = lud_play_length(play);
    LudState before;
    lud_state_copy(rules, &before, lud_play_state(play));
    LudStatus status = lud_play_move_text(play, move, err);
    if (status != LUD_OK)
        return status;
    rules->text.move_print(&before, lud_play_history(play)[ply], entry.move);
    tell_entry(hall, place, ply, &entry);
    tell_skips(hall, place);
    return LUD_OK;
}

void hall_roll(Hall *hall, Place *place)
{
    LudPlay *play = place->game->play;
    OnlineEntry entry = {.kind = ENTRY_ROLL, .seat = lud_play_seat(play)};
    int ply = lud_play_length(play);
    LudMove outcome = online_draw_roll(place->game, &entry.dice);
    lud_play_rules(play)->game->text.move_print(lud_play_state(play), outcome, entry.move);
    if (lud_play_move(play, outcome, NULL) != LUD_OK) {
        hall->has_failed = true; /* out of memory: any outcome is legal */
        return;
    }
    tell_entry(hall, place, ply, &entry);
    tell_skips(hall, place);
}

/* -- going out --------------------------------------------------------------------------------- */

void hall_drop(Hall *hall, Place *place, int seat, LudReason reason)
{
    Json json = {0};
    hall_event_open(hall, &json, place, "drop");
    json_put_seat(&json, "seat", seat);
    json_put_text(&json, "reason", lud_reason_name(reason));
    online_put_clocks(&json, place->game);
    hall_event_close(hall, &json, place);
    tell_skips(hall, place);
}

void hall_check_clock(Hall *hall, Place *place)
{
    if (hall->has_failed)
        return;
    bool is_up = online_is_time_up(place->game, hall->now_ms);
    HallOutcome held = is_up ? house_hold(hall, place->id) : HALL_DONE;
    if (held == HALL_NO_STORE)
        hall_give_up(hall, place); /* read again it knows since when nobody could move */
    if (held != HALL_DONE || !place->game)
        return; /* who has it may know of a move */
    int seat = online_tell_time(place->game, hall->now_ms);
    if (seat == ONLINE_NOBODY)
        return;
    hall_drop(hall, place, seat, LUD_REASON_TIME);
    hall_advance(hall, place);
}

void hall_keep_clock(Hall *hall, Place *place)
{
    if (place->house.is_mirror)
        online_show_time(place->game, hall->now_ms);
    else
        hall_check_clock(hall, place);
}

/* -- beginning and end ------------------------------------------------------------------------- */

static void begin_play(Hall *hall, Place *place)
{
    OnlineGame *game = place->game;
    LudRules rules;
    LudState start;
    FairThrow throws[FAIR_THROWS];
    Json json = {0};
    online_mix(game);
    int throw_count = online_draw_seats(game, throws);
    lud_match_game(&game->match, &rules, &start);
    hall_event_open(hall, &json, place, "start");
    json_put_open(&json, "players", '[');
    for (int seat = 0; seat < game->match.players; seat++)
        json_write_integer(&json, online_player_at(game, seat) + 1);
    json_close(&json, ']');
    json_put_seat(&json, "starter", online_seat_of(game, game->match.starter));
    if (game->rolls_off)
        online_put_throws(&json, throws, throw_count);
    json_put_state(&json, "position", rules.game, &start);
    for (int seat = 0; seat < game->match.players; seat++)
        game->clock_ms[seat] = game->time.base_ms;
    online_put_clocks(&json, game);
    hall_event_close(hall, &json, place);
    if (!hall->has_failed)
        online_wake(game, hall->now_ms, hall->now_ms);
}

static bool is_ready(const OnlineGame *game)
{
    return game->phase == STORE_PREPARING && !online_lacks_parts(game, true) &&
           !online_lacks_parts(game, false);
}

static bool is_finished(const OnlineGame *game)
{
    LudResult result;
    lud_play_result(game->play, &result);
    return game->phase == STORE_PLAYING && result.reason != LUD_REASON_NONE;
}

static void end_play(Hall *hall, Place *place)
{
    OnlineGame *game = place->game;
    LudResult result;
    char secret[FAIR_TEXT];
    Json json = {0};
    lud_play_result(game->play, &result);
    fair_print(&game->server, secret);
    hall_event_open(hall, &json, place, "end");
    json_put_result(&json, "result", game->match.rules.game, &result);
    json_put_text(&json, "secret", online_draws(game) ? secret : NULL);
    hall_event_close(hall, &json, place);
    if (!hall->has_failed && game->games > game->match.games + 1)
        hall_begin_next(hall, place);
}

static bool is_computer_to_roll(const OnlineGame *game)
{
    int seat = online_active_seat(game);
    return seat != ONLINE_NOBODY && online_awaits_roll(game) &&
           game->players[online_player_at(game, seat)].kind == PLAYER_COMPUTER;
}

void hall_advance(Hall *hall, Place *place)
{
    while (!hall->has_failed) {
        if (is_ready(place->game))
            begin_play(hall, place);
        else if (is_finished(place->game))
            end_play(hall, place);
        else if (is_computer_to_roll(place->game))
            hall_roll(hall, place);
        else
            return;
    }
}

/* -- looking around ---------------------------------------------------------------------------- */

void hall_tell_presence(Hall *hall, Place *place, int player)
{
    OnlinePlayer *who = &place->game->players[player];
    OnlinePresence presence = online_presence(place->game, player, hall->now_ms);
    if ((int)presence == who->told_presence)
        return;
    who->told_presence = (int)presence;
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "type", "presence");
    json_put_seat(&json, "seat", online_seat_of(place->game, player));
    json_put_seat(&json, "player", player);
    json_put_text(&json, "presence", online_presence_name(presence));
    json_put_integer(&json, "watchers", hall_spectators(place));
    json_close(&json, '}');
    hall_deliver(hall, place, NULL, &json.text, 0);
    text_free(&json.text);
}

/* Where many come and go, now and then is enough. */
static void tell_spectators(Hall *hall, Place *place)
{
    enum { EVERY_MS = 2000 };
    int count = hall_spectators(place);
    if (count == place->told_spectators || hall->now_ms - place->told_spectators_ms < EVERY_MS)
        return;
    place->told_spectators = count;
    place->told_spectators_ms = hall->now_ms;
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "type", "presence");
    json_put_integer(&json, "watchers", count);
    json_close(&json, '}');
    hall_deliver(hall, place, NULL, &json.text, 0);
    text_free(&json.text);
}

void hall_look_around(Hall *hall)
{
    house_compare(hall);
    for (int i = 0; i < HALL_SLOTS; i++) {
        for (Place *at = hall->slots[i]; at && !hall->has_failed; at = at->next) {
            if (!at->game)
                continue;
            hall_keep_clock(hall, at);
            if (at->game && !at->house.is_mirror && !at->is_changed)
                desk_ask(hall, at);
            if (at->game)
                house_look_around(hall, at);
            if (at->watchers)
                tell_spectators(hall, at);
            for (int player = 0; at->watchers && player < at->game->match.players; player++)
                hall_tell_presence(hall, at, player);
        }
    }
}
