#include "oware_evaluate.h"

#include "oware_network.h"

#ifdef LUD_AVX2
#include <immintrin.h>
#endif

static const Oware *board_of(const LudState *s)
{
    return (const Oware *)s->bytes;
}

/* The weighed squares of the hidden layer's sums. */
static inline int32_t weigh(const uint16_t *rows, int count, const int16_t *out)
{
#ifdef LUD_AVX2
    enum { WORDS = 16, REGISTERS = OWARE_UNITS / WORDS };
    __m256i total = _mm256_setzero_si256();
    for (int r = 0; r < REGISTERS; r++) {
        __m256i sum = _mm256_load_si256((const __m256i *)&oware_network.bias[r * WORDS]);
        for (int i = 0; i < count; i++)
            sum = _mm256_add_epi16(
                sum, _mm256_load_si256((const __m256i *)&oware_network.row[rows[i]][r * WORDS]));
        sum = _mm256_max_epi16(sum, _mm256_setzero_si256());
        sum = _mm256_min_epi16(sum, _mm256_set1_epi16(OWARE_ONE));
        __m256i weighed =
            _mm256_mullo_epi16(sum, _mm256_load_si256((const __m256i *)&out[r * WORDS]));
        total = _mm256_add_epi32(total, _mm256_madd_epi16(weighed, sum));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
#else
    int16_t sum[OWARE_UNITS];
    memcpy(sum, oware_network.bias, sizeof sum);
    for (int i = 0; i < count; i++) {
        const int16_t *row = oware_network.row[rows[i]];
        for (int u = 0; u < OWARE_UNITS; u++)
            sum[u] = (int16_t)(sum[u] + row[u]);
    }
    int32_t total = 0;
    for (int u = 0; u < OWARE_UNITS; u++) {
        int32_t x = sum[u] < 0 ? 0 : sum[u] > OWARE_ONE ? OWARE_ONE : sum[u];
        total += x * x * out[u];
    }
    return total;
#endif
}

/* What the network makes of a position, for the player to move. */
static inline int evaluate(uint64_t own, uint64_t opponent)
{
    uint16_t rows[OWARE_ROWS_MOST];
    int count = oware_rows(own, opponent, rows), phase = oware_phase(own, opponent);
    int lead = oware_store(own) - oware_store(opponent);
    int64_t sum = weigh(rows, count, oware_network.out[phase]) + oware_network.out_bias[phase];
    return (int)(sum * OWARE_SCALE / (OWARE_ONE * OWARE_ONE * OWARE_OUT_ONE)) +
           lead * oware_network.lead[phase] / OWARE_LEAD_ONE;
}

int LUD_DUAL(oware_evaluate)(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    const Oware *o = board_of(s);
    int value = evaluate(o->own, o->opponent);
    return side == oware_seat(o->own) ? value : -value;
}

/* The seeds that a legal move captures. */
static inline int captures_of(const Oware *o, int pit)
{
    Oware next = *o;
    return oware_sow(&next, pit);
}

int LUD_DUAL(oware_noisy)(const LudState *s, const LudNotes *notes, LudMove *list)
{
    (void)notes;
    const Oware *o = board_of(s);
    int count = 0;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        list[count] = (LudMove)pit;
        count += o->legal & oware_mark(pit) && captures_of(o, pit) > 0;
    }
    return count;
}

/* Captures first, then the pits whose seeds stay longest on the mover's own side. To look at what
 * the opponent could capture next saves hardly any nodes and costs more than it saves. */
void LUD_DUAL(oware_order)(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                           int32_t *promise)
{
    (void)notes;
    for (int i = 0; i < count; i++) {
        Oware next = *board_of(s);
        int captured = oware_sow(&next, (int)list[i]);
        promise[i] = 100 * captured - (int)list[i];
    }
}

/* Twice what the player who has just moved leads by at the end of the game, under the rules that
 * LudGameRules.score follows. */
static int final_lead(const Oware *o)
{
    int mine = oware_store(o->opponent), theirs = oware_store(o->own);
    if (mine >= OWARE_MAJORITY || theirs >= OWARE_MAJORITY)
        return mine - theirs;
    int my_side = oware_count(o->opponent), their_side = oware_count(o->own);
    if (o->slam == OWARE_FORFEIT && my_side && their_side)
        return mine + my_side + their_side - theirs;
    return mine + my_side - theirs - their_side;
}

/* Whether the opponent could be left without a legal move other than by a majority. It would have
 * to be without seeds; or the mover would; or all that the opponent has would be grand slams, which
 * need the mover's pits to hold two at most, and one move empties no more than one of them. A pit
 * of the opponent with three or more can't be captured. */
static inline bool may_end_early(const Oware *o)
{
    uint64_t full = oware_at_least(o->own, 3);
    return !(full & (full - 1)) || !oware_at_least(o->opponent, 3);
}

LudMove LUD_DUAL(oware_winning)(const LudState *s, const LudNotes *notes)
{
    (void)notes;
    const Oware *o = board_of(s);
    const int most_captured = 3 * OWARE_PITS;
    bool is_close = oware_store(o->own) + most_captured >= OWARE_MAJORITY;
    if (!is_close && !may_end_early(o))
        return LUD_NO_MOVE;
    for (uint64_t left = o->legal; left; left &= left - 1) {
        int pit = __builtin_ctzll(left) / 8 - 1;
        Oware next = *o;
        oware_sow(&next, pit);
        oware_judge(&next);
        if (!next.legal && final_lead(&next) > 0)
            return (LudMove)pit;
    }
    return LUD_NO_MOVE;
}

/* Seeds go from one store to the other, one for two points of lead. Nobody gets the majority, which
 * would end the game. */
int LUD_DUAL(oware_shift_lead)(LudState *s, int side, int points)
{
    Oware *o = (Oware *)s->bytes;
    bool is_mover = side == oware_seat(o->own);
    int seeds = (is_mover ? points : -points) / 2;
    int most = OWARE_MAJORITY - 1 - oware_store(o->own), least = -oware_store(o->own);
    int others_most = OWARE_MAJORITY - 1 - oware_store(o->opponent);
    most = oware_store(o->opponent) < most ? oware_store(o->opponent) : most;
    least = -others_most > least ? -others_most : least;
    seeds = seeds > most ? most : seeds < least ? least : seeds;
    o->own += (uint64_t)(int64_t)seeds;
    o->opponent -= (uint64_t)(int64_t)seeds;
    return 2 * (is_mover ? seeds : -seeds);
}
