/* Offers: a draw, to finish, to take back, to play again. */
#include "online/hall_object.h"
#include "wire/json_parts.h"

static void tell(Deed *deed, const char *type, int seat, OnlineOfferKind kind)
{
    Json json = {0};
    hall_event_open(deed->hall, &json, deed->place, type);
    json_put_seat(&json, "seat", seat);
    json_put_text(&json, "offer", online_offer_name(kind));
    hall_event_close(deed->hall, &json, deed->place);
}

/* -- what may be offered ----------------------------------------------------------------------- */

/* The length of the game before the seat's last move, or -1 if there is none, or a roll came
 * after it. */
static int find_takeback(const OnlineGame *game, int seat)
{
    for (int ply = game->entry_count - 1; ply >= 0; ply--) {
        const OnlineEntry *entry = &game->entries[ply];
        if (entry->kind == ENTRY_ROLL)
            return -1;
        if (entry->kind == ENTRY_MOVE && entry->seat == seat)
            return ply;
    }
    return -1;
}

/* Tries an agreement on a copy: only the rules know whether this game can be finished. */
static HallOutcome try_agreement(Deed *deed, OnlineOfferKind kind)
{
    LudPlay *copy = lud_play_copy(deed->game->play);
    if (!copy)
        return deed_fail(deed, HALL_BROKEN, LUD_MESSAGE("Out of memory."));
    LudError *err = &deed->call->err;
    LudStatus status =
        kind == OFFER_DRAW ? lud_play_agree_draw(copy, err) : lud_play_agree_finish(copy, err);
    lud_play_free(copy);
    return status == LUD_OK ? HALL_DONE : HALL_ILLEGAL;
}

static HallOutcome check(Deed *deed, OnlineOfferKind kind)
{
    const OnlineGame *game = deed->game;
    if (kind == OFFER_REMATCH)
        return game->phase == STORE_OVER && !game->next[0]
                   ? HALL_DONE
                   : deed_fail(deed, HALL_CONFLICT,
                               LUD_MESSAGE("One can play again once the game is over, and once."));
    if (game->phase != STORE_PLAYING || online_is_dropped(game, deed->seat))
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("That can only be offered while one plays."));
    if (kind == OFFER_TAKEBACK)
        return find_takeback(game, deed->seat) >= 0
                   ? HALL_DONE
                   : deed_fail(deed, HALL_ILLEGAL,
                               LUD_MESSAGE("You have no move to take back: never across a roll."));
    return try_agreement(deed, kind);
}

/* -- what an agreement does -------------------------------------------------------------------- */

static void agree(Deed *deed, OnlineOfferKind kind)
{
    Json json = {0};
    hall_event_open(deed->hall, &json, deed->place, "agree");
    json_put_text(&json, "on", online_offer_name(kind));
    hall_event_close(deed->hall, &json, deed->place);
}

static void take_back(Deed *deed, int seat)
{
    OnlineGame *game = deed->game;
    int length = find_takeback(game, seat);
    LudState before;
    Json json = {0};
    if (length < 0)
        return;
    lud_play_state_at(game->play, length, &before);
    hall_event_open(deed->hall, &json, deed->place, "takeback");
    json_put_integer(&json, "length", length);
    json_put_state(&json, "position", game->match.rules.game, &before);
    online_put_clocks(&json, game);
    hall_event_close(deed->hall, &json, deed->place);
}

static bool is_agreed(const OnlineGame *game, const OnlineOffer *offer)
{
    for (int seat = 0; seat < game->match.players; seat++) {
        bool is_asked = !online_is_dropped(game, seat) || game->phase == STORE_OVER;
        if (is_asked && !(offer->accepted >> seat & 1))
            return false;
    }
    return offer->stands;
}

static void settle(Deed *deed, OnlineOfferKind kind)
{
    const OnlineOffer *offer = &deed->game->offers[kind];
    if (deed->hall->has_failed || !is_agreed(deed->game, offer))
        return;
    if (kind == OFFER_REMATCH)
        hall_begin_next(deed->hall, deed->place);
    else if (kind == OFFER_TAKEBACK)
        take_back(deed, offer->seat);
    else
        agree(deed, kind);
}

/* -- computers --------------------------------------------------------------------------------- */

/* They take back and play again whenever they are asked, and finish where the game suggests it. */
static bool is_welcome(const OnlineGame *game, OnlineOfferKind kind)
{
    return kind == OFFER_TAKEBACK || kind == OFFER_REMATCH ||
           (kind == OFFER_FINISH && lud_play_offer(game->play) != LUD_OFFER_NONE);
}

static void ask_computers(Deed *deed, OnlineOfferKind kind)
{
    OnlineGame *game = deed->game;
    bool accepts = is_welcome(game, kind);
    for (int seat = 0; seat < game->match.players && game->offers[kind].stands; seat++) {
        if (deed->hall->has_failed)
            return;
        if (game->players[online_player_at(game, seat)].kind == PLAYER_COMPUTER)
            tell(deed, accepts ? "accept" : "decline", seat, kind);
    }
}

/* -- deeds ------------------------------------------------------------------------------------- */

static HallOutcome fail_none(Deed *deed)
{
    return deed_fail(deed, HALL_CONFLICT, LUD_MESSAGE("Nothing is offered."));
}

/* Which offer is meant; where the body says nothing, the only one that another has made. */
static HallOutcome read_kind(Deed *deed, bool is_needed, OnlineOfferKind *kind)
{
    const char *name;
    if (!deed_text(deed, "offer", HALL_TOKEN_TEXT, &name))
        return HALL_MALFORMED;
    *kind = name ? online_offer_find(name) : OFFER_KINDS;
    for (int i = 0; !name && !is_needed && i < OFFER_KINDS; i++) {
        const OnlineOffer *offer = &deed->game->offers[i];
        if (offer->stands && offer->seat != deed->seat)
            *kind = (OnlineOfferKind)i;
    }
    if (*kind != OFFER_KINDS)
        return HALL_DONE;
    return name || is_needed
               ? deed_fail(deed, HALL_MALFORMED,
                           LUD_MESSAGE("An offer is draw, finish, takeback or rematch."))
               : fail_none(deed);
}

/* Offering what another offers is accepting it; offering twice is offering once. */
HallOutcome deed_offer(Deed *deed)
{
    OnlineOfferKind kind;
    HallOutcome outcome = read_kind(deed, true, &kind);
    if (outcome == HALL_DONE)
        outcome = check(deed, kind);
    if (outcome != HALL_DONE)
        return outcome;
    const OnlineOffer *offer = &deed->game->offers[kind];
    if (offer->stands && offer->accepted >> deed->seat & 1)
        return HALL_DONE;
    if (offer->stands && kind != OFFER_TAKEBACK)
        return deed_accept(deed);
    if (kind == OFFER_REMATCH && !deed_spend(deed, COST_GAME))
        return HALL_TOO_MANY;
    tell(deed, "offer", deed->seat, kind);
    if (!deed->hall->has_failed)
        ask_computers(deed, kind);
    settle(deed, kind);
    return HALL_DONE;
}

/* The offer that is to be answered. */
static HallOutcome read_standing(Deed *deed, OnlineOfferKind *kind)
{
    HallOutcome outcome = read_kind(deed, false, kind);
    return outcome != HALL_DONE || deed->game->offers[*kind].stands ? outcome : fail_none(deed);
}

HallOutcome deed_accept(Deed *deed)
{
    OnlineOfferKind kind;
    HallOutcome outcome = read_standing(deed, &kind);
    if (outcome != HALL_DONE)
        return outcome;
    const OnlineOffer *offer = &deed->game->offers[kind];
    if (offer->seat == deed->seat)
        return deed_fail(deed, HALL_NOT_YOURS,
                         LUD_MESSAGE("Your own offer is for the others to accept."));
    if (!(offer->accepted >> deed->seat & 1)) {
        tell(deed, "accept", deed->seat, kind);
        settle(deed, kind);
    }
    return HALL_DONE;
}

/* Whoever made an offer may withdraw it in the same way. */
HallOutcome deed_decline(Deed *deed)
{
    OnlineOfferKind kind;
    HallOutcome outcome = read_standing(deed, &kind);
    if (outcome == HALL_DONE)
        tell(deed, "decline", deed->seat, kind);
    return outcome;
}
