/* The first look at every board of a layer: ends, captures, and how many moves are open. */
#include "oware_layer.h"

/* A capture seen: where its value stands, in one of `low` and `high` or in both. */
typedef struct Capture {
    uint64_t rank;
    int board, seeds;
} Capture;

/* What the moves of one board are. */
typedef struct Glance {
    int quiet, captures;
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
            int seeds = oware_count(captured);
            uint64_t rank = oware_rank(sown ^ captured, board.own + sowing->own);
            list[seen.captures] = (Capture){rank, number, seeds};
            for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++)
                __builtin_prefetch(solve->task->lower[array][solve->seeds - seeds] + rank);
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
        captured += kind == FORCES ? 0 : seen[i].captures;
        if (!is_last || i + 1 < count)
            *board = oware_next(*board);
    }
    for (int i = 0; i < captured; i++) {
        const Capture *capture = &captures[i];
        for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
            /* What is high for the one is low for the other. */
            int from = kind == BOUNDS ? !array : 0;
            int entry = solve->task->lower[from][solve->seeds - capture->seeds][capture->rank];
            int value = 2 * OWARE_VALUE_ZERO + capture->seeds - entry;
            uint8_t *place = &best[array][capture->board];
            *place = value > *place ? (uint8_t)value : *place;
        }
    }
    for (int array = 0; array < (kind == BOUNDS ? 2 : 1); array++) {
        for (int i = 0; i < count; i++)
            *word_of(solve, array, first + (uint64_t)i) =
                kind == FORCES ? force_word(&seen[i]) : value_word(&seen[i], best[array][i]);
    }
}

static inline void begin(Solve *solve, int index, Kind kind)
{
    Thread thread = {.solve = solve, .index = index};
    uint64_t first, end;
    while (take_chunk(&thread, &first, &end)) {
        OwareHalves board = oware_unrank(solve->seeds, first);
        for (uint64_t at = first; at < end; at += BATCH) {
            int count = end - at < BATCH ? (int)(end - at) : BATCH;
            begin_batch(solve, &board, at, count, at + (uint64_t)count == solve->count, kind);
        }
        atomic_fetch_add(&solve->begun, end - first);
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
