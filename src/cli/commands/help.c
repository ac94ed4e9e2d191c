#include "cli/commands/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/version.h>

#include "shell/columns.h"
#include "shell/command_help.h"
#include "shell/language.h"
#include "shell/report.h"

enum { NAMES_BYTES = 512 };

int help_version(void)
{
    puts("ludoteca " LUD_VERSION_TEXT);
    return EXIT_SUCCESS;
}

static void list_games(char names[NAMES_BYTES], char titles[NAMES_BYTES])
{
    size_t named = 0, titled = 0;
    for (int i = 0; i < lud_game_count() && named < NAMES_BYTES && titled < NAMES_BYTES; i++) {
        const LudGame *game = lud_game_at(i);
        const char *gap = i ? ", " : "";
        named += (size_t)snprintf(names + named, NAMES_BYTES - named, "%s%s", gap, game->name);
        titled +=
            (size_t)snprintf(titles + titled, NAMES_BYTES - titled, "%s%s", gap, _(game->title));
    }
}

void help_example(char text[LUD_RULES_TEXT])
{
    const LudGame *game = lud_game_at(0);
    for (int i = 1; game->option_count == 0 && i < lud_game_count(); i++)
        game = lud_game_at(i);
    const LudOptionSpec *option = game->options;
    snprintf(text, LUD_RULES_TEXT, "%s%s%s%s%s", game->name, option ? ":" : "",
             option ? option->key : "", option ? "=" : "",
             option ? option->values[option->usual == 0] : "");
}

int help_program(const Command *const *commands)
{
    char names[NAMES_BYTES], titles[NAMES_BYTES], example[LUD_RULES_TEXT];
    list_games(names, titles);
    help_example(example);
    printf(_("Ludoteca: board games in the terminal: %s.\n\n"), titles);
    printf("%s ludoteca %s\n\n", _("Usage:"), _("COMMAND [ARGUMENTS] [OPTIONS]"));
    int width = 0;
    for (int i = 0; commands[i]; i++) {
        int columns = columns_of(commands[i]->name) + 1 + columns_of(_(commands[i]->operands));
        if (columns > width)
            width = columns;
    }
    for (int i = 0; commands[i]; i++) {
        char text[96];
        snprintf(text, sizeof text, "%s %s", commands[i]->name, _(commands[i]->operands));
        fputs("  ", stdout);
        columns_print(stdout, text, width);
        fputs("  ", stdout);
        columns_fill(stdout, _(commands[i]->about), width + 4, width + 4, HELP_RIGHT_EDGE);
    }
    printf("\n%s\n", _("Options of every command:"));
    command_help_rows(common_options);
    putchar('\n');
    printf(_("GAME is one of %s, with options after a colon, such as\n"
             "%s. `ludoteca games` lists them.\n"
             "`ludoteca COMMAND --help` says more about a command.\n"),
           names, example);
    return EXIT_SUCCESS;
}

enum { NAME_BYTES = 32 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added or dropped to make one word into the other. */
static int distance(const char *from, const char *to)
{
    int row[NAME_BYTES + 1];
    int to_length = (int)strlen(to);
    for (int j = 0; j <= to_length; j++)
        row[j] = j;
    for (int i = 1; from[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= to_length; j++) {
            int change = diagonal + (from[i - 1] != to[j - 1]);
            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[to_length];
}

/* More than this many slips make another word: one in a short name, two in a longer one. */
static int allowed_slips(const char *name)
{
    return strlen(name) < 4 ? 1 : 2;
}

int help_unknown(const Command *const *commands, const char *name)
{
    const char *nearest = NULL;
    int nearest_distance = allowed_slips(name) + 1;
    char list[256] = "";
    for (int i = 0; commands[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", commands[i]->name);
        int d = strlen(name) <= NAME_BYTES ? distance(name, commands[i]->name) : nearest_distance;
        if (d < nearest_distance) {
            nearest = commands[i]->name;
            nearest_distance = d;
        }
    }
    if (nearest)
        return report_usage(
            _("There is no command \"%.60s\"; did you mean %s? The commands are: %s."), name,
            nearest, list);
    return report_usage(_("There is no command \"%.60s\". The commands are: %s."), name, list);
}
