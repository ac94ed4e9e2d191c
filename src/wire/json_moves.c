#include <ludoteca/json.h>

#include "wire/json_parts.h"

char *lud_json_moves(const LudRules *rules, const LudState *position, const LudListing *listing)
{
    Json json = {0};
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, position);
    json_put_open(&json, "moves", '[');
    for (int i = 0; i < listing->count; i++) {
        const LudListedMove *row = &listing->moves[i];
        json_open(&json, '{');
        json_put_text(&json, "move", row->move);
        json_put_text(&json, "position", row->position);
        if (row->result.reason != LUD_REASON_NONE)
            json_put_result(&json, "result", rules->game, &row->result);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    return json_end(&json);
}

char *lud_json_perft(const LudRules *rules, const LudState *position, int depth,
                     const uint64_t *nodes)
{
    Json json = {0};
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, position);
    json_put_open(&json, "perft", '[');
    for (int i = 0; i < depth; i++) {
        json_open(&json, '{');
        json_put_integer(&json, "depth", i + 1);
        json_put_integer(&json, "nodes", (int64_t)nodes[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    return json_end(&json);
}
