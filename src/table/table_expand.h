/* Zstandard frames decoded, by whatever there is to do so. */
#ifndef LUD_TABLE_EXPAND_H
#define LUD_TABLE_EXPAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a frame decodes to exactly so many bytes. */
bool table_expand(const uint8_t *frame, size_t size, uint8_t *bytes, size_t wanted);

#endif
