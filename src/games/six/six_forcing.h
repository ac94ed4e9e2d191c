/* Forced wins of Six, as core/forcing.h wants them. Of the second round nothing is said, and of
 * tiles that lie too far apart for the field (six_field.h) only what can be seen there. */
#ifndef LUD_SIX_FORCING_H
#define LUD_SIX_FORCING_H

#include "core/forcing.h"
#include "six_board.h"

extern const LudGameForcing LUD_DUAL(six_forcing);

#endif
