#include "engine/perfect.h"

#include <stdlib.h>

#include "base/clock_time.h"
#include "core/play_object.h"
#include "core/tabulation.h"

enum { DRAWN_LINE = 8 }; /* plies to show of a line that never ends */

/* What there is to know for a root. */
typedef struct Inquest {
    LudEngine *engine;
    const LudGame *game;
    const LudState *root;
    const uint64_t *past; /* keys of earlier positions */
    int past_count;
    bool is_worn; /* one of them, or the root, may not come up again without ending the game */
    uint64_t probes;
} Inquest;

/* A move of the root. */
typedef struct Verdict {
    LudMove move;
    int value; /* as a search has it */
    bool is_by_history;
    int traps; /* the replies that let slip what the other side has, in thousandths */
} Verdict;

bool perfect_is_possible(const LudEngine *engine)
{
    return engine->tables && engine->game->tabulation->whole &&
           lud_tables_reach(engine->tables, "distance") >= 0;
}

/* -- values ------------------------------------------------------------------------------------ */

/* How often a position came up before the one that the next move leads to. */
static int count_past(const Inquest *inquest, uint64_t key)
{
    int count = inquest->game->rules.key(inquest->root) == key;
    for (int i = 0; i < inquest->past_count; i++)
        count += inquest->past[i] == key;
    return count;
}

static bool is_worn_out(const Inquest *inquest)
{
    int limit = inquest->game->rules.repetition_limit;
    for (int i = 0; i < inquest->past_count && limit > 0; i++) {
        if (count_past(inquest, inquest->past[i]) >= limit - 1)
            return true;
    }
    return false;
}

static bool ends_by_repetition(const Inquest *inquest, const LudState *s)
{
    const LudGame *game = inquest->game;
    return inquest->is_worn && game->rules.turn(s) != LUD_OVER &&
           count_past(inquest, game->rules.key(s)) + 1 >= game->rules.repetition_limit;
}

/* What a move is worth to who makes it, whatever was played before. */
static bool value_move(Inquest *inquest, const LudState *s, LudMove m, int *value)
{
    LudTableAnswer answer;
    inquest->probes++;
    if (!lud_tables_probe_after(inquest->engine->tables, s, m, &answer) || !answer.has_value ||
        (answer.value != 0 && !answer.has_distance))
        return false;
    *value = answer.value > 0   ? LUD_VALUE_WIN - answer.distance
             : answer.value < 0 ? answer.distance - LUD_VALUE_WIN
                                : 0;
    return true;
}

/* Whether it is the other side's turn after a move of the root. */
static bool is_answered(const Inquest *inquest, const LudState *s)
{
    int turn = inquest->game->rules.turn(s), mover = inquest->game->rules.turn(inquest->root);
    return turn != LUD_OVER && turn % 2 != mover % 2;
}

/* Whether the other side can answer with a position that ends the game. */
static bool lets_repeat(const Inquest *inquest, const LudState *s)
{
    const LudGame *game = inquest->game;
    LudMove replies[LUD_MAX_MOVES];
    if (!inquest->is_worn || !is_answered(inquest, s))
        return false;
    for (int i = 0, count = game->rules.moves(s, replies); i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, replies[i]);
        if (ends_by_repetition(inquest, &next))
            return true;
    }
    return false;
}

/* A table's winner never comes back to where it was, so history counts only if others played. Then
 * it is looked at two plies ahead, and every step that is made still brings the end closer. */
static bool judge(Inquest *inquest, Verdict *verdict)
{
    LudState next;
    if (!value_move(inquest, inquest->root, verdict->move, &verdict->value))
        return false;
    if (!inquest->is_worn)
        return true;
    lud_state_copy(inquest->game, &next, inquest->root);
    inquest->game->rules.apply(&next, verdict->move);
    verdict->is_by_history =
        ends_by_repetition(inquest, &next) || (verdict->value > 0 && lets_repeat(inquest, &next));
    if (verdict->is_by_history)
        verdict->value = 0;
    return true;
}

/* -- the order --------------------------------------------------------------------------------- */

/* How many in a thousand of the replies are mistakes. */
static int count_traps(Inquest *inquest, LudMove m)
{
    const LudGame *game = inquest->game;
    LudMove replies[LUD_MAX_MOVES];
    LudState next;
    int mistakes = 0, best = -1;
    lud_state_copy(game, &next, inquest->root);
    game->rules.apply(&next, m);
    int count = is_answered(inquest, &next) ? game->rules.moves(&next, replies) : 0;
    for (int i = 0; i < count; i++) {
        int value;
        if (!value_move(inquest, &next, replies[i], &value))
            return 0;
        int sign = (value > 0) - (value < 0);
        mistakes = sign > best ? i : mistakes;
        best = sign > best ? sign : best;
        mistakes += sign < best;
    }
    return count > 0 ? 1000 * mistakes / count : 0;
}

static int compare(const void *a, const void *b)
{
    const Verdict *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    if (x->traps != y->traps)
        return x->traps < y->traps ? 1 : -1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* Who can't win sets the most traps: among the best moves the one with fewest right answers. */
static void sort(Inquest *inquest, Verdict *list, int count)
{
    int best = list[0].value, equals = 0;
    for (int i = 1; i < count; i++)
        best = list[i].value > best ? list[i].value : best;
    for (int i = 0; i < count; i++)
        equals += list[i].value == best;
    for (int i = 0; i < count && best <= 0 && equals > 1; i++) {
        if (list[i].value == best && !list[i].is_by_history)
            list[i].traps = count_traps(inquest, list[i].move);
    }
    qsort(list, (size_t)count, sizeof list[0], compare);
}

/* -- lines ------------------------------------------------------------------------------------- */

static bool find_best(Inquest *inquest, const LudState *s, LudMove *best, int *value)
{
    LudMove list[LUD_MAX_MOVES];
    int count = inquest->game->rules.moves(s, list);
    *value = -LUD_VALUE_MOST;
    for (int i = 0; i < count; i++) {
        int found;
        if (!value_move(inquest, s, list[i], &found))
            return false;
        *best = found > *value ? list[i] : *best;
        *value = found > *value ? found : *value;
    }
    return count > 0;
}

/* The move and what follows if both go on perfectly. */
static void fill_line(Inquest *inquest, const Verdict *verdict, LudLine *line)
{
    const LudGame *game = inquest->game;
    int value = verdict->value;
    int most = value == 0 ? DRAWN_LINE : LUD_LINE_MOST;
    LudState s;
    *line = (LudLine){.value = value, .is_proven = true, .length = 1, .move = {verdict->move}};
    line->is_tabled = !verdict->is_by_history;
    line->final_least = line->final_most = (value > 0) - (value < 0);
    lud_state_copy(game, &s, inquest->root);
    game->rules.apply(&s, verdict->move);
    while (!verdict->is_by_history && line->length < most && game->rules.turn(&s) != LUD_OVER) {
        LudMove best = LUD_NO_MOVE;
        if (!find_best(inquest, &s, &best, &value))
            break;
        line->move[line->length++] = best;
        game->rules.apply(&s, best);
    }
    int plies = abs(lud_value_plies(line->value));
    line->depth = line->selective_depth = plies > 0 ? plies : line->length;
}

static int list_moves(const Inquest *inquest, const EngineTask *task, Verdict *list)
{
    LudMove legal[LUD_MAX_MOVES];
    int count = inquest->game->rules.moves(inquest->root, legal), kept = 0;
    for (int i = 0; i < count; i++) {
        bool is_wanted = !task->only;
        for (int k = 0; k < task->only_count && task->only && !is_wanted; k++)
            is_wanted = task->only[k] == legal[i];
        if (is_wanted)
            list[kept++] = (Verdict){.move = legal[i]};
    }
    return kept;
}

static LudLine *room_for_lines(LudEngine *engine, int count)
{
    if (count > engine->perfect_room) {
        LudLine *lines = realloc(engine->perfect_lines, (size_t)count * sizeof *lines);
        if (!lines)
            return NULL;
        engine->perfect_lines = lines;
        engine->perfect_room = count;
    }
    return engine->perfect_lines;
}

/* Values and sorts the moves of the list, and writes the lines that are wanted. */
static bool answer(Inquest *inquest, const EngineTask *task, Verdict *list, LudFindings *findings)
{
    int count = list_moves(inquest, task, list);
    int wanted = task->line_count < 1 ? 1 : task->line_count < count ? task->line_count : count;
    for (int i = 0; i < count; i++) {
        if (!judge(inquest, &list[i]))
            return false;
    }
    LudLine *lines = count > 0 ? room_for_lines(inquest->engine, wanted) : NULL;
    if (!lines)
        return false;
    sort(inquest, list, count);
    for (int i = 0; i < wanted; i++)
        fill_line(inquest, &list[i], &lines[i]);
    *findings = (LudFindings){
        .lines = lines, .line_count = wanted, .depth = lines[0].depth, .nodes = inquest->probes};
    return true;
}

bool perfect_find(LudEngine *engine, const EngineTask *task, const LudState *root,
                  LudFindings *findings)
{
    if (!perfect_is_possible(engine))
        return false;
    int64_t started_us = base_time_us();
    Inquest inquest = {.engine = engine, .game = engine->game, .root = root};
    inquest.past = play_past(task->play, task->index, &inquest.past_count);
    inquest.is_worn = is_worn_out(&inquest);
    Verdict *list = malloc(LUD_MAX_MOVES * sizeof *list);
    bool is_found = list && answer(&inquest, task, list, findings);
    free(list);
    if (is_found)
        findings->ms = (base_time_us() - started_us) / 1000;
    return is_found;
}
