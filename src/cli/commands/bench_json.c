#include "cli/commands/bench_json.h"

#include "wire/json_parts.h"

static void write_whole(Json *json, double rate)
{
    json_write_integer(json, (int64_t)(rate + 0.5));
}

/* A figure: its median under the plain name, for whoever wants one number; its spread elsewhere. */
typedef struct Figure {
    const char *key;
    const BenchRate *rate;
    void (*write)(Json *json, double number);
} Figure;

static void put_medians(Json *json, const Figure *figures, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_name(json, figures[i].key);
        figures[i].write(json, figures[i].rate->median);
    }
}

static void put_spread(Json *json, const Figure *figures, size_t count)
{
    json_put_open(json, "spread", '{');
    for (size_t i = 0; i < count; i++) {
        json_put_open(json, figures[i].key, '[');
        figures[i].write(json, figures[i].rate->least);
        figures[i].write(json, figures[i].rate->most);
        json_close(json, ']');
    }
    json_close(json, '}');
}

static void put_search(Json *json, const BenchSearch *search)
{
    const Figure figures[] = {
        {"nodes_per_cpu_second", &search->nodes_per_second, write_whole},
        {"gain", &search->gain, json_write_real},
        {"gain_nodes", &search->gain_nodes, json_write_real},
    };
    json_put_open(json, "search", '{');
    json_put_integer(json, "positions", search->positions);
    json_put_integer(json, "depth", search->depth);
    json_put_integer(json, "nodes", (int64_t)search->nodes);
    json_put_real(json, "branching_factor", search->branching);
    put_medians(json, figures, 1);
    json_put_integer(json, "threads", search->threads);
    json_put_integer(json, "gain_positions", search->gain_positions);
    json_put_integer(json, "gain_depth", search->gain_depth);
    put_medians(json, figures + 1, 2);
    put_spread(json, figures, 3);
    json_close(json, '}');
}

static void write_game(Json *json, const BenchGame *game)
{
    const Figure figures[] = {
        {"playout_moves_per_cpu_second", &game->playout_moves, write_whole},
        {"game_moves_per_cpu_second", &game->game_moves, write_whole},
        {"playout_games_per_cpu_second", &game->playout_games, write_whole},
        {"perft_leaves_per_cpu_second", &game->perft_leaves, write_whole},
        {"crowded_moves_per_cpu_second", &game->crowded_moves, write_whole},
        {"proof_positions_per_cpu_second", &game->proof_positions, write_whole},
        {"judged_positions_per_cpu_second", &game->judged_positions, write_whole},
        {"training_turns_per_cpu_second", &game->training_turns, write_whole},
    };
    size_t count = sizeof figures / sizeof figures[0];
    json_open(json, '{');
    json_put_rules(json, "game", &game->rules);
    put_medians(json, figures, count);
    put_search(json, &game->search);
    json_put_integer(json, "signature", (int64_t)game->signature);
    put_spread(json, figures, count);
    json_close(json, '}');
}

char *bench_json(const BenchReport *report)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_text(&json, "machine", report->machine);
    json_put_text(&json, "build", report->build);
    json_put_integer(&json, "repeats", report->repeats);
    json_put_integer(&json, "move_limit", report->move_limit);
    json_put_open(&json, "games", '[');
    for (int i = 0; i < report->game_count; i++)
        write_game(&json, &report->games[i]);
    json_close(&json, ']');
    return json_end(&json);
}
