/* From level 3 on nobody overlooks what one move decides, in either round: a shape or a lift that
 * wins at once is made, and one of the opponent's is prevented where any move prevents it. What
 * decides is found by trying out every move and every reply. */
#include <stdio.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "support/tap.h"
#include "support/unit.h"

enum { FIRST_LEVEL = 3, LEVELS = 10, ROUNDS = 2 };

typedef struct Count {
    int won, held, faults; /* positions with a win at once, with something to prevent */
} Count;

typedef struct Walk {
    LudEngine *engine;
    const LudGame *game;
    LudRandom random;
    Count count[LEVELS + 1][ROUNDS];
} Walk;

static bool wins(const LudGame *game, const LudState *s, LudMove m)
{
    LudState next = *s;
    int mover = game->rules.turn(s);
    game->rules.apply(&next, m);
    return game->rules.turn(&next) == LUD_OVER && game->rules.score(&next, mover) == 2;
}

/* Whether whoever is to move wins with one move. */
static bool can_win(const LudGame *game, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.turn(s) >= 0 ? game->rules.moves(s, list) : 0;
    for (int i = 0; i < count; i++) {
        if (wins(game, s, list[i]))
            return true;
    }
    return false;
}

/* Whether the opponent does not win with the next move. */
static bool holds(const LudGame *game, const LudState *s, LudMove m)
{
    LudState next = *s;
    int mover = game->rules.turn(s);
    game->rules.apply(&next, m);
    return game->rules.turn(&next) == LUD_OVER ? game->rules.score(&next, mover) > 0
                                               : !can_win(game, &next);
}

/* What the position asks for: a win, a defence, or nothing. */
typedef enum Task { NOTHING, WIN, HOLD } Task;

static Task find_task(const LudGame *game, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    bool is_held = false, is_let = false;
    for (int i = 0; i < count; i++) {
        if (wins(game, s, list[i]))
            return WIN;
    }
    for (int i = 0; i < count && !(is_held && is_let); i++) {
        if (holds(game, s, list[i]))
            is_held = true;
        else
            is_let = true;
    }
    return is_held && is_let ? HOLD : NOTHING;
}

static void ask(Walk *w, const LudPlay *play, int level, Task task)
{
    const LudState *s = lud_play_state(play);
    bool is_second = lud_play_length(play) >= 40;
    Count *count = &w->count[level][is_second];
    LudPlayerSpec spec;
    LudChoice choice;
    char player[32];
    snprintf(player, sizeof player, "level=%d", level);
    bool is_right = lud_player_spec_parse(player, &spec, NULL) == LUD_OK &&
                    lud_engine_choose(w->engine, &spec, play, NULL, NULL, &choice, NULL) == LUD_OK;
    if (is_right)
        is_right = task == WIN ? wins(w->game, s, choice.move) : holds(w->game, s, choice.move);
    count->won += task == WIN;
    count->held += task == HOLD;
    if (!is_right)
        tap_fault(&count->faults, w->game, s, "level %d, %s", level,
                  task == WIN ? "a win overlooked" : "a threat overlooked");
}

/* Moves that look good, some at random, none that ends the game: shapes are left to be completed.
 */
static LudMove choose(Walk *w, const LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    static int32_t promise[LUD_MAX_MOVES];
    int count = w->game->rules.moves(s, list), best = -1;
    bool is_wild = lud_random_below(&w->random, 3) == 0;
    LudNotes notes;
    lud_judging(w->game)->notes_begin(s, &notes);
    lud_judging(w->game)->order(s, &notes, list, count, promise);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        if (is_wild)
            promise[i] = (int32_t)lud_random_below(&w->random, 1 << 20);
        w->game->rules.apply(&next, list[i]);
        if (w->game->rules.turn(&next) >= 0 && (best < 0 || promise[i] > promise[best]))
            best = i;
    }
    return list[best < 0 ? 0 : best];
}

/* The higher levels think long, so they are asked less often. */
static int draw_level(Walk *w)
{
    int quick = LEVELS - 2 - FIRST_LEVEL + 1;
    bool is_slow = lud_random_below(&w->random, 8) == 0;
    return is_slow ? LEVELS - 1 + (int)lud_random_below(&w->random, 2)
                   : FIRST_LEVEL + (int)lud_random_below(&w->random, (uint32_t)quick);
}

static void walk(Walk *w)
{
    LudPlay *play = unit_play("six", NULL);
    for (int ply = 0; ply < 70 && lud_play_turn(play) >= 0; ply++) {
        /* Trying out every reply takes long in the second round, so not every position is tried. */
        uint32_t seldom = ply < 40 ? 2 : 4;
        Task task = ply > 8 && lud_random_below(&w->random, seldom) == 0
                        ? find_task(w->game, lud_play_state(play))
                        : NOTHING;
        if (task != NOTHING)
            ask(w, play, draw_level(w), task);
        lud_play_move(play, choose(w, lud_play_state(play)), NULL);
    }
    lud_play_free(play);
}

int main(void)
{
    static Walk w;
    static const char *const rounds[ROUNDS] = {"first", "second"};
    LudRules rules;
    LudEngineOptions options = {.size = sizeof options, .seed = 5, .table_path = ""};
    int games = tap_chosen(1, 24, 200);
    if (lud_rules_parse("six", &rules, NULL) != LUD_OK ||
        lud_engine_new(&w.engine, &rules, &options, NULL) != LUD_OK)
        return 1;
    w.game = rules.game;
    lud_random_seed(&w.random, 61);
    for (int i = 0; i < games; i++)
        walk(&w);
    lud_engine_free(w.engine);
    for (int round = 0; round < ROUNDS; round++) {
        Count sum = {0, 0, 0};
        for (int level = FIRST_LEVEL; level <= LEVELS; level++) {
            const Count *count = &w.count[level][round];
            sum.won += count->won;
            sum.held += count->held;
            tap_report(count->faults == 0, "%s round, level %d: %d wins made, %d threats answered",
                       rounds[round], level, count->won, count->held);
        }
        tap_report(tap_is_short() || (sum.won > 20 && sum.held > 5), "%s round: %d and %d",
                   rounds[round], sum.won, sum.held);
    }
    return tap_finish();
}
