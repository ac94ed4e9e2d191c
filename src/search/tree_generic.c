/* The tree for any game, through its interface, and what all trees need. */
#define TREE_GAME(tree) ((tree)->game)
#define TREE_NAME       tree_generic
#include "search/tree.h"
