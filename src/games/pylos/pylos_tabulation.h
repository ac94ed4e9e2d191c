/* Tables of Pylos: see core/tabulation.h. */
#ifndef LUD_PYLOS_TABULATION_H
#define LUD_PYLOS_TABULATION_H

#include "pylos.h"
#include "pylos_sweep.h"

/* The columns, which are also the groups. */
enum { PYLOS_VALUES, PYLOS_DISTANCES };
/* Entries of the column `value`; and of `distance`, where others are plies to the end. */
enum {
    PYLOS_ENTRY_LOST,
    PYLOS_ENTRY_WON,
    PYLOS_ENTRY_DRAWN,
    PYLOS_PLIES_OVER_WON = 254, /* over, and won by who would be to move */
    PYLOS_PLIES_DRAWN = 255,
};

extern const LudGameTabulation LUD_DUAL(pylos_tabulation);

/* The solver, as in LudGameTabulation. */
uint64_t LUD_DUAL(pylos_work_bytes)(const LudOptions *options, int threads);
void LUD_DUAL(pylos_solve_begin)(LudLayerTask *task);
bool LUD_DUAL(pylos_solve)(LudLayerTask *task);
/* What its codes are in a file, and the other way round. */
void LUD_DUAL(pylos_entries_give)(const LudLayerTask *task, int layer, uint64_t first,
                                  uint64_t count, uint8_t *entries);
void LUD_DUAL(pylos_entries_take)(const LudLayerTask *task, int layer, uint64_t first,
                                  uint64_t count, const uint8_t *entries);
void LUD_DUAL(pylos_entries_tally)(const LudOptions *options, int layer, uint64_t first,
                                   uint64_t count, const uint8_t *entries, uint64_t tally[256]);

#endif
