/* Judges a finished game ply by ply. docs/ANALYSIS.md says what the numbers mean. */
#include "engine/review_object.h"

#include <stdlib.h>

enum {
    ROLL_DEPTH = 2
}; /* plies looked ahead for each of the outcomes that a roll could have had */

/* A review in the making. */
typedef struct Course {
    LudEngine *engine;
    const LudPlay *play;
    LudLimits limits;
    Thresholds thresholds;
    LudReview *review;
} Course;

/* -- chances -------------------------------------------------------------------------------------
 */

static bool is_out(const Course *course, int side, int ply)
{
    int since = lud_play_out_since(course->play, side, NULL);
    return since >= 0 && since <= ply;
}

/* What each side may hope for by the static values alone; nothing for one that is out. */
static double shares(const Course *course, const LudState *s, int ply, double share[LUD_MAX_SIDES])
{
    const LudGame *game = course->engine->game;
    const double least = 0.001; /* so that there is always something to divide by */
    double sum = 0;
    for (int i = 0; i < course->review->sides; i++) {
        double chance = lud_value_chance(game, static_value(game, s, i));
        share[i] = is_out(course, i, ply) ? 0 : chance > least ? chance : least;
        sum += share[i];
    }
    return sum;
}

/* The chances of all sides when a search valued the position `value` for one of them. The others
 * share the rest as the static values have it; what a side that is out would have got goes to all
 * who are in, since the search did not know. */
static void spread(const Course *course, const LudState *s, int ply, int side, double chance,
                   double chances[LUD_MAX_SIDES])
{
    int sides = course->review->sides;
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        chances[i] = 0;
    if (sides == 2) {
        chances[side] = chance;
        chances[1 - side] = 1 - chance;
        return;
    }
    double share[LUD_MAX_SIDES], others;
    others = shares(course, s, ply, share) - share[side];
    for (int i = 0; i < sides; i++) {
        if (i == side)
            chances[i] = chance;
        else
            chances[i] = others > 0 ? (1 - chance) * share[i] / others : 0;
    }
}

/* The chance that a value stands for, as people see it who know which sides are out. */
static double chance_of(const Course *course, const LudState *s, int ply, int side, int value)
{
    const LudGame *game = course->engine->game;
    double chance = lud_value_chance(game, value), lost = 0, sum = 0;
    if (course->review->sides == 2)
        return chance;
    for (int i = 0; i < course->review->sides; i++) {
        double share = i == side ? 0 : lud_value_chance(game, static_value(game, s, i));
        sum += share;
        lost += is_out(course, i, ply) ? share : 0;
    }
    double gone = sum > 0 ? (1 - chance) * lost / sum : 0;
    return gone < 1 ? chance / (1 - gone) : chance;
}

/* -- moves ---------------------------------------------------------------------------------------
 */

static LudStatus stopped(LudError *err)
{
    return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("The review was stopped."), (char *)NULL);
}

static LudStatus search(Course *course, const EngineTask *task, LudLine *line, LudError *err)
{
    LudFindings findings;
    LudStatus status = engine_search(course->engine, task, &findings, err);
    if (status != LUD_OK)
        return status;
    if (engine_is_stopped(course->engine))
        return stopped(err);
    *line = findings.lines[0];
    return LUD_OK;
}

/* The best line, and that of the move that was played, searched equally deep: only then their
 * difference says something about the move. */
static LudStatus search_both(Course *course, int ply, const LudState *s, LudLine *best,
                             LudLine *played, LudError *err)
{
    LudMove move = lud_play_history(course->play)[ply];
    EngineTask task = {.kind = SEARCH_STRONG,
                       .has_tables = true,
                       .play = course->play,
                       .index = ply,
                       .state = s,
                       .limits = course->limits,
                       .line_count = 1};
    LudStatus status = search(course, &task, best, err);
    *played = *best;
    if (status != LUD_OK || best->move[0] == move)
        return status;
    task.only = &move;
    task.only_count = 1;
    task.limits = (LudLimits){.depth = best->depth > 0 ? best->depth : 1,
                              .nodes = 4 * course->limits.nodes,
                              .move_ms = 2 * course->limits.move_ms};
    status = search(course, &task, played, err);
    if (status == LUD_OK && played->value >= best->value)
        *best = *played;
    return status;
}

static LudMark mark_of(const Thresholds *thresholds, bool is_best, double loss)
{
    if (loss >= thresholds->blunder)
        return LUD_MARK_BLUNDER;
    if (loss >= thresholds->mistake)
        return LUD_MARK_MISTAKE;
    if (loss >= thresholds->inaccuracy)
        return LUD_MARK_INACCURACY;
    return is_best ? LUD_MARK_BEST : LUD_MARK_GOOD;
}

static void add_remark(const Course *course, const LudState *s, LudJudgement *judgement)
{
    LudRemark remarks[LUD_MAX_REMARKS];
    RemarkList list = {remarks, 0};
    remarks_of_line(&course->engine->rules, s, &judgement->best, &list);
    if (list.count > 0)
        judgement->remark = remarks[0];
}

/* What a move at random would give away. */
static double random_loss(const Course *course, const LudState *s, int count)
{
    const LudGame *game = course->engine->game;
    const LudMove *moves = course->engine->moves;
    double best = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        double chance = lud_value_chance(game, static_value_after(game, s, moves[i], NULL, 0));
        best = i == 0 || chance > best ? chance : best;
        sum += chance;
    }
    return best - sum / count;
}

static LudStatus judge_move(Course *course, const LudState *s, LudJudgement *judgement,
                            LudError *err)
{
    const LudGame *game = course->engine->game;
    int side = judgement->seat % course->review->sides, ply = judgement->ply;
    LudLine played;
    LudStatus status = search_both(course, ply, s, &judgement->best, &played, err);
    if (status != LUD_OK)
        return status;
    judgement->value_best = judgement->best.value;
    judgement->value_played = played.value;
    judgement->chance_before = chance_of(course, s, ply, side, judgement->best.value);
    judgement->chance_after = chance_of(course, s, ply, side, played.value);
    double loss = judgement->chance_before - judgement->chance_after;
    judgement->loss = loss > 0 ? loss : 0;
    bool is_best = played.value >= judgement->best.value;
    int count = game->rules.moves(s, course->engine->moves);
    judgement->mark =
        count == 1 ? LUD_MARK_FORCED : mark_of(&course->thresholds, is_best, judgement->loss);
    judgement->random_loss = random_loss(course, s, count);
    review_note_exact(course->engine, s, &played, &course->thresholds, course->review->sides,
                      judgement);
    if (judgement->mark >= LUD_MARK_INACCURACY && judgement->mark <= LUD_MARK_BLUNDER)
        add_remark(course, s, judgement);
    return LUD_OK;
}

/* -- rolls ---------------------------------------------------------------------------------------
 */

/* What the position after an outcome is worth to the roller who then plays well. */
static LudStatus value_outcome(Course *course, int ply, const LudState *s, int side,
                               LudMove outcome, int *value, LudError *err)
{
    const LudGame *game = course->engine->game;
    LudState after;
    lud_state_copy(game, &after, s);
    game->rules.apply(&after, outcome);
    if (game->rules.turn(&after) < 0 || game->rules.turn(&after) % course->review->sides != side) {
        *value = static_value(game, &after, side);
        return LUD_OK;
    }
    int depth = course->limits.depth;
    EngineTask task = {.kind = SEARCH_STRONG,
                       .has_tables = true,
                       .play = course->play,
                       .index = ply,
                       .state = &after,
                       .limits = {.depth = depth > 0 && depth < ROLL_DEPTH ? depth : ROLL_DEPTH},
                       .line_count = 1};
    LudLine line = {.value = 0};
    LudStatus status = search(course, &task, &line, err);
    *value = line.value;
    return status;
}

/* What every side may hope for after an outcome that is worth so much to the roller. */
static void spread_outcome(const Course *course, const LudJudgement *judgement, const LudState *s,
                           LudMove outcome, double chance, double chances[LUD_MAX_SIDES])
{
    LudState after;
    lud_state_copy(course->engine->game, &after, s);
    course->engine->game->rules.apply(&after, outcome);
    spread(course, &after, judgement->ply, judgement->seat % course->review->sides, chance,
           chances);
}

/* Luck is what the outcome is worth beyond the mean over all, each followed by good play. */
static LudStatus judge_roll(Course *course, const LudState *s, LudJudgement *judgement,
                            LudError *err)
{
    const LudGame *game = course->engine->game;
    int side = judgement->seat % course->review->sides, ply = judgement->ply;
    LudMove rolled = lud_play_history(course->play)[ply];
    LudChance outcomes[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(s, outcomes);
    double sum = 0, weights = 0, chances[LUD_MAX_SIDES], mean[LUD_MAX_SIDES] = {0};
    for (int i = 0; i < count; i++) {
        int value = 0;
        LudStatus status = value_outcome(course, ply, s, side, outcomes[i].move, &value, err);
        if (status != LUD_OK)
            return status;
        double chance = chance_of(course, s, ply, side, value);
        sum += outcomes[i].weight * chance;
        weights += outcomes[i].weight;
        spread_outcome(course, judgement, s, outcomes[i].move, chance, chances);
        for (int j = 0; j < LUD_MAX_SIDES; j++)
            mean[j] += outcomes[i].weight * chances[j];
        if (outcomes[i].move == rolled)
            judgement->chance_after = chance;
    }
    spread_outcome(course, judgement, s, rolled, judgement->chance_after, chances);
    for (int j = 0; j < LUD_MAX_SIDES; j++)
        judgement->luck_so_far[j] = chances[j] - mean[j] / weights;
    judgement->chance_before = sum / weights;
    judgement->luck = judgement->chance_after - judgement->chance_before;
    return LUD_OK;
}

/* -- the review ----------------------------------------------------------------------------------
 */

static LudStatus judge_ply(Course *course, LudJudgement *judgement, LudError *err)
{
    LudState s;
    lud_play_state_at(course->play, judgement->ply, &s);
    LudStatus status = judgement->is_roll ? judge_roll(course, &s, judgement, err)
                                          : judge_move(course, &s, judgement, err);
    if (status != LUD_OK)
        return status;
    int side = judgement->seat % course->review->sides;
    spread(course, &s, judgement->ply, side, judgement->chance_before,
           course->review->start_chance); /* the first ply is the last to be judged */
    course->engine->game->rules.apply(&s, lud_play_history(course->play)[judgement->ply]);
    spread(course, &s, judgement->ply, side, judgement->chance_after, judgement->chance);
    return LUD_OK;
}

/* Notes who did what; the turns of sides that are out are left out. */
static void list_plies(Course *course)
{
    const LudGame *game = course->engine->game;
    const LudMove *history = lud_play_history(course->play);
    LudReview *review = course->review;
    LudState s;
    lud_state_copy(game, &s, lud_play_start(course->play));
    for (int i = 0; i < lud_play_length(course->play); i++) {
        int turn = game->rules.turn(&s);
        if (history[i] == LUD_NO_MOVE) {
            game->rules.skip(&s);
            continue;
        }
        bool is_roll = turn == LUD_CHANCE;
        review->plies[review->ply_count++] = (LudJudgement){
            .ply = i, .seat = is_roll ? game->chance->roller(&s) : turn, .is_roll = is_roll};
        game->rules.apply(&s, history[i]);
    }
}

static LudReview *make_review(const LudEngine *engine, const LudPlay *play)
{
    LudReview *review = calloc(1, sizeof *review);
    size_t length = (size_t)lud_play_length(play);
    LudJudgement *plies = calloc(length + 1, sizeof *plies);
    if (!review || !plies) {
        free(review);
        free(plies);
        return NULL;
    }
    review->plies = plies;
    review->sides = engine->game->rules.sides(lud_play_start(play));
    return review;
}

/* Goes backwards, so that what was learnt about the end of the game helps to judge how it came to
 * that. */
static LudStatus judge_all(Course *course, LudProgress progress, void *context, LudError *err)
{
    LudReview *review = course->review;
    for (int i = review->ply_count - 1; i >= 0; i--) {
        LudStatus status = judge_ply(course, &review->plies[i], err);
        if (status != LUD_OK)
            return status;
        if (progress && !progress(context, review->ply_count - i, review->ply_count))
            return stopped(err);
    }
    return engine_is_stopped(course->engine) ? stopped(err) : LUD_OK;
}

LudStatus lud_engine_review(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                            LudProgress progress, void *context, LudReview **result, LudError *err)
{
    LudStatus status = engine_check_rules(engine, play, err);
    if (status != LUD_OK) {
        engine_finish(engine);
        return status;
    }
    Course course = {.engine = engine,
                     .play = play,
                     .limits = {.nodes = LUD_REVIEW_NODES},
                     .thresholds = review_thresholds(engine->game),
                     .review = make_review(engine, play)};
    if (!course.review) {
        engine_finish(engine);
        return engine_no_memory(err);
    }
    if (limits && engine_has_limit(limits))
        course.limits = *limits;
    /* The same game gets the same review, whatever was searched before. */
    if (engine->search[SEARCH_STRONG])
        lud_search_forget(engine->search[SEARCH_STRONG]);
    LudState start;
    lud_state_copy(engine->game, &start, lud_play_start(play));
    double sum = shares(&course, &start, 0, course.review->start_chance);
    for (int i = 0; i < course.review->sides; i++)
        course.review->start_chance[i] /= sum;
    list_plies(&course);
    status = judge_all(&course, progress, context, err);
    engine_finish(engine);
    if (status != LUD_OK) {
        lud_review_free(course.review);
        return status;
    }
    review_sum(course.review, &course.thresholds);
    review_account(course.review, play);
    *result = course.review;
    return LUD_OK;
}

void lud_review_free(LudReview *review)
{
    if (!review)
        return;
    free(review->plies);
    free(review);
}
