/* New games, and who takes part in them. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

enum { GAMES_MOST = 99 };

/* What a game is created with. */
typedef struct Plan {
    FairTerms terms; /* rules, players, and what dice are for */
    TimeControl time;
    int games;
    struct {
        OnlinePlayerKind kind;
        const char *name;
        char computer[ONLINE_COMPUTER];
    } player[LUD_MAX_SEATS];
    bool is_public;
    /* Of a series that goes on: */
    const OnlineGame *previous;
    LudMatch match;
} Plan;

/* -- reading ----------------------------------------------------------------------------------- */

static bool fail_word(Deed *deed, const char *sentence, const char *word)
{
    lud_error_set(&deed->call->err, LUD_EUSAGE, sentence, word, (char *)NULL);
    return false;
}

static bool read_flag(Deed *deed, const char *name, bool *flag)
{
    const JsonValue *value = json_member(deed->body, name);
    *flag = value && value->kind == JSON_TRUE;
    return !value || *flag || value->kind == JSON_FALSE || value->kind == JSON_NULL ||
           fail_word(deed, LUD_MESSAGE("\"{1}\" is true or false."), name);
}

static bool read_rules(Deed *deed, Plan *plan)
{
    const char *text;
    LudState start;
    if (!deed_text(deed, "game", LUD_RULES_TEXT, &text))
        return false;
    if (!text)
        return fail_word(deed, LUD_MESSAGE("\"{1}\" is needed: a game with its options."), "game");
    if (lud_rules_parse(text, &plan->terms.rules, &deed->call->err) != LUD_OK)
        return false;
    lud_rules_start(&plan->terms.rules, &start);
    plan->terms.players = plan->terms.rules.game->rules.seats(&start);
    return true;
}

static bool read_seat(Deed *deed, Plan *plan, int number, const JsonValue *value)
{
    if (value->kind != JSON_TEXT)
        return fail_word(deed,
                         LUD_MESSAGE("Each of \"{1}\" is \"person\", \"open\" or a computer "
                                     "player such as \"level=4\"."),
                         "seats");
    if (strcmp(value->text, "person") == 0)
        plan->player[number].kind = PLAYER_PERSON;
    else if (strcmp(value->text, "open") == 0)
        plan->player[number].kind = PLAYER_OPEN;
    else
        plan->player[number].kind = PLAYER_COMPUTER;
    plan->terms.is_computer[number] = plan->player[number].kind == PLAYER_COMPUTER;
    return !plan->terms.is_computer[number] ||
           (deed->hall->settings.engine_threads > 0
                ? desk_knows(value->text, plan->player[number].computer, &deed->call->err)
                : fail_word(deed, LUD_MESSAGE("This server has no computer players, such as {1}."),
                            value->text));
}

/* A list with a value for each player; NULL, and true, if there is none. */
static bool find_list(Deed *deed, const Plan *plan, const char *name, const JsonValue **list)
{
    *list = json_member(deed->body, name);
    if (*list && (*list)->kind == JSON_NULL)
        *list = NULL;
    return !*list || ((*list)->kind == JSON_LIST && json_length(*list) == plan->terms.players) ||
           fail_word(deed, LUD_MESSAGE("\"{1}\" is a list with one for each player."), name);
}

static bool read_seats(Deed *deed, Plan *plan)
{
    const JsonValue *list;
    int number = 0;
    if (!find_list(deed, plan, "seats", &list))
        return false;
    for (const JsonValue *at = list ? list->first : NULL; at; at = at->next) {
        if (!read_seat(deed, plan, number++, at))
            return false;
    }
    for (int i = 0; i < plan->terms.players; i++) {
        if (plan->player[i].kind != PLAYER_COMPUTER)
            return true;
    }
    return fail_word(deed, LUD_MESSAGE("At least one of \"{1}\" is for a person."), "seats");
}

static bool read_names(Deed *deed, Plan *plan)
{
    const JsonValue *list;
    int number = 0;
    if (!find_list(deed, plan, "names", &list))
        return false;
    for (const JsonValue *at = list ? list->first : NULL; at; at = at->next, number++) {
        if (at->kind == JSON_NULL)
            continue;
        if (at->kind != JSON_TEXT || !deed_is_name(at->text))
            return fail_word(deed, LUD_MESSAGE("A name has 1 to 40 characters on one line."), "");
        plan->player[number].name = at->text;
    }
    return true;
}

static bool read_clock(Deed *deed, Plan *plan)
{
    const char *text;
    if (!deed_text(deed, "clock", TIME_CONTROL_TEXT, &text))
        return false;
    return !text || time_control_read(text, &plan->time) ||
           fail_word(deed,
                     LUD_MESSAGE("\"{1}\" is no clock. Write 5m+3s, or 3d for three days a "
                                 "move."),
                     text);
}

/* Everybody's dice, throws for the start and lots need what the game or the seats have. */
static bool read_chance(Deed *deed, Plan *plan)
{
    const char *dice;
    const LudGame *game = plan->terms.rules.game;
    if (!read_flag(deed, "lots", &plan->terms.draws_lots) ||
        !read_flag(deed, "rolloff", &plan->terms.rolls_off) ||
        !deed_text(deed, "dice", HALL_TOKEN_TEXT, &dice))
        return false;
    if (plan->terms.rolls_off && game->rules.starter != LUD_STARTER_ROLL_OFF)
        return fail_word(deed, LUD_MESSAGE("Nobody throws for the start in {1}."), game->name);
    if (dice && strcmp(dice, "shared") != 0 && strcmp(dice, "server") != 0)
        return fail_word(deed, LUD_MESSAGE("\"{1}\" is \"shared\" or \"server\"."), "dice");
    plan->terms.is_shared = dice && strcmp(dice, "shared") == 0 &&
                            (game->chance || plan->terms.draws_lots || plan->terms.rolls_off);
    return true;
}

static bool read_games(Deed *deed, Plan *plan)
{
    const JsonValue *value = json_member(deed->body, "games");
    int64_t games = 0;
    if (value && value->kind != JSON_NULL && !json_integer(value, 1, GAMES_MOST, &games))
        return fail_word(deed, LUD_MESSAGE("\"{1}\" is a number from 1 to 99."), "games");
    plan->games = (int)games;
    return true;
}

/* -- making ------------------------------------------------------------------------------------ */

static void put_players(Json *json, const Plan *plan)
{
    static const char *const kinds[] = {"person", "open", "computer"};
    json_put_open(json, "players", '[');
    for (int i = 0; i < plan->terms.players; i++) {
        json_open(json, '{');
        json_put_text(json, "kind", kinds[plan->player[i].kind]);
        json_put_text(json, "name", plan->player[i].name);
        if (plan->player[i].kind == PLAYER_COMPUTER)
            json_put_text(json, "is", plan->player[i].computer);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_series(Json *json, const Plan *plan)
{
    const LudMatch *match = &plan->match;
    json_put_open(json, "series", '{');
    json_put_integer(json, "game", plan->previous ? match->games + 1 : 1);
    json_put_known(json, "games", plan->games > 0, plan->games);
    if (plan->previous) {
        json_put_text(json, "previous", plan->previous->id);
        json_put_open(json, "points", '[');
        for (int i = 0; i < plan->terms.players; i++)
            json_write_integer(json, match->half_points[i]);
        json_close(json, ']');
        json_put_open(json, "seats", '[');
        for (int i = 0; i < plan->terms.players; i++)
            json_write_integer(json, match->seat_of[i] + 1);
        json_close(json, ']');
        json_put_seat(json, "starter", match->starter);
    }
    json_close(json, '}');
}

static void put_dice(Json *json, const Plan *plan, const OnlineGame *game)
{
    FairSecret commitment;
    char text[FAIR_TEXT], terms[FAIR_TERMS_TEXT];
    if (!plan->terms.rules.game->chance && !plan->terms.draws_lots && !plan->terms.rolls_off) {
        json_put_null(json, "dice");
        return;
    }
    fair_terms_print(&plan->terms, terms);
    fair_commit(&game->server, terms, "server", &commitment);
    fair_print(&commitment, text);
    json_put_open(json, "dice", '{');
    json_put_text(json, "by", plan->terms.is_shared ? "all" : "server");
    json_put_text(json, "terms", terms);
    json_put_text(json, "server", text);
    json_close(json, '}');
}

static void tell_created(Hall *hall, Place *place, const Plan *plan)
{
    char clock[TIME_CONTROL_TEXT];
    Json json = {0};
    time_control_print(&plan->time, clock);
    hall_event_open(hall, &json, place, "created");
    json_put_rules(&json, "game", &plan->terms.rules);
    put_players(&json, plan);
    json_put_text(&json, "clock", clock[0] ? clock : NULL);
    json_put_bool(&json, "lots", plan->terms.draws_lots);
    json_put_bool(&json, "rolloff", plan->terms.rolls_off);
    json_put_bool(&json, "public", plan->is_public);
    put_dice(&json, plan, place->game);
    put_series(&json, plan);
    hall_event_close(hall, &json, place);
}

/* A place with a game of which nothing is known yet but its name and the server's secret. */
static Place *make_place(Hall *hall, Plan *plan)
{
    FairSecret server;
    secret_make_id(plan->terms.id);
    fair_make(&server);
    OnlineGame *game = online_game_new(plan->terms.id, &server);
    Place *place = game ? hall_add_place(hall, game) : NULL;
    if (!place) {
        online_game_free(game);
        hall->has_failed = true;
        return NULL;
    }
    game->created_ms = game->changed_ms = hall->now_ms;
    game->is_public = plan->is_public;
    hall_put_new(hall, place);
    tell_created(hall, place, plan);
    hall->unended++;
    hall->counted.games_created++;
    return place;
}

/* -- deeds ------------------------------------------------------------------------------------- */

HallOutcome deed_create(Deed *deed)
{
    Plan plan = {0};
    if (!read_rules(deed, &plan) || !read_seats(deed, &plan) || !read_names(deed, &plan) ||
        !read_clock(deed, &plan) || !read_chance(deed, &plan) || !read_games(deed, &plan) ||
        !read_flag(deed, "public", &plan.is_public))
        return HALL_MALFORMED;
    int most = deed->hall->settings.most_games;
    if (most > 0 && deed->hall->unended >= most)
        return deed_fail(deed, HALL_TOO_MANY,
                         LUD_MESSAGE("This server has as many games as it can hold. Come back "
                                     "later."));
    if (!deed_spend(deed, COST_GAME))
        return HALL_TOO_MANY;
    deed->place = make_place(deed->hall, &plan);
    if (deed->hall->has_failed)
        return HALL_NO_STORE;
    deed->game = deed->place->game;
    deed->tells_tokens = true;
    for (int i = 0; i < plan.terms.players; i++) {
        if (plan.player[i].kind != PLAYER_PERSON)
            continue;
        secret_make_token(deed->tokens[i]);
        secret_hash(deed->tokens[i], deed->game->players[i].owner.token);
    }
    return HALL_MADE;
}

/* Who lost begins, where the rules say so; whoever has a seat keeps their token. */
void hall_begin_next(Hall *hall, Place *place)
{
    const OnlineGame *game = place->game;
    LudResult result;
    LudRandom unused;
    Plan plan = {.time = game->time,
                 .games = game->games,
                 .is_public = game->is_public,
                 .previous = game,
                 .match = game->match};
    online_terms(game, &plan.terms);
    plan.terms.draws_lots = false; /* the series has settled who sits where */
    lud_random_seed(&unused, 1);   /* dice decide later, or nothing does */
    lud_play_result(game->play, &result);
    lud_match_next(&plan.match, &result, &unused);
    if (plan.terms.rules.game->rules.starter == LUD_STARTER_ROLL_OFF)
        plan.match.starter = lud_match_player_at(&plan.match, 0);
    for (int i = 0; i < plan.terms.players; i++) {
        plan.player[i].kind = game->players[i].kind;
        plan.player[i].name = game->players[i].name[0] ? game->players[i].name : NULL;
        memcpy(plan.player[i].computer, game->players[i].computer, ONLINE_COMPUTER);
    }
    Place *next = make_place(hall, &plan);
    if (hall->has_failed)
        return;
    for (int i = 0; i < plan.terms.players; i++)
        next->game->players[i].owner = game->players[i].owner;
    Json json = {0};
    hall_event_open(hall, &json, place, "rematch");
    json_put_text(&json, "id", next->id);
    hall_event_close(hall, &json, place);
    hall_advance(hall, next);
}
