#include "online/online_game.h"

#include <stdlib.h>
#include <string.h>

#include "online/online_secret.h"

OnlineGame *online_game_new(const char *id, const FairSecret *server)
{
    OnlineGame *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    memcpy(made->id, id, strlen(id) + 1);
    made->server = *server;
    return made;
}

void online_game_free(OnlineGame *game)
{
    if (!game)
        return;
    lud_play_free(game->play);
    free(game->entries);
    free(game);
}

bool online_note_entry(OnlineGame *game, int ply, const OnlineEntry *entry)
{
    enum { FIRST_ROOM = 32 };
    if (ply >= game->entry_capacity) {
        int capacity = game->entry_capacity > 0 ? 2 * game->entry_capacity : FIRST_ROOM;
        OnlineEntry *larger = realloc(game->entries, (size_t)capacity * sizeof *larger);
        if (!larger)
            return false;
        game->entries = larger;
        game->entry_capacity = capacity;
    }
    game->entries[ply] = *entry;
    game->entry_count = ply + 1;
    return true;
}

/* -- who and when ------------------------------------------------------------------------------ */

int online_player_at(const OnlineGame *game, int seat)
{
    return lud_match_player_at(&game->match, seat);
}

int online_seat_of(const OnlineGame *game, int player)
{
    return game->match.seat_of[player];
}

int online_active_seat(const OnlineGame *game)
{
    int seat = game->phase == STORE_PLAYING ? lud_play_seat(game->play) : ONLINE_NOBODY;
    return seat >= 0 ? seat : ONLINE_NOBODY;
}

bool online_awaits_roll(const OnlineGame *game)
{
    return game->phase == STORE_PLAYING && lud_play_turn(game->play) == LUD_CHANCE;
}

bool online_draws(const OnlineGame *game)
{
    return game->match.rules.game->chance || game->draws_lots || game->rolls_off;
}

bool online_lacks_parts(const OnlineGame *game, bool of_commitments)
{
    for (int i = 0; game->shares_dice && i < game->match.players; i++) {
        const OnlinePlayer *player = &game->players[i];
        bool has_part = of_commitments ? player->has_commitment : player->has_secret;
        if (player->kind != PLAYER_COMPUTER && !has_part)
            return true;
    }
    return false;
}

int online_find_player(const OnlineGame *game, const char *token)
{
    unsigned char hash[STORE_HASH];
    int found = ONLINE_NOBODY;
    secret_hash(token, hash);
    for (int i = 0; i < game->match.players; i++) {
        const StorePlayer *owner = &game->players[i].owner;
        if (secret_is_same(owner->token, hash) || secret_is_same(owner->person, hash))
            found = i;
    }
    return found;
}

int64_t online_due_ms(const OnlineGame *game)
{
    int seat = online_active_seat(game);
    if (seat == ONLINE_NOBODY || game->time.kind != TIME_DAYS)
        return 0;
    const OnlinePlayer *player = &game->players[online_player_at(game, seat)];
    int64_t due_ms = game->turn_ms + game->time.move_ms;
    int64_t from_ms = player->away_from_ms > game->turn_ms ? player->away_from_ms : game->turn_ms;
    bool is_away = from_ms < due_ms && player->away_until_ms > from_ms;
    return is_away ? due_ms + player->away_until_ms - from_ms : due_ms;
}

int64_t online_patience_ms(const OnlineGame *game)
{
    const int64_t live_ms = 120000, free_ms = INT64_C(1209600000); /* fourteen days */
    return game->time.kind == TIME_LIVE ? live_ms : free_ms;
}

void online_wake(OnlineGame *game, int64_t since_ms, int64_t now_ms)
{
    if (game->phase != STORE_PLAYING || game->time.kind != TIME_LIVE)
        return;
    int64_t from_ms = game->turn_ms > since_ms ? game->turn_ms : since_ms;
    game->told_ms = from_ms < now_ms ? from_ms : now_ms;
    lud_play_set_clock(game->play, game->time.base_ms, game->time.increment_ms, game->told_ms);
    for (int seat = 0; seat < game->match.players; seat++)
        lud_play_set_clock_ms(game->play, seat, game->clock_ms[seat]);
}

int online_tell_time(OnlineGame *game, int64_t now_ms)
{
    int seat = online_active_seat(game);
    if (seat == ONLINE_NOBODY || game->time.kind != TIME_LIVE)
        return ONLINE_NOBODY;
    game->told_ms = now_ms;
    lud_play_tell_time(game->play, now_ms);
    return online_is_dropped(game, seat) ? seat : ONLINE_NOBODY;
}

bool online_is_time_up(const OnlineGame *game, int64_t now_ms)
{
    int seat = online_active_seat(game);
    return seat != ONLINE_NOBODY && game->time.kind == TIME_LIVE &&
           now_ms - game->told_ms >= lud_play_clock_ms(game->play, seat);
}

void online_show_time(OnlineGame *game, int64_t now_ms)
{
    int seat = online_active_seat(game);
    if (seat == ONLINE_NOBODY || game->time.kind != TIME_LIVE)
        return;
    int64_t left_ms = game->clock_ms[seat] - (now_ms - game->turn_ms);
    online_wake(game, now_ms, now_ms);
    lud_play_set_clock_ms(game->play, seat, left_ms > 0 ? left_ms : 0);
}

bool online_is_dropped(const OnlineGame *game, int seat)
{
    LudResult result;
    LudReason reason;
    lud_play_result(game->play, &result);
    return (result.reason != LUD_REASON_NONE && result.culprit == seat) ||
           lud_play_out_since(game->play, seat, &reason) >= 0;
}

const char *online_entry_name(OnlineEntryKind kind)
{
    static const char *const names[] = {"move", "roll", "skip"};
    return names[kind];
}

/* -- offers ------------------------------------------------------------------------------------ */

static const char *const offer_names[OFFER_KINDS] = {"draw", "finish", "takeback", "rematch"};

const char *online_offer_name(OnlineOfferKind kind)
{
    return offer_names[kind];
}

OnlineOfferKind online_offer_find(const char *name)
{
    int kind = 0;
    while (kind < OFFER_KINDS && strcmp(offer_names[kind], name) != 0)
        kind++;
    return (OnlineOfferKind)kind;
}
