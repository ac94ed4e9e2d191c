/* Pylos for the tests. Odd starts: some way into a game that avoids its end. */
#include <stdio.h>
#include <string.h>

#include "reference/reference.h"
#include "support/all_rows.h"

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static bool start_oddly(const LudRules *rules, LudRandom *random, LudState *s)
{
    const LudGame *game = rules->game;
    lud_rules_start(rules, s);
    for (int ply = 8 + below(random, 40); ply > 0; ply--) {
        LudMove list[LUD_MAX_MOVES];
        LudState next = *s;
        int count = game->rules.moves(s, list), tries = 5;
        do {
            next = *s;
            game->rules.apply(&next, list[below(random, count)]);
        } while (game->rules.turn(&next) == LUD_OVER && --tries > 0);
        if (tries == 0)
            return false;
        *s = next;
    }
    return true;
}

/* Levels from below, each rank by rank. */
static void read_board(StoryBoard *board, const LudRules *rules, const char *text)
{
    char cell[4] = "1a1";
    board->held[0] = board->held[1] = strcmp(lud_rules_value(rules, "base"), "3") == 0 ? 7 : 15;
    for (; *text != ' '; text++) {
        if (*text == '|') {
            snprintf(cell, sizeof cell, "%ca1", cell[0] + 1);
        } else if (*text == '/') {
            cell[1] = 'a';
            cell[2]++;
        } else {
            if (*text != '.') {
                story_board_put(board, cell, *text == 'b', 1);
                board->held[*text == 'b']--;
            }
            cell[1]++;
        }
    }
}

static const char *const samples[] = {"pylos", NULL};
static const TeamRow team[] = {{"pylos", 6, 9}, {0}};

const GameRows pylos_rows = {
    .name = "pylos",
    .samples = samples,
    .variants = 40,
    .odd_start = start_oddly,
    .reference = ref_pylos_moves,
    .read_board = read_board,
    .conformance_positions = 1000,
    .reference_positions = 4000,
    .score_total = 2,
    .team = team,
    .minimax_positions = 200,
    .minimax_nodes = 1500,
    .claim_nodes = 800,
    .proof_nodes = 100000,
};
