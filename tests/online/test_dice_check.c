/* Dice of a whole game verified, and every change to them found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/record.h>

#include "online/dice_check.h"
#include "online/fair_terms.h"
#include "online/hall_case.h"
#include "support/tap.h"

enum { LEAST_ROLLS = 10 }; /* that a game has before it may end by itself, but for rare luck */

static HallCase at;

static void hear(void *context, const LudError *sentence)
{
    char text[512];
    lud_error_text(sentence, NULL, text, sizeof text);
    snprintf(context, 512, "%s", text);
}

static void hear_nothing(void *context, const LudError *sentence)
{
    (void)context;
    (void)sentence;
}

typedef enum Verdict { UNREADABLE, NO_DICE, WRONG, FAIR } Verdict;

static Verdict judge(const char *text, int *rolls, char last[512])
{
    LudRecord *record = NULL;
    DiceReport report = {.context = last, .right = hear_nothing, .wrong = hear};
    LudError err;
    last[0] = '\0';
    if (lud_record_read(text, strlen(text), &record, NULL, &err) != LUD_OK)
        return UNREADABLE;
    LudStatus status = dice_check(record, &report, &err);
    *rolls = report.rolls;
    lud_record_free(record);
    return status != LUD_OK ? NO_DICE : report.faults > 0 ? WRONG : FAIR;
}

/* -- a game ------------------------------------------------------------------------------------ */

static void give_parts(const HallGame *game, int players)
{
    FairSecret secrets[LUD_MAX_SEATS], commitment;
    char terms[FAIR_TERMS_TEXT], who[FAIR_NAME], text[FAIR_TEXT], body[128];
    hall_case_value(hall_case_look(&at, game), "terms", terms, sizeof terms);
    for (int i = 0; i < 2 * players; i++) {
        int player = i % players;
        bool reveals = i >= players;
        fair_name_player(player, who);
        if (!reveals)
            fair_make(&secrets[player]);
        fair_commit(&secrets[player], terms, who, &commitment);
        fair_print(reveals ? &secrets[player] : &commitment, text);
        snprintf(body, sizeof body, "{\"%s\": \"%s\"}", reveals ? "secret" : "commitment", text);
        hall_case_ask(&at, HALL_DICE, game->id, game->token[player], body);
    }
}

/* Plays so many plies, then somebody gives up; its record, for free(). */
static char *play(const char *body, int players, int plies)
{
    HallGame game = hall_case_create(&at, body);
    if (hall_case_has(body, "shared"))
        give_parts(&game, players);
    for (int i = 0; i < plies; i++) {
        char *look = strdup(hall_case_look(&at, &game)), rules[LUD_RULES_TEXT],
             position[LUD_STATE_TEXT];
        hall_case_value(look, "game", rules, sizeof rules);
        hall_case_value(look, "position", position, sizeof position);
        LudRules parsed;
        LudPlay *play = NULL;
        const LudMove *moves;
        char word[LUD_MOVE_TEXT] = "roll";
        lud_rules_parse(rules, &parsed, NULL);
        lud_play_read(&play, &parsed, position, NULL, 0, NULL);
        int seat = lud_play_seat(play);
        if (lud_play_turn(play) >= 0) {
            int count = lud_play_moves(play, &moves);
            parsed.game->text.move_print(lud_play_state(play), moves[i % count], word);
        }
        const char *sits = strstr(look, "\"seats\": [");
        for (int s = 0; s <= seat; s++)
            sits = strstr(sits + 1, "\"player\": ");
        hall_case_move(&at, &game, atoi(sits + 10) - 1, i + 1, word);
        lud_play_free(play);
        free(look);
    }
    hall_case_ask(&at, HALL_RESIGN, game.id, game.token[0], NULL);
    for (int i = 1; i < players - 1; i++)
        hall_case_ask(&at, HALL_RESIGN, game.id, game.token[i], NULL);
    return strdup(hall_case_ask(&at, HALL_RECORD, game.id, NULL, NULL).text);
}

/* -- changes ----------------------------------------------------------------------------------- */

/* Each character between two places, changed to another that could stand there. */
static void change_characters(const char *record, const char *from, const char *what)
{
    const char *start = strstr(record, from);
    size_t length = start ? strcspn(start, "\n") : 0;
    char *changed = strdup(record), last[512];
    int tried = 0, missed = 0, rolls;
    for (size_t i = strlen(from); start && i + 2 < length; i++) {
        char *place = changed + (start - record) + i, was = *place;
        *place = was >= '0' && was < '9'   ? (char)(was + 1)
                 : was == '9'              ? 'a'
                 : was >= 'a' && was < 'f' ? (char)(was + 1)
                 : was == ' '              ? ','
                                           : '0';
        tried++;
        if (judge(changed, &rolls, last) == FAIR && missed++ < 3)
            tap_note("missed at %zu: %.*s", i, (int)length, changed + (start - record));
        *place = was;
    }
    free(changed);
    tap_report(tried > 0 && missed == 0, "%s: %d changes, all found", what, tried);
}

/* Each roll of the moves, "8:" behind a space, raised or lowered by one. */
static void change_rolls(const char *record)
{
    char *changed = strdup(record), last[512];
    int tried = 0, missed = 0, rolls;
    for (char *colon = strstr(changed, "\n\n"); (colon = strchr(colon + 1, ':')) != NULL;) {
        char *digit = colon - 1, was = *digit;
        if (was < '0' || was > '9')
            continue;
        *digit = (char)(was == '9' ? '8' : was + 1);
        tried++;
        if (judge(changed, &rolls, last) == FAIR && missed++ < 3)
            tap_note("missed: %.10s", digit);
        *digit = was;
    }
    free(changed);
    tap_report(tried >= LEAST_ROLLS && missed == 0, "rolls: %d changes, all found", tried);
}

/* Without one of its lines. */
static void drop_tags(const char *record)
{
    static const char *const tags[] = {"[DiceTerms",   "[DiceServer", "[DicePlayer1",
                                       "[DicePlayer2", "[DiceLots",   "[DiceThrows"};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        char *changed = strdup(record), *line = strstr(changed, tags[i]), last[512];
        int rolls;
        if (line) {
            char *end = line + strcspn(line, "\n") + 1;
            memmove(line, end, strlen(end) + 1);
        }
        tap_report(line && judge(changed, &rolls, last) != FAIR, "without %s: %s", tags[i], last);
        free(changed);
    }
}

/* Another seat begins than the one that does without a throw. */
static void change_starter(const char *record)
{
    static const char tag[] = "[Position \"....../....../....../....../....../...... 2 -\"]\n";
    const char *place = strstr(record, "[Result");
    char *changed = malloc(strlen(record) + sizeof tag), last[512];
    int rolls;
    memcpy(changed, record, (size_t)(place - record));
    strcpy(changed + (place - record), tag);
    strcat(changed, place);
    tap_report(judge(changed, &rolls, last) != FAIR, "another seat that begins is found: %s", last);
    free(changed);
}

static void expect_fair(const char *record, int wanted, const char *what)
{
    char last[512];
    int rolls = 0;
    Verdict verdict = judge(record, &rolls, last);
    if (verdict != FAIR)
        tap_note("%d, %s in %s", verdict, last, record);
    tap_report(verdict == FAIR && rolls >= wanted, "%s: %d rolls are fair", what, rolls);
}

int main(void)
{
    char last[512];
    int rolls;
    hall_case_open(&at);
    char *all = play("{\"game\": \"dados:players=3\", \"dice\": \"shared\", \"lots\": true, "
                     "\"rolloff\": true}",
                     3, 60);
    expect_fair(all, LEAST_ROLLS, "three with parts of their own");
    change_characters(all, "[DiceTerms \"", "terms");
    change_characters(all, "[DiceServer \"", "the server's part");
    change_characters(all, "[DicePlayer1 \"", "a player's part");
    change_characters(all, "[DicePlayer3 \"", "the last player's part");
    change_characters(all, "[DiceLots \"", "lots");
    change_characters(all, "[DiceThrows \"", "throws");
    change_rolls(all);
    drop_tags(all);
    char *servers = play("{\"game\": \"dados\"}", 2, 40);
    expect_fair(servers, LEAST_ROLLS, "the server's alone");
    change_rolls(servers);
    change_starter(servers);
    char *lots = play("{\"game\": \"oware\", \"lots\": true, \"dice\": \"shared\"}", 2, 0);
    expect_fair(lots, 0, "lots in a game without dice");
    char *none = play("{\"game\": \"oware\"}", 2, 3);
    tap_report(judge(none, &rolls, last) == NO_DICE, "no dice, no verdict");
    free(all);
    free(servers);
    free(lots);
    free(none);
    hall_case_close(&at);
    return tap_finish();
}
