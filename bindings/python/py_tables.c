/* Tables: perfect play, asked, built and proved. */
#include "py_binding.h"

typedef struct PyTables {
    PyObject head;
    int is_busy; /* small tables grow in memory, which nobody may watch */
    LudTables *tables;
    LudRules rules;
} PyTables;

PyTypeObject *py_tables_type;

static void dealloc(PyObject *self)
{
    lud_tables_close(((PyTables *)self)->tables);
    py_drop(self);
}

static int init(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"game", "path", NULL};
    PyTables *self = (PyTables *)object;
    PyObject *game;
    const char *path = NULL;
    LudError err;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|z:Tables", names, &game, &path))
        return -1;
    PyGame *rules = py_game(game);
    if (!rules)
        return -1;
    if (self->tables) {
        py_raise_usage("Tables are opened once, for a Game.");
        return -1;
    }
    self->rules = rules->rules;
    LudStatus status = lud_tables_check(self->rules.game, &err);
    if (status == LUD_OK)
        status = lud_tables_open(&self->tables, &self->rules, path, &err);
    if (status == LUD_OK)
        return 0;
    py_raise(&err);
    return -1;
}

static bool enter(PyTables *self)
{
    if (!self->tables) {
        py_raise_usage("These Tables were not initialised.");
        return false;
    }
    return py_enter(&self->is_busy, "set of tables");
}

static bool read_position(const PyTables *self, const char *text, LudState *s)
{
    LudError err;
    if (!self->tables) {
        py_raise_usage("These Tables were not initialised.");
        return false;
    }
    unsigned flags = self->rules.game->text.has_fragments ? LUD_PARSE_FRAGMENT : 0;
    if (lud_state_read(s, &self->rules, text, NULL, flags, &err) == LUD_OK)
        return true;
    py_raise(&err);
    return false;
}

/* -- asking ------------------------------------------------------------------------------------ */

static PyObject *probe(PyObject *object, PyObject *argument)
{
    PyTables *self = (PyTables *)object;
    PyObject *string = PyObject_Str(argument); /* a State or a Play is its position */
    const char *text = string ? PyUnicode_AsUTF8AndSize(string, NULL) : NULL;
    LudState s;
    char *json = NULL;
    bool is_read = text && read_position(self, text, &s) && enter(self);
    Py_XDECREF(string);
    if (!is_read)
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    json = lud_json_table_probe(&self->rules, self->tables, &s);
    Py_END_ALLOW_THREADS;
    py_leave(&self->is_busy);
    return py_take_json(json);
}

static PyObject *reach(PyObject *object, PyObject *unused)
{
    (void)unused;
    PyTables *self = (PyTables *)object;
    if (!enter(self))
        return NULL;
    int layer = lud_tables_reach(self->tables, NULL);
    py_leave(&self->is_busy);
    return PyLong_FromLong(layer);
}

static PyObject *repr(PyObject *object)
{
    PyTables *self = (PyTables *)object;
    char text[LUD_RULES_TEXT];
    PyObject *layer = reach(object, NULL);
    if (!layer)
        return NULL;
    lud_rules_print(&self->rules, text);
    PyObject *made = PyUnicode_FromFormat("<ludoteca.Tables %s, up to layer %S>", text, layer);
    Py_DECREF(layer);
    return made;
}

static PyObject *counts(PyObject *object, PyObject *argument)
{
    PyTables *self = (PyTables *)object;
    LudError err;
    LudStatus status;
    char *json = NULL;
    long most = PyLong_AsLong(argument);
    if ((most == -1 && PyErr_Occurred()) || !enter(self))
        return NULL;
    int top = lud_tables_top_layer(&self->rules);
    int layer = most < 0 ? -1 : most > top ? top : (int)most;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_json_table_counts(&self->rules, self->tables, layer, &json, &err);
    Py_END_ALLOW_THREADS;
    py_leave(&self->is_busy);
    return status == LUD_OK ? py_take_json(json) : py_raise(&err);
}

static PyObject *hold(PyObject *object, PyObject *argument)
{
    PyTables *self = (PyTables *)object;
    LudError err;
    LudStatus status = LUD_OK;
    bool has_more = true;
    long layers = PyLong_AsLong(argument);
    if ((layers == -1 && PyErr_Occurred()) || !enter(self))
        return NULL;
    if (layers < 0 || layers > lud_tables_top_layer(&self->rules)) {
        py_leave(&self->is_busy);
        return py_raise_usage("There is no such layer.");
    }
    Py_BEGIN_ALLOW_THREADS;
    while (has_more && status == LUD_OK)
        status = lud_tables_hold(self->tables, (int)layers, &has_more, &err);
    Py_END_ALLOW_THREADS;
    py_leave(&self->is_busy);
    if (status != LUD_OK)
        return py_raise(&err);
    Py_RETURN_NONE;
}

/* -- building and proving ---------------------------------------------------------------------- */

/* Lets Ctrl-C end what takes long. */
static bool watch(void *unused, const LudTableProgress *progress)
{
    (void)unused;
    (void)progress;
    PyGILState_STATE held = PyGILState_Ensure();
    bool goes_on = PyErr_CheckSignals() == 0;
    PyGILState_Release(held);
    return goes_on;
}

static PyObject *none_or_error(LudStatus status, const LudError *err)
{
    if (PyErr_Occurred())
        return NULL;
    if (status != LUD_OK)
        return py_raise(err);
    Py_RETURN_NONE;
}

static PyObject *build(PyObject *unused, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"game", "layers", "path", "threads", "memory_mb", "columns", NULL};
    (void)unused;
    PyObject *game;
    unsigned int memory = 0;
    LudTableBuild wanted = {.size = sizeof wanted, .watch = watch};
    LudError err;
    LudStatus status;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "Oi|ziIz:build", names, &game,
                                     &wanted.layers, &wanted.dir, &wanted.threads, &memory,
                                     &wanted.columns))
        return NULL;
    PyGame *rules = py_game(game);
    if (!rules)
        return NULL;
    wanted.memory_bytes = (uint64_t)memory << 20;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_tables_check(rules->rules.game, &err);
    if (status == LUD_OK)
        status = lud_tables_build(&rules->rules, &wanted, &err);
    Py_END_ALLOW_THREADS;
    return none_or_error(status, &err);
}

static PyObject *verify(PyObject *unused, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"game",  "layers",    "path",  "threads",
                            "every", "memory_mb", "least", NULL};
    (void)unused;
    PyObject *game;
    unsigned int memory = 0;
    const char *path = NULL;
    uint64_t checked = 0;
    LudTableCheck wanted = {.size = sizeof wanted, .layers = -1, .watch = watch};
    LudError err;
    LudStatus status;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|iziiIi:verify", names, &game,
                                     &wanted.layers, &path, &wanted.threads, &wanted.every, &memory,
                                     &wanted.from))
        return NULL;
    PyGame *rules = py_game(game);
    if (!rules)
        return NULL;
    wanted.memory_bytes = (uint64_t)memory << 20;
    Py_BEGIN_ALLOW_THREADS;
    status = lud_tables_check(rules->rules.game, &err);
    if (status == LUD_OK)
        status = lud_tables_verify(&rules->rules, path, &wanted, &checked, &err);
    Py_END_ALLOW_THREADS;
    PyObject *answer = none_or_error(status, &err);
    Py_XDECREF(answer);
    return answer ? PyLong_FromUnsignedLongLong(checked) : NULL;
}

PyObject *py_table_files(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path = NULL;
    if (!PyArg_ParseTuple(arguments, "|z:table_files", &path))
        return NULL;
    return py_take_json(lud_json_table_files(path));
}

static PyMethodDef methods[] = {
    {"probe", probe, METH_O,
     "probe(position) -> dict\n\nWhat the tables say of a position (or State, or Play) and of its "
     "moves."},
    {"reach", reach, METH_NOARGS, "The highest layer up to which all is there; -1: none."},
    {"counts", counts, METH_O, "counts(most) -> dict\n\nHow positions are worth, layer by layer."},
    {"hold", hold, METH_O, "hold(layers)\n\nWorks small tables out in memory; only if path is ''."},
    {"build", KEYWORDS(build), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     "build(game, layers, path=None, threads=0, memory_mb=0, columns=None)\n\nBuilds what is "
     "missing, in files."},
    {"verify", KEYWORDS(verify), METH_VARARGS | METH_KEYWORDS | METH_STATIC,
     "verify(game, layers=-1, path=None, threads=0, every=0, memory_mb=0, least=0) -> "
     "int\n\nProves "
     "tables right, from layer `least` on; how many entries were proven."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Tables(game, path=None)\n\nTables of perfect play, found in these directories "
                "(None: the usual ones, '': none)."},
    {Py_tp_init, init},
    {Py_tp_repr, repr},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca.Tables",
                           .basicsize = sizeof(PyTables),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = slots};

bool py_add_tables(PyObject *module)
{
    return py_add_type(module, &spec, &py_tables_type);
}
