/* The contract of docs/ONLINE.md, without a network: who may do what, and when. */
#include <stdio.h>
#include <string.h>

#include "online/hall_case.h"
#include "support/tap.h"

static HallCase at;

/* -- creating ---------------------------------------------------------------------------------- */

static void check_creation(void)
{
    static const struct {
        const char *body, *part;
        HallOutcome outcome;
    } rows[] = {
        {"{\"game\": \"oware\"}", "\"phase\": \"playing\"", HALL_MADE},
        {"{\"game\": \"oware:slam=nocapture\", \"seats\": [\"person\", \"person\"], \"clock\": "
         "null}",
         "\"game\": \"oware:slam=nocapture\"", HALL_MADE},
        {"{\"game\": \"six\", \"seats\": [\"person\", \"open\"]}", "\"phase\": \"open\"",
         HALL_MADE},
        {"{\"game\": \"pylos\", \"clock\": \"5m+3s\"}", "\"clocks\": [300000, 300000]", HALL_MADE},
        {"{\"game\": \"pylos\", \"clock\": \"3d\"}", "\"clock\": \"3d\"", HALL_MADE},
        {"{\"game\": \"dados\", \"dice\": \"shared\"}", "\"phase\": \"dice\"", HALL_MADE},
        {"{\"game\": \"oware\", \"dice\": \"shared\"}", "\"phase\": \"playing\"", HALL_MADE},
        {"{\"game\": \"dados:players=3\", \"rolloff\": true}", "\"awaits\": \"roll\"", HALL_MADE},
        {"", "\"game\"", HALL_MALFORMED},
        {"{}", "\"game\"", HALL_MALFORMED},
        {"[]", "no JSON object", HALL_MALFORMED},
        {"{\"game\": \"chess\"}", "chess", HALL_MALFORMED},
        {"{\"game\": \"oware:slam=all\"}", "all", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"colour\": 1}", "colour", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"seats\": [\"person\"]}", "one for each player", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"seats\": [\"level=3\", \"level=4\"]}", "person", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"seats\": [\"person\", \"cmd=sh\"]}", "too much", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"seats\": [\"person\", \"max,time=1h\"]}", "too much",
         HALL_MALFORMED},
        {"{\"game\": \"oware\", \"clock\": \"soon\"}", "soon", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"clock\": 5}", "clock", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"names\": [\"A\\nb\", null]}", "name", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"rolloff\": true}", "throws", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"lots\": 1}", "true or false", HALL_MALFORMED},
        {"{\"game\": \"oware\", \"games\": 0}", "99", HALL_MALFORMED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(hall_case_ask(&at, HALL_CREATE, NULL, NULL, rows[i].body), rows[i].outcome,
               rows[i].part, rows[i].body);
}

/* -- moving ------------------------------------------------------------------------------------ */

static void check_order(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}"),
             other = hall_case_create(&at, "{\"game\": \"oware\"}");
    const char *id = game.id, *south = game.token[0], *good = "{\"number\": 1, \"move\": \"C\"}";
    expect(hall_case_ask(&at, HALL_MOVE, "aaaaaaaaaaaaaaaa", south, good), HALL_NO_GAME, "",
           "404 comes first");
    expect(hall_case_ask(&at, HALL_MOVE, "../../etc", south, "{"), HALL_NO_GAME, "",
           "what is no name is no game's");
    expect(hall_case_ask(&at, HALL_MOVE, id, NULL, "{"), HALL_NO_SEAT, "", "then 401: no token");
    expect(hall_case_ask(&at, HALL_MOVE, id, other.token[0], good), HALL_NO_SEAT, "",
           "another game's token");
    expect(hall_case_ask(&at, HALL_MOVE, id, south, "{"), HALL_MALFORMED, "", "then 400");
    expect(hall_case_ask(&at, HALL_MOVE, id, south, "{\"number\": 1}"), HALL_MALFORMED, "",
           "without a move");
    expect(hall_case_ask(&at, HALL_MOVE, id, south, "{\"number\": 0, \"move\": \"C\"}"),
           HALL_MALFORMED, "", "number 0");
    expect(hall_case_move(&at, &game, 1, 2, "c"), HALL_CONFLICT, "next", "beyond the next: 409");
    expect(hall_case_move(&at, &game, 1, 1, "c"), HALL_NOT_YOURS, "turn", "not their turn: 403");
    expect(hall_case_move(&at, &game, 0, 1, "roll"), HALL_ILLEGAL, "", "no dice here: 422");
    expect(hall_case_move(&at, &game, 0, 1, "c"), HALL_ILLEGAL, "", "not legal: 422");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE,
           "{\"number\": 1, \"seat\": 1, \"kind\": \"move\", \"move\": \"C\"", "a move");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE, "\"event\": 3",
           "sent again it stands as it is");
    expect(hall_case_move(&at, &game, 0, 1, "D"), HALL_CONFLICT, "\"C\"", "another word: 409");
    expect(hall_case_move(&at, &game, 1, 1, "C"), HALL_CONFLICT, "\"C\"", "another seat: 409");
    expect(hall_case_ask(&at, HALL_MOVE, id, game.token[1], "{\"number\": 2, \"move\": \"b\"}"),
           HALL_DONE, "\"move\": \"b\"", "the answer");
    const char *look = hall_case_look(&at, &game);
    tap_report(hall_case_has(look, "\"event\": 4") &&
                   hall_case_has(look, "\"seat\": 1, \"result\""),
               "the game as it stands");
    expect(hall_case_ask(&at, HALL_RESIGN, id, south, NULL), HALL_DONE, "\"reason\": \"resigned\"",
           "giving up");
    expect(hall_case_ask(&at, HALL_RESIGN, id, south, NULL), HALL_DONE, "resigned", "… once");
    expect(hall_case_move(&at, &game, 0, 3, "D"), HALL_CONFLICT, "over", "then all is over: 409");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE, "\"move\": \"C\"",
           "what stands is still told");
}

static void check_dice_moves(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"dados\"}");
    char rolled[16];
    expect(hall_case_move(&at, &game, 0, 1, "8"), HALL_ILLEGAL, "roll", "nobody chooses a roll");
    expect(hall_case_move(&at, &game, 0, 1, "8:a1"), HALL_ILLEGAL, "roll", "… nor a turn with one");
    HallReply reply = hall_case_move(&at, &game, 0, 1, "roll");
    hall_case_value(reply.text, "move", rolled, sizeof rolled);
    expect(reply, HALL_DONE, "\"kind\": \"roll\"", "a roll");
    expect(hall_case_move(&at, &game, 0, 1, "roll"), HALL_DONE, rolled, "… stands as it is");
    expect(hall_case_move(&at, &game, 0, 1, rolled), HALL_CONFLICT, "", "… whatever its number");
    expect(hall_case_move(&at, &game, 0, 2, "roll"), HALL_ILLEGAL, "", "then a move is due");
}

/* -- seats ------------------------------------------------------------------------------------- */

static void check_seats(void)
{
    static const char key[] = "abcdefghijklmnopqrstuvwxyz012345";
    char body[128], token[64];
    HallGame game = hall_case_create(
        &at, "{\"game\": \"oware\", \"seats\": [\"person\", \"open\"], \"public\": true}");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_CONFLICT, "begun", "nobody is there yet");
    expect(hall_case_ask(&at, HALL_LIST, NULL, NULL, NULL), HALL_DONE, game.id, "it is listed");
    expect(hall_case_ask(&at, HALL_JOIN, game.id, NULL, "{\"name\": \"\\u0007\"}"), HALL_MALFORMED,
           "name", "a name that rings");
    expect(hall_case_ask(&at, HALL_JOIN, game.id, NULL, "{\"seat\": 1}"), HALL_CONFLICT, "taken",
           "a seat that is taken");
    snprintf(body, sizeof body, "{\"name\": \"Ana Mar\u00eda\", \"key\": \"%s\"}", key);
    HallReply reply = hall_case_ask(&at, HALL_JOIN, game.id, NULL, body);
    hall_case_value(reply.text, "token", token, sizeof token);
    expect(reply, HALL_MADE, "\"phase\": \"playing\"", "joining begins it");
    tap_report(strlen(token) == 32, "… with a token of 192 bits: %zu letters", strlen(token));
    expect(hall_case_ask(&at, HALL_JOIN, game.id, NULL, NULL), HALL_CONFLICT, "taken", "once");
    expect(hall_case_ask(&at, HALL_MINE, NULL, key, NULL), HALL_DONE, "{\"player\": 2, \"game\": {",
           "it is one's own");
    expect(hall_case_ask(&at, HALL_MINE, NULL, "abcdefghijklmnopqrstuvwxyz0123456", NULL),
           HALL_DONE, "\"games\": []", "… and nobody else's");
    expect(hall_case_ask(&at, HALL_MINE, NULL, "short", NULL), HALL_NO_SEAT, "key", "a short key");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE, "", "South moves");
    expect(hall_case_ask(&at, HALL_MOVE, game.id, key, "{\"number\": 2, \"move\": \"b\"}"),
           HALL_DONE, "", "the key moves for its seat");
    expect(hall_case_ask(&at, HALL_SIT, game.id, game.token[0], "{\"name\": \"Luis\"}"), HALL_DONE,
           "\"Luis\"", "a name for South");
    expect(hall_case_ask(&at, HALL_LOOK, game.id, token, NULL), HALL_DONE,
           "\"you\": {\"player\": 2, \"seat\": 2}", "who one is");
    expect(hall_case_ask(&at, HALL_LOOK, game.id, "nonsense", NULL), HALL_NO_SEAT, "",
           "an unknown token is no watcher's");
    hall_case_reopen(&at);
    expect(hall_case_ask(&at, HALL_LOOK, game.id, token, NULL), HALL_DONE,
           "\"name\": \"Ana Mar\u00eda\"", "all is there after a restart");
}

/* -- offers ------------------------------------------------------------------------------------ */

static HallReply act(HallGame *game, HallVerb verb, int player, const char *body)
{
    return hall_case_ask(&at, verb, game->id, game->token[player], body);
}

static void check_offers(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"gold\"}"), HALL_MALFORMED, "draw", "gold");
    expect(act(&game, HALL_ACCEPT, 0, NULL), HALL_CONFLICT, "Nothing", "nothing is offered");
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"rematch\"}"), HALL_CONFLICT, "over",
           "a rematch before the end");
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"takeback\"}"), HALL_ILLEGAL, "no move",
           "nothing to take back");
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"draw\"}"), HALL_DONE,
           "\"offers\": [{\"offer\": \"draw\", \"seat\": 1, \"accepted\": [1]}]", "a draw");
    expect(act(&game, HALL_ACCEPT, 0, NULL), HALL_CONFLICT, "Nothing", "… not by its own");
    expect(act(&game, HALL_DECLINE, 1, NULL), HALL_DONE, "\"offers\": []", "… is declined");
    act(&game, HALL_OFFER, 1, "{\"offer\": \"draw\"}");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE, "", "… lapses with a move:");
    tap_report(hall_case_has(hall_case_look(&at, &game), "\"offers\": []"), "… none stands");
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"takeback\"}"), HALL_DONE, "takeback",
           "to take back");
    expect(act(&game, HALL_ACCEPT, 1, "{\"offer\": \"takeback\"}"), HALL_DONE, "\"moves\": []",
           "… leaves moves");
    expect(act(&game, HALL_MOVE, 0, "{\"number\": 1, \"move\": \"D\", \"event\": 3}"),
           HALL_CONFLICT, "taken back", "who has not seen it is told");
    expect(act(&game, HALL_MOVE, 0, "{\"number\": 1, \"move\": \"D\", \"event\": 99}"), HALL_DONE,
           "\"D\"", "then another move");
    act(&game, HALL_OFFER, 0, "{\"offer\": \"finish\"}");
    expect(act(&game, HALL_ACCEPT, 1, NULL), HALL_DONE, "\"reason\": \"agreed-finish\"",
           "to finish");
    act(&game, HALL_OFFER, 0, "{\"offer\": \"rematch\"}");
    char next[HALL_ID_TEXT];
    HallReply reply = act(&game, HALL_ACCEPT, 1, NULL);
    hall_case_value(reply.text, "next", next, sizeof next);
    expect(reply, HALL_DONE, "\"next\": \"", "again");
    reply = hall_case_ask(&at, HALL_LOOK, next, game.token[0], NULL);
    expect(reply, HALL_DONE, "\"game\": 2, \"games\": null, \"points\": [0, 2]",
           "… with the score");
    tap_report(hall_case_has(reply.text, "\"you\": {\"player\": 1, \"seat\": 1}"),
               "… and who lost begins");
    hall_case_reopen(&at);
    tap_report(hall_case_has(hall_case_look(&at, &game), next),
               "… which a restart does not change");
}

/* -- watching ---------------------------------------------------------------------------------- */

static void check_watching(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    HallEar early, late, nowhere;
    hall_case_watch(&at, &early, game.id, 0);
    tap_report(hall_case_hear(&early, 3) && hall_case_has(early.heard.bytes, "\"hello\"") &&
                   hall_case_has(early.heard.bytes, "{\"event\": 2, \"type\": \"start\""),
               "one who watches is told what was");
    hall_case_move(&at, &game, 0, 1, "C");
    tap_report(hall_case_hear(&early, 4) &&
                   hall_case_has(early.heard.bytes, "{\"event\": 3, \"type\": \"move\""),
               "… and what is");
    expect(hall_case_say(&at, &early, HALL_MOVE, NULL, "{\"number\": 2, \"move\": \"b\"}"),
           HALL_NO_SEAT, "", "a watcher does not move");
    expect(hall_case_say(&at, &early, HALL_LOOK, "wrong", NULL), HALL_NO_SEAT, "", "wrong token");
    expect(hall_case_say(&at, &early, HALL_LOOK, game.token[1], NULL), HALL_DONE, "\"you\"",
           "a player shows who it is");
    tap_report(hall_case_hear(&early, 6) &&
                   hall_case_has(early.heard.bytes, "\"presence\": \"here\""),
               "… and is here");
    expect(hall_case_say(&at, &early, HALL_MOVE, NULL, "{\"number\": 2, \"move\": \"b\"}"),
           HALL_DONE, "", "… and moves");
    tap_report(hall_case_has(early.heard.bytes, "\"watchers\": 1") &&
                   hall_case_has(early.heard.bytes, "\"presence\": \"here\", \"watchers\": 0"),
               "who has a seat is no spectator");
    hall_case_watch(&at, &late, game.id, 3);
    tap_report(hall_case_hear(&late, 2) && !hall_case_has(late.heard.bytes, "\"event\": 3") &&
                   hall_case_has(late.heard.bytes, "\"event\": 4"),
               "one who comes late is told what is missing");
    hall_case_leave(&at, &early);
    tap_report(hall_case_hear(&late, 3) &&
                   hall_case_has(late.heard.bytes, "\"presence\": \"away\""),
               "who leaves is away");
    hall_case_leave(&at, &late);
    hall_case_watch(&at, &nowhere, "aaaaaaaaaaaaaaaa", 0);
    hall_case_hear(&nowhere, 1);
    tap_report(nowhere.reason == HALL_NO_GAME, "there is nothing to watch in no game");
    hall_case_leave(&at, &nowhere);
}

static void check_talk(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    int said = 0;
    expect(act(&game, HALL_CHAT, 0, "{\"text\": \"Hola\", \"phrase\": \"bye\"}"), HALL_MALFORMED,
           "phrase", "either a text or a phrase");
    expect(act(&game, HALL_CHAT, 0, "{\"phrase\": \"die\"}"), HALL_MALFORMED, "phrase",
           "a phrase that is none");
    expect(act(&game, HALL_CHAT, 0, "{\"text\": \"a\\nb\"}"), HALL_MALFORMED, "phrase",
           "a text of two lines");
    while (said < 200 && act(&game, HALL_CHAT, 0, "{\"phrase\": \"hello\"}").outcome == HALL_DONE)
        said++;
    tap_report(said >= 50 && said < 100, "a seat may talk, but not for ever: %d at once", said);
    expect(act(&game, HALL_MOVE, 0, "{\"number\": 1, \"move\": \"C\"}"), HALL_DONE, "",
           "… and may still move");
    expect(act(&game, HALL_CHAT, 1, "{\"text\": \"\u00bfTodo bien?\"}"), HALL_DONE, "",
           "… as may the other talk");
}

/* One seat says all that it may, in as many sittings as the pace needs; the other may still speak.
 */
static void check_much_talk(void)
{
    enum { MOST = 2000, AT_ONCE = 60 };
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"3d\"}");
    HallReply reply = {.outcome = HALL_DONE};
    int said = 0;
    while (said <= MOST && reply.outcome != HALL_CONFLICT) {
        reply = act(&game, HALL_CHAT, 0, "{\"phrase\": \"hello\"}");
        said += reply.outcome == HALL_DONE;
        if (said % AT_ONCE == 0)
            hall_case_reopen(&at);
    }
    tap_report(said == MOST, "a seat may say %d things in a game", said);
    expect(act(&game, HALL_OFFER, 0, "{\"offer\": \"draw\"}"), HALL_CONFLICT, "no more room",
           "… and no more");
    expect(act(&game, HALL_VACATION, 1, "{\"days\": 1}"), HALL_DONE, "", "… but the other may");
}

/* -- persons ----------------------------------------------------------------------------------- */

static char noticed[8192], last_code[64], last_person[80];

static void notice(void *context, const HallNotice *told)
{
    static const char *const kinds[] = {"turn",  "begun", "won",  "lost",
                                        "drawn", "draw",  "time", "confirm"};
    size_t used = strlen(noticed);
    (void)context;
    snprintf(noticed + used, sizeof noticed - used, "%s %s %s %d pushes\n", kinds[told->kind],
             told->mail, told->opponents[0] ? told->opponents[0] : "-", told->push_count);
    snprintf(last_code, sizeof last_code, "%s", told->code ? told->code : "");
    snprintf(last_person, sizeof last_person, "%s", told->person);
}

static HallReply confirm(const char *code, bool wants)
{
    char body[256];
    snprintf(body, sizeof body, "{\"person\": \"%s\", \"code\": \"%s\", \"mail\": %s}", last_person,
             code, wants ? "true" : "false");
    return hall_case_ask(&at, HALL_CONFIRM, NULL, NULL, body);
}

static bool was_told(const char *line)
{
    bool is_told = hall_case_has(noticed, line);
    if (!is_told)
        tap_note("told: %s", noticed);
    noticed[0] = '\0';
    return is_told;
}

static void check_persons(void)
{
    static const char key[] = "zbcdefghijklmnopqrstuvwxyz012345";
    char code[64], body[512];
    expect(hall_case_ask(&at, HALL_PROFILE, NULL, NULL, "{}"), HALL_NO_SEAT, "key", "no key");
    expect(hall_case_ask(&at, HALL_PROFILE, NULL, key, "{\"push\": 5}"), HALL_MALFORMED, "push",
           "a push that is none");
    expect(hall_case_ask(&at, HALL_PROFILE, NULL, key,
                         "{\"name\": \"Eva\", \"language\": \"es\", \"settings\": \"{}\"}"),
           HALL_DONE, "\"name\": \"Eva\", \"language\": \"es\"", "a name and a language");
    expect(hall_case_ask(&at, HALL_PROFILE, NULL, key, "{\"mail\": \"eva@example.org\"}"),
           HALL_DONE, "\"mail\": \"eva@example.org\", \"confirmed\": false", "an address");
    tap_report(was_told("confirm eva@example.org"), "… is asked whether it wants mails");
    snprintf(code, sizeof code, "%s", last_code);
    expect(confirm("0123456789abcdef0123456789abcdef", true), HALL_NO_SEAT, "old", "a wrong code");
    expect(confirm(code, true), HALL_DONE, "", "the right one");
    expect(hall_case_ask(&at, HALL_PROFILE, NULL, key,
                         "{\"push\": {\"endpoint\": \"https://push.example/1\", \"p256dh\": \"a\", "
                         "\"auth\": \"b\"}}"),
           HALL_DONE, "\"confirmed\": true, \"pushes\": 1", "a browser");
    HallGame game = hall_case_create(
        &at, "{\"game\": \"oware\", \"clock\": \"3d\", \"names\": [\"Luis\", null]}");
    snprintf(body, sizeof body, "{\"key\": \"%s\"}", key);
    act(&game, HALL_SIT, 1, body);
    noticed[0] = '\0';
    hall_case_move(&at, &game, 0, 1, "C");
    tap_report(was_told("turn eva@example.org Luis 1 pushes"), "who is away is told of their turn");
    HallEar ear;
    hall_case_watch(&at, &ear, game.id, 0);
    hall_case_say(&at, &ear, HALL_MOVE, game.token[1], "{\"number\": 2, \"move\": \"b\"}");
    hall_case_move(&at, &game, 0, 3, "D");
    tap_report(noticed[0] == '\0', "who is here is not: %s", noticed);
    hall_case_leave(&at, &ear);
    act(&game, HALL_OFFER, 0, "{\"offer\": \"draw\"}");
    tap_report(was_told("draw eva@example.org"), "an offer is told");
    act(&game, HALL_RESIGN, 0, NULL);
    tap_report(was_told("won eva@example.org"), "… and the end");
    snprintf(body, sizeof body, "{\"person\": \"%s\", \"endpoint\": \"https://push.example/1\"}",
             last_person);
    hall_case_ask(&at, HALL_FORGET_PUSH, NULL, NULL, body);
    expect(confirm(code, false), HALL_DONE, "", "no more mails");
    hall_case_reopen(&at);
    expect(hall_case_ask(&at, HALL_MINE, NULL, key, NULL), HALL_DONE,
           "\"mail\": null, \"confirmed\": false, \"pushes\": 0, \"settings\": \"{}\"",
           "… and all of it is kept");
}

/* -- limits ------------------------------------------------------------------------------------ */

static void check_limits(void)
{
    static HallCase small = {.settings = {.most_games_each = 3, .most_games = 5}};
    HallCase whole = at;
    const char *body = "{\"game\": \"oware\"}";
    hall_case_open(&small);
    at = small;
    HallGame first = hall_case_create(&at, body);
    act(&first, HALL_RESIGN, 0, NULL);
    expect(act(&first, HALL_OFFER, 0, "{\"offer\": \"rematch\"}"), HALL_DONE, "",
           "playing again counts as a game");
    expect(act(&first, HALL_REPORT, 0, "{\"event\": 1}"), HALL_DONE, "", "an event is reported");
    expect(act(&first, HALL_REPORT, 1, "{\"event\": 1}"), HALL_TOO_MANY, "your address",
           "reports are counted with what else an address has kept");
    expect(hall_case_ask(&at, HALL_CREATE, NULL, NULL, body), HALL_TOO_MANY, "your address",
           "an address has created enough");
    expect(
        hall_case_ask(&at, HALL_PROFILE, NULL, "zzzzzzzzzzzzzzzzzzzzzzzzzz", "{\"name\": \"Eva\"}"),
        HALL_TOO_MANY, "your address", "… of whatever is kept");
    at.settings.most_games_each = 0;
    hall_case_reopen(&at);
    HallGame last = hall_case_create(&at, body);
    for (int i = 0; i < 4; i++)
        hall_case_create(&at, body);
    expect(hall_case_ask(&at, HALL_CREATE, NULL, NULL, body), HALL_TOO_MANY, "can hold",
           "the server has enough");
    act(&last, HALL_RESIGN, 0, NULL);
    hall_case_reopen(&at);
    expect(hall_case_ask(&at, HALL_CREATE, NULL, NULL, body), HALL_MADE, "", "… until one ends");
    hall_case_close(&at);
    at = whole;
}

int main(void)
{
    at.settings.notify = notice;
    hall_case_open(&at);
    check_creation();
    check_order();
    check_dice_moves();
    check_seats();
    check_offers();
    check_watching();
    check_talk();
    check_much_talk();
    check_persons();
    check_limits();
    hall_case_close(&at);
    return tap_finish();
}
