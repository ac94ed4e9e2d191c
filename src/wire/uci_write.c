/* The engine protocol: structs to lines, and the table of options. */
#include <ludoteca/uci.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A line that grows up to LUD_UCI_TEXT bytes; what is too long is cut. */
typedef struct Line {
    char *text;
    size_t length;
} Line;

static void add(Line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(Line *line, const char *format, ...)
{
    size_t room = LUD_UCI_TEXT - line->length;
    va_list args;
    va_start(args, format);
    int wanted = vsnprintf(line->text + line->length, room, format, args);
    va_end(args);
    if (wanted > 0)
        line->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

/* -- options ----------------------------------------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

static LudStatus refuse_name(const LudUciOption *options, int count, const char *name,
                             LudError *err)
{
    char names[LUD_UCI_TEXT] = "";
    Line line = {names, 0};
    for (int i = 0; i < count; i++)
        add(&line, "%s%s", i ? ", " : "", options[i].name);
    return lud_error_set(err, LUD_EUSAGE, "There is no option \"{1}\"; there are {2}.", name, names,
                         (char *)NULL);
}

static LudStatus refuse_value(const LudUciOption *option, const char *value, LudError *err)
{
    char wanted[LUD_UCI_TEXT] = "";
    Line line = {wanted, 0};
    if (option->type == LUD_UCI_CHECK)
        add(&line, "true, false");
    else if (option->type == LUD_UCI_SPIN)
        add(&line, "%" PRId64 " ... %" PRId64, option->least, option->most);
    else
        for (int i = 0; option->words[i]; i++)
            add(&line, "%s%s", i ? ", " : "", option->words[i]);
    return lud_error_set(err, LUD_EUSAGE, "{1} can't be \"{2}\"; it can be: {3}.", option->name,
                         value ? value : "", wanted, (char *)NULL);
}

/* Digits with a sign perhaps, within the option's range. */
static bool read_spin(const LudUciOption *option, const char *value, int64_t *number)
{
    bool is_negative = *value == '-';
    const char *digits = value + (*value == '-' || *value == '+');
    int64_t size = 0;
    if (!*digits)
        return false;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9' || size > (INT64_MAX - 9) / 10)
            return false;
        size = 10 * size + (*digits - '0');
    }
    *number = is_negative ? -size : size;
    return *number >= option->least && *number <= option->most;
}

static bool read_word(const char *const *words, const char *value, int64_t *number)
{
    for (int i = 0; words[i]; i++) {
        if (is_same_name(words[i], value)) {
            *number = i;
            return true;
        }
    }
    return false;
}

static bool read_value(const LudUciOption *option, const char *value, LudUciValue *result)
{
    static const char *const checks[] = {"false", "true", NULL};
    result->text = value && strcmp(value, "<empty>") != 0 ? value : "";
    if (option->type == LUD_UCI_BUTTON)
        return true;
    if (!value)
        return false;
    if (option->type == LUD_UCI_CHECK)
        return read_word(checks, value, &result->number);
    if (option->type == LUD_UCI_COMBO)
        return read_word(option->words, value, &result->number);
    return option->type == LUD_UCI_STRING || read_spin(option, value, &result->number);
}

LudStatus lud_uci_option_read(const LudUciOption *options, int count, const char *name,
                              const char *value, LudUciValue *result, LudError *err)
{
    LudUciValue found = {0};
    while (found.index < count && !is_same_name(options[found.index].name, name))
        found.index++;
    if (found.index == count)
        return refuse_name(options, count, name, err);
    const LudUciOption *option = &options[found.index];
    if (option->type == LUD_UCI_STRING && !value)
        return lud_error_set(err, LUD_EUSAGE, "Write `setoption name {1} value VALUE`.",
                             option->name, (char *)NULL);
    if (!read_value(option, value, &found))
        return refuse_value(option, value, err);
    *result = found;
    return LUD_OK;
}

int lud_uci_option_print(const LudUciOption *option, char *text)
{
    static const char *const types[] = {"check", "spin", "combo", "string", "button"};
    Line line = {text, 0};
    add(&line, "option name %s type %s", option->name, types[option->type]);
    if (option->type != LUD_UCI_BUTTON)
        add(&line, " default %s", *option->usual ? option->usual : "<empty>");
    if (option->type == LUD_UCI_SPIN)
        add(&line, " min %" PRId64 " max %" PRId64, option->least, option->most);
    for (int i = 0; option->type == LUD_UCI_COMBO && option->words[i]; i++)
        add(&line, " var %s", option->words[i]);
    return (int)line.length;
}

/* -- findings ---------------------------------------------------------------------------------- */

static int permille(double chance)
{
    int rounded = (int)(chance * 1000 + 0.5);
    return rounded < 0 ? 0 : rounded > 1000 ? 1000 : rounded;
}

/* Of a game with a score: what a table promises is told in hundredths, as everything else is. */
static int hundredths(const LudLine *found)
{
    int size = abs(found->value) - LUD_VALUE_WON;
    if (found->is_tabled && found->final_least == found->final_most)
        return 100 * found->final_least;
    if (size < 0 || abs(found->value) >= LUD_VALUE_WIN_LEAST)
        return found->value;
    return found->value > 0 ? 100 * size : -100 * size;
}

/* A score is spoken of as Aualé understands it: in hundredths, and nothing else. */
static void add_score(Line *line, const LudGame *game, const LudLine *found)
{
    enum { CERTAIN_POINTS = 10000 }; /* as many as other programs can read */
    bool has_score = lud_game_has_score(game);
    const int unit = game->chance ? LUD_VALUE_CERTAIN / CERTAIN_POINTS : 1;
    static const char *const bounds[] = {"", " lowerbound", " upperbound"};
    bool is_decided =
        !game->chance && (found->value >= LUD_VALUE_WON || found->value <= -LUD_VALUE_WON);
    if (is_decided && !has_score)
        add(line, " score %s %d", found->value > 0 ? "win" : "loss",
            abs(lud_value_plies(found->value)));
    else
        add(line, " score cp %d", has_score ? hundredths(found) : found->value / unit);
    add(line, "%s", bounds[found->bound]);
    if (!has_score)
        add(line, " chance %d", permille(lud_value_chance(game, found->value)));
}

static void add_line(Line *line, const LudGame *game, const LudState *root, const LudLine *found)
{
    LudState s;
    char move[LUD_MOVE_TEXT];
    if (found->length < 1)
        return;
    lud_state_copy(game, &s, root);
    add(line, " pv ");
    for (int i = 0; i < found->length && game->rules.turn(&s) >= 0; i++) {
        game->text.move_print(&s, found->move[i], move);
        add(line, "%s%s", i && !game->text.lone_letters ? " " : "", move);
        game->rules.apply(&s, found->move[i]);
    }
}

int lud_uci_info_print(const LudRules *rules, const LudState *root, const LudFindings *findings,
                       int index, char *text)
{
    const LudLine *found = &findings->lines[index];
    Line line = {text, 0};
    add(&line, "info depth %d seldepth %d multipv %d", found->depth,
        found->selective_depth > found->depth ? found->selective_depth : found->depth, index + 1);
    add_score(&line, rules->game, found);
    uint64_t ms = findings->ms > 0 ? (uint64_t)findings->ms : 0;
    uint64_t nodes = findings->nodes;
    /* Without overflow however long it took, and finite however short. */
    uint64_t nps =
        nodes < UINT64_MAX / 1000 ? nodes * 1000 / (ms ? ms : 1) : nodes / (ms / 1000 + 1);
    add(&line, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRIu64, nodes, nps,
        findings->hash_permille, ms);
    add_line(&line, rules->game, root, found);
    return (int)line.length;
}

int lud_uci_best_print(const LudRules *rules, const LudState *root, LudMove best, LudMove ponder,
                       char *text)
{
    const LudGame *game = rules->game;
    Line line = {text, 0};
    char move[LUD_MOVE_TEXT] = "0000";
    LudState s;
    if (best != LUD_NO_MOVE)
        game->text.move_print(root, best, move);
    add(&line, "bestmove %s", move);
    if (best == LUD_NO_MOVE || ponder == LUD_NO_MOVE)
        return (int)line.length;
    lud_state_copy(game, &s, root);
    game->rules.apply(&s, best);
    game->text.move_print(&s, ponder, move);
    add(&line, " ponder %s", move);
    return (int)line.length;
}

int lud_uci_string_print(const char *string, char *text)
{
    Line line = {text, 0};
    add(&line, "info string %s", string);
    for (size_t i = 0; i < line.length; i++) {
        if ((unsigned char)text[i] < ' ')
            text[i] = ' ';
    }
    return (int)line.length;
}
