#include "shell/command_help.h"

#include <stdlib.h>

#include "shell/columns.h"
#include "shell/language.h"

/* Writes "--name VALUE" as the help shows it. */
static void label(const OptionRow *row, char *text, size_t size)
{
    snprintf(text, size, "--%s%s%s", row->name, row->value ? " " : "",
             row->value ? _(row->value) : "");
}

static int widest(const OptionRow *rows, int width)
{
    char text[96];
    for (; rows && rows->name; rows++) {
        label(rows, text, sizeof text);
        if (columns_of(text) > width)
            width = columns_of(text);
    }
    return width;
}

static void print_rows(const OptionRow *rows, int width)
{
    char text[96];
    for (; rows && rows->name; rows++) {
        label(rows, text, sizeof text);
        fputs("  ", stdout);
        columns_print(stdout, text, width);
        fputs("  ", stdout);
        columns_fill(stdout, _(rows->about), width + 4, width + 4, HELP_RIGHT_EDGE);
    }
}

void command_help_rows(const OptionRow *rows)
{
    print_rows(rows, widest(rows, 0));
}

/* "Usage: ludoteca NAME OPERANDS [OPTIONS]", or how a program of its own is started. */
static void print_usage(const Command *command)
{
    char name[ARGUMENTS_PROGRAM_TEXT];
    arguments_program(command, name);
    printf("%s %s%s%s %s%s%s\n\n", _("Usage:"), command->launcher ? _(command->launcher) : "",
           command->launcher ? " " : "", name, _(command->operands), *command->operands ? " " : "",
           _("[OPTIONS]"));
}

int command_help(const Command *command)
{
    const OptionRow *common = command->program ? NULL : common_options;
    int width = widest(common, widest(command->options, 0));
    print_usage(command);
    columns_fill(stdout, _(command->about), 0, 0, HELP_RIGHT_EDGE);
    if (command->details)
        printf("\n%s", _(command->details));
    if (command->options) {
        printf("\n%s\n", _("Options:"));
        print_rows(command->options, width);
    }
    if (common) {
        printf("\n%s\n", _("Options of every command:"));
        print_rows(common, width);
    }
    return EXIT_SUCCESS;
}
