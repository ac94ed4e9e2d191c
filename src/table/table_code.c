/* Coding blocks: asymmetric numeral systems (Duda's rANS), four states in turn.
 *
 * A state is a number of 32 bits. Coding a symbol that has a share f of 2^14, with b before it,
 * turns x into (x / f) << 14 | (x % f + b), which grows it by as many bits as the symbol is worth;
 * what is too much goes out, 16 bits at a time. Decoding is the way back, so a block is coded from
 * its end. States begin with 2^16, and decoding a sound block ends there. */
#include "table_model.h"

#include "table_format.h"

enum { STATES = 4, ALL = 1 << TABLE_MODEL_BITS, RAW_BITS = TABLE_MODEL_BITS - 8 };
static const uint32_t LEAST = 1u << 16;

/* -- writing ----------------------------------------------------------------------------------- */

/* Words go out from the end of the room on, backwards. */
typedef struct Coder {
    uint32_t state[STATES];
    uint8_t *at;
} Coder;

static void put(Coder *coder, int which, uint32_t below, uint32_t share)
{
    uint32_t x = coder->state[which];
    if (x >= (uint64_t)share << 18) {
        coder->at -= 2;
        coder->at[0] = (uint8_t)x;
        coder->at[1] = (uint8_t)(x >> 8);
        x >>= 16;
    }
    coder->state[which] = (x / share << TABLE_MODEL_BITS) + x % share + below;
}

/* The contexts of all entries of a block. */
static void forecast_all(const TableModel *model, uint64_t first, const uint8_t *entries,
                         size_t count, uint16_t *contexts)
{
    LudForecastPlace place;
    uint8_t known[TABLE_MODEL_BLOCK + LUD_FORECAST_MARGIN] = {0};
    memcpy(known, entries, count);
    model->forecast->begin(&place, model->layer, first);
    for (size_t done = 0; done < count;)
        done += (size_t)model->forecast->next(&place, known, (int)done, contexts + done);
}

size_t table_model_encode(const TableModel *model, uint64_t first, const uint8_t *entries,
                          size_t count, uint8_t *coded)
{
    uint16_t contexts[TABLE_MODEL_BLOCK + LUD_FORECAST_MOST];
    uint8_t room[TABLE_CODED_MOST];
    Coder coder = {{LEAST, LEAST, LEAST, LEAST}, room + sizeof room};
    forecast_all(model, first, entries, count, contexts);
    for (size_t i = count; i-- > 0;) {
        const TableRow *row = &model->rows[contexts[i]];
        int k = model->places[(size_t)contexts[i] * TABLE_SYMBOLS + entries[i]];
        if (k == row->used - 1)
            put(&coder, (int)(i % STATES), (uint32_t)entries[i] << RAW_BITS, 1u << RAW_BITS);
        put(&coder, (int)(i % STATES), (uint32_t)row->below[k],
            (uint32_t)(row->below[k + 1] - row->below[k]));
    }
    for (int i = 0; i < STATES; i++)
        table_store_u32(coded + 4 * i, coder.state[i]);
    size_t words = (size_t)(room + sizeof room - coder.at);
    memcpy(coded + 4 * STATES, coder.at, words);
    return 4 * STATES + words;
}

/* -- reading ----------------------------------------------------------------------------------- */

typedef struct Decoder {
    uint32_t state[STATES];
    const uint8_t *at, *end;
    bool is_short; /* more was asked for than there is */
} Decoder;

static inline void take(Decoder *decoder, int which, uint32_t below, uint32_t share)
{
    uint32_t x = decoder->state[which];
    x = share * (x >> TABLE_MODEL_BITS) + (x & (ALL - 1)) - below;
    if (x < LEAST) {
        if (decoder->end - decoder->at < 2) {
            decoder->is_short = true;
            x |= LEAST;
        } else {
            x = x << 16 | decoder->at[0] | (uint32_t)decoder->at[1] << 8;
            decoder->at += 2;
        }
    }
    decoder->state[which] = x;
}

static inline uint8_t get(Decoder *decoder, int which, const TableRow *row)
{
    int16_t slot = (int16_t)(decoder->state[which] & (ALL - 1));
    int16_t k = -1;
    for (int i = 0; i < TABLE_MODEL_SYMBOLS; i++)
        k = (int16_t)(k + (row->below[i] <= slot));
    take(decoder, which, (uint32_t)row->below[k], (uint32_t)(row->below[k + 1] - row->below[k]));
    if (__builtin_expect(k < row->used - 1, 1))
        return row->symbol[k];
    uint8_t raw = (uint8_t)((decoder->state[which] & (ALL - 1)) >> RAW_BITS);
    take(decoder, which, (uint32_t)raw << RAW_BITS, 1u << RAW_BITS);
    return raw;
}

/* Whether nothing is left over. */
static bool is_finished(const Decoder *decoder)
{
    bool is_finished = decoder->at == decoder->end;
    for (int i = 0; i < STATES; i++)
        is_finished = is_finished && decoder->state[i] == LEAST;
    return is_finished;
}

size_t table_model_decode(const TableModel *model, uint64_t first, const uint8_t *coded,
                          size_t size, uint8_t *entries, size_t count, size_t wanted)
{
    LudForecastPlace place;
    uint16_t contexts[LUD_FORECAST_MOST];
    uint8_t known[TABLE_MODEL_BLOCK + LUD_FORECAST_MARGIN] = {0};
    size_t done = 0;
    if (size < 4 * STATES || count > TABLE_MODEL_BLOCK)
        return 0;
    Decoder decoder = {.at = coded + 4 * STATES, .end = coded + size};
    for (int i = 0; i < STATES; i++)
        decoder.state[i] = table_load_u32(coded + 4 * i);
    model->forecast->begin(&place, model->layer, first);
    while (done < wanted) {
        int told = model->forecast->next(&place, known, (int)done, contexts);
        for (int i = 0; i < told && done < count; i++, done++)
            known[done] = get(&decoder, (int)(done % STATES), &model->rows[contexts[i]]);
    }
    memcpy(entries, known, done);
    return decoder.is_short || (done == count && !is_finished(&decoder)) ? 0 : done;
}
