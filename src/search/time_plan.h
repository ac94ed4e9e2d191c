/* How long to think: limits turned into two moments, one after which no new depth is begun and one
 * at which the search stops. */
#ifndef LUD_SEARCH_TIME_PLAN_H
#define LUD_SEARCH_TIME_PLAN_H

#include "search/search_object.h"

/* Starts the clock of a run; `is_gradual` as in SearchMethod. */
void time_plan_start(LudSearch *search, bool is_gradual);

#endif
