/* The legal moves of a position in their written form, sorted: what `ludoteca moves` prints. */
#ifndef LUDOTECA_LISTING_H
#define LUDOTECA_LISTING_H

#include "play.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LudListedMove {
    const char *move;
    const char
        *position;    /* after the move; a move that ends the game: before anything is divided */
    LudResult result; /* reason NONE if the game goes on */
} LudListedMove;

/* Sorted by move, bytewise. Empty when the game is over; a roll that is awaited lists its totals.
 */
typedef struct LudListing {
    LudListedMove *moves;
    int count;
    char *text; /* what the entries point into */
} LudListing;

/* Judges the position alone, without history. */
LUD_API LudStatus lud_listing_of_state(const LudRules *rules, const LudState *s,
                                       LudListing *listing, LudError *err);
/* Judges what the moves would mean in this game, repetition included; the game is left as it was.
 */
LUD_API LudStatus lud_listing_of_play(const LudPlay *play, LudListing *listing, LudError *err);
LUD_API void lud_listing_free(LudListing *listing);
/* One line a move, MOVE<TAB>POSITION-AFTER[<TAB>RESULT], for lud_free; NULL when out of memory. */
LUD_API char *lud_listing_print(const LudListing *listing);

#ifdef __cplusplus
}
#endif
#endif
