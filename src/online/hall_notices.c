/* People who are away are told of their games, once what happened is durable. */
#include <string.h>

#include "online/hall_object.h"
#include "online/profile.h"

/* Whoever has no clock that runs may be away for hours or days. */
static bool is_slow(const OnlineGame *game)
{
    return game->time.kind != TIME_LIVE;
}

static void find_opponents(const OnlineGame *game, int player, HallNotice *notice)
{
    int count = 0;
    for (int i = 0; i < game->match.players && count < HALL_OPPONENTS; i++) {
        if (i != player)
            notice->opponents[count++] = game->players[i].name;
    }
}

static void tell(Hall *hall, const OnlineGame *game, int player, HallNoticeKind kind)
{
    const OnlinePlayer *who = &game->players[player];
    const HallSettings *settings = &hall->settings;
    Profile profile;
    char key[PROFILE_HEX], code[HALL_CODE];
    if (who->kind != PLAYER_PERSON || who->sockets > 0 ||
        !hall_read_profile(hall, who->owner.person, &profile))
        return;
    profile_key(who->owner.person, key);
    HallNotice notice = {.kind = kind,
                         .person = key,
                         .language = profile.language,
                         .game = game->id,
                         .rules = &game->match.rules,
                         .mail = profile.is_mail_confirmed ? profile.mail : ""};
    if (notice.mail[0] && hall_mail_code(hall, key, profile.mail, code))
        notice.code = code;
    find_opponents(game, player, &notice);
    int64_t due_ms = online_due_ms(game);
    bool is_theirs = online_active_seat(game) == online_seat_of(game, player);
    notice.left_ms = is_theirs && due_ms > hall->now_ms ? due_ms - hall->now_ms : 0;
    notice.push_count = profile.push_count;
    for (int i = 0; i < profile.push_count; i++)
        notice.pushes[i] = (HallPush){profile.pushes[i].endpoint, profile.pushes[i].p256dh,
                                      profile.pushes[i].auth};
    if (notice.mail[0] || notice.push_count > 0)
        settings->notify(settings->notify_context, &notice);
}

static void tell_all(Hall *hall, const OnlineGame *game, HallNoticeKind kind)
{
    for (int i = 0; i < game->match.players; i++)
        tell(hall, game, i, kind);
}

static void tell_end(Hall *hall, const OnlineGame *game)
{
    LudResult result;
    lud_play_result(game->play, &result);
    for (int i = 0; i < game->match.players; i++) {
        int points = result.points[online_seat_of(game, i) % result.sides];
        tell(hall, game, i,
             points == 2   ? HALL_NOTICE_WON
             : points == 1 ? HALL_NOTICE_DRAWN
                           : HALL_NOTICE_LOST);
    }
}

static void tell_offer(Hall *hall, const OnlineGame *game)
{
    const OnlineOffer *offer = &game->offers[OFFER_DRAW];
    for (int seat = 0; offer->stands && seat < game->match.players; seat++) {
        if (!(offer->accepted >> seat & 1))
            tell(hall, game, online_player_at(game, seat), HALL_NOTICE_DRAW);
    }
}

void hall_note_stand(Place *place)
{
    const OnlineGame *game = place->game;
    place->noted_phase = game->phase;
    place->noted_seat = online_active_seat(game);
    place->noted_offer = game->offers[OFFER_DRAW].stands;
}

void hall_notify(Hall *hall, Place *place)
{
    const OnlineGame *game = place->game;
    int seat = online_active_seat(game);
    bool has_begun = place->noted_phase < STORE_PLAYING && game->phase == STORE_PLAYING;
    bool has_ended = place->noted_phase < STORE_OVER && game->phase == STORE_OVER;
    bool is_turn = seat != ONLINE_NOBODY && seat != place->noted_seat;
    bool is_offered = game->offers[OFFER_DRAW].stands && !place->noted_offer;
    hall_note_stand(place);
    if (!hall->settings.notify)
        return;
    if (has_begun)
        tell_all(hall, game, HALL_NOTICE_BEGUN);
    else if (has_ended && is_slow(game))
        tell_end(hall, game);
    else if (is_turn && is_slow(game))
        tell(hall, game, online_player_at(game, seat), HALL_NOTICE_TURN);
    if (is_offered && is_slow(game))
        tell_offer(hall, game);
}

/* -- time that runs out ------------------------------------------------------------------------ */

enum { WARN_MS = 12 * 3600 * 1000, WARN_EVERY_MS = 600000, WARN_MOST = 256 };

typedef struct Due {
    char ids[WARN_MOST][STORE_ID_TEXT];
    int count;
} Due;

static void add_due(void *context, const StoreGame *game)
{
    Due *due = context;
    if (due->count < WARN_MOST)
        memcpy(due->ids[due->count++], game->id, STORE_ID_TEXT);
}

/* Every game that is due passes once through a window of this length, twelve hours before. */
void hall_warn(Hall *hall)
{
    int64_t until_ms = hall->now_ms + WARN_MS;
    const StoreQuery query = {.list = STORE_LIST_DUE,
                              .after_ms = until_ms - WARN_EVERY_MS,
                              .until_ms = until_ms,
                              .limit = WARN_MOST};
    Due due = {.count = 0};
    if (!hall->settings.notify || hall->now_ms - hall->warned_ms < WARN_EVERY_MS)
        return;
    hall->warned_ms = hall->now_ms;
    hall->store->kind->list(hall->store, &query, add_due, &due, NULL);
    for (int i = 0; i < due.count; i++) {
        Place *place;
        if (hall_find(hall, due.ids[i], &place) != HALL_DONE)
            continue;
        int seat = online_active_seat(place->game);
        if (seat != ONLINE_NOBODY)
            tell(hall, place->game, online_player_at(place->game, seat), HALL_NOTICE_TIME);
    }
}
