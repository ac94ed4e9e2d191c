#include <ludoteca/view.h>

static void see_turn(const LudGame *game, const LudState *s, LudView *view)
{
    view->turn = game->rules.turn(s);
    view->seat = view->turn == LUD_OVER ? -1 : lud_active_seat(game, s);
    LudMove rolled = game->chance ? game->chance->rolled(s) : LUD_NO_MOVE;
    if (rolled != LUD_NO_MOVE)
        game->text.move_print(s, rolled, view->roll);
}

void lud_view(const LudGame *game, const LudState *s, LudView *view)
{
    memset(view, 0, sizeof *view);
    view->seats = game->rules.seats(s);
    view->sides = game->rules.sides(s);
    see_turn(game, s, view);
    if (!game->view)
        return;
    view->shape = game->view->shape;
    view->has_heaps = game->view->has_heaps;
    view->cell_count = game->view->cells(s, view->cells);
    view->held_name = game->view->held_name;
    if (game->view->held)
        game->view->held(s, view->held);
}

const LudCell *lud_view_find(const LudView *view, const char *name)
{
    for (int i = 0; i < view->cell_count; i++) {
        if (strcmp(view->cells[i].name, name) == 0)
            return &view->cells[i];
    }
    return NULL;
}

const char *lud_view_held_text(const LudGame *game, int number)
{
    if (!game->view)
        return NULL;
    return number == 1 ? game->view->held_one : game->view->held_many;
}

const char *lud_shape_name(LudShape shape)
{
    static const char *const names[] = {
        [LUD_SHAPE_ROUND] = "round",
        [LUD_SHAPE_SQUARE] = "square",
        [LUD_SHAPE_HEXAGON] = "hexagon",
    };
    return names[shape];
}
