/* A position before and after a move, for those who say in words what the move does. */
#ifndef LUD_SIX_CHANGE_H
#define LUD_SIX_CHANGE_H

#include "core/remark_list.h"
#include "six_windows.h"

typedef struct SixChange {
    SixState before, after;
    SixNotes before_notes, after_notes;
    LudMove move;
    int side; /* that moves */
} SixChange;

#define six_say_falls    LUD_DUAL(six_say_falls)
#define six_say_hanging  LUD_DUAL(six_say_hanging)
#define six_say_dangers  LUD_DUAL(six_say_dangers)
#define six_say_starving LUD_DUAL(six_say_starving)

/* Which tiles the move has let fall. */
void six_say_falls(const SixChange *c, RemarkList *r);
/* What the mover could now cut off, and which of its own tiles are safe now. */
void six_say_hanging(const SixChange *c, RemarkList *r);
/* Whether the opponent can leave the mover too few tiles; what else it can cut off. */
void six_say_starving(const SixChange *c, RemarkList *r);
void six_say_dangers(const SixChange *c, RemarkList *r);

#endif
