#include <ludoteca/json.h>

#include "wire/json_parts.h"

static json_t *say(LudTranslate translate, const char *english)
{
    return json_text(translate && english && *english ? translate(english) : english);
}

/* `usual` is the value that the game's plain name means. */
static json_t *describe_option(const LudOptionSpec *spec, int usual, LudTranslate translate)
{
    json_t *option = json_object();
    json_put(option, "key", json_text(spec->key));
    json_put(option, "about", say(translate, spec->about));
    json_put(option, "default", json_text(spec->values[usual]));
    json_t *values = json_array();
    for (int i = 0; spec->values[i]; i++) {
        json_t *value = json_object();
        json_put(value, "value", json_text(spec->values[i]));
        json_put(value, "about", say(translate, spec->value_about[i]));
        json_array_append_new(values, value);
    }
    json_put(option, "values", values);
    return option;
}

static json_t *describe_game(const LudGame *game, LudTranslate translate)
{
    LudRules rules;
    LudState start;
    lud_rules_parse(game->name, &rules, NULL);
    lud_rules_start(&rules, &start);
    json_t *object = json_object();
    json_put(object, "name", json_text(game->name));
    json_put(object, "title", say(translate, game->title));
    json_t *sides = json_array();
    for (int i = 0; i < LUD_MAX_SIDES && game->side_names[i]; i++)
        json_array_append_new(sides, json_text(game->side_names[i]));
    json_put(object, "sides", sides);
    json_put(object, "start", json_state(game, &start));
    json_t *options = json_array();
    for (int i = 0; i < game->option_count; i++)
        json_array_append_new(
            options, describe_option(&game->options[i], rules.options.value[i], translate));
    json_put(object, "options", options);
    return object;
}

char *lud_json_games(LudTranslate translate)
{
    json_t *shape = json_shape(NULL);
    json_t *games = json_array();
    for (int i = 0; i < lud_game_count(); i++)
        json_array_append_new(games, describe_game(lud_game_at(i), translate));
    json_put(shape, "games", games);
    return json_finish(shape);
}

char *lud_json_prose(const LudRules *rules, const char *language)
{
    bool is_spanish = strcmp(language, "es") == 0;
    json_t *shape = json_shape(rules);
    json_put(shape, "language", json_text(is_spanish ? "es" : "en"));
    json_put(shape, "markdown", json_text(lud_game_prose(rules->game, language)));
    return json_finish(shape);
}
