/* Stories: the events of every ply, carried out by a reader that knows only the notation, lead from
 * the position before to the one after; steps tell moves apart; special rules are noticed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/story.h>

#include "support/tap.h"
#include "support/variants.h"

enum { MOST_PIECES = 64, GAMES = 20, MOST_PLIES = 150, WAY_TEXT = 128 };

/* -- a board that knows nothing but what lies where -------------------------------------------- */

typedef struct Piece {
    char cell[LUD_CELL_TEXT];
    int side, count;
} Piece;

typedef struct Table {
    Piece pieces[MOST_PIECES];
    int count, held[LUD_MAX_SIDES], in_air;
} Table;

static Piece *find(Table *table, const char *cell)
{
    for (int i = 0; i < table->count; i++) {
        if (strcmp(table->pieces[i].cell, cell) == 0)
            return &table->pieces[i];
    }
    return NULL;
}

/* `side` -1: nobody's, as seeds are. */
static bool put(Table *table, const char *cell, int side, int count)
{
    Piece *there = find(table, cell);
    if (there && side >= 0)
        return false;
    if (!there) {
        there = &table->pieces[table->count++];
        *there = (Piece){.side = side};
        snprintf(there->cell, sizeof there->cell, "%s", cell);
    }
    there->count += count;
    return true;
}

static bool take(Table *table, const char *cell, int side, int count)
{
    Piece *there = find(table, cell);
    if (!there || there->count < count || (there->side >= 0 && there->side != side))
        return false;
    there->count -= count;
    if (there->count == 0)
        *there = table->pieces[--table->count];
    return true;
}

static void read_oware(Table *table, const char *text)
{
    for (int i = 0; i < 14; i++) {
        char cell[2] = {"ABCDEFabcdef--"[i], '\0'};
        int number = (int)strtol(text, NULL, 10);
        text = strchr(text, '-') + 1;
        if (i >= 12)
            table->held[i - 12] = number;
        else if (number > 0)
            put(table, cell, -1, number);
    }
}

static void read_pylos(Table *table, const char *text, int balls)
{
    char cell[4] = "1a1";
    table->held[0] = table->held[1] = balls;
    for (; *text != ' '; text++) {
        if (*text == '|') {
            snprintf(cell, sizeof cell, "%ca1", cell[0] + 1);
        } else if (*text == '/') {
            cell[1] = 'a';
            cell[2]++;
        } else {
            if (*text != '.') {
                put(table, cell, *text == 'b', 1);
                table->held[*text == 'b']--;
            }
            cell[1]++;
        }
    }
}

static void read_six(Table *table, const char *text)
{
    for (int side = 0; side < 2; side++) {
        text += 2;
        while (*text != ' ') {
            char cell[LUD_CELL_TEXT];
            size_t length = strcspn(text, "; ");
            snprintf(cell, sizeof cell, "%.*s", (int)length, text);
            if (length > 0)
                put(table, cell, side, 1);
            text += length + (text[length] == ';');
        }
        text++;
    }
    char *end;
    table->held[0] = (int)strtol(text, &end, 10);
    table->held[1] = (int)strtol(end + 1, NULL, 10);
}

static void read_dados(Table *table, const char *text, int sides)
{
    for (int i = 0; i < sides; i++)
        table->held[i] = 20;
    for (int rank = 6; rank >= 1; rank--, text++) {
        for (int file = 0; file < 6; file++, text++) {
            char cell[3] = {(char)('a' + file), (char)('0' + rank), '\0'};
            int side = *text == 'g' ? 0 : *text == 'b' ? 1 : 2;
            if (*text == '.')
                continue;
            put(table, cell, side, 1);
            table->held[side]--;
        }
    }
}

static void read_table(Table *table, const LudRules *rules, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    const char *name = rules->game->name, *base = lud_rules_value(rules, "base");
    rules->game->text.state_print(s, text);
    memset(table, 0, sizeof *table);
    if (strcmp(name, "oware") == 0)
        read_oware(table, text);
    else if (strcmp(name, "pylos") == 0)
        read_pylos(table, text, strcmp(base, "3") == 0 ? 7 : 15);
    else if (strcmp(name, "six") == 0)
        read_six(table, text);
    else
        read_dados(table, text, rules->game->rules.sides(s));
}

static bool follow(Table *table, const LudEvent *event)
{
    switch (event->kind) {
    case LUD_EVENT_LIFT:
        table->in_air = event->count;
        return take(table, event->cell, event->side, event->count);
    case LUD_EVENT_SOW:
        return table->in_air-- > 0 && put(table, event->cell, -1, 1);
    case LUD_EVENT_PUT:
        if (table->in_air > 0)
            table->in_air--;
        else
            table->held[event->side]--;
        return put(table, event->cell, event->side, 1);
    case LUD_EVENT_FALL:
        return take(table, event->cell, event->side, 1);
    case LUD_EVENT_CAPTURE:
    case LUD_EVENT_KEEP:
    case LUD_EVENT_RECOVER:
    case LUD_EVENT_REMOVE:
        table->held[event->side] += event->count;
        return take(table, event->cell, event->side, event->count);
    default:
        return event->cell[0] == '\0';
    }
}

static bool is_same(Table *a, Table *b)
{
    bool is_equal = a->count == b->count && a->in_air == b->in_air &&
                    memcmp(a->held, b->held, sizeof a->held) == 0;
    for (int i = 0; is_equal && i < a->count; i++) {
        const Piece *there = find(b, a->pieces[i].cell);
        is_equal = there && there->side == a->pieces[i].side && there->count == a->pieces[i].count;
    }
    return is_equal;
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
static void check_end(const LudResult *result, Table *table, const LudGame *game, const LudState *s,
                      int *faults)
{
    for (int side = 0; result->has_score && side < 2; side++) {
        int half = result->score[side] % 2;
        if (2 * table->held[side] + half != result->score[side])
            tap_fault(faults, game, s, "side %d holds %d in the end, its score is %d / 2", side,
                      table->held[side], result->score[side]);
    }
}

static void check_ply(LudPlay *play, int index, int *faults)
{
    const LudRules *rules = lud_play_rules(play);
    LudEvent events[LUD_MAX_EVENTS];
    LudState before;
    LudResult result;
    Table told, wanted;
    int held[LUD_MAX_SIDES];
    lud_play_state_at(play, index, &before);
    read_table(&told, rules, &before);
    read_table(&wanted, rules, lud_play_state(play));
    lud_story_held(rules->game, &before, held);
    if (memcmp(held, told.held, sizeof held) != 0)
        tap_fault(faults, rules->game, &before, "what is held differs from the notation");
    int count = lud_story_of_ply(play, index, events), at = 0;
    bool is_possible = count > 0 && count <= LUD_MAX_EVENTS;
    for (; is_possible && at < count && events[at].kind != LUD_EVENT_KEEP; at++)
        is_possible = follow(&told, &events[at]);
    if (!is_possible || !is_same(&told, &wanted))
        tap_fault(faults, rules->game, &before, "event %d of %d does not lead where the move does",
                  at, count);
    for (; is_possible && at < count; at++)
        is_possible = events[at].kind == LUD_EVENT_KEEP && follow(&told, &events[at]);
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

/* `plies` are played from `position` (NULL: the start); what is told of the last one. */
static void expect(const char *name, const char *position, const char *plies, const char *notices,
                   const char *events)
{
    LudRules rules = variants_rules(name);
    LudState s;
    LudPlay *play;
    LudError err;
    char words[256], told[2048];
    lud_rules_start(&rules, &s);
    if (position)
        s = variants_position(&rules, position);
    if (lud_play_new(&play, &rules, &s, NULL) != LUD_OK)
        abort();
    snprintf(words, sizeof words, "%s", plies);
    bool is_played = true;
    for (char *word = strtok(words, " "); word && is_played; word = strtok(NULL, " "))
        is_played = lud_play_move_text(play, word, &err) == LUD_OK;
    name_notices(lud_story_notices(play), told, sizeof told);
    bool is_noticed = strcmp(told, notices) == 0;
    if (!is_noticed)
        tap_note("noticed: %s", told);
    describe(play, told, sizeof told);
    bool is_told = !events || strcmp(told, events) == 0;
    if (!is_told)
        tap_note("told: %s", told);
    tap_report(is_played && is_noticed && is_told, "%s %s: %s", name, plies,
               notices[0] ? notices : "nothing to notice");
    lud_play_free(play);
}

static void test_oware(void)
{
    expect("oware", NULL, "C", "", "lift C 4/0, sow D 1/0, sow E 1/0, sow F 1/0, sow a 1/0");
    /* A lap skips the pit it started from. */
    expect("oware", "12-0-0-0-0-0-0-0-0-0-0-1-17-18-S", "A", "",
           "lift A 12/0, sow B 1/0, sow C 1/0, sow D 1/0, sow E 1/0, sow F 1/0, sow a 1/0, "
           "sow b 1/0, sow c 1/0, sow d 1/0, sow e 1/0, sow f 1/0, sow B 1/0");
    /* b makes 3 and a 2: both are captured, the last one first. Then North can't feed. */
    expect("oware", "0-0-0-0-0-2-1-2-1-0-0-0-19-23-S", "F", "",
           "lift F 2/0, sow a 1/0, sow b 1/0, capture b 3/0, capture a 2/0, keep c 1/1");
    /* The majority ends the game before anything is divided. */
    expect("oware", "0-0-0-0-0-2-1-2-1-0-0-0-20-22-S", "F", "",
           "lift F 2/0, sow a 1/0, sow b 1/0, capture b 3/0, capture a 2/0");
    /* a would make 2, and it is all that North has. */
    expect("oware:slam=nocapture", "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S", "F", "grand-slam-no-capture",
           "lift F 1/0, sow a 1/0");
    /* South's last seed lies on A, where North's f would capture it. */
    expect("oware", "1-0-0-0-0-1-0-0-0-0-0-1-22-23-S", "F", "grand-slam-illegal",
           "lift F 1/0, sow a 1/0");
    /* South has nothing left after this; of North's pits only e and f give. */
    expect("oware", "0-0-0-0-0-1-0-3-0-0-2-1-20-21-S", "F", "must-feed", NULL);
    /* South's only move takes all that North has. */
    expect("oware:slam=awari", "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S", "F", "forced-slam",
           "lift F 1/0, sow a 1/0, capture a 2/0");
    /* Two seeds are left, and each follows the other round the board. */
    expect("oware", "0-1-0-0-0-2-0-1-0-0-0-0-21-23-S", "F", "circling",
           "lift F 2/0, sow a 1/0, sow b 1/0, capture b 2/0, keep B 1/0, keep a 1/1");
    /* Shared equally, each gets one of two seeds. */
    expect("oware:slam=nocapture,cycle=split", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S",
           "A a B b C c D d E e F f", "circling", "lift f 1/1, sow A 1/1, keep A 1/0, keep a 1/1");
}

static void test_pylos(void)
{
    const char *three = "1a1 1d4 1b1 1d3 1a2 1d2";
    char plies[128];
    snprintf(plies, sizeof plies, "%s 1b2-1b2", three);
    expect("pylos", NULL, plies, "recovery", "put 1b2 1/0, recover 1b2 1/0");
    snprintf(plies, sizeof plies, "%s 1b2-1a1-1b1", three);
    expect("pylos", NULL, plies, "recovery-two", "put 1b2 1/0, recover 1a1 1/0, recover 1b1 1/0");
    snprintf(plies, sizeof plies, "%s 1b2", three);
    expect("pylos:variant=child", NULL, plies, "", "put 1b2 1/0");
    expect("pylos", NULL, "1a1 1b1 1a2 1b2 1d1 1d4 1d1>2a1", "", "lift 1d1 1/0, put 2a1 1/0");
}

/* Tiles in a row, red and black by turns. */
#define ROW "r:0,0;2,0;4,0;6,0;8,0;10,0;12,0 b:1,0;3,0;5,0;7,0;9,0;11,0 0-0 r"
/* Two rows, so thick that lifting a tile separates nothing. */
#define STRIP "r:0,0;1,1;2,0;3,1;4,0;5,1;6,0 b:0,1;1,0;2,1;3,0;4,1;5,0 0-0 r"

static void test_six(void)
{
    char position[LUD_STATE_TEXT] = "r:";
    expect("six", ROW, "0,0>13,0", "", "lift 0,0 1/0, put 13,0 1/0");
    expect("six", ROW, "2,0>13,0", "group-fell",
           "lift 2,0 1/0, fall 0,0 1/0, fall 1,0 1/1, put 13,0 1/0");
    expect("six", ROW, "6,0>5,1~0,0", "group-fell equal-groups",
           "lift 6,0 1/0, fall 8,0 1/0, fall 10,0 1/0, fall 12,0 1/0, fall 7,0 1/1, fall 9,0 1/1, "
           "fall 11,0 1/1, put 5,1 1/0");
    expect("six", STRIP, "6,0>6,1 0,1>-1,1 6,1>6,0 -1,1>0,1", "seen-before",
           "lift -1,1 1/1, put 0,1 1/1");
    for (int side = 0; side < 2; side++) {
        for (int q = side; q < 41; q += 2) {
            size_t used = strlen(position);
            snprintf(position + used, sizeof position - used, "%s%d,0", q > side ? ";" : "", q);
        }
        strcat(position, side == 0 ? " b:" : " 0-1 b");
    }
    expect("six", position, "41,0", "second-round", "put 41,0 1/1");
}

static void test_dados(void)
{
    expect("dados", NULL, "2 a1", "roll-again", "put a1 1/0");
    expect("dados", NULL, "3 e1", "", "put e1 1/0");
    expect("dados", "b..b../....../....../....../....../...... 1 -", "10", "protected",
           "roll 10/0");
    expect("dados", "...b../....../....../....../....../...... 1 -", "10", "", "roll 10/0");
    expect("dados", "...b../....../....../....../....../...... 1 10", "-d6", "", "remove d6 1/1");
    expect("dados", "....../....../....../....../....../...... 1 10", "pass", "turn-lost",
           "pass 1/0");
    expect("dados", "b....b/....../....../....../....../b....b 1 2", "xa1", "roll-again replaced",
           "remove a1 1/1, put a1 1/0");
    expect("dados", "gggg../..gggg/gggg../..gggg/gg..../gg.... 1 8", "pass",
           "turn-lost out-of-chips", "pass 1/0");
}

/* -- steps, worked out by hand ----------------------------------------------------------------- */

static void expect_steps(const char *name, const char *position, const char *move, int way,
                         const char *wanted)
{
    LudRules rules = variants_rules(name);
    LudState s = variants_position(&rules, position);
    LudStep steps[LUD_MAX_STEPS];
    LudMove m;
    char told[WAY_TEXT] = "";
    bool is_read = rules.game->text.move_parse(&s, move, &m, NULL) == LUD_OK;
    int count = is_read ? lud_story_steps(rules.game, &s, m, way, steps) : 0;
    for (int i = 0; i < count; i++) {
        size_t used = strlen(told);
        snprintf(told + used, sizeof told - used, "%s%s %s", i ? ", " : "",
                 lud_step_name(steps[i].kind), steps[i].cell);
    }
    bool is_right = strcmp(told, wanted) == 0;
    if (!is_right)
        tap_note("steps: %s", told);
    tap_report(is_right, "%s %s is entered: %s", name, move, wanted);
}

static void test_steps(void)
{
    const char *square = "ww../w.../..../.bbb|.../.../...|../..|. w";
    expect_steps("oware", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N", "c", 0, "pick c");
    expect_steps("pylos", square, "1b2-1a1", 0, "put 1b2, recover 1a1");
    expect_steps("pylos", square, "1b2-1a1", 1, "");
    expect_steps("pylos", square, "1b2-1a1-1b1", 0, "put 1b2, recover 1a1, recover 1b1");
    expect_steps("pylos", square, "1b2-1a1-1b1", 1, "put 1b2, recover 1b1, recover 1a1");
    expect_steps("six", "r:0,0 b:1,0 20-20 r", "2,0", 0, "put 2,0");
    /* Where the tile lies tells which group stayed; where it touches both, that is asked. */
    expect_steps("six", ROW, "6,0>5,1~0,0", 0, "pick 6,0, put 5,1");
    expect_steps("six", ROW, "6,0>6,0~7,0", 0, "pick 6,0, put 6,0, group 7,0");
    expect_steps("dados", "...b../....../....../....../....../...... 1 10", "-d6", 0, "pick d6");
    expect_steps("dados", "...b../....../....../....../....../...... 1 11", "a1", 0, "put a1");
}

int main(void)
{
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(lud_game_at(i), variants);
        for (int v = 0; v < count; v++)
            test_games(&variants[v]);
    }
    test_oware();
    test_pylos();
    test_six();
    test_dados();
    test_steps();
    return tap_finish();
}
