#include <ludoteca/json.h>

#include "wire/json_parts.h"

char *lud_json_moves(const LudRules *rules, const LudState *position, const LudListing *listing)
{
    json_t *shape = json_shape(rules);
    json_put(shape, "position", json_state(rules->game, position));
    json_t *moves = json_array();
    for (int i = 0; i < listing->count; i++) {
        const LudListedMove *row = &listing->moves[i];
        json_t *move = json_object();
        json_put(move, "move", json_text(row->move));
        json_put(move, "position", json_text(row->position));
        if (row->result.reason != LUD_REASON_NONE)
            json_put(move, "result", json_result(rules->game, &row->result));
        json_array_append_new(moves, move);
    }
    json_put(shape, "moves", moves);
    return json_finish(shape);
}

char *lud_json_perft(const LudRules *rules, const LudState *position, int depth,
                     const uint64_t *nodes)
{
    json_t *shape = json_shape(rules);
    json_put(shape, "position", json_state(rules->game, position));
    json_t *rows = json_array();
    for (int i = 0; i < depth; i++) {
        json_t *row = json_object();
        json_put(row, "depth", json_integer(i + 1));
        json_put(row, "nodes", json_integer((json_int_t)nodes[i]));
        json_array_append_new(rows, row);
    }
    json_put(shape, "perft", rows);
    return json_finish(shape);
}
