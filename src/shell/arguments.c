#include "shell/arguments.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/language.h"
#include "shell/report.h"

const OptionRow common_options[] = {
    {"color", N_("WHEN"), N_("colour in the output: auto, always or never")},
    {"lang", N_("LANGUAGE"), N_("es for Spanish, en for English; else the locale decides")},
    {"help", NULL, N_("print this help")},
    {"version", NULL, N_("print the version")},
    {NULL, NULL, NULL},
};

static int count_rows(const OptionRow *rows)
{
    int count = 0;
    while (rows && rows[count].name)
        count++;
    return count;
}

/* The row of an option, its own before the common ones; `slot` says where its value belongs. */
static const OptionRow *find_row(const Command *command, const char *name, size_t length, int *slot)
{
    int own = count_rows(command->options);
    int all = own + (command->program ? 0 : count_rows(common_options));
    assert(all <= ARGUMENTS_MAX_OPTIONS);
    for (int i = 0; i < all; i++) {
        const OptionRow *row = i < own ? &command->options[i] : &common_options[i - own];
        if (strncmp(row->name, name, length) == 0 && row->name[length] == '\0') {
            *slot = i;
            return row;
        }
    }
    return NULL;
}

void arguments_program(const Command *command, char text[ARGUMENTS_PROGRAM_TEXT])
{
    if (command->program)
        snprintf(text, ARGUMENTS_PROGRAM_TEXT, "%s", command->program);
    else
        snprintf(text, ARGUMENTS_PROGRAM_TEXT, "ludoteca%s%s", *command->name ? " " : "",
                 command->name);
}

static bool repeats(const Arguments *arguments, const OptionRow *row)
{
    return arguments->command->repeats && strcmp(arguments->command->repeats, row->name) == 0;
}

/* Of an option that may repeat every value is kept. */
static bool keep_in_list(Arguments *arguments, const OptionRow *row, const char *value)
{
    if (!repeats(arguments, row))
        return true;
    if (arguments->list_count == ARGUMENTS_MAX_LIST) {
        report_usage(_("Option --%s can be given %d times at most."), row->name,
                     ARGUMENTS_MAX_LIST);
        return false;
    }
    arguments->list[arguments->list_count++] = value;
    return true;
}

/* Takes the option argv[*at], and its value from there or from the next word. */
static bool take_option(Arguments *arguments, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int slot = 0;
    const OptionRow *row = find_row(arguments->command, name, length, &slot);
    if (!row) {
        char program[ARGUMENTS_PROGRAM_TEXT];
        arguments_program(arguments->command, program);
        report_usage(_("There is no option --%.*s. `%s --help` lists the options."),
                     length < 60 ? (int)length : 60, name, program);
        return false;
    }
    if (arguments->values[slot] && !repeats(arguments, row)) {
        report_usage(_("Option --%s is given twice; give it once."), row->name);
        return false;
    }
    if (!row->value) {
        arguments->values[slot] = "";
        if (equals)
            report_usage(_("Option --%s takes no value; leave out what follows the =."), row->name);
        return !equals;
    }
    if (equals) {
        arguments->values[slot] = equals + 1;
        return keep_in_list(arguments, row, equals + 1);
    }
    if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0) {
        report_usage(_("Option --%s needs a value: --%s %s."), row->name, row->name, _(row->value));
        return false;
    }
    arguments->values[slot] = argv[++*at];
    return keep_in_list(arguments, row, argv[*at]);
}

/* A lone "-" is standard input, and "-1" a number; anything else that starts with a dash is meant
 * as an option. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

static bool check_operands(const Arguments *arguments)
{
    const Command *command = arguments->command;
    if (arguments_has(arguments, "help") || arguments_has(arguments, "version"))
        return true;
    char program[ARGUMENTS_PROGRAM_TEXT];
    arguments_program(command, program);
    if (arguments->operand_count < command->least) {
        report_usage(_("Something is missing. Write: %s %s"), program, _(command->operands));
        return false;
    }
    if (command->most >= 0 && arguments->operand_count > command->most) {
        report_usage(_("\"%.60s\" is one argument too many. Quote values that contain spaces; "
                       "`%s --help` says more."),
                     arguments->operands[command->most], program);
        return false;
    }
    return true;
}

bool arguments_read(Arguments *arguments, const Command *command, int argc, char **argv)
{
    *arguments = (Arguments){.command = command, .operands = argv};
    bool only_operands = false;
    for (int i = 0; i < argc; i++) {
        if (only_operands || !is_option(argv[i])) {
            argv[arguments->operand_count++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
        } else if (strcmp(argv[i], "-h") == 0) {
            int slot = 0;
            find_row(command, "help", strlen("help"), &slot);
            arguments->values[slot] = "";
        } else if (argv[i][1] != '-') {
            report_usage(_("There is no option %.60s. Options start with two dashes."), argv[i]);
            return false;
        } else if (!take_option(arguments, argc, argv, &i)) {
            return false;
        }
    }
    return check_operands(arguments);
}

const char *arguments_value(const Arguments *arguments, const char *name)
{
    int slot = 0;
    const OptionRow *row = find_row(arguments->command, name, strlen(name), &slot);
    return row ? arguments->values[slot] : NULL;
}

int arguments_list(const Arguments *arguments, const char *const **list)
{
    *list = arguments->list;
    return arguments->list_count;
}

bool arguments_has(const Arguments *arguments, const char *name)
{
    return arguments_value(arguments, name) != NULL;
}

bool arguments_read_number(const char *text, const char *what, long least, long most, long *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool has_digits = end != text && text[0] != ' ' && text[0] != '+';
    if (!has_digits || *end != '\0' || errno != 0 || value < least || value > most) {
        report_usage(_("%s must be a whole number from %ld to %ld, not \"%.60s\"."), what, least,
                     most, text);
        return false;
    }
    *number = value;
    return true;
}

bool arguments_number(const Arguments *arguments, const char *name, long least, long most,
                      long *number)
{
    const char *text = arguments_value(arguments, name);
    if (!text)
        return true;
    char option[64] = "--";
    strncat(option, name, sizeof option - 3);
    return arguments_read_number(text, option, least, most, number);
}
