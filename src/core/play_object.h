/* What a LudPlay holds; shared by the files that implement play.h. */
#ifndef LUD_CORE_PLAY_OBJECT_H
#define LUD_CORE_PLAY_OBJECT_H

#include <ludoteca/play.h>

/* One clock a seat. The caller tells the time; nothing here reads it. */
typedef struct Clock {
    bool is_set;
    int64_t increment_ms;
    int64_t now_ms; /* as last told */
    int64_t left_ms[LUD_MAX_SEATS];
} Clock;

/* A side that gave up, ran out of time or left. */
typedef struct Drop {
    int since; /* the length of the game at that moment, or -1: still in */
    int seat;
    LudReason reason;
} Drop;

/* Enough that positions of one epoch seldom share a slot. */
enum { SEEN_SLOTS = 256 };

struct LudPlay {
    LudRules rules;
    int turn;       /* as lud_play_turn */
    int move_count; /* of `moves`, or -1: not listed yet */

    /* Position i stands before ply i; `length` is the current one. Plies from `length` to `total`
     * were taken back and can be redone. */
    int length, total, capacity;
    uint32_t epoch;
    LudMove *ply;     /* LUD_NO_MOVE: a skipped turn */
    uint64_t *key;    /* of position i */
    int *epoch_start; /* the first position of the epoch that position i belongs to */

    LudResult result;
    bool is_ended_by_people; /* ended by what people did rather than by the board or history */
    bool has_drops;
    Drop drop[LUD_MAX_SIDES];
    Clock clock;

    LudState start, state;
    int32_t last_seen[SEEN_SLOTS]; /* by key: the latest position with such a key, or -1 */
    LudMove moves[LUD_MAX_MOVES];
};

/* Makes room for all plies that one request can add, so that nothing fails half-way; false when
 * memory runs out. */
bool play_reserve(LudPlay *play);
/* Plays a ply known to be legal, after play_reserve. */
void play_push(LudPlay *play, LudMove m);
/* Passes the turns of sides that are out, after play_reserve. */
void play_skip_dropped(LudPlay *play);
bool play_is_listed(const LudMove *list, int count, LudMove m);

/* LUD_EOVER with its message once the game has ended. */
LudStatus play_check_running(const LudPlay *play, LudError *err);
/* The error that says why, if the game knows, and lists what would have been legal; `text` is the
 * move as written, or NULL. */
LudStatus play_illegal(const LudGame *game, const LudState *s, LudMove m, const char *text,
                       LudError *err);
LudStatus play_no_memory(LudError *err);

/* The keys of the positions before number `index` that it may repeat, oldest first. */
static inline const uint64_t *play_past(const LudPlay *play, int index, int *count)
{
    bool is_repetition_something = play->rules.game->rules.repetition_limit > 0;
    *count = is_repetition_something ? index - play->epoch_start[index] : 0;
    return play->key + play->epoch_start[index];
}

/* clock.c: a seat completed a move. */
void clock_add_increment(Clock *clock, int seat);

#endif
