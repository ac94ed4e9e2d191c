/* Memory for large tables. */
#ifndef LUD_BASE_BIG_MEMORY_H
#define LUD_BASE_BIG_MEMORY_H

#include <stddef.h>

/* At least `size_bytes`, aligned to cache lines and with large pages where the system grants them,
 * since every access to a large table is otherwise also a search for its page. For free(); NULL
 * when out of memory. What it holds is undefined. */
void *base_big_alloc(size_t size_bytes);

/* Gives the memory of some bytes back to the system, as far as that goes; what they hold is then
 * undefined, and they can be used again. */
void base_big_forget(void *from, size_t size_bytes);

#endif
