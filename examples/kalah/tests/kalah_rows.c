/* Kalah for the tests. Odd starts: crowded pits, few seeds, an empty side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kalah_reference.h"
#include "support/all_rows.h"

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static bool start_oddly(const LudRules *rules, LudRandom *random, LudState *s)
{
    int number[14] = {0}, on_board = 1 + below(random, 48), pits = 1 + below(random, 12);
    int first = below(random, 12);
    for (int i = 0; i < on_board; i++)
        number[(first + below(random, pits)) % 12]++;
    number[12] = below(random, 48 - on_board + 1);
    number[13] = 48 - on_board - number[12];
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 14; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", number[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%c", "SN"[below(random, 2)]);
    return rules->game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK;
}

/* Twelve pits, then the stores. */
static void read_board(StoryBoard *board, const LudRules *rules, const char *text)
{
    (void)rules;
    for (int i = 0; i < 14; i++) {
        char cell[2] = {"ABCDEFabcdef--"[i], '\0'};
        int number = (int)strtol(text, NULL, 10);
        text = strchr(text, '-') + 1;
        if (i >= 12)
            board->held[i - 12] = number;
        else if (number > 0)
            story_board_put(board, cell, -1, number);
    }
}

static const char *const samples[] = {"kalah", NULL};
static const TeamRow team[] = {{"kalah", 9, 12}, {0}};

const GameRows kalah_rows = {
    .name = "kalah",
    .samples = samples,
    .variants = 1,
    .odd_start = start_oddly,
    .reference = ref_kalah_moves,
    .read_board = read_board,
    .conformance_positions = 5000,
    .reference_positions = 10000,
    .score_total = 96, /* half seeds */
    .team = team,
    .minimax_positions = 200,
    .minimax_nodes = 1000,
    .claim_nodes = 600,
    .proof_nodes = 100000,
};
