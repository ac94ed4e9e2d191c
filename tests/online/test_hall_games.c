/* Whole random games through the hall, of every kind, beside the same game in the library alone:
 * positions, results and records agree; what is sent twice happens once; restarts change nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/record.h>

#include "online/hall_case.h"
#include "support/game_rows.h"
#include "support/tap.h"

typedef struct Course {
    HallCase at;
    HallGame game;
    LudPlay *play; /* the same game */
    LudRandom random;
    int faults, resent, takebacks, drops, restarts;
} Course;

static void fault(Course *course, const char *what, const char *text)
{
    char position[LUD_STATE_TEXT];
    lud_play_rules(course->play)->game->text.state_print(lud_play_state(course->play), position);
    if (course->faults++ < 5)
        tap_note("%s after %d plies at %s: %.300s", what, lud_play_length(course->play), position,
                 text);
}

static unsigned below(Course *course, unsigned count)
{
    return lud_random_below(&course->random, count);
}

/* -- comparing --------------------------------------------------------------------------------- */

static void compare_position(Course *course)
{
    char wanted[LUD_STATE_TEXT + 32];
    int length = snprintf(wanted, sizeof wanted, "\"position\": \"");
    length += lud_play_rules(course->play)
                  ->game->text.state_print(lud_play_state(course->play), wanted + length);
    snprintf(wanted + length, sizeof wanted - (size_t)length, "\"");
    const char *look = hall_case_look(&course->at, &course->game);
    if (!hall_case_has(look, wanted))
        fault(course, "another position", look);
    snprintf(wanted, sizeof wanted, "\"seat\": %d, \"result\"", lud_play_seat(course->play) + 1);
    if (lud_play_turn(course->play) != LUD_OVER && !hall_case_has(look, wanted))
        fault(course, "another seat", look);
}

/* Apart from who is here, which nobody can know after a restart. */
static char *look_without_presence(Course *course)
{
    char *look = strdup(hall_case_look(&course->at, &course->game));
    for (char *at = look; (at = strstr(at, "\"presence\": ")) != NULL;) {
        char *end = at + strcspn(at, "}");
        memmove(at, end, strlen(end) + 1);
    }
    return look;
}

static void restart(Course *course)
{
    char *before = look_without_presence(course);
    hall_case_reopen(&course->at);
    char *after = look_without_presence(course);
    if (strcmp(before, after) != 0)
        fault(course, "a restart changed it", after);
    free(before);
    free(after);
    course->restarts++;
}

static void compare_record(Course *course)
{
    LudRecord *record = NULL;
    LudResult mine, theirs;
    LudError err;
    const char *text = hall_case_ask(&course->at, HALL_RECORD, course->game.id, NULL, NULL).text;
    if (lud_record_read(text, strlen(text), &record, NULL, &err) != LUD_OK) {
        fault(course, "no record", text);
        return;
    }
    const LudPlay *read = lud_record_play(record);
    lud_play_result(course->play, &mine);
    lud_play_result(read, &theirs);
    if (lud_play_length(read) != lud_play_length(course->play) || mine.reason != theirs.reason ||
        memcmp(mine.points, theirs.points, sizeof mine.points) != 0)
        fault(course, "another record", text);
    lud_record_free(record);
}

/* -- playing ----------------------------------------------------------------------------------- */

static HallReply send(Course *course, int seat, const char *word)
{
    return hall_case_move(&course->at, &course->game, seat, lud_play_length(course->play) + 1,
                          word);
}

/* A roll is the server's; what it says is what was rolled. */
static void roll(Course *course, int seat)
{
    char rolled[LUD_MOVE_TEXT];
    HallReply reply = send(course, seat, "roll");
    hall_case_value(reply.text, "move", rolled, sizeof rolled);
    if (reply.outcome != HALL_DONE || lud_play_move_text(course->play, rolled, NULL) != LUD_OK)
        fault(course, "no roll", reply.text);
}

static void move(Course *course, int seat)
{
    const LudMove *moves;
    char word[LUD_MOVE_TEXT];
    int count = lud_play_moves(course->play, &moves);
    LudMove chosen = moves[below(course, (unsigned)count)];
    const LudRules *rules = lud_play_rules(course->play);
    rules->game->text.move_print(lud_play_state(course->play), chosen, word);
    int seats = rules->game->rules.seats(lud_play_state(course->play)),
        number = lud_play_length(course->play) + 1;
    if (seats > 1 && send(course, (seat + 1) % seats, word).outcome != HALL_NOT_YOURS)
        fault(course, "another's move was taken", word);
    HallReply reply = send(course, seat, word);
    if (reply.outcome != HALL_DONE || lud_play_move(course->play, chosen, NULL) != LUD_OK)
        fault(course, "no move", reply.text);
    if (below(course, 4) == 0) {
        reply = hall_case_move(&course->at, &course->game, seat, number, word);
        course->resent++;
        if (reply.outcome != HALL_DONE)
            fault(course, "sent again", reply.text);
    }
}

/* Offers to take back the last move, which all accept. */
static void take_back(Course *course, int seat)
{
    int seats = lud_play_rules(course->play)->game->rules.seats(lud_play_state(course->play));
    const char *body = "{\"offer\": \"takeback\"}";
    HallReply reply =
        hall_case_ask(&course->at, HALL_OFFER, course->game.id, course->game.token[seat], body);
    if (reply.outcome != HALL_DONE) {
        fault(course, "can't take back", reply.text);
        return;
    }
    for (int other = 0; other < seats; other++) {
        if (other != seat)
            reply = hall_case_ask(&course->at, HALL_ACCEPT, course->game.id,
                                  course->game.token[other], body);
    }
    if (lud_play_undo(course->play, NULL) != LUD_OK)
        fault(course, "not taken back", reply.text);
    course->takebacks++;
    compare_position(course);
}

static void drop(Course *course, int seat)
{
    HallReply reply =
        hall_case_ask(&course->at, HALL_RESIGN, course->game.id, course->game.token[seat], NULL);
    if (reply.outcome != HALL_DONE ||
        lud_play_drop(course->play, seat, LUD_REASON_RESIGNED, NULL) != LUD_OK)
        fault(course, "can't give up", reply.text);
    course->drops++;
    compare_position(course);
}

static void step(Course *course)
{
    int seat = lud_play_seat(course->play), sides = 2;
    bool is_roll = lud_play_turn(course->play) == LUD_CHANCE;
    sides = lud_play_rules(course->play)->game->rules.sides(lud_play_state(course->play));
    if (is_roll)
        roll(course, seat);
    else
        move(course, seat);
    if (course->faults > 0 || lud_play_turn(course->play) == LUD_OVER)
        return;
    bool is_last_own = lud_play_ply(course->play, lud_play_length(course->play) - 1).seat == seat;
    if (!is_roll && is_last_own && below(course, 15) == 0)
        take_back(course, seat);
    else if (sides > 2 && course->drops == 0 && below(course, 30) == 0)
        drop(course, (int)below(course, 3));
    else if (below(course, 60) == 0)
        restart(course);
    else if (below(course, 5) == 0)
        compare_position(course);
}

static void play_game(Course *course, const char *rules, int plies_most)
{
    LudRules parsed;
    char body[256];
    int faults = course->faults;
    snprintf(body, sizeof body, "{\"game\": \"%s\"}", rules);
    course->game = hall_case_create(&course->at, body);
    course->drops = 0;
    lud_rules_parse(rules, &parsed, NULL);
    lud_play_new(&course->play, &parsed, NULL, NULL);
    for (int i = 0;
         i < plies_most && course->faults == faults && lud_play_turn(course->play) != LUD_OVER; i++)
        step(course);
    compare_position(course);
    compare_record(course);
    restart(course);
    tap_report(course->faults == faults, "%s: %d plies", rules, lud_play_length(course->play));
    lud_play_free(course->play);
}

int main(void)
{
    static Course course;
    hall_case_open(&course.at);
    lud_random_seed(&course.random, 14);
    int games = tap_chosen(1, 2, 20), most = tap_chosen(60, 200, 1000);
    for (int i = 0; rows_sample(ROWS_ALL, i); i++) {
        for (int game = 0; game < games; game++)
            play_game(&course, rows_sample(ROWS_ALL, i), most);
    }
    tap_report(course.resent > 0 && course.takebacks > 0 && course.restarts > 0,
               "%d sent again, %d taken back, %d restarts", course.resent, course.takebacks,
               course.restarts);
    hall_case_close(&course.at);
    return tap_finish();
}
