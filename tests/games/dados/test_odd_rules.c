/* The rules that hardly ever matter, wherever the program plays by them: 10 with only safe chips,
 * 11 on a full board, twenty chips used up, replaced chips, chains of extra turns. What is said
 * before the roll is what trying everything says; rollouts agree with games that are simply played;
 * reviews and training go through such positions. Whoever asks for moves there is given a list that
 * the plain reference (reference/ref_dados.c) knows as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "games/dados/dados_lines.h"
#include "reference/ref_dice.h"
#include "reference/reference.h"
#include "support/tap.h"
#include "support/variants.h"
#include "train/trainer.h"

typedef enum Odd { ONLY_SAFE, FULL_BOARD, NO_CHIPS, REPLACED, CHAINED, ODD_KINDS } Odd;

static const char *const odd_names[ODD_KINDS] = {"10 with only safe chips", "11 on a full board",
                                                 "twenty chips used up", "a chip is replaced",
                                                 "a chain of extra turns"};

/* Boards on which a roll is awaited, which roll makes them odd, and what the mover can do then. */
typedef struct OddBoard {
    const char *rules, *position, *roll;
    Odd odd;
    int moves;
    bool is_pass;
    int depth;
} OddBoard;

static const OddBoard boards[] = {
    {"dados", "b....b/....../..bb../..bb../....../b....b 1 -", "10", ONLY_SAFE, 1, true, 2},
    {"dados:players=3", "b....r/....../..bb../..br../....../r....b 1 -", "10", ONLY_SAFE, 1, true,
     1},
    {"dados", "ggbbgg/bbggbb/ggbbgg/bbggbb/ggbbgg/bbggbb 1 -", "11", FULL_BOARD, 18, false, 2},
    {"dados:players=3", "ggbbrr/bbrrgg/rrggbb/ggbbrr/bbrrgg/rrggbb 3 -", "11", FULL_BOARD, 24,
     false, 1},
    {"dados", "gggggb/gggggb/bbbbb./ggggg./ggggg./...... 1 -", "3", NO_CHIPS, 1, true, 2},
    {"dados:players=4", "gggggb/gggggb/bbbbb./ggggg./ggggg./...... 3 -", "11", NO_CHIPS, 1, true,
     2},
    /* The four 8s are green, the 8 takes one of them, and green has a chip again. */
    {"dados", "ggg.g./g.g.g./.g.gg./ggggg./g.gg../.g.... 2 -", "8", REPLACED, 4, false, 2},
    {"dados:line=5", "g..b../.g..../..g.b./....../b...../...... 1 -", "12", CHAINED, 3, false, 3},
};
enum { BOARDS = sizeof boards / sizeof boards[0] };

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

/* -- a game that looks on ------------------------------------------------------------------------
 */

/* The same game, but whoever asks for moves of an odd position is watched. One thread at a time. */
typedef struct Witness {
    LudRules rules; /* the game's own */
    char options[VARIANT_TEXT];
    LudGame game;
    LudGameChance chance;
    LudState start; /* of games that are begun; unless it is the usual one */
    bool has_start;
    Dados last; /* at the last roll */
    int extra;  /* turns that the roller has had on top, at that moment */
    int seen[ODD_KINDS], wrong;
} Witness;

static Witness witness;
static char plain[REF_TEXT];

/* Whether the reference lists the same moves, leading to the same positions. */
static bool is_as_reference(const LudState *s)
{
    char text[LUD_STATE_TEXT];
    LudListing listing = {0};
    witness.rules.game->text.state_print(s, text);
    if (lud_listing_of_state(&witness.rules, s, &listing, NULL) != LUD_OK)
        return false;
    char *fast = lud_listing_print(&listing);
    bool is_same = fast && ref_dados_moves(witness.options, text, plain, sizeof plain) &&
                   strcmp(fast, plain) == 0;
    lud_free(fast);
    lud_listing_free(&listing);
    return is_same;
}

/* What is odd about a roll that is to be played; ODD_KINDS: nothing. */
static Odd odd_of(const Dados *d)
{
    int side = d->seat % d->sides;
    uint64_t mine = d->chips[side], theirs = dados_taken(d) & ~mine;
    uint64_t safe = DADOS_CORNERS | DADOS_CENTRE;
    if (d->roll == 10)
        return theirs && !(theirs & ~safe) ? ONLY_SAFE : ODD_KINDS;
    if (__builtin_popcountll(mine) == DADOS_CHIPS)
        return NO_CHIPS;
    if (d->roll == 11)
        return dados_taken(d) == DADOS_ALL ? FULL_BOARD : ODD_KINDS;
    uint64_t squares = dados_squares[d->roll];
    return (squares & ~dados_taken(d)) == 0 && (squares & theirs) ? REPLACED : ODD_KINDS;
}

static int watched_moves(const LudState *s, LudMove *list)
{
    Dados d = load(s);
    Odd odd = d.roll && !d.winner ? odd_of(&d) : ODD_KINDS;
    if (odd != ODD_KINDS && witness.seen[odd]++ % 50 == 0 && !is_as_reference(s))
        witness.wrong++;
    return witness.rules.game->rules.moves(s, list);
}

/* A seat that rolls again with a chip more has earned it by the roll before; twice: a chain. */
static int watched_outcomes(const LudState *s, LudChance *list)
{
    Dados d = load(s);
    int side = d.seat % d.sides, more;
    if (memcmp(&d, &witness.last, sizeof d) != 0) {
        more = __builtin_popcountll(d.chips[side]) - __builtin_popcountll(witness.last.chips[side]);
        bool is_extra = d.seat == witness.last.seat && more == 1 &&
                        (d.chips[side] & witness.last.chips[side]) == witness.last.chips[side];
        witness.extra = is_extra ? witness.extra + 1 : 0;
        witness.seen[CHAINED] += witness.extra >= 2;
        witness.last = d;
    }
    return witness.rules.game->chance->outcomes(s, list);
}

static void watched_init(LudState *s, const LudOptions *options)
{
    witness.rules.game->rules.init(s, options);
    if (witness.has_start)
        *s = witness.start;
}

/* Rules to be given to whoever is to be watched. */
static LudRules watch(const LudRules *rules)
{
    memset(&witness, 0, sizeof witness);
    witness.rules = *rules;
    variants_options(rules, witness.options);
    witness.game = *rules->game;
    witness.chance = *rules->game->chance;
    witness.game.rules.moves = watched_moves;
    witness.game.rules.init = watched_init;
    witness.chance.outcomes = watched_outcomes;
    witness.game.chance = &witness.chance;
    return (LudRules){&witness.game, rules->options};
}

static LudPlay *play_from(const LudRules *rules, const char *position)
{
    LudState s = variants_position(rules, position);
    LudPlay *play = NULL;
    if (lud_play_new(&play, rules, &s, NULL) != LUD_OK)
        abort();
    return play;
}

static LudEngine *new_engine(const LudRules *rules)
{
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = 1};
    LudEngine *engine = NULL;
    if (lud_engine_new(&engine, rules, &options, NULL) != LUD_OK)
        abort();
    return engine;
}

/* -- before the roll -----------------------------------------------------------------------------
 */

/* The best move's value by trying everything. */
static int best_by_trying(const LudRules *rules, const LudState *s, int depth)
{
    LudMove list[LUD_MAX_MOVES];
    RefDice ref = {.game = rules->game};
    int count = rules->game->rules.moves(s, list), best = 0;
    for (int i = 0; i < count; i++) {
        int value = ref_dice_move(&ref, s, list[i], depth);
        best = i == 0 || value > best ? value : best;
    }
    return best;
}

static void check_outlook(const OddBoard *board)
{
    LudRules rules = variants_rules(board->rules), watched = watch(&rules);
    LudPlay *play = play_from(&watched, board->position);
    LudEngine *engine = new_engine(&watched);
    LudOutlook outlook;
    int depth = tap_is_short() && board->depth > 2 ? 2 : board->depth, right = 0;
    LudStatus status =
        lud_engine_outlook(engine, play, &(LudLimits){.depth = depth}, NULL, NULL, &outlook, NULL);
    double sum = 0;
    bool is_listed = false;
    for (int i = 0; status == LUD_OK && i < outlook.roll_count; i++) {
        const LudRollAnswer *answer = &outlook.rolls[i];
        LudState rolled = *lud_play_state(play);
        LudMove list[LUD_MAX_MOVES];
        char roll[LUD_MOVE_TEXT], move[LUD_MOVE_TEXT];
        rules.game->text.move_print(&rolled, answer->chance.move, roll);
        rules.game->rules.apply(&rolled, answer->chance.move);
        int best = best_by_trying(&rules, &rolled, depth);
        right += answer->best.value == best;
        sum += answer->chance.weight * lud_value_chance(rules.game, best);
        if (strcmp(roll, board->roll) != 0)
            continue;
        int count = rules.game->rules.moves(&rolled, list);
        rules.game->text.move_print(&rolled, answer->best.move[0], move);
        is_listed = count == board->moves && (strcmp(move, "pass") == 0) == board->is_pass &&
                    is_as_reference(&rolled);
    }
    tap_report(status == LUD_OK && is_listed && right == 11 &&
                   fabs(sum / 36 - outlook.chance) < 1e-9,
               "%s, %s: before the roll, %d of 11 totals as trying everything says", board->rules,
               odd_names[board->odd], right);
    lud_engine_free(engine);
    lud_play_free(play);
}

/* -- rollouts ------------------------------------------------------------------------------------
 */

static int static_value_of(const LudGame *game, const LudState *s, int side)
{
    if (game->rules.turn(s) == LUD_OVER)
        return game->rules.score(s, side) == 2 ? LUD_VALUE_CERTAIN : -LUD_VALUE_CERTAIN;
    return lud_judging(game)->evaluate(s, NULL, side);
}

/* As a rollout plays, but with dice that are simply thrown and nothing taken out. */
static bool plain_game(const LudGame *game, LudState s, int side, LudRandom *random)
{
    LudMove moves[LUD_MAX_MOVES];
    while (game->rules.turn(&s) != LUD_OVER) {
        int count = game->rules.moves(&s, moves), best = 0, most = 0;
        if (game->rules.turn(&s) == LUD_CHANCE) {
            game->rules.apply(&s, moves[lud_random_below(random, 6) + lud_random_below(random, 6)]);
            continue;
        }
        for (int i = 0; i < count; i++) {
            LudState after = s;
            game->rules.apply(&after, moves[i]);
            int value = static_value_of(game, &after, game->rules.turn(&s) % game->rules.sides(&s));
            if (i == 0 || value > most) {
                most = value;
                best = i;
            }
        }
        game->rules.apply(&s, moves[best]);
    }
    return game->rules.score(&s, side) == 2;
}

static void check_rollout(const OddBoard *board)
{
    LudRules rules = variants_rules(board->rules), watched = watch(&rules);
    LudPlay *play = play_from(&watched, board->position);
    LudRolloutOptions options = {.size = sizeof options,
                                 .seed = 3,
                                 .threads = 1,
                                 .games = tap_chosen(2, 6, 40) * (int64_t)LUD_ROLLOUT_ROUND};
    LudRollout *rollout = NULL;
    LudRolloutSums sums;
    LudRandom random;
    if (lud_rollout_new(&rollout, play, NULL, 0, &options, NULL) != LUD_OK ||
        lud_rollout_run(rollout, NULL, NULL, NULL) != LUD_OK)
        abort();
    lud_rollout_sums(rollout, &sums);
    int seen = witness.seen[board->odd], games = tap_scaled(200), won = 0;
    lud_random_seed(&random, 7);
    for (int i = 0; i < games; i++)
        won += plain_game(rules.game, *lud_play_state(play), sums.side, &random);
    double share = (won + 1.0) / (games + 2), chance = sums.lines[0].chance[sums.side];
    double error = hypot(sqrt(share * (1 - share) / games), sums.lines[0].error[sums.side]);
    tap_report(seen > 0 && witness.wrong == 0 && fabs(share - chance) < 4 * error,
               "%s, %s: met %d times in a rollout, %.1f %%, in plain games %.1f %%", board->rules,
               odd_names[board->odd], seen, 100 * chance, 100 * share);
    lud_rollout_free(rollout);
    lud_play_free(play);
}

/* -- reviews -------------------------------------------------------------------------------------
 */

static void play_word(LudPlay *play, const char *word)
{
    if (lud_play_move_text(play, word, NULL) != LUD_OK)
        abort();
}

/* The odd turn, then a few more by chance. */
static void play_on(const OddBoard *board, LudPlay *play, LudRandom *random)
{
    const LudMove *list;
    play_word(play, board->roll);
    if (board->odd == CHAINED) {
        static const char *const chain[] = {"c3", "12", "d3", "2", "a1", "12", "d4", "7", "e5"};
        for (size_t i = 0; i < sizeof chain / sizeof chain[0]; i++)
            play_word(play, chain[i]);
    }
    for (int i = 0; i < 12 && lud_play_turn(play) != LUD_OVER; i++) {
        int count = lud_play_moves(play, &list);
        if (lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], NULL) != LUD_OK)
            abort();
    }
}

/* All that happened to a side is luck, skill and drift, and what one gains others lose. */
static bool is_closed(const LudReview *review)
{
    const LudJudgement *last = &review->plies[review->ply_count - 1];
    double luck = 0, skill = 0;
    bool is_right = true;
    for (int side = 0; side < review->sides; side++) {
        const LudSideReview *sums = &review->side[side];
        double end = review->start_chance[side] + sums->luck_of_all + sums->skill_of_all;
        is_right &= fabs(end + sums->drift - last->chance[side]) < 1e-9;
        luck += sums->luck_of_all;
        skill += sums->skill_of_all;
    }
    return is_right && fabs(luck) < 1e-9 && fabs(skill) < 1e-9;
}

static void check_review(const OddBoard *board)
{
    LudRules rules = variants_rules(board->rules), watched = watch(&rules);
    LudPlay *play = play_from(&watched, board->position);
    LudEngine *engine = new_engine(&watched);
    LudReview *review = NULL;
    LudRandom random;
    lud_random_seed(&random, 5);
    play_on(board, play, &random);
    int seat = board->position[strlen(board->position) - 3] - '1';
    if (lud_engine_review(engine, play, &(LudLimits){.depth = 1}, NULL, NULL, &review, NULL) !=
        LUD_OK)
        abort();
    const LudJudgement *roll = &review->plies[0], *move = &review->plies[1];
    bool is_right = review->ply_count == lud_play_length(play) && is_closed(review) &&
                    roll->is_roll && roll->seat == seat && !move->is_roll && move->seat == seat &&
                    (move->mark == LUD_MARK_FORCED) == (board->moves == 1);
    /* A lost turn is no decision: nothing was given away. */
    is_right &= !board->is_pass || (move->loss == 0 && move->random_loss == 0);
    /* Four rolls earned four turns more: ten plies of one seat. */
    for (int i = 0; board->odd == CHAINED && i < 10; i++)
        is_right &= review->plies[i].seat == seat && review->plies[i].is_roll == (i % 2 == 0);
    tap_report(is_right && witness.wrong == 0, "%s, %s: reviewed", board->rules,
               odd_names[board->odd]);
    lud_review_free(review);
    lud_engine_free(engine);
    lud_play_free(play);
}

/* -- training ------------------------------------------------------------------------------------
 */

/* Learning begins on the odd board again and again. */
static void check_training(const OddBoard *board)
{
    LudRules rules = variants_rules(board->rules), watched = watch(&rules);
    TrainerPlan plan = {.rules = watched,
                        .seed = 5,
                        .rounds = 1,
                        .round_turns = 1000,
                        .threads = 1,
                        .rate_permille = 1000,
                        .slips_permille = 30};
    Trainer *trainer = NULL;
    witness.start = variants_position(&rules, board->position);
    witness.has_start = true;
    if (trainer_new(&trainer, &plan, NULL) != LUD_OK)
        abort();
    trainer_play(trainer, &trainer->workers[0], (uint64_t)tap_chosen(1000, 4000, 100000), 1);
    const TrainerWorker *worker = &trainer->workers[0];
    bool is_sound = worker->games > 0 && worker->squares > 0;
    for (uint32_t i = 0; i < trainer->count; i++)
        is_sound &= isfinite(worker->weights[i]) != 0;
    tap_report(is_sound && witness.seen[board->odd] > 0 && witness.wrong == 0,
               "%s, %s: met %d times in training", board->rules, odd_names[board->odd],
               witness.seen[board->odd]);
    trainer_free(trainer);
}

int main(void)
{
    for (int i = 0; i < BOARDS; i++) {
        check_outlook(&boards[i]);
        check_rollout(&boards[i]);
        check_review(&boards[i]);
        check_training(&boards[i]);
    }
    return tap_finish();
}
