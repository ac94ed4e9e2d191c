/* Keeping a process out of all files but those below a few places (Landlock). */
#ifndef LUD_SERVER_FENCE_H
#define LUD_SERVER_FENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Fence {
    int rules;       /* a descriptor */
    uint64_t rights; /* that it deals with, as the system knows them */
} Fence;

/* Begins one; false where the system has none. Behind it nobody listens, and unless it `connects`
 * nobody connects, where the system can see to that. */
bool fence_start(Fence *fence, bool connects);
/* Leaves a file, or a directory with all below it, for reading, or for writing, too. What is not
 * there is not left, even if it comes later. */
void fence_leave(Fence *fence, const char *path, bool for_writing);
/* From now on this thread, and those that it starts, reach nothing else and run no program. False
 * if that fails. */
bool fence_close(Fence *fence);

#endif
