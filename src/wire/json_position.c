#include <ludoteca/json.h>
#include <ludoteca/view.h>

#include "core/settings.h"
#include "wire/json_parts.h"

static json_t *describe_sides(const LudPositionFacts *facts)
{
    const LudGame *game = facts->rules->game;
    json_t *sides = json_array();
    LudView view;
    lud_view(game, facts->state, &view);
    for (int i = 0; i < game->rules.sides(facts->state); i++) {
        json_t *side = json_object();
        json_put(side, "name", json_text(game->side_names[i]));
        if (view.held_name)
            json_put(side, view.held_name, json_integer(view.held[i]));
        json_array_append_new(sides, side);
    }
    return sides;
}

static const char *offer_name(LudOffer offer)
{
    static const char *const names[] = {"none", "no-capture", "unforced"};
    return names[offer];
}

char *lud_json_position(const LudPositionFacts *given)
{
    LudPositionFacts taken, *facts = &taken;
    if (settings_take(&taken, sizeof taken, given, NULL) != LUD_OK)
        return NULL;
    const LudGame *game = facts->rules->game;
    int seat = facts->turn == LUD_CHANCE ? game->chance->roller(facts->state) : facts->turn;
    json_t *shape = json_shape(facts->rules);
    json_put(shape, "position", json_state(game, facts->state));
    json_put(shape, "awaits",
             json_text(facts->turn == LUD_OVER     ? NULL
                       : facts->turn == LUD_CHANCE ? "roll"
                                                   : "move"));
    json_put(shape, "seat", seat >= 0 ? json_integer(seat + 1) : json_null());
    json_put(
        shape, "side",
        json_text(seat >= 0 ? game->side_names[seat % game->rules.sides(facts->state)] : NULL));
    json_put(shape, "moves", json_integer(facts->move_count));
    json_put(shape, "sides", describe_sides(facts));
    json_put(shape, "offer", json_text(offer_name(facts->offer)));
    json_put(shape, "result", json_result(game, &facts->result));
    return json_finish(shape);
}
