/* Kalah's rules once more, slow and plain, sharing nothing with the game. As in
 * tests/reference/reference.h. */
#ifndef KALAH_REFERENCE_H
#define KALAH_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

bool ref_kalah_moves(const char *options, const char *position, char *out, size_t size);

#endif
