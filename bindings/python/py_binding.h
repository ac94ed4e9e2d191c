/* What the files of the extension share: its types, its exception, and small helpers.
 *
 * The extension is written against the stable ABI of Python 3.11, the first whose limited API has
 * buffers. Objects are used by one thread at a time: with a global interpreter lock by its grace,
 * without one by a critical section for each object (LOCKED). Whatever lets the lock go marks its
 * object as busy meanwhile. */
#ifndef LUD_PY_BINDING_H
#define LUD_PY_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include <ludoteca/ludoteca.h>

/* Methods with one argument or none, and with keywords, such that an object is in one of them at a
 * time. */
#ifdef Py_GIL_DISABLED
#define BEGIN_LOCKED(self) Py_BEGIN_CRITICAL_SECTION(self)
#define END_LOCKED()       Py_END_CRITICAL_SECTION()
#else
#define BEGIN_LOCKED(self) (void)0
#define END_LOCKED()       (void)0
#endif
#define LOCKED_FOR(name, outside)                                                                  \
    PyObject *outside(PyObject *self, PyObject *argument)                                          \
    {                                                                                              \
        PyObject *answer;                                                                          \
        BEGIN_LOCKED(self);                                                                        \
        answer = name(self, argument);                                                             \
        END_LOCKED();                                                                              \
        return answer;                                                                             \
    }
#define LOCKED(name) static LOCKED_FOR(name, name##_locked)
#define LOCKED_KEYWORDS(name)                                                                      \
    static PyObject *name##_locked(PyObject *self, PyObject *arguments, PyObject *keywords)        \
    {                                                                                              \
        PyObject *answer;                                                                          \
        BEGIN_LOCKED(self);                                                                        \
        answer = name(self, arguments, keywords);                                                  \
        END_LOCKED();                                                                              \
        return answer;                                                                             \
    }
#define KEYWORDS(name) ((PyCFunction)(void (*)(void))name)

/* -- errors ------------------------------------------------------------------------------------ */

/* Sets the exception that a status stands for, with the library's sentence; returns NULL. */
PyObject *py_raise(const LudError *err);
PyObject *py_raise_usage(const char *message);
/* The text as a str, or MemoryError if it is NULL; the text is given back to the library. */
PyObject *py_take_text(char *text);
/* The same for JSON, as what it describes: dict, list, str … */
PyObject *py_take_json(char *text);
/* An object of a type, all of it zero but its head. */
void *py_make(PyTypeObject *type);
/* Gives back an object of a heap type. */
void py_drop(PyObject *self);

/* -- what is in use while the interpreter's lock is let go ------------------------------------- */

/* False, with an exception, if another thread is using the object. */
bool py_enter(int *is_busy, const char *what);
void py_leave(int *is_busy);

/* -- the types --------------------------------------------------------------------------------- */

typedef struct PyGame {
    PyObject head;
    LudRules rules;
    LudSpace space;
    bool has_learning;
    int length; /* actions at most, as asked for; 0: the usual number */
} PyGame;

typedef struct PyState {
    PyObject head;
    LudEpisode *episode;
} PyState;

typedef struct PyPlay {
    PyObject head;
    LudPlay *play;
    LudRandom dice;
} PyPlay;

extern PyTypeObject *py_game_type, *py_state_type, *py_play_type, *py_engine_type, *py_tables_type,
    *py_batch_type;

bool py_add_game(PyObject *module);
bool py_add_state(PyObject *module);
bool py_add_play(PyObject *module);
bool py_add_engine(PyObject *module);
bool py_add_tables(PyObject *module);
bool py_add_batch(PyObject *module);
/* Makes a type and adds it to the module. */
bool py_add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type);

/* A game of type Game, ready for use, or NULL with an exception. */
PyGame *py_game(PyObject *object);
/* The play of an object of type Play, or NULL with an exception. */
LudPlay *py_play(PyObject *object);
/* A copy of it, which nobody else can change meanwhile. */
LudPlay *py_copy_play(PyObject *object);
/* An object around what the library made, which it owns from now on. */
PyObject *py_wrap_play(LudPlay *play);
PyObject *py_wrap_episode(LudEpisode *episode);

/* -- methods of State that have to do with text (py_state_text.c) -------------------------------
 */

PyObject *py_state_apply_move(PyObject *self, PyObject *text);
PyObject *py_state_legal_moves(PyObject *self, PyObject *unused);
PyObject *py_state_clone(PyObject *self, PyObject *unused);
PyObject *py_state_deepcopy(PyObject *self, PyObject *memo);
PyObject *py_state_position(PyObject *self, PyObject *unused);
PyObject *py_state_start_position(PyObject *self, PyObject *unused);
PyObject *py_state_move_parts(PyObject *self, PyObject *unused);
PyObject *py_state_picture(PyObject *self, PyObject *unused);
PyObject *py_state_string_to_action(PyObject *self, PyObject *arguments);
PyObject *py_state_serialize(PyObject *self, PyObject *unused);
PyObject *py_state_reduce(PyObject *self, PyObject *unused);
PyObject *py_state_to_play(PyObject *self, PyObject *unused);
PyObject *py_state_repr(PyObject *self);
/* A state from what serialize() wrote, or NULL with an exception. */
PyObject *py_state_from_text(const char *text);

/* -- functions of the module that belong to a type's file -------------------------------------- */

PyObject *py_read_record(PyObject *module, PyObject *arguments);
PyObject *py_write_record(PyObject *module, PyObject *arguments);
PyObject *py_schedule(PyObject *module, PyObject *arguments);
PyObject *py_standings(PyObject *module, PyObject *arguments);
PyObject *py_table_files(PyObject *module, PyObject *arguments);

#endif
