#include "cli/match/match_setup.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/match/match_uci.h"
#include "cli/words/advice.h"

enum {
    USUAL_GAMES = 100,
    USUAL_MOVE_LIMIT = 1000,
    USUAL_MARGIN_MS = 500,
    USUAL_PATIENCE_MS = 60000,
};

static bool read_limits(const char *option, const char *key, const char *value, const char *example,
                        LudLimits *limits)
{
    if (advice_read_limit(key, value, limits))
        return true;
    report_usage(_("--%s is a time such as %s, not \"%.60s\"."), option, example, value);
    return false;
}

static bool read_control(const Arguments *arguments, MatchSetup *setup)
{
    const char *time = arguments_value(arguments, "time");
    const char *clock = arguments_value(arguments, "clock");
    const char *margin = arguments_value(arguments, "margin");
    const char *startup = arguments_value(arguments, "startup");
    LudLimits limits = {0};
    if (time && clock) {
        report_usage(_("Give --time for each move or --clock for a whole game, not both."));
        return false;
    }
    if (time && !read_limits("time", "time", time, "100ms", &setup->control))
        return false;
    if (clock && !read_limits("clock", "clock", clock, "60s+1s", &setup->control))
        return false;
    if (margin && !read_limits("margin", "time", margin, "500ms", &limits))
        return false;
    if (margin)
        setup->margin_ms = limits.move_ms;
    if (startup && !read_limits("startup", "time", startup, "30s", &limits))
        return false;
    if (startup)
        setup->startup_ms = limits.move_ms;
    return true;
}

static int read_players(const Arguments *arguments, MatchSetup *setup)
{
    const char *const *texts;
    setup->player_count = arguments_list(arguments, &texts);
    if (setup->player_count < 2)
        return report_usage(_("A match needs two players or more: --player A --player B."));
    for (int i = 0; i < setup->player_count; i++) {
        MatchPlayer *player = &setup->player[i];
        LudError err;
        if (lud_player_spec_parse(texts[i], &player->spec, &err) != LUD_OK)
            return report_error(&err);
        if (player->spec.has_joined_moves && !setup->rules.game->text.lone_letters)
            return report_usage(_("moves=joined does not suit %s, whose moves are not single "
                                  "letters; leave it out."),
                                setup->rules.game->name);
        lud_player_spec_print(&player->spec, player->name);
        player->limits = player->spec.limits;
        if (player->limits.move_ms == 0 && player->limits.clock_ms == 0) {
            player->limits.move_ms = setup->control.move_ms;
            player->limits.clock_ms = setup->control.clock_ms;
            player->limits.increment_ms = setup->control.increment_ms;
        }
    }
    return EXIT_SUCCESS;
}

static bool read_numbers(const Arguments *arguments, MatchSetup *setup)
{
    long games = setup->has_sprt ? 100 * USUAL_GAMES : USUAL_GAMES, seed = 1, workers = 1;
    long plies = lud_practice(setup->rules.game)->opening_plies, move_limit = USUAL_MOVE_LIMIT;
    if (!arguments_number(arguments, "games", 1, MATCH_MOST_GAMES, &games) ||
        !arguments_number(arguments, "seed", 0, INT64_MAX, &seed) ||
        !arguments_number(arguments, "concurrency", 1, MATCH_MOST_WORKERS, &workers) ||
        !arguments_number(arguments, "plies", 0, MATCH_MOST_PLIES, &plies) ||
        !arguments_number(arguments, "move-limit", 1, 1000000, &move_limit))
        return false;
    setup->games = games;
    setup->seed = (uint64_t)seed;
    setup->concurrency = (int)(workers < games ? workers : games);
    setup->plies = (int)plies;
    setup->move_limit = (int)move_limit;
    return true;
}

static int read_sprt(const Arguments *arguments, MatchSetup *setup)
{
    const char *text = arguments_value(arguments, "sprt");
    LudError err;
    if (!text)
        return EXIT_SUCCESS;
    if (setup->player_count != 2 || setup->sides != 2)
        return report_usage(_("--sprt is for two players in a game of two sides."));
    if (lud_sprt_parse(text, &setup->sprt, &err) != LUD_OK)
        return report_error(&err);
    setup->has_sprt = true;
    return EXIT_SUCCESS;
}

static int read_openings(const Arguments *arguments, MatchSetup *setup)
{
    long balance = 0;
    setup->has_balance = arguments_has(arguments, "balance");
    if (!arguments_number(arguments, "balance", 0, MATCH_MOST_BALANCE, &balance))
        return EXIT_USAGE;
    setup->balance = (int)balance;
    setup->openings_path = arguments_value(arguments, "openings");
    if (!setup->openings_path)
        return match_openings_draw(setup);
    if (setup->has_balance)
        return report_usage(_("--balance is for openings drawn at random: give it without "
                              "--openings."));
    if (arguments_has(arguments, "plies"))
        return report_usage(_("Give --openings or --plies, not both."));
    setup->plies = 0;
    return match_openings_read(setup);
}

int match_setup_read(const Arguments *arguments, MatchSetup *setup)
{
    *setup = (MatchSetup){.margin_ms = USUAL_MARGIN_MS,
                          .patience_ms = USUAL_PATIENCE_MS,
                          .startup_ms = UCI_STARTUP_MS};
    setup->player = calloc(LUD_TOURNAMENT_PLAYERS, sizeof setup->player[0]);
    if (!setup->player)
        return report_memory();
    int status = cli_rules(arguments->operands[0], &setup->rules);
    if (status != EXIT_SUCCESS)
        return status;
    LudState start;
    LudError err;
    lud_rules_start(&setup->rules, &start);
    setup->seats = setup->rules.game->rules.seats(&start);
    setup->sides = setup->rules.game->rules.sides(&start);
    if (!read_control(arguments, setup))
        return EXIT_USAGE;
    status = read_players(arguments, setup);
    if (status == EXIT_SUCCESS)
        status = read_sprt(arguments, setup);
    if (status != EXIT_SUCCESS)
        return status;
    if (!read_numbers(arguments, setup))
        return EXIT_USAGE;
    if (lud_schedule_make(&setup->schedule, setup->player_count, setup->sides, &err) != LUD_OK)
        return report_error(&err);
    setup->records_path = arguments_value(arguments, "records");
    setup->state_path = arguments_value(arguments, "resume");
    setup->is_json = arguments_has(arguments, "json");
    return read_openings(arguments, setup);
}

void match_setup_free(MatchSetup *setup)
{
    match_openings_free(&setup->openings);
    free(setup->player);
}
