/* One number that only changes when the behaviour of a game's rules does. */
#ifndef LUD_BENCH_BENCH_SIGNATURE_H
#define LUD_BENCH_BENCH_SIGNATURE_H

#include <ludoteca/play.h>

/* Node counts from the start and from positions of seeded play, lengths and results of seeded
 * playouts and games, under these options and under each change of a single one. Below 2^53. False
 * when out of memory. */
bool bench_signature(const LudRules *rules, uint64_t *signature);

#endif
