/* The games of a rollout. Everybody plays the move after which the static value is best. Before
 * each roll that choice is made for every outcome; what the outcome that came up is worth beyond
 * the mean over all is luck, whose mean is nothing whatever the values are: taking it out of the
 * result changes no expectation and most of the noise. */
#include "engine/rollout_object.h"

#include <math.h>

#include "engine/engine_object.h"
#include "engine/lookahead.h"

enum { ROLLS_MOST = 5000 }; /* a game that goes on for longer is judged where it stands */

/* One game. */
typedef struct Trial {
    const LudRollout *rollout;
    const LudGame *game;
    LudState state;
    LudRandom random;
    int round, place; /* the game is number `place` of its round */
    int rolls;
    double luck[LUD_MAX_SIDES];
} Trial;

/* -- dice ----------------------------------------------------------------------------------------
 */

/* The place of `index` in an order of the throws that seed, roll and block decide. */
static uint32_t shuffled(uint64_t seed, int roll, int block, uint32_t index)
{
    uint8_t order[LUD_ROLLOUT_ROUND];
    LudRandom random;
    lud_random_seed(&random, seed ^ ((uint64_t)(roll + 1) << 56) ^ ((uint64_t)block << 8));
    for (uint32_t i = 0; i < LUD_ROLLOUT_ROUND; i++) {
        uint32_t j = lud_random_below(&random, i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
    return order[index];
}

/* Which of the throws it is. The first roll takes every throw once in a round; the second does,
 * too, and every pair of the two once in 36 rounds; the third so that every triple comes once in 36
 * × 36. */
static uint32_t draw_ticket(Trial *trial)
{
    const uint32_t all = LUD_ROLLOUT_ROUND;
    uint32_t place = (uint32_t)trial->place, block = (uint32_t)trial->round % all;
    uint32_t further = (uint32_t)trial->round / all;
    uint64_t seed = trial->rollout->seed;
    switch (trial->rolls) {
    case 0:
        return place;
    case 1:
        return shuffled(seed, 1, (int)further, (place + block) % all);
    case 2:
        return shuffled(seed, 2, (int)(further / all), (place + 5 * block + further) % all);
    default:
        return lud_random_below(&trial->random, all);
    }
}

static int draw(Trial *trial, const LudChance *outcomes, int count)
{
    uint32_t tickets = 0, ticket;
    for (int i = 0; i < count; i++)
        tickets += outcomes[i].weight;
    if (tickets == LUD_ROLLOUT_ROUND)
        ticket = draw_ticket(trial);
    else
        ticket = lud_random_below(&trial->random, tickets);
    int drawn = 0;
    while (ticket >= outcomes[drawn].weight)
        ticket -= outcomes[drawn++].weight;
    trial->rolls++;
    return drawn;
}

/* Rolls, answers the roll, and notes what of it was luck. */
static void roll(Trial *trial)
{
    const LudGame *game = trial->game;
    LudChance outcomes[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(&trial->state, outcomes);
    int drawn = draw(trial, outcomes, count);
    lookahead_roll(game, &trial->state, outcomes[drawn].move, trial->rollout->is_out, trial->luck);
}

/* -- a game --------------------------------------------------------------------------------------
 */

static void play_game(Trial *trial, int64_t result[LUD_MAX_SIDES])
{
    const LudGame *game = trial->game;
    const LudRollout *rollout = trial->rollout;
    double chance[LUD_MAX_SIDES];
    while (game->rules.turn(&trial->state) != LUD_OVER && trial->rolls < ROLLS_MOST) {
        int seat = lud_active_seat(game, &trial->state);
        if (rollout->is_out[seat % rollout->sides])
            game->rules.skip(&trial->state);
        else if (game->rules.turn(&trial->state) == LUD_CHANCE)
            roll(trial);
        else
            game->rules.apply(&trial->state, lookahead_move(game, &trial->state));
    }
    lookahead_judge(game, &trial->state, rollout->is_out, chance);
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        result[i] = i < rollout->sides ? llround(ROLLOUT_UNIT * (chance[i] - trial->luck[i])) : 0;
}

void rollout_play_round(const LudRollout *rollout, int line, int round, RolloutRound *result)
{
    const LudGame *game = rollout->rules.game;
    *result = (RolloutRound){{0}};
    for (int place = 0; place < LUD_ROLLOUT_ROUND; place++) {
        Trial trial = {.rollout = rollout, .game = game, .round = round, .place = place};
        int64_t got[LUD_MAX_SIDES];
        uint64_t number = (uint64_t)round * LUD_ROLLOUT_ROUND + (uint64_t)place;
        /* All lines meet the same dice, so that their difference is known better than they are. */
        lud_random_seed(&trial.random, rollout->seed ^ (number * 0xd1342543de82ef95u));
        lud_state_copy(game, &trial.state, &rollout->position);
        if (rollout->lines[line].move != LUD_NO_MOVE)
            game->rules.apply(&trial.state, rollout->lines[line].move);
        play_game(&trial, got);
        for (int i = 0; i < LUD_MAX_SIDES; i++)
            result->sum[i] += got[i];
    }
}
