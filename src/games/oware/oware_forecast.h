/* What an entry of a table is likely to be: see core/forecast.h. */
#ifndef LUD_OWARE_FORECAST_H
#define LUD_OWARE_FORECAST_H

#include "core/dual.h"
#include "core/forecast.h"

extern const LudForecast LUD_DUAL(oware_forecast);

#endif
