/* Oware for the tests. Odd starts: crowded pits, few seeds, an empty side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "support/all_rows.h"

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static bool read(const LudRules *rules, const char *text, LudState *s)
{
    return rules->game->text.state_parse(s, &rules->options, text, 0, NULL) == LUD_OK;
}

static bool start_oddly(const LudRules *rules, LudRandom *random, LudState *s)
{
    static const int amounts[] = {1, 2, 3, 4, 6, 8, 12, 20, 30, 44, 48};
    int pit[12] = {0}, seeds = amounts[below(random, 11)];
    /* All pits, a few crowded ones, or one side only. */
    int pits = 1 + below(random, 12), first = below(random, 12);
    if (below(random, 3) == 0) {
        pits = 6;
        first = 6 * below(random, 2);
    }
    for (int i = 0; i < seeds; i++)
        pit[(first + below(random, pits)) % 12]++;
    int won = 48 - seeds;
    int least = won > 24 ? won - 24 : 0, most = won - least;
    int south = least + below(random, most - least + 1);
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%d-%d-%c", south, won - south,
             "SN"[below(random, 2)]);
    return read(rules, text, s);
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

static const char *const samples[] = {"oware", "oware:slam=nocapture", NULL};
static const TeamRow team[] = {{"oware", 9, 12}, {0}};

const GameRows oware_rows = {
    .name = "oware",
    .samples = samples,
    .variants = 8,
    .odd_start = start_oddly,
    .reference = ref_oware_moves,
    .read_board = read_board,
    .conformance_positions = 5000,
    .reference_positions = 30000,
    .score_total = 96, /* half seeds */
    .team = team,
    .minimax_positions = 200,
    .minimax_nodes = 1000,
    .claim_nodes = 600,
    .proof_nodes = 100000,
};
