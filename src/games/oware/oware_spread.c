/* What is certain spreads to the boards before. */
#include "oware_layer.h"

/* -- letters ----------------------------------------------------------------------------------- */

/* Puts a certain board on the stack, or leaves it to another scan if there is no room. The caller
 * has to write the word accordingly, which is why it asks first. */
static bool has_room(const Thread *thread)
{
    return thread->waiting < ROOM && thread->patience > 0;
}

static void hand_on(Thread *thread, const News *news, unsigned what, bool is_stacked)
{
    if (is_stacked) {
        News *place = &thread->stack[thread->waiting++];
        *place = *news;
        place->what = (uint16_t)what;
    } else {
        atomic_store_explicit(&thread->solve->has_untold, true, memory_order_relaxed);
    }
}

/* A move is worth `what` to this board: one less is open. */
static void settle_value(Thread *thread, const Letter *letter)
{
    const News *news = &letter->news;
    unsigned limit = (unsigned)thread->solve->limit[news->array];
    bool is_stacked = has_room(thread), is_certain;
    unsigned best;
    uint16_t old = __atomic_load_n(letter->word, __ATOMIC_RELAXED), new;
    do {
        if (old < 0x100 || old >= UNTOLD)
            return;
        unsigned open = (old & 0xffu) - 1;
        best = (unsigned)old >> 8;
        best = best > news->what ? best : news->what;
        is_certain = open == 0 || best >= limit;
        new = (uint16_t)(!is_certain ? best << 8 | open : is_stacked ? best : UNTOLD | best);
    } while (!__atomic_compare_exchange_n(letter->word, &old, new, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    if (is_certain)
        hand_on(thread, news, best, is_stacked);
}

static void settle_force(Thread *thread, const Letter *letter)
{
    const News *news = &letter->news;
    bool is_stacked = has_room(thread);
    unsigned fresh;
    uint16_t old = __atomic_load_n(letter->word, __ATOMIC_RELAXED), new;
    do {
        unsigned word = old;
        if (news->what & OWARE_FORCE_OTHER)
            word |= OWARE_FORCE_MOVER;
        if (news->what & OWARE_FORCE_EITHER)
            word |= OWARE_FORCE_EITHER;
        if (news->what & OWARE_FORCE_MOVER) {
            word -= FORCE_OPEN;
            if ((word & 0xff) < FORCE_OPEN)
                word |= OWARE_FORCE_OTHER;
        }
        fresh = word & ~(unsigned)old & FORCES_ALL;
        new = (uint16_t)(is_stacked ? word : word | fresh << FORCE_UNTOLD);
    } while (!__atomic_compare_exchange_n(letter->word, &old, new, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    if (fresh)
        hand_on(thread, news, fresh, is_stacked);
}

static inline void settle(Thread *thread, Kind kind)
{
    const Letter *letter = &thread->letters[thread->read++ % UNDERWAY];
    if (kind == FORCES)
        settle_force(thread, letter);
    else
        settle_value(thread, letter);
}

/* Writes to every board before. Letters are read some time later, when memory has come. */
static inline void tell_before(Thread *thread, const News *news, Kind kind)
{
    Solve *solve = thread->solve;
    OwareHalves before[OWARE_MOST_BEFORE];
    int count = oware_unmove(news->board.own, news->board.opponent, solve->slam, before);
    int array = kind == BOUNDS ? !news->array : 0;
    unsigned what = kind == FORCES ? news->what : 2u * OWARE_VALUE_ZERO - news->what;
    for (int i = 0; i < count; i++) {
        if (thread->sent - thread->read == UNDERWAY)
            settle(thread, kind);
        uint16_t *word = word_of(solve, array, oware_rank(before[i].own, before[i].opponent));
        __builtin_prefetch(word, 1);
        thread->letters[thread->sent++ % UNDERWAY] =
            (Letter){{before[i], (uint16_t)array, (uint16_t)what}, word};
    }
    thread->told++;
    thread->patience--;
}

/* Tells until nothing is left to tell. */
static inline void spread(Thread *thread, Kind kind)
{
    while (thread->waiting > 0 || thread->sent != thread->read) {
        if (thread->waiting > 0) {
            News news = thread->stack[--thread->waiting];
            tell_before(thread, &news, kind);
        } else {
            settle(thread, kind);
        }
    }
}

/* -- the scan for what is certain -------------------------------------------------------------- */

/* The board of a number; numbers mostly grow in small steps. */
static const OwareHalves *find_board(Thread *thread, uint64_t rank)
{
    if (rank < thread->at || rank - thread->at > NEAR) {
        thread->board = oware_unrank(thread->solve->seeds, rank);
        thread->at = rank;
    }
    for (; thread->at < rank; thread->at++)
        thread->board = oware_next(thread->board);
    return &thread->board;
}

/* Takes a board's news, if there are any that nobody took. */
static inline unsigned take_news(uint16_t *word, unsigned limit, Kind kind)
{
    uint16_t old = __atomic_load_n(word, __ATOMIC_RELAXED), new;
    unsigned what;
    do {
        if (old < limit)
            return 0;
        if (kind == FORCES)
            what = (unsigned)old >> FORCE_UNTOLD, new = old & 0xff;
        else
            what = old >= UNTOLD ? old & 0xffu : (unsigned)old >> 8, new = (uint16_t)what;
    } while (
        !__atomic_compare_exchange_n(word, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return what;
}

/* Whether any of four words is at least `limit`, which is at most 0x8000 or UNTOLD. */
static inline bool has_any(const uint16_t *words, unsigned limit)
{
    const uint64_t ones = UINT64_C(0x0001000100010001);
    uint64_t four = __atomic_load_n((const uint64_t *)(const void *)words, __ATOMIC_RELAXED);
    unsigned low = limit < 0x8000 ? limit : 0x8000;
    uint64_t large = (four & ones * 0x7fff) + ones * (0x8000 - low);
    return ((limit < 0x8000 ? large | four : four) & ones * 0x8000) != 0;
}

static inline void scan_array(Thread *thread, Kind kind, int array, uint64_t first, uint64_t end)
{
    Solve *solve = thread->solve;
    uint16_t *words = solve->words[array];
    unsigned limit = kind == FORCES ? 1u << FORCE_UNTOLD : (unsigned)solve->limit[array] << 8;
    for (uint64_t four = first; four < end; four += 4) {
        if (!has_any(words + four, limit))
            continue;
        for (uint64_t rank = four; rank < four + 4 && rank < end; rank++) {
            if (__atomic_load_n(words + rank, __ATOMIC_RELAXED) < limit)
                continue;
            unsigned what = take_news(words + rank, limit, kind);
            if (what == 0)
                continue;
            News news = {*find_board(thread, rank), (uint16_t)array, (uint16_t)what};
            tell_before(thread, &news, kind);
            if (thread->waiting > 0)
                spread(thread, kind);
        }
    }
}

static inline void scan(Solve *solve, int index, Kind kind)
{
    Thread thread = {.solve = solve, .index = index, .at = UINT64_MAX};
    uint64_t first, end;
    while (take_chunk(&thread, &first, &end)) {
        for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
            thread.patience = solve->task->threads > 1 ? PATIENCE : INT32_MAX;
            scan_array(&thread, kind, array, first, end);
            spread(&thread, kind);
        }
        atomic_fetch_add(&solve->told, thread.told);
        thread.told = 0;
    }
}

/* Each kind has loops of its own, so that it is known where it is asked for. */
void LUD_DUAL(oware_scan)(void *context, int index)
{
    Solve *solve = context;
    if (solve->kind == VALUES)
        scan(solve, index, VALUES);
    else if (solve->kind == BOUNDS)
        scan(solve, index, BOUNDS);
    else
        scan(solve, index, FORCES);
}
