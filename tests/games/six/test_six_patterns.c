/* The learnt evaluation of Six: it is the same for every way to look at a position, and so are its
 * weights. That it is the sum of its patterns test_judging.c says. */
#include <stdio.h>
#include <string.h>

#include <ludoteca/game.h>

#include "games/six/six_patterns.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

/* The position turned by some sixths, maybe reflected, maybe with the colours exchanged. */
static LudState turned(const LudRules *rules, const SixState *s, int sixths, bool is_reflected,
                       bool is_exchanged)
{
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 2; i++) {
        const SixCells *tiles = &s->tiles[is_exchanged ? 1 - i : i];
        length += snprintf(text + length, sizeof text - (size_t)length, i == 0 ? "r:" : " b:");
        for (int x = 0, count = 0; x < SIX_ROWS; x++) {
            for (int y = 0; y < 64; y++) {
                int q = x - SIX_TOP, r = y;
                if (!(tiles->row[x] >> y & 1))
                    continue;
                for (int k = 0; k < sixths; k++) {
                    int before = q;
                    q = -r;
                    r = before + r;
                }
                length +=
                    snprintf(text + length, sizeof text - (size_t)length, "%s%d,%d",
                             count++ > 0 ? ";" : "", is_reflected ? r : q, is_reflected ? q : r);
            }
        }
    }
    snprintf(text + length, sizeof text - (size_t)length, " %d-%d %c",
             s->hand[is_exchanged ? 1 : 0], s->hand[is_exchanged ? 0 : 1],
             (s->side == SIX_RED) != is_exchanged ? 'r' : 'b');
    return variants_position(rules, text);
}

/* All twelve ways to look at the board, and the other colours, make no difference. */
static int count_faults(const LudRules *rules, const LudState *s, const LudNotes *notes)
{
    const LudGameJudging *judging = lud_judging(rules->game);
    int value = judging->evaluate(s, notes, rules->game->rules.turn(s)), faults = 0;
    for (int way = 0; way < 24; way++) {
        LudState other =
            turned(rules, (const SixState *)(const void *)s, way % 6, way / 6 % 2, way / 12);
        LudNotes others;
        judging->notes_begin(&other, &others);
        faults += judging->evaluate(&other, &others, rules->game->rules.turn(&other)) != value;
    }
    if (faults > 0) {
        char text[LUD_STATE_TEXT];
        rules->game->text.state_print(s, text);
        tap_note("%d ways to look at %s differ", faults, text);
    }
    return faults;
}

/* Along random games, and some plies into the second round of others. */
static void check_turned(int games)
{
    static LudMove list[LUD_MAX_MOVES];
    LudRules rules = variants_rules("six");
    LudRandom random;
    int faults = 0, positions = 0, second = 0;
    lud_random_seed(&random, 12);
    for (int i = 0; i < games; i++) {
        LudState s;
        LudNotes notes;
        lud_rules_start(&rules, &s);
        while (i % 2 == 1 && !odd_start(&rules, &random, &s))
            continue;
        if (rules.game->rules.turn(&s) == LUD_OVER)
            continue;
        lud_judging(rules.game)->notes_begin(&s, &notes);
        for (int ply = 0; ply < 60; ply++) {
            if (ply % 3 == 0) {
                faults += count_faults(&rules, &s, &notes);
                positions++;
                second += six_is_second_round((const SixState *)(const void *)&s);
            }
            LudState next = s;
            LudMove m =
                list[lud_random_below(&random, (uint32_t)rules.game->rules.moves(&s, list))];
            rules.game->rules.apply(&next, m);
            if (rules.game->rules.turn(&next) == LUD_OVER)
                break;
            lud_judging(rules.game)->notes_follow(&s, m, &next, &notes);
            s = next;
        }
    }
    tap_report(faults == 0 && second > 20 && second < positions,
               "turned, reflected, colours exchanged: the same values (%d positions, %d of the "
               "second round)",
               positions, second);
}

/* Weights that are learnt together are the same. */
static void check_kin(void)
{
    static uint32_t met[SIX_WEIGHTS]; /* 1 + the first weight that consists of this one */
    const LudNetwork *network = lud_judging(lud_game_find("six"))->network;
    const LudWeightSet *set = &network->sets[0];
    int faults = 0, shared = 0;
    for (uint32_t i = 0; i < SIX_FACTS_FROM; i++) {
        uint32_t kin[LUD_MAX_KIN], again[LUD_MAX_KIN];
        bool is_right = network->kin(i, kin) == 2 && kin[0] < set->count && kin[1] < set->count &&
                        network->kin(kin[0], again) == 2 && again[0] == kin[0] &&
                        again[1] == kin[1] && network->kin(kin[1], again) == 1;
        faults += !is_right;
        if (is_right && met[kin[0]]) {
            shared++;
            faults += set->weights[i] != set->weights[met[kin[0]] - 1];
        } else if (is_right) {
            met[kin[0]] = i + 1;
        }
    }
    tap_report(set->count == SIX_WEIGHTS && faults == 0 && shared > SIX_FACTS_FROM / 2,
               "patterns that are turned have the same weights (%d)", shared);
}

int main(void)
{
    check_kin();
    check_turned(tap_scaled(200));
    return tap_finish();
}
