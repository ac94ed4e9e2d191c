#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"

/* Prints a line of Markdown for reading: **bold** in bold, `code` without its marks. */
static void print_inline(const char *at, size_t length, Style style)
{
    bool is_bold = false;
    for (size_t i = 0; i < length; i++) {
        if (at[i] == '*' && i + 1 < length && at[i + 1] == '*') {
            is_bold = !is_bold;
            if (style.has_colour)
                fputs(is_bold ? "\033[1m" : "\033[m", stdout);
            i++;
        } else if (at[i] != '`') {
            putchar(at[i]);
        }
    }
    if (is_bold && style.has_colour)
        fputs("\033[m", stdout);
}

static void print_heading(const char *at, size_t length, Style style)
{
    while (length > 0 && (*at == '#' || *at == ' ')) {
        at++;
        length--;
    }
    if (style.has_colour)
        fputs("\033[1m", stdout);
    print_inline(at, length, (Style){0});
    if (style.has_colour)
        fputs("\033[m", stdout);
}

static void print_markdown(const char *text, Style style)
{
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (*at == '#')
            print_heading(at, length, style);
        else
            print_inline(at, length, style);
        putchar('\n');
        at += length + (at[length] == '\n');
    }
}

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
    print_markdown(lud_game_prose(rules->game, language_code()), style);
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
