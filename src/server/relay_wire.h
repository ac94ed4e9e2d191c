/* Calls of a hall and their answers as text between servers. */
#ifndef LUD_SERVER_RELAY_WIRE_H
#define LUD_SERVER_RELAY_WIRE_H

#include "base/text.h"
#include "online/hall.h"

/* What was asked; `text` has failed when out of memory. */
void relay_write_call(Text *text, const HallCall *call);
/* The call that a text is, its body for free(); false if it is none, or out of memory. The text is
 * changed. */
bool relay_read_call(char *text, size_t size, HallCall *call);

void relay_write_answer(Text *text, const HallCall *call);
/* Fills in what the hall would have; false if it is no answer. */
bool relay_read_answer(char *text, size_t size, HallCall *call);

#endif
