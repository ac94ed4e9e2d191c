#include "server/play_routes.h"

#include <string.h>

static const char root[] = "/api/v1/play";
static const char reading[] = "GET, HEAD, OPTIONS", doing[] = "POST, OPTIONS",
                  both[] = "GET, HEAD, POST, OPTIONS";

/* What is below a game's address. */
static const struct {
    const char *word;
    HallVerb verb;
} deeds[] = {
    {"join", HALL_JOIN},     {"sit", HALL_SIT},           {"dice", HALL_DICE},
    {"moves", HALL_MOVE},    {"resign", HALL_RESIGN},     {"offer", HALL_OFFER},
    {"accept", HALL_ACCEPT}, {"decline", HALL_DECLINE},   {"claim", HALL_CLAIM},
    {"chat", HALL_CHAT},     {"vacation", HALL_VACATION}, {"report", HALL_REPORT},
};

/* What is about a person and not about a game. */
static const struct {
    const char *path;
    HallVerb verb;
} own[] = {
    {"/api/v1/mine", HALL_MINE},
    {"/api/v1/mine/profile", HALL_PROFILE},
    {"/api/v1/mine/confirm", HALL_CONFIRM},
};

static bool find_own(const char *path, HallVerb *verb)
{
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].path, path) != 0)
            continue;
        *verb = own[i].verb;
        return true;
    }
    return false;
}

bool play_find_verb(const char *word, HallVerb *verb)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        if (strcmp(deeds[i].word, word) != 0)
            continue;
        *verb = deeds[i].verb;
        return true;
    }
    return false;
}

const char *play_word(HallVerb verb)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        if (deeds[i].verb == verb)
            return deeds[i].word;
    }
    return "";
}

/* What follows "/api/v1/play", or NULL if it is another path. */
static const char *below_root(const char *path)
{
    size_t length = strlen(root);
    bool is_below = strncmp(path, root, length) == 0 && (!path[length] || path[length] == '/');
    return is_below ? path + length : NULL;
}

bool play_has(const char *path)
{
    HallVerb verb;
    return below_root(path) || find_own(path, &verb);
}

/* The length of a game's name at the beginning of a text, 0 if there is none. */
static size_t measure_name(const char *text)
{
    size_t length = strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool is_name = length == HALL_ID_TEXT - 1 && (!text[length] || text[length] == '/');
    return is_name ? length : 0;
}

void play_hide_game(char *path)
{
    const char *below = below_root(path);
    size_t length = below && *below == '/' ? measure_name(below + 1) : 0;
    if (length == 0)
        return;
    char *name = path + (below + 1 - path);
    memmove(name + 2, name + length, strlen(name + length) + 1);
    memcpy(name, "ID", 2);
}

static PlayFound judge(const PlayRoute *route, Method method)
{
    bool is_post = route->allow == doing || (route->allow == both && method == METHOD_POST);
    bool fits =
        method == METHOD_OPTIONS || (is_post ? method == METHOD_POST : method_only_reads(method));
    return fits ? PLAY_FOUND : PLAY_OTHER_METHOD;
}

/* What a path below a game's own says. */
static bool find_below_game(const char *word, PlayRoute *route)
{
    route->is_socket = strcmp(word, "socket") == 0;
    route->verb = strcmp(word, "record") == 0 ? HALL_RECORD : HALL_LOOK;
    route->allow = reading;
    if (route->is_socket || route->verb == HALL_RECORD)
        return true;
    route->allow = doing;
    return play_find_verb(word, &route->verb);
}

PlayFound play_find(Method method, const char *path, PlayRoute *route)
{
    *route = (PlayRoute){.verb = HALL_MINE, .allow = doing};
    if (find_own(path, &route->verb))
        return judge(route, method);
    const char *below = below_root(path);
    if (below && !*below) {
        route->verb = method == METHOD_POST ? HALL_CREATE : HALL_LIST;
        route->allow = both;
        return judge(route, method);
    }
    size_t length = below ? measure_name(below + 1) : 0;
    if (length == 0)
        return PLAY_NOTHING;
    memcpy(route->game, below + 1, length);
    const char *word = below + 1 + length;
    route->verb = HALL_LOOK;
    route->allow = reading;
    if (*word && !find_below_game(word + 1, route))
        return PLAY_NOTHING;
    return judge(route, method);
}
