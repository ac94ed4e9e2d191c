/* Proves what oware_circling.h says: with three seeds or more on the board, under every value of
 * `slam`, some sequence of legal moves captures, or play comes to an end by itself. Takes about ten
 * minutes and 130 MB; prints one line for each of the three sets of legal moves.
 *
 * A pit is either an exact number of seeds or "at least so many, four or more". One of the second
 * kind is never sown and, as it holds more than three, never captured. Whatever is reached without
 * touching such pits is reached whatever they hold.
 *
 * 1. All 5^12 boards with pits 0, 1, 2, 3 and "at least four": which of them reach a capture?
 * 2. Those that do not: is there a pit of the mover that settles the board whatever it holds?
 * 3. The rest, one by one: a pit "at least n" becomes "exactly n" and "at least n + 1", until each
 *    board reaches a capture, or is exact and its play is seen to end. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 6, MANY = 4, SEEDS = 48, HALVES = 15625 /* 5^6 */, MOST_SEEN = 12000 };
enum { KEEP, NOCAPTURE, AWARI }; /* forfeit allows the same moves as keep */

typedef struct Board {
    uint8_t pit[2 * PITS]; /* the mover's first */
    uint16_t is_open;      /* bit i: pit i holds at least that many */
} Board;

static int slam;
static uint8_t *settled; /* one bit for each board of step 1 */
static Board seen[MOST_SEEN];
static int seen_count, counterexamples;

/* -- boards ----------------------------------------------------------------------------------- */

static bool is_empty(const Board *b, int first)
{
    static const uint8_t none[PITS];
    return memcmp(b->pit + first, none, PITS) == 0;
}

static int total(const Board *b)
{
    int sum = 0;
    for (int i = 0; i < 2 * PITS; i++)
        sum += b->pit[i];
    return sum;
}

static bool is_same(const Board *a, const Board *b)
{
    return a->is_open == b->is_open && memcmp(a->pit, b->pit, sizeof a->pit) == 0;
}

static Board turn_round(const Board *b)
{
    Board turned;
    memcpy(turned.pit, b->pit + PITS, PITS);
    memcpy(turned.pit + PITS, b->pit, PITS);
    turned.is_open = (uint16_t)((b->is_open >> PITS | b->is_open << PITS) & 0xfff);
    return turned;
}

/* Sows an exact pit. `starves`: the opponent is left without seeds, which forbids the move (or,
 * with awari, allows it only if there is no other). Tells whether it captures. */
static bool sow(const Board *b, int from, Board *next, bool *starves)
{
    Board sown = *b;
    int to = from;
    sown.pit[from] = 0;
    for (int left = b->pit[from]; left > 0;) {
        to = (to + 1) % (2 * PITS);
        if (to != from) {
            sown.pit[to]++;
            left--;
        }
    }
    Board after = sown;
    bool captures = false;
    for (; to >= PITS && !(b->is_open >> to & 1) && (after.pit[to] == 2 || after.pit[to] == 3);
         to--) {
        after.pit[to] = 0;
        captures = true;
    }
    if (captures && slam == NOCAPTURE && is_empty(&after, PITS)) {
        after = sown;
        captures = false;
    }
    *starves = is_empty(&after, PITS);
    *next = turn_round(&after);
    return captures;
}

/* -- step 1: a table -------------------------------------------------------------------------- */

static uint32_t index_of(const Board *b)
{
    uint32_t index = 0;
    for (int i = 0; i < 2 * PITS; i++)
        index = index * (MANY + 1) + (b->pit[i] < MANY ? b->pit[i] : MANY);
    return index;
}

static Board board_at(uint32_t index)
{
    Board b = {.is_open = 0};
    for (int i = 2 * PITS - 1; i >= 0; i--) {
        b.pit[i] = (uint8_t)(index % (MANY + 1));
        index /= MANY + 1;
        if (b.pit[i] == MANY)
            b.is_open |= (uint16_t)(1u << i);
    }
    return b;
}

static bool is_settled(const Board *b)
{
    uint32_t index = index_of(b);
    return settled[index / 8] >> index % 8 & 1;
}

static void settle(uint32_t index)
{
    settled[index / 8] |= (uint8_t)(1u << index % 8);
}

static bool settles(const Board *b, int pit)
{
    Board next;
    bool starves;
    bool captures = sow(b, pit, &next, &starves);
    return !starves && (captures || is_settled(&next));
}

static void fill_table(void)
{
    for (bool grows = true; grows;) {
        grows = false;
        for (uint32_t i = 0; i < (uint32_t)HALVES * HALVES; i++) {
            if (settled[i / 8] >> i % 8 & 1)
                continue;
            Board b = board_at(i);
            for (int pit = 0; pit < PITS; pit++) {
                if (b.pit[pit] && !(b.is_open >> pit & 1) && settles(&b, pit)) {
                    settle(i);
                    grows = true;
                    break;
                }
            }
        }
    }
}

/* -- step 2: any number in one pit ------------------------------------------------------------ */

static bool settles_for_all(const Board *b, int pit)
{
    Board exact = *b;
    exact.is_open &= (uint16_t) ~(1u << pit);
    for (int n = b->pit[pit]; n <= SEEDS - total(b) + b->pit[pit]; n++) {
        exact.pit[pit] = (uint8_t)n;
        if (!settles(&exact, pit))
            return false;
    }
    return true;
}

static bool is_settled_by_a_pit(const Board *b)
{
    for (int pit = PITS - 1; pit >= 0; pit--) {
        bool is_open = b->is_open >> pit & 1;
        if (b->pit[pit] && (is_open ? settles_for_all(b, pit) : settles(b, pit)))
            return true;
    }
    return false;
}

/* -- step 3: board by board ------------------------------------------------------------------- */

enum { REACHED = 1, EXHAUSTED = 0, TOO_MANY = -1 };

/* Looks for a capture breadth first, sowing exact pits only. */
static int search(const Board *root, int most)
{
    seen_count = 0;
    seen[seen_count++] = *root;
    for (int at = 0; at < seen_count; at++) {
        Board b = seen[at], next;
        bool starves, has_move = false, is_forced_capture = false;
        for (int pit = 0; pit < PITS; pit++) {
            if (!b.pit[pit] || b.is_open >> pit & 1)
                continue;
            bool captures = sow(&b, pit, &next, &starves);
            is_forced_capture |= captures;
            if (starves)
                continue;
            has_move = true;
            if (captures || is_settled(&next))
                return REACHED;
            bool is_known = false;
            for (int i = 0; i < seen_count && !is_known; i++)
                is_known = is_same(&seen[i], &next);
            if (!is_known && seen_count == most)
                return TOO_MANY;
            if (!is_known)
                seen[seen_count++] = next;
        }
        if (slam == AWARI && !has_move && !(b.is_open & 0x3f) && is_forced_capture)
            return REACHED;
    }
    return EXHAUSTED;
}

/* Of the boards in `seen`, all exact and closed under moves: can play go on for ever from the
 * first? */
static bool is_endless(void)
{
    static bool goes_on[MOST_SEEN];
    for (int i = 0; i < seen_count; i++)
        goes_on[i] = true;
    for (bool changes = true; changes;) {
        changes = false;
        for (int at = 0; at < seen_count; at++) {
            bool has_next = false;
            for (int pit = 0; pit < PITS && goes_on[at] && !has_next; pit++) {
                Board next;
                bool starves = true;
                if (seen[at].pit[pit])
                    sow(&seen[at], pit, &next, &starves);
                for (int i = 0; i < seen_count && !starves && !has_next; i++)
                    has_next = goes_on[i] && is_same(&seen[i], &next);
            }
            if (goes_on[at] && !has_next) {
                goes_on[at] = false;
                changes = true;
            }
        }
    }
    return goes_on[0];
}

static void judge_exact(const Board *b)
{
    int found = search(b, MOST_SEEN);
    if (found == REACHED || (found == EXHAUSTED && !is_endless()))
        return;
    counterexamples++;
    for (int i = 0; i < 2 * PITS; i++)
        printf("%d%c", b->pit[i], i < 2 * PITS - 1 ? '-' : '\n');
}

/* The open pit to split: one whose exact number reaches a capture at once, or any. */
static int choose_pit(const Board *b, bool *is_reached)
{
    static const int order[] = {5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6};
    int any = -1;
    for (int i = 0; i < 2 * PITS; i++) {
        if (!(b->is_open >> order[i] & 1))
            continue;
        Board exact = *b;
        exact.is_open &= (uint16_t) ~(1u << order[i]);
        any = any < 0 ? order[i] : any;
        *is_reached = search(&exact, 24) == REACHED;
        if (*is_reached)
            return order[i];
    }
    *is_reached = false;
    return any;
}

static void judge(Board b)
{
    for (;;) {
        if (is_empty(&b, 0) || is_settled(&b))
            return;
        if (!b.is_open) {
            judge_exact(&b);
            return;
        }
        if (search(&b, 24) == REACHED)
            return;
        bool is_reached;
        int pit = choose_pit(&b, &is_reached);
        if (!is_reached) {
            Board exact = b;
            exact.is_open &= (uint16_t) ~(1u << pit);
            judge(exact);
        }
        if (total(&b) >= SEEDS)
            return;
        b.pit[pit]++;
    }
}

/* -- the whole -------------------------------------------------------------------------------- */

static bool is_asked(const Board *b)
{
    return !is_empty(b, 0) && total(b) <= SEEDS && (b->is_open || total(b) >= 3);
}

static void prove(const char *name)
{
    memset(settled, 0, (size_t)HALVES * HALVES / 8 + 1);
    counterexamples = 0;
    fill_table();
    uint32_t *list = malloc(sizeof *list * 20000000u), count = 0, left;
    if (!list)
        exit(1);
    for (uint32_t i = 0; i < (uint32_t)HALVES * HALVES; i++) {
        Board b = board_at(i);
        if (!is_settled(&b) && is_asked(&b))
            list[count++] = i;
    }
    uint32_t open = count;
    do {
        left = 0;
        for (uint32_t i = 0; i < count; i++) {
            Board b = board_at(list[i]);
            if (is_settled_by_a_pit(&b))
                settle(list[i]);
            else
                list[left++] = list[i];
        }
        bool is_slow = count - left < count / 200;
        count = left;
        if (is_slow)
            break;
    } while (count > 0);
    for (uint32_t i = 0; i < count; i++)
        judge(board_at(list[i]));
    printf("%s: %u boards left open by step 1, %u by step 2, %d counterexamples\n", name, open,
           count, counterexamples);
    fflush(stdout);
    free(list);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"keep, forfeit", "nocapture", "awari"};
    settled = malloc((size_t)HALVES * HALVES / 8 + 1);
    if (!settled)
        return 1;
    for (slam = KEEP; slam <= AWARI; slam++) {
        if (argc < 2 || atoi(argv[1]) == slam)
            prove(names[slam]);
    }
    free(settled);
    return 0;
}
