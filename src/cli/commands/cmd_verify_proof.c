/* `ludoteca verify-proof`: whether a certificate holds, by the rules alone. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "shell/output.h"

enum { MOST_BYTES = 1 << 30, PIECE = 1 << 16 };

/* All of a file, or of standard input, for free(). */
static char *read_all(const char *path, size_t *size)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t capacity = 0, got = 1;
    *size = 0;
    while (file && got > 0 && *size < MOST_BYTES) {
        if (*size + PIECE > capacity) {
            capacity = 2 * capacity + PIECE;
            char *grown = realloc(bytes, capacity);
            if (!grown)
                break;
            bytes = grown;
        }
        got = fread(bytes + *size, 1, PIECE, file);
        *size += got;
    }
    bool is_whole = file && got == 0 && !ferror(file);
    if (file && file != stdin)
        fclose(file);
    if (is_whole)
        return bytes;
    if (*size >= MOST_BYTES)
        errno = EFBIG;
    free(bytes);
    return NULL;
}

static int print_report(const LudProofReport *report, bool is_json)
{
    if (is_json)
        return output_print(lud_json_proof(report));
    char rules[LUD_RULES_TEXT], position[LUD_STATE_TEXT];
    lud_rules_print(&report->rules, rules);
    report->rules.game->text.state_print(&report->start, position);
    printf("%s %s\n", rules, position);
    printf(_("The proof holds: %s wins, within %d plies, whatever the other side plays.\n"),
           _(report->rules.game->side_names[report->winner]), report->plies);
    printf(_("Nodes: %d, positions played through: %llu\n"), report->nodes,
           (unsigned long long)report->positions);
    return EXIT_SUCCESS;
}

static int cmd_verify_proof(const Arguments *arguments)
{
    size_t size;
    const char *path = arguments->operands[0];
    char *text = read_all(path, &size);
    if (!text)
        return report_file(path);
    LudProofReport report;
    LudError err;
    LudStatus status = lud_proof_verify(text, size, &report, &err);
    free(text);
    if (status == LUD_OK)
        return print_report(&report, arguments_has(arguments, "json"));
    char message[REPORT_BYTES], shown[REPORT_BYTES];
    report_text(&err, message, sizeof message);
    return report_failure("%s: %s", output_shown(path, shown, sizeof shown), message);
}

static const OptionRow options[] = {
    {"json", NULL, N_("answer in JSON")},
    {NULL, NULL, NULL},
};

const Command verify_proof_command = {
    .name = "verify-proof",
    .operands = N_("FILE"),
    .about = N_("check a proof of `ludoteca solve` by the rules alone"),
    .details = N_(
        "FILE (- for standard input) is played against every legal reply. Nothing that searches\n"
        "takes part in that. Exit status: 0 if the proof holds, 1 if not.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_verify_proof,
};
