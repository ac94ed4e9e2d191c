/* The time, as a number that only grows, and letting some of it pass. */
#ifndef LUD_BASE_CLOCK_TIME_H
#define LUD_BASE_CLOCK_TIME_H

#include <stdint.h>

/* Microseconds since some moment in the past; never backwards, whatever happens to the date. */
int64_t base_time_us(void);
/* Does nothing for about so long. */
void base_nap_ms(int ms);

#endif
