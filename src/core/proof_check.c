/* Checking a certificate: it is played against every legal reply, by the rules alone.
 *
 * A node is a plan. The winner makes its move; the opponent's reply finds its own node in the list,
 * or is answered by one of the moves that win at once, or goes on with the node for all others. A
 * plan may be used in many positions, and is checked in each. Nodes only lead to such with smaller
 * numbers, so every line ends; and a line that meets one of its own positions again is refused, so
 * no repetition ends it before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/proof_text.h"

/* What has been checked: a position together with a node, as 128 bits of a hash of its text. */
typedef struct Seen {
    uint64_t low, high;
    int plies;
} Seen;

typedef struct Check {
    const ProofText *proof;
    const LudGame *game;
    LudProofReport *report;
    LudError *err;
    LudStatus status;
    Seen *seen;
    size_t room, used; /* a power of two */
    LudState *path;    /* positions of the line, since the game last changed for good */
    int path_length;
    LudMove moves[LUD_MAX_MOVES];
} Check;

/* -- complaints ----------------------------------------------------------------------------------
 */

static int complain(Check *check, int node, const char *message, const char *first,
                    const char *second)
{
    if (check->status == LUD_OK) {
        check->status =
            lud_error_set(check->err, LUD_ERECORD, message, first, second, (char *)NULL);
        if (check->err)
            check->err->line = check->proof->first_line + node - 1;
    }
    return -1;
}

static int run_out(Check *check)
{
    check->status =
        lud_error_set(check->err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    return -1;
}

/* -- what was checked already --------------------------------------------------------------------
 */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static Seen seen_of(const Check *check, const LudState *s, int node)
{
    char text[LUD_STATE_TEXT];
    Seen seen = {(uint64_t)node, ~(uint64_t)node, 0};
    int length = check->game->text.state_print(s, text);
    for (int i = 0; i < length; i++) {
        seen.low = mix(seen.low + (unsigned char)text[i] + UINT64_C(0x9e3779b97f4a7c15));
        seen.high = (seen.high ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
        seen.high ^= seen.high >> 29;
    }
    return seen;
}

/* Its place: what is there already, or where it belongs. */
static Seen *seen_place(Seen *table, size_t room, Seen wanted)
{
    size_t at = wanted.low & (room - 1);
    while (table[at].plies > 0 && (table[at].low != wanted.low || table[at].high != wanted.high))
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool seen_add(Check *check, Seen seen)
{
    if (2 * (check->used + 1) > check->room) {
        size_t room = check->room > 0 ? 2 * check->room : 1024;
        Seen *table = calloc(room, sizeof *table);
        if (!table)
            return false;
        for (size_t i = 0; i < check->room; i++) {
            if (check->seen[i].plies > 0)
                *seen_place(table, room, check->seen[i]) = check->seen[i];
        }
        free(check->seen);
        check->seen = table;
        check->room = room;
    }
    *seen_place(check->seen, check->room, seen) = seen;
    check->used++;
    return true;
}

/* -- playing -------------------------------------------------------------------------------------
 */

static int side_to_move(const Check *check, const LudState *s)
{
    int turn = check->game->rules.turn(s);
    return turn >= 0 ? turn % 2 : turn;
}

static bool is_dead(const Check *check, const LudState *s)
{
    return check->game->rules.is_dead && check->game->rules.is_dead(s);
}

static bool is_over(const Check *check, const LudState *s)
{
    return check->game->rules.turn(s) == LUD_OVER || is_dead(check, s);
}

static bool is_won(const Check *check, const LudState *s)
{
    const LudGameRules *rules = &check->game->rules;
    int winner = check->proof->winner;
    if (rules->turn(s) == LUD_OVER)
        return rules->score(s, winner) > rules->score(s, 1 - winner);
    return is_dead(check, s) && rules->stop_score &&
           rules->stop_score(s, winner, LUD_REASON_NO_CAPTURE) >
               rules->stop_score(s, 1 - winner, LUD_REASON_NO_CAPTURE);
}

/* Plays a move as it is written, if it is legal. */
static bool play(Check *check, LudState *s, ProofWord word)
{
    char text[LUD_MOVE_TEXT];
    LudMove m;
    if (word.length == 0 || word.length >= sizeof text || memchr(word.at, '\0', word.length))
        return false;
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    if (check->game->rules.turn(s) < 0 || check->game->text.move_parse(s, text, &m, NULL) != LUD_OK)
        return false;
    int count = check->game->rules.moves(s, check->moves);
    for (int i = 0; i < count; i++) {
        if (check->moves[i] == m) {
            check->game->rules.apply(s, m);
            check->report->positions++;
            return true;
        }
    }
    return false;
}

/* Whether a position has been on the line before. */
static bool comes_back(const Check *check, const LudState *s)
{
    for (int i = check->path_length - 1; i >= 0; i--) {
        if (check->game->rules.same(&check->path[i], s))
            return true;
    }
    return false;
}

/* -- a node --------------------------------------------------------------------------------------
 */

static int check_node(Check *check, const LudState *s, int node);

/* What a line of the certificate says of one reply. */
typedef struct Answer {
    int node;     /* to go on with; 0: none */
    bool has_won; /* a move after it wins at once */
} Answer;

static Answer find_answer(Check *check, ProofWord line, const char *reply, const LudState *after)
{
    ProofWord word, before, rest = line;
    Answer answer = {0, false};
    int number;
    while (proof_next_word(&rest, &word)) {
        if (proof_split_word(word, &before, &number) && proof_word_is(before, reply))
            return (Answer){number, false};
        if (proof_split_word(word, &before, &number) && proof_word_is(before, "*"))
            answer.node = number;
    }
    rest = line;
    while (proof_next_word(&rest, &word)) {
        LudState end;
        lud_state_copy(check->game, &end, after);
        if (word.at[0] == '+' && play(check, &end, (ProofWord){word.at + 1, word.length - 1}) &&
            is_won(check, &end))
            return (Answer){0, true};
    }
    return answer;
}

static int check_child(Check *check, const LudState *s, int node, int child)
{
    char number[16];
    if (child >= node) {
        snprintf(number, sizeof number, "%d", child);
        return complain(check, node,
                        LUD_MESSAGE("This proof is damaged: a node may only lead to earlier ones, "
                                    "and not to {1}."),
                        number, NULL);
    }
    return check_node(check, s, child);
}

/* One reply; returns the plies from there, or -1. */
static int check_reply(Check *check, const LudState *s, int node, ProofWord line, const char *move,
                       LudMove m)
{
    LudState after;
    char reply[LUD_MOVE_TEXT];
    check->game->text.move_print(s, m, reply);
    lud_state_copy(check->game, &after, s);
    check->game->rules.apply(&after, m);
    check->report->positions++;
    if (is_won(check, &after))
        return 1;
    Answer answer = {0, false};
    if (!is_over(check, &after))
        answer = find_answer(check, line, reply, &after);
    if (answer.has_won)
        return 2;
    if (answer.node == 0)
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: after {1} nothing is said about the "
                                    "reply {2}."),
                        move, reply);
    int plies = check_child(check, &after, node, answer.node);
    return plies < 0 ? -1 : plies + 1;
}

/* Every legal reply in a position where the opponent is to move. */
static int check_replies(Check *check, const LudState *s, int node, ProofWord line,
                         const char *move)
{
    int count = check->game->rules.moves(s, check->moves), longest = 0;
    LudMove *replies = malloc((size_t)count * sizeof *replies);
    if (!replies)
        return run_out(check);
    memcpy(replies, check->moves, (size_t)count * sizeof *replies);
    lud_state_copy(check->game, &check->path[check->path_length++], s);
    for (int i = 0; i < count && longest >= 0; i++) {
        int plies = check_reply(check, s, node, line, move, replies[i]);
        longest = plies < 0 ? -1 : plies > longest ? plies : longest;
    }
    check->path_length--;
    free(replies);
    return longest;
}

/* The winner is to move once more. */
static int check_again(Check *check, const LudState *s, int node, ProofWord line, const char *move)
{
    Answer next = find_answer(check, line, "*", s);
    if (next.has_won)
        return 1;
    if (next.node == 0)
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: it does not go on after {1}."), move,
                        NULL);
    return check_child(check, s, node, next.node);
}

/* The winner's move, and whatever follows. */
static int check_move(Check *check, const LudState *s, int node, ProofWord line, ProofWord word)
{
    LudState after;
    char move[LUD_MOVE_TEXT];
    snprintf(move, sizeof move, "%.*s", (int)(word.length < 60 ? word.length : 60), word.at);
    lud_state_copy(check->game, &after, s);
    if (proof_word_is(word, "-")) {
        if (side_to_move(check, s) != 1 - check->proof->winner)
            return complain(check, node,
                            LUD_MESSAGE("The proof does not hold: the winner is to move, and no "
                                        "move is given."),
                            NULL, NULL);
        check->path_length--; /* it will be there again */
        int plies = check_replies(check, s, node, line, move);
        check->path_length++;
        return plies;
    }
    if (side_to_move(check, s) != check->proof->winner || !play(check, &after, word))
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: {1} is not legal where it is to be "
                                    "played."),
                        move, NULL);
    if (is_won(check, &after))
        return 1;
    if (is_over(check, &after))
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: with {1} the game ends, and not with "
                                    "the win that is claimed."),
                        move, NULL);
    if (comes_back(check, &after))
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: {1} leads back to a position that "
                                    "was there before."),
                        move, NULL);
    int plies = side_to_move(check, &after) == check->proof->winner
                    ? check_again(check, &after, node, line, move)
                    : check_replies(check, &after, node, line, move);
    return plies < 0 ? -1 : plies + 1;
}

/* Whether nothing that was on the line before can come again. */
static bool is_fresh(const Check *check, const LudState *s)
{
    const LudGameRules *rules = &check->game->rules;
    return rules->epoch && (check->path_length == 0 ||
                            rules->epoch(s) != rules->epoch(&check->path[check->path_length - 1]));
}

/* Checks a plan in a position; returns the plies of its longest line, or -1. */
static int check_node(Check *check, const LudState *s, int node)
{
    ProofWord line = check->proof->node[node - 1], word;
    bool is_fresh_here = is_fresh(check, s);
    Seen seen = {0};
    if (is_fresh_here) {
        seen = seen_of(check, s, node);
        if (check->room > 0) {
            Seen *place = seen_place(check->seen, check->room, seen);
            if (place->plies > 0)
                return place->plies;
        }
    }
    if (check->path_length + 2 > PROOF_PLIES_MOST)
        return complain(check, node, LUD_MESSAGE("The proof has lines of more than 1000 plies."),
                        NULL, NULL);
    if (comes_back(check, s))
        return complain(check, node,
                        LUD_MESSAGE("The proof does not hold: a line meets one of its own "
                                    "positions again."),
                        NULL, NULL);
    lud_state_copy(check->game, &check->path[check->path_length++], s);
    proof_next_word(&line, &word);
    int plies = check_move(check, s, node, line, word);
    check->path_length--;
    seen.plies = plies;
    if (plies > 0 && is_fresh_here && !seen_add(check, seen))
        return run_out(check);
    return plies;
}

/* -- the whole -----------------------------------------------------------------------------------
 */

static LudStatus check_game(const ProofText *proof, LudError *err)
{
    const LudGame *game = proof->rules.game;
    if (game->chance || game->rules.sides(&proof->start) != 2)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("Proofs are for games between two sides without dice, "
                                         "and {1} is none."),
                             game->name, (char *)NULL);
    if (game->rules.turn(&proof->start) < 0)
        return lud_error_set(err, LUD_EOVER, LUD_MESSAGE("The game is over."), (char *)NULL);
    return LUD_OK;
}

LudStatus lud_proof_verify(const char *text, size_t length, LudProofReport *report, LudError *err)
{
    ProofText proof;
    LudProofReport found;
    memset(&found, 0, sizeof found);
    LudStatus status = proof_text_read(text, length, &proof, err);
    if (status != LUD_OK)
        return status;
    status = check_game(&proof, err);
    Check *check = status == LUD_OK ? calloc(1, sizeof *check) : NULL;
    LudState *path = check ? malloc((PROOF_PLIES_MOST + 1) * sizeof *path) : NULL;
    if (status == LUD_OK && !path)
        status = lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    if (status == LUD_OK) {
        *check = (Check){.proof = &proof, .game = proof.rules.game, .report = &found, .err = err};
        check->path = path;
        found.plies = check_node(check, &proof.start, proof.root);
        status = check->status;
        free(check->seen);
    }
    if (status == LUD_OK) {
        found.rules = proof.rules;
        found.start = proof.start;
        found.winner = proof.winner;
        found.nodes = proof.count;
        *report = found;
    }
    free(path);
    free(check);
    proof_text_free(&proof);
    return status;
}
