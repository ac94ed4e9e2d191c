/* Those who watch hear every event once and in order, however much there is and whenever they come.
 */
#define _DEFAULT_SOURCE /* usleep */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "online/hall_case.h"
#include "support/tap.h"

static HallCase at;

static const char event_start[] = "{\"event\": ";

/* Whether every event up to this one was heard once, in this order. */
static bool has_all_events(const HallEar *ear, int last)
{
    int next = 1;
    for (const char *line = ear->heard.bytes; (line = strstr(line, event_start)) != NULL; line++) {
        if (atoi(line + strlen(event_start)) != next++)
            return false;
    }
    return next == last + 1;
}

/* Something of 500 bytes that takes twice as much in an event. */
static void write_much(char body[1100])
{
    strcpy(body, "{\"text\": \"");
    for (int i = 0; i < 500; i++)
        strcat(body, "\\\"");
    strcat(body, "\"}");
}

/* Whoever talks a lot keeps nobody from coming. */
static void check_long_games(void)
{
    enum { SAID = 118, EVENTS = 2 + SAID, PAGE_BYTES = 65536 };
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    HallEar ear;
    char body[1100];
    write_much(body);
    for (int i = 0; i < SAID; i++)
        hall_case_ask(&at, HALL_CHAT, game.id, game.token[i % 2], body);
    hall_case_watch(&at, &ear, game.id, 0);
    bool is_told = hall_case_hear(&ear, 1 + EVENTS);
    tap_report(is_told && has_all_events(&ear, EVENTS) && ear.heard.length > PAGE_BYTES,
               "a long game is told from its beginning, %d kB of it",
               (int)(ear.heard.length / 1000));
    hall_case_move(&at, &game, 0, 1, "C");
    tap_report(hall_case_hear(&ear, 1 + EVENTS + 1) && has_all_events(&ear, EVENTS + 1),
               "… and then what happens");
    hall_case_leave(&at, &ear);
}

static void forget_answer(HallCall *call)
{
    lud_free(call->answer);
}

/* Has something done without waiting for it. */
static void post(HallCall *call, const HallGame *game, HallVerb verb, char *body)
{
    *call = (HallCall){.verb = verb, .body = body, .body_size = strlen(body)};
    memcpy(call->game, game->id, sizeof call->game);
    snprintf(call->token, sizeof call->token, "%s", game->token[0]);
    call->done = forget_answer;
    hall_call(at.hall, call);
}

/* While one who is told something holds the hall up, a move is made and another comes: both are
 * then done in one go. */
static void check_coming_with_a_move(void)
{
    enum { MOMENT_US = 100000, EVENTS = 4 };
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    char chat[] = "{\"phrase\": \"hello\"}", move[] = "{\"number\": 1, \"move\": \"C\"}";
    HallEar early, late;
    HallCall first, second;
    hall_case_watch(&at, &early, game.id, 0);
    hall_case_hear(&early, 3);
    pthread_mutex_lock(&early.lock);
    post(&first, &game, HALL_CHAT, chat);
    usleep(MOMENT_US);
    post(&second, &game, HALL_MOVE, move);
    hall_case_watch(&at, &late, game.id, 0);
    pthread_mutex_unlock(&early.lock);
    tap_report(hall_case_hear(&late, 1 + EVENTS) && has_all_events(&late, EVENTS),
               "one who comes with a move is told all of it in order");
    tap_report(hall_case_hear(&early, 1 + EVENTS) && has_all_events(&early, EVENTS),
               "… as is who was there");
    hall_case_leave(&at, &late);
    hall_case_leave(&at, &early);
}

/* How many look on is told again to one who has since been told another number. */
static void check_counting(void)
{
    HallGame game = hall_case_create(&at, "{\"game\": \"oware\"}");
    HallEar player, other;
    hall_case_watch(&at, &player, game.id, 99);
    tap_report(hall_case_hear(&player, 2) &&
                   hall_case_has(player.heard.bytes, "{\"type\": \"presence\", \"watchers\": 1}"),
               "who has not said who it is looks on");
    hall_case_say(&at, &player, HALL_LOOK, game.token[0], NULL);
    hall_case_watch(&at, &other, game.id, 99);
    tap_report(hall_case_hear(&player, 5) &&
                   hall_case_has(strstr(player.heard.bytes, "\"here\""),
                                 "{\"type\": \"presence\", \"watchers\": 1}"),
               "one who comes afterwards is counted for who has a seat");
    hall_case_leave(&at, &other);
    hall_case_leave(&at, &player);
}

int main(void)
{
    hall_case_open(&at);
    check_long_games();
    check_coming_with_a_move();
    check_counting();
    hall_case_close(&at);
    return tap_finish();
}
