/* The shapes of Six as steps from their first cell: three rows, two triangles, the circle. */
#ifndef LUD_SIX_SHAPES_H
#define LUD_SIX_SHAPES_H

#include "six_windows.h"

typedef struct SixSteps {
    uint8_t row[SIX_SHAPE];
    int8_t column[SIX_SHAPE];
} SixSteps;

enum { SIX_SHAPES = 6 };

static const SixSteps six_shapes[SIX_SHAPES] = {
    {{0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5}},      {{0, 1, 2, 3, 4, 5}, {0, 0, 0, 0, 0, 0}},
    {{0, 1, 2, 3, 4, 5}, {0, -1, -2, -3, -4, -5}}, {{0, 0, 0, 1, 1, 2}, {0, 1, 2, 0, 1, 0}},
    {{0, 1, 1, 2, 2, 2}, {0, -1, 0, -2, -1, 0}},   {{0, 0, 1, 1, 2, 2}, {0, 1, -1, 1, -1, 0}},
};
static const uint8_t six_shape_kind[SIX_SHAPES] = {SIX_ROW,      SIX_ROW,      SIX_ROW,
                                                   SIX_TRIANGLE, SIX_TRIANGLE, SIX_CIRCLE};

#endif
