/* Forced wins at the root (core/forcing.h), looked for before the tree is searched. */
#ifndef LUD_SEARCH_FORCED_ROOT_H
#define LUD_SEARCH_FORCED_ROOT_H

#include "search/search_object.h"

/* What is remembered of them, from one run to the next; bytes 0: the game looks for none. */
typedef struct ForcedRoot {
    void *memory;
    size_t bytes;
} ForcedRoot;

/* How much of a search's memory it takes; 0 for games without forced wins. */
size_t forced_root_size(const LudSearch *search);
bool forced_root_begin(ForcedRoot *root, size_t bytes);
void forced_root_end(ForcedRoot *root);
void forced_root_forget(ForcedRoot *root);

/* Looks for a win of the mover by one of the root moves, within a share of the limits; fills in its
 * line if there is one. */
bool forced_root_win(LudSearch *search, const ForcedRoot *root, LudLine *line);

#endif
