#include "engine/engine_ending.h"

#include "core/play_object.h"
#include "engine/engine_tables.h"

void engine_ending_past(const LudPlay *play, int index, EndingTask *task)
{
    LudTask seen = {.root = task->root};
    seen.past = play_past(play, index, &seen.past_count);
    engine_tables_look_back(task->game, play, index, &seen);
    task->past = seen.past;
    task->past_count = seen.past_count;
    task->past_least = seen.past_least;
    task->past_most = seen.past_most;
}
