/* Proof search: is the root won, lost or drawn? Up to four attacks take turns, each time with more
 * nodes, so that a quick answer to one is not kept waiting by a hard other.
 *
 * Won and lost are what a proof of the mover's or the opponent's attack says. Where repetition is a
 * draw, neither of them winning is a draw. Where the game divides something (oware), a repetition
 * may be anybody's win and a disproof says little, so a draw needs two proofs: that each of them
 * gets at least that much. */
#include <stdlib.h>

#include "search/proof_attack.h"

enum { OWN_WIN, OTHER_WIN, OWN_DRAW, OTHER_DRAW, ATTACKS };

typedef enum Verdict { OPEN, WON, LOST, DRAWN } Verdict;

/* What the attacks say of a root move. */
typedef struct RootMove {
    LudMove move;
    int place; /* in search->root_moves */
    int rank;  /* the best first */
    ProofNumbers by[ATTACKS];
} RootMove;

typedef struct Proof {
    ProofRoom room;
    RootMove *moves; /* LUD_MAX_MOVES places */
    ProofAttack attack[ATTACKS];
    ProofNumbers numbers[ATTACKS]; /* of the root */
    int attacks;
} Proof;

/* -- the verdict ------------------------------------------------------------------------------- */

static bool is_proven(ProofNumbers numbers)
{
    return numbers.proof == 0;
}

static bool is_refuted(ProofNumbers numbers)
{
    return numbers.disproof == 0 && numbers.since == PROOF_ALWAYS;
}

static Verdict find_verdict(const Proof *proof)
{
    const ProofNumbers *numbers = proof->numbers;
    if (is_proven(numbers[OWN_WIN]))
        return WON;
    if (is_proven(numbers[OTHER_WIN]))
        return LOST;
    bool is_drawn = proof->attacks == ATTACKS
                        ? is_proven(numbers[OWN_DRAW]) && is_proven(numbers[OTHER_DRAW])
                        : is_refuted(numbers[OWN_WIN]) && is_refuted(numbers[OTHER_WIN]);
    return is_drawn ? DRAWN : OPEN;
}

static bool is_settled(ProofNumbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

static bool can_be_decided(const Proof *proof)
{
    for (int i = 0; i < proof->attacks; i++) {
        if (!is_settled(proof->numbers[i]))
            return true;
    }
    return false;
}

/* -- lines ------------------------------------------------------------------------------------- */

static int value_of_length(uint32_t plies)
{
    bool is_known = plies <= LUD_VALUE_WIN - LUD_VALUE_WIN_LEAST;
    return is_known ? LUD_VALUE_WIN - (int)plies : LUD_VALUE_WON;
}

static bool is_drawing(const Proof *proof, const RootMove *move, Verdict verdict)
{
    if (verdict != DRAWN)
        return false;
    return proof->attacks == ATTACKS
               ? is_proven(move->by[OWN_DRAW])
               : move->by[OTHER_WIN].disproof == 0 && move->by[OTHER_WIN].since != PROOF_CUT;
}

/* Wins first, the shortest before; then what draws; then the unknown, the easiest to win first;
 * then losses, the longest before. */
static int rank_of(const Proof *proof, const RootMove *move, Verdict verdict)
{
    enum { UNKNOWN = 1 << 20, HARDEST = 1 << 19 };
    if (is_proven(move->by[OWN_WIN]))
        return -2 * UNKNOWN + move->by[OWN_WIN].length;
    if (is_drawing(proof, move, verdict))
        return -UNKNOWN;
    if (is_proven(move->by[OTHER_WIN]))
        return 2 * UNKNOWN - move->by[OTHER_WIN].length;
    uint32_t hard = move->by[OWN_WIN].proof;
    return hard < HARDEST ? (int)hard : HARDEST;
}

static int by_rank(const void *a, const void *b)
{
    const RootMove *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : x->place - y->place;
}

static void fill_line(Proof *proof, const RootMove *move, Verdict verdict, LudLine *line)
{
    const ProofAttack *attack = NULL;
    *line = (LudLine){.move = {move->move}, .length = 1, .selective_depth = proof->room.deepest};
    if (is_proven(move->by[OWN_WIN])) {
        line->value = value_of_length(move->by[OWN_WIN].length + 1u);
        attack = &proof->attack[OWN_WIN];
    } else if (is_proven(move->by[OTHER_WIN])) {
        line->value = -value_of_length(move->by[OTHER_WIN].length + 1u);
        attack = &proof->attack[OTHER_WIN];
    } else if (is_drawing(proof, move, verdict)) {
        attack = proof->attacks == ATTACKS ? &proof->attack[OWN_DRAW] : NULL;
        line->is_proven = true;
    }
    line->is_proven = line->is_proven || attack;
    if (attack)
        line->length =
            proof_attack_line(&proof->room, attack, move->move, line->move, LUD_LINE_MOST);
    line->depth = line->length;
}

static void fill_lines(LudSearch *search)
{
    Proof *proof = search->memory;
    Verdict verdict = find_verdict(proof);
    RootMove *moves = proof->moves;
    for (int i = 0; i < search->root_count; i++)
        moves[i].rank = rank_of(proof, &moves[i], verdict);
    qsort(moves, (size_t)search->root_count, sizeof *moves, by_rank);
    /* A line that the table has forgotten may be looked up again, within reason. */
    proof->room.nodes_allowed = proof->room.nodes + proof->room.nodes / 8 + 1000;
    for (int i = 0; i < search->wanted; i++)
        fill_line(proof, &moves[i], verdict, &search->lines[i]);
    search->line_count = search->wanted;
    search->depth = search->lines[0].depth;
    search->hash_permille = proof_table_permille(&proof->room.table);
}

/* -- running ----------------------------------------------------------------------------------- */

static void prepare(LudSearch *search)
{
    Proof *proof = search->memory;
    const LudGame *game = search->game;
    int mover = game->rules.turn(search->task->root) % 2;
    proof_room_prepare(&proof->room);
    proof->attacks = game->rules.stop_score ? ATTACKS : OWN_DRAW;
    /* Arbitrary: a game's keys must not differ by any two of them together. */
    static const uint64_t salts[ATTACKS] = {
        UINT64_C(0x3c6e51d7a90b42f5), UINT64_C(0xd1859f02be476ac3), UINT64_C(0x68fa073c9d21e5b7),
        UINT64_C(0xa7240be85f93c61d)};
    const ProofNumbers open = {.proof = 1, .disproof = 1, .since = PROOF_ALWAYS};
    for (int i = 0; i < ATTACKS; i++) {
        proof->attack[i] = (ProofAttack){
            .side = i % 2 ? 1 - mover : mover,
            .is_draw_enough = i >= OWN_DRAW,
            .salt = salts[i],
        };
        proof->numbers[i] = open;
    }
    for (int i = 0; i < search->root_count; i++) {
        proof->moves[i] = (RootMove){.move = search->root_moves[i], .place = i};
        for (int k = 0; k < ATTACKS; k++)
            proof->moves[i].by[k] = open;
    }
}

/* One attack's turn; keeps what it learnt of the root moves. */
static void work(LudSearch *search, int index, uint64_t nodes)
{
    Proof *proof = search->memory;
    ProofRoom *room = &proof->room;
    room->nodes_allowed = room->nodes + nodes;
    proof->numbers[index] = proof_attack_work(room, &proof->attack[index]);
    for (int i = 0; i < room->listed[0]; i++)
        proof->moves[i].by[index] = room->children[i].numbers;
}

static void run(LudSearch *search)
{
    enum { FIRST_TURN = 256 };
    Proof *proof = search->memory;
    prepare(search);
    for (uint64_t nodes = FIRST_TURN; find_verdict(proof) == OPEN && can_be_decided(proof);
         nodes *= 2) {
        for (int i = 0; i < proof->attacks && find_verdict(proof) == OPEN; i++) {
            if (!is_settled(proof->numbers[i]) && !search_is_stopped(search))
                work(search, i, nodes);
        }
        if (search_is_stopped(search))
            break;
    }
    fill_lines(search);
    search_should_stop(search, proof->room.nodes - atomic_load(&search->nodes));
    search_report(search);
    search_wait(search);
}

/* -- memory ------------------------------------------------------------------------------------ */

static void end(LudSearch *search)
{
    Proof *proof = search->memory;
    if (proof) {
        proof_table_end(&proof->room.table);
        free(proof->room.children);
        free(proof->moves);
    }
    free(proof);
    search->memory = NULL;
}

/* A quarter for the children of the path, but never more than the longest path could use; the rest
 * for the table. */
static bool begin(LudSearch *search)
{
    size_t bytes = search->options.memory_bytes;
    size_t most = (size_t)LUD_DEPTH_MOST * LUD_MAX_MOVES * sizeof(ProofChild);
    size_t stack_bytes = bytes / 4 < most ? bytes / 4 : most;
    Proof *proof = calloc(1, sizeof *proof);
    search->memory = proof;
    if (!proof)
        return false;
    proof->room.search = search;
    proof->room.capacity = stack_bytes / sizeof(ProofChild);
    proof->room.children = malloc(stack_bytes);
    proof->moves = malloc(LUD_MAX_MOVES * sizeof *proof->moves);
    bool is_complete = proof_table_begin(&proof->room.table, bytes - stack_bytes) &&
                       proof->room.children && proof->moves;
    if (!is_complete)
        end(search);
    return is_complete;
}

/* Every run starts with an empty table. */
static void forget(LudSearch *search)
{
    (void)search;
}

const SearchMethod proof_method = {begin, end, forget, run, true};
