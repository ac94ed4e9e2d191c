/* Clocks, days, those who leave; computer players; everybody's dice; series. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "online/fair_terms.h"
#include "online/hall_case.h"
#include "support/tap.h"

static HallCase at;

static HallReply act(const HallGame *game, HallVerb verb, int player, const char *body)
{
    return hall_case_ask(&at, verb, game->id, game->token[player], body);
}

/* What the first seat, or the second, has left. */
static long left_ms(const HallGame *game, int seat)
{
    const char *clocks = strstr(hall_case_look(&at, game), "\"clocks\": [");
    long first = -1, second = -1;
    if (clocks)
        sscanf(clocks, "\"clocks\": [%ld, %ld", &first, &second);
    return seat == 0 ? first : second;
}

/* Looks until a part is there, for some seconds. */
static bool wait_for(const HallGame *game, const char *part)
{
    for (int i = 0; i < 500; i++) {
        if (hall_case_has(hall_case_look(&at, game), part))
            return true;
        base_nap_ms(20);
    }
    return false;
}

/* -- clocks ------------------------------------------------------------------------------------ */

static void check_live(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"60s+2s\"}");
    base_nap_ms(60);
    hall_case_move(&at, &game, 0, 1, "C");
    long left = left_ms(&game, 0);
    tap_report(left > 61000 - 10000 && left < 62000 - 50, "time is charged, then added: %ld", left);
    base_nap_ms(300);
    hall_case_reopen(&at);
    long other = left_ms(&game, 1);
    tap_report(other > 59700, "a restart costs nobody time: %ld", other);
    tap_report(left_ms(&game, 0) == left, "… and gives nobody any");
}

static void check_flag(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"1s\"}"),
             claimed = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"1s\"}");
    expect(act(&claimed, HALL_CLAIM, 1, NULL), HALL_CONFLICT, "still has", "nothing to claim yet");
    tap_report(wait_for(&game, "\"reason\": \"time\""), "a clock that has run out ends it");
    tap_report(hall_case_has(hall_case_look(&at, &game), "\"result\": \"0-1\""), "… for the other");
    wait_for(&claimed, "\"phase\": \"over\"");
    expect(act(&claimed, HALL_CLAIM, 1, NULL), HALL_DONE, "\"reason\": \"time\"",
           "a claim that was anticipated");
    expect(act(&claimed, HALL_CLAIM, 0, NULL), HALL_CONFLICT, "nothing", "… not by who lost");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_CONFLICT, "over", "too late to move");
    hall_case_reopen(&at);
    tap_report(hall_case_has(hall_case_look(&at, &game), "\"reason\": \"time\""),
               "… also after a restart");
}

static void check_flag_of_three(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"dados:players=3\", \"clock\": \"1s\"}");
    bool goes_on = wait_for(&game, "\"seat\": 2, \"result\": null");
    tap_report(goes_on, "of three the others go on");
    tap_report(wait_for(&game, "\"phase\": \"over\""), "… until one is left");
    char *before = strdup(hall_case_look(&at, &game));
    hall_case_reopen(&at);
    tap_report(strcmp(before, hall_case_look(&at, &game)) == 0, "… which is what is written down");
    free(before);
}

static void check_live_restart(void)
{
    const int64_t hour_ms = 3600000;
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"10m\"}");
    expect(hall_case_move(&at, &game, 0, 1, "C"), HALL_DONE, "", "a live game");
    at.settings.ahead_ms = hour_ms;
    hall_case_reopen(&at);
    expect(act(&game, HALL_CLAIM, 0, NULL), HALL_CONFLICT, "has not left",
           "nobody has left because there was no server");
    tap_report(hall_case_has(hall_case_look(&at, &game), "\"presence\": \"away\""),
               "… and all are expected back");
    at.settings.ahead_ms = 0;
    hall_case_reopen(&at);
}

static void check_days(void)
{
    const int64_t day_ms = 86400000;
    HallGame late = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"3d\"}"),
             mended = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"3d\"}"),
             free_one = hall_case_create(&at, "{\"game\": \"oware\"}");
    at.settings.ahead_ms = 2 * day_ms;
    hall_case_reopen(&at);
    expect(act(&late, HALL_CLAIM, 1, NULL), HALL_CONFLICT, "still has", "two days of three");
    at.settings.ahead_ms = 3 * day_ms + 1000;
    hall_case_reopen(&at);
    tap_report(hall_case_has(hall_case_look(&at, &late), "\"phase\": \"playing\""),
               "after three nobody has lost yet");
    expect(act(&late, HALL_CLAIM, 0, NULL), HALL_CONFLICT, "nothing", "who is late claims nothing");
    expect(hall_case_move(&at, &mended, 0, 1, "C"), HALL_DONE, "", "… and may still move");
    expect(act(&mended, HALL_CLAIM, 1, NULL), HALL_CONFLICT, "nothing", "… which mends it");
    expect(act(&late, HALL_CLAIM, 1, NULL), HALL_DONE, "\"reason\": \"time\"", "or else lose");
    HallGame holiday = hall_case_create(&at, "{\"game\": \"oware\", \"clock\": \"1d\"}");
    expect(act(&holiday, HALL_VACATION, 0, "{\"days\": 31}"), HALL_MALFORMED, "30", "31 days off");
    expect(act(&holiday, HALL_VACATION, 0, "{\"days\": 5}"), HALL_DONE,
           "\"away_until\": ", "five days off");
    expect(act(&holiday, HALL_VACATION, 0, "{\"days\": 26}"), HALL_CONFLICT, "30", "… of thirty");
    expect(act(&free_one, HALL_VACATION, 0, "{\"days\": 1}"), HALL_CONFLICT, "days",
           "… not without a clock");
    at.settings.ahead_ms = 8 * day_ms;
    hall_case_reopen(&at);
    expect(act(&holiday, HALL_CLAIM, 1, NULL), HALL_CONFLICT, "still has",
           "then time stands still");
    at.settings.ahead_ms = 9 * day_ms + 60000;
    hall_case_reopen(&at);
    expect(act(&holiday, HALL_CLAIM, 1, NULL), HALL_DONE, "\"reason\": \"time\"",
           "… until it is over");
    at.settings.ahead_ms = 13 * day_ms;
    hall_case_reopen(&at);
    expect(act(&free_one, HALL_CLAIM, 1, NULL), HALL_CONFLICT, "nothing", "thirteen days away");
    at.settings.ahead_ms = 15 * day_ms;
    hall_case_reopen(&at);
    expect(act(&free_one, HALL_CLAIM, 1, NULL), HALL_DONE, "\"reason\": \"left\"", "fifteen");
    at.settings.ahead_ms = 0;
    hall_case_reopen(&at);
}

/* -- computers --------------------------------------------------------------------------------- */

static void check_computers(void)
{
    HallGame oware =
        hall_case_create(&at, "{\"game\": \"oware\", \"seats\": [\"level=1\", \"person\"]}");
    tap_report(wait_for(&oware, "\"seat\": 2, \"result\": null"), "a computer moves first");
    hall_case_ask(&at, HALL_OFFER, oware.id, oware.token[1], "{\"offer\": \"draw\"}");
    tap_report(hall_case_has(hall_case_look(&at, &oware), "\"offers\": []"), "… declines a draw");
    HallGame dados = hall_case_create(
        &at, "{\"game\": \"dados\", \"seats\": [\"greedy\", \"person\"], \"clock\": \"5m\"}");
    hall_case_reopen(&at);
    tap_report(wait_for(&dados, "\"seat\": 2, \"result\": null"),
               "… rolls and moves, also after a restart");
    HallGame alone =
        hall_case_create(&at, "{\"game\": \"oware\", \"seats\": [\"max,time=300ms\", \"person\"]}");
    hall_case_reopen(&at);
    base_nap_ms(1500);
    tap_report(hall_case_has(hall_case_look(&at, &alone), "\"seat\": 2, \"result\": null"),
               "… goes on after a restart though nobody looks");
    hall_case_create(&at, "{\"game\": \"oware\", \"seats\": [\"max,time=5s\", \"person\"]}");
    base_nap_ms(100);
    int64_t start_us = base_time_us();
    hall_case_reopen(&at);
    tap_report(base_time_us() - start_us < 2000000, "… does not keep a server from ending");
    HallGame again =
        hall_case_create(&at, "{\"game\": \"oware\", \"seats\": [\"person\", \"random\"]}");
    hall_case_move(&at, &again, 0, 1, "C");
    tap_report(wait_for(&again, "\"seat\": 1, \"result\": null"), "… answers");
    expect(act(&again, HALL_OFFER, 0, "{\"offer\": \"takeback\"}"), HALL_DONE, "\"moves\": []",
           "… takes back");
    act(&again, HALL_RESIGN, 0, NULL);
    expect(act(&again, HALL_OFFER, 0, "{\"offer\": \"rematch\"}"), HALL_DONE, "\"next\": \"",
           "… plays again");
}

/* -- dice -------------------------------------------------------------------------------------- */

static HallReply send_part(const HallGame *game, int player, const char *name,
                           const FairSecret *part)
{
    char body[128], text[FAIR_TEXT];
    fair_print(part, text);
    snprintf(body, sizeof body, "{\"%s\": \"%s\"}", name, text);
    return act(game, HALL_DICE, player, body);
}

static void check_shared_dice(void)
{
    HallGame game = hall_case_create(
        &at, "{\"game\": \"dados\", \"dice\": \"shared\", \"lots\": true, \"rolloff\": true}");
    FairSecret secrets[2], commitments[2];
    char terms[FAIR_TERMS_TEXT];
    hall_case_value(hall_case_look(&at, &game), "terms", terms, sizeof terms);
    for (int i = 0; i < 2; i++) {
        fair_make(&secrets[i]);
        fair_commit(&secrets[i], terms, i == 0 ? "player 1" : "player 2", &commitments[i]);
    }
    expect(send_part(&game, 0, "secret", &secrets[0]), HALL_CONFLICT, "commit",
           "nobody reveals before all have committed");
    expect(send_part(&game, 0, "commitment", &commitments[0]), HALL_DONE, "\"phase\": \"dice\"",
           "one commits");
    expect(send_part(&game, 0, "commitment", &commitments[0]), HALL_DONE, "", "… once");
    expect(send_part(&game, 0, "commitment", &commitments[1]), HALL_CONFLICT, "already",
           "… and for good");
    expect(hall_case_move(&at, &game, 0, 1, "roll"), HALL_CONFLICT, "begun", "no roll yet");
    expect(send_part(&game, 1, "commitment", &commitments[1]), HALL_DONE, "", "the other commits");
    expect(send_part(&game, 1, "secret", &secrets[0]), HALL_ILLEGAL, "not the part",
           "another part");
    hall_case_reopen(&at);
    expect(send_part(&game, 1, "secret", &secrets[1]), HALL_DONE, "\"phase\": \"dice\"",
           "revealed");
    expect(send_part(&game, 0, "secret", &secrets[0]), HALL_DONE, "\"phase\": \"playing\"",
           "then play begins");
    const char *look = hall_case_look(&at, &game);
    tap_report(hall_case_has(look, "\"by\": \"all\"") &&
                   hall_case_has(look, "}], \"secret\": null}"),
               "the server's part stays secret");
    act(&game, HALL_RESIGN, 0, NULL);
    tap_report(!hall_case_has(hall_case_look(&at, &game), "\"secret\": null"), "… until the end");
    const char *record = hall_case_ask(&at, HALL_RECORD, game.id, NULL, NULL).text;
    tap_report(hall_case_has(record, "[DiceServer \"") &&
                   hall_case_has(record, "[DicePlayer2 \"") &&
                   hall_case_has(record, "[DiceThrows \"") && hall_case_has(record, "[DiceLots \""),
               "the record has all of it");
}

/* -- series ------------------------------------------------------------------------------------ */

static void check_series(void)
{
    char next[HALL_ID_TEXT];
    HallGame game = hall_case_create(&at, "{\"game\": \"six\", \"games\": 2}"), second = game;
    act(&game, HALL_RESIGN, 0, NULL);
    hall_case_value(hall_case_look(&at, &game), "next", next, sizeof next);
    memcpy(second.id, next, sizeof next);
    tap_report(hall_case_has(hall_case_look(&at, &second), "\"points\": [0, 2]"),
               "the next game of a series begins by itself");
    tap_report(hall_case_has(hall_case_look(&at, &second), "\"awaits\": \"move\", \"seat\": 1"),
               "… and who lost begins");
    act(&second, HALL_RESIGN, 1, NULL);
    tap_report(hall_case_has(hall_case_look(&at, &second), "\"next\": null"), "two are two");
}

int main(void)
{
    hall_case_open(&at);
    check_live();
    check_flag();
    check_flag_of_three();
    check_live_restart();
    check_days();
    check_computers();
    check_shared_dice();
    check_series();
    hall_case_close(&at);
    return tap_finish();
}
