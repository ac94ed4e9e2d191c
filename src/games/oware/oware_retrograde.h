/* Tables of Oware: see core/tabulation.h. */
#ifndef LUD_OWARE_RETROGRADE_H
#define LUD_OWARE_RETROGRADE_H

#include "core/dual.h"
#include "core/tabulation.h"

/* The columns, in the order of the tabulation; and what the bits of `force` mean. */
enum { OWARE_COLUMN_VALUE, OWARE_COLUMN_LOW, OWARE_COLUMN_HIGH, OWARE_COLUMN_FORCE };
enum {
    OWARE_VALUE_ZERO = 64,     /* the byte of a difference of 0 */
    OWARE_FORCE_MOVER = 0x01,  /* the player to move can force a capture, whoever makes it */
    OWARE_FORCE_OTHER = 0x02,  /* the other player can */
    OWARE_FORCE_EITHER = 0x04, /* some sequence of moves by both contains one */
};

extern const LudGameTabulation LUD_DUAL(oware_tabulation);

#endif
