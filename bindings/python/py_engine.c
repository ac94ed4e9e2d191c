/* Engine: best moves, lines, hints, reviews. The interpreter's lock is let go while it thinks, on a
 * copy of the game, so that others may go on with theirs. */
#include "py_binding.h"

typedef struct PyEngine {
    PyObject head;
    int is_busy;
    LudEngine *engine;
    LudRules rules;
} PyEngine;

PyTypeObject *py_engine_type;

static void dealloc(PyObject *self)
{
    lud_engine_free(((PyEngine *)self)->engine);
    py_drop(self);
}

static int init(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"game", "memory_mb", "threads", "seed", "tables", NULL};
    PyEngine *self = (PyEngine *)object;
    PyObject *game;
    unsigned int memory = 0;
    unsigned long long seed = 0;
    LudEngineOptions options = {.size = sizeof options};
    LudError err;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|IiKz:Engine", names, &game, &memory,
                                     &options.threads, &seed, &options.table_path))
        return -1;
    PyGame *rules = py_game(game);
    if (!rules)
        return -1;
    if (self->engine || options.threads < 0 || options.threads > 256) {
        py_raise_usage("An Engine is made once, for a Game, with 1 to 256 threads.");
        return -1;
    }
    options.memory_bytes = (size_t)memory << 20;
    options.seed = seed;
    self->rules = rules->rules;
    if (lud_engine_new(&self->engine, &self->rules, &options, &err) != LUD_OK) {
        py_raise(&err);
        return -1;
    }
    return 0;
}

/* -- requests ---------------------------------------------------------------------------------- */

/* A request: the engine is entered, and the game copied. */
static LudPlay *begin(PyEngine *self, PyObject *object)
{
    LudPlay *play = py_play(object);
    if (!play)
        return NULL;
    if (!self->engine) {
        py_raise_usage("This Engine was not initialised.");
        return NULL;
    }
    char own[LUD_RULES_TEXT], its[LUD_RULES_TEXT];
    lud_rules_print(&self->rules, own);
    lud_rules_print(lud_play_rules(play), its);
    if (strcmp(own, its) != 0) {
        PyErr_Format(PyExc_ValueError, "This engine is for %s, the game is %s.", own, its);
        return NULL;
    }
    LudPlay *copy = py_copy_play(object);
    if (!copy)
        return NULL;
    if (py_enter(&self->is_busy, "engine"))
        return copy;
    lud_play_free(copy);
    return NULL;
}

static void end(PyEngine *self, LudPlay *copy)
{
    lud_play_free(copy);
    py_leave(&self->is_busy);
}

static LudLimits limits_of(long long ms, unsigned long long nodes, int depth)
{
    return (LudLimits){.move_ms = ms, .nodes = nodes, .depth = depth};
}

static PyObject *choose(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"play", "player", NULL};
    PyEngine *self = (PyEngine *)object;
    PyObject *given;
    const char *text = "max,time=100ms";
    LudPlayerSpec player;
    LudChoice choice;
    LudError err;
    LudStatus status;
    char move[LUD_MOVE_TEXT];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|s:choose", names, &given, &text))
        return NULL;
    if (lud_player_spec_parse(text, &player, &err) != LUD_OK)
        return py_raise(&err);
    LudPlay *play = begin(self, given);
    if (!play)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_engine_choose(self->engine, &player, play, NULL, NULL, &choice, &err);
    if (status == LUD_OK)
        self->rules.game->text.move_print(lud_play_state(play), choice.move, move);
    Py_END_ALLOW_THREADS;
    end(self, play);
    return status == LUD_OK ? PyUnicode_FromString(move) : py_raise(&err);
}

static PyObject *analyse(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"play", "lines", "ms", "nodes", "depth", NULL};
    PyEngine *self = (PyEngine *)object;
    PyObject *given;
    int lines = 0, depth = 0;
    long long ms = 0;
    unsigned long long nodes = 0;
    char *text = NULL;
    LudFindings findings;
    LudError err;
    LudStatus status;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|iLKi:analyse", names, &given, &lines,
                                     &ms, &nodes, &depth))
        return NULL;
    LudPlay *play = begin(self, given);
    if (!play)
        return NULL;
    LudLimits limits = limits_of(ms, nodes, depth);
    Py_BEGIN_ALLOW_THREADS;
    status = lud_engine_analyse(self->engine, play, &limits, lines, NULL, &findings, &err);
    if (status == LUD_OK)
        text = lud_json_analysis(&self->rules, lud_play_state(play), &findings);
    Py_END_ALLOW_THREADS;
    end(self, play);
    return status == LUD_OK ? py_take_json(text) : py_raise(&err);
}

static PyObject *hint(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"play", "ms", "nodes", "depth", NULL};
    PyEngine *self = (PyEngine *)object;
    PyObject *given;
    int depth = 0;
    long long ms = 0;
    unsigned long long nodes = 0;
    char *text = NULL;
    LudHint found;
    LudError err;
    LudStatus status;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|LKi:hint", names, &given, &ms, &nodes,
                                     &depth))
        return NULL;
    LudPlay *play = begin(self, given);
    if (!play)
        return NULL;
    LudLimits limits = limits_of(ms, nodes, depth);
    const LudLimits *asked = ms || nodes || depth ? &limits : NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_engine_hint(self->engine, play, asked, &found, &err);
    if (status == LUD_OK)
        text = lud_json_hint(&self->rules, lud_play_state(play), &found);
    Py_END_ALLOW_THREADS;
    end(self, play);
    return status == LUD_OK ? py_take_json(text) : py_raise(&err);
}

/* The review as JSON, and its curve as SVG. */
static LudStatus make_review(PyEngine *self, LudPlay *play, unsigned long long nodes, char **json,
                             char **svg, LudError *err)
{
    LudReview *review;
    LudLimits limits = limits_of(0, nodes, 0);
    LudStatus status =
        lud_engine_review(self->engine, play, nodes ? &limits : NULL, NULL, NULL, &review, err);
    if (status != LUD_OK)
        return status;
    *json = lud_json_review(play, review);
    *svg = lud_review_svg(review, self->rules.game->title, self->rules.game->side_names);
    lud_review_free(review);
    return LUD_OK;
}

static PyObject *judge(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"play", "nodes", NULL};
    PyEngine *self = (PyEngine *)object;
    PyObject *given;
    unsigned long long nodes = 0;
    char *json = NULL, *svg = NULL;
    LudError err;
    LudStatus status;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|K:judge", names, &given, &nodes))
        return NULL;
    LudPlay *play = begin(self, given);
    if (!play)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = make_review(self, play, nodes, &json, &svg, &err);
    Py_END_ALLOW_THREADS;
    end(self, play);
    if (status != LUD_OK)
        return py_raise(&err);
    PyObject *described = py_take_json(json), *drawn = py_take_text(svg);
    PyObject *made = described && drawn ? Py_BuildValue("(OO)", described, drawn) : NULL;
    Py_XDECREF(described);
    Py_XDECREF(drawn);
    return made;
}

/* From any thread: ends the request that runs. */
static PyObject *stop(PyObject *object, PyObject *unused)
{
    (void)unused;
    PyEngine *self = (PyEngine *)object;
    if (self->engine && __atomic_load_n(&self->is_busy, __ATOMIC_ACQUIRE))
        lud_engine_stop(self->engine);
    Py_RETURN_NONE;
}

static PyObject *new_game(PyObject *object, PyObject *unused)
{
    (void)unused;
    PyEngine *self = (PyEngine *)object;
    if (!self->engine || !py_enter(&self->is_busy, "engine"))
        return self->engine ? NULL : py_raise_usage("This Engine was not initialised.");
    lud_engine_new_game(self->engine);
    py_leave(&self->is_busy);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"choose", KEYWORDS(choose), METH_VARARGS | METH_KEYWORDS,
     "choose(play, player='max,time=100ms') -> str\n\nA move of a player such as 'random', "
     "'greedy', 'level=3', 'mcts=1000', 'max,depth=8'."},
    {"analyse", KEYWORDS(analyse), METH_VARARGS | METH_KEYWORDS,
     "analyse(play, lines=0, ms=0, nodes=0, depth=0) -> dict\n\nThe best moves with their lines; "
     "lines=0: all moves; without a limit one second."},
    {"hint", KEYWORDS(hint), METH_VARARGS | METH_KEYWORDS,
     "hint(play, ms=0, nodes=0, depth=0) -> dict\n\nThe best move, and why, in words."},
    {"judge", KEYWORDS(judge), METH_VARARGS | METH_KEYWORDS,
     "judge(play, nodes=0) -> tuple\n\nEvery ply judged, and the curve as SVG."},
    {"stop", stop, METH_NOARGS, "Ends the request that runs, from another thread."},
    {"new_game", new_game, METH_NOARGS, "Forgets the game that was played."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "An engine for one Game; see ludoteca.Engine."},
                              {Py_tp_init, init},
                              {Py_tp_new, PyType_GenericNew},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca._core.Engine",
                           .basicsize = sizeof(PyEngine),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = slots};

bool py_add_engine(PyObject *module)
{
    return py_add_type(module, &spec, &py_engine_type);
}
