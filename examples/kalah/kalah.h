/* Kalah: the board, and what the game's files share. */
#ifndef KALAH_H
#define KALAH_H

#include <ludoteca/ludoteca.h>

enum {
    KALAH_PITS = 6, /* of each side */
    KALAH_ALL_PITS = 2 * KALAH_PITS,
    KALAH_SEEDS = 48,
};

/* Pits A–F are 0 to 5, pits a–f 6 to 11, in the order of sowing; a store lies after each row. */
typedef struct Kalah {
    uint8_t pit[KALAH_ALL_PITS];
    uint8_t store[2];
    uint8_t side; /* to move */
} Kalah;

static inline Kalah kalah_load(const LudState *s)
{
    Kalah k;
    memcpy(&k, s->bytes, sizeof k);
    return k;
}

static inline bool kalah_is_own(const Kalah *k, int pit)
{
    return pit / KALAH_PITS == k->side;
}

/* Seeds on one side's pits. */
static inline int kalah_row(const Kalah *k, int side)
{
    int seeds = 0;
    for (int i = 0; i < KALAH_PITS; i++)
        seeds += k->pit[KALAH_PITS * side + i];
    return seeds;
}

/* Where the seeds of a move fall, one after the other; the store of who moves is STORE. */
enum { KALAH_STORE = KALAH_ALL_PITS };
static inline int kalah_next(int at, int side)
{
    int last = KALAH_PITS * side + KALAH_PITS - 1;
    if (at == KALAH_STORE)
        return (last + 1) % KALAH_ALL_PITS;
    return at == last ? KALAH_STORE : (at + 1) % KALAH_ALL_PITS;
}

/* The pit that faces this one across the board. */
static inline int kalah_across(int pit)
{
    return KALAH_ALL_PITS - 1 - pit;
}

/* Sows pit `m` of who is to move; returns where the last seed fell, and in `taken` the pit across
 * whose seeds are captured with it, or -1. */
static inline int kalah_sow(Kalah *k, LudMove m, int *taken)
{
    int at = KALAH_PITS * k->side + (int)m;
    int seeds = k->pit[at];
    *taken = -1;
    k->pit[at] = 0;
    for (; seeds > 0; seeds--) {
        at = kalah_next(at, k->side);
        if (at == KALAH_STORE)
            k->store[k->side]++;
        else
            k->pit[at]++;
    }
    /* A last seed in an empty pit of one's own captures what lies across, and goes with it. */
    if (at != KALAH_STORE && kalah_is_own(k, at) && k->pit[at] == 1 && k->pit[kalah_across(at)] > 0)
        *taken = kalah_across(at);
    return at;
}

/* kalah_text.c */
LudStatus kalah_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err);
int kalah_state_print(const LudState *s, char *text);
LudStatus kalah_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err);
int kalah_move_print(const LudState *s, LudMove m, char *text);
/* "A" to "f". */
void kalah_pit_print(int pit, char *text);

/* kalah_view.c */
extern const LudGameView kalah_view;
extern const LudGameStory kalah_story;

#endif
