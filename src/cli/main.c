/* The program: finds the subcommand, reads the options, and sees that output arrived. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/commands/help.h"
#include "shell/command_help.h"

static const Command *const commands[] = {
    &games_command,       &rules_command,        &show_command,          &moves_command,
    &perft_command,       &play_command,         &replay_command,        &convert_command,
    &analyse_command,     &review_command,       &match_command,         &tables_command,
    &engine_command,      &serve_command,        &server_backup_command, &server_admin_command,
    &server_copy_command, &bot_command,          &verify_dice_command,   &train_command,
    &solve_command,       &verify_proof_command, &bench_command,         NULL,
};

int cli_rules(const char *text, LudRules *rules)
{
    LudError err;
    return lud_rules_parse(text, rules, &err) == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

/* Keeps files that are opened later from taking the place of a standard stream that the caller
 * closed. Write-only or read-only the wrong way round, so that using the stream still fails. */
static void reserve_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_FAILURE);
    }
}

/* Every larger table stays open, and a server may have those of many rules: more files than many
 * systems allow unless asked. */
static void allow_many_files(void)
{
    enum { WANTED = 8192 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= WANTED)
        return;
    limit.rlim_cur = limit.rlim_max < WANTED ? limit.rlim_max : WANTED;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* --lang counts before anything else, so that even complaints about other options obey it. */
static bool choose_language(int argc, char **argv)
{
    language_from_environment();
    if (style_needs_ascii())
        language_use_ascii();
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *code = NULL;
        if (strncmp(argv[i], "--lang=", 7) == 0)
            code = argv[i] + 7;
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            code = argv[i + 1];
        if (code && strncmp(code, "--", 2) != 0 && !language_set(code)) {
            report_usage(_("--lang must be es or en, not \"%.60s\"."), code);
            return false;
        }
    }
    return true;
}

/* The place of the subcommand: the first word that is neither an option nor the value of one;
 * argc if there is none. Only common options may stand before it. */
static int find_command(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' || strcmp(argv[i], "-") == 0)
            return i;
        if (strcmp(argv[i], "--lang") == 0 || strcmp(argv[i], "--color") == 0)
            i++;
    }
    return argc;
}

static const Command *command_named(const char *name)
{
    for (int i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

/* Options before the subcommand are moved behind it, where one reader deals with them all. */
static int run_command(const Command *command, int argc, char **argv, int place)
{
    memmove(&argv[1 + 1], &argv[1], (size_t)(place - 1) * sizeof argv[0]);
    Arguments arguments;
    Style style;
    if (!arguments_read(&arguments, command, argc - 2, argv + 2) ||
        !style_choose(&arguments, &style))
        return EXIT_USAGE;
    if (arguments_has(&arguments, "help"))
        return command_help(command);
    if (arguments_has(&arguments, "version"))
        return help_version();
    return command->run(&arguments);
}

static const Command no_command = {.name = "", .operands = "", .most = 0};

/* Without a subcommand there is only help, the version, or a mistake. */
static int run_bare(int argc, char **argv)
{
    Arguments arguments;
    if (!arguments_read(&arguments, &no_command, argc - 1, argv + 1))
        return EXIT_USAGE;
    if (arguments_has(&arguments, "version"))
        return help_version();
    if (arguments_has(&arguments, "help"))
        return help_program(commands);
    return report_usage(_("Which command? `ludoteca --help` lists them."));
}

static int dispatch(int argc, char **argv)
{
    if (!choose_language(argc, argv))
        return EXIT_USAGE;
    int place = find_command(argc, argv);
    if (place == argc)
        return run_bare(argc, argv);
    if (strcmp(argv[place], "help") == 0) {
        const Command *topic = place + 1 < argc ? command_named(argv[place + 1]) : NULL;
        if (topic)
            return command_help(topic);
        if (place + 1 == argc)
            return help_program(commands);
        place++;
    }
    const Command *command = command_named(argv[place]);
    if (!command)
        return help_unknown(commands, argv[place]);
    return run_command(command, argc, argv, place);
}

/* The reason why writing failed at some earlier point is gone by now, so it is tried again. */
static int find_reason(void)
{
    clearerr(stdout);
    errno = 0;
    return putchar('\n') == EOF || fflush(stdout) != 0 ? errno : 0;
}

/* Output that did not arrive is a failure, whatever the subcommand thought. Of a reader that went
 * away, as `head` does, nothing need be said. */
static int finish_output(int status)
{
    bool failed = fflush(stdout) != 0 || ferror(stdout);
    int reason = failed ? find_reason() : 0;
    errno = 0;
    if (fclose(stdout) != 0 && !failed) {
        failed = true;
        reason = errno;
    }
    if (!failed)
        return status;
    if (reason == EPIPE)
        return status == EXIT_SUCCESS ? 128 + SIGPIPE : status;
    if (reason)
        report_failure(_("The output could not be written: %s."), report_errno(reason));
    else
        report_failure(_("The output could not be written."));
    return status == EXIT_SUCCESS ? EXIT_FAILURE : status;
}

int main(int argc, char **argv)
{
    reserve_standard_streams();
    allow_many_files();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a reader that went away shows as a failed write: a game is saved */
    signal(SIGXFSZ, SIG_IGN); /* so does a file that may not grow: an error like a full disk */
    return finish_output(dispatch(argc, argv));
}
