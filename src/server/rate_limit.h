/* How much one address may ask: a bucket that fills at a steady rate, from which each question
 * takes. All threads share it. */
#ifndef LUD_SERVER_RATE_LIMIT_H
#define LUD_SERVER_RATE_LIMIT_H

#include <pthread.h>
#include <stdint.h>

enum {
    RATE_BUCKETS = 4096,
    RATE_BURST_S = 10
}; /* a full bucket lasts for so many seconds' worth */

typedef struct RateBucket {
    uint64_t sender;
    int64_t full_at_us; /* when it will be full again; in the past: it is */
} RateBucket;

typedef struct RateLimit {
    pthread_mutex_t lock;
    int rate; /* questions a second; 0: no limit */
    RateBucket buckets[RATE_BUCKETS];
} RateLimit;

void rate_limit_start(RateLimit *limit, int rate);
/* 0 if `sender` may ask now; else after how many seconds it may. Senders that were not heard of for
 * longest are forgotten first where many share a place. */
int rate_limit_take(RateLimit *limit, uint64_t sender, int64_t now_us);
/* The same for what counts as `questions`: it is allowed if one of them is, and the others have to
 * be waited for afterwards, so that nothing is too much for ever. */
int rate_limit_take_many(RateLimit *limit, uint64_t sender, int questions, int64_t now_us);

#endif
