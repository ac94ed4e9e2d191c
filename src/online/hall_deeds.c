/* Calls: who asks, for which game, with what; then what is asked. */
#include <string.h>

#include <ludoteca/characters.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

/* -- failing and answering --------------------------------------------------------------------- */

HallOutcome deed_fail(Deed *deed, HallOutcome outcome, const char *sentence)
{
    static const LudStatus statuses[] = {
        [HALL_MALFORMED] = LUD_EUSAGE,  [HALL_NO_SEAT] = LUD_EUSAGE,
        [HALL_NOT_YOURS] = LUD_ENOTNOW, [HALL_NO_GAME] = LUD_EUSAGE,
        [HALL_CONFLICT] = LUD_ENOTNOW,  [HALL_ILLEGAL] = LUD_EILLEGAL,
        [HALL_TOO_MANY] = LUD_ENOTNOW,  [HALL_BROKEN] = LUD_EMEMORY,
        [HALL_NO_STORE] = LUD_EFILE,    [HALL_ELSEWHERE] = LUD_ENOTNOW,
        [HALL_BUSY] = LUD_ENOTNOW,
    };
    lud_error_set(&deed->call->err, statuses[outcome], sentence, (char *)NULL);
    return outcome;
}

static HallOutcome fail_memory(Deed *deed)
{
    return deed_fail(deed, HALL_BROKEN, LUD_MESSAGE("Out of memory."));
}

HallOutcome hall_fail_unkept(HallCall *call)
{
    lud_error_set(&call->err, LUD_EFILE,
                  LUD_MESSAGE("The server could not write it down, so nothing has happened. Try "
                              "again in a moment."),
                  (char *)NULL);
    return HALL_NO_STORE;
}

HallOutcome hall_fail_unsure(HallCall *call)
{
    lud_error_set(&call->err, LUD_EFILE,
                  LUD_MESSAGE("The server does not know whether it was written down. Look whether "
                              "it was done before you try again."),
                  (char *)NULL);
    return HALL_NO_STORE;
}

HallOutcome deed_answer(Deed *deed, char *answer)
{
    deed->call->answer = answer;
    return answer ? HALL_DONE : fail_memory(deed);
}

/* With the game as it stands, unless there was something better to say. */
static HallOutcome answer_with_game(Deed *deed, HallOutcome outcome)
{
    const OnlineView view = {.game = deed->game,
                             .now_ms = deed->hall->now_ms,
                             .player = deed->player,
                             .tokens = deed->tells_tokens ? deed->tokens : NULL};
    if (deed->hall->has_failed)
        return HALL_NO_STORE;
    if (!deed->call->answer)
        deed->call->answer = online_json_game(&view);
    return deed->call->answer ? outcome : fail_memory(deed);
}

/* -- bodies ------------------------------------------------------------------------------------ */

enum { MEMBERS_MOST = 12 };

/* What can be asked, in the order of the verbs. */
static const struct {
    HallOutcome (*act)(Deed *deed);
    bool needs_game, needs_player;
    const char *members[MEMBERS_MOST]; /* of the body; all may be left out */
} verbs[HALL_VERBS] = {
    [HALL_CREATE] = {deed_create,
                     false,
                     false,
                     {"game", "seats", "names", "clock", "lots", "rolloff", "dice", "public",
                      "games"}},
    [HALL_LIST] = {deed_list, false, false, {0}},
    [HALL_MINE] = {deed_mine, false, false, {0}},
    [HALL_LOOK] = {deed_look, true, false, {"token"}},
    [HALL_RECORD] = {deed_record, true, false, {0}},
    [HALL_JOIN] = {deed_join, true, false, {"name", "key", "seat"}},
    [HALL_SIT] = {deed_sit, true, true, {"name", "key"}},
    [HALL_DICE] = {deed_dice, true, true, {"commitment", "secret"}},
    [HALL_MOVE] = {deed_move, true, true, {"number", "move", "event"}},
    [HALL_RESIGN] = {deed_resign, true, true, {0}},
    [HALL_OFFER] = {deed_offer, true, true, {"offer"}},
    [HALL_ACCEPT] = {deed_accept, true, true, {"offer"}},
    [HALL_DECLINE] = {deed_decline, true, true, {"offer"}},
    [HALL_CLAIM] = {deed_claim, true, true, {0}},
    [HALL_CHAT] = {deed_chat, true, true, {"text", "phrase"}},
    [HALL_VACATION] = {deed_vacation, true, true, {"days"}},
    [HALL_REPORT] = {deed_report, true, true, {"event", "reason"}},
    [HALL_PROFILE] = {deed_profile, false, false, {"name", "language", "mail", "push", "settings"}},
    [HALL_CONFIRM] = {deed_confirm, false, false, {"person", "code", "mail"}},
    [HALL_FORGET_PUSH] = {deed_forget_push, false, false, {"person", "endpoint"}},
};

/* Messages of a socket say what they are in the same object. */
static bool is_member(HallVerb verb, const char *name)
{
    if (strcmp(name, "do") == 0 || strcmp(name, "ref") == 0)
        return true;
    for (int i = 0; i < MEMBERS_MOST && verbs[verb].members[i]; i++) {
        if (strcmp(verbs[verb].members[i], name) == 0)
            return true;
    }
    return false;
}

static HallOutcome read_body(Deed *deed)
{
    HallCall *call = deed->call;
    if (!call->body || call->body_size == 0)
        return HALL_DONE;
    if (json_read(&deed->tree, call->body, call->body_size, &call->err) != LUD_OK)
        return HALL_MALFORMED;
    deed->body = &deed->tree.values[0];
    if (deed->body->kind != JSON_OBJECT)
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("The body is no JSON object, such as {\"move\": \"C\"}."));
    for (const JsonValue *at = deed->body->first; at; at = at->next) {
        if (is_member(call->verb, at->name))
            continue;
        lud_error_set(&call->err, LUD_EUSAGE,
                      LUD_MESSAGE("\"{1}\" is not understood here. docs/ONLINE.md lists what is."),
                      at->name, (char *)NULL);
        return HALL_MALFORMED;
    }
    return HALL_DONE;
}

bool deed_text(Deed *deed, const char *name, size_t most, const char **text)
{
    const JsonValue *value = json_member(deed->body, name);
    *text = NULL;
    if (!value || value->kind == JSON_NULL)
        return true;
    if (value->kind == JSON_TEXT && strlen(value->text) <= most) {
        *text = value->text;
        return true;
    }
    lud_error_set(&deed->call->err, LUD_EUSAGE,
                  LUD_MESSAGE("\"{1}\" is no text, or too long a one."), name, (char *)NULL);
    return false;
}

bool deed_is_name(const char *name)
{
    size_t left = strlen(name);
    int characters = 0;
    while (left > 0) {
        size_t length = lud_text_printable(name, left);
        if (length == 0 || ++characters > ONLINE_NAME_CHARACTERS)
            return false;
        name += length;
        left -= length;
    }
    return characters > 0;
}

/* -- who asks ---------------------------------------------------------------------------------- */

static HallOutcome fail_unread(Deed *deed)
{
    return deed_fail(deed, HALL_NO_STORE, LUD_MESSAGE("This game can't be read at the moment."));
}

/* Whoever calls over a socket watches a mirror of a game that another server has; that suffices for
 * looking, also while nobody can say who has it. */
static HallOutcome find_mirror(Deed *deed, HallOutcome outcome)
{
    const HallCall *call = deed->call;
    bool is_watched = call->from && call->from->place && call->from->place->game;
    if (!is_watched || (outcome == HALL_BUSY && call->verb != HALL_LOOK))
        return outcome;
    deed->place = call->from->place;
    deed->game = deed->place->game;
    deed->is_elsewhere = true;
    return HALL_ELSEWHERE;
}

static HallOutcome find_game(Deed *deed)
{
    HallCall *call = deed->call;
    const char *id = call->from ? call->from->game : call->game;
    if (house_guesses(deed->hall, call))
        return find_mirror(deed, HALL_ELSEWHERE);
    HallOutcome outcome = secret_is_id(id) ? hall_find(deed->hall, id, &deed->place) : HALL_NO_GAME;
    if (outcome == HALL_ELSEWHERE || outcome == HALL_BUSY)
        return find_mirror(deed, outcome);
    if (outcome == HALL_NO_GAME)
        return deed_fail(deed, outcome,
                         LUD_MESSAGE("There is no such game here, or not any more."));
    if (outcome == HALL_NO_STORE)
        return fail_unread(deed);
    if (outcome != HALL_DONE)
        return fail_memory(deed);
    deed->game = deed->place->game;
    return HALL_DONE;
}

/* By the token of the call, else by what the socket has shown before. */
static HallOutcome find_player(Deed *deed, bool is_needed)
{
    HallCall *call = deed->call;
    if (call->known_player > 0 && call->known_player <= deed->game->match.players)
        deed->player = call->known_player - 1;
    else if (call->token[0])
        deed->player = online_find_player(deed->game, call->token);
    else if (call->from && call->from->place == deed->place)
        deed->player = call->from->player;
    if (deed->player == ONLINE_NOBODY && (is_needed || call->token[0]))
        return deed_fail(deed, HALL_NO_SEAT,
                         LUD_MESSAGE("Only who has a seat of this game can do that. The link "
                                     "that you were sent has the seat's token."));
    if (deed->player == ONLINE_NOBODY)
        return HALL_DONE;
    deed->seat = online_seat_of(deed->game, deed->player);
    deed->game->players[deed->player].seen_ms = deed->hall->now_ms;
    if (call->from)
        hall_recognise(deed->hall, call->from, deed->player);
    return HALL_DONE;
}

/* Who calls is found out here, where they are; looking is done here, too, at all there is by now:
 * this server may not have been told, or have slept. */
static HallOutcome ask_mirror(Deed *deed)
{
    HallCall *call = deed->call;
    bool is_stranger =
        call->token[0] && online_find_player(deed->game, call->token) == ONLINE_NOBODY;
    if (is_stranger || call->verb == HALL_LOOK)
        house_catch_up(deed->hall, deed->place);
    deed->game = deed->place->game;
    if (!deed->game)
        return fail_unread(deed);
    HallOutcome outcome = find_player(deed, verbs[call->verb].needs_player);
    if (outcome == HALL_DONE && call->verb == HALL_LOOK)
        return read_body(deed);
    call->known_player = deed->player + 1;
    return outcome == HALL_DONE ? HALL_ELSEWHERE : outcome;
}

static HallOutcome find_what_it_is_about(Deed *deed)
{
    HallVerb verb = deed->call->verb;
    HallOutcome outcome = HALL_DONE;
    if (verbs[verb].needs_game)
        outcome = find_game(deed);
    if (outcome == HALL_ELSEWHERE)
        return deed->game ? ask_mirror(deed) : outcome;
    if (outcome == HALL_DONE && deed->game)
        outcome = find_player(deed, verbs[verb].needs_player);
    return outcome == HALL_DONE ? read_body(deed) : outcome;
}

static bool is_talk(HallVerb verb)
{
    return verb == HALL_SIT || verb == HALL_OFFER || verb == HALL_ACCEPT || verb == HALL_DECLINE ||
           verb == HALL_CHAT || verb == HALL_VACATION || verb == HALL_REPORT;
}

/* Whether a player may say something more: a few things at once, then one every half second, and
 * no more than a game can be expected to hold. */
static HallOutcome check_talk(Deed *deed)
{
    enum { TALK_MOST = 2000, TALK_EACH_MS = 500, TALK_AT_ONCE = 60 };
    OnlinePlayer *player = &deed->game->players[deed->player];
    int64_t now_ms = deed->hall->now_ms;
    int64_t from_ms = player->quiet_ms > now_ms ? player->quiet_ms : now_ms;
    if (hall_is_banned(deed->hall, &player->owner))
        return deed_fail(deed, HALL_NOT_YOURS,
                         LUD_MESSAGE("Whoever runs this server has excluded you from all but "
                                     "moving."));
    if (player->talk >= TALK_MOST)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("You have said so much in this game that there is no more "
                                     "room."));
    if (from_ms - now_ms >= TALK_EACH_MS * TALK_AT_ONCE) {
        deed->call->retry_s = 1;
        return deed_fail(deed, HALL_TOO_MANY, LUD_MESSAGE("Not so fast: wait a second."));
    }
    player->quiet_ms = from_ms + TALK_EACH_MS;
    return HALL_DONE;
}

/* Once a batch has failed nothing in it is what it seems. */
static HallOutcome carry_out(Deed *deed)
{
    if (deed->hall->has_failed)
        return HALL_NO_STORE;
    HallOutcome outcome = find_what_it_is_about(deed);
    if (outcome == HALL_DONE && is_talk(deed->call->verb))
        outcome = check_talk(deed);
    if (outcome == HALL_DONE && deed->place)
        hall_keep_clock(deed->hall, deed->place);
    if (outcome == HALL_DONE)
        outcome = verbs[deed->call->verb].act(deed);
    if (outcome > HALL_MADE || !deed->place)
        return outcome;
    if (!deed->is_elsewhere)
        hall_advance(deed->hall, deed->place);
    return answer_with_game(deed, outcome);
}

void hall_perform(Hall *hall, HallItem *item)
{
    HallCall *call = HALL_OWNER(HallCall, item, item);
    Deed deed = {.hall = hall, .call = call, .player = ONLINE_NOBODY, .seat = ONLINE_NOBODY};
    call->answer = NULL;
    call->retry_s = 0;
    hall->by_force = item->by_force;
    call->outcome = carry_out(&deed);
    hall->by_force = false;
    bool is_ours = call->outcome != HALL_ELSEWHERE && call->outcome != HALL_BUSY;
    if (!is_ours && house_forward(hall, call))
        return;
    item->next = hall->answered;
    hall->answered = item;
}
