#include "search/repetition.h"

#include <stdlib.h>

uint64_t path_mix(uint64_t key)
{
    key = (key ^ key >> 32 ^ UINT64_C(0x5851f42d4c957f2d)) * UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return key ^ key >> 32;
}

/* Where a position of the past is kept, or would be. */
static PathPast *place_of(const Path *path, uint64_t key)
{
    uint32_t place = (uint32_t)(path_mix(key) & (path->past_places - 1));
    while (path->past[place].seen != 0 && path->past[place].key != key)
        place = (place + 1) & (path->past_places - 1);
    return &path->past[place];
}

/* How often a key occurs among the first `count` of the past. */
static int occurrences(const LudTask *task, uint64_t key, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += task->past[i] == key;
    return found;
}

bool path_past_may_end(const LudGame *game, const LudTask *task)
{
    int limit = game->rules.repetition_limit;
    for (int i = 0; limit > 0 && i < task->past_count; i++) {
        if (occurrences(task, task->past[i], i + 1) >= limit - 1)
            return true;
    }
    return false;
}

/* Counts the `index`th position of the past in; how often it has occurred so far. */
static int count_in(const Path *path, const LudTask *task, int index)
{
    uint64_t key = task->past[index];
    if (!path->past)
        return occurrences(task, key, index + 1);
    PathPast *place = place_of(path, key);
    place->key = key;
    return ++place->seen;
}

void path_begin(Path *path, const LudGame *game, const LudTask *task)
{
    path->limit = game->rules.repetition_limit;
    path->task = task;
    path->past = NULL;
    path->past_places = 0;
    path->past_digest = path->key_digest = 0;
    if (path->limit == 0 || task->past_count == 0)
        return;
    uint32_t places = 16;
    while (places < 2 * (uint32_t)task->past_count)
        places *= 2;
    path->past = calloc(places, sizeof path->past[0]);
    path->past_places = path->past ? places : 0;
    /* Once is enough, as soon as it has occurred so often that one more ends the game. */
    for (int i = 0; i < task->past_count; i++) {
        if (count_in(path, task, i) == path->limit - 1)
            path->past_digest += path_mix(~task->past[i]);
    }
    path->key_digest = path->past_digest;
}

void path_bind_root(Path *path, uint64_t root_key)
{
    path->key_digest += path_mix(~root_key);
}

void path_end(Path *path)
{
    free(path->past);
    path->past = NULL;
}

bool path_is_repeated(const Path *path, int ply, int *earlier)
{
    if (path->limit == 0)
        return false;
    uint64_t key = path->key[ply];
    for (int at = ply - path->step[ply]; at >= path->first[ply]; at -= path->step[ply]) {
        if (path->key[at] == key) {
            *earlier = at;
            return true;
        }
    }
    *earlier = PATH_NO_LOW;
    if (path->first[ply] != 0 || path->past_digest == 0)
        return false;
    int seen = path->past ? place_of(path, key)->seen
                          : occurrences(path->task, key, path->task->past_count);
    return seen >= path->limit - 1;
}
