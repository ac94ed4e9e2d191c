#include "cli/cli.h"
#include "cli/commands/help.h"
#include "cli/words/reason_text.h"
#include "shell/columns.h"
#include "shell/output.h"

enum { RIGHT_EDGE = 96 };

static int count_seats(const LudRules *rules)
{
    LudState s;
    lud_rules_start(rules, &s);
    return rules->game->rules.seats(&s);
}

/* The most players that any single option allows. */
static int most_seats(const LudGame *game, int least)
{
    int most = least;
    for (int i = 0; i < game->option_count; i++) {
        for (int j = 0; game->options[i].values[j]; j++) {
            char text[LUD_RULES_TEXT];
            LudRules rules;
            snprintf(text, sizeof text, "%s:%s=%s", game->name, game->options[i].key,
                     game->options[i].values[j]);
            if (lud_rules_parse(text, &rules, NULL) == LUD_OK && count_seats(&rules) > most)
                most = count_seats(&rules);
        }
    }
    return most;
}

static void print_players(const LudRules *rules)
{
    const LudGame *game = rules->game;
    int least = count_seats(rules), most = most_seats(game, least);
    if (least == most)
        printf(n_("  %d player: ", "  %d players: ", (unsigned long)least), least);
    else
        printf(_("  %d to %d players: "), least, most);
    for (int i = 0; i < LUD_MAX_SIDES && game->side_names[i]; i++)
        printf("%s%s", i ? ", " : "", side_name(game, i));
    putchar('\n');
}

/* `usual` is the value that the game's plain name means. */
static void print_option(const LudOptionSpec *spec, int usual)
{
    printf("  %s: %s%s\n", spec->key, _(spec->about),
           spec->usual < 0 ? _(" (what is usual depends on the other options)") : "");
    int width = 0;
    for (int i = 0; spec->values[i]; i++)
        width = columns_of(spec->values[i]) > width ? columns_of(spec->values[i]) : width;
    for (int i = 0; spec->values[i]; i++) {
        printf("    %s ", i == usual ? "*" : " ");
        columns_print(stdout, spec->values[i], width);
        fputs("  ", stdout);
        columns_fill(stdout, _(spec->value_about[i]), width + 8, width + 8, RIGHT_EDGE);
    }
}

static void print_game(const LudRules *rules, Style style)
{
    const LudGame *game = rules->game;
    const char *bold = style.has_colour ? "\033[1m" : "", *plain = style.has_colour ? "\033[m" : "";
    printf("%s%s%s  %s\n", bold, game->name, plain, _(game->title));
    print_players(rules);
    for (int i = 0; i < game->option_count; i++)
        print_option(&game->options[i], rules->options.value[i]);
    putchar('\n');
}

static int cmd_games(const Arguments *arguments)
{
    Style style;
    if (!style_choose(arguments, &style))
        return EXIT_USAGE;
    if (arguments_has(arguments, "json"))
        return output_print(lud_json_games(language_text_exact));
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules rules;
        int status = cli_rules(lud_game_at(i)->name, &rules);
        if (status != EXIT_SUCCESS)
            return status;
        print_game(&rules, style);
    }
    char example[LUD_RULES_TEXT];
    help_example(example);
    printf(_("A game is named with its options: %s.\n"
             "* marks what is usual.\n"),
           example);
    return EXIT_SUCCESS;
}

static const OptionRow options[] = {{"json", NULL, N_("answer in JSON")}, {NULL, NULL, NULL}};

const Command games_command = {
    .name = "games",
    .operands = "",
    .about = N_("list the games, their options and what the values mean"),
    .options = options,
    .run = cmd_games,
};
