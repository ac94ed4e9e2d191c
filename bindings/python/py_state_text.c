/* State as text: moves in their notation, positions, copies, and pictures. */
#include <stdio.h>
#include <stdlib.h>

#include "py_binding.h"

/* The first line of a serialised state. */
#define HEADLINE "ludoteca state 1"

static LudEpisode *episode_of(PyObject *self)
{
    return ((PyState *)self)->episode;
}

/* -- moves in their notation ------------------------------------------------------------------- */

static PyObject *apply_move(PyObject *self, PyObject *argument)
{
    LudEpisode *episode = episode_of(self);
    const LudGame *game = lud_episode_rules(episode)->game;
    const char *text = PyUnicode_AsUTF8AndSize(argument, NULL);
    LudMove m;
    LudError err;
    if (!text)
        return NULL;
    LudStatus status = game->text.move_parse(lud_episode_state(episode), text, &m, &err);
    if (status == LUD_OK)
        status = lud_episode_move(episode, m, &err);
    if (status != LUD_OK)
        return py_raise(&err);
    Py_RETURN_NONE;
}
LOCKED_FOR(apply_move, py_state_apply_move)

static PyObject *legal_moves(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudEpisode *episode = episode_of(self);
    const LudGame *game = lud_episode_rules(episode)->game;
    const LudState *s = lud_episode_state(episode);
    LudMove list[LUD_MAX_MOVES];
    bool is_over = lud_episode_turn(episode) == LUD_OVER;
    int count = is_over ? 0 : game->rules.moves(s, list);
    PyObject *made = PyList_New(count);
    for (int i = 0; made && i < count; i++) {
        char text[LUD_MOVE_TEXT];
        game->text.move_print(s, list[i], text);
        if (PyList_SetItem(made, i, PyUnicode_FromString(text)) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED_FOR(legal_moves, py_state_legal_moves)

/* -- copies and text --------------------------------------------------------------------------- */

static PyObject *clone_state(PyObject *self, PyObject *unused)
{
    (void)unused;
    LudEpisode *copy = lud_episode_copy(episode_of(self));
    return copy ? py_wrap_episode(copy) : PyErr_NoMemory();
}
LOCKED_FOR(clone_state, py_state_clone)

static PyObject *position(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    char text[LUD_STATE_TEXT];
    lud_episode_rules(episode)->game->text.state_print(lud_episode_state(episode), text);
    return PyUnicode_FromString(text);
}
LOCKED_FOR(position, py_state_position)

static PyObject *start_position(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    char text[LUD_STATE_TEXT];
    lud_episode_rules(episode)->game->text.state_print(lud_episode_start(episode), text);
    return PyUnicode_FromString(text);
}
LOCKED_FOR(start_position, py_state_start_position)

/* The actions of the move that is being made. */
static PyObject *move_parts(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudParts *parts = lud_episode_parts(episode_of(self));
    PyObject *made = PyList_New(parts->count);
    for (int i = 0; made && i < parts->count; i++) {
        PyObject *number = PyLong_FromLong(parts->action[i]);
        if (!number || PyList_SetItem(made, i, number) != 0)
            Py_CLEAR(made);
    }
    return made;
}
LOCKED_FOR(move_parts, py_state_move_parts)

static PyObject *picture(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    LudView view;
    lud_view(lud_episode_rules(episode)->game, lud_episode_state(episode), &view);
    return py_take_text(lud_view_svg(lud_episode_rules(episode)->game, &view));
}
LOCKED_FOR(picture, py_state_picture)

static PyObject *deepcopy(PyObject *self, PyObject *unused)
{
    return clone_state(self, unused);
}
LOCKED_FOR(deepcopy, py_state_deepcopy)

PyObject *py_state_repr(PyObject *self)
{
    char rules[LUD_RULES_TEXT];
    PyObject *text = py_state_position(self, NULL);
    lud_rules_print(lud_episode_rules(episode_of(self)), rules);
    PyObject *made = text ? PyUnicode_FromFormat("<ludoteca.State %s: %U>", rules, text) : NULL;
    Py_XDECREF(text);
    return made;
}

static PyObject *string_to_action(PyObject *self, PyObject *arguments)
{
    const LudEpisode *episode = episode_of(self);
    Py_ssize_t count = PyTuple_Size(arguments);
    const char *wanted = NULL;
    int player, list[LUD_MAX_ACTIONS];
    if (count == 2 ? !PyArg_ParseTuple(arguments, "is:string_to_action", &player, &wanted)
                   : !PyArg_ParseTuple(arguments, "s:string_to_action", &wanted))
        return NULL;
    int actions = lud_episode_actions(episode, list);
    for (int i = 0; i < actions; i++) {
        char text[LUD_ACTION_TEXT];
        if (lud_episode_print(episode, list[i], text, NULL) == LUD_OK && strcmp(text, wanted) == 0)
            return PyLong_FromLong(list[i]);
    }
    PyErr_Format(PyExc_ValueError, "No legal action is called \"%s\".", wanted);
    return NULL;
}
LOCKED_FOR(string_to_action, py_state_string_to_action)

/* -- there and back ---------------------------------------------------------------------------- */

/* Headline, rules, the most actions, where it began, and all actions. */
static PyObject *serialize(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    char rules[LUD_RULES_TEXT], start[LUD_STATE_TEXT];
    int count;
    const int32_t *actions = lud_episode_history(episode, &count);
    lud_rules_print(lud_episode_rules(episode), rules);
    lud_episode_rules(episode)->game->text.state_print(lud_episode_start(episode), start);
    size_t size = sizeof rules + sizeof start + sizeof HEADLINE + 32 + (size_t)count * 12, at;
    char *text = malloc(size);
    if (!text)
        return PyErr_NoMemory();
    at = (size_t)snprintf(text, size, HEADLINE "\n%s\n%d\n%s\n", rules,
                          lud_episode_length_most(episode), start);
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, size - at, i ? " %d" : "%d", (int)actions[i]);
    PyObject *made = PyUnicode_FromStringAndSize(text, (Py_ssize_t)at);
    free(text);
    return made;
}
LOCKED_FOR(serialize, py_state_serialize)

/* Takes all actions in a text, separated by spaces; false with an exception if that fails. */
static bool replay(LudEpisode *episode, const char *text)
{
    LudError err;
    char *end;
    for (;;) {
        long action = strtol(text, &end, 10);
        if (end == text)
            break;
        if (action < 0 || action > INT32_MAX ||
            lud_episode_act(episode, (int)action, &err) != LUD_OK) {
            py_raise_usage("The actions of this state can't be played.");
            return false;
        }
        text = end;
    }
    if (text[strspn(text, " \n")] == '\0')
        return true;
    py_raise_usage("This is no serialised state.");
    return false;
}

PyObject *py_state_from_text(const char *text)
{
    char rules_text[LUD_RULES_TEXT], start_text[LUD_STATE_TEXT];
    int length, at = 0;
    LudRules rules;
    LudState start;
    LudError err;
    LudEpisode *episode;
    /* the widths are those of the buffers, ends not counted */
    if (sscanf(text, HEADLINE "\n%159[^\n]\n%d\n%1023[^\n]%n", rules_text, &length, start_text,
               &at) != 3)
        return py_raise_usage("This is no serialised state.");
    LudStatus status = lud_rules_parse(rules_text, &rules, &err);
    if (status == LUD_OK)
        status = lud_state_read(&start, &rules, start_text, NULL, 0, &err);
    if (status == LUD_OK)
        status = lud_episode_new(&episode, &rules, &start, length, &err);
    if (status != LUD_OK)
        return py_raise(&err);
    if (replay(episode, text + at + (text[at] == '\n')))
        return py_wrap_episode(episode);
    lud_episode_free(episode);
    return NULL;
}

/* Made again by ludoteca._core.state_from_text. */
static PyObject *reduce(PyObject *self, PyObject *unused)
{
    PyObject *module = PyImport_ImportModule("ludoteca._core");
    PyObject *maker = module ? PyObject_GetAttrString(module, "state_from_text") : NULL;
    PyObject *text = maker ? serialize(self, unused) : NULL;
    PyObject *made = text ? Py_BuildValue("O(O)", maker, text) : NULL;
    Py_XDECREF(text);
    Py_XDECREF(maker);
    Py_XDECREF(module);
    return made;
}
LOCKED_FOR(reduce, py_state_reduce)

/* Plays what the actions make on a game that is played by moves. */
static LudStatus play_actions(LudPlay *play, const LudEpisode *episode, LudError *err)
{
    const LudGame *game = lud_episode_rules(episode)->game;
    LudParts parts = {0};
    int count;
    const int32_t *actions = lud_episode_history(episode, &count);
    LudStatus status = LUD_OK;
    for (int i = 0; i < count && status == LUD_OK; i++) {
        LudMove m;
        if (lud_play_turn(play) == LUD_CHANCE) {
            LudChance chances[LUD_MAX_CHANCES];
            game->chance->outcomes(lud_play_state(play), chances);
            m = chances[actions[i]].move;
        } else {
            m = lud_learning_take(game->learning, lud_play_state(play), &parts, actions[i]);
        }
        if (m == LUD_NO_MOVE)
            continue;
        parts = (LudParts){0};
        status = lud_play_move(play, m, err);
    }
    return status;
}

static PyObject *to_play(PyObject *self, PyObject *unused)
{
    (void)unused;
    const LudEpisode *episode = episode_of(self);
    LudPlay *play;
    LudError err;
    LudStatus status =
        lud_play_new(&play, lud_episode_rules(episode), lud_episode_start(episode), &err);
    if (status != LUD_OK)
        return py_raise(&err);
    status = play_actions(play, episode, &err);
    if (status == LUD_OK)
        return py_wrap_play(play);
    lud_play_free(play);
    return py_raise(&err);
}
LOCKED_FOR(to_play, py_state_to_play)
