#include "online/online_json.h"

#include <stdio.h>

#include "wire/json_parts.h"

/* -- players ----------------------------------------------------------------------------------- */

OnlinePresence online_presence(const OnlineGame *game, int player, int64_t now_ms)
{
    const OnlinePlayer *who = &game->players[player];
    if (who->kind != PLAYER_PERSON || (who->sockets == 0 && who->seen_ms == 0))
        return PRESENCE_UNKNOWN;
    if (who->sockets > 0)
        return PRESENCE_HERE;
    bool has_left = now_ms - who->seen_ms >= online_patience_ms(game);
    return has_left ? PRESENCE_LEFT : PRESENCE_AWAY;
}

const char *online_presence_name(OnlinePresence presence)
{
    static const char *const names[] = {NULL, "here", "away", "left"};
    return names[presence];
}

static const char *kind_name(OnlinePlayerKind kind)
{
    static const char *const names[] = {"person", "open", "computer"};
    return names[kind];
}

static const char *known(const char *text)
{
    return text[0] ? text : NULL;
}

static void write_seat(Json *json, const OnlineView *view, int seat)
{
    int player = online_player_at(view->game, seat);
    const OnlinePlayer *who = &view->game->players[player];
    json_open(json, '{');
    json_put_seat(json, "seat", seat);
    json_put_seat(json, "player", player);
    json_put_text(json, "kind", kind_name(who->kind));
    json_put_text(json, "name", known(who->name));
    if (who->kind == PLAYER_COMPUTER)
        json_put_text(json, "is", who->computer);
    json_put_text(json, "presence",
                  online_presence_name(online_presence(view->game, player, view->now_ms)));
    if (who->away_until_ms > view->now_ms)
        json_put_integer(json, "away_until", who->away_until_ms);
    if (view->tokens)
        json_put_text(json, "token", known(view->tokens[player]));
    json_close(json, '}');
}

static void put_seats(Json *json, const OnlineView *view)
{
    json_put_open(json, "seats", '[');
    for (int seat = 0; seat < view->game->match.players; seat++)
        write_seat(json, view, seat);
    json_close(json, ']');
}

void online_put_you(Json *json, const OnlineGame *game, int player)
{
    if (player == ONLINE_NOBODY) {
        json_put_null(json, "you");
        return;
    }
    json_put_open(json, "you", '{');
    json_put_seat(json, "player", player);
    json_put_seat(json, "seat", online_seat_of(game, player));
    json_close(json, '}');
}

/* -- the game ---------------------------------------------------------------------------------- */

static const char *phase_name(StorePhase phase)
{
    static const char *const names[] = {"open", "dice", "playing", "over"};
    return names[phase];
}

void online_put_entry(Json *json, int ply, const OnlineEntry *entry)
{
    json_put_integer(json, "number", ply + 1);
    json_put_seat(json, "seat", entry->seat);
    json_put_text(json, "kind", online_entry_name(entry->kind));
    if (entry->kind != ENTRY_SKIP)
        json_put_text(json, "move", entry->move);
    if (entry->dice.first > 0) {
        json_put_open(json, "dice", '[');
        json_write_integer(json, entry->dice.first);
        json_write_integer(json, entry->dice.second);
        json_close(json, ']');
    }
}

static void write_entry(Json *json, const OnlineGame *game, int ply)
{
    json_open(json, '{');
    online_put_entry(json, ply, &game->entries[ply]);
    json_put_integer(json, "event", game->entries[ply].event);
    json_put_integer(json, "at", game->entries[ply].at_ms);
    json_close(json, '}');
}

char *online_json_entry(const OnlineGame *game, int ply)
{
    Json json = {0};
    write_entry(&json, game, ply);
    return json_take(&json);
}

void online_put_clocks(Json *json, const OnlineGame *game)
{
    bool runs = game->phase == STORE_PLAYING && lud_play_has_clock(game->play);
    if (game->time.kind != TIME_LIVE) {
        json_put_null(json, "clocks");
        return;
    }
    json_put_open(json, "clocks", '[');
    for (int seat = 0; seat < game->match.players; seat++)
        json_write_integer(json, runs ? lud_play_clock_ms(game->play, seat) : game->clock_ms[seat]);
    json_close(json, ']');
}

static void put_time(Json *json, const OnlineGame *game)
{
    char text[TIME_CONTROL_TEXT];
    time_control_print(&game->time, text);
    json_put_text(json, "clock", known(text));
    online_put_clocks(json, game);
    json_put_known(json, "due", online_due_ms(game) > 0, online_due_ms(game));
}

static void put_turn(Json *json, const OnlineGame *game)
{
    LudResult result;
    int seat = online_active_seat(game);
    lud_play_result(game->play, &result);
    json_put_text(json, "awaits",
                  seat == ONLINE_NOBODY      ? NULL
                  : online_awaits_roll(game) ? "roll"
                                             : "move");
    json_put_seat(json, "seat", seat);
    json_put_result(json, "result", game->match.rules.game, &result);
}

static void put_offers(Json *json, const OnlineGame *game)
{
    json_put_open(json, "offers", '[');
    for (int kind = 0; kind < OFFER_KINDS; kind++) {
        const OnlineOffer *offer = &game->offers[kind];
        if (!offer->stands)
            continue;
        json_open(json, '{');
        json_put_text(json, "offer", online_offer_name((OnlineOfferKind)kind));
        json_put_seat(json, "seat", offer->seat);
        json_put_open(json, "accepted", '[');
        for (int seat = 0; seat < game->match.players; seat++) {
            if (offer->accepted >> seat & 1)
                json_write_integer(json, seat + 1);
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_series(Json *json, const OnlineGame *game)
{
    const LudMatch *match = &game->match;
    json_put_open(json, "series", '{');
    json_put_integer(json, "game", match->games + 1);
    json_put_known(json, "games", game->games > 0, game->games);
    json_put_open(json, "points", '[');
    for (int i = 0; i < match->players; i++)
        json_write_integer(json, match->half_points[i]);
    json_close(json, ']');
    json_put_text(json, "previous", known(game->previous));
    json_put_text(json, "next", known(game->next));
    json_close(json, '}');
}

/* -- dice -------------------------------------------------------------------------------------- */

static void put_secret(Json *json, const char *name, bool is_known, const FairSecret *secret)
{
    char text[FAIR_TEXT];
    fair_print(secret, text);
    json_put_text(json, name, is_known ? text : NULL);
}

static void put_dice(Json *json, const OnlineGame *game)
{
    if (!online_draws(game)) {
        json_put_null(json, "dice");
        return;
    }
    json_put_open(json, "dice", '{');
    char terms[FAIR_TERMS_TEXT];
    online_print_terms(game, terms);
    json_put_text(json, "by", game->shares_dice ? "all" : "server");
    json_put_text(json, "terms", terms);
    put_secret(json, "server", true, &game->commitment);
    json_put_open(json, "parts", '[');
    for (int i = 0; game->shares_dice && i < game->match.players; i++) {
        const OnlinePlayer *player = &game->players[i];
        if (player->kind == PLAYER_COMPUTER)
            continue;
        json_open(json, '{');
        json_put_seat(json, "player", i);
        put_secret(json, "commitment", player->has_commitment, &player->commitment);
        put_secret(json, "secret", player->has_secret, &player->secret);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_secret(json, "secret", game->phase == STORE_OVER, &game->server);
    json_close(json, '}');
}

void online_put_throws(Json *json, const FairThrow *throws, int count)
{
    char text[32];
    json_put_open(json, "throws", '[');
    for (int i = 0; i < count && i < FAIR_THROWS; i++) {
        snprintf(text, sizeof text, "%d %d %d", throws[i].seat + 1, throws[i].dice.first,
                 throws[i].dice.second);
        json_write_text(json, text);
    }
    json_close(json, ']');
}

/* -- as a whole -------------------------------------------------------------------------------- */

char *online_json_game(const OnlineView *view)
{
    const OnlineGame *game = view->game;
    Json json = {0};
    json_begin(&json, NULL);
    json_put_text(&json, "id", game->id);
    json_put_rules(&json, "game", lud_play_rules(game->play));
    json_put_text(&json, "phase", phase_name(game->phase));
    json_put_state(&json, "position", game->match.rules.game, lud_play_state(game->play));
    put_turn(&json, game);
    json_put_open(&json, "moves", '[');
    for (int ply = 0; ply < game->entry_count; ply++)
        write_entry(&json, game, ply);
    json_close(&json, ']');
    json_put_integer(&json, "event", game->last_event);
    put_seats(&json, view);
    put_time(&json, game);
    put_offers(&json, game);
    put_dice(&json, game);
    put_series(&json, game);
    json_put_bool(&json, "public", game->is_public);
    json_put_integer(&json, "created", game->created_ms);
    if (view->player != ONLINE_NOBODY)
        online_put_you(&json, game, view->player);
    return json_end(&json);
}

char *online_json_summary(const OnlineGame *game)
{
    const OnlineView view = {.game = game, .now_ms = game->changed_ms, .player = ONLINE_NOBODY};
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "id", game->id);
    json_put_rules(&json, "game", lud_play_rules(game->play));
    json_put_text(&json, "phase", phase_name(game->phase));
    json_put_state(&json, "position", game->match.rules.game, lud_play_state(game->play));
    put_turn(&json, game);
    json_put_integer(&json, "length", lud_play_length(game->play));
    put_seats(&json, &view);
    put_time(&json, game);
    put_series(&json, game);
    json_put_integer(&json, "created", game->created_ms);
    json_put_integer(&json, "changed", game->changed_ms);
    return json_end(&json);
}
