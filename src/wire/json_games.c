#include <ludoteca/json.h>

#include "wire/json_parts.h"

static void put_said(Json *json, const char *name, LudTranslate translate, const char *english)
{
    json_put_text(json, name, translate && english && *english ? translate(english) : english);
}

/* `usual` is the value that the game's plain name means. */
static void write_option(Json *json, const LudOptionSpec *spec, int usual, LudTranslate translate)
{
    json_open(json, '{');
    json_put_text(json, "key", spec->key);
    put_said(json, "about", translate, spec->about);
    json_put_text(json, "default", spec->values[usual]);
    json_put_bool(json, "depends", spec->usual < 0);
    json_put_open(json, "values", '[');
    for (int i = 0; spec->values[i]; i++) {
        json_open(json, '{');
        json_put_text(json, "value", spec->values[i]);
        put_said(json, "about", translate, spec->value_about[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static const char *starter_name(LudStarter starter)
{
    static const char *const names[] = {"seat", "option", "roll-off"};
    return names[starter];
}

/* What a side holds off the board, in words for one and for several. */
static void put_held(Json *json, const LudGame *game, LudTranslate translate)
{
    if (!game->view || !game->view->held) {
        json_put_null(json, "held");
        return;
    }
    json_put_open(json, "held", '{');
    put_said(json, "one", translate, game->view->held_one);
    put_said(json, "many", translate, game->view->held_many);
    json_close(json, '}');
}

static void write_game(Json *json, const LudGame *game, LudTranslate translate)
{
    LudRules rules;
    LudState start;
    lud_rules_parse(game->name, &rules, NULL);
    lud_rules_start(&rules, &start);
    json_open(json, '{');
    json_put_text(json, "name", game->name);
    put_said(json, "title", translate, game->title);
    json_put_open(json, "sides", '[');
    for (int i = 0; i < LUD_MAX_SIDES && game->side_names[i]; i++)
        json_write_text(json, game->side_names[i]);
    json_close(json, ']');
    json_put_state(json, "start", game, &start);
    json_put_integer(json, "seats", game->rules.seats(&start));
    json_put_text(json, "starter", starter_name(game->rules.starter));
    json_put_bool(json, "dice", game->chance != NULL);
    json_put_bool(json, "finish", game->rules.stop_score != NULL);
    put_held(json, game, translate);
    json_put_open(json, "options", '[');
    for (int i = 0; i < game->option_count; i++)
        write_option(json, &game->options[i], rules.options.value[i], translate);
    json_close(json, ']');
    json_close(json, '}');
}

char *lud_json_games(LudTranslate translate)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_open(&json, "games", '[');
    for (int i = 0; i < lud_game_count(); i++)
        write_game(&json, lud_game_at(i), translate);
    json_close(&json, ']');
    return json_end(&json);
}

char *lud_json_prose(const LudRules *rules, const char *language)
{
    Json json = {0};
    bool is_spanish = strcmp(language, "es") == 0;
    json_begin(&json, rules);
    json_put_text(&json, "language", is_spanish ? "es" : "en");
    json_put_text(&json, "markdown", lud_game_prose(rules->game, language));
    return json_end(&json);
}
