/* What a LudPlay holds; shared by the files that implement play.h. */
#ifndef LUD_GAME_PLAY_OBJECT_H
#define LUD_GAME_PLAY_OBJECT_H

#include <ludoteca/play.h>

/* One clock a seat. The caller tells the time; nothing here reads it. */
typedef struct Clock {
    bool is_set;
    int64_t increment_ms;
    int64_t now_ms; /* as last told */
    int64_t left_ms[LUD_MAX_SEATS];
} Clock;

/* A side that left a game of three. */
typedef struct Drop {
    int since; /* the length of the game at that moment, or -1: still in */
    int seat;
    LudReason reason;
} Drop;

struct LudPlay {
    LudRules rules;
    LudState start, state;

    /* Position i stands before ply i; `length` is the current one. Plies from `length` to `total`
     * were taken back and can be redone. */
    LudMove *ply;     /* LUD_NO_MOVE: a skipped turn */
    uint64_t *key;    /* of position i */
    int *epoch_start; /* the first position of the epoch that position i belongs to */
    int length, total, capacity;
    uint32_t epoch;

    LudResult result;
    bool is_agreed; /* ended by what people did rather than by the board or history */
    Drop drop[LUD_MAX_SIDES];
    Clock clock;

    int move_count; /* of the list below, or -1: not made yet */
    LudMove moves[LUD_MAX_MOVES];
};

/* The seat to move or to roll, or LUD_OVER. */
int play_active_seat(const LudPlay *play);

/* clock.c: a seat completed a move. */
void clock_add_increment(Clock *clock, int seat);

#endif
