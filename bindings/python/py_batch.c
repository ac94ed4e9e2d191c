/* Batch: many games at once, written into arrays of the caller. ludoteca.Batch allocates those that
 * are not given; here each is an array, or None to be left out. */
#include "py_arrays.h"

enum { LEGAL, OBSERVATION, REWARD, DONE, TRUNCATED, PLAYER, ARRAYS };

static char *array_names[ARRAYS] = {"legal", "observation", "reward",
                                    "done",  "truncated",   "player"};

typedef struct PyBatch {
    PyObject head;
    int is_busy;
    int count;
    LudBatch *batch;
    LudRules rules;
    uint64_t seed;
    Array array[ARRAYS];
    LudBatchArrays places;
} PyBatch;

PyTypeObject *py_batch_type;

/* -- life -------------------------------------------------------------------------------------- */

static void close_all(PyBatch *self)
{
    lud_batch_free(self->batch);
    self->batch = NULL;
    for (int i = 0; i < ARRAYS; i++)
        array_close(&self->array[i]);
}

static void dealloc(PyObject *self)
{
    close_all((PyBatch *)self);
    py_drop(self);
}

/* What each array has to be. */
static ArrayWish wish_for(const PyBatch *self, int which)
{
    static const int kinds[ARRAYS] = {
        [LEGAL] = ARRAY_BOOL,     [OBSERVATION] = ARRAY_FLOAT32 | ARRAY_UINT8,
        [REWARD] = ARRAY_FLOAT32, [DONE] = ARRAY_BOOL,
        [TRUNCATED] = ARRAY_BOOL, [PLAYER] = ARRAY_INT32};
    const LudSpace *space = lud_batch_space(self->batch);
    ArrayWish wish = {.name = array_names[which],
                      .kinds = kinds[which],
                      .is_written = true,
                      .dimensions = 1,
                      .shape = {self->count}};
    if (which == LEGAL || which == REWARD) {
        wish.dimensions = 2;
        wish.shape[1] = which == LEGAL ? space->actions : lud_batch_seats(self->batch);
    }
    for (int i = 0; which == OBSERVATION && i < space->dimensions; i++)
        wish.shape[wish.dimensions++] = space->shape[i];
    return wish;
}

static bool open_arrays(PyBatch *self, PyObject *given[ARRAYS])
{
    for (int i = 0; i < ARRAYS; i++) {
        ArrayWish wish = wish_for(self, i);
        if (given[i] != Py_None && !array_open(&self->array[i], given[i], &wish))
            return false;
    }
    const Array *seen = &self->array[OBSERVATION];
    self->places = (LudBatchArrays){.legal = self->array[LEGAL].data,
                                    .seen = seen->kind == ARRAY_UINT8 ? seen->data : NULL,
                                    .seen_float = seen->kind == ARRAY_FLOAT32 ? seen->data : NULL,
                                    .reward = self->array[REWARD].data,
                                    .done = self->array[DONE].data,
                                    .truncated = self->array[TRUNCATED].data,
                                    .player = self->array[PLAYER].data};
    return true;
}

static bool read_seed(PyObject *given, uint64_t *seed)
{
    *seed = given ? PyLong_AsUnsignedLongLong(given) : 0;
    return !PyErr_Occurred();
}

static bool make(PyBatch *self, const char *rules, LudBatchOptions *options)
{
    LudError err;
    LudStatus status = lud_rules_parse(rules, &self->rules, &err);
    if (status == LUD_OK)
        status = lud_batch_new(&self->batch, &self->rules, options, &err);
    if (status != LUD_OK)
        py_raise(&err);
    self->count = options->count;
    self->seed = options->seed;
    return status == LUD_OK;
}

static int init(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"rules",       "count",  "threads", "seed",      "max_length", "legal",
                            "observation", "reward", "done",    "truncated", "player",     NULL};
    PyBatch *self = (PyBatch *)object;
    PyObject *seed = NULL, *given[ARRAYS];
    const char *rules;
    LudBatchOptions options = {.size = sizeof options};
    for (int i = 0; i < ARRAYS; i++)
        given[i] = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "si|iOiOOOOOO:Batch", names, &rules,
                                     &options.count, &options.threads, &seed, &options.length,
                                     &given[LEGAL], &given[OBSERVATION], &given[REWARD],
                                     &given[DONE], &given[TRUNCATED], &given[PLAYER]) ||
        !read_seed(seed, &options.seed))
        return -1;
    if (self->batch) {
        py_raise_usage("This Batch was initialised before.");
        return -1;
    }
    if (!make(self, rules, &options) || !open_arrays(self, given)) {
        close_all(self);
        return -1;
    }
    lud_batch_reset(self->batch, options.seed, &self->places);
    return 0;
}

/* -- playing ----------------------------------------------------------------------------------- */

/* False with an exception if it was never made, or if another thread is in it. */
static bool enter(PyBatch *self)
{
    if (!self->batch) {
        py_raise_usage("This Batch was not initialised.");
        return false;
    }
    return py_enter(&self->is_busy, "batch");
}

static LudStatus step_freely(PyBatch *self, const Array *actions, LudError *err)
{
    LudStatus status;
    Py_BEGIN_ALLOW_THREADS;
    if (actions->kind == ARRAY_INT32)
        status = lud_batch_step_32(self->batch, actions->data, &self->places, err);
    else
        status = lud_batch_step(self->batch, actions->data, &self->places, err);
    Py_END_ALLOW_THREADS;
    return status;
}

static PyObject *step(PyObject *object, PyObject *argument)
{
    PyBatch *self = (PyBatch *)object;
    Array actions;
    LudError err;
    LudStatus status = LUD_EUSAGE;
    ArrayWish wish = {.name = "actions",
                      .kinds = ARRAY_INT32 | ARRAY_INT64,
                      .dimensions = 1,
                      .shape = {self->count}};
    if (!enter(self))
        return NULL;
    bool is_open = array_open(&actions, argument, &wish);
    if (is_open) {
        status = step_freely(self, &actions, &err);
        array_close(&actions);
    }
    py_leave(&self->is_busy);
    if (is_open && status != LUD_OK)
        py_raise(&err);
    if (status != LUD_OK)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *reset(PyObject *object, PyObject *arguments)
{
    PyBatch *self = (PyBatch *)object;
    PyObject *given = NULL;
    uint64_t seed = 0;
    if (!PyArg_ParseTuple(arguments, "|O:reset", &given))
        return NULL;
    given = given == Py_None ? NULL : given;
    if (!read_seed(given, &seed) || !enter(self))
        return NULL;
    self->seed = given ? seed : self->seed;
    Py_BEGIN_ALLOW_THREADS;
    lud_batch_reset(self->batch, self->seed, &self->places);
    Py_END_ALLOW_THREADS;
    py_leave(&self->is_busy);
    Py_RETURN_NONE;
}

static PyObject *position(PyObject *object, PyObject *argument)
{
    PyBatch *self = (PyBatch *)object;
    char text[LUD_STATE_TEXT];
    long game = PyLong_AsLong(argument);
    if ((game == -1 && PyErr_Occurred()) || !enter(self))
        return NULL;
    bool is_there = game >= 0 && game < self->count;
    if (is_there)
        self->rules.game->text.state_print(lud_batch_state(self->batch, (int)game), text);
    py_leave(&self->is_busy);
    if (is_there)
        return PyUnicode_FromString(text);
    PyErr_Format(PyExc_IndexError, "There is no game %ld in this batch.", game);
    return NULL;
}

static Py_ssize_t length(PyObject *object)
{
    return ((PyBatch *)object)->count;
}

static PyMethodDef methods[] = {
    {"step", step, METH_O,
     "step(actions)\n\nTakes an action in every game (int32 or int64) and fills the arrays. If one "
     "is illegal, none is taken. Other threads of Python run meanwhile."},
    {"reset", reset, METH_VARARGS,
     "reset(seed=None)\n\nBegins all games anew, with the dice of this or of the last seed."},
    {"position", position, METH_O, "position(game) -> str\n\nThe position of one of the games."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "Many games at once; see ludoteca.Batch."},
                              {Py_tp_init, init},
                              {Py_tp_new, PyType_GenericNew},
                              {Py_tp_dealloc, dealloc},
                              {Py_sq_length, length},
                              {Py_tp_methods, methods},
                              {0, NULL}};

static PyType_Spec spec = {.name = "ludoteca._core.Batch",
                           .basicsize = sizeof(PyBatch),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = slots};

bool py_add_batch(PyObject *module)
{
    return py_add_type(module, &spec, &py_batch_type);
}
