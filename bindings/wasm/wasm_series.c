/* Series: who sits where and who starts the next game. */
#include <ludoteca/match.h>

#include <stdlib.h>

#include "wire/json_parts.h"

#include "wasm_request.h"

/* "1-0", "1/2-1/2", "0-1-0" as points of sides. */
static LudResult read_result(const char *text)
{
    LudResult result = {.reason = LUD_REASON_AGREED_DRAW, .culprit = -1};
    for (const char *at = text; *at && result.sides < LUD_MAX_SIDES;) {
        result.points[result.sides++] = at[0] == '1' ? (at[1] == '/' ? 1 : 2) : 0;
        at += strcspn(at, "-");
        at += *at == '-';
    }
    return result;
}

/* Takes one finished game: who sat where, by what rules, who began, how it ended. */
static LudStatus take_game(Request *request, LudMatch *match, LudRandom *random, LudError *err)
{
    char name[512], text[LUD_RESULT_TEXT];
    LudRules rules;
    int player_at[LUD_MAX_SEATS] = {0};
    for (int seat = 0; seat < match->players; seat++) {
        player_at[seat] = (int)request_number(request) - 1;
        if (player_at[seat] < 0 || player_at[seat] >= match->players)
            return lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("There is no such player."),
                                 (char *)NULL);
        match->seat_of[player_at[seat]] = seat;
    }
    request_text(request, name, sizeof name);
    int first = (int)request_number(request) - 1;
    request_text(request, text, sizeof text);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status != LUD_OK)
        return status;
    if (rules.game->rules.starter == LUD_STARTER_OPTION)
        first = rules.options.value[lud_option_find(rules.game, LUD_OPTION_FIRST)];
    else if (rules.game->rules.starter == LUD_STARTER_SEAT_0)
        first = 0;
    match->starter = player_at[first >= 0 && first < match->players ? first : 0];
    LudResult result = read_result(text);
    if (result.sides < 2)
        return lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("\"{1}\" is not a result."), text,
                             (char *)NULL);
    lud_match_next(match, &result, random);
    return LUD_OK;
}

static int throw_dice(Json *json, int seat, LudRandom *random)
{
    int dice[2];
    json_open(json, '{');
    json_put_seat(json, "seat", seat);
    json_put_open(json, "dice", '[');
    for (int i = 0; i < 2; i++) {
        dice[i] = 1 + (int)lud_random_below(random, 6);
        json_write_integer(json, dice[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
    return dice[0] + dice[1];
}

/* The roll-off, die by die, so that people can see it. */
static void answer_throws(Json *json, LudMatch *match, LudRandom *random)
{
    json_put_open(json, "throws", '[');
    if (match->rules.game->rules.starter == LUD_STARTER_ROLL_OFF) {
        LudRollOff roll_off;
        int total[LUD_MAX_SEATS][2];
        lud_roll_off_begin(&roll_off, match->players);
        do {
            for (int i = 0; i < 2 * match->players; i++) {
                if (roll_off.leads[i / 2])
                    total[i / 2][i % 2] = throw_dice(json, match->seat_of[i / 2], random);
            }
        } while (!lud_roll_off_take(&roll_off, total));
        match->starter = roll_off.winner;
    }
    json_close(json, ']');
}

static char *answer_next(LudMatch *match, LudRandom *random)
{
    Json json = {0};
    LudRules rules;
    LudState start;
    json_begin(&json, NULL);
    answer_throws(&json, match, random);
    lud_match_game(match, &rules, &start);
    json_put_rules(&json, "game", &rules);
    json_put_open(&json, "players", '[');
    for (int seat = 0; seat < match->players; seat++)
        json_write_integer(&json, lud_match_player_at(match, seat) + 1);
    json_close(&json, ']');
    json_put_seat(&json, "first_seat", match->seat_of[match->starter]);
    json_put_open(&json, "score", '[');
    for (int i = 0; i < match->players; i++)
        json_write_real(&json, match->half_points[i] / 2.0);
    json_close(&json, ']');
    return json_end(&json);
}

LudStatus wasm_next_game(Request *request, char **answer, LudError *err)
{
    char name[512], seed[24];
    LudRules rules;
    LudMatch match;
    LudRandom random;
    request_text(request, name, sizeof name);
    request_text(request, seed, sizeof seed);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status != LUD_OK)
        return status;
    lud_random_seed(&random, strtoull(seed, NULL, 10));
    lud_match_begin(&match, &rules, &random);
    int64_t games = request_number(request);
    for (int64_t i = 0; status == LUD_OK && i < games && request_has_more(request); i++)
        status = take_game(request, &match, &random, err);
    if (status == LUD_OK)
        *answer = answer_next(&match, &random);
    return status;
}
