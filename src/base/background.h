/* One function on a thread of its own, beside everything else. */
#ifndef LUD_BASE_BACKGROUND_H
#define LUD_BASE_BACKGROUND_H

typedef struct Background Background;

/* Starts work(context); NULL if that is not possible, as where there are no threads. */
Background *base_background_start(void (*work)(void *context), void *context);
/* Waits until it has returned, and frees it; NULL is allowed. */
void base_background_join(Background *background);

#endif
