#include "search/ordering.h"

enum {
    PROMISE_MOST = 1 << 20, /* keeps what is added below from overflowing */
    PROMISE_UNIT = 16,      /* how much one unit of a game's promise weighs against history */
    KILLER = ORDERING_HISTORY_MOST,
    OLDER_KILLER = ORDERING_HISTORY_MOST / 2,
    ANSWER = ORDERING_HISTORY_MOST / 2,
    PICKED_SINGLY = 8,
};

void ordering_clear(Ordering *ordering)
{
    memset(ordering->killer, 0xff, sizeof ordering->killer);
    memset(ordering->history, 0, sizeof ordering->history);
    memset(ordering->answer, 0xff, sizeof ordering->answer);
}

static void swap(LudMove *list, int32_t *promise, int a, int b)
{
    LudMove m = list[a];
    int32_t rating = promise[a];
    list[a] = list[b];
    promise[a] = promise[b];
    list[b] = m;
    promise[b] = rating;
}

bool ordering_put_first(LudMove *list, int32_t *promise, int count, LudMove first)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == first) {
            swap(list, promise, 0, i);
            return true;
        }
    }
    return false;
}

void ordering_rate(const Ordering *ordering, int side, int ply, LudMove before, const LudMove *list,
                   int count, int32_t *promise)
{
    const LudMove *killer = ordering->killer[side][ply];
    LudMove answer =
        before == LUD_NO_MOVE ? LUD_NO_MOVE : ordering->answer[side][ordering_slot(before)];
    for (int i = 0; i < count; i++) {
        LudMove m = list[i];
        int32_t rating = promise[i];
        rating = rating > PROMISE_MOST    ? PROMISE_MOST
                 : rating < -PROMISE_MOST ? -PROMISE_MOST
                                          : rating;
        rating = rating * PROMISE_UNIT + ordering->history[side][ordering_slot(m)];
        if (m == killer[0])
            rating += KILLER;
        else if (m == killer[1])
            rating += OLDER_KILLER;
        if (m == answer)
            rating += ANSWER;
        promise[i] = rating;
    }
}

/* Shell's sort: lists of thousands are sorted once instead of being searched for every move. */
static void sort(LudMove *list, int32_t *promise, int count)
{
    int gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (int i = gap; i < count; i++) {
            LudMove m = list[i];
            int32_t rating = promise[i];
            int at = i;
            for (; at >= gap && promise[at - gap] < rating; at -= gap) {
                list[at] = list[at - gap];
                promise[at] = promise[at - gap];
            }
            list[at] = m;
            promise[at] = rating;
        }
    }
}

void ordering_pick(LudMove *list, int32_t *promise, int count, int at)
{
    if (at > PICKED_SINGLY && count > 4 * PICKED_SINGLY)
        return; /* in order already */
    if (at == PICKED_SINGLY && count > 4 * PICKED_SINGLY) {
        sort(list + at, promise + at, count - at);
        return;
    }
    int best = at;
    for (int i = at + 1; i < count; i++) {
        if (promise[i] > promise[best])
            best = i;
    }
    if (best != at)
        swap(list, promise, at, best);
}

/* Moves towards the limit, the slower the nearer it is, so that it is never passed. */
static void shift(int16_t *history, int by)
{
    int now = *history;
    now += by - now * (by < 0 ? -by : by) / ORDERING_HISTORY_MOST;
    *history = (int16_t)now;
}

void ordering_learn(Ordering *ordering, int side, int ply, LudMove before, int depth, LudMove m,
                    const LudMove *list, int tried)
{
    int by = depth * depth * 4;
    by = by > 2048 ? 2048 : by;
    LudMove *killer = ordering->killer[side][ply];
    if (killer[0] != m) {
        killer[1] = killer[0];
        killer[0] = m;
    }
    if (before != LUD_NO_MOVE)
        ordering->answer[side][ordering_slot(before)] = m;
    shift(&ordering->history[side][ordering_slot(m)], by);
    for (int i = 0; i < tried; i++)
        shift(&ordering->history[side][ordering_slot(list[i])], -by);
}
