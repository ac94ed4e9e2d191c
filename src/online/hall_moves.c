/* Moves, and what players do instead of one. */
#include <string.h>

#include <ludoteca/characters.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

enum { CHAT_BYTES = 500 };

/* -- moving ------------------------------------------------------------------------------------ */

/* Whether a word names the ply that stands there. */
static bool is_same_word(const Deed *deed, int ply, const char *word)
{
    const LudPlay *play = deed->game->play;
    const OnlineEntry *entry = &deed->game->entries[ply];
    LudMove move;
    LudState before;
    if (entry->kind == ENTRY_ROLL)
        return strcmp(word, "roll") == 0;
    if (entry->kind == ENTRY_SKIP)
        return false;
    if (strcmp(word, entry->move) == 0)
        return true;
    lud_play_state_at(play, ply, &before);
    return lud_play_rules(play)->game->text.move_parse(&before, word, &move, NULL) == LUD_OK &&
           move == lud_play_history(play)[ply];
}

static HallOutcome answer_entry(Deed *deed, int ply)
{
    if (deed->hall->has_failed)
        return HALL_NO_STORE;
    return deed_answer(deed, online_json_entry(deed->game, ply));
}

static HallOutcome compare(Deed *deed, int ply, const char *word)
{
    const OnlineEntry *entry = &deed->game->entries[ply];
    if (entry->seat == deed->seat && is_same_word(deed, ply, word))
        return answer_entry(deed, ply);
    lud_error_set(&deed->call->err, LUD_ENOTNOW, LUD_MESSAGE("\"{1}\" stands there already."),
                  entry->kind == ENTRY_SKIP ? "skip" : entry->move, (char *)NULL);
    return HALL_CONFLICT;
}

/* Whether it is the time for this number, whoever sends it. */
static HallOutcome check_number(Deed *deed, int64_t number, int64_t event)
{
    OnlineGame *game = deed->game;
    if (game->phase == STORE_OVER)
        return deed_fail(deed, HALL_CONFLICT, LUD_MESSAGE("The game is over."));
    if (game->phase != STORE_PLAYING)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("The game has not begun: somebody is still awaited."));
    if (number > game->entry_count + 1)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("That is not the next number: something happened that you "
                                     "have not seen."));
    if (event > 0 && event < game->takeback_event)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("Moves were taken back meanwhile. Look again."));
    return HALL_DONE;
}

static HallOutcome play(Deed *deed, const char *word)
{
    OnlineGame *game = deed->game;
    LudError *err = &deed->call->err;
    bool is_roll = strcmp(word, "roll") == 0, awaits_roll = online_awaits_roll(game);
    if (online_active_seat(game) != deed->seat)
        return deed_fail(deed, HALL_NOT_YOURS, LUD_MESSAGE("It is not your turn."));
    if (awaits_roll && !is_roll)
        return deed_fail(deed, HALL_ILLEGAL,
                         LUD_MESSAGE("First the dice: send \"roll\". The server throws them."));
    int ply = game->entry_count;
    if (awaits_roll)
        hall_roll(deed->hall, deed->place);
    else if (hall_play(deed->hall, deed->place, word, err) != LUD_OK)
        return err->status == LUD_EMEMORY ? HALL_BROKEN : HALL_ILLEGAL;
    return answer_entry(deed, ply);
}

HallOutcome deed_move(Deed *deed)
{
    const JsonValue *numbered = json_member(deed->body, "number");
    const JsonValue *known = json_member(deed->body, "event");
    const char *word;
    int64_t number = 0, event = 0;
    if (!deed_text(deed, "move", LUD_MOVE_TEXT - 1, &word))
        return HALL_MALFORMED;
    if (!word || !json_integer(numbered, 1, INT32_MAX, &number) ||
        (known && known->kind != JSON_NULL && !json_integer(known, 0, INT32_MAX, &event)))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("A move is {\"number\": 1, \"move\": \"C\"}."));
    if (number <= deed->game->entry_count)
        return compare(deed, (int)number - 1, word);
    HallOutcome outcome = check_number(deed, number, event);
    return outcome == HALL_DONE ? play(deed, word) : outcome;
}

/* -- ending it --------------------------------------------------------------------------------- */

HallOutcome deed_resign(Deed *deed)
{
    OnlineGame *game = deed->game;
    bool is_playing = game->phase == STORE_PLAYING;
    if (game->phase == STORE_OVER || (is_playing && online_is_dropped(game, deed->seat)))
        return online_is_dropped(game, deed->seat)
                   ? HALL_DONE
                   : deed_fail(deed, HALL_CONFLICT, LUD_MESSAGE("The game is over."));
    if (!is_playing)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("The game has not begun: somebody is still awaited."));
    hall_drop(deed->hall, deed->place, deed->seat, LUD_REASON_RESIGNED);
    return HALL_DONE;
}

/* Since when a player can't be reached; 0: it can. */
static int64_t away_since(const OnlineGame *game, int player)
{
    const OnlinePlayer *who = &game->players[player];
    if (who->sockets > 0)
        return 0;
    return who->seen_ms > game->turn_ms ? who->seen_ms : game->turn_ms;
}

/* Why the seat to move may be taken to have lost now; LUD_REASON_NONE: it may not. */
static LudReason find_claim(const Deed *deed, int seat)
{
    const OnlineGame *game = deed->game;
    int64_t now_ms = deed->hall->now_ms, due = online_due_ms(game);
    int64_t away = away_since(game, online_player_at(game, seat));
    if (due > 0)
        return now_ms >= due ? LUD_REASON_TIME : LUD_REASON_NONE;
    bool has_left = away > 0 && now_ms - away >= online_patience_ms(game);
    /* Who is not seen may be at another server; a live clock decides by itself. */
    bool is_sure = game->time.kind != TIME_LIVE || house_hears(deed->hall);
    return has_left && is_sure ? LUD_REASON_LEFT : LUD_REASON_NONE;
}

/* Who claims what has just come about by itself gets it. */
static bool has_it_already(const Deed *deed)
{
    LudResult result;
    lud_play_result(deed->game->play, &result);
    return deed->game->phase == STORE_OVER && result.culprit >= 0 &&
           result.points[deed->seat % result.sides] > 0;
}

HallOutcome deed_claim(Deed *deed)
{
    int seat = online_active_seat(deed->game);
    if (has_it_already(deed))
        return HALL_DONE;
    if (seat == ONLINE_NOBODY)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("There is nothing to claim: the game is not being played."));
    LudReason reason = seat == deed->seat ? LUD_REASON_NONE : find_claim(deed, seat);
    if (reason == LUD_REASON_NONE)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("There is nothing to claim yet: the one to move still has "
                                     "time, and has not left."));
    hall_drop(deed->hall, deed->place, seat, reason);
    return HALL_DONE;
}

/* -- talking ----------------------------------------------------------------------------------- */

/* Words that every page says in its reader's language. */
static bool is_phrase(const char *word)
{
    static const char *const phrases[] = {"hello",   "good-luck", "good-move",  "well-played",
                                          "oops",    "thanks",    "one-moment", "back",
                                          "must-go", "good-game", "again",      "bye"};
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (strcmp(phrases[i], word) == 0)
            return true;
    }
    return false;
}

/* Control characters would take six times their room in an event. */
static bool is_line(const char *text)
{
    while ((unsigned char)*text >= ' ')
        text++;
    return !*text;
}

HallOutcome deed_chat(Deed *deed)
{
    const char *text, *phrase;
    Json json = {0};
    if (!deed_text(deed, "text", CHAT_BYTES, &text) ||
        !deed_text(deed, "phrase", HALL_TOKEN_TEXT, &phrase))
        return HALL_MALFORMED;
    if ((text != NULL) == (phrase != NULL) || (phrase && !is_phrase(phrase)) ||
        (text && (!*text || !is_line(text))))
        return deed_fail(deed, HALL_MALFORMED,
                         LUD_MESSAGE("Send a text, or a phrase of docs/ONLINE.md."));
    hall_event_open(deed->hall, &json, deed->place, "chat");
    json_put_seat(&json, "seat", deed->seat);
    if (text)
        json_put_text(&json, "text", text);
    else
        json_put_text(&json, "phrase", phrase);
    hall_event_close(deed->hall, &json, deed->place);
    return HALL_DONE;
}

/* -- being away -------------------------------------------------------------------------------- */

HallOutcome deed_vacation(Deed *deed)
{
    enum { DAYS_MOST = 30 };
    const int64_t day_ms = INT64_C(86400000);
    const OnlinePlayer *player = &deed->game->players[deed->player];
    int64_t now_ms = deed->hall->now_ms, days = 0;
    if (!json_integer(json_member(deed->body, "days"), 1, DAYS_MOST, &days))
        return deed_fail(deed, HALL_MALFORMED, LUD_MESSAGE("Vacation is {\"days\": 1} to 30."));
    if (deed->game->time.kind != TIME_DAYS || deed->game->phase == STORE_OVER)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("Vacation is for games over days that are not over."));
    if (player->vacation_days + days > DAYS_MOST)
        return deed_fail(deed, HALL_CONFLICT,
                         LUD_MESSAGE("In one game there are 30 days of vacation for each player."));
    int64_t from_ms = player->away_until_ms > now_ms ? player->away_until_ms : now_ms;
    Json json = {0};
    hall_event_open(deed->hall, &json, deed->place, "vacation");
    json_put_seat(&json, "seat", deed->seat);
    json_put_integer(&json, "days", days);
    json_put_integer(&json, "until", from_ms + days * day_ms);
    hall_event_close(deed->hall, &json, deed->place);
    return HALL_DONE;
}
