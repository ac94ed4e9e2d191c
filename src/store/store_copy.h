/* All that one store holds, in another. */
#ifndef LUD_STORE_STORE_COPY_H
#define LUD_STORE_STORE_COPY_H

#include "store/store.h"

typedef struct StoreCopyFigures {
    int64_t games, events, notes;
} StoreCopyFigures;

/* Copies everything, then reads both again and compares them game by game; fails at the first
 * difference. `to` has to be empty, and no server may use either of them. Both are let go of in
 * the end. */
LudStatus store_copy(Store *from, Store *to, StoreCopyFigures *figures, LudError *err);

#endif
