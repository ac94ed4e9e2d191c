/* Remarks as they are collected: those of games about a line, and the engine's own. */
#ifndef LUD_CORE_REMARK_LIST_H
#define LUD_CORE_REMARK_LIST_H

#include <ludoteca/judging.h>

typedef struct RemarkList {
    LudRemark *remarks; /* LUD_MAX_REMARKS places */
    int count;
} RemarkList;

/* Adds one behind the others; what no longer fits was the least telling. */
static inline void remark_add(RemarkList *list, const char *text, int first, int second)
{
    if (list->count < LUD_MAX_REMARKS)
        list->remarks[list->count++] = (LudRemark){text, {first, second}};
}

#endif
