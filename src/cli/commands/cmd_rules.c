#include <string.h>

#include "cli/cli.h"
#include "shell/markdown.h"
#include "shell/output.h"

/* What the options in the game's name mean, when there are any. */
static void print_choices(const LudRules *rules)
{
    char name[LUD_RULES_TEXT];
    lud_rules_print(rules, name);
    if (!strchr(name, ':'))
        return;
    printf("\n%s\n", name);
    for (int i = 0; i < rules->game->option_count; i++) {
        const LudOptionSpec *spec = &rules->game->options[i];
        int value = rules->options.value[i];
        printf("  %s=%s: %s\n", spec->key, spec->values[value], _(spec->value_about[value]));
    }
}

void rules_print(const LudRules *rules, Style style)
{
    const char *prose = lud_game_prose(rules->game, language_code());
    char *folded = language_is_ascii() ? strdup(prose) : NULL;
    if (folded)
        language_fold(folded, strlen(folded));
    markdown_print(stdout, folded ? folded : prose, style.has_colour);
    free(folded);
    print_choices(rules);
}

static int cmd_rules(const Arguments *arguments)
{
    Style style;
    LudRules rules;
    int status = cli_rules(arguments->operands[0], &rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (!style_choose(arguments, &style))
        return EXIT_USAGE;
    if (arguments_has(arguments, "json"))
        return output_print(lud_json_prose(&rules, language_code()));
    rules_print(&rules, style);
    return EXIT_SUCCESS;
}

static const OptionRow options[] = {{"json", NULL, N_("answer in JSON")}, {NULL, NULL, NULL}};

const Command rules_command = {
    .name = "rules",
    .operands = N_("GAME"),
    .about = N_("print the rules of a game"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_rules,
};
