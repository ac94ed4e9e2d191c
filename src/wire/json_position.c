/* A position: whose turn it is, what each side holds, what lies where. */
#include <ludoteca/json.h>

#include "core/settings.h"
#include "wire/json_parts.h"
#include "wire/json_position.h"

/* -- the board --------------------------------------------------------------------------------- */

static void put_sides(Json *json, const LudGame *game, const LudView *view)
{
    json_put_open(json, "sides", '[');
    for (int i = 0; i < view->sides; i++) {
        json_open(json, '{');
        json_put_text(json, "name", game->side_names[i]);
        if (view->held_name)
            json_put_integer(json, view->held_name, view->held[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Whatever is as it is on most cells is left out; a heap can always grow. */
static void write_cell(Json *json, const LudGame *game, const LudCell *cell)
{
    json_open(json, '{');
    json_put_text(json, "name", cell->name);
    json_put_integer(json, "x", cell->x);
    json_put_integer(json, "y", cell->y);
    if (cell->level > 0)
        json_put_integer(json, "level", cell->level);
    if (cell->side != LUD_NOBODY)
        json_put_text(json, "side", game->side_names[cell->side]);
    if (cell->count > 0)
        json_put_integer(json, "count", cell->count);
    if (cell->number > 0)
        json_put_integer(json, "number", cell->number);
    if (cell->is_open && !game->view->has_heaps)
        json_put_bool(json, "open", true);
    if (cell->is_won)
        json_put_bool(json, "won", true);
    json_close(json, '}');
}

static void put_cells(Json *json, const LudGame *game, const LudView *view)
{
    if (game->chance)
        json_put_text(json, "roll", view->roll[0] ? view->roll : NULL);
    json_put_open(json, "cells", '[');
    for (int i = 0; i < view->cell_count; i++)
        write_cell(json, game, &view->cells[i]);
    json_close(json, ']');
}

void json_put_board(Json *json, const LudGame *game, const LudState *s)
{
    LudView view;
    lud_view(game, s, &view);
    json_put_state(json, "position", game, s);
    put_sides(json, game, &view);
    put_cells(json, game, &view);
}

/* -- the position ------------------------------------------------------------------------------ */

static const char *offer_name(LudOffer offer)
{
    static const char *const names[] = {"none", "no-capture", "unforced"};
    return names[offer];
}

void json_put_position(Json *json, const LudPositionFacts *facts)
{
    const LudGame *game = facts->rules->game;
    LudView view;
    lud_view(game, facts->state, &view);
    int seat = facts->turn == LUD_OVER ? -1 : view.seat;
    json_put_state(json, "position", game, facts->state);
    json_put_text(json, "awaits",
                  facts->turn == LUD_OVER     ? NULL
                  : facts->turn == LUD_CHANCE ? "roll"
                                              : "move");
    json_put_seat(json, "seat", seat);
    json_put_text(json, "side", seat >= 0 ? game->side_names[seat % view.sides] : NULL);
    json_put_integer(json, "moves", facts->move_count);
    put_sides(json, game, &view);
    json_put_text(json, "offer", offer_name(facts->offer));
    json_put_result(json, "result", game, &facts->result);
    json_put_integer(json, "seats", view.seats);
    json_put_text(json, "holds", view.held_name);
    json_put_text(json, "shape", game->view ? lud_shape_name(view.shape) : NULL);
    json_put_bool(json, "heaps", view.has_heaps);
    put_cells(json, game, &view);
}

char *lud_json_position(const LudPositionFacts *given)
{
    LudPositionFacts facts;
    Json json = {0};
    if (settings_take(&facts, sizeof facts, given, NULL) != LUD_OK)
        return NULL;
    json_begin(&json, facts.rules);
    json_put_position(&json, &facts);
    return json_end(&json);
}
