/* Search: the best move of a position, by looking ahead. It knows games only by their interface,
 * and tables only as a function that the caller hands in.
 *
 * A LudSearch belongs to one thread at a time, except for lud_search_stop and
 * lud_search_ponder_hit, which may be called from anywhere while it runs, even from a signal
 * handler. */
#ifndef LUDOTECA_SEARCH_H
#define LUDOTECA_SEARCH_H

#include "judging.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values are seen by the side to move. In games without chance:
 *
 *   LUD_VALUE_WIN - n      a win in n plies, n counted from the position that is valued; a ply is
 *                          one move of whoever makes it, so a turn of several moves is as many
 *   above LUD_VALUE_WON    won, but nobody knows how soon: a table's word
 *   around 0               an evaluation, in the game's unit (LudGameJudging.evaluate)
 *
 * and the same below zero for losses. With chance, values are linear in the chance to win, from
 * -LUD_VALUE_CERTAIN to LUD_VALUE_CERTAIN, and nothing lies beyond. */
enum {
    LUD_VALUE_MOST = 32000,
    LUD_VALUE_WIN = 30000,
    LUD_VALUE_WIN_LEAST = 28000, /* the slowest win whose length is known */
    LUD_VALUE_WON = 20000,
    LUD_EVALUATION_MOST = 15000,
    LUD_VALUE_CERTAIN = 100000000, /* so fine that means of means of rolls are told exactly */
    LUD_LINE_MOST = 64,            /* moves of a line */
    LUD_DEPTH_MOST = 200,          /* plies */
    LUD_THREADS_MOST = 256,
};

/* What an oracle knows of a position, seen by the side to move; exact if both are equal. */
typedef struct LudKnown {
    int lower, upper;
} LudKnown;

/* A source of exact values or bounds, e.g. a table; `probe` NULL: none. It is asked from all
 * threads of the search at once, and answers false where it knows nothing. */
typedef struct LudOracle {
    bool (*probe)(void *context, const LudState *s, LudKnown *known);
    void *context;
    /* It speaks of positions as if nothing had been played before. Where the game's past can still
     * come back, the search counts with what a repetition would give, so that a win that is only
     * circled around is not taken for one that is made. */
    bool ignores_history;
} LudOracle;

typedef enum LudMethod {
    LUD_METHOD_AUTO = 0,   /* alpha-beta for two sides without chance, else expectimax */
    LUD_METHOD_ALPHABETA,  /* principal variation search */
    LUD_METHOD_EXPECTIMAX, /* chance nodes, Star2; max^n for more than two sides */
    LUD_METHOD_MCTS,       /* Monte Carlo tree search with uniform playouts */
    LUD_METHOD_PROOF,      /* depth-first proof numbers: is it won? */
} LudMethod;

typedef struct LudSearchOptions {
    size_t size; /* sizeof(LudSearchOptions), as lud_search_options_usual sets it */
    LudMethod method;
    size_t memory_bytes; /* for tables and trees; at least LUD_MEMORY_LEAST */
    int threads;         /* 1: the same limits of depth or nodes give the same result every time */
    uint64_t seed;       /* Monte Carlo */
    LudOracle oracle;
} LudSearchOptions;

#define LUD_MEMORY_LEAST ((size_t)1 << 20)

/* Sixteen mebibytes, one thread. */
static inline LudSearchOptions lud_search_options_usual(void)
{
    LudSearchOptions options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.memory_bytes = (size_t)16 << 20;
    options.threads = 1;
    return options;
}

/* When to stop: at the first limit that is reached. 0 or false: no such limit. */
typedef struct LudLimits {
    int depth;      /* plies; with dice a roll and its move are one */
    uint64_t nodes; /* positions visited; in Monte Carlo search: playouts */
    int64_t move_ms;
    int64_t clock_ms, increment_ms; /* the mover's clock; the search decides how much to use */
    int moves_to_go;                /* until the clock gets more; 0: to the end of the game */
    bool is_infinite;               /* until lud_search_stop, even if all is known */
    bool is_ponder;    /* as infinite until lud_search_ponder_hit, then the other limits count */
    int64_t unused[4]; /* zero: room for limits to come */
} LudLimits;

typedef enum LudBound { LUD_BOUND_EXACT = 0, LUD_BOUND_LOWER, LUD_BOUND_UPPER } LudBound;

/* A move and what is expected to follow. */
typedef struct LudLine {
    int value; /* for the side to move at the root */
    LudBound bound;
    bool is_proven;      /* the game's outcome is certain: a win, a loss, or an oracle's word */
    int depth;           /* plies searched in full */
    int selective_depth; /* the deepest ply reached */
    int length;          /* 0: none; with chance the line ends where dice would be rolled */
    LudMove move[LUD_LINE_MOST];
    /* From tables, filled in by an engine: the final difference of the scores for the side to move
     * at the root, exact if both are equal, else bounds; as if nothing had been played before. In
     * games without a score: 1 won, 0 drawn, -1 lost. */
    bool is_tabled;
    bool is_safe; /* lud_tables_safe_after of the first move; false as well if that is not known */
    int final_least, final_most;
} LudLine;

/* What was found, so far or at the end. `lines` belongs to the search and is valid until its next
 * run or, in an observer, until that returns. */
typedef struct LudFindings {
    const LudLine *lines; /* best first */
    int line_count;
    int depth;      /* the last one completed */
    uint64_t nodes; /* of all threads */
    int64_t ms;     /* wall time */
    int hash_permille;
} LudFindings;

/* Is told of every finding as it comes, on the thread that runs the search. */
typedef struct LudObserver {
    void (*found)(void *context, const LudFindings *findings);
    void *context;
} LudObserver;

/* What to search. */
typedef struct LudTask {
    size_t size;          /* sizeof(LudTask) */
    const LudState *root; /* a seat's turn; nothing else */
    const uint64_t *past; /* LudGame.key of the earlier positions of this game, oldest first, as */
    int past_count;       /* far back as repetition looks; the root itself is not among them */
    /* What a repetition of one of them would bring the root's mover, at worst and at best: -1 a
     * loss, 0 a draw, 1 a win. Of use to oracles that ignore history. */
    int past_least, past_most;
    LudLimits limits;
    int line_count;      /* how many moves to value, best first; 0: one */
    const LudMove *only; /* consider these moves alone; NULL: all */
    int only_count;
    LudObserver observer; /* `found` may be NULL */
} LudTask;

typedef struct LudSearch LudSearch; /* opaque */

/* Makes a search for one game. */
LUD_API LudStatus lud_search_new(LudSearch **search, const LudRules *rules,
                                 const LudSearchOptions *options, LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_search_free(LudSearch *search);
/* Forgets all that was learnt, as before a new game. */
LUD_API void lud_search_forget(LudSearch *search);
/* Searches until a limit is reached or it is stopped. There is always at least one line, however
 * short the time. */
LUD_API LudStatus lud_search_run(LudSearch *search, const LudTask *task, LudFindings *findings,
                                 LudError *err);
/* Ends the current run, or the next one if none has begun, within milliseconds. */
LUD_API void lud_search_stop(LudSearch *search);
/* The move that was pondered on has been played: from now on the limits count. */
LUD_API void lud_search_ponder_hit(LudSearch *search);

/* The chance to win, 0 to 1, that a value stands for (draws count half). */
LUD_API double lud_value_chance(const LudGame *game, int value);
/* Plies until a proven win (> 0) or loss (< 0), n plies away; 0 if the length is not known. */
LUD_API int lud_value_plies(int value);
/* How many turns a side (of two) has from `root` to the end that a line's value foretells, the
 * current one included; 0 if that is not known. Several moves in a row are one turn, as far as the
 * line tells; beyond its last move every move is taken to pass the turn. */
LUD_API int lud_line_turns(const LudGame *game, const LudState *root, const LudLine *line,
                           int side);

#ifdef __cplusplus
}
#endif
#endif
