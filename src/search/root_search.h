/* The root: every move gets a line, the best ones an exact value. */
#ifndef LUD_SEARCH_ROOT_SEARCH_H
#define LUD_SEARCH_ROOT_SEARCH_H

#include "search/tree_object.h"

/* One thread's view of the root. */
typedef struct Root {
    Tree *tree;
    const LudTree *walk;
    LudLine *lines; /* one for each move; the first `wanted` are ranked, best first. Helpers have
                       none */
    int count, wanted;
    bool has_changed; /* another move became the best at the last depth */
} Root;

/* Gives every move a line of its own, in the order in which they are to be tried. */
void root_begin(Root *root);
/* Searches all moves one depth deeper; stops in between if the tree does, leaving lines that are
 * true as far as they go. */
void root_deepen(Root *root, int depth);
/* Looks into whatever the leader looks into, until it is done. */
void root_follow(Root *root);
/* Whether no greater depth can change what the wanted lines say. */
bool root_is_settled(const Root *root, int depth);

#endif
