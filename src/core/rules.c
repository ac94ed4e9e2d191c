/* A game's name with its options: GAME[:key=value[,key=value…]]. */
#include <ludoteca/game.h>

#include <stdio.h>

enum { WORD = 64, LIST = 300 };

/* Appends a word to a list that reads "a, b, c". */
static void list_add(char *list, const char *word)
{
    size_t length = strlen(list);
    snprintf(list + length, LIST - length, "%s%s", length ? ", " : "", word);
}

static LudStatus unknown_game(const char *name, LudError *err)
{
    char list[LIST] = "";
    for (int i = 0; i < lud_game_count(); i++)
        list_add(list, lud_game_at(i)->name);
    return lud_error_set(err, LUD_EUSAGE, "There is no game \"{1}\". The games are: {2}.", name,
                         list, (char *)NULL);
}

static LudStatus unknown_key(const LudGame *game, const char *key, LudError *err)
{
    char list[LIST] = "";
    for (int i = 0; i < game->option_count; i++)
        list_add(list, game->options[i].key);
    return lud_error_set(err, LUD_EUSAGE, "{1} has no option \"{2}\". Its options are: {3}.",
                         game->name, key, list, (char *)NULL);
}

static LudStatus unknown_value(const LudGame *game, const LudOptionSpec *spec, const char *value,
                               LudError *err)
{
    char list[LIST] = "";
    for (int i = 0; spec->values[i]; i++)
        list_add(list, spec->values[i]);
    return lud_error_set(err, LUD_EUSAGE, "{1} has no {2}=\"{3}\". Possible values are: {4}.",
                         game->name, spec->key, value, list, (char *)NULL);
}

/* Copies the characters up to one of `stops` into `word`; false if it is too long for any name. */
static bool take_word(const char **at, const char *stops, char word[WORD])
{
    size_t length = strcspn(*at, stops);
    size_t kept = length < WORD ? length : WORD - 1;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += length;
    return length < WORD;
}

int lud_option_find(const LudGame *game, const char *key)
{
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].key, key) == 0)
            return i;
    }
    return -1;
}

static int find_value(const LudOptionSpec *spec, const char *value)
{
    for (int i = 0; spec->values[i]; i++) {
        if (strcmp(spec->values[i], value) == 0)
            return i;
    }
    return -1;
}

/* Reads one key=value at `*at`. */
static LudStatus parse_option(const LudGame *game, const char **at, LudOptions *options,
                              LudError *err)
{
    char key[WORD], value[WORD];
    bool fits = take_word(at, "=,", key);
    int option = fits ? lud_option_find(game, key) : -1;
    if (option < 0)
        return unknown_key(game, key, err);
    if (**at != '=')
        return lud_error_set(err, LUD_EUSAGE, "The option \"{1}\" needs a value: write {1}={2}.",
                             key, game->options[option].values[0], (char *)NULL);
    ++*at;
    fits = take_word(at, ",", value);
    int chosen = fits ? find_value(&game->options[option], value) : -1;
    if (chosen < 0)
        return unknown_value(game, &game->options[option], value, err);
    if (options->value[option] >= 0)
        return lud_error_set(err, LUD_EUSAGE, "The option \"{1}\" is given twice.", key,
                             (char *)NULL);
    options->value[option] = (int8_t)chosen;
    return LUD_OK;
}

/* Fills in the defaults and lets the game judge the combination. */
static LudStatus settle(const LudGame *game, LudOptions *options, LudError *err)
{
    for (int i = 0; i < game->option_count; i++) {
        if (options->value[i] < 0)
            options->value[i] = (int8_t)game->options[i].usual;
    }
    return game->rules.settle ? game->rules.settle(options, err) : LUD_OK;
}

LudStatus lud_rules_parse(const char *text, LudRules *rules, LudError *err)
{
    char name[WORD];
    const char *at = text;
    bool fits = take_word(&at, ":", name);
    LudRules parsed = {.game = fits ? lud_game_find(name) : NULL};
    if (!parsed.game)
        return unknown_game(name, err);
    memset(parsed.options.value, -1, sizeof parsed.options.value);
    if (*at == ':') {
        do {
            at++;
            LudStatus status = parse_option(parsed.game, &at, &parsed.options, err);
            if (status != LUD_OK)
                return status;
        } while (*at == ',');
    }
    LudStatus status = settle(parsed.game, &parsed.options, err);
    if (status == LUD_OK)
        *rules = parsed;
    return status;
}

/* Whether an option has the value it would have had if it had not been given. */
static bool is_usual(const LudRules *rules, int option)
{
    LudOptions without = rules->options;
    without.value[option] = -1;
    return settle(rules->game, &without, NULL) == LUD_OK &&
           without.value[option] == rules->options.value[option];
}

int lud_rules_print(const LudRules *rules, char *text)
{
    int length = snprintf(text, LUD_RULES_TEXT, "%s", rules->game->name);
    char mark = ':';
    for (int i = 0; i < rules->game->option_count; i++) {
        const LudOptionSpec *spec = &rules->game->options[i];
        if (is_usual(rules, i))
            continue;
        length += snprintf(text + length, (size_t)(LUD_RULES_TEXT - length), "%c%s=%s", mark,
                           spec->key, spec->values[rules->options.value[i]]);
        mark = ',';
    }
    return length;
}

const char *lud_rules_value(const LudRules *rules, const char *key)
{
    int option = lud_option_find(rules->game, key);
    return option < 0 ? NULL : rules->game->options[option].values[rules->options.value[option]];
}

void lud_rules_start(const LudRules *rules, LudState *s)
{
    rules->game->rules.init(s, &rules->options);
}
