/* State: one game played by actions, in the manner of OpenSpiel. */
#include "py_binding.h"

/* Whose turn it is, as OpenSpiel numbers it. */
enum { CHANCE_PLAYER = -1, TERMINAL_PLAYER = -4 };

PyTypeObject *py_state_type;

static LudEpisode *episode_of(PyObject *self)
{
    return ((PyState *)self)->episode;
}

PyObject *py_wrap_episode(LudEpisode *episode)
{
    PyState *state = py_make(py_state_type);
    if (!state) {
        lud_episode_free(episode);
        return NULL;
    }
    state->episode = episode;
    return (PyObject *)state;
}

static void dealloc(PyObject *self)
{
    lud_episode_free(episode_of(self));
    py_drop(self);
}

static int count_seats(const LudEpisode *episode)
{
    return lud_episode_rules(episode)->game->rules.seats(lud_episode_state(episode));
}

/* -- whose turn -------------------------------------------------------------------------------- */

static long player_of(const LudEpisode *episode)
{
    int turn = lud_episode_turn(episode);
    return turn >= 0 ? turn : turn == LUD_CHANCE ? CHANCE_PLAYER : TERMINAL_PLAYER;
}

static PyObject *current_player(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(player_of(episode_of(self)));
}
LOCKED(current_player)

static PyObject *is_terminal(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(lud_episode_turn(episode_of(self)) == LUD_OVER);
}
LOCKED(is_terminal)

static PyObject *is_chance_node(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(lud_episode_turn(episode_of(self)) == LUD_CHANCE);
}
LOCKED(is_chance_node)

static PyObject *is_truncated(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(lud_episode_is_truncated(episode_of(self)));
}
LOCKED(is_truncated)

static PyObject *num_players(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(count_seats(episode_of(self)));
}
LOCKED(num_players)

/* -- actions ----------------------------------------------------------------------------------- */

/* A seat from the arguments, or the one whose turn it is; -1 with an exception if it is none. */
static int read_seat(const LudEpisode *episode, PyObject *arguments)
{
    int turn = lud_episode_turn(episode), seat = turn < 0 ? 0 : turn;
    if (!PyArg_ParseTuple(arguments, "|i", &seat))
        return -1;
    if (seat >= 0 && seat < count_seats(episode))
        return seat;
    PyErr_Format(PyExc_ValueError, "There is no player %d.", seat);
    return -1;
}

static PyObject *list_of(const int *numbers, int count)
{
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        PyObject *number = PyLong_FromLong(numbers[i]);
        if (!number || PyList_SetItem(made, i, number) != 0)
            Py_CLEAR(made);
    }
    return made;
}

/* Whether the arguments name somebody else than whose turn it is. */
static bool is_for_other(const LudEpisode *episode, PyObject *arguments, bool *is_wrong)
{
    int player = (int)player_of(episode);
    *is_wrong = !PyArg_ParseTuple(arguments, "|i", &player);
    return player != player_of(episode);
}

static PyObject *legal_actions(PyObject *self, PyObject *arguments)
{
    const LudEpisode *episode = episode_of(self);
    int list[LUD_MAX_ACTIONS];
    bool is_wrong = false;
    if (PyTuple_Size(arguments) > 0 && is_for_other(episode, arguments, &is_wrong))
        return is_wrong ? NULL : PyList_New(0);
    return is_wrong ? NULL : list_of(list, lud_episode_actions(episode, list));
}
LOCKED(legal_actions)

static PyObject *legal_actions_mask(PyObject *self, PyObject *arguments)
{
    const LudEpisode *episode = episode_of(self);
    bool mask[LUD_MAX_ACTIONS], is_wrong = false, is_other;
    int list[LUD_MAX_ACTIONS], count = lud_episode_space(episode)->actions;
    LudChance chances[LUD_MAX_CHANCES];
    is_other = is_for_other(episode, arguments, &is_wrong);
    if (is_wrong)
        return NULL;
    int outcomes = lud_episode_chances(episode, chances);
    lud_episode_mask(episode, mask);
    count = outcomes ? outcomes : count;
    for (int i = 0; i < count; i++)
        list[i] = !is_other && (outcomes || mask[i]);
    return list_of(list, count);
}
LOCKED(legal_actions_mask)

static PyObject *apply_action(PyObject *self, PyObject *argument)
{
    LudError err;
    long action = PyLong_AsLong(argument);
    if (action == -1 && PyErr_Occurred())
        return NULL;
    int number = action >= 0 && action <= INT32_MAX ? (int)action : -1;
    if (lud_episode_act(episode_of(self), number, &err) != LUD_OK)
        return py_raise(&err);
    Py_RETURN_NONE;
}
LOCKED(apply_action)

static PyObject *undo_action(PyObject *self, PyObject *arguments)
{
    LudError err;
    (void)arguments; /* OpenSpiel says whose action it was; there is only one that was the last */
    if (lud_episode_undo(episode_of(self), &err) != LUD_OK)
        return py_raise(&err);
    Py_RETURN_NONE;
}
LOCKED(undo_action)

static PyObject *chance_outcomes(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudChance chances[LUD_MAX_CHANCES];
    int count = lud_episode_chances(episode_of(self), chances);
    double all = 0;
    for (int i = 0; i < count; i++)
        all += chances[i].weight;
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        PyObject *pair = Py_BuildValue("(id)", i, chances[i].weight / all);
        if (!pair || PyList_SetItem(made, i, pair) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED(chance_outcomes)

static PyObject *action_to_string(PyObject *self, PyObject *arguments)
{
    int first, second = -1;
    char text[LUD_ACTION_TEXT];
    LudError err;
    if (!PyArg_ParseTuple(arguments, "i|i:action_to_string", &first, &second))
        return NULL;
    int action = PyTuple_Size(arguments) == 2 ? second : first;
    if (lud_episode_print(episode_of(self), action, text, &err) != LUD_OK)
        return py_raise(&err);
    return PyUnicode_FromString(text);
}
LOCKED(action_to_string)

static PyObject *history(PyObject *self, PyObject *unused)
{
    (void)unused;
    int count;
    const int32_t *actions = lud_episode_history(episode_of(self), &count);
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        PyObject *number = PyLong_FromLong(actions[i]);
        if (!number || PyList_SetItem(made, i, number) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED(history)

/* -- what is seen, and what comes of it -------------------------------------------------------- */

static PyObject *observation_tensor(PyObject *self, PyObject *arguments)
{
    const LudEpisode *episode = episode_of(self);
    uint8_t seen[LUD_MAX_SEEN];
    int seat = read_seat(episode, arguments);
    if (seat < 0)
        return NULL;
    int count = lud_space_seen(lud_episode_space(episode));
    lud_episode_observe(episode, seat, seen);
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        PyObject *number = PyFloat_FromDouble(seen[i]);
        if (!number || PyList_SetItem(made, i, number) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED(observation_tensor)

static PyObject *observation_bytes(PyObject *self, PyObject *arguments)
{
    const LudEpisode *episode = episode_of(self);
    uint8_t seen[LUD_MAX_SEEN];
    int seat = read_seat(episode, arguments);
    if (seat < 0)
        return NULL;
    lud_episode_observe(episode, seat, seen);
    return PyBytes_FromStringAndSize((const char *)seen,
                                     lud_space_seen(lud_episode_space(episode)));
}
LOCKED(observation_bytes)

static PyObject *returns(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    int seats = count_seats(episode);
    LudResult result;
    lud_episode_result(episode, &result);
    PyObject *made = PyList_New(seats);
    for (int i = 0; made && i < seats; i++) {
        PyObject *number = PyFloat_FromDouble((double)lud_learning_reward(&result, i));
        if (!number || PyList_SetItem(made, i, number) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED(returns)

static PyObject *reason(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudResult result;
    lud_episode_result(episode_of(self), &result);
    if (result.reason == LUD_REASON_NONE)
        Py_RETURN_NONE;
    return PyUnicode_FromString(lud_reason_name(result.reason));
}
LOCKED(reason)

static PyObject *str(PyObject *self)
{
    return py_state_position(self, NULL);
}

static PyMethodDef methods[] = {
    {"current_player", current_player_locked, METH_NOARGS,
     "The seat to act; -1: dice are to be rolled; -4: the game is over."},
    {"is_terminal", is_terminal_locked, METH_NOARGS, "Whether the game is over."},
    {"is_chance_node", is_chance_node_locked, METH_NOARGS, "Whether dice are to be rolled."},
    {"is_truncated", is_truncated_locked, METH_NOARGS, "Whether it was cut for its length."},
    {"num_players", num_players_locked, METH_NOARGS, "How many seats there are."},
    {"legal_actions", legal_actions_locked, METH_VARARGS,
     "legal_actions(player=None) -> list\n\nIn ascending order; at a chance node the outcomes."},
    {"legal_actions_mask", legal_actions_mask_locked, METH_VARARGS,
     "legal_actions_mask(player=None) -> list\n\n0 or 1 for every action."},
    {"apply_action", apply_action_locked, METH_O,
     "apply_action(action)\n\nTakes an action, or an outcome at a chance node."},
    {"undo_action", undo_action_locked, METH_VARARGS,
     "undo_action(player=None, action=None)\n\nTakes back the last one."},
    {"chance_outcomes", chance_outcomes_locked, METH_NOARGS,
     "The outcomes of the dice with their probabilities."},
    {"action_to_string", action_to_string_locked, METH_VARARGS,
     "action_to_string([player,] action) -> str"},
    {"history", history_locked, METH_NOARGS, "All actions and outcomes so far."},
    {"apply_move", py_state_apply_move, METH_O,
     "apply_move(text)\n\nTakes all actions of a move in its notation, or a roll."},
    {"legal_moves", py_state_legal_moves, METH_NOARGS,
     "The moves that can be made from the position, in their notation."},
    {"observation_tensor", observation_tensor_locked, METH_VARARGS,
     "observation_tensor(player=None) -> list\n\nWhat a seat sees, as floats."},
    {"information_state_tensor", observation_tensor_locked, METH_VARARGS,
     "information_state_tensor(player=None) -> list\n\nThe same: nothing is hidden."},
    {"observation_bytes", observation_bytes_locked, METH_VARARGS,
     "observation_bytes(player=None) -> bytes\n\nWhat a seat sees, a byte for each number."},
    {"returns", returns_locked, METH_NOARGS, "What each seat gets; 0 while the game goes on."},
    {"rewards", returns_locked, METH_NOARGS, "The same: all is given at the end."},
    {"reason", reason_locked, METH_NOARGS, "Why the game ended, or None."},
    {"clone", py_state_clone, METH_NOARGS, "A copy with all history."},
    {"__copy__", py_state_clone, METH_NOARGS, NULL},
    {"position", py_state_position, METH_NOARGS, "The position in its notation."},
    {"start_position", py_state_start_position, METH_NOARGS, "Where it began."},
    {"move_parts", py_state_move_parts, METH_NOARGS, "The actions of a move that is not complete."},
    {"string_to_action", py_state_string_to_action, METH_VARARGS,
     "string_to_action([player,] text) -> int\n\nThe legal action of that text."},
    {"serialize", py_state_serialize, METH_NOARGS,
     "serialize() -> str\n\nAll of it as text; Game.deserialize_state reads it."},
    {"to_play", py_state_to_play, METH_NOARGS,
     "to_play() -> Play\n\nThe same game, to be played by moves; a move that is not complete is "
     "left out."},
    {"__deepcopy__", py_state_deepcopy, METH_O, NULL},
    {"__reduce__", py_state_reduce, METH_NOARGS, NULL},
    {"_repr_svg_", py_state_picture, METH_NOARGS, "The position as a picture."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A game played by actions; Game.new_initial_state() makes one."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_str, str},
    {Py_tp_repr, py_state_repr},
    {Py_tp_methods, methods},
    {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca.State",
                           .basicsize = sizeof(PyState),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           .slots = slots};

bool py_add_state(PyObject *module)
{
    return py_add_type(module, &spec, &py_state_type);
}
