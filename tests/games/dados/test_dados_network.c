/* The judge of dados against a plain one that is written from the description of its patterns
 * (dados_tuples.h), and what must hold of any judge: turns of the board and colours don't matter,
 * chances add up, a team is judged as one player, and a whole roll is worth what its moves are. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>
#include <ludoteca/search.h>

#include "core/network.h"
#include "games/dados/dados_board.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum {
    POSITIONS = 2000,
    WIDTH = 6,
    LINES_PART = 4 * 15625 + 3125,
    WHOLE_PART = 225 + 37 * 37 + 21 * 21,
    THREATS_PART = 16 * 16 * 16,
};

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

/* A position in which a roll is awaited, out of a random game or a crowded board. */
static bool random_position(const LudRules *rules, LudRandom *random, LudState *s)
{
    const LudGame *game = rules->game;
    LudMove list[LUD_MAX_MOVES];
    lud_rules_start(rules, s);
    if (lud_random_below(random, 3) == 0 && !odd_start(rules, random, s))
        return false;
    for (int plies = (int)lud_random_below(random, 90);
         game->rules.turn(s) != LUD_OVER && (plies > 0 || game->rules.turn(s) >= 0); plies--)
        game->rules.apply(s, list[lud_random_below(random, (uint32_t)game->rules.moves(s, list))]);
    return game->rules.turn(s) != LUD_OVER;
}

/* -- the plain judge --------------------------------------------------------------------------- */

static const int numbers[WIDTH][WIDTH] = {
    /* rank 1 first, as the rules print the board from below */
    {2, 6, 5, 4, 3, 2},   {3, 7, 9, 8, 7, 6}, {4, 8, 12, 12, 9, 5},
    {5, 9, 12, 12, 8, 4}, {6, 7, 8, 9, 7, 3}, {2, 3, 4, 5, 6, 2},
};

/* The board as a side sees it after some quarter turns: 0 empty, 1 own, 2 another's; and whether
 * all squares of the number that was there are taken. */
typedef struct Seen {
    int owner[WIDTH][WIDTH], is_full[WIDTH][WIDTH];
} Seen;

static Seen seen_by(const LudGame *game, const LudState *s, int side)
{
    Seen seen;
    Dados d = load(s);
    (void)game;
    for (int rank = 0; rank < WIDTH; rank++) {
        for (int file = 0; file < WIDTH; file++) {
            int owner = dados_owner(&d, rank * WIDTH + file), empty = 0;
            for (int i = 0; i < WIDTH * WIDTH; i++)
                empty +=
                    numbers[i / WIDTH][i % WIDTH] == numbers[rank][file] && dados_owner(&d, i) < 0;
            seen.owner[rank][file] = owner < 0 ? 0 : owner == side ? 1 : 2;
            seen.is_full[rank][file] = empty == 0;
        }
    }
    return seen;
}

static Seen turned(const Seen *seen)
{
    Seen result;
    for (int rank = 0; rank < WIDTH; rank++) {
        for (int file = 0; file < WIDTH; file++) {
            result.owner[file][WIDTH - 1 - rank] = seen->owner[rank][file];
            result.is_full[file][WIDTH - 1 - rank] = seen->is_full[rank][file];
        }
    }
    return result;
}

static uint32_t line_at(const Seen *seen, int file, int rank, int files, int ranks, int length)
{
    uint32_t number = 0;
    for (int i = length; i-- > 0;) {
        int f = file + i * files, r = rank + i * ranks;
        int digit = seen->owner[r][f] + (seen->is_full[r][f] ? 2 : 0);
        number = number * 5 + (uint32_t)digit;
    }
    return number;
}

static uint32_t region_at(const Seen *seen, int file, int rank)
{
    uint32_t number = 0;
    for (int i = 9; i-- > 0;)
        number = number * 3 + (uint32_t)seen->owner[rank + i / 3][file + i % 3];
    return number;
}

/* Rolls, out of 36, with which a side completes a line if it is its turn: all of them tried. */
static int ways(const LudGame *game, const LudState *s, int side)
{
    LudChance chances[LUD_MAX_CHANCES];
    LudMove list[LUD_MAX_MOVES];
    LudState turn = *s;
    int found = 0;
    game->rules.set_starter(&turn, side);
    for (int i = game->chance->outcomes(&turn, chances); i-- > 0;) {
        LudState rolled = turn;
        bool wins = false;
        game->rules.apply(&rolled, chances[i].move);
        for (int k = game->rules.moves(&rolled, list); k-- > 0;) {
            LudState next = rolled;
            game->rules.apply(&next, list[k]);
            wins |= game->rules.turn(&next) == LUD_OVER;
        }
        found += wins ? (int)chances[i].weight : 0;
    }
    return found;
}

static int most_of(const int *of, int side, int sides)
{
    int most = 0;
    for (int i = 0; i < sides; i++)
        most = i != side && of[i] > most ? of[i] : most;
    return most;
}

/* Many rolls that complete a line are told apart less finely than few. */
static int level(int rolls)
{
    static const int from[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 18, 22};
    int found = 0;
    while (found < 15 && rolls >= from[found + 1])
        found++;
    return found;
}

static int held(const Seen *seen, int number, int owner)
{
    int count = 0;
    for (int i = 0; i < WIDTH * WIDTH; i++)
        count +=
            numbers[i / WIDTH][i % WIDTH] == number && seen->owner[i / WIDTH][i % WIDTH] == owner;
    return count;
}

/* The numbers of a side's weights, each with its part of the set added. */
static int plain_patterns(const LudGame *game, const LudState *s, int side, uint32_t *list)
{
    Dados d = load(s);
    int sides = d.sides, count = 0, ways_of[LUD_MAX_SIDES] = {0}, chips_of[LUD_MAX_SIDES] = {0};
    int soon = sides == 2 ? 0 : (side - d.seat + sides) % sides, soons = sides == 2 ? 1 : sides;
    uint32_t lines = (uint32_t)(soon * LINES_PART), regions = (uint32_t)(soons * LINES_PART);
    uint32_t whole = regions + 4 * 19683 + (uint32_t)(soon * WHOLE_PART);
    Seen seen = seen_by(game, s, side);
    for (int number = 2, place = 0; number <= 12; number++) {
        if (number != 10 && number != 11)
            list[count++] = whole + (uint32_t)(25 * place++ + 5 * held(&seen, number, 1) +
                                               held(&seen, number, 2));
    }
    for (int i = 0; i < sides; i++) {
        ways_of[i] = ways(game, s, i);
        chips_of[i] = __builtin_popcountll(d.chips[i]);
    }
    list[count++] = whole + 225 + (uint32_t)(37 * ways_of[side] + most_of(ways_of, side, sides));
    list[count++] =
        whole + 225 + 37 * 37 + (uint32_t)(21 * chips_of[side] + most_of(chips_of, side, sides));
    if (sides == 3)
        list[count++] =
            3 * (LINES_PART + WHOLE_PART) + 4 * 19683 +
            (uint32_t)(soon * THREATS_PART + 256 * level(ways_of[side]) +
                       16 * level(ways_of[(side + 1) % 3]) + level(ways_of[(side + 2) % 3]));
    for (int turn = 0; turn < 4; turn++, seen = turned(&seen)) {
        for (int i = 0; i < 3; i++)
            list[count++] = lines + (uint32_t)i * 15625 + line_at(&seen, 0, i, 1, 0, 6);
        list[count++] = lines + 3 * 15625 + line_at(&seen, 0, 0, 1, 1, 6);
        list[count++] = lines + 4 * 15625 + line_at(&seen, 1, 0, 1, 1, 5);
        for (int i = 0; i < 3; i++)
            list[count++] = regions + (uint32_t)i * 19683 + region_at(&seen, i, 0);
        list[count++] = regions + 3 * 19683 + region_at(&seen, 1, 1);
    }
    return count;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool has_plain_patterns(const LudRules *rules, const LudState *s)
{
    const LudNetwork *network = lud_judging(rules->game)->network;
    LudPatterns looks[LUD_MAX_SIDES];
    uint32_t plain[LUD_MAX_PATTERNS], limit = network->sets[network->set_of(s)].count;
    Dados d = load(s);
    network->patterns(s, NULL, looks);
    for (int side = 0; side < d.sides; side++) {
        uint32_t *fast = looks[side].number;
        int count = looks[side].count;
        if (d.sides == 2 && side != d.seat % 2) {
            if (count != 0)
                return false;
            continue;
        }
        if (count != plain_patterns(rules->game, s, side, plain))
            return false;
        qsort(fast, (size_t)count, sizeof fast[0], by_number);
        qsort(plain, (size_t)count, sizeof plain[0], by_number);
        if (memcmp(fast, plain, (size_t)count * sizeof fast[0]) != 0 || fast[count - 1] >= limit)
            return false;
    }
    return true;
}

/* -- what holds of any judge ------------------------------------------------------------------- */

static LudState turned_state(const LudState *s)
{
    Dados d = load(s), result = d;
    LudState turned = *s;
    memset(result.chips, 0, sizeof result.chips);
    for (int square = 0; square < WIDTH * WIDTH; square++) {
        int owner = dados_owner(&d, square);
        if (owner >= 0)
            result.chips[owner] |= UINT64_C(1)
                                   << (square % WIDTH * WIDTH + WIDTH - 1 - square / WIDTH);
    }
    memcpy(&turned, &result, sizeof result);
    return turned;
}

/* All colours and seats one further. */
static LudState shifted_state(const LudState *s)
{
    Dados d = load(s), result = d;
    LudState shifted = *s;
    for (int side = 0; side < d.sides; side++)
        result.chips[(side + 1) % d.sides] = d.chips[side];
    result.seat = (uint8_t)((d.seat + 1) % d.players);
    memcpy(&shifted, &result, sizeof result);
    return shifted;
}

static bool is_fair(const LudRules *rules, const LudState *s)
{
    const LudGameJudging *judging = lud_judging(rules->game);
    LudState turn = turned_state(s), shift = shifted_state(s);
    int sides = rules->game->rules.sides(s);
    double chances = 0;
    bool is_same = true;
    for (int side = 0; side < sides; side++) {
        int value = judging->evaluate(s, NULL, side);
        is_same &= value == judging->evaluate(&turn, NULL, side);
        is_same &= value == judging->evaluate(&shift, NULL, (side + 1) % sides);
        chances += lud_value_chance(rules->game, value);
    }
    return is_same && chances > 1 - 1e-7 && chances < 1 + 1e-7;
}

/* A roll at once, against each of its moves by itself. */
static bool is_whole_roll(const LudRules *rules, const LudState *s)
{
    const LudGame *game = rules->game;
    LudChance chances[LUD_MAX_CHANCES];
    LudMove list[LUD_MAX_MOVES];
    int64_t sums[LUD_MAX_SIDES], wanted[LUD_MAX_SIDES] = {0};
    int sides = game->rules.sides(s);
    for (int i = game->chance->outcomes(s, chances); i-- > 0;) {
        LudState rolled = *s;
        int best[LUD_MAX_SIDES] = {0};
        game->rules.apply(&rolled, chances[i].move);
        int mover = game->rules.turn(&rolled) % sides, count = game->rules.moves(&rolled, list);
        for (int k = 0; k < count; k++) {
            LudState next = rolled;
            int found[LUD_MAX_SIDES];
            game->rules.apply(&next, list[k]);
            for (int side = 0; side < sides; side++)
                found[side] = game->rules.turn(&next) != LUD_OVER
                                  ? lud_judging(game)->evaluate(&next, NULL, side)
                              : game->rules.score(&next, side) == 2 ? LUD_VALUE_CERTAIN
                                                                    : -LUD_VALUE_CERTAIN;
            if (k == 0 || found[mover] > best[mover])
                memcpy(best, found, sizeof best);
        }
        for (int side = 0; side < sides; side++) {
            wanted[side] += (int64_t)chances[i].weight * best[side];
            if (best[side] != lud_judging(game)->evaluate(&rolled, NULL, side))
                return false;
        }
    }
    lud_judging(game)->roll(s, NULL, sums);
    return memcmp(sums, wanted, (size_t)sides * sizeof sums[0]) == 0;
}

/* -- the tests --------------------------------------------------------------------------------- */

static void test_rules(const char *text, uint64_t seed)
{
    LudRules rules = variants_rules(text);
    LudRandom random;
    int positions = tap_scaled(POSITIONS), plain = 0, fair = 0, rolls = 0;
    lud_random_seed(&random, seed);
    for (int i = 0; i < positions;) {
        LudState s;
        if (!random_position(&rules, &random, &s))
            continue;
        plain += has_plain_patterns(&rules, &s);
        fair += is_fair(&rules, &s);
        rolls += is_whole_roll(&rules, &s);
        i++;
    }
    tap_report(plain == positions, "%s: the patterns described, in %d of %d positions", text, plain,
               positions);
    tap_report(fair == positions, "%s: turns and colours don't matter, chances add up: %d", text,
               fair);
    tap_report(rolls == positions, "%s: a roll at once is worth what its moves are: %d", text,
               rolls);
}

/* A team of two is judged as one player who rolls as often. */
static void test_teams(const char *team_text, const char *text)
{
    LudRules teams = variants_rules(team_text), two = variants_rules(text);
    LudRandom random;
    int same = 0, positions = tap_scaled(500);
    lud_random_seed(&random, 9);
    for (int i = 0; i < positions;) {
        LudState s, alone;
        if (!random_position(&teams, &random, &s))
            continue;
        Dados d = load(&s);
        d.players = 2;
        d.seat %= 2;
        lud_rules_start(&two, &alone);
        memcpy(&alone, &d, sizeof d);
        same += lud_judging(teams.game)->evaluate(&s, NULL, 0) ==
                lud_judging(two.game)->evaluate(&alone, NULL, 0);
        i++;
    }
    tap_report(same == positions, "%s is judged as %s: %d", team_text, text, same);
}

int main(void)
{
    test_rules("dados:line=5", 1);
    test_rules("dados:line=6", 2);
    test_rules("dados:players=3,line=5", 3);
    test_rules("dados:players=3,line=6", 4);
    test_rules("dados:players=4,line=5", 5);
    test_teams("dados:players=4,line=5", "dados:line=5");
    test_teams("dados:players=4,line=6", "dados:line=6");
    return tap_finish();
}
