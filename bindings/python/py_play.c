/* Play: a game played by moves in their notation, with history, undo, and a result. */
#include <time.h>

#include "py_binding.h"

PyTypeObject *py_play_type;

static LudPlay *play_of(PyObject *self)
{
    return ((PyPlay *)self)->play;
}

LudPlay *py_play(PyObject *object)
{
    int is_one = PyObject_IsInstance(object, (PyObject *)py_play_type);
    if (is_one == 0)
        PyErr_SetString(PyExc_TypeError, "a ludoteca.Play is wanted");
    return is_one > 0 ? play_of(object) : NULL;
}

LudPlay *py_copy_play(PyObject *object)
{
    LudPlay *copy = NULL, *play = py_play(object);
    if (!play)
        return NULL;
    BEGIN_LOCKED(object);
    copy = lud_play_copy(play);
    END_LOCKED();
    if (!copy)
        PyErr_NoMemory();
    return copy;
}

PyObject *py_wrap_play(LudPlay *play)
{
    PyPlay *made = py_make(py_play_type);
    if (!made) {
        lud_play_free(play);
        return NULL;
    }
    made->play = play;
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    lud_random_seed(&made->dice,
                    (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)(uintptr_t)made);
    return (PyObject *)made;
}

static void dealloc(PyObject *self)
{
    lud_play_free(play_of(self));
    py_drop(self);
}

static PyObject *none_or_error(LudStatus status, const LudError *err)
{
    if (status != LUD_OK)
        return py_raise(err);
    Py_RETURN_NONE;
}

/* -- where it stands --------------------------------------------------------------------------- */

static PyObject *position_text(const LudPlay *play, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    lud_play_rules(play)->game->text.state_print(s, text);
    return PyUnicode_FromString(text);
}

static PyObject *position(PyObject *self, PyObject *arguments)
{
    LudPlay *play = play_of(self);
    int index = lud_play_length(play);
    LudState s;
    if (!PyArg_ParseTuple(arguments, "|i:position", &index))
        return NULL;
    if (index < 0 || index > lud_play_length(play)) {
        PyErr_Format(PyExc_IndexError, "There is no ply %d in this game.", index);
        return NULL;
    }
    lud_play_state_at(play, index, &s);
    return position_text(play, &s);
}
LOCKED(position)

static PyObject *rules(PyObject *self, PyObject *unused)
{
    (void)unused;
    char text[LUD_RULES_TEXT];
    lud_rules_print(lud_play_rules(play_of(self)), text);
    return PyUnicode_FromString(text);
}
LOCKED(rules)

static PyObject *current_player(PyObject *self, PyObject *unused)
{
    (void)unused;
    int turn = lud_play_turn(play_of(self));
    return PyLong_FromLong(turn == LUD_OVER ? -4 : turn);
}
LOCKED(current_player)

static PyObject *is_over(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(lud_play_turn(play_of(self)) == LUD_OVER);
}
LOCKED(is_over)

static PyObject *list_texts(const LudPlay *play, const LudMove *moves, int count)
{
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        char text[LUD_MOVE_TEXT];
        lud_play_rules(play)->game->text.move_print(lud_play_state(play), moves[i], text);
        if (PyList_SetItem(made, i, PyUnicode_FromString(text)) != 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *legal_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudMove *moves;
    int count = lud_play_moves(play_of(self), &moves);
    return list_texts(play_of(self), moves, count);
}
LOCKED(legal_moves)

/* The written form of every ply; turns that were skipped are "-". */
static PyObject *history(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudPlay *play = play_of(self);
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *plies = lud_play_history(play);
    int count = lud_play_length(play);
    PyObject *made = PyList_New(count);
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    for (int i = 0; made && i < count; i++) {
        char text[LUD_MOVE_TEXT] = "-";
        if (plies[i] == LUD_NO_MOVE) {
            game->rules.skip(&s);
        } else {
            game->text.move_print(&s, plies[i], text);
            game->rules.apply(&s, plies[i]);
        }
        if (PyList_SetItem(made, i, PyUnicode_FromString(text)) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED(history)

static PyObject *result(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudResult found;
    char text[LUD_RESULT_TEXT], score[LUD_RESULT_TEXT];
    lud_play_result(play_of(self), &found);
    if (found.reason == LUD_REASON_NONE)
        Py_RETURN_NONE;
    lud_result_print(&found, text);
    lud_result_print_score(&found, score);
    return Py_BuildValue("{s:s,s:s,s:s,s:i}", "result", text, "score", score, "reason",
                         lud_reason_name(found.reason), "winner", lud_result_winner(&found));
}
LOCKED(result)

static PyObject *situation(PyObject *self, PyObject *unused)
{
    (void)unused;
    return py_take_json(lud_json_situation(play_of(self)));
}
LOCKED(situation)

static PyObject *preview(PyObject *self, PyObject *argument)
{
    const char *word = PyUnicode_AsUTF8AndSize(argument, NULL);
    char *text;
    LudError err;
    if (!word)
        return NULL;
    if (lud_json_preview(play_of(self), word, &text, &err) != LUD_OK)
        return py_raise(&err);
    return py_take_json(text);
}
LOCKED(preview)

/* -- playing ----------------------------------------------------------------------------------- */

static PyObject *move(PyObject *self, PyObject *argument)
{
    const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
    LudError err;
    return text ? none_or_error(lud_play_moves_text(play_of(self), text, &err), &err) : NULL;
}
LOCKED(move)

static PyObject *roll(PyObject *self, PyObject *arguments)
{
    PyPlay *play = (PyPlay *)self;
    PyObject *given = Py_None;
    LudMove outcome;
    LudError err;
    char text[LUD_MOVE_TEXT];
    if (!PyArg_ParseTuple(arguments, "|O:roll", &given))
        return NULL;
    if (given != Py_None)
        lud_random_seed(&play->dice, PyLong_AsUnsignedLongLong(given));
    if (PyErr_Occurred())
        return NULL;
    LudState before = *lud_play_state(play->play);
    if (lud_play_roll(play->play, &play->dice, &outcome, &err) != LUD_OK)
        return py_raise(&err);
    lud_play_rules(play->play)->game->text.move_print(&before, outcome, text);
    return PyUnicode_FromString(text);
}
LOCKED(roll)

static PyObject *undo(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudError err;
    return none_or_error(lud_play_undo(play_of(self), &err), &err);
}
LOCKED(undo)

static PyObject *redo(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudError err;
    return none_or_error(lud_play_redo(play_of(self), &err), &err);
}
LOCKED(redo)

static PyObject *resign(PyObject *self, PyObject *argument)
{
    long seat = PyLong_AsLong(argument);
    LudPlay *play = play_of(self);
    LudError err;
    if (seat == -1 && PyErr_Occurred())
        return NULL;
    if (seat < 0 || seat >= lud_play_rules(play)->game->rules.seats(lud_play_state(play)))
        return py_raise_usage("There is no such seat.");
    return none_or_error(lud_play_drop(play, (int)seat, LUD_REASON_RESIGNED, &err), &err);
}
LOCKED(resign)

static PyObject *agree_draw(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudError err;
    return none_or_error(lud_play_agree_draw(play_of(self), &err), &err);
}
LOCKED(agree_draw)

static PyObject *agree_finish(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudError err;
    return none_or_error(lud_play_agree_finish(play_of(self), &err), &err);
}
LOCKED(agree_finish)

static PyObject *copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudPlay *made = lud_play_copy(play_of(self));
    return made ? py_wrap_play(made) : PyErr_NoMemory();
}
LOCKED(copy)

/* -- pictures ---------------------------------------------------------------------------------- */

static PyObject *picture(PyObject *self, PyObject *arguments)
{
    LudPlay *play = play_of(self);
    const LudGame *game = lud_play_rules(play)->game;
    int index = lud_play_length(play);
    LudView view;
    LudState s;
    if (!PyArg_ParseTuple(arguments, "|i:svg", &index))
        return NULL;
    if (index < 0 || index > lud_play_length(play)) {
        PyErr_Format(PyExc_IndexError, "There is no ply %d in this game.", index);
        return NULL;
    }
    lud_play_state_at(play, index, &s);
    lud_view(game, &s, &view);
    return py_take_text(lud_view_svg(game, &view));
}
LOCKED(picture)

/* In a notebook: the pages of ludoteca.notebook, written in Python. */
static PyObject *html(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *module = PyImport_ImportModule("ludoteca.notebook");
    PyObject *made = module ? PyObject_CallMethod(module, "replay", "O", self) : NULL;
    Py_XDECREF(module);
    return made;
}

static Py_ssize_t length(PyObject *self)
{
    return lud_play_length(play_of(self));
}

static PyObject *text(PyObject *self, PyObject *unused)
{
    (void)unused;
    return position_text(play_of(self), lud_play_state(play_of(self)));
}
LOCKED(text)

static PyObject *str(PyObject *self)
{
    return text_locked(self, NULL);
}

static PyObject *repr(PyObject *self)
{
    char text[LUD_RULES_TEXT];
    PyObject *where = str(self);
    lud_rules_print(lud_play_rules(play_of(self)), text);
    PyObject *made = where ? PyUnicode_FromFormat("<ludoteca.Play %s, %d plies: %U>", text,
                                                  lud_play_length(play_of(self)), where)
                           : NULL;
    Py_XDECREF(where);
    return made;
}

static PyMethodDef methods[] = {
    {"position", position_locked, METH_VARARGS,
     "position(ply=None) -> str\n\nThe position, now or before a ply."},
    {"rules", rules_locked, METH_NOARGS, "The game's name with its options."},
    {"current_player", current_player_locked, METH_NOARGS,
     "The seat to move; -1: dice are to be rolled; -4: the game is over."},
    {"is_over", is_over_locked, METH_NOARGS, "Whether the game has ended, for whatever reason."},
    {"legal_moves", legal_moves_locked, METH_NOARGS, "The legal moves; of dice the totals."},
    {"history", history_locked, METH_NOARGS, "All plies so far; '-' where a turn was skipped."},
    {"result", result_locked, METH_NOARGS,
     "None while the game goes on; else a dict of result, score, reason and winner."},
    {"situation", situation_locked, METH_NOARGS,
     "All that is to be said of the position, as docs/JSON.md describes it."},
    {"preview", preview_locked, METH_O, "preview(move) -> dict\n\nWhat a move would do."},
    {"move", move_locked, METH_O, "move(text)\n\nPlays a move, a roll, or several."},
    {"roll", roll_locked, METH_VARARGS,
     "roll(seed=None) -> str\n\nRolls the dice; a seed makes this and later rolls repeatable."},
    {"undo", undo_locked, METH_NOARGS, "Takes back the last ply."},
    {"redo", redo_locked, METH_NOARGS, "Repeats a ply that was taken back."},
    {"resign", resign_locked, METH_O, "resign(seat)"},
    {"agree_draw", agree_draw_locked, METH_NOARGS, "All agreed to a draw."},
    {"agree_finish", agree_finish_locked, METH_NOARGS, "All agreed to stop and divide the rest."},
    {"copy", copy_locked, METH_NOARGS, "A copy with all history."},
    {"__copy__", copy_locked, METH_NOARGS, NULL},
    {"svg", picture_locked, METH_VARARGS, "svg(ply=None) -> str\n\nThe position as a picture."},
    {"_repr_html_", html, METH_NOARGS, "The game as a replay."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "A game played by moves; Game.new_play() makes one."},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_str, str},
                              {Py_tp_repr, repr},
                              {Py_sq_length, length},
                              {Py_tp_methods, methods},
                              {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca.Play",
                           .basicsize = sizeof(PyPlay),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           .slots = slots};

bool py_add_play(PyObject *module)
{
    return py_add_type(module, &spec, &py_play_type);
}
