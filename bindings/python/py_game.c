/* Game: rules by name, and what can be asked of them before a move is made. */
#include "py_binding.h"

PyTypeObject *py_game_type;

PyGame *py_game(PyObject *object)
{
    int is_one = PyObject_IsInstance(object, (PyObject *)py_game_type);
    if (is_one == 0)
        PyErr_SetString(PyExc_TypeError, "a ludoteca.Game is wanted");
    if (is_one > 0 && !((PyGame *)object)->rules.game) {
        py_raise_usage("This Game was not initialised.");
        return NULL;
    }
    return is_one > 0 ? (PyGame *)object : NULL;
}

static int init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"rules", "max_length", NULL};
    PyGame *game = (PyGame *)self;
    const char *text;
    int length = 0;
    LudError err;
    LudRules rules;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "s|i:Game", names, &text, &length))
        return -1;
    if (lud_rules_parse(text, &rules, &err) != LUD_OK) {
        py_raise(&err);
        return -1;
    }
    if (length < 0 || length > LUD_LENGTH_MOST) {
        py_raise_usage("An episode has 1 to 1000000 actions.");
        return -1;
    }
    game->rules = rules;
    game->length = length;
    game->has_learning = lud_learning_space(&rules, &game->space, NULL) == LUD_OK;
    return 0;
}

/* A Game that was made without its __init__ has no rules. */
static PyGame *ready(PyObject *self)
{
    PyGame *game = (PyGame *)self;
    if (game->rules.game)
        return game;
    py_raise_usage("This Game was not initialised.");
    return NULL;
}

static PyGame *ready_to_learn(PyObject *self)
{
    PyGame *game = ready(self);
    LudError err;
    if (game && lud_learning_space(&game->rules, &game->space, &err) != LUD_OK) {
        py_raise(&err);
        return NULL;
    }
    return game;
}

static void dealloc(PyObject *self)
{
    py_drop(self);
}

/* -- names ------------------------------------------------------------------------------------- */

static PyObject *get_rules(PyObject *self, void *unused)
{
    (void)unused;
    char text[LUD_RULES_TEXT];
    PyGame *game = ready(self);
    if (!game)
        return NULL;
    lud_rules_print(&game->rules, text);
    return PyUnicode_FromString(text);
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    return game ? PyUnicode_FromString(game->rules.game->name) : NULL;
}

static PyObject *get_title(PyObject *self, void *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    return game ? PyUnicode_FromString(game->rules.game->title) : NULL;
}

static PyObject *get_options(PyObject *self, void *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    PyObject *made = game ? PyDict_New() : NULL;
    for (int i = 0; made && i < game->rules.game->option_count; i++) {
        const char *key = game->rules.game->options[i].key;
        PyObject *value = PyUnicode_FromString(lud_rules_value(&game->rules, key));
        if (!value || PyDict_SetItemString(made, key, value) != 0)
            Py_CLEAR(made);
        Py_XDECREF(value);
    }
    return made;
}

static int count_sides(const PyGame *game)
{
    LudState start;
    lud_rules_start(&game->rules, &start);
    return game->rules.game->rules.sides(&start);
}

static int count_seats(const PyGame *game)
{
    LudState start;
    lud_rules_start(&game->rules, &start);
    return game->rules.game->rules.seats(&start);
}

static PyObject *get_sides(PyObject *self, void *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    int sides = game ? count_sides(game) : 0;
    PyObject *made = game ? PyTuple_New(sides) : NULL;
    for (int i = 0; made && i < sides; i++) {
        PyObject *name = PyUnicode_FromString(game->rules.game->side_names[i]);
        if (!name || PyTuple_SetItem(made, i, name) != 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *get_can_learn(PyObject *self, void *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    return game ? PyBool_FromLong(game->has_learning) : NULL;
}

static PyObject *repr(PyObject *self)
{
    PyObject *rules = get_rules(self, NULL);
    PyObject *made = rules ? PyUnicode_FromFormat("ludoteca.Game(%R)", rules) : NULL;
    Py_XDECREF(rules);
    return made;
}

static PyObject *prose(PyObject *self, PyObject *arguments)
{
    const char *language = "en";
    PyGame *game = ready(self);
    if (!game || !PyArg_ParseTuple(arguments, "|s:prose", &language))
        return NULL;
    return PyUnicode_FromString(lud_game_prose(game->rules.game, language));
}

/* -- numbers ----------------------------------------------------------------------------------- */

static PyObject *num_players(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    return game ? PyLong_FromLong(count_seats(game)) : NULL;
}

static PyObject *num_distinct_actions(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready_to_learn(self);
    return game ? PyLong_FromLong(game->space.actions) : NULL;
}

static PyObject *max_game_length(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready_to_learn(self);
    return game ? PyLong_FromLong(game->length ? game->length : game->space.length) : NULL;
}

static PyObject *max_chance_outcomes(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    LudChance chances[LUD_MAX_CHANCES];
    LudState start;
    if (!game)
        return NULL;
    lud_rules_start(&game->rules, &start);
    const LudGameChance *chance = game->rules.game->chance;
    return PyLong_FromLong(chance ? chance->outcomes(&start, chances) : 0);
}

static PyObject *max_observed(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready_to_learn(self);
    return game ? PyLong_FromLong(game->space.most_seen) : NULL;
}

static PyObject *observation_tensor_shape(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready_to_learn(self);
    PyObject *made = game ? PyList_New(game->space.dimensions) : NULL;
    for (int i = 0; made && i < game->space.dimensions; i++) {
        if (PyList_SetItem(made, i, PyLong_FromLong(game->space.shape[i])) != 0)
            Py_CLEAR(made);
    }
    return made;
}

static PyObject *observation_tensor_size(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready_to_learn(self);
    return game ? PyLong_FromLong(lud_space_seen(&game->space)) : NULL;
}

/* Zero-sum: the least that a seat can get is a lost game of two sides, or of three half of that. */
static PyObject *min_utility(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyGame *game = ready(self);
    return game ? PyFloat_FromDouble(-1.0 / (count_sides(game) - 1)) : NULL;
}

static PyObject *max_utility(PyObject *self, PyObject *unused)
{
    (void)unused;
    return ready(self) ? PyFloat_FromDouble(1) : NULL;
}

static PyObject *utility_sum(PyObject *self, PyObject *unused)
{
    (void)unused;
    return ready(self) ? PyFloat_FromDouble(0) : NULL;
}

/* -- positions --------------------------------------------------------------------------------- */

/* A position from text, or the start if that is NULL. */
static bool read_position(const PyGame *game, const char *position, const char *moves, LudState *s)
{
    LudError err;
    if (lud_state_read(s, &game->rules, position, moves, 0, &err) == LUD_OK)
        return true;
    py_raise(&err);
    return false;
}

static PyObject *new_initial_state(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"position", NULL};
    const char *position = NULL;
    PyGame *game = ready(self);
    LudEpisode *episode;
    LudError err;
    LudState start;
    if (!game ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "|z:new_initial_state", names, &position))
        return NULL;
    if (!read_position(game, position, NULL, &start))
        return NULL;
    if (lud_episode_new(&episode, &game->rules, &start, game->length, &err) != LUD_OK)
        return py_raise(&err);
    return py_wrap_episode(episode);
}

static PyObject *deserialize_state(PyObject *self, PyObject *argument)
{
    const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
    return ready(self) && text ? py_state_from_text(text) : NULL;
}

static PyObject *new_play(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"position", "moves", NULL};
    const char *position = NULL, *moves = NULL;
    PyGame *game = ready(self);
    LudPlay *play;
    LudError err;
    if (!game ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "|zz:new_play", names, &position, &moves))
        return NULL;
    if (lud_play_read(&play, &game->rules, position, moves, 0, &err) != LUD_OK)
        return py_raise(&err);
    return py_wrap_play(play);
}

static PyObject *perft(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"depth", "position", NULL};
    const char *position = NULL;
    PyGame *game = ready(self);
    int depth;
    LudState s;
    if (!game ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "i|z:perft", names, &depth, &position))
        return NULL;
    if (depth < 0 || depth > 64)
        return py_raise_usage("The depth is 0 to 64.");
    if (!read_position(game, position, NULL, &s))
        return NULL;
    uint64_t nodes;
    Py_BEGIN_ALLOW_THREADS;
    nodes = lud_perft(game->rules.game, &s, depth);
    Py_END_ALLOW_THREADS;
    return PyLong_FromUnsignedLongLong(nodes);
}

static PyObject *reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *rules = get_rules(self, NULL);
    return rules ? Py_BuildValue("O(Ni)", py_game_type, rules, ((PyGame *)self)->length) : NULL;
}

static PyMethodDef methods[] = {
    {"prose", prose, METH_VARARGS, "prose(language='en') -> str\n\nThe rules in Markdown."},
    {"num_players", num_players, METH_NOARGS, "How many seats there are, counted from 0."},
    {"num_distinct_actions", num_distinct_actions, METH_NOARGS,
     "Actions are 0 to this number minus 1."},
    {"max_game_length", max_game_length, METH_NOARGS,
     "Actions (not rolls) after which an episode is cut."},
    {"max_chance_outcomes", max_chance_outcomes, METH_NOARGS, "Outcomes of the dice; 0: none."},
    {"max_observed", max_observed, METH_NOARGS, "The largest number in any observation."},
    {"observation_tensor_shape", observation_tensor_shape, METH_NOARGS,
     "The shape of what a seat sees, planes first."},
    {"observation_tensor_size", observation_tensor_size, METH_NOARGS, "How many numbers that are."},
    {"min_utility", min_utility, METH_NOARGS, "The least that a seat can get."},
    {"max_utility", max_utility, METH_NOARGS, "The most that a seat can get."},
    {"utility_sum", utility_sum, METH_NOARGS, "What all sides get together: 0."},
    {"new_initial_state", KEYWORDS(new_initial_state), METH_VARARGS | METH_KEYWORDS,
     "new_initial_state(position=None) -> State\n\nAn episode played by actions."},
    {"deserialize_state", deserialize_state, METH_O,
     "deserialize_state(text) -> State\n\nReads what State.serialize wrote."},
    {"new_play", KEYWORDS(new_play), METH_VARARGS | METH_KEYWORDS,
     "new_play(position=None, moves=None) -> Play\n\nA game played by moves in their notation."},
    {"perft", KEYWORDS(perft), METH_VARARGS | METH_KEYWORDS,
     "perft(depth, position=None) -> int\n\nSequences of exactly so many plies."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef properties[] = {
    {"rules", get_rules, NULL, "The name with all options that are not the usual ones.", NULL},
    {"name", get_name, NULL, "The name without options.", NULL},
    {"title", get_title, NULL, "The name for people.", NULL},
    {"options", get_options, NULL, "All options with their values.", NULL},
    {"sides", get_sides, NULL, "The names of the sides; seat i plays for side i % sides.", NULL},
    {"can_learn", get_can_learn, NULL, "Whether it can be played by actions.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Game(rules, max_length=0)\n\nA game with its options: 'NAME:key=value,key=value'. "
                "Episodes are cut after max_length actions (0: the game's usual number)."},
    {Py_tp_init, init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca.Game",
                           .basicsize = sizeof(PyGame),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = slots};

bool py_add_game(PyObject *module)
{
    return py_add_type(module, &spec, &py_game_type);
}
