/* Records in and out, and the arithmetic of matches: functions of the module. */
#include "py_binding.h"

/* -- reading ----------------------------------------------------------------------------------- */

static PyObject *tags_of(const LudRecord *record)
{
    PyObject *made = PyDict_New();
    const char *name, *value;
    for (int i = 0; made && lud_record_tag_at(record, i, &name, &value); i++) {
        PyObject *text = PyUnicode_DecodeUTF8(value, (Py_ssize_t)strlen(value), "replace");
        if (!text || PyDict_SetItemString(made, name, text) != 0)
            Py_CLEAR(made);
        Py_XDECREF(text);
    }
    return made;
}

static PyObject *comments_of(LudRecord *record)
{
    PyObject *made = PyDict_New();
    int count = lud_play_length(lud_record_play(record));
    for (int i = 0; made && i <= count; i++) {
        const char *comment = lud_record_comment(record, i);
        if (!comment)
            continue;
        PyObject *key = PyLong_FromLong(i);
        PyObject *text = PyUnicode_DecodeUTF8(comment, (Py_ssize_t)strlen(comment), "replace");
        if (!key || !text || PyDict_SetItem(made, key, text) != 0)
            Py_CLEAR(made);
        Py_XDECREF(key);
        Py_XDECREF(text);
    }
    return made;
}

static const LudFormat *find_format(const char *name, const char *text, size_t size)
{
    const LudFormat *format = name ? lud_format_find(name) : lud_format_guess(text, size, NULL);
    if (!format)
        PyErr_Format(PyExc_ValueError,
                     "There is no format \"%s\"; there are ludo, ogn and playstrategy.", name);
    return format;
}

static PyObject *take_apart(LudRecord *record, Py_ssize_t next)
{
    PyObject *tags = tags_of(record), *comments = tags ? comments_of(record) : NULL;
    PyObject *play = comments ? py_wrap_play(lud_record_take_play(record)) : NULL;
    lud_record_free(record);
    PyObject *made = play ? Py_BuildValue("(OOOn)", play, tags, comments, next) : NULL;
    Py_XDECREF(play);
    Py_XDECREF(comments);
    Py_XDECREF(tags);
    return made;
}

PyObject *py_read_record(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text, *name;
    Py_ssize_t size, offset;
    LudRecord *record;
    LudError err;
    size_t consumed;
    if (!PyArg_ParseTuple(arguments, "y#zn:read_record", &text, &size, &name, &offset))
        return NULL;
    if (offset < 0 || offset > size)
        return py_raise_usage("The offset lies outside the text.");
    const char *rest = text + offset;
    size_t left = (size_t)(size - offset);
    if (!lud_record_has_more(rest, left))
        Py_RETURN_NONE;
    const LudFormat *format = find_format(name, rest, left);
    if (!format)
        return NULL;
    if (format->read(rest, left, &record, &consumed, &err) != LUD_OK)
        return py_raise(&err);
    return take_apart(record, offset + (Py_ssize_t)consumed);
}

/* -- writing ----------------------------------------------------------------------------------- */

/* A str as bytes of UTF-8 in `buffer`'s keeping, or NULL with an exception. */
static const char *utf8(PyObject *object)
{
    if (PyUnicode_Check(object))
        return PyUnicode_AsUTF8AndSize(object, NULL);
    PyErr_SetString(PyExc_TypeError, "a str is wanted");
    return NULL;
}

static bool set_tags(LudRecord *record, PyObject *tags)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    LudError err;
    while (PyDict_Next(tags, &at, &key, &value)) {
        const char *name = utf8(key), *text = name ? utf8(value) : NULL;
        if (!text)
            return false;
        if (lud_record_is_derived(name))
            continue;
        if (lud_record_set_tag(record, name, text, &err) != LUD_OK) {
            py_raise(&err);
            return false;
        }
    }
    return true;
}

static bool set_comments(LudRecord *record, PyObject *comments)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    LudError err;
    int most = lud_play_length(lud_record_play(record));
    while (PyDict_Next(comments, &at, &key, &value)) {
        long index = PyLong_AsLong(key);
        const char *text = PyErr_Occurred() ? NULL : utf8(value);
        if (!text)
            return false;
        if (index < 0 || index > most) {
            PyErr_Format(PyExc_IndexError, "There is no ply %ld in this game.", index);
            return false;
        }
        if (lud_record_set_comment(record, (int)index, text, &err) != LUD_OK) {
            py_raise(&err);
            return false;
        }
    }
    return true;
}

PyObject *py_write_record(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *object, *tags, *comments;
    const char *name;
    LudError err;
    char *text = NULL;
    if (!PyArg_ParseTuple(arguments, "OO!O!s:write_record", &object, &PyDict_Type, &tags,
                          &PyDict_Type, &comments, &name))
        return NULL;
    const LudFormat *format = find_format(name, "", 0);
    LudPlay *copy = format ? py_copy_play(object) : NULL;
    if (!copy)
        return NULL;
    LudRecord *record = lud_record_new(copy);
    if (!record)
        return PyErr_NoMemory();
    PyObject *made = NULL;
    if (set_tags(record, tags) && set_comments(record, comments))
        made = format->write(record, &text, &err) == LUD_OK ? py_take_text(text) : py_raise(&err);
    lud_record_free(record);
    return made;
}

/* -- matches ----------------------------------------------------------------------------------- */

PyObject *py_schedule(PyObject *module, PyObject *arguments)
{
    (void)module;
    int players, sides;
    long long game;
    LudSchedule schedule;
    LudSeating seating;
    LudError err;
    if (!PyArg_ParseTuple(arguments, "iiL:schedule", &players, &sides, &game))
        return NULL;
    if (lud_schedule_make(&schedule, players, sides, &err) != LUD_OK)
        return py_raise(&err);
    if (game < 0)
        return py_raise_usage("Games are counted from 0.");
    lud_schedule_game(&schedule, game, &seating);
    PyObject *who = PyList_New(sides);
    for (int i = 0; who && i < sides; i++) {
        if (PyList_SetItem(who, i, PyLong_FromLong(seating.player[i])) != 0)
            Py_CLEAR(who);
    }
    return who ? Py_BuildValue("(NL)", who, (long long)seating.round) : NULL;
}

static bool read_outcome(PyObject *points, int sides, LudOutcome *outcome)
{
    *outcome = (LudOutcome){.is_played = true};
    for (int i = 0; i < sides; i++) {
        PyObject *item = PySequence_GetItem(points, i);
        long value = item ? PyLong_AsLong(item) : -1;
        Py_XDECREF(item);
        if (value < 0 || value > 2) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "Points are 2, 1 or 0.");
            return false;
        }
        outcome->points[i] = (int8_t)value;
    }
    return true;
}

static PyObject *describe(const LudStanding *standing)
{
    return Py_BuildValue("{s:L,s:L,s:L,s:L,s:d,s:d,s:d,s:d,s:d,s:d}", "games",
                         (long long)standing->games, "wins", (long long)standing->wins, "draws",
                         (long long)standing->draws, "losses", (long long)standing->losses, "share",
                         standing->share.share, "share_low", standing->share.low, "share_high",
                         standing->share.high, "elo", standing->elo.elo, "elo_low",
                         standing->elo.low, "elo_high", standing->elo.high);
}

static PyObject *judge(const LudSchedule *schedule, const LudOutcome *games, Py_ssize_t count)
{
    LudStanding standings[LUD_TOURNAMENT_PLAYERS];
    LudError err;
    if (lud_tournament_standings(schedule, games, count, standings, &err) != LUD_OK)
        return py_raise(&err);
    PyObject *made = PyList_New(schedule->players);
    for (int i = 0; made && i < schedule->players; i++) {
        if (PyList_SetItem(made, i, describe(&standings[i])) != 0)
            Py_CLEAR(made);
    }
    return made;
}

PyObject *py_standings(PyObject *module, PyObject *arguments)
{
    (void)module;
    int players, sides;
    PyObject *list, *made = NULL;
    LudSchedule schedule;
    LudError err;
    if (!PyArg_ParseTuple(arguments, "iiO!:standings", &players, &sides, &PyList_Type, &list))
        return NULL;
    if (lud_schedule_make(&schedule, players, sides, &err) != LUD_OK)
        return py_raise(&err);
    Py_ssize_t count = PyList_Size(list);
    LudOutcome *games = PyMem_Calloc((size_t)count + 1, sizeof games[0]);
    if (!games)
        return PyErr_NoMemory();
    Py_ssize_t read = 0;
    while (read < count && read_outcome(PyList_GetItem(list, read), sides, &games[read]))
        read++;
    if (read == count)
        made = judge(&schedule, games, count);
    PyMem_Free(games);
    return made;
}
