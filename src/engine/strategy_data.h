/* The strategies that come with the library; generated from data by scripts/embed_strategy.py. */
#ifndef LUD_ENGINE_STRATEGY_DATA_H
#define LUD_ENGINE_STRATEGY_DATA_H

#include <stddef.h>
#include <stdint.h>

typedef struct StrategyData {
    const char *rules; /* as lud_rules_print */
    const uint8_t *bytes;
    const size_t *size;
} StrategyData;

extern const StrategyData strategy_data[];
extern const int strategy_data_count;

#endif
