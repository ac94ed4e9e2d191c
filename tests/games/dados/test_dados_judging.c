/* What the evaluation and the remarks of dados count, against all rolls and moves tried; and what
 * is said about moves of drawn positions. */
#include <stdio.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_lines.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

/* Ways, out of 36, in which the seat to roll has a move that wins, by trying all. */
static int tried_ways(const LudGame *game, const LudState *s)
{
    LudChance chances[LUD_MAX_CHANCES];
    LudMove list[64];
    int ways = 0, count = game->chance->outcomes(s, chances);
    for (int i = 0; i < count; i++) {
        LudState rolled = *s;
        game->rules.apply(&rolled, chances[i].move);
        bool wins = false;
        for (int k = game->rules.moves(&rolled, list); k-- > 0;) {
            LudState next = rolled;
            game->rules.apply(&next, list[k]);
            wins |= game->rules.turn(&next) == LUD_OVER;
        }
        bool is_found = lud_judging(game)->winning(&rolled, NULL) != LUD_NO_MOVE;
        if (wins != is_found)
            return -1;
        ways += wins ? (int)chances[i].weight : 0;
    }
    return ways;
}

static void test_ways(const char *rules_text)
{
    LudRules rules = variants_rules(rules_text);
    const LudGame *game = rules.game;
    LudRandom random;
    int same = 0, some = 0, positions = tap_scaled(3000);
    lud_random_seed(&random, 3);
    for (int i = 0; i < positions;) {
        LudState s;
        LudMove list[64];
        bool is_odd = lud_random_below(&random, 2) == 0;
        if (is_odd && !odd_start(&rules, &random, &s))
            continue;
        if (!is_odd)
            lud_rules_start(&rules, &s);
        for (int plies = (int)lud_random_below(&random, 80);
             game->rules.turn(&s) != LUD_OVER && (plies > 0 || game->rules.turn(&s) >= 0); plies--)
            game->rules.apply(
                &s, list[lud_random_below(&random, (uint32_t)game->rules.moves(&s, list))]);
        if (game->rules.turn(&s) == LUD_OVER)
            continue;
        Dados d;
        memcpy(&d, &s, sizeof d);
        int side = dados_side_of(&d, d.seat), tried = tried_ways(game, &s);
        same += tried == dados_ways_to(&d, side, dados_completing(&d, side));
        some += tried > 0;
        i++;
    }
    tap_report(same == positions && some > positions / 50,
               "%s: ways to complete a line, right in %d of %d positions, %d with any", rules_text,
               same, positions, some);
}

/* The tables of lines hold each line that dados_has_line knows, and no other. */
static void test_lines(void)
{
    for (int length = 5; length <= 6; length++) {
        Dados d = {.line = (uint8_t)length};
        const uint64_t *lines;
        int count = dados_lines(&d, &lines);
        bool is_right = count == (length == 5 ? 32 : 14);
        for (int i = 0; i < count; i++) {
            is_right &= __builtin_popcountll(lines[i]) == length;
            is_right &= dados_has_line(lines[i], length);
            for (int k = 0; k < i; k++)
                is_right &= lines[i] != lines[k];
        }
        tap_report(is_right, "%d different lines of %d", count, length);
    }
}

/* Remarks as English text, joined by "; ". */
static void remarks_text(const LudRules *rules, const char *position, const char *move, char *text)
{
    LudState s = variants_position(rules, position);
    LudRemark list[LUD_MAX_REMARKS];
    LudMove m;
    LudError err;
    text[0] = '\0';
    if (rules->game->text.move_parse(&s, move, &m, &err) != LUD_OK)
        return;
    int count = lud_judging(rules->game)->remark(&s, &m, 1, list);
    for (int i = 0; i < count; i++) {
        text += sprintf(text, "%s", i ? "; " : "");
        for (const char *c = list[i].text; *c; c++) {
            if (c[0] == '{') {
                text += sprintf(text, "%d", list[i].number[c[1] - '1']);
                c += 2;
            } else {
                *text++ = *c;
            }
        }
        *text = '\0';
    }
}

static void test_remarks(const char *rules_text, const char *position, const char *move,
                         const char *wanted)
{
    LudRules rules = variants_rules(rules_text);
    char text[1024];
    remarks_text(&rules, position, move, text);
    if (!tap_report(strcmp(text, wanted) == 0, "%s %s", position, move))
        tap_note("says: %s", text);
}

int main(void)
{
    test_lines();
    test_ways("dados:line=5");
    test_ways("dados:line=6");
    test_ways("dados:players=3,line=5");
    test_ways("dados:players=4,line=6");
    test_remarks("dados:line=5", "....../....../....../....../gggg../...... 1 7", "e2",
                 "completes a line of 5 and wins");
    /* e2 is a 7: six ways, and two elevens */
    test_remarks("dados:line=5", "....../....../....../....../ggg.../...... 1 8", "d2",
                 "threatens to complete a line with 8 of 36 rolls; "
                 "belongs to 2 open lines with chips of the same colour");
    test_remarks("dados:line=5", "....../....../....../....../gggg../...... 2 7", "e2",
                 "takes away the 8 of 36 rolls that would complete an opponent's line; "
                 "blocks a line that needed one more chip");
    /* f2 is a 6: five ways, and two elevens */
    test_remarks("dados:line=5", "....../....../....../....../.gggg./...... 2 6", "f2",
                 "leaves an opponent 4 instead of 9 of 36 rolls that complete a line; "
                 "blocks a line that needed one more chip");
    test_remarks("dados:line=5", "....../....../....../....../gggg../...... 2 10", "-b2",
                 "takes away the 8 of 36 rolls that would complete an opponent's line; "
                 "takes a chip out of a line of 4");
    test_remarks("dados:line=5", "....../....../....../....../gggg../...... 2 2", "a1",
                 "earns another roll; leaves an opponent 8 of 36 rolls that complete a line; "
                 "lies on a square that no 10 can clear");
    test_remarks("dados:line=6", "....../....../....../....../gg..../...... 2 9", "c2",
                 "blocks a line that needed 4 more chips");
    test_remarks("dados:line=5", "....../....../....../....../....../...... 1 10", "pass",
                 "nothing can be done with this roll: the turn is lost");
    return tap_finish();
}
