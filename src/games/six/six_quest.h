/* What all searches for forced wins share: what they may take, and what they remember. */
#ifndef LUD_SIX_QUEST_H
#define LUD_SIX_QUEST_H

#include "core/dual.h"
#include "core/forcing.h"

typedef enum SixFound {
    SIX_FOUND_NONE,    /* no attack of the class wins */
    SIX_FOUND_LIMITED, /* none as short, or with as few quiet moves, as was allowed */
    SIX_FOUND_WIN,
    SIX_FOUND_OPEN, /* stopped by a limit */
} SixFound;

/* What is remembered of a position. */
typedef struct SixTrace {
    uint64_t key;
    uint32_t move;  /* that wins; where the prey is to move, the reply that refuted last */
    uint16_t work;  /* nodes that it took, so that what was cheap makes room */
    uint8_t plies;  /* until the win; 0: none is known */
    uint8_t failed; /* how much was allowed to attacks of which none won; SIX_FAILED_ALL */
} SixTrace;

enum { SIX_FAILED_ALL = 255, SIX_TRACE_BUCKET = 4 };

typedef struct SixQuest {
    const LudForcingTask *task;
    uint64_t nodes, nodes_allowed, unreported;
    bool is_stopped;
    SixTrace *trace;
    uint64_t trace_mask; /* buckets less one */
} SixQuest;

#define six_quest_begin LUD_DUAL(six_quest_begin)
#define six_quest_find  LUD_DUAL(six_quest_find)
#define six_quest_keep  LUD_DUAL(six_quest_keep)
#define six_quest_count LUD_DUAL(six_quest_count)

void six_quest_begin(SixQuest *quest, const LudForcingTask *task);
/* What is remembered under a key; NULL: nothing. */
const SixTrace *six_quest_find(const SixQuest *quest, uint64_t key);
/* Remembers it; `work` is how many nodes it took. */
void six_quest_keep(SixQuest *quest, uint64_t key, uint64_t work, SixTrace trace);
/* Counts a node; false once a limit is reached. */
bool six_quest_count(SixQuest *quest);

static inline uint64_t six_quest_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

#endif
