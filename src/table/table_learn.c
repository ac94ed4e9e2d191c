#include "table_learn.h"

#include <stdlib.h>

#include "table_format.h"

enum {
    LEAST_ENTRIES = 1 << 20, /* of which a model is worth its own bytes */
    SAMPLE = 8192,           /* blocks that are looked at, about */
};

/* Counts every so manieth block, of those that this process has. */
static void count_sample(const TableModel *model, const LudShares *shares, uint64_t held,
                         uint64_t stride, const uint8_t *entries, uint64_t *counts)
{
    for (uint64_t place = 0; place < held; place += TABLE_MODEL_BLOCK) {
        uint64_t first = shares ? lud_share_number(shares, shares->rank, place) : place;
        uint64_t left = held - place;
        if (first / TABLE_MODEL_BLOCK % stride == 0)
            table_model_count(model, first, entries + place,
                              left < TABLE_MODEL_BLOCK ? (size_t)left : TABLE_MODEL_BLOCK, counts);
    }
}

LudStatus table_learn(TableModel **model, const TablePlan *plan, int column, int layer,
                      const uint8_t *entries, LudError *err)
{
    uint64_t count = table_plan_size(plan, layer);
    LudShares *shares = table_plan_deals(plan, layer) ? plan->shares : NULL;
    const LudForecast *forecast = table_forecast(&plan->rules, plan->tabulation->names[column]);
    *model = NULL;
    if (!forecast || count < LEAST_ENTRIES)
        return LUD_OK;
    TableModel *made = table_model_new(forecast, layer);
    size_t numbers = (size_t)forecast->contexts(layer) * TABLE_SYMBOLS;
    uint64_t *counts = calloc(numbers, sizeof *counts);
    bool is_good = made && counts;
    if (shares)
        is_good = shares->sum(shares, !is_good) == 0;
    if (is_good) {
        uint64_t stride = count / TABLE_MODEL_BLOCK / SAMPLE + 1;
        count_sample(made, shares, table_plan_held(plan, layer), stride, entries, counts);
        if (shares)
            shares->add_up(shares, counts, numbers);
        is_good = table_model_learn(made, counts);
    }
    if (shares)
        is_good = shares->sum(shares, !is_good) == 0;
    free(counts);
    if (!is_good) {
        table_model_free(made);
        return table_fail_memory(err);
    }
    *model = made;
    return LUD_OK;
}
