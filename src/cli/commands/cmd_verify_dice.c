/* `ludoteca verify-dice`: whether the dice of online games are what everybody's secrets say. */
#include "cli/cli.h"
#include "cli/records/record_file.h"
#include "online/dice_check.h"
#include "shell/output.h"

/* A sentence may name things in words of its own, which are to be translated, too. */
static void print_sentence(const char *mark, const LudError *sentence)
{
    LudError said = *sentence;
    char text[REPORT_BYTES];
    for (int i = 0; i < LUD_ERROR_ARGS; i++)
        snprintf(said.arg[i], sizeof said.arg[i], "%s", _(sentence->arg[i]));
    lud_error_text(&said, language_text, text, sizeof text);
    printf("%s ", mark);
    output_foreign(stdout, text);
    putchar('\n');
}

static void tell_right(void *context, const LudError *sentence)
{
    (void)context;
    print_sentence("+", sentence);
}

static void tell_wrong(void *context, const LudError *sentence)
{
    (void)context;
    print_sentence("-", sentence);
}

static int verify(LudRecord *record)
{
    DiceReport report = {.right = tell_right, .wrong = tell_wrong};
    LudError err;
    if (dice_check(record, &report, &err) != LUD_OK)
        return report_error(&err);
    if (report.faults > 0) {
        printf("%s\n", _("These dice are NOT fair: see the lines that begin with -."));
        return EXIT_FAILURE;
    }
    printf(_("Rolls that are as drawn: %d\n"), report.rolls);
    printf("%s\n", report.is_servers
                       ? _("All secrets were the server's: it could have chosen them before the "
                           "game, but not in it.")
                       : _("Everybody had a part: nobody could choose, the server included."));
    return EXIT_SUCCESS;
}

static int cmd_verify_dice(const Arguments *arguments)
{
    RecordFile file;
    int status = record_file_read(arguments->operands[0], &file);
    if (status != EXIT_SUCCESS)
        return status;
    for (int i = 0; i < file.count; i++) {
        if (file.count > 1)
            printf(_("Game %d\n"), i + 1);
        int verdict = verify(file.records[i]);
        if (verdict != EXIT_SUCCESS)
            status = verdict;
    }
    record_file_free(&file);
    return status;
}

const Command verify_dice_command = {
    .name = "verify-dice",
    .operands = N_("FILE"),
    .about = N_("check that nobody chose the dice of an online game"),
    .details = N_("FILE is a record of an online game that is over. Everything that was drawn in "
                  "it is worked\n"
                  "out anew from the secrets in it: lots, throws for the start, rolls. "
                  "docs/DICE.md says how.\n"),
    .least = 1,
    .most = 1,
    .run = cmd_verify_dice,
};
