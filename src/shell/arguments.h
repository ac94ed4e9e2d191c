/* The command line, read by one declarative table for each subcommand. */
#ifndef LUD_SHELL_ARGUMENTS_H
#define LUD_SHELL_ARGUMENTS_H

#include <stdbool.h>

/* One option, --name or --name VALUE (also --name=VALUE). */
typedef struct OptionRow {
    const char *name;  /* without the dashes */
    const char *value; /* what the help calls its value, e.g. N_("POSITION"); NULL: a switch */
    const char *about; /* an English line for the help, marked with N_ */
} OptionRow;

typedef struct Arguments Arguments;

/* One subcommand, or a small program. Every text is English, marked with N_; help shows them
 * translated. */
typedef struct Command {
    const char *program;  /* NULL: a subcommand of ludoteca; else the program that this is, alone
                             and without the common options */
    const char *launcher; /* what starts that program, e.g. N_("mpirun -n PROCESSES"); or NULL */
    const char *name;     /* of a subcommand */
    const char *operands; /* as the usage line shows them, e.g. "GAME DEPTH" */
    const char *about;    /* one line */
    const char *details;  /* more for the command's own help, lines ended by \n; or NULL */
    int least, most;      /* how many operands; most < 0: any number */
    const OptionRow *options; /* ended by a row without a name; may be NULL */
    const char *repeats;      /* the option that may be given several times, or NULL */
    int (*run)(const Arguments *arguments); /* returns the exit status */
} Command;

enum { ARGUMENTS_MAX_OPTIONS = 32, ARGUMENTS_MAX_LIST = 32, ARGUMENTS_PROGRAM_TEXT = 64 };

struct Arguments {
    const Command *command;
    int operand_count;
    char **operands;
    /* Parallel to the command's options, then the common ones; NULL where an option is absent. */
    const char *values[ARGUMENTS_MAX_OPTIONS];
    int list_count;
    const char *list[ARGUMENTS_MAX_LIST]; /* of the option that may repeat */
};

/* Options that every subcommand understands: help, version, lang, color. */
extern const OptionRow common_options[];

/* What people type to run it, "ludoteca tables". */
void arguments_program(const Command *command, char text[ARGUMENTS_PROGRAM_TEXT]);
/* Reads everything after the program's name except the subcommand; `argv` is reordered. On bad
 * usage it says so on stderr and returns false. */
bool arguments_read(Arguments *arguments, const Command *command, int argc, char **argv);
/* The value of an option of this command or a common one: NULL if it was not given, "" for a
 * switch that was. */
const char *arguments_value(const Arguments *arguments, const char *name);
/* All values of the option that may repeat, in order; returns their number. */
int arguments_list(const Arguments *arguments, const char *const **list);
bool arguments_has(const Arguments *arguments, const char *name);
/* The value of a numeric option into `number`, which keeps its default if the option is absent.
 * False, with a message on stderr, if it is not a whole number from `least` to `most`. */
bool arguments_number(const Arguments *arguments, const char *name, long least, long most,
                      long *number);
/* The same for any text, called `what` in the message. */
bool arguments_read_number(const char *text, const char *what, long least, long most, long *number);

#endif
