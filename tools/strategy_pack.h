/* Packs a strategy: which answer, by its number, to each of many positions (engine/strategy.h). */
#ifndef LUD_TOOLS_STRATEGY_PACK_H
#define LUD_TOOLS_STRATEGY_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PackedAnswer {
    uint64_t id;
    int number;
} PackedAnswer;

/* The bytes, for free(); ends the program when out of memory. */
uint8_t *strategy_pack(const PackedAnswer *answers, size_t count, int sure_plies, int rest_plies,
                       size_t *size);

#endif
