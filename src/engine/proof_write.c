/* Writing a certificate (docs/PROOFS.md). For each position in which the winner is to move a
 * winning move is found, and every reply to it is followed; nodes that say the same are one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "core/proof_text.h"
#include "engine/solve_object.h"

enum { ANSWERS = 8 };

/* Numbers by a hash of a text. */
typedef struct Numbers {
    uint64_t *key;
    int *number;
    size_t room, used; /* a power of two */
} Numbers;

typedef struct Writer {
    Solver *solver;
    const LudGame *game;
    int side;
    Text nodes;
    int count;
    Numbers positions, lines; /* the node of a position; the number of a node by what it says */
    LudMove moves[LUD_MAX_MOVES];
} Writer;

/* What is to be said after a move. */
typedef struct Replies {
    LudMove *move;
    int *node; /* for each; 0: answered by one of the moves below */
    int count;
    char answer[ANSWERS][LUD_MOVE_TEXT];
    int answers;
} Replies;

/* -- numbers ----------------------------------------------------------------------------------- */

static uint64_t hash_text(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 31;
    }
    return hash > 0 ? hash : 1;
}

static size_t numbers_place(const Numbers *numbers, uint64_t key)
{
    size_t at = key & (numbers->room - 1);
    while (numbers->key[at] != 0 && numbers->key[at] != key)
        at = (at + 1) & (numbers->room - 1);
    return at;
}

static int numbers_find(const Numbers *numbers, uint64_t key)
{
    return numbers->room > 0 ? numbers->number[numbers_place(numbers, key)] : 0;
}

static bool numbers_grow(Numbers *numbers)
{
    Numbers more = {.room = numbers->room > 0 ? 2 * numbers->room : 1024};
    more.key = calloc(more.room, sizeof *more.key);
    more.number = calloc(more.room, sizeof *more.number);
    if (!more.key || !more.number) {
        free(more.key);
        free(more.number);
        return false;
    }
    for (size_t i = 0; i < numbers->room; i++) {
        if (numbers->key[i] != 0) {
            size_t at = numbers_place(&more, numbers->key[i]);
            more.key[at] = numbers->key[i];
            more.number[at] = numbers->number[i];
        }
    }
    more.used = numbers->used;
    free(numbers->key);
    free(numbers->number);
    *numbers = more;
    return true;
}

static bool numbers_add(Numbers *numbers, uint64_t key, int number)
{
    if (2 * (numbers->used + 1) > numbers->room && !numbers_grow(numbers))
        return false;
    size_t at = numbers_place(numbers, key);
    numbers->used += numbers->key[at] == 0;
    numbers->key[at] = key;
    numbers->number[at] = number;
    return true;
}

/* -- moves ------------------------------------------------------------------------------------- */

static int side_to_move(const Writer *writer, const LudState *s)
{
    int turn = writer->game->rules.turn(s);
    return turn >= 0 ? turn % 2 : turn;
}

/* As the search sees an end: by the rules, or because nothing can be won any more. */
static bool is_over(const Writer *writer, const LudState *s, bool *is_won)
{
    const LudGameRules *rules = &writer->game->rules;
    int side = writer->side;
    if (rules->turn(s) == LUD_OVER) {
        *is_won = rules->score(s, side) > rules->score(s, 1 - side);
        return true;
    }
    if (!rules->is_dead || !rules->is_dead(s))
        return false;
    *is_won = rules->stop_score && rules->stop_score(s, side, LUD_REASON_NO_CAPTURE) >
                                       rules->stop_score(s, 1 - side, LUD_REASON_NO_CAPTURE);
    return true;
}

static bool wins_at_once(const Writer *writer, const LudState *s, LudMove m)
{
    LudState next;
    bool is_won = false;
    lud_state_copy(writer->game, &next, s);
    writer->game->rules.apply(&next, m);
    return is_over(writer, &next, &is_won) && is_won;
}

/* A move with which the winner ends the game, or LUD_NO_MOVE. */
static LudMove find_end(Writer *writer, const LudState *s)
{
    int count =
        side_to_move(writer, s) == writer->side ? writer->game->rules.moves(s, writer->moves) : 0;
    for (int i = 0; i < count; i++) {
        if (wins_at_once(writer, s, writer->moves[i]))
            return writer->moves[i];
    }
    return LUD_NO_MOVE;
}

/* A move that wins, or LUD_NO_MOVE if none is found within the limits. */
static LudMove find_move(Writer *writer, const LudState *s)
{
    LudForcedWin win;
    LudLine line;
    LudMove end = find_end(writer, s);
    if (end != LUD_NO_MOVE || solver_is_over(writer->solver))
        return end;
    if (solver_force(writer->solver, s, writer->side, UINT64_MAX, &win) == LUD_FORCED_WIN)
        return win.line[0];
    if (solver_prove(writer->solver, s, &line) && line.value >= LUD_VALUE_WON)
        return line.move[0];
    return LUD_NO_MOVE;
}

/* -- nodes ------------------------------------------------------------------------------------- */

static int write_position(Writer *writer, const LudState *s);

/* Whether one of the answers given already ends the game here, too. */
static bool is_answered(Writer *writer, const LudState *s, const Replies *replies)
{
    for (int i = 0; i < replies->answers; i++) {
        LudMove m;
        if (writer->game->text.move_parse(s, replies->answer[i], &m, NULL) != LUD_OK)
            continue;
        int count = writer->game->rules.moves(s, writer->moves);
        for (int k = 0; k < count; k++) {
            if (writer->moves[k] == m && wins_at_once(writer, s, m))
                return true;
        }
    }
    return false;
}

/* Says what follows one reply; false if that fails. */
static bool follow_reply(Writer *writer, const LudState *s, Replies *replies, int index)
{
    LudState next;
    bool is_won = false;
    lud_state_copy(writer->game, &next, s);
    writer->game->rules.apply(&next, replies->move[index]);
    if (is_over(writer, &next, &is_won))
        return is_won;
    if (side_to_move(writer, &next) == writer->side) {
        if (is_answered(writer, &next, replies))
            return true;
        LudMove end = replies->answers < ANSWERS ? find_end(writer, &next) : LUD_NO_MOVE;
        if (end != LUD_NO_MOVE) {
            writer->game->text.move_print(&next, end, replies->answer[replies->answers++]);
            return true;
        }
    }
    replies->node[index] = write_position(writer, &next);
    return replies->node[index] > 0;
}

/* The node that most replies lead to. */
static int find_usual(const Replies *replies)
{
    int usual = 0, most = 0;
    for (int i = 0; i < replies->count; i++) {
        int same = 0;
        for (int k = 0; k < replies->count; k++)
            same += replies->node[k] == replies->node[i];
        if (replies->node[i] > 0 && same > most) {
            most = same;
            usual = replies->node[i];
        }
    }
    return usual;
}

static void add_replies(const Writer *writer, const LudState *s, const Replies *replies, Text *line)
{
    char text[LUD_MOVE_TEXT];
    int usual = find_usual(replies);
    for (int i = 0; i < replies->count; i++) {
        if (replies->node[i] == 0 || replies->node[i] == usual)
            continue;
        writer->game->text.move_print(s, replies->move[i], text);
        text_printf(line, " %s=%d", text, replies->node[i]);
    }
    for (int i = 0; i < replies->answers; i++)
        text_printf(line, " +%s", replies->answer[i]);
    if (usual > 0)
        text_printf(line, " *=%d", usual);
}

/* All replies in a position where the opponent is to move. */
static bool follow_all(Writer *writer, const LudState *s, Text *line)
{
    Replies replies = {.count = writer->game->rules.moves(s, writer->moves)};
    replies.move = malloc((size_t)replies.count * sizeof *replies.move);
    replies.node = calloc((size_t)replies.count, sizeof *replies.node);
    bool is_whole = replies.move && replies.node;
    if (is_whole)
        memcpy(replies.move, writer->moves, (size_t)replies.count * sizeof *replies.move);
    for (int i = 0; i < replies.count && is_whole; i++)
        is_whole = follow_reply(writer, s, &replies, i);
    if (is_whole)
        add_replies(writer, s, &replies, line);
    free(replies.move);
    free(replies.node);
    return is_whole;
}

/* What is to be said in a position, without the number; false if that fails. */
static bool compose(Writer *writer, const LudState *s, Text *line)
{
    char text[LUD_MOVE_TEXT];
    bool is_won = false;
    if (side_to_move(writer, s) != writer->side) {
        text_add(line, "-");
        return follow_all(writer, s, line);
    }
    LudMove m = find_move(writer, s);
    if (m == LUD_NO_MOVE)
        return false;
    writer->game->text.move_print(s, m, text);
    text_add(line, text);
    LudState next;
    lud_state_copy(writer->game, &next, s);
    writer->game->rules.apply(&next, m);
    if (is_over(writer, &next, &is_won))
        return is_won;
    if (side_to_move(writer, &next) != writer->side)
        return follow_all(writer, &next, line);
    int node = write_position(writer, &next);
    text_printf(line, " *=%d", node);
    return node > 0;
}

/* The number of the node for a position, written if it is new; 0 if that fails. */
static int write_position(Writer *writer, const LudState *s)
{
    char position[LUD_STATE_TEXT];
    writer->game->text.state_print(s, position);
    uint64_t key = hash_text(position);
    int node = numbers_find(&writer->positions, key);
    if (node > 0)
        return node;
    Text line = {0};
    bool is_whole = compose(writer, s, &line) && !line.failed;
    if (is_whole) {
        node = numbers_find(&writer->lines, hash_text(line.bytes));
        if (node == 0) {
            node = ++writer->count;
            text_printf(&writer->nodes, "%d %s\n", node, line.bytes);
            is_whole = numbers_add(&writer->lines, hash_text(line.bytes), node);
        }
        is_whole = is_whole && numbers_add(&writer->positions, key, node);
    }
    text_free(&line);
    return is_whole && !writer->nodes.failed ? node : 0;
}

char *proof_write(Solver *solver, const LudState *root, int side)
{
    char rules[LUD_RULES_TEXT], position[LUD_STATE_TEXT];
    Text text = {0};
    Writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return NULL;
    writer->solver = solver;
    writer->game = solver->game;
    writer->side = side;
    int node = write_position(writer, root);
    bool is_whole = node > 0;
    if (is_whole) {
        lud_rules_print(solver->rules, rules);
        solver->game->text.state_print(root, position);
        text_printf(&text, "%s\nrules %s\nposition %s\nwinner %d\nnodes %d\nroot %d\n", PROOF_HEAD,
                    rules, position, side + 1, writer->count, node);
        text_add_bytes(&text, writer->nodes.bytes, writer->nodes.length);
    }
    text_free(&writer->nodes);
    free(writer->positions.key);
    free(writer->positions.number);
    free(writer->lines.key);
    free(writer->lines.number);
    free(writer);
    if (is_whole)
        return text_take(&text);
    text_free(&text);
    return NULL;
}
