/* Learning: games as numbers, for programs that learn to play.
 *
 * Every decision is one of a fixed set of actions, 0 … actions - 1, and what a seat sees is a fixed
 * block of small numbers. Where the moves of a game would need too many numbers an action is a part
 * of a move, and the same seat goes on until the move is complete. docs/PYTHON.md lists the actions
 * and numbers of each game.
 *
 * An episode is one game played by actions, with repetition watched and dice as explicit outcomes.
 * A batch is many of them at once, which rolls its dice itself and begins anew by itself. */
#ifndef LUDOTECA_LEARNING_H
#define LUDOTECA_LEARNING_H

#include "play.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_MAX_ACTIONS = 2048,
    LUD_MAX_PARTS = 4,      /* actions that make up one move */
    LUD_MAX_DIMENSIONS = 3, /* of what is seen */
    LUD_MAX_SEEN = 12288,
    LUD_ACTION_TEXT = 64,
    LUD_LENGTH_MOST = 1000000, /* actions after which an episode may be cut */
};

/* -- the facet ----------------------------------------------------------------------------------
 */

/* What numbers a game has; its options may change them, positions don't. */
typedef struct LudSpace {
    int actions;
    int dimensions, shape[LUD_MAX_DIMENSIONS]; /* of what is seen: planes first */
    int length;    /* the usual number of actions after which an episode is cut */
    int parts;     /* the most actions that a move takes */
    int most_seen; /* the largest number that is ever seen */
} LudSpace;

/* The actions that were taken of the move that is being made; zero between moves. */
typedef struct LudParts {
    uint16_t action[LUD_MAX_PARTS - 1];
    uint16_t count;
} LudParts;

/* The facet (LudGame.learning). All required but `take`. `s` is a seat's turn, but for `space`,
 * which gets a start position, and `observe`, which gets any; `parts` are legal there. */
typedef struct LudGameLearning {
    void (*space)(const LudState *s, LudSpace *space);
    /* Marks the legal actions among all, at least one; `mask` may be NULL. Returns the same as
     * bits, the lowest for action 0; of more than 64 actions nothing that means anything. */
    uint64_t (*mask)(const LudState *s, const LudParts *parts, bool *mask);
    /* Whether `mask` would mark it; any number may be asked for. */
    bool (*is_action)(const LudState *s, const LudParts *parts, int action);
    /* Takes a legal action: the move that it completes, or LUD_NO_MOVE, and then it is one of the
     * parts. Unchecked. NULL: an action is the move of that number. */
    LudMove (*take)(const LudState *s, LudParts *parts, int action);
    /* The actions that make up a legal move; returns their number. */
    int (*actions_of)(const LudState *s, LudMove m, int actions[LUD_MAX_PARTS]);
    /* What a seat sees, as many numbers as the shape has. */
    void (*observe)(const LudState *s, const LudParts *parts, int seat, uint8_t *seen);
    /* Writes a legal action as text (LUD_ACTION_TEXT bytes); returns the length. */
    int (*print)(const LudState *s, const LudParts *parts, int action, char *text);
} LudGameLearning;

/* What LudGameLearning.take does, also where that is NULL. */
static inline LudMove lud_learning_take(const LudGameLearning *learning, const LudState *s,
                                        LudParts *parts, int action)
{
    return learning->take ? learning->take(s, parts, action) : (LudMove)action;
}

/* The numbers of a game by these rules; LUD_ENOTNOW if it has none. */
LUD_API LudStatus lud_learning_space(const LudRules *rules, LudSpace *space, LudError *err);
/* How many numbers are seen. */
LUD_API int lud_space_seen(const LudSpace *space);
/* What the points of a result are worth to a seat: a sole winner 1, the sides together 0. */
LUD_API float lud_learning_reward(const LudResult *result, int seat);

/* -- an episode ---------------------------------------------------------------------------------
 */

typedef struct LudEpisode LudEpisode; /* opaque; belongs to one thread at a time */

/* Begins at `start` (NULL: the usual start position). `length` actions are the most (0: the usual
 * number); outcomes of dice are not counted. */
LUD_API LudStatus lud_episode_new(LudEpisode **episode, const LudRules *rules,
                                  const LudState *start, int length, LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_episode_free(LudEpisode *episode);
/* A copy with all history; NULL when out of memory. */
LUD_API LudEpisode *lud_episode_copy(const LudEpisode *episode);
LUD_API const LudRules *lud_episode_rules(const LudEpisode *episode);
LUD_API const LudSpace *lud_episode_space(const LudEpisode *episode);
/* Where it stands, and where it began; and the parts of the move that is being made. */
LUD_API const LudState *lud_episode_state(const LudEpisode *episode);
LUD_API const LudState *lud_episode_start(const LudEpisode *episode);
LUD_API const LudParts *lud_episode_parts(const LudEpisode *episode);
/* The seat to act, LUD_CHANCE or LUD_OVER. */
LUD_API int lud_episode_turn(const LudEpisode *episode);
/* How many actions are the most. */
LUD_API int lud_episode_length_most(const LudEpisode *episode);
/* Whether it was cut for its length. */
LUD_API bool lud_episode_is_truncated(const LudEpisode *episode);
/* The legal actions in ascending order (LUD_MAX_ACTIONS places); at LUD_CHANCE the numbers of the
 * outcomes, from 0. Returns how many. */
LUD_API int lud_episode_actions(const LudEpisode *episode, int *list);
/* Whether each action is legal; none is unless it is a seat's turn. */
LUD_API void lud_episode_mask(const LudEpisode *episode, bool *mask);
/* At LUD_CHANCE the outcomes in the order of their numbers; else 0. */
LUD_API int lud_episode_chances(const LudEpisode *episode, LudChance *list);
/* Takes an action, or an outcome at LUD_CHANCE, if it is legal. */
LUD_API LudStatus lud_episode_act(LudEpisode *episode, int action, LudError *err);
/* Takes a whole move or an outcome, as the game lists it, between moves. */
LUD_API LudStatus lud_episode_move(LudEpisode *episode, LudMove m, LudError *err);
/* Takes back the last action or outcome. */
LUD_API LudStatus lud_episode_undo(LudEpisode *episode, LudError *err);
/* All actions and outcomes so far. */
LUD_API const int32_t *lud_episode_history(const LudEpisode *episode, int *count);
/* What a seat sees. */
LUD_API void lud_episode_observe(const LudEpisode *episode, int seat, uint8_t *seen);
/* An action as text, or an outcome at LUD_CHANCE. */
LUD_API LudStatus lud_episode_print(const LudEpisode *episode, int action, char *text,
                                    LudError *err);
/* How it ended; reason NONE while it goes on, and if it was cut. */
LUD_API void lud_episode_result(const LudEpisode *episode, LudResult *result);

/* -- a batch ------------------------------------------------------------------------------------
 */

typedef struct LudBatch LudBatch; /* opaque; belongs to one thread at a time */

typedef struct LudBatchOptions {
    size_t size;   /* sizeof(LudBatchOptions) */
    int count;     /* games */
    int threads;   /* 0: as many as the machine runs at once; the games don't depend on it */
    uint64_t seed; /* of the dice; every game has a stream of its own */
    int length;    /* actions after which a game is cut; 0: the usual number */
} LudBatchOptions;

/* Where a batch writes; whatever is NULL is left out. One row for each game. */
typedef struct LudBatchArrays {
    bool *legal;            /* × actions */
    uint8_t *seen;          /* × numbers seen, as the seat to act sees them … */
    float *seen_float;      /* … or the same as floats */
    float *reward;          /* × seats: of a game that ended in this step; else 0 */
    bool *done, *truncated; /* whether a game ended in this step; whether it was cut */
    int32_t *player;        /* the seat to act */
} LudBatchArrays;

enum { LUD_BATCH_MOST = 1 << 24, LUD_BATCH_THREADS = 256 };

LUD_API LudStatus lud_batch_new(LudBatch **batch, const LudRules *rules,
                                const LudBatchOptions *options, LudError *err);
LUD_API void lud_batch_free(LudBatch *batch);
LUD_API const LudSpace *lud_batch_space(const LudBatch *batch);
LUD_API int lud_batch_seats(const LudBatch *batch);
/* Begins all games anew, with dice from `seed`, and writes what they show. */
LUD_API void lud_batch_reset(LudBatch *batch, uint64_t seed, const LudBatchArrays *arrays);
/* Takes an action in every game and writes what they show then: of a game that ended its reward,
 * and all else of the game that has begun in its place. If any action is illegal none is taken. */
LUD_API LudStatus lud_batch_step(LudBatch *batch, const int64_t *actions,
                                 const LudBatchArrays *arrays, LudError *err);
/* The same for actions of 32 bits. */
LUD_API LudStatus lud_batch_step_32(LudBatch *batch, const int32_t *actions,
                                    const LudBatchArrays *arrays, LudError *err);
/* The position of a game, and the parts of the move that is being made there. */
LUD_API const LudState *lud_batch_state(const LudBatch *batch, int game);
LUD_API const LudParts *lud_batch_parts(const LudBatch *batch, int game);

#ifdef __cplusplus
}
#endif
#endif
