/* Other ways to search, for tests and tools: what they leave out shows what it is good for. */
#ifndef LUD_SEARCH_SEARCH_SWITCHES_H
#define LUD_SEARCH_SEARCH_SWITCHES_H

#include <ludoteca/search.h>

/* All false: the usual way. */
typedef struct SearchSwitches {
    bool is_generic;        /* ignore loops that a game had compiled for itself */
    bool has_no_reductions; /* every move is searched to the full depth */
    bool has_no_quiescence; /* at depth 0 the static value counts */
    bool has_path_keys;     /* table entries hold for one history only: slower, and exact even where
                               a line could come back to a position that was there before */
    bool has_no_forcing;    /* forced wins are not looked for before the tree */
} SearchSwitches;

/* From the next run on; best before the first one, or what was learnt the other way stays. */
void search_switch(LudSearch *search, SearchSwitches switches);

#endif
