/* A game from its events. */
#include <stdlib.h>
#include <string.h>

#include "online/online_game.h"

/* -- values of an event ------------------------------------------------------------------------ */

/* Seats and players count from 1 outside; ONLINE_NOBODY if there is no such one. */
static int place_of(const OnlineGame *game, const JsonValue *object, const char *name)
{
    int64_t number = json_number_of(object, name, 1);
    return number >= 1 && number <= game->match.players ? (int)number - 1 : ONLINE_NOBODY;
}

static bool take_secret(const JsonValue *object, const char *name, FairSecret *secret)
{
    const char *text = json_text_of(object, name);
    return text && fair_parse(text, secret);
}

/* OFFER_KINDS if it names none. */
static OnlineOfferKind offer_of(const JsonValue *event)
{
    const char *name = json_text_of(event, "offer");
    return name ? online_offer_find(name) : OFFER_KINDS;
}

static void take_clocks(OnlineGame *game, const JsonValue *event)
{
    const JsonValue *clocks = json_member(event, "clocks");
    int seat = 0;
    for (const JsonValue *at = clocks ? clocks->first : NULL; at && seat < LUD_MAX_SEATS;
         at = at->next)
        json_integer(at, 0, LUD_CLOCK_MOST_MS, &game->clock_ms[seat++]);
}

/* -- creation ---------------------------------------------------------------------------------- */

static bool take_player(OnlineGame *game, int number, const JsonValue *value)
{
    OnlinePlayer *player = &game->players[number];
    const char *kind = json_text_of(value, "kind");
    if (!kind)
        return false;
    player->kind = strcmp(kind, "open") == 0       ? PLAYER_OPEN
                   : strcmp(kind, "computer") == 0 ? PLAYER_COMPUTER
                                                   : PLAYER_PERSON;
    player->was_open = player->kind == PLAYER_OPEN;
    if (json_text_of(value, "name") &&
        !json_copy_of(value, "name", player->name, sizeof player->name))
        return false;
    return player->kind != PLAYER_COMPUTER ||
           json_copy_of(value, "is", player->computer, sizeof player->computer);
}

static bool take_players(OnlineGame *game, const JsonValue *players)
{
    int number = 0;
    if (!players || json_length(players) != game->match.players)
        return false;
    for (const JsonValue *at = players->first; at; at = at->next) {
        if (!take_player(game, number++, at))
            return false;
    }
    return true;
}

/* Whether each seat has one player. */
static bool is_seated(const LudMatch *match)
{
    unsigned taken = 0;
    for (int i = 0; i < match->players; i++)
        taken |= 1u << match->seat_of[i];
    return taken == (1u << match->players) - 1;
}

/* Where and how the series stands; of a first game there is only how long it is. */
static bool take_series(OnlineGame *game, const JsonValue *series)
{
    LudMatch *match = &game->match;
    if (!series)
        return true;
    game->games = (int)json_number_of(series, "games", 1);
    match->games = (int)json_number_of(series, "game", 1) - 1;
    if (!json_text_of(series, "previous"))
        return true;
    const JsonValue *points = json_member(series, "points"), *seats = json_member(series, "seats");
    int starter = place_of(game, series, "starter");
    if (!json_copy_of(series, "previous", game->previous, sizeof game->previous) || starter < 0 ||
        json_length(points) != match->players || json_length(seats) != match->players)
        return false;
    match->starter = starter;
    const JsonValue *point = points->first, *seat = seats->first;
    for (int i = 0; i < match->players; i++, point = point->next, seat = seat->next) {
        int64_t had, sits;
        if (!json_integer(point, 0, INT32_MAX, &had) ||
            !json_integer(seat, 1, match->players, &sits))
            return false;
        match->half_points[i] = (int)had;
        match->seat_of[i] = (int)sits - 1;
    }
    return is_seated(match);
}

static bool take_dice(OnlineGame *game, const JsonValue *dice)
{
    if (!dice || dice->kind != JSON_OBJECT)
        return true;
    const char *by = json_text_of(dice, "by");
    game->shares_dice = by && strcmp(by, "all") == 0;
    return by && take_secret(dice, "server", &game->commitment);
}

static bool take_created(OnlineGame *game, const JsonValue *event)
{
    const char *rules = json_text_of(event, "game"), *clock = json_text_of(event, "clock");
    LudMatch *match = &game->match;
    LudState start;
    if (game->play || !rules || lud_rules_parse(rules, &match->rules, NULL) != LUD_OK ||
        (clock && !time_control_read(clock, &game->time)) ||
        lud_play_new(&game->play, &match->rules, NULL, NULL) != LUD_OK)
        return false;
    lud_rules_start(&match->rules, &start);
    match->players = match->rules.game->rules.seats(&start);
    for (int i = 0; i < match->players; i++)
        match->seat_of[i] = i;
    game->is_public = json_flag_of(event, "public");
    game->draws_lots = json_flag_of(event, "lots");
    game->rolls_off = json_flag_of(event, "rolloff");
    game->created_ms = json_number_of(event, "at", 0);
    return take_players(game, json_member(event, "players")) &&
           take_series(game, json_member(event, "series")) &&
           take_dice(game, json_member(event, "dice"));
}

/* -- before the first move --------------------------------------------------------------------- */

static bool take_sit(OnlineGame *game, const JsonValue *event)
{
    int player = place_of(game, event, "player");
    if (player < 0)
        return false;
    if (game->players[player].kind == PLAYER_OPEN)
        game->players[player].kind = PLAYER_PERSON;
    return !json_text_of(event, "name") ||
           json_copy_of(event, "name", game->players[player].name, ONLINE_NAME);
}

static bool take_commit(OnlineGame *game, const JsonValue *event)
{
    int player = place_of(game, event, "player");
    if (player < 0 || !take_secret(event, "commitment", &game->players[player].commitment))
        return false;
    game->players[player].has_commitment = true;
    return true;
}

static bool take_reveal(OnlineGame *game, const JsonValue *event)
{
    int player = place_of(game, event, "player");
    if (player < 0 || !take_secret(event, "secret", &game->players[player].secret))
        return false;
    game->players[player].has_secret = true;
    return true;
}

static bool take_start(OnlineGame *game, const JsonValue *event)
{
    int starter = place_of(game, event, "starter"), seat = 0;
    const JsonValue *players = json_member(event, "players");
    if (game->phase >= STORE_PLAYING || starter < 0 || !players ||
        json_length(players) != game->match.players)
        return false;
    for (const JsonValue *at = players->first; at; at = at->next, seat++) {
        int64_t player;
        if (!json_integer(at, 1, game->match.players, &player))
            return false;
        game->match.seat_of[player - 1] = seat;
    }
    if (!is_seated(&game->match))
        return false;
    LudRules rules;
    LudState start;
    game->match.starter = online_player_at(game, starter);
    lud_match_game(&game->match, &rules, &start);
    LudPlay *play = NULL;
    if (lud_play_new(&play, &rules, &start, NULL) != LUD_OK)
        return false;
    lud_play_free(game->play);
    game->play = play;
    game->phase = STORE_PLAYING;
    game->turn_ms = json_number_of(event, "at", 0);
    take_clocks(game, event);
    online_mix(game);
    return true;
}

/* -- playing ----------------------------------------------------------------------------------- */

static void lapse_offers(OnlineGame *game)
{
    for (int i = 0; i < OFFER_KINDS; i++)
        game->offers[i].stands = game->offers[i].stands && i == OFFER_REMATCH;
}

static bool read_dice(const JsonValue *dice, FairDice *read)
{
    int64_t first, second;
    if (!dice)
        return true;
    if (json_length(dice) != 2 || !json_integer(dice->first, 1, 6, &first) ||
        !json_integer(dice->first->next, 1, 6, &second))
        return false;
    *read = (FairDice){(int)first, (int)second};
    return true;
}

static bool read_entry(const OnlineGame *game, const JsonValue *event, OnlineEntry *entry)
{
    const char *kind = json_text_of(event, "kind");
    *entry = (OnlineEntry){.seat = place_of(game, event, "seat"),
                           .event = (int)json_number_of(event, "event", 1),
                           .at_ms = json_number_of(event, "at", 0)};
    while (kind && entry->kind < ENTRY_SKIP && strcmp(kind, online_entry_name(entry->kind)) != 0)
        entry->kind++;
    bool has_move = json_copy_of(event, "move", entry->move, sizeof entry->move);
    return kind && entry->seat >= 0 && has_move == (entry->kind != ENTRY_SKIP) &&
           read_dice(json_member(event, "dice"), &entry->dice);
}

/* Plays it, unless the play is ahead: then the event tells what was just played; turns that are
 * skipped follow by themselves from the move, or the drop, before them. */
static bool take_move(OnlineGame *game, const JsonValue *event)
{
    int ply = (int)json_number_of(event, "number", 1) - 1;
    OnlineEntry entry;
    if (ply < 0 || !read_entry(game, event, &entry))
        return false;
    if (lud_play_length(game->play) == ply &&
        lud_play_move_text(game->play, entry.move, NULL) != LUD_OK)
        return false;
    game->rolls += entry.kind == ENTRY_ROLL;
    take_clocks(game, event);
    game->turn_ms = entry.at_ms;
    lapse_offers(game);
    return ply == game->entry_count && ply < lud_play_length(game->play) &&
           online_note_entry(game, ply, &entry);
}

static bool take_takeback(OnlineGame *game, const JsonValue *event)
{
    int64_t length = json_number_of(event, "length", 0);
    if (length < 0 || length > game->entry_count)
        return false;
    while (lud_play_length(game->play) > length) {
        if (lud_play_undo(game->play, NULL) != LUD_OK)
            return false;
    }
    take_clocks(game, event);
    game->turn_ms = json_number_of(event, "at", 0);
    game->entry_count = (int)length;
    game->takeback_event = (int)json_number_of(event, "event", 1);
    lapse_offers(game);
    return true;
}

static bool take_offer(OnlineGame *game, const JsonValue *event)
{
    int seat = place_of(game, event, "seat");
    OnlineOfferKind kind = offer_of(event);
    if (seat < 0 || kind == OFFER_KINDS)
        return false;
    game->offers[kind] = (OnlineOffer){.stands = true, .seat = seat, .accepted = 1u << seat};
    return true;
}

static bool take_accept(OnlineGame *game, const JsonValue *event)
{
    int seat = place_of(game, event, "seat");
    OnlineOfferKind kind = offer_of(event);
    if (seat < 0 || kind == OFFER_KINDS)
        return false;
    game->offers[kind].accepted |= 1u << seat;
    return true;
}

static bool take_decline(OnlineGame *game, const JsonValue *event)
{
    OnlineOfferKind kind = offer_of(event);
    if (kind == OFFER_KINDS)
        return false;
    game->offers[kind].stands = false;
    return true;
}

/* The play may have it already: that a clock has run out is its own finding. */
static bool take_drop(OnlineGame *game, const JsonValue *event)
{
    int seat = place_of(game, event, "seat");
    const char *reason = json_text_of(event, "reason");
    take_clocks(game, event);
    game->turn_ms = json_number_of(event, "at", 0);
    lapse_offers(game);
    return seat >= 0 && reason &&
           (online_is_dropped(game, seat) ||
            lud_play_drop(game->play, seat, lud_reason_find(reason), NULL) == LUD_OK);
}

static bool take_agree(OnlineGame *game, const JsonValue *event)
{
    const char *on = json_text_of(event, "on");
    lapse_offers(game);
    if (!on)
        return false;
    return (strcmp(on, "finish") == 0 ? lud_play_agree_finish(game->play, NULL)
                                      : lud_play_agree_draw(game->play, NULL)) == LUD_OK;
}

static bool take_end(OnlineGame *game, const JsonValue *event)
{
    (void)event;
    lapse_offers(game);
    game->phase = STORE_OVER;
    return true;
}

static bool take_rematch(OnlineGame *game, const JsonValue *event)
{
    game->offers[OFFER_REMATCH].stands = false;
    return json_copy_of(event, "id", game->next, sizeof game->next);
}

static bool take_vacation(OnlineGame *game, const JsonValue *event)
{
    int seat = place_of(game, event, "seat");
    int64_t days = json_number_of(event, "days", 1), until = json_number_of(event, "until", 0);
    if (seat < 0 || days < 1 || until < 0)
        return false;
    OnlinePlayer *player = &game->players[online_player_at(game, seat)];
    bool goes_on = player->away_until_ms > json_number_of(event, "at", 0);
    if (!goes_on)
        player->away_from_ms = json_number_of(event, "at", 0);
    player->away_until_ms = until;
    player->vacation_days += (int)days;
    return true;
}

static bool take_chat(OnlineGame *game, const JsonValue *event)
{
    return place_of(game, event, "seat") >= 0;
}

/* -- all of them ------------------------------------------------------------------------------- */

static const struct {
    const char *type;
    bool (*take)(OnlineGame *game, const JsonValue *event);
    bool is_talk;
} takers[] = {
    {"created", take_created, false},  {"sit", take_sit, true},
    {"commit", take_commit, false},    {"reveal", take_reveal, false},
    {"start", take_start, false},      {"move", take_move, false},
    {"offer", take_offer, true},       {"accept", take_accept, true},
    {"decline", take_decline, true},   {"takeback", take_takeback, true},
    {"drop", take_drop, false},        {"agree", take_agree, false},
    {"end", take_end, false},          {"rematch", take_rematch, false},
    {"vacation", take_vacation, true}, {"chat", take_chat, true},
};

/* Each player has its own share of what can be said: nobody's chatter silences the others. */
static void count_talk(OnlineGame *game, const JsonValue *event)
{
    int seat = place_of(game, event, "seat");
    int player = seat >= 0 ? online_player_at(game, seat) : place_of(game, event, "player");
    if (player >= 0)
        game->players[player].talk++;
}

/* Whoever may sit down or has a part to give decides what is awaited. */
static void find_phase(OnlineGame *game)
{
    if (game->phase == STORE_PLAYING || game->phase == STORE_OVER)
        return;
    game->phase = STORE_PREPARING;
    for (int i = 0; i < game->match.players; i++) {
        if (game->players[i].kind == PLAYER_OPEN)
            game->phase = STORE_OPEN;
    }
}

bool online_take(OnlineGame *game, const JsonValue *event)
{
    const char *type = json_text_of(event, "type");
    if (!type || json_number_of(event, "event", 1) != game->last_event + 1 ||
        (!game->play && strcmp(type, "created") != 0))
        return false;
    for (size_t i = 0; i < sizeof takers / sizeof takers[0]; i++) {
        if (strcmp(takers[i].type, type) != 0)
            continue;
        if (!takers[i].take(game, event))
            return false;
        game->last_event++;
        if (takers[i].is_talk)
            count_talk(game, event);
        game->changed_ms = json_number_of(event, "at", 0);
        find_phase(game);
        return true;
    }
    return false;
}

bool online_take_text(OnlineGame *game, const char *body, size_t size)
{
    JsonTree tree;
    char *copy = malloc(size + 1);
    if (!copy)
        return false;
    memcpy(copy, body, size);
    copy[size] = '\0';
    bool is_taken =
        json_read(&tree, copy, size, NULL) == LUD_OK && online_take(game, &tree.values[0]);
    free(copy);
    return is_taken;
}
