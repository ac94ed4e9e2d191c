/* Secuencia de Dados for the tests. Odd starts: full and nearly full boards, all chips in use. */
#include <stdio.h>
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
    LudState start;
    lud_rules_start(rules, &start);
    int sides = rules->game->rules.sides(&start), chips[3] = {0};
    static const int empties[] = {0, 0, 1, 2, 4, 8, 16};
    int empty = empties[below(random, 7)];
    /* One colour may have nearly all its chips out. */
    int favoured = below(random, 2) ? below(random, sides) : -1;
    char text[64];
    int at = 0;
    for (int square = 0; square < 36; square++) {
        int side = favoured >= 0 && below(random, 3) ? favoured : below(random, sides);
        if (chips[side] == 20)
            side = (side + 1) % sides;
        bool is_empty = below(random, 36 - square) < empty;
        empty -= is_empty;
        chips[side] += !is_empty;
        text[at++] = is_empty ? '.' : "gbr"[side];
        if (square % 6 == 5 && square < 35)
            text[at++] = '/';
    }
    int roll = 1 + below(random, 12), seat = 1 + below(random, rules->game->rules.seats(&start));
    if (roll == 1)
        snprintf(text + at, sizeof text - (size_t)at, " %d -", seat);
    else
        snprintf(text + at, sizeof text - (size_t)at, " %d %d", seat, roll);
    return read(rules, text, s);
}

/* Six ranks from above; all chips that are not there are held. */
static void read_board(StoryBoard *board, const LudRules *rules, const char *text)
{
    int sides = strcmp(lud_rules_value(rules, "players"), "3") == 0 ? 3 : 2;
    for (int i = 0; i < sides; i++)
        board->held[i] = 20;
    for (int rank = 6; rank >= 1; rank--, text++) {
        for (int file = 0; file < 6; file++, text++) {
            char cell[3] = {(char)('a' + file), (char)('0' + rank), '\0'};
            int side = *text == 'g' ? 0 : *text == 'b' ? 1 : 2;
            if (*text == '.')
                continue;
            story_board_put(board, cell, side, 1);
            board->held[side]--;
        }
    }
}

static const char *const samples[] = {"dados", "dados:players=3", "dados:players=4", NULL};
static const TeamRow team[] = {{"dados:line=5", 4, 4}, {"dados:players=3,line=5", 3, 3}, {0}};

const GameRows dados_rows = {
    .name = "dados",
    .samples = samples,
    .variants = 6,
    .odd_start = start_oddly,
    .reference = ref_dados_moves,
    .read_board = read_board,
    .conformance_positions = 2000,
    .reference_positions = 20000,
    .score_total = 2,
    .team = team,
};
