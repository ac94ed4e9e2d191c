/* Tables leave out the stores, the end at 25, repetition and seeds that only circle. Stores are
 * added here, and the end at 25 changes nothing: whoever is to end with more than the other has 25
 * before the other could. What repetition gives depends on `cycle`; what seeds that circle give, on
 * `slam`. */
#include "oware_outlook.h"

#include "oware_board.h"

/* The columns, in their order, and what a byte stands for. */
enum { VALUE, LOW, HIGH, FORCE };
enum { ZERO = 64, BY_MOVER = 1, BY_OPPONENT = 2, IS_POSSIBLE = 4 };

/* Under `keep` a game ends where only two seeds circle, and each keeps what is on their own side,
 * which may be both; to the tables that is endless play, worth 0 in `value`. */
enum { MOST_CIRCLING = 2 };

unsigned oware_table_needs(const LudOptions *options)
{
    unsigned bounds = 1u << LOW | 1u << HIGH;
    if (options->value[OWARE_CYCLE] == OWARE_OWN)
        return bounds;
    return options->value[OWARE_SLAM] == OWARE_KEEP ? 1u << VALUE | bounds : 1u << VALUE;
}

void oware_table_answer(const LudEntries *entries, LudTableAnswer *answer)
{
    const uint8_t *entry = entries->entry;
    unsigned bounds = 1u << LOW | 1u << HIGH;
    *answer = (LudTableAnswer){.has_value = entries->found >> VALUE & 1,
                               .has_bounds = (entries->found & bounds) == bounds,
                               .has_force = entries->found >> FORCE & 1};
    if (answer->has_value)
        answer->value = entry[VALUE] - ZERO;
    if (answer->has_bounds) {
        answer->low = entry[LOW] - ZERO;
        answer->high = entry[HIGH] - ZERO;
    }
    if (answer->has_force) {
        answer->mover_forces = entry[FORCE] & BY_MOVER;
        answer->opponent_forces = entry[FORCE] & BY_OPPONENT;
        answer->is_capture_possible = entry[FORCE] & IS_POSSIBLE;
    }
}

bool oware_table_range(const LudState *s, const LudTableAnswer *answer, int *least, int *most)
{
    const Oware *o = (const Oware *)s->bytes;
    int lead = oware_store(o->own) - oware_store(o->opponent);
    bool is_split = o->cycle == OWARE_SPLIT && answer->has_value;
    if (!is_split && !answer->has_bounds)
        return false;
    /* How endless play is scored changes nothing outside these. */
    *least = answer->has_bounds ? answer->low : -oware_on_board(o);
    *most = answer->has_bounds ? answer->high : oware_on_board(o);
    if (is_split) {
        int doubt = o->slam == OWARE_KEEP ? MOST_CIRCLING : 0;
        *least = answer->value - doubt > *least ? answer->value - doubt : *least;
        *most = answer->value + doubt < *most ? answer->value + doubt : *most;
    }
    *least += lead;
    *most += lead;
    return true;
}
