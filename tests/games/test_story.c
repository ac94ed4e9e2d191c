/* Views and stories: a board is seen as a reader that knows only the notation reads it; the events
 * of every ply lead from the position before to the one after; steps tell moves apart; special
 * rules are noticed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/story.h>

#include "support/data_file.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { GAMES = 20, MOST_PLIES = 150, WAY_TEXT = 128 };

static void read_board(StoryBoard *board, const LudRules *rules, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    rules->game->text.state_print(s, text);
    memset(board, 0, sizeof *board);
    game_rows(rules->game)->read_board(board, rules, text);
}

/* -- random games ------------------------------------------------------------------------------ */

static int compare_ways(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Every move can be entered, and no two in the same way. */
static void check_steps(const LudGame *game, const LudState *s, const LudMove *moves, int count,
                        int *faults)
{
    static char ways[2 * LUD_MAX_MOVES][WAY_TEXT];
    int total = 0;
    for (int i = 0; i < count; i++) {
        LudStep steps[LUD_MAX_STEPS];
        int length, way = 0;
        for (; (length = lud_story_steps(game, s, moves[i], way, steps)) > 0; way++) {
            char *text = ways[total++];
            *text = '\0';
            for (int j = 0; j < length && length <= LUD_MAX_STEPS; j++) {
                size_t used = strlen(text);
                snprintf(text + used, WAY_TEXT - used, "%s %s;", lud_step_name(steps[j].kind),
                         steps[j].cell);
            }
        }
        if (way < 1 || way > LUD_MAX_WAYS)
            tap_fault(faults, game, s, "a move can be entered in %d ways", way);
    }
    qsort(ways, (size_t)total, sizeof ways[0], compare_ways);
    for (int i = 1; i < total; i++) {
        if (strcmp(ways[i - 1], ways[i]) == 0)
            tap_fault(faults, game, s, "two moves are entered as %s", ways[i]);
    }
}

/* What the end gives each side, seed by seed, is the score. */
static void check_end(const LudResult *result, const StoryBoard *board, const LudGame *game,
                      const LudState *s, int *faults)
{
    for (int side = 0; result->has_score && side < 2; side++) {
        int half = result->score[side] % 2;
        if (2 * board->held[side] + half != result->score[side])
            tap_fault(faults, game, s, "side %d holds %d in the end, its score is %d / 2", side,
                      board->held[side], result->score[side]);
    }
}

/* Names are there once, cells lie apart, and only cells that hold something can have won. */
static void check_cells(const LudGame *game, const LudState *s, const LudView *view, int *faults)
{
    int won = 0;
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        won += cell->is_won;
        if (lud_view_find(view, cell->name) != cell || !cell->name[0])
            tap_fault(faults, game, s, "cell %d has no name of its own", i);
        for (int k = 0; k < i; k++) {
            const LudCell *other = &view->cells[k];
            if (cell->x == other->x && cell->y == other->y && cell->level == other->level)
                tap_fault(faults, game, s, "%s lies where %s does", cell->name, other->name);
        }
        if (cell->side < LUD_NOBODY || cell->side >= view->sides || cell->count < 0 ||
            (cell->is_won && cell->count == 0))
            tap_fault(faults, game, s, "%s can't be like that", cell->name);
    }
    LudReason reason = game->rules.turn(s) == LUD_OVER ? game->rules.reason(s) : LUD_REASON_NONE;
    bool has_shape = reason == LUD_REASON_SUMMIT || reason == LUD_REASON_ROW ||
                     reason == LUD_REASON_TRIANGLE || reason == LUD_REASON_CIRCLE ||
                     reason == LUD_REASON_LINE;
    if (has_shape != (won > 0))
        tap_fault(faults, game, s, "%d cells have won", won);
}

/* What is seen is what the notation says. */
static void check_view(const LudRules *rules, const LudState *s, StoryBoard *read, int *faults)
{
    const LudGame *game = rules->game;
    static LudView view;
    StoryBoard seen = {0};
    lud_view(game, s, &view);
    for (int i = 0; i < view.cell_count; i++) {
        const LudCell *cell = &view.cells[i];
        if (cell->count > 0)
            story_board_put(&seen, cell->name, view.has_heaps ? LUD_NOBODY : cell->side,
                            cell->count);
    }
    memcpy(seen.held, view.held, sizeof seen.held);
    if (!story_board_same(&seen, read))
        tap_fault(faults, game, s, "the board is not seen as it is written");
    check_cells(game, s, &view, faults);
}

static void check_ply(LudPlay *play, int index, int *faults)
{
    const LudRules *rules = lud_play_rules(play);
    LudEvent events[LUD_MAX_EVENTS];
    LudState before;
    LudResult result;
    StoryBoard told, wanted;
    lud_play_state_at(play, index, &before);
    read_board(&told, rules, &before);
    read_board(&wanted, rules, lud_play_state(play));
    check_view(rules, &before, &told, faults);
    check_view(rules, lud_play_state(play), &wanted, faults);
    int count = lud_story_of_ply(play, index, events), at = 0;
    bool is_possible = count > 0 && count <= LUD_MAX_EVENTS;
    for (; is_possible && at < count && events[at].kind != LUD_EVENT_KEEP; at++)
        is_possible = story_board_follow(&told, &events[at]);
    if (!is_possible || !story_board_same(&told, &wanted))
        tap_fault(faults, rules->game, &before, "event %d of %d does not lead where the move does",
                  at, count);
    for (; is_possible && at < count; at++)
        is_possible = events[at].kind == LUD_EVENT_KEEP && story_board_follow(&told, &events[at]);
    if (!is_possible)
        tap_fault(faults, rules->game, &before, "the end can't be told");
    lud_play_result(play, &result);
    if (result.reason != LUD_REASON_NONE && result.reason != LUD_REASON_MAJORITY)
        check_end(&result, &told, rules->game, &before, faults);
}

static void play_random(const LudRules *rules, LudRandom *random, int *faults, int *events)
{
    LudPlay *play;
    if (lud_play_new(&play, rules, NULL, NULL) != LUD_OK)
        abort();
    for (int i = 0; i < MOST_PLIES && lud_play_turn(play) != LUD_OVER; i++) {
        const LudMove *moves;
        int count = lud_play_moves(play, &moves);
        if (lud_play_turn(play) == LUD_CHANCE) {
            lud_play_roll(play, random, NULL, NULL);
        } else {
            check_steps(rules->game, lud_play_state(play), moves, count, faults);
            lud_play_move(play, moves[lud_random_below(random, (uint32_t)count)], NULL);
        }
        check_ply(play, i, faults);
        *events += 1;
    }
    lud_play_free(play);
}

static void test_games(const LudRules *rules)
{
    char name[LUD_RULES_TEXT];
    LudRandom random;
    int faults = 0, events = 0;
    lud_random_seed(&random, 1903);
    lud_rules_print(rules, name);
    for (int i = 0; i < tap_scaled(GAMES); i++)
        play_random(rules, &random, &faults, &events);
    tap_report(faults == 0 && events > 0, "%s: %d plies told", name, events);
}

/* -- notices and events, worked out by hand ---------------------------------------------------- */

static void name_notices(uint32_t notices, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < LUD_NOTICE_COUNT; i++) {
        size_t used = strlen(text);
        if (notices >> i & 1)
            snprintf(text + used, size - used, "%s%s", used ? " " : "",
                     lud_notice_name((LudNotice)i));
    }
}

static void describe(const LudPlay *play, char *text, size_t size)
{
    LudEvent events[LUD_MAX_EVENTS];
    int count = lud_story_of_ply(play, lud_play_length(play) - 1, events);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s %s%s%d/%d", i ? ", " : "",
                 lud_event_name(events[i].kind), events[i].cell, events[i].cell[0] ? " " : "",
                 events[i].count, events[i].side);
    }
}

static void set_up(const LudRules *rules, const char *position, LudState *s)
{
    lud_rules_start(rules, s);
    if (strcmp(position, "start") != 0)
        *s = variants_position(rules, position);
}

static bool is_wanted(const char *what, const char *told, const char *wanted)
{
    bool is_right = strcmp(told, strcmp(wanted, "-") == 0 ? "" : wanted) == 0;
    if (!is_right)
        tap_note("%s: %s", what, told);
    return is_right;
}

/* told  RULES  POSITION  PLIES  NOTICES  EVENTS: what is said of the last of these plies; `any`
 * leaves the events open. */
static void check_told(const DataFile *file)
{
    LudRules rules = variants_rules(file->field[1]);
    LudState s;
    LudPlay *play;
    LudError err;
    char words[256], told[2048];
    set_up(&rules, file->field[2], &s);
    if (lud_play_new(&play, &rules, &s, NULL) != LUD_OK)
        abort();
    snprintf(words, sizeof words, "%s", file->field[3]);
    bool is_right = true;
    for (char *word = strtok(words, " "); word && is_right; word = strtok(NULL, " "))
        is_right = lud_play_move_text(play, word, &err) == LUD_OK;
    name_notices(lud_story_notices(play), told, sizeof told);
    is_right = is_wanted("noticed", told, file->field[4]) && is_right;
    describe(play, told, sizeof told);
    if (strcmp(file->field[5], "any") != 0)
        is_right = is_wanted("told", told, file->field[5]) && is_right;
    tap_report(is_right, "%s:%d %s: %s", file->name, file->line, file->field[3], file->field[4]);
    lud_play_free(play);
}

/* entered  RULES  POSITION  MOVE  WAY  STEPS: how a move is entered, in its first way or another.
 */
static void check_entered(const DataFile *file)
{
    LudRules rules = variants_rules(file->field[1]);
    LudState s;
    LudStep steps[LUD_MAX_STEPS];
    LudMove m;
    char told[WAY_TEXT] = "";
    set_up(&rules, file->field[2], &s);
    bool is_read = rules.game->text.move_parse(&s, file->field[3], &m, NULL) == LUD_OK;
    int way = atoi(file->field[4]);
    int count = is_read ? lud_story_steps(rules.game, &s, m, way, steps) : 0;
    for (int i = 0; i < count; i++) {
        size_t used = strlen(told);
        snprintf(told + used, sizeof told - used, "%s%s %s", i ? ", " : "",
                 lud_step_name(steps[i].kind), steps[i].cell);
    }
    tap_report(is_read && is_wanted("entered", told, file->field[5]), "%s:%d %s is entered: %s",
               file->name, file->line, file->field[3], file->field[5]);
}

static void run_file(const char *path)
{
    DataFile file;
    data_file_open(&file, path);
    while (data_file_next(&file)) {
        if (file.fields == 6 && strcmp(file.field[0], "told") == 0)
            check_told(&file);
        else if (file.fields == 6 && strcmp(file.field[0], "entered") == 0)
            check_entered(&file);
        else
            tap_report(false, "%s:%d: neither `told` nor `entered`", file.name, file.line);
    }
    data_file_close(&file);
}

int main(int argc, char **argv)
{
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGame *game = lud_game_at(i);
        if (!game->story) {
            tap_note("%s tells nothing", game->name);
            continue;
        }
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(game, variants);
        for (int v = 0; v < count; v++)
            test_games(&variants[v]);
        int files = 0;
        for (int at = 1; at < argc; at++)
            files += data_file_each(argv[at], game->name, run_file);
        if (files == 0)
            tap_report(false, "usage: test_story DIRECTORY…, with %s*.txt in one", game->name);
    }
    return tap_finish();
}
