/* The first look at every board of a layer: ends, captures, and how many moves are open. */
#include "oware_layer.h"

/* A capture seen: where its value stands, in one of `low` and `high` or in both. */
typedef struct Capture {
    uint64_t place;
    int board, seeds;
    int owner; /* -1: this process */
} Capture;

/* What the moves of one board are. */
typedef struct Glance {
    int quiet, captures;
    int listed; /* captures whose value can be looked up now */
    bool is_over;
    int end_value; /* if over */
} Glance;

/* What each side gets of the seeds on the board when there is no move, as in the game's own score:
 * all go to the opponent under `forfeit` if only grand slams are left. */
static int value_of_end(OwareHalves board, int slam)
{
    int own = oware_count(board.own), opponent = oware_count(board.opponent);
    if (slam == OWARE_FORFEIT && own > 0 && opponent > 0)
        return -own - opponent;
    return own - opponent;
}

/* Finds where a capture's value stands, and has it fetched if it is here; false if it stands in a
 * part of the layers below that is not there now. */
static inline bool find_capture(const Solve *solve, OwareHalves after, int number, int seeds,
                                Kind kind, Capture *capture)
{
    const LudShares *shares = solve->shares;
    const LudLowerParts *parts = solve->task->parts;
    int layer = solve->seeds - seeds;
    if (parts && parts->first[layer] == parts->end[layer])
        return false;
    Capture found = {oware_rank(after.own, after.opponent), number, seeds, -1};
    if (parts) {
        if (found.place < parts->first[layer] || found.place >= parts->end[layer])
            return false;
        found.place -= parts->first[layer];
    }
    if (shares && !lud_share_is_small(oware_boards(layer))) {
        int owner = lud_share_owner(shares, found.place, &found.place);
        found.owner = owner == shares->rank ? -1 : owner;
    }
    if (found.owner < 0) {
        for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++)
            __builtin_prefetch(solve->task->lower[array][layer] + found.place);
    }
    *capture = found;
    return true;
}

/* Looks at the moves of a board; captures go to `list`. */
static inline Glance glance(const Solve *solve, OwareHalves board, int number, Capture *list,
                            Kind kind)
{
    Glance seen = {0};
    uint64_t legal = oware_legal(board.own, board.opponent, solve->slam);
    if (__builtin_expect(!legal, 0)) {
        seen.is_over = true;
        seen.end_value = value_of_end(board, solve->slam);
        return seen;
    }
    for (; legal; legal &= legal - 1) {
        int pit = __builtin_ctzll(legal) / 8 - 1;
        const OwareSowing *sowing = &oware_sowing[pit][oware_pit(board.own, pit)];
        uint64_t sown = board.opponent + sowing->opponent;
        uint64_t captured = sowing->reach ? oware_captured(sown, sowing->reach) : 0;
        if (solve->slam == OWARE_NOCAPTURE && !((sown ^ captured) & OWARE_BOARD))
            captured = 0;
        if (!captured) {
            seen.quiet++;
            continue;
        }
        if (kind != FORCES) {
            OwareHalves after = {sown ^ captured, board.own + sowing->own};
            seen.listed +=
                find_capture(solve, after, number, oware_count(captured), kind, &list[seen.listed]);
        }
        seen.captures++;
    }
    return seen;
}

static uint16_t force_word(const Glance *seen)
{
    unsigned known = 0;
    if (seen->captures > 0)
        known |= OWARE_FORCE_MOVER | OWARE_FORCE_EITHER;
    if (seen->captures > 0 && seen->quiet == 0)
        known |= OWARE_FORCE_OTHER;
    return (uint16_t)(known | known << FORCE_UNTOLD | (unsigned)seen->quiet * FORCE_OPEN);
}

static uint16_t value_word(const Glance *seen, unsigned best)
{
    if (seen->is_over)
        return (uint16_t)(UNTOLD | (unsigned)(OWARE_VALUE_ZERO + seen->end_value));
    return (uint16_t)(seen->quiet == 0 ? UNTOLD | best : best << 8 | (unsigned)seen->quiet);
}

/* What a capture of so many seeds is worth, by the layer below. What is high for the one is low for
 * the other. */
static inline uint8_t look_below(const Solve *solve, int array, int seeds, uint64_t place,
                                 Kind kind)
{
    int from = kind == BOUNDS ? !array : 0;
    int entry = solve->task->lower[from][solve->seeds - seeds][place];
    return (uint8_t)(2 * OWARE_VALUE_ZERO + seeds - entry);
}

/* -- asking other processes -------------------------------------------------------------------- */

/* A question says where the value stands and which board wants to know; the answer, which is the
 * same parcel on its way back, for each of them that board and what the capture is worth. */
enum { PLACE_BYTES = 5, QUESTION_BYTES = 6 + PLACE_BYTES };

static void ask(const Solve *solve, const Capture *capture, uint64_t board)
{
    uint8_t *at = lud_letter_add(solve->shares, capture->owner, QUESTIONS, QUESTION_BYTES);
    lud_store_48(at, capture->place << 8 | (unsigned)capture->seeds);
    lud_store_40(at + 6, board);
}

static void answer(const Solve *solve, LudParcel *parcel, Kind kind)
{
    const uint8_t *end = parcel->bytes + parcel->size_bytes;
    uint8_t *to = parcel->bytes;
    for (const uint8_t *from = parcel->bytes; from < end; from += QUESTION_BYTES) {
        if (end - from > AHEAD * QUESTION_BYTES) {
            uint64_t later = lud_load_48(from + AHEAD * QUESTION_BYTES);
            for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++)
                __builtin_prefetch(solve->task->lower[array][solve->seeds - (int)(later & 0xff)] +
                                   (later >> 8));
        }
        uint64_t what = lud_load_48(from), board = lud_load_40(from + 6);
        lud_store_40(to, board);
        to += PLACE_BYTES;
        for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++)
            *to++ = look_below(solve, array, (int)(what & 0xff), what >> 8, kind);
    }
    parcel->kind = ANSWERS;
    parcel->size_bytes = (size_t)(to - parcel->bytes);
    solve->shares->ship(solve->shares, parcel);
}

static void raise_best(uint16_t *word, unsigned value)
{
    if (*word >= UNTOLD)
        *word = value > (*word & 0xffu) ? (uint16_t)(UNTOLD | value) : *word;
    else
        *word = value > (unsigned)*word >> 8 ? (uint16_t)(value << 8 | (*word & 0xffu)) : *word;
}

static void hear(const Solve *solve, const LudParcel *parcel, Kind kind)
{
    int arrays = kind == BOUNDS ? 2 : 1;
    const uint8_t *end = parcel->bytes + parcel->size_bytes;
    for (const uint8_t *at = parcel->bytes; at < end; at += PLACE_BYTES + arrays) {
        uint64_t board = lud_load_40(at);
        for (int array = 0; array < arrays; array++)
            raise_best(word_of(solve, array, board), at[PLACE_BYTES + array]);
    }
}

/* Answers what others ask and takes in what they answer, at least until little is on its way. */
static void correspond(const Solve *solve, Kind kind)
{
    LudShares *shares = solve->shares;
    LudParcel *parcel;
    while ((parcel = shares->take(shares)) || shares->in_flight > shares->most_in_flight) {
        if (parcel && parcel->kind == QUESTIONS) {
            answer(solve, parcel, kind);
        } else if (parcel) {
            hear(solve, parcel, kind);
            shares->drop(shares, parcel);
        }
    }
}

/* -- all boards -------------------------------------------------------------------------------- */

/* Begins some boards in a row: captures of all are collected first, then looked up. */
static inline void begin_batch(Solve *solve, OwareHalves *board, uint64_t first, int count,
                               bool is_last, Kind kind)
{
    Glance seen[BATCH];
    Capture captures[BATCH * OWARE_PITS];
    uint8_t best[2][BATCH];
    int captured = 0;
    memset(best, NOTHING, sizeof best);
    for (int i = 0; i < count; i++) {
        seen[i] = glance(solve, *board, i, captures + captured, kind);
        captured += seen[i].listed;
        if (!is_last || i + 1 < count)
            *board = oware_next(*board);
    }
    for (int i = 0; i < captured; i++) {
        const Capture *capture = &captures[i];
        if (__builtin_expect(capture->owner >= 0, 0)) {
            ask(solve, capture, first + (uint64_t)capture->board);
            continue;
        }
        for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
            uint8_t value = look_below(solve, array, capture->seeds, capture->place, kind);
            uint8_t *place = &best[array][capture->board];
            *place = value > *place ? value : *place;
        }
    }
    for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
        uint16_t *words = word_of(solve, array, first);
        for (int i = 0; i < count && solve->looks_again; i++)
            raise_best(words + i, best[array][i]);
        for (int i = 0; i < count && !solve->looks_again; i++)
            words[i] = kind == FORCES ? force_word(&seen[i]) : value_word(&seen[i], best[array][i]);
    }
}

static inline void begin(Solve *solve, int index, Kind kind)
{
    Thread thread = {.solve = solve, .index = index};
    uint64_t first, end;
    while (take_chunk(&thread, &first, &end)) {
        OwareHalves board = oware_unrank(solve->seeds, number_at(solve, first));
        bool has_last = number_at(solve, end - 1) + 1 == oware_boards(solve->seeds);
        for (uint64_t at = first; at < end; at += BATCH) {
            int count = end - at < BATCH ? (int)(end - at) : BATCH;
            begin_batch(solve, &board, at, count, has_last && at + (uint64_t)count == end, kind);
        }
        if (!solve->looks_again)
            atomic_fetch_add(&solve->begun, end - first);
        if (solve->shares)
            correspond(solve, kind);
    }
    if (solve->shares) {
        do {
            correspond(solve, kind);
            lud_letters_ship(solve->shares);
        } while (!solve->shares->is_quiet(solve->shares));
        solve->shares->sum(solve->shares, 0); /* no letters before all words are there */
    }
}

/* Each kind has loops of its own, so that it is known where it is asked for. */
void LUD_DUAL(oware_begin)(void *context, int index)
{
    Solve *solve = context;
    if (solve->kind == VALUES)
        begin(solve, index, VALUES);
    else if (solve->kind == BOUNDS)
        begin(solve, index, BOUNDS);
    else
        begin(solve, index, FORCES);
}
