/* Questions about positions: what show, moves and perft have in common. The position comes from
 * --position or is the start; --moves are played from there; --batch asks the same about every line
 * of standard input. */
#ifndef LUD_CLI_COMMANDS_INQUIRY_H
#define LUD_CLI_COMMANDS_INQUIRY_H

#include "cli/cli.h"

/* The rows that these commands share, for their option tables. */
#define INQUIRY_OPTIONS                                                                            \
    {"position", N_("POSITION"), N_("the position to start from, instead of the usual one")},      \
        {"moves", N_("\"M1 M2 …\""),                                                               \
         N_("play these moves first; except in perft repetition then counts")},                    \
        {"fragment", NULL, N_("accept positions that lack pieces, where the game has such")},      \
        {"batch", NULL,                                                                            \
         N_("read positions from standard input, one a line; each answer ends with an empty "      \
            "line")},                                                                              \
    {                                                                                              \
        "json", NULL, N_("answer in JSON")                                                         \
    }

typedef struct Inquiry {
    LudRules rules;
    unsigned parse_flags;
    const char *moves; /* the value of --moves, or NULL */
    bool is_batch, is_json, has_history;
    Style style;
    /* What the question is about at the moment: */
    LudState state;
    LudPlay *play; /* the game so far if moves were given and count, else NULL */
} Inquiry;

/* Prints the answer about inquiry->state on stdout; returns an exit status. */
typedef int (*InquiryAnswer)(const Inquiry *inquiry, void *context);

/* Reads the options and the game (the first operand), then answers once or for every line. With
 * `has_history` the moves of --moves make a game, else they only lead to a position. */
int inquiry_run(const Arguments *arguments, bool has_history, InquiryAnswer answer, void *context);

#endif
