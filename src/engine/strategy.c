#include "engine/strategy.h"

#include <stdlib.h>
#include <string.h>

#include "core/tabulation.h"

/* -- positions --------------------------------------------------------------------------------- */

uint64_t strategy_id(const LudGame *game, const LudState *s)
{
    return (uint64_t)game->tabulation->layer_of(s) << 40 | game->tabulation->rank(s);
}

/* The highest first: these are right most often, which keeps numbers small. */
static int compare(const void *a, const void *b)
{
    const StrategyAnswer *x = a, *y = b;
    if (x->id != y->id)
        return x->id > y->id ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

int strategy_answers(const LudGame *game, const LudState *s, StrategyAnswer *list)
{
    LudMove moves[LUD_MAX_MOVES];
    int count = game->rules.moves(s, moves), listed = 0, kept = 0;
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, moves[i]);
        if (game->rules.turn(&next) != LUD_OVER)
            list[listed++] = (StrategyAnswer){strategy_id(game, &next), moves[i]};
    }
    qsort(list, (size_t)listed, sizeof list[0], compare);
    for (int i = 0; i < listed; i++) {
        if (kept == 0 || list[kept - 1].id != list[i].id)
            list[kept++] = list[i];
    }
    return kept;
}

/* -- bits -------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void strategy_slots(uint64_t id, uint32_t seed, uint32_t slots, uint32_t place[3])
{
    uint64_t x = mix(id + (seed + 1) * 0x9e3779b97f4a7c15u), third = slots / 3;
    for (uint32_t i = 0; i < 3; i++, x = mix(x + 1))
        place[i] = (uint32_t)(i * third + ((x >> 32) * third >> 32));
}

static unsigned bit_at(const uint8_t *bits, uint32_t place)
{
    return bits[place / 8] >> place % 8 & 1;
}

/* The number of the answer. */
static int ask(const Strategy *strategy, uint64_t id)
{
    int number = 0;
    for (; number < strategy->level_count; number++) {
        const uint8_t *bits = strategy->bits[number];
        uint32_t place[3];
        strategy_slots(id, strategy->seed[number], strategy->slots[number], place);
        if (!(bit_at(bits, place[0]) ^ bit_at(bits, place[1]) ^ bit_at(bits, place[2])))
            break;
    }
    return number;
}

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

uint64_t strategy_checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = size;
    for (size_t at = 0; at < size; at++)
        sum = at % 8 ? sum + ((uint64_t)bytes[at] << at % 8 * 8) : mix(sum) + bytes[at];
    return mix(sum);
}

static uint64_t stored_checksum(const uint8_t *bytes, size_t size)
{
    const uint8_t *sum = bytes + size - STRATEGY_SUM_BYTES;
    return (uint64_t)number_at(sum + 4) << 32 | number_at(sum);
}

/* Whether there is as much as the shortest of them has, and all as it was written. */
static bool is_sound(const uint8_t *bytes, size_t size)
{
    if (size < STRATEGY_HEAD_BYTES + STRATEGY_SUM_BYTES || memcmp(bytes, "LUDS", 4) != 0)
        return false;
    return stored_checksum(bytes, size) == strategy_checksum(bytes, size - STRATEGY_SUM_BYTES);
}

bool strategy_read(Strategy *strategy, const uint8_t *bytes, size_t size)
{
    if (!is_sound(bytes, size) || number_at(bytes + 12) > STRATEGY_LEVELS_MOST)
        return false;
    *strategy = (Strategy){.bytes = bytes,
                           .size = size,
                           .checksum = stored_checksum(bytes, size),
                           .side = 1,
                           .sure_plies = (int)number_at(bytes + 4),
                           .rest_plies = (int)number_at(bytes + 8),
                           .level_count = (int)number_at(bytes + 12)};
    size -= STRATEGY_SUM_BYTES;
    size_t at = STRATEGY_HEAD_BYTES + (size_t)strategy->level_count * STRATEGY_LEVEL_BYTES;
    for (int i = 0; i < strategy->level_count; i++) {
        const uint8_t *level = bytes + STRATEGY_HEAD_BYTES + STRATEGY_LEVEL_BYTES * i;
        if (at > size)
            return false;
        strategy->slots[i] = number_at(level);
        strategy->seed[i] = number_at(level + 4);
        strategy->bits[i] = bytes + at;
        at += ((size_t)strategy->slots[i] + 7) / 8;
    }
    return at == size;
}

/* -- asking ------------------------------------------------------------------------------------ */

void strategy_close(Strategy *strategy)
{
    free(strategy->owned);
    strategy->owned = NULL;
}

static bool answer_at(const Strategy *strategy, const LudGame *game, const LudState *s,
                      StrategyAnswer *answer)
{
    StrategyAnswer list[LUD_MAX_MOVES];
    int count = strategy_answers(game, s, list), number = ask(strategy, strategy_id(game, s));
    if (number >= count)
        return false;
    *answer = list[number];
    return true;
}

/* -- close to the end -------------------------------------------------------------------------- */

static bool can_win(const LudGame *game, const LudState *s, int plies, LudMove *move);

/* Whether a side wins within so many plies, whatever the other does. */
static bool is_won(const LudGame *game, const LudState *s, int side, int plies)
{
    LudMove list[LUD_MAX_MOVES], ignored;
    int turn = game->rules.turn(s);
    if (turn == LUD_OVER)
        return game->rules.score(s, side) > game->rules.score(s, 1 - side);
    if (turn % 2 == side)
        return can_win(game, s, plies, &ignored);
    int count = plies > 0 ? game->rules.moves(s, list) : 0;
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, list[i]);
        if (!is_won(game, &next, side, plies - 1))
            return false;
    }
    return count > 0;
}

/* The same for the side to move; then `move` begins it. Moves that end the game are tried first, so
 * that a refutation is seldom far. */
static bool can_win(const LudGame *game, const LudState *s, int plies, LudMove *move)
{
    LudMove list[LUD_MAX_MOVES];
    int count = plies > 0 ? game->rules.moves(s, list) : 0, side = game->rules.turn(s) % 2;
    for (int pass = 0; pass < 1 + (plies > 1); pass++) {
        for (int i = 0; i < count; i++) {
            LudState next;
            lud_state_copy(game, &next, s);
            game->rules.apply(&next, list[i]);
            bool is_over = game->rules.turn(&next) == LUD_OVER;
            *move = list[i];
            if (is_over == (pass == 0) && is_won(game, &next, side, plies - 1))
                return true;
        }
    }
    return false;
}

/* The quickest way to win within so many plies, so that every move brings the end closer. */
static bool find_end(const LudGame *game, const LudState *s, int plies_most, LudMove *move)
{
    for (int plies = 1; plies <= plies_most; plies++) {
        if (can_win(game, s, plies, move))
            return true;
    }
    return false;
}

/* -- games ------------------------------------------------------------------------------------- */

/* How a game has gone so far. */
typedef enum Course { COURSE_FOLLOWED, COURSE_CLOSE, COURSE_LEFT } Course;

/* Follows the game to its current position. Whoever leaves the stored answers where the strategy
 * may have had none can only have done so to end the game at once. */
static Course follow(const Strategy *strategy, const LudPlay *play, LudState *s)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    Course course = COURSE_FOLLOWED;
    for (int i = 0, length = lud_play_length(play); i < length; i++) {
        StrategyAnswer answer;
        bool is_ours = game->rules.turn(s) == strategy->side;
        bool is_known =
            is_ours && course == COURSE_FOLLOWED && answer_at(strategy, game, s, &answer);
        if (history[i] == LUD_NO_MOVE)
            return COURSE_LEFT;
        game->rules.apply(s, history[i]);
        if (!is_ours || course == COURSE_CLOSE || (is_known && strategy_id(game, s) == answer.id))
            continue;
        if (i < strategy->sure_plies || length - i > strategy->rest_plies)
            return COURSE_LEFT;
        course = COURSE_CLOSE;
    }
    return course;
}

bool strategy_answer(const Strategy *strategy, const LudPlay *play, LudMove *move)
{
    const LudRules *rules = lud_play_rules(play);
    const LudGame *game = rules->game;
    StrategyAnswer answer;
    LudState s;
    lud_rules_start(rules, &s);
    if (lud_play_turn(play) != strategy->side || !game->rules.same(&s, lud_play_start(play)))
        return false;
    Course course = follow(strategy, play, &s);
    if (course == COURSE_LEFT)
        return false;
    if (lud_play_length(play) >= strategy->sure_plies &&
        find_end(game, &s, strategy->rest_plies, move))
        return true;
    if (course == COURSE_CLOSE || !answer_at(strategy, game, &s, &answer))
        return false;
    *move = answer.move;
    return true;
}
