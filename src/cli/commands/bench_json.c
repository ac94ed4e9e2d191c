#include "cli/commands/bench_json.h"

#include "wire/json_parts.h"

static json_t *whole(double rate)
{
    return json_integer((json_int_t)(rate + 0.5));
}

/* The median under the plain name, for whoever wants one number; the spread beside it. */
static void put(json_t *object, json_t *spread, const char *key, const BenchRate *rate,
                json_t *(*number)(double))
{
    json_put(object, key, number(rate->median));
    json_t *range = json_array();
    json_array_append_new(range, number(rate->least));
    json_array_append_new(range, number(rate->most));
    json_put(spread, key, range);
}

static void put_rate(json_t *object, json_t *spread, const char *key, const BenchRate *rate)
{
    put(object, spread, key, rate, whole);
}

static json_t *describe_search(const BenchSearch *search)
{
    json_t *object = json_object(), *spread = json_object();
    json_put(object, "positions", json_integer(search->positions));
    json_put(object, "depth", json_integer(search->depth));
    json_put(object, "nodes", json_integer((json_int_t)search->nodes));
    json_put(object, "branching_factor", json_real(search->branching));
    put_rate(object, spread, "nodes_per_cpu_second", &search->nodes_per_second);
    json_put(object, "threads", json_integer(search->threads));
    json_put(object, "gain_positions", json_integer(search->gain_positions));
    json_put(object, "gain_depth", json_integer(search->gain_depth));
    put(object, spread, "gain", &search->gain, json_real);
    put(object, spread, "gain_nodes", &search->gain_nodes, json_real);
    json_put(object, "spread", spread);
    return object;
}

static json_t *describe_game(const BenchGame *game)
{
    char name[LUD_RULES_TEXT];
    lud_rules_print(&game->rules, name);
    json_t *object = json_object(), *spread = json_object();
    json_put(object, "game", json_text(name));
    put_rate(object, spread, "playout_moves_per_cpu_second", &game->playout_moves);
    put_rate(object, spread, "game_moves_per_cpu_second", &game->game_moves);
    put_rate(object, spread, "playout_games_per_cpu_second", &game->playout_games);
    put_rate(object, spread, "perft_leaves_per_cpu_second", &game->perft_leaves);
    json_put(object, "search", describe_search(&game->search));
    json_put(object, "signature", json_integer((json_int_t)game->signature));
    json_put(object, "spread", spread);
    return object;
}

char *bench_json(const BenchReport *report)
{
    json_t *shape = json_shape(NULL);
    json_put(shape, "machine", json_text(report->machine));
    json_put(shape, "build", json_text(report->build));
    json_put(shape, "repeats", json_integer(report->repeats));
    json_put(shape, "move_limit", json_integer(report->move_limit));
    json_t *games = json_array();
    for (int i = 0; i < report->game_count; i++)
        json_array_append_new(games, describe_game(&report->games[i]));
    json_put(shape, "games", games);
    return json_finish(shape);
}
