#include "six_quest.h"

void six_quest_begin(SixQuest *quest, const LudForcingTask *task)
{
    *quest =
        (SixQuest){.task = task,
                   .nodes_allowed = task->nodes,
                   .trace = task->memory,
                   .trace_mask = task->memory_bytes / (SIX_TRACE_BUCKET * sizeof(SixTrace)) - 1};
}

const SixTrace *six_quest_find(const SixQuest *quest, uint64_t key)
{
    const SixTrace *bucket = quest->trace + (key & quest->trace_mask) * SIX_TRACE_BUCKET;
    for (int i = 0; i < SIX_TRACE_BUCKET; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
    }
    return NULL;
}

void six_quest_keep(SixQuest *quest, uint64_t key, uint64_t work, SixTrace trace)
{
    SixTrace *bucket = quest->trace + (key & quest->trace_mask) * SIX_TRACE_BUCKET, *place = bucket;
    trace.key = key;
    trace.work = (uint16_t)(work < UINT16_MAX ? work : UINT16_MAX);
    for (int i = 0; i < SIX_TRACE_BUCKET; i++) {
        if (bucket[i].key == key) {
            place = &bucket[i];
            break;
        }
        if (bucket[i].work < place->work)
            place = &bucket[i];
    }
    *place = trace;
    /* What stays for long in a full bucket becomes cheaper, and makes room some day. */
    for (int i = 0; i < SIX_TRACE_BUCKET; i++) {
        if (&bucket[i] != place)
            bucket[i].work = (uint16_t)(bucket[i].work - bucket[i].work / 8);
    }
}

bool six_quest_count(SixQuest *quest)
{
    enum { ASK_EVERY = 256 };
    quest->nodes++;
    if (quest->nodes >= quest->nodes_allowed)
        quest->is_stopped = true;
    if (++quest->unreported >= ASK_EVERY && quest->task->should_stop) {
        quest->is_stopped |= quest->task->should_stop(quest->task->context, quest->unreported);
        quest->unreported = 0;
    }
    return !quest->is_stopped;
}
