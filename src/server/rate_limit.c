#include "server/rate_limit.h"

enum { NEIGHBOURS = 8, SECOND_US = 1000000 };

/* The sender's bucket, or in its place the one of its neighbours that is or will be full first. */
static RateBucket *find_bucket(RateLimit *limit, uint64_t sender)
{
    RateBucket *first = &limit->buckets[sender % (RATE_BUCKETS / NEIGHBOURS) * NEIGHBOURS];
    RateBucket *fullest = first;
    for (RateBucket *bucket = first; bucket < first + NEIGHBOURS; bucket++) {
        if (bucket->sender == sender)
            return bucket;
        if (bucket->full_at_us < fullest->full_at_us)
            fullest = bucket;
    }
    *fullest = (RateBucket){.sender = sender};
    return fullest;
}

static int take(RateLimit *limit, uint64_t sender, int questions, int64_t now_us)
{
    RateBucket *bucket = find_bucket(limit, sender);
    int64_t from_us = bucket->full_at_us > now_us ? bucket->full_at_us : now_us;
    int64_t each_us = SECOND_US / limit->rate;
    int64_t excess_us = from_us + each_us - now_us - (int64_t)RATE_BURST_S * SECOND_US;
    if (excess_us > 0)
        return (int)((excess_us + SECOND_US - 1) / SECOND_US);
    bucket->full_at_us = from_us + questions * each_us;
    return 0;
}

void rate_limit_start(RateLimit *limit, int rate)
{
    pthread_mutex_init(&limit->lock, NULL);
    limit->rate = rate;
}

int rate_limit_take(RateLimit *limit, uint64_t sender, int64_t now_us)
{
    return rate_limit_take_many(limit, sender, 1, now_us);
}

int rate_limit_take_many(RateLimit *limit, uint64_t sender, int questions, int64_t now_us)
{
    if (limit->rate <= 0)
        return 0;
    pthread_mutex_lock(&limit->lock);
    int wait_s = take(limit, sender, questions, now_us);
    pthread_mutex_unlock(&limit->lock);
    return wait_s;
}
