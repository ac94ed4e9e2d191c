/* Positions of Oware with what a search thought of them, as files hold them. */
#ifndef LUD_OWARE_SAMPLES_H
#define LUD_OWARE_SAMPLES_H

#include <stdint.h>

enum { OWARE_NO_RESULT = -1, OWARE_VALUE_MOST = 3000 };

typedef struct OwareSample {
    uint64_t own, opponent; /* as in oware_board.h */
    int16_t value;          /* for the mover, in hundredths of a seed, within ±OWARE_VALUE_MOST */
    int8_t result;          /* of its game: 0 lost, 1 drawn, 2 won; or OWARE_NO_RESULT */
    uint8_t is_noisy;       /* the search wants to capture */
    uint32_t game;          /* its number */
} OwareSample;

#endif
