/* Units of other processes on their way. A process asks owners for what changed since it last had a
 * unit, a few units at a time; owners send runs of codes, in as many parcels as that takes, and
 * never more at once than the post can carry. */
#include <assert.h>

#include "pylos_spread.h"

/* A piece begins with the number of its unit and whether it is the last. Then come runs: the number
 * of the first and how it is written, and what is in it. */
enum {
    PIECE_HEAD = 8,
    FORM_SAME = 0 << 14,   /* so many runs (2 bytes) of one code */
    FORM_PLAIN = 1 << 14,  /* 64 codes */
    FORM_PACKED = 2 << 14, /* 64 times lost, open or won, in two bits each */
    FORMS = 3 << 14,
    RECORD_MOST = 2 + RUN,
};

static const uint8_t packed_codes[4] = {CODE_LOST, CODE_OPEN, CODE_WON_NEXT, CODE_WON};

static void store_16(uint8_t *at, unsigned number)
{
    uint16_t half = (uint16_t)number;
    memcpy(at, &half, sizeof half);
}

static unsigned load_16(const uint8_t *at)
{
    uint16_t half;
    memcpy(&half, at, sizeof half);
    return half;
}

/* -- owners ------------------------------------------------------------------------------------ */

static bool is_same(const uint8_t *codes)
{
    return memcmp(codes, codes + 1, RUN - 1) == 0;
}

/* Two bits for each code; false if there are others. */
static bool pack(const uint8_t *codes, uint8_t *packed)
{
    for (int i = 0; i < RUN; i += 4) {
        unsigned four = 0;
        for (int k = 0; k < 4; k++) {
            uint8_t code = codes[i + k];
            if (code != CODE_LOST && code != CODE_OPEN && code < CODE_WON_NEXT)
                return false;
            four |= (code == CODE_LOST ? 0u : code == CODE_OPEN ? 1u : code - 252u) << 2 * k;
        }
        packed[i / 4] = (uint8_t)four;
    }
    return true;
}

/* Writes a run, or several that are all the same; returns the next one. */
static uint32_t write_run(LudParcel *parcel, const uint8_t *codes, const uint16_t *stamps,
                          uint32_t run, uint32_t runs, uint16_t since)
{
    uint8_t *at = parcel->bytes + parcel->size_bytes;
    const uint8_t *these = codes + ((size_t)run << RUN_BITS);
    if (is_same(these)) {
        uint32_t end = run + 1;
        while (end < runs && stamps[end] > since &&
               memcmp(these, codes + ((size_t)end << RUN_BITS), RUN) == 0)
            end++;
        store_16(at, run | FORM_SAME);
        store_16(at + 2, end - run);
        at[4] = these[0];
        parcel->size_bytes += 5;
        return end;
    }
    bool is_packed = pack(these, at + 2);
    store_16(at, run | (is_packed ? (unsigned)FORM_PACKED : (unsigned)FORM_PLAIN));
    if (!is_packed)
        memcpy(at + 2, these, RUN);
    parcel->size_bytes += 2 + (size_t)(is_packed ? RUN / 4 : RUN);
    return run + 1;
}

/* Sends the next piece of a unit; true if it was the last. */
static bool send_piece(PylosSpread *spread, PylosAnswer *answer)
{
    const PylosSolve *solve = spread->solve;
    const PylosUnit *unit = &solve->units[answer->unit];
    LudShares *shares = spread->shares;
    uint64_t at = pylos_unit_at(solve, unit);
    uint32_t runs = (uint32_t)(pylos_unit_bytes(solve, unit) >> RUN_BITS);
    const uint16_t *stamps = solve->stamps + (at >> RUN_BITS);
    LudParcel *parcel = shares->open(shares);
    parcel->peer = answer->peer;
    parcel->kind = LETTER_PIECE;
    parcel->size_bytes = PIECE_HEAD;
    while (answer->run < runs && parcel->size_bytes + RECORD_MOST <= shares->parcel_bytes) {
        if (stamps[answer->run] <= answer->since)
            answer->run++;
        else
            answer->run =
                write_run(parcel, solve->codes + at, stamps, answer->run, runs, answer->since);
    }
    uint32_t head[2] = {answer->unit, answer->run == runs};
    memcpy(parcel->bytes, head, sizeof head);
    shares->letters_sent++;
    shares->ship(shares, parcel);
    return head[1];
}

/* A piece of one unit, then of another, so that everybody who waits gets something; true if a unit
 * is done. */
static bool answer_one(PylosSpread *spread)
{
    uint32_t at = spread->next_answer++ % spread->answer_count;
    bool is_last = send_piece(spread, &spread->answers[at]);
    if (is_last)
        spread->answers[at] = spread->answers[--spread->answer_count];
    return is_last;
}

static void hear_asking(PylosSpread *spread, const LudParcel *parcel)
{
    for (size_t at = 0; at < parcel->size_bytes; at += 8) {
        uint32_t words[2];
        memcpy(words, parcel->bytes + at, sizeof words);
        assert(spread->answer_count < (uint32_t)spread->shares->count * ASKED_AT_ONCE);
        spread->answers[spread->answer_count++] =
            (PylosAnswer){.peer = parcel->peer, .unit = words[0], .since = (uint16_t)words[1]};
    }
}

/* -- who asks ---------------------------------------------------------------------------------- */

void LUD_DUAL(pylos_need)(PylosSpread *spread, uint32_t number)
{
    const PylosSolve *solve = spread->solve;
    PylosHold *hold = &spread->holds[number];
    if (hold->owner == spread->shares->rank || hold->asked == spread->batches ||
        (hold->is_copied && hold->changed <= hold->current))
        return;
    hold->asked = spread->batches;
    if (!hold->is_copied) {
        const PylosUnit *unit = &solve->units[number];
        uint64_t bytes = pylos_unit_bytes(solve, unit);
        memset(solve->codes + pylos_unit_at(solve, unit), CODE_OPEN, (size_t)bytes);
        spread->copied_bytes += bytes;
        hold->is_copied = true;
        hold->current = STAMP_NEVER;
    }
    spread->needs[spread->need_count++] = number;
    spread->asks[hold->owner]++;
}

static void ask_on(PylosSpread *spread)
{
    for (; spread->waiting < ASKED_AT_ONCE && spread->next_need < spread->need_count;
         spread->waiting++) {
        uint32_t number = spread->needs[spread->next_need++];
        const PylosHold *hold = &spread->holds[number];
        uint32_t words[2] = {number, hold->current};
        memcpy(lud_letter_add(spread->shares, hold->owner, LETTER_ASK, sizeof words), words,
               sizeof words);
    }
    lud_letters_ship(spread->shares);
}

static void read_piece(PylosSpread *spread, const LudParcel *parcel)
{
    uint32_t head[2];
    memcpy(head, parcel->bytes, sizeof head);
    const PylosSolve *solve = spread->solve;
    uint8_t *codes = solve->codes + pylos_unit_at(solve, &solve->units[head[0]]);
    const uint8_t *at = parcel->bytes + PIECE_HEAD, *end = parcel->bytes + parcel->size_bytes;
    while (at < end) {
        unsigned form = load_16(at) & FORMS;
        uint8_t *run = codes + ((size_t)(load_16(at) & ~(unsigned)FORMS) << RUN_BITS);
        if (form == FORM_SAME) {
            memset(run, at[4], (size_t)load_16(at + 2) << RUN_BITS);
            at += 5;
        } else if (form == FORM_PLAIN) {
            memcpy(run, at + 2, RUN);
            at += 2 + RUN;
        } else {
            for (int i = 0; i < RUN; i++)
                run[i] = packed_codes[at[2 + i / 4] >> 2 * (i % 4) & 3];
            at += 2 + RUN / 4;
        }
    }
    if (head[1]) {
        spread->holds[head[0]].current = spread->stage - 1;
        spread->waiting--;
    }
}

/* -- both -------------------------------------------------------------------------------------- */

/* Lets everybody know how often it is going to be asked, so that all know when they are done. */
static uint64_t count_askers(PylosSpread *spread, uint64_t extra[EXTRA_SUMS])
{
    LudShares *shares = spread->shares;
    uint64_t *more = spread->asks + shares->count;
    memcpy(more, extra, EXTRA_SUMS * sizeof *extra);
    shares->add_up(shares, spread->asks, (size_t)shares->count + EXTRA_SUMS);
    memcpy(extra, more, EXTRA_SUMS * sizeof *extra);
    uint64_t askers = spread->asks[shares->rank];
    memset(spread->asks, 0, (size_t)shares->count * sizeof *spread->asks);
    return askers;
}

void LUD_DUAL(pylos_exchange)(PylosSpread *spread, uint64_t extra[EXTRA_SUMS])
{
    LudShares *shares = spread->shares;
    uint64_t to_answer = count_askers(spread, extra);
    spread->next_need = 0;
    /* Until parcels have arrived they may need this process to send them on. */
    while (to_answer > 0 || spread->next_need < spread->need_count || spread->waiting > 0 ||
           shares->in_flight > 0) {
        ask_on(spread);
        LudParcel *parcel = shares->take(shares);
        if (parcel) {
            if (parcel->kind == LETTER_ASK)
                hear_asking(spread, parcel);
            else
                read_piece(spread, parcel);
            shares->drop(shares, parcel);
        } else if (spread->answer_count > 0 && shares->in_flight < shares->most_in_flight) {
            to_answer -= answer_one(spread);
        } else {
            shares->rest(shares);
        }
    }
    spread->need_count = 0;
}
