/* The module ludoteca._core: errors, helpers, and what needs no object. */
#include <stdatomic.h>
#include <stddef.h>

#include "py_binding.h"

static PyObject *error_type;

/* -- errors ------------------------------------------------------------------------------------ */

static PyObject *exception_for(LudStatus status)
{
    switch (status) {
    case LUD_EMEMORY:
        return PyExc_MemoryError;
    case LUD_EFILE:
        return PyExc_OSError;
    case LUD_ESTOPPED:
        return PyExc_InterruptedError;
    default:
        return error_type;
    }
}

PyObject *py_raise(const LudError *err)
{
    char text[2048];
    lud_error_text(err, NULL, text, sizeof text);
    PyObject *message = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    if (message) {
        PyErr_SetObject(exception_for(err->status), message);
        Py_DECREF(message);
    }
    return NULL;
}

PyObject *py_raise_usage(const char *message)
{
    PyErr_SetString(error_type, message);
    return NULL;
}

/* -- objects ----------------------------------------------------------------------------------- */

PyObject *py_take_text(char *text)
{
    if (!text)
        return PyErr_NoMemory();
    PyObject *made = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    lud_free(text);
    return made;
}

PyObject *py_take_json(char *text)
{
    PyObject *string = py_take_text(text);
    PyObject *json = string ? PyImport_ImportModule("json") : NULL;
    PyObject *made = json ? PyObject_CallMethod(json, "loads", "O", string) : NULL;
    Py_XDECREF(json);
    Py_XDECREF(string);
    return made;
}

void *py_make(PyTypeObject *type)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
}

void py_drop(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

bool py_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type && PyModule_AddType(module, *type) == 0;
}

bool py_enter(int *is_busy, const char *what)
{
    if (__atomic_exchange_n(is_busy, 1, __ATOMIC_ACQUIRE) == 0)
        return true;
    PyErr_Format(PyExc_RuntimeError, "This %s is in use by another thread.", what);
    return false;
}

void py_leave(int *is_busy)
{
    __atomic_store_n(is_busy, 0, __ATOMIC_RELEASE);
}

/* -- the module -------------------------------------------------------------------------------- */

static PyObject *games(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return py_take_json(lud_json_games(NULL));
}

static PyObject *state_from_text(PyObject *module, PyObject *argument)
{
    (void)module;
    const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
    return text ? py_state_from_text(text) : NULL;
}

static PyMethodDef functions[] = {
    {"games", games, METH_NOARGS,
     "games() -> dict\n\nAll games with their options, as docs/JSON.md describes them."},
    {"state_from_text", state_from_text, METH_O,
     "state_from_text(text) -> State\n\nReads what State.serialize wrote."},
    {"read_record", py_read_record, METH_VARARGS,
     "read_record(text, format, offset) -> tuple\n\nThe record at an offset: play, tags, comments, "
     "and where the next begins, or None."},
    {"write_record", py_write_record, METH_VARARGS,
     "write_record(play, tags, comments, format) -> str"},
    {"schedule", py_schedule, METH_VARARGS,
     "schedule(players, sides, game) -> tuple\n\nWho plays each side of a game, and how often "
     "these "
     "have met before."},
    {"standings", py_standings, METH_VARARGS,
     "standings(players, sides, points) -> list\n\nShares and Elo of all players, from the points "
     "of each side in each game, in the order of schedule()."},
    {"table_files", py_table_files, METH_VARARGS,
     "table_files(path=None) -> dict\n\nThe files of tables there."},
    {NULL, NULL, 0, NULL}};

static bool add_error(PyObject *module)
{
    error_type = PyErr_NewExceptionWithDoc(
        "ludoteca.Error", "What the library refuses, in its own words.", PyExc_ValueError, NULL);
    return error_type && PyModule_AddObjectRef(module, "Error", error_type) == 0;
}

/* Types are kept in variables of the process, so one interpreter has to be enough. */
static int execute(PyObject *module)
{
    static atomic_flag is_loaded = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&is_loaded)) {
        PyErr_SetString(PyExc_ImportError, "ludoteca can be loaded once in a process.");
        return -1;
    }
    bool is_made = add_error(module) && py_add_game(module) && py_add_state(module) &&
                   py_add_play(module) && py_add_engine(module) && py_add_tables(module) &&
                   py_add_batch(module) &&
                   PyModule_AddStringConstant(module, "version", lud_version()) == 0;
    return is_made ? 0 : -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute},
#ifdef Py_GIL_DISABLED
                                   {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                   {0, NULL}};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ludoteca._core",
    .m_doc = "Ludoteca's C library; use the package ludoteca.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
