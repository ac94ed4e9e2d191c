/* Actions and what is seen once more, from notation and views alone: slow, obvious, and written
 * from docs/PYTHON.md rather than from the games' own files. */
#ifndef LUD_TESTS_REF_LEARNING_H
#define LUD_TESTS_REF_LEARNING_H

#include <ludoteca/learning.h>
#include <ludoteca/view.h>

/* The actions that the text of a move names, in the order in which they are taken, but for a `done`
 * that may have to follow. Returns their number, or -1 if the text is not understood. */
int ref_learning_path(const LudRules *rules, const LudView *view, const char *move,
                      int path[LUD_MAX_PARTS]);
/* What a seat sees once `count` actions of a move were taken. */
void ref_learning_seen(const LudRules *rules, const LudView *view, const int *path, int count,
                       int seat, uint8_t *seen);
/* Whether there is a reference for this game. */
bool ref_learning_knows(const LudGame *game);

#endif
