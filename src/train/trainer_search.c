/* Games of a search with itself from which a trainer learns, for games without chance. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/search.h>

#include "train/trainer.h"

enum {
    PLIES_MOST = 300,  /* a game that goes on is left there, as a draw */
    OPENING_LEAST = 2, /* plies at random … */
    OPENING_MOST = 10, /* … at the beginning */
    LATE_PERCENT = 30, /* of games that begin late, with an opening that is even and … */
    LATE_MOST = 50,    /* … so long, since what comes late in good games is rare in others */
    EVEN_CHOICES = 6,  /* moves that are compared for it */
    FORESIGHT = 8,     /* plies after which what the search thinks is asked */
    PASSES = 2,        /* over the positions of a round */
};
static const float STEP = 0.01F;     /* of a weight that is corrected for the first time */
static const float RESTRAINT = 1.0F; /* squares of corrections that all weights begin with */

/* -- playing ------------------------------------------------------------------------------------
 */

/* A game in progress, with the keys by which repetitions are known. */
typedef struct Game {
    const LudGame *rules;
    LudState s;
    uint64_t past[PLIES_MOST + 1];
    int plies;
} Game;

static int count_earlier(const Game *game)
{
    uint64_t key = game->rules->rules.key(&game->s);
    int count = 0;
    for (int i = 0; i < game->plies; i++)
        count += game->past[i] == key;
    return count;
}

/* Whether it is over by its rules, by repetition, or because it is too long. */
static bool is_over(const Game *game)
{
    int limit = game->rules->rules.repetition_limit;
    return game->rules->rules.turn(&game->s) == LUD_OVER || game->plies == PLIES_MOST ||
           (limit > 0 && count_earlier(game) + 1 >= limit);
}

static float result_of(const Game *game, int side)
{
    if (game->rules->rules.turn(&game->s) != LUD_OVER)
        return 0.5F;
    int lead =
        game->rules->rules.score(&game->s, side) - game->rules->rules.score(&game->s, 1 - side);
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5F;
}

static void make_move(Game *game, LudMove m)
{
    game->past[game->plies++] = game->rules->rules.key(&game->s);
    game->rules->rules.apply(&game->s, m);
}

static LudMove any_move(const Game *game, LudRandom *random)
{
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules->rules.moves(&game->s, list);
    return list[lud_random_below(random, (uint32_t)count)];
}

/* Of a few moves at random the one after which the sides stand most alike. */
static LudMove even_move(const Game *game, LudRandom *random)
{
    const LudGameJudging *judging = lud_judging(game->rules);
    LudMove best = LUD_NO_MOVE;
    int least = INT_MAX;
    for (int i = 0; i < EVEN_CHOICES; i++) {
        LudMove m = any_move(game, random);
        LudState next;
        LudNotes notes;
        memcpy(&next, &game->s, game->rules->state_size);
        game->rules->rules.apply(&next, m);
        int apart = INT_MAX - 1;
        if (game->rules->rules.turn(&next) != LUD_OVER) {
            if (judging->notes_begin)
                judging->notes_begin(&next, &notes);
            apart = abs(judging->evaluate(&next, &notes, 0));
        }
        if (apart < least) {
            least = apart;
            best = m;
        }
    }
    return best;
}

/* Some plies at random, again from the start if they end the game. */
static void open_game(const Trainer *trainer, Game *game, LudRandom *random)
{
    game->rules = trainer->plan.rules.game;
    bool is_late = lud_random_below(random, 100) < LATE_PERCENT;
    do {
        uint32_t most = is_late ? LATE_MOST : OPENING_MOST;
        uint32_t plies = OPENING_LEAST + lud_random_below(random, most - OPENING_LEAST + 1);
        lud_rules_start(&trainer->plan.rules, &game->s);
        game->plies = 0;
        while (plies-- > 0 && !is_over(game))
            make_move(game, is_late ? even_move(game, random) : any_move(game, random));
    } while (is_over(game));
}

static LudLine think(LudSearch *search, uint32_t nodes, const Game *game)
{
    LudTask task = {.size = sizeof task,
                    .root = &game->s,
                    .past = game->past,
                    .past_count = game->plies,
                    .limits = {.nodes = nodes}};
    LudFindings found;
    LudLine none = {.length = 0};
    if (lud_search_run(search, &task, &found, NULL) != LUD_OK || found.line_count == 0)
        return none;
    return found.lines[0];
}

static LudMove move_of(const LudLine *line, const Game *game, LudRandom *random)
{
    return line->length > 0 ? line->move[0] : any_move(game, random);
}

/* -- games to learn from ------------------------------------------------------------------------
 */

/* What was thought of the positions of a game. */
typedef struct Thoughts {
    float chance[PLIES_MOST]; /* of the first side */
    bool is_slip[PLIES_MOST]; /* the move was drawn: what is thought later says nothing of it */
    int first, count;         /* positions of the opening, and with them */
} Thoughts;

static bool keep(TrainerWorker *worker, const LudState *s, size_t state_size)
{
    if (worker->sample_count == worker->sample_room) {
        uint32_t room = worker->sample_room ? 2 * worker->sample_room : 4096;
        TrainerSample *more = realloc(worker->samples, room * sizeof *more);
        if (!more)
            return false;
        worker->samples = more;
        worker->sample_room = room;
    }
    memcpy(&worker->samples[worker->sample_count++].s, s, state_size);
    return true;
}

/* Half the result, half what the search thinks some plies later, or where a slip is made. */
static float wanted_at(const Thoughts *thoughts, int ply, float result)
{
    int later = ply;
    while (later < thoughts->count && later < ply + FORESIGHT && !thoughts->is_slip[later])
        later++;
    return later < thoughts->count ? (result + thoughts->chance[later]) / 2 : result;
}

static void play_game(const Trainer *trainer, TrainerWorker *worker, LudSearch *search)
{
    Game game;
    Thoughts thoughts = {.count = 0};
    uint32_t first_sample = worker->sample_count;
    lud_search_forget(search);
    open_game(trainer, &game, &worker->random);
    thoughts.first = thoughts.count = game.plies;
    while (!is_over(&game)) {
        LudLine line = think(search, trainer->plan.nodes, &game);
        float chance = 1 / (1 + expf(-(float)line.value / (float)trainer->network->scale));
        int side = game.rules->rules.turn(&game.s) % 2, ply = thoughts.count++;
        if (!keep(worker, &game.s, game.rules->state_size))
            break;
        thoughts.chance[ply] = side == 0 ? chance : 1 - chance;
        thoughts.is_slip[ply] =
            lud_random_below(&worker->random, 1000) < trainer->plan.slips_permille;
        make_move(&game, thoughts.is_slip[ply] ? any_move(&game, &worker->random)
                                               : move_of(&line, &game, &worker->random));
    }
    float result = result_of(&game, 0);
    for (int ply = thoughts.first; ply < thoughts.count; ply++, first_sample++) {
        if (first_sample < worker->sample_count)
            worker->samples[first_sample].wanted = wanted_at(&thoughts, ply, result);
    }
    worker->turns += (uint64_t)(thoughts.count - thoughts.first);
    worker->games++;
}

static LudSearch *make_search(const Trainer *trainer)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = LUD_MEMORY_LEAST;
    lud_search_new(&search, &trainer->plan.rules, &options, NULL);
    return search;
}

void trainer_search_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns)
{
    LudSearch *search = make_search(trainer);
    worker->turns = worker->games = 0;
    worker->sample_count = 0;
    trainer->network->use(trainer->whole);
    while (search && worker->turns < turns)
        play_game(trainer, worker, search);
    trainer->network->use(NULL);
    lud_search_free(search);
}

/* -- learning -----------------------------------------------------------------------------------
 */

/* Adds up for every learnt weight how often it counts in a position. */
typedef struct Slope {
    float *of;         /* by weights */
    uint32_t *touched; /* those that were added to, each once */
    bool *is_touched;
    uint32_t count;
} Slope;

static void add_slope(Slope *slope, uint32_t number, float times)
{
    if (!slope->is_touched[number])
        slope->touched[slope->count++] = number;
    slope->is_touched[number] = true;
    slope->of[number] += times;
}

static void find_slope(const Trainer *trainer, const LudPatterns *look, const int *shares,
                       float sign, Slope *slope)
{
    for (int lane = 0; lane < trainer->network->lanes; lane++) {
        float times = sign * (float)shares[lane] / (float)trainer->network->parts;
        if (shares[lane] == 0)
            continue;
        for (int i = 0; i < look->count; i++) {
            uint32_t number = look->number[i] + (uint32_t)lane;
            const uint32_t *kin = trainer->kin + (size_t)LUD_MAX_KIN * number;
            add_slope(slope, kin[0], times);
            if (kin[1] != kin[0])
                add_slope(slope, kin[1], times);
        }
    }
}

/* Draws a position towards what it is to be worth. Each weight's steps become shorter the more it
 * has been corrected. */
static void correct(Trainer *trainer, const TrainerSample *sample, float rate, Slope *slope)
{
    const LudGameJudging *judging = lud_judging(trainer->plan.rules.game);
    TrainerWorker *learner = &trainer->workers[0];
    LudPatterns looks[LUD_MAX_SIDES];
    LudNotes notes;
    int shares[LUD_MAX_LANES];
    if (judging->notes_begin)
        judging->notes_begin(&sample->s, &notes);
    trainer->network->patterns(&sample->s, &notes, looks);
    trainer->network->shares(&sample->s, shares);
    slope->count = 0;
    find_slope(trainer, &looks[0], shares, 1, slope);
    find_slope(trainer, &looks[1], shares, -1, slope);
    float sum = 0;
    for (uint32_t i = 0; i < slope->count; i++)
        sum += learner->weights[slope->touched[i]] * slope->of[slope->touched[i]];
    float wrong = sample->wanted - 1 / (1 + expf(-sum));
    for (uint32_t i = 0; i < slope->count; i++) {
        uint32_t number = slope->touched[i];
        float *squares = learner->coherence + 2 * (size_t)number, way = wrong * slope->of[number];
        *squares += way * way;
        learner->weights[number] += rate * STEP * way / sqrtf(RESTRAINT + *squares);
        slope->of[number] = 0;
        slope->is_touched[number] = false;
    }
    learner->squares += (double)wrong * (double)wrong;
}

/* All positions of a round in an order that chance decides, a few times. */
void trainer_search_learn(Trainer *trainer, float rate)
{
    uint32_t count = 0, filled = 0;
    for (uint32_t i = 0; i < trainer->plan.threads; i++)
        count += trainer->workers[i].sample_count;
    const TrainerSample **order = calloc(count + 1, sizeof *order);
    Slope slope = {.of = calloc(trainer->count, sizeof(float)),
                   .touched = calloc(trainer->count, sizeof(uint32_t)),
                   .is_touched = calloc(trainer->count, sizeof(bool))};
    bool has_room = order && slope.of && slope.touched && slope.is_touched;
    trainer->workers[0].squares = 0;
    for (uint32_t i = 0; order && i < trainer->plan.threads; i++) {
        for (uint32_t k = 0; k < trainer->workers[i].sample_count; k++)
            order[filled++] = &trainer->workers[i].samples[k];
    }
    for (int pass = 0; has_room && pass < PASSES; pass++) {
        for (uint32_t i = count; i > 1; i--) {
            uint32_t k = lud_random_below(&trainer->workers[0].random, i);
            const TrainerSample *other = order[k];
            order[k] = order[i - 1];
            order[i - 1] = other;
        }
        double before = trainer->workers[0].squares;
        for (uint32_t i = 0; i < count; i++)
            correct(trainer, order[i], rate, &slope);
        if (pass > 0) /* only what was new is a surprise */
            trainer->workers[0].squares = before;
    }
    free(order);
    free(slope.of);
    free(slope.touched);
    free(slope.is_touched);
}

/* -- measuring ----------------------------------------------------------------------------------
 */

/* What the learner, playing one side, gets of a game. */
static float measure_game(const Trainer *trainer, LudSearch *search[2], int side, LudRandom *random)
{
    Game game;
    open_game(trainer, &game, random);
    lud_search_forget(search[0]);
    lud_search_forget(search[1]);
    while (!is_over(&game)) {
        bool is_learner = game.rules->rules.turn(&game.s) % 2 == side;
        trainer->network->use(is_learner ? trainer->whole : NULL);
        LudLine line = think(search[is_learner], trainer->plan.nodes, &game);
        make_move(&game, move_of(&line, &game, random));
    }
    trainer->network->use(NULL);
    return result_of(&game, side);
}

float trainer_search_share(const Trainer *trainer, int games, LudRandom *random)
{
    LudSearch *search[2] = {make_search(trainer), make_search(trainer)};
    float won = 0;
    for (int i = 0; search[0] && search[1] && i < games; i += 2) {
        LudRandom opening = *random; /* the same for both sides */
        won += measure_game(trainer, search, 0, random);
        *random = opening;
        won += measure_game(trainer, search, 1, random);
    }
    lud_search_free(search[0]);
    lud_search_free(search[1]);
    return won / (float)games;
}
