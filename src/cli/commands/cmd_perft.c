#include "cli/commands/inquiry.h"
#include "shell/output.h"

enum { MAX_DEPTH = 99 };

/* `context` is the depth. Text is printed as it comes, since every depth takes longer than all
 * before it. */
static int answer(const Inquiry *inquiry, void *context)
{
    uint64_t nodes[MAX_DEPTH] = {0};
    int depth = (int)*(const long *)context;
    for (int i = 0; i < depth && !ferror(stdout); i++) {
        nodes[i] = lud_perft(inquiry->rules.game, &inquiry->state, i + 1);
        if (!inquiry->is_json) {
            printf("%d %llu\n", i + 1, (unsigned long long)nodes[i]);
            fflush(stdout);
        }
    }
    return inquiry->is_json
               ? output_print(lud_json_perft(&inquiry->rules, &inquiry->state, depth, nodes))
               : EXIT_SUCCESS;
}

static int cmd_perft(const Arguments *arguments)
{
    long depth = 0;
    if (!arguments_read_number(arguments->operands[1], _("DEPTH"), 1, MAX_DEPTH, &depth))
        return EXIT_USAGE;
    return inquiry_run(arguments, false, answer, &depth);
}

static const OptionRow options[] = {INQUIRY_OPTIONS, {NULL, NULL, NULL}};

const Command perft_command = {
    .name = "perft",
    .operands = N_("GAME DEPTH"),
    .about = N_("count the move sequences of every length up to DEPTH"),
    .details =
        N_("Prints DEPTH NODES for each depth from 1 on. A turn is one ply, a roll adds none and\n"
           "every total counts once; a finished game counts at its own depth only.\n"),
    .least = 2,
    .most = 2,
    .options = options,
    .run = cmd_perft,
};
