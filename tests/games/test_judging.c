/* What the interface promises about judging (evaluation, noisy and winning moves, remarks), tried
 * on every game with every combination of its options by random play, also from odd positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/search.h>

#include "core/network.h"
#include "core/tuning.h"
#include "games/registry.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { POISON = 0xa5, REPLIES_TRIED = 60 };

/* A build of a game, with notes kept along the moves of the game being played. */
typedef struct Build {
    const LudGame *game;
    LudNotes notes;
} Build;

typedef struct Kit {
    const LudRules *rules;
    Build build[2]; /* the usual one and the portable one */
    LudRandom random;
    int faults;
    int wins, urgents, noisies, remarks; /* how many were seen */
} Kit;

/* Says what is wrong with a position; only the first few are shown. */
#define fault(k, s, ...) tap_fault(&(k)->faults, ((k)->rules->game), (s), __VA_ARGS__)

static bool is_among(LudMove m, const LudMove *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* -- how it stands ----------------------------------------------------------------------------- */

/* Two sides add up to nothing, all stay in bounds, both builds agree, and notes that were kept
 * along the way say the same as fresh ones. */
static void check_evaluation(Kit *k, const LudState *s)
{
    const LudGame *game = k->rules->game;
    int sides = game->rules.sides(s), sum = 0;
    int most = game->chance ? LUD_VALUE_CERTAIN : LUD_EVALUATION_MOST;
    for (int side = 0; lud_judging(game)->evaluate && side < sides; side++) {
        int value = lud_judging(game)->evaluate(s, &k->build[0].notes, side);
        sum += value;
        if (abs(value) > most)
            fault(k, s, "side %d is worth %d", side, value);
        for (int b = 0; b < 2; b++) {
            const LudGame *built = k->build[b].game;
            LudNotes fresh;
            memset(&fresh, POISON, sizeof fresh);
            if (lud_judging(built)->notes_begin)
                lud_judging(built)->notes_begin(s, &fresh);
            int kept = lud_judging(built)->evaluate(s, &k->build[b].notes, side);
            int anew = lud_judging(built)->evaluate(s, &fresh, side);
            if (kept != value || anew != value)
                fault(k, s, "build %d: %d with notes kept, %d with fresh ones, not %d", b, kept,
                      anew, value);
        }
    }
    if (sides == 2 && sum != 0)
        fault(k, s, "the sides' values add up to %d", sum);
}

/* The evaluation is the sum that it is tuned as. With chance that sum is the logarithm of the odds,
 * and the evaluation may come from a table; with three sides it also has to make chances add up. */
static void check_tuning(Kit *k, const LudState *s)
{
    enum { TABLE_ERROR = LUD_VALUE_CERTAIN / 250 };
    const LudGame *game = k->rules->game;
    const LudTuning *tuning = lud_judging(game)->tuning;
    if (!tuning || (game->chance && game->rules.sides(s) != 2))
        return;
    for (int side = 0; side < game->rules.sides(s); side++) {
        int32_t features[LUD_MAX_FEATURES];
        memset(features, POISON, sizeof features);
        tuning->features(s, &k->build[0].notes, side, features);
        int64_t sum = 0;
        for (int i = 0; i < tuning->count; i++)
            sum += (int64_t)tuning->weights[i] * features[i];
        int value = lud_judging(game)->evaluate(s, &k->build[0].notes, side);
        double odds = (double)sum / tuning->divisor;
        double wanted = LUD_VALUE_CERTAIN * tanh(odds / 2);
        if (game->chance ? fabs(value - wanted) > TABLE_ERROR : sum / tuning->divisor != value)
            fault(k, s, "features make %lld, not %d", (long long)(sum / tuning->divisor), value);
    }
}

/* The evaluation that is kept along is the plain sum of the weights of all patterns. (With chance,
 * test_dados_network.c does that.) */
static void check_network(Kit *k, const LudState *s)
{
    static LudPatterns looks[LUD_MAX_SIDES];
    const LudNetwork *network = lud_judging(k->rules->game)->network;
    if (!network || network->scale == 0)
        return;
    const LudWeightSet *set = &network->sets[network->set_of(s)];
    int shares[LUD_MAX_LANES], all = 0;
    int64_t sum[2] = {0, 0}, most = LUD_EVALUATION_MOST;
    memset(looks, POISON, sizeof looks);
    network->patterns(s, &k->build[0].notes, looks);
    network->shares(s, shares);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < looks[side].count; i++) {
            for (int lane = 0; lane < network->lanes; lane++) {
                uint32_t number = looks[side].number[i] + (uint32_t)lane;
                if (number >= set->count)
                    fault(k, s, "there is no weight %u", number);
                else
                    sum[side] += (int64_t)shares[lane] * set->weights[number];
            }
        }
    }
    for (int lane = 0; lane < network->lanes; lane++)
        all += shares[lane];
    int64_t wanted = (sum[0] - sum[1]) * network->scale / network->parts / network->divisor;
    wanted = wanted > most ? most : wanted < -most ? -most : wanted;
    int value = lud_judging(k->rules->game)->evaluate(s, &k->build[0].notes, 0);
    if (all != network->parts || looks[0].count + looks[1].count == 0 || value != wanted)
        fault(k, s, "patterns make %lld, not %d", (long long)wanted, value);
}

/* -- which moves to look at -------------------------------------------------------------------- */

static void check_noisy(Kit *k, const LudState *s, const LudMove *list, int count)
{
    static LudMove noisy[LUD_MAX_MOVES], again[LUD_MAX_MOVES];
    if (!lud_judging(k->rules->game)->noisy)
        return;
    int noises = lud_judging(k->build[0].game)->noisy(s, &k->build[0].notes, noisy);
    int again_noises = lud_judging(k->build[1].game)->noisy(s, &k->build[1].notes, again);
    if (noises != again_noises || memcmp(noisy, again, (size_t)noises * sizeof *noisy) != 0)
        fault(k, s, "builds disagree about noisy moves");
    for (int i = 0; i < noises; i++) {
        if (!is_among(noisy[i], list, count))
            fault(k, s, "noisy move %#x is not legal", noisy[i]);
        if (is_among(noisy[i], noisy, i))
            fault(k, s, "noisy move %#x comes twice", noisy[i]);
    }
    k->noisies += noises;
}

static void check_promises(Kit *k, const LudState *s, const LudMove *list, int count)
{
    static int32_t promise[LUD_MAX_MOVES], again[LUD_MAX_MOVES];
    if (!lud_judging(k->rules->game)->order)
        return;
    memset(promise, POISON, sizeof promise);
    lud_judging(k->build[0].game)->order(s, &k->build[0].notes, list, count, promise);
    lud_judging(k->build[1].game)->order(s, &k->build[1].notes, list, count, again);
    if (memcmp(promise, again, (size_t)count * sizeof *promise) != 0)
        fault(k, s, "builds disagree about what is promising");
    if (count < LUD_MAX_MOVES && (uint32_t)promise[count] != POISON * UINT32_C(0x01010101))
        fault(k, s, "promises beyond the list");
}

static bool is_win(const LudGame *game, const LudState *s, LudMove m)
{
    int seat = game->rules.turn(s), sides = game->rules.sides(s);
    LudState next = *s;
    game->rules.apply(&next, m);
    if (game->rules.turn(&next) != LUD_OVER)
        return false;
    for (int side = 0; side < sides; side++) {
        if (side != seat % sides &&
            game->rules.score(&next, side) >= game->rules.score(&next, seat))
            return false;
    }
    return true;
}

static bool has_win(const LudGame *game, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.turn(s) >= 0 ? game->rules.moves(s, list) : 0;
    for (int i = 0; i < count; i++) {
        if (is_win(game, s, list[i]))
            return true;
    }
    return false;
}

static void check_winning(Kit *k, const LudState *s, const LudMove *list, int count)
{
    for (int b = 0; b < 2; b++) {
        const LudGame *game = k->build[b].game;
        if (!lud_judging(game)->winning)
            return;
        LudMove m = lud_judging(game)->winning(s, &k->build[b].notes);
        if (m == LUD_NO_MOVE && has_win(game, s))
            fault(k, s, "build %d overlooks a win", b);
        if (m != LUD_NO_MOVE && (!is_among(m, list, count) || !is_win(game, s, m)))
            fault(k, s, "build %d says that %#x wins", b, m);
        k->wins += m != LUD_NO_MOVE;
    }
}

/* Whatever is not urgent loses to the next move. */
static void check_urgent(Kit *k, const LudState *s, const LudMove *list, int count)
{
    static LudMove urgent[2][LUD_MAX_MOVES];
    int urgents[2];
    for (int b = 0; b < 2; b++) {
        if (!lud_judging(k->build[b].game)->urgent)
            return;
        urgents[b] = lud_judging(k->build[b].game)->urgent(s, &k->build[b].notes, urgent[b]);
    }
    size_t size = urgents[0] > 0 ? (size_t)urgents[0] * sizeof urgent[0][0] : 0;
    if (urgents[0] != urgents[1] || memcmp(urgent[0], urgent[1], size) != 0)
        fault(k, s, "builds disagree about urgent moves");
    if (urgents[0] < 0)
        return;
    for (int i = 0; i < urgents[0]; i++) {
        if (!is_among(urgent[0][i], list, count) || is_among(urgent[0][i], urgent[0], i))
            fault(k, s, "urgent move %#x is not legal or comes twice", urgent[0][i]);
    }
    int step = 1 + (count - urgents[0]) / REPLIES_TRIED, skipped = 0;
    for (int i = 0; i < count; i++) {
        if (is_among(list[i], urgent[0], urgents[0]) || skipped++ % step)
            continue;
        LudState next = *s;
        k->rules->game->rules.apply(&next, list[i]);
        if (!has_win(k->rules->game, &next))
            fault(k, s, "move %#x is not urgent, but does not lose at once", list[i]);
    }
    k->urgents++;
}

/* -- remarks ----------------------------------------------------------------------------------- */

/* Plays a random line and asks what it leads to. */
static void check_remarks(Kit *k, const LudState *s, LudMove m)
{
    static LudMove list[LUD_MAX_MOVES];
    const LudGame *game = k->rules->game;
    if (!lud_judging(game)->remark)
        return;
    LudMove line[6] = {m};
    int length = 1;
    LudState next = *s;
    game->rules.apply(&next, m);
    while (length < 6 && game->rules.turn(&next) >= 0) {
        int count = game->rules.moves(&next, list);
        line[length] = list[lud_random_below(&k->random, (uint32_t)count)];
        game->rules.apply(&next, line[length++]);
    }
    LudRemark remarks[LUD_MAX_REMARKS];
    for (int b = 0; b < 2; b++) {
        int count = lud_judging(k->build[b].game)->remark(s, line, length, remarks);
        if (count < 0 || count > LUD_MAX_REMARKS)
            fault(k, s, "%d remarks", count);
        for (int i = 0; i < count; i++) {
            const LudRemark *r = &remarks[i];
            if (!r->text || !r->text[0])
                fault(k, s, "an empty remark");
            else if ((strstr(r->text, "{1}") && r->number[0] < 1) ||
                     (strstr(r->text, "{2}") && r->number[1] < 1) || strstr(r->text, "{3}"))
                fault(k, s, "\"%s\" with %d, %d", r->text, r->number[0], r->number[1]);
        }
        k->remarks += count;
    }
}

/* -- whole games ------------------------------------------------------------------------------- */

static void begin_notes(Kit *k, const LudState *s)
{
    for (int b = 0; b < 2; b++) {
        Build *build = &k->build[b];
        memset(&build->notes, POISON, sizeof build->notes);
        if (lud_judging(build->game)->notes_begin)
            lud_judging(build->game)->notes_begin(s, &build->notes);
    }
}

static void play_move(Kit *k, LudState *s, LudMove m)
{
    LudState before = *s;
    k->rules->game->rules.apply(s, m);
    for (int b = 0; b < 2; b++) {
        Build *build = &k->build[b];
        if (lud_judging(build->game)->notes_follow &&
            build->game->rules.turn(&before) != LUD_CHANCE)
            lud_judging(build->game)->notes_follow(&before, m, s, &build->notes);
        for (size_t i = lud_judging(build->game)->notes_size; i < sizeof build->notes.bytes; i++) {
            if (build->notes.bytes[i] != POISON) {
                fault(k, s, "notes beyond notes_size");
                break;
            }
        }
    }
}

static int play_game(Kit *k, const LudState *start, int limit)
{
    static LudMove list[LUD_MAX_MOVES];
    const LudGame *game = k->rules->game;
    LudState s = *start;
    begin_notes(k, &s);
    int positions = 0;
    while (positions < limit && game->rules.turn(&s) != LUD_OVER) {
        int count = game->rules.moves(&s, list);
        LudMove m = list[lud_random_below(&k->random, (uint32_t)count)];
        check_evaluation(k, &s);
        check_tuning(k, &s);
        check_network(k, &s);
        if (game->rules.turn(&s) >= 0) {
            check_noisy(k, &s, list, count);
            check_promises(k, &s, list, count);
            check_winning(k, &s, list, count);
            check_urgent(k, &s, list, count);
            check_remarks(k, &s, m);
        }
        play_move(k, &s, m);
        positions++;
    }
    return positions;
}

static void check_rules(const LudRules *rules, const LudGame *portable, int positions_wanted)
{
    static Kit kit;
    Kit *k = &kit;
    kit = (Kit){.rules = rules, .build = {{.game = rules->game}, {.game = portable}}};
    lud_random_seed(&k->random, 2027);
    int positions = 0;
    for (int round = 0; positions < positions_wanted && k->faults == 0; round++) {
        LudState start = {{0}};
        lud_rules_start(rules, &start);
        if (round % 2 == 1 && !odd_start(rules, &k->random, &start))
            continue;
        positions += play_game(k, &start, 300);
    }
    char name[LUD_RULES_TEXT];
    lud_rules_print(rules, name);
    tap_report(k->faults == 0, "%s (%d positions, %d wins, %d urgent, %d noisy, %d remarks)", name,
               positions, k->wins, k->urgents, k->noisies, k->remarks);
}

int main(int argc, char **argv)
{
    for (int index = 0; index < lud_game_count(); index++) {
        const LudGame *game = lud_game_at(index);
        if (argc >= 2 && strcmp(game->name, argv[1]) != 0)
            continue;
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(game, variants);
        for (int i = 0; i < count; i++)
            check_rules(&variants[i], lud_game_portable(index), tap_scaled(16000 / count));
    }
    return tap_finish();
}
