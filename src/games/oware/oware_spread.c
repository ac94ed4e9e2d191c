/* What is certain spreads to the boards before. */
#include "oware_layer.h"

/* As letters travel between processes: the place of a board, for which of `low` and `high`, and
 * what it is told. */
enum { LETTER_BYTES = 6, ARRAY_AND_WHAT_BITS = 9 };

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

/* A move is worth `what` to this board: one less is open. Returns the board's value if it is
 * certain now, else 0. */
static inline unsigned settle_value(uint16_t *word, unsigned what, unsigned limit, bool is_stacked)
{
    bool is_certain;
    unsigned best;
    uint16_t old = __atomic_load_n(word, __ATOMIC_RELAXED), new;
    do {
        if (old < 0x100 || old >= UNTOLD)
            return 0;
        unsigned open = (old & 0xffu) - 1;
        best = (unsigned)old >> 8;
        best = best > what ? best : what;
        is_certain = open == 0 || best >= limit;
        new = (uint16_t)(!is_certain ? best << 8 | open : is_stacked ? best : UNTOLD | best);
    } while (
        !__atomic_compare_exchange_n(word, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return is_certain ? best : 0;
}

/* The same of `force`: returns the bits of the entry that are new. */
static inline unsigned settle_force(uint16_t *word, unsigned what, bool is_stacked)
{
    unsigned fresh;
    uint16_t old = __atomic_load_n(word, __ATOMIC_RELAXED), new;
    do {
        unsigned now = old;
        if (what & OWARE_FORCE_OTHER)
            now |= OWARE_FORCE_MOVER;
        if (what & OWARE_FORCE_EITHER)
            now |= OWARE_FORCE_EITHER;
        if (what & OWARE_FORCE_MOVER) {
            now -= FORCE_OPEN;
            if ((now & 0xff) < FORCE_OPEN)
                now |= OWARE_FORCE_OTHER;
        }
        fresh = now & ~(unsigned)old & FORCES_ALL;
        new = (uint16_t)(is_stacked ? now : now | fresh << FORCE_UNTOLD);
    } while (
        !__atomic_compare_exchange_n(word, &old, new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return fresh;
}

/* Reads a letter; returns what the boards before it now have to hear, or 0. */
static inline unsigned settle_word(const Thread *thread, uint16_t *word, int array, unsigned what,
                                   bool is_stacked, Kind kind)
{
    if (kind == FORCES)
        return settle_force(word, what, is_stacked);
    return settle_value(word, what, (unsigned)thread->solve->limit[array], is_stacked);
}

static inline void settle(Thread *thread, Kind kind)
{
    const Letter *letter = &thread->letters[thread->read++ % UNDERWAY];
    const News *news = &letter->news;
    bool is_stacked = has_room(thread);
    unsigned fresh = settle_word(thread, letter->word, news->array, news->what, is_stacked, kind);
    if (fresh)
        hand_on(thread, news, fresh, is_stacked);
}

/* Sends a letter to the process that owns a board; false if this one does: then it has a place. */
static inline bool send_away(LudShares *shares, uint64_t *place, unsigned what)
{
    int owner = lud_share_owner(shares, *place, place);
    if (owner == shares->rank)
        return false;
    lud_store_48(lud_letter_add(shares, owner, LETTERS, LETTER_BYTES),
                 *place << ARRAY_AND_WHAT_BITS | what);
    return true;
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
        uint64_t place = oware_rank(before[i].own, before[i].opponent);
        if (solve->shares && send_away(solve->shares, &place, (unsigned)array << 8 | what))
            continue;
        uint16_t *word = word_of(solve, array, place);
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

/* The board at a place; numbers mostly grow in small steps. */
static const OwareHalves *find_board(Thread *thread, uint64_t place)
{
    uint64_t rank = number_at(thread->solve, place);
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
        for (uint64_t place = four; place < four + 4 && place < end; place++) {
            if (__atomic_load_n(words + place, __ATOMIC_RELAXED) < limit)
                continue;
            unsigned what = take_news(words + place, limit, kind);
            if (what == 0)
                continue;
            News news = {*find_board(thread, place), (uint16_t)array, (uint16_t)what};
            tell_before(thread, &news, kind);
            if (thread->waiting > 0)
                spread(thread, kind);
        }
    }
}

static inline void scan_chunk(Thread *thread, Kind kind, uint64_t first, uint64_t end)
{
    Solve *solve = thread->solve;
    for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
        thread->patience = solve->task->threads > 1 || solve->shares ? PATIENCE : INT32_MAX;
        scan_array(thread, kind, array, first, end);
        spread(thread, kind);
    }
    atomic_fetch_add(&solve->told, thread->told);
    thread->told = 0;
}

/* -- letters from other processes -------------------------------------------------------------- */

/* Reads the letters of a parcel and follows what they bring about, for which boards have to be
 * computed from their places. Without patience boards are only marked. */
static inline void read_parcel(Thread *thread, const LudParcel *parcel, Kind kind)
{
    Solve *solve = thread->solve;
    const uint8_t *end = parcel->bytes + parcel->size_bytes;
    for (const uint8_t *at = parcel->bytes; at < end; at += LETTER_BYTES) {
        if (end - at > AHEAD * LETTER_BYTES) {
            uint64_t later = lud_load_48(at + AHEAD * LETTER_BYTES);
            __builtin_prefetch(word_of(solve, later >> 8 & 1, later >> ARRAY_AND_WHAT_BITS), 1);
        }
        uint64_t letter = lud_load_48(at), place = letter >> ARRAY_AND_WHAT_BITS;
        int array = letter >> 8 & 1;
        bool is_stacked = has_room(thread);
        unsigned fresh = settle_word(thread, word_of(solve, array, place), array,
                                     (unsigned)(letter & 0xff), is_stacked, kind);
        if (!fresh)
            continue;
        News news = {.array = (uint16_t)array};
        if (is_stacked)
            news.board = oware_unrank(solve->seeds, number_at(solve, place));
        hand_on(thread, &news, fresh, is_stacked);
        if (is_stacked)
            spread(thread, kind);
    }
}

/* Reads what has arrived. While too much is on its way from here nothing is sent: boards that
 * become certain are left to another scan, so everybody can always take in letters. */
static inline void read_mail(Thread *thread, Kind kind)
{
    LudShares *shares = thread->solve->shares;
    LudParcel *parcel;
    while ((parcel = shares->take(shares)) || shares->in_flight > shares->most_in_flight) {
        if (!parcel)
            continue;
        thread->patience = shares->in_flight > shares->most_in_flight ? 0 : PATIENCE;
        read_parcel(thread, parcel, kind);
        shares->drop(shares, parcel);
    }
}

/* Reads letters until none is on its way; false if boards were left to another scan. Some may come
 * from others who are at the next limit already: they are as true at this one. */
static inline bool read_all_mail(Thread *thread, Kind kind)
{
    Solve *solve = thread->solve;
    do {
        read_mail(thread, kind);
        lud_letters_ship(solve->shares);
        if (atomic_exchange(&solve->has_untold, false)) {
            atomic_store(&solve->next, 0);
            return false;
        }
    } while (!solve->shares->is_quiet(solve->shares));
    return true;
}

/* -- one scan ---------------------------------------------------------------------------------- */

static inline void scan(Solve *solve, int index, Kind kind)
{
    Thread thread = {.solve = solve, .index = index, .at = UINT64_MAX};
    do {
        uint64_t first, end;
        while (take_chunk(&thread, &first, &end)) {
            scan_chunk(&thread, kind, first, end);
            if (solve->shares)
                read_mail(&thread, kind);
        }
    } while (solve->shares && !read_all_mail(&thread, kind));
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
