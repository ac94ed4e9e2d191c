#include "support/game_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/all_rows.h"
#include "support/variants.h"

static void give_up(const char *game, const char *what)
{
    printf("Bail out! %s has no %s: tests/games/%s/%s_rows.c should bring them\n", game, what, game,
           game);
    exit(EXIT_FAILURE);
}

bool rows_fit(const LudRules *rules, RowsKind kind)
{
    LudState s;
    lud_rules_start(rules, &s);
    bool has_dice = rules->game->chance != NULL;
    if (kind == ROWS_DICE)
        return has_dice;
    return kind == ROWS_ALL || (!has_dice && rules->game->rules.sides(&s) == 2);
}

static void check_searches(const GameRows *rows, const LudGame *game)
{
    LudRules usual = variants_rules(game->name);
    if (!rows->team || !rows->team[0].rules)
        give_up(game->name, "depths for searches of several threads");
    if (rows_fit(&usual, ROWS_TWO_SIDES) &&
        (rows->minimax_positions <= 0 || rows->minimax_nodes <= 0 || rows->claim_nodes <= 0 ||
         rows->proof_nodes <= 0))
        give_up(game->name, "budgets for plain minimax");
}

static void check_rows(const GameRows *rows, const LudGame *game)
{
    if (!rows->samples || !rows->samples[0] || rows->variants <= 0)
        give_up(game->name, "rules to try");
    if (!rows->odd_start)
        give_up(game->name, "odd starts");
    if (!rows->reference || rows->reference_positions <= 0)
        give_up(game->name, "plain rules to compare with");
    if (game->story && !rows->read_board)
        give_up(game->name, "reader of its positions");
    if (rows->conformance_positions <= 0 || rows->score_total <= 0)
        give_up(game->name, "numbers for the conformance kit");
    check_searches(rows, game);
}

const GameRows *game_rows(const LudGame *game)
{
    for (int i = 0; all_rows[i]; i++) {
        if (strcmp(all_rows[i]->name, game->name) == 0) {
            check_rows(all_rows[i], game);
            return all_rows[i];
        }
    }
    give_up(game->name, "rows");
    return NULL;
}

bool odd_start(const LudRules *rules, LudRandom *random, LudState *s)
{
    return game_rows(rules->game)->odd_start(rules, random, s);
}

const char *rows_sample(RowsKind kind, int index)
{
    for (int i = 0; i < lud_game_count(); i++) {
        const GameRows *rows = game_rows(lud_game_at(i));
        for (int k = 0; rows->samples[k]; k++) {
            LudRules rules = variants_rules(rows->samples[k]);
            if (rows_fit(&rules, kind) && index-- == 0)
                return rows->samples[k];
        }
    }
    return NULL;
}
