#include "server/query.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
    size_t most; /* bytes of its value */
} parameters[] = {
    {"game", QUERY_GAME, LUD_RULES_TEXT},
    {"position", QUERY_POSITION, LUD_STATE_TEXT},
    {"moves", QUERY_MOVES, 8192},
    {"fragment", QUERY_FRAGMENT, 8},
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus refuse_unknown(const char *name, unsigned admitted, LudError *err)
{
    char list[64] = "";
    for (int i = 0; i < PARAMETERS; i++) {
        if (!(parameters[i].bit & admitted))
            continue;
        if (*list)
            strcat(list, ", ");
        strcat(list, parameters[i].name);
    }
    if (!*list)
        return lud_error_set(err, LUD_EUSAGE, "There is no parameter \"{1}\" here; leave all out.",
                             name, (char *)NULL);
    return lud_error_set(err, LUD_EUSAGE, "There is no parameter \"{1}\" here; there are: {2}.",
                         name, list, (char *)NULL);
}

static LudStatus read_argument(const char *argument, unsigned admitted, const char **values,
                               LudError *err)
{
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : argument + length;
    for (int i = 0; i < PARAMETERS; i++) {
        if (!(parameters[i].bit & admitted) || strlen(parameters[i].name) != length ||
            strncmp(parameters[i].name, argument, length) != 0)
            continue;
        if (values[i])
            return lud_error_set(err, LUD_EUSAGE, "The parameter \"{1}\" is given twice.",
                                 parameters[i].name, (char *)NULL);
        if (strlen(value) >= parameters[i].most)
            return lud_error_set(err, LUD_EUSAGE, "The parameter \"{1}\" is too long.",
                                 parameters[i].name, (char *)NULL);
        values[i] = value;
        return LUD_OK;
    }
    char name[64] = "";
    memcpy(name, argument, length < sizeof name ? length : sizeof name - 1);
    return refuse_unknown(name, admitted, err);
}

LudStatus query_read(const Request *request, unsigned admitted, Query *query, LudError *err)
{
    const char *values[PARAMETERS] = {NULL};
    if (request->argument_count > REQUEST_ARGUMENTS)
        return lud_error_set(err, LUD_EUSAGE, "There are too many parameters.", (char *)NULL);
    for (int i = 0; i < request->argument_count; i++) {
        LudStatus status = read_argument(request->arguments[i], admitted, values, err);
        if (status != LUD_OK)
            return status;
    }
    *query = (Query){values[0], values[1], values[2], values[3]};
    return LUD_OK;
}

/* -- what they mean ---------------------------------------------------------------------------- */

LudStatus query_rules(const Query *query, LudRules *rules, LudError *err)
{
    if (!query->game)
        return lud_error_set(err, LUD_EUSAGE, "The parameter \"game\" is missing.", (char *)NULL);
    return lud_rules_parse(query->game, rules, err);
}

static LudStatus read_fragment(const Query *query, unsigned *flags, LudError *err)
{
    const char *fragment = query->fragment ? query->fragment : "0";
    bool is_wanted = strcmp(fragment, "1") == 0;
    if (!is_wanted && strcmp(fragment, "0") != 0)
        return lud_error_set(err, LUD_EUSAGE, "fragment must be 0 or 1, not \"{1}\".", fragment,
                             (char *)NULL);
    *flags = is_wanted ? LUD_PARSE_FRAGMENT : 0;
    return LUD_OK;
}

LudStatus query_state(const Query *query, const LudRules *rules, LudState *state, LudError *err)
{
    unsigned flags = 0;
    LudStatus status = read_fragment(query, &flags, err);
    return status == LUD_OK
               ? lud_state_read(state, rules, query->position, query->moves, flags, err)
               : status;
}
