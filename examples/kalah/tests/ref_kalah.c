/* Kalah, as plainly as it can be told: fourteen holes in a ring, the stores among them. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kalah_reference.h"

enum { HOLES = 14, SOUTH_STORE = 6, NORTH_STORE = 13, SEEDS = 48 };

/* Holes 0–5 are A–F, 6 is South's store, 7–12 are a–f, 13 is North's. */
typedef struct Ring {
    int hole[HOLES];
    bool is_north;
} Ring;

static bool read_ring(const char *text, Ring *ring)
{
    int *h = ring->hole, used = -1;
    char side, again[256];
    if (sscanf(text, "%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%c%n", &h[0], &h[1], &h[2], &h[3],
               &h[4], &h[5], &h[7], &h[8], &h[9], &h[10], &h[11], &h[12], &h[SOUTH_STORE],
               &h[NORTH_STORE], &side, &used) != 15 ||
        text[used])
        return false;
    int sum = 0;
    for (int i = 0; i < HOLES; i++) {
        if (h[i] < 0 || h[i] > SEEDS)
            return false;
        sum += h[i];
    }
    snprintf(again, sizeof again, "%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%c", h[0], h[1], h[2],
             h[3], h[4], h[5], h[7], h[8], h[9], h[10], h[11], h[12], h[6], h[13], side);
    ring->is_north = side == 'N';
    /* One spelling only. */
    return sum == SEEDS && (side == 'S' || side == 'N') && strcmp(again, text) == 0;
}

static bool is_row_empty(const Ring *ring, bool is_north)
{
    for (int i = 0; i < 6; i++) {
        if (ring->hole[(is_north ? 7 : 0) + i] > 0)
            return false;
    }
    return true;
}

static void sow(Ring *ring, int from)
{
    int own_store = ring->is_north ? NORTH_STORE : SOUTH_STORE;
    int other_store = ring->is_north ? SOUTH_STORE : NORTH_STORE;
    int hand = ring->hole[from], at = from;
    ring->hole[from] = 0;
    while (hand > 0) {
        at = (at + 1) % HOLES;
        if (at == other_store)
            continue;
        ring->hole[at]++;
        hand--;
    }
    if (at == own_store)
        return; /* the same player again */
    bool is_own = ring->is_north ? at > 6 && at < 13 : at < 6;
    int across = 12 - at;
    if (is_own && ring->hole[at] == 1 && ring->hole[across] > 0) {
        ring->hole[own_store] += ring->hole[across] + 1;
        ring->hole[across] = ring->hole[at] = 0;
    }
    ring->is_north = !ring->is_north;
}

static int write_line(const Ring *ring, char letter, char *out, size_t size)
{
    const int *h = ring->hole;
    int used = snprintf(out, size, "%c\t%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%d-%c", letter, h[0],
                        h[1], h[2], h[3], h[4], h[5], h[7], h[8], h[9], h[10], h[11], h[12],
                        h[SOUTH_STORE], h[NORTH_STORE], ring->is_north ? 'N' : 'S');
    if (is_row_empty(ring, ring->is_north)) {
        int south = 0;
        for (int i = 0; i <= SOUTH_STORE; i++)
            south += h[i];
        used += snprintf(out + used, size - (size_t)used, "\t%d-%d", south, SEEDS - south);
    }
    return used + snprintf(out + used, size - (size_t)used, "\n");
}

bool ref_kalah_moves(const char *options, const char *position, char *out, size_t size)
{
    Ring ring;
    size_t used = 0;
    out[0] = '\0';
    if (*options || !read_ring(position, &ring))
        return false;
    for (int i = 0; i < 6; i++) {
        int from = (ring.is_north ? 7 : 0) + i;
        Ring next = ring;
        if (ring.hole[from] == 0)
            continue;
        sow(&next, from);
        used += (size_t)write_line(&next, (char)((ring.is_north ? 'a' : 'A') + i), out + used,
                                   size - used);
    }
    return true;
}
