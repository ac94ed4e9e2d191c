#include "cli/commands/inquiry.h"
#include "shell/output.h"

static int answer(const Inquiry *inquiry, void *context)
{
    (void)context;
    LudListing listing;
    LudError err;
    LudStatus status = inquiry->play
                           ? lud_listing_of_play(inquiry->play, &listing, &err)
                           : lud_listing_of_state(&inquiry->rules, &inquiry->state, &listing, &err);
    if (status != LUD_OK)
        return report_error(&err);
    char *text = inquiry->is_json ? lud_json_moves(&inquiry->rules, &inquiry->state, &listing)
                                  : lud_listing_print(&listing);
    lud_listing_free(&listing);
    return output_print(text);
}

static int cmd_moves(const Arguments *arguments)
{
    return inquiry_run(arguments, true, answer, NULL);
}

static const OptionRow options[] = {INQUIRY_OPTIONS, {NULL, NULL, NULL}};

const Command moves_command = {
    .name = "moves",
    .operands = N_("GAME"),
    .about = N_("list the legal moves of a position and where they lead"),
    .details = N_("Prints MOVE<TAB>POSITION-AFTER for each legal move, sorted by MOVE, and after\n"
                  "another tab the result if the move ends the game. Without --moves the position\n"
                  "is judged alone; a game that is over has no moves and prints nothing.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_moves,
};
