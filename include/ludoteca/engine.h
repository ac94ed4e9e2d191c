/* A player and a teacher: picks search and tables for a game, plays at a level, gives hints,
 * analyses, and judges finished games.
 *
 * A LudEngine belongs to one thread at a time, except for lud_engine_stop and
 * lud_engine_ponder_hit. */
#ifndef LUDOTECA_ENGINE_H
#define LUDOTECA_ENGINE_H

#include "play.h"
#include "practice.h"
#include "search.h"
#include "table.h"
#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- who plays --------------------------------------------------------------------------------- */

typedef enum LudPlayerKind {
    LUD_PLAYER_RANDOM,  /* any legal move; level 0 */
    LUD_PLAYER_GREEDY,  /* the best static value after its own move, ties at random */
    LUD_PLAYER_LEVEL,   /* 1 to 10 */
    LUD_PLAYER_MAX,     /* as well as it can within its limits */
    LUD_PLAYER_MCTS,    /* uniform playouts, UCT: a yardstick */
    LUD_PLAYER_COMMAND, /* another program that speaks the engine protocol */
} LudPlayerKind;

enum {
    LUD_COMMAND_BYTES = 512,
    LUD_PLAYER_TEXT = 768,
    LUD_ANALYSIS_MS = 1000, /* where no limit is given */
    LUD_HINT_MS = 1000,
};

/* What `level=5`, `max,time=100ms`, `max,depth=8,threads=2,hash=64`, `greedy`, `random`,
 * `mcts=1000` or `cmd=PROGRAM ARGS,clock=5m+3s,moves=joined` names. Times are whole numbers of ms,
 * s, m or h. */
typedef struct LudPlayerSpec {
    LudPlayerKind kind;
    int level;         /* LEVEL */
    uint64_t playouts; /* MCTS: for each move; 0 (plain `mcts` with a time): as many as it can */
    LudLimits limits; /* time=, depth=, nodes=, clock=BASE+INC; none given: see lud_engine_choose */
    int threads;      /* threads=; 0: the engine's */
    size_t memory_bytes;             /* hash=, in mebibytes; 0: the engine's */
    char command[LUD_COMMAND_BYTES]; /* COMMAND: the program and its arguments */
    int64_t has_joined_moves;        /* COMMAND, moves=joined: it is told `FfB`, not `F f B` */
    int64_t unused[7];               /* zero: room for what is to come */
} LudPlayerSpec;

/* Reads a comma-joined list as above; `level=0` is `random`. A program's arguments may contain
 * commas: they end where one of the keys follows. Errors list what would have been valid. */
LUD_API LudStatus lud_player_spec_parse(const char *text, LudPlayerSpec *spec, LudError *err);
/* Writes it in its one canonical spelling (LUD_PLAYER_TEXT bytes); returns the length. */
LUD_API int lud_player_spec_print(const LudPlayerSpec *spec, char *text);

/* -- the engine -------------------------------------------------------------------------------- */

typedef struct LudEngine LudEngine; /* opaque */

typedef struct LudEngineOptions {
    size_t size;             /* sizeof(LudEngineOptions) */
    size_t memory_bytes;     /* 0: 64 MiB */
    int threads;             /* 0: one */
    uint64_t seed;           /* of whatever is left to chance: weaker levels, ties */
    const char *table_path;  /* directories of tables, joined by ':'; "": none; NULL: the usual */
    bool makes_small_tables; /* in the background, in the user's cache directory, where missing */
    bool has_no_book;        /* MAX does without the strategies that are installed with the library
                                (docs/LIBRARY.md says where); so it does without tables */
} LudEngineOptions;

LUD_API LudStatus lud_engine_new(LudEngine **engine, const LudRules *rules,
                                 const LudEngineOptions *options, LudError *err);
/* Ends its life; NULL is allowed. */
LUD_API void lud_engine_free(LudEngine *engine);
/* Takes the memory for full strength now, so that the first request does not pay for that with its
 * time. Not needed; LUD_EMEMORY if there is not as much. */
LUD_API LudStatus lud_engine_prepare(LudEngine *engine, LudError *err);
/* Forgets the game that was played; the random generator goes on. */
LUD_API void lud_engine_new_game(LudEngine *engine);
/* Begins whatever is left to chance anew: the same seed, the same choices from here on. */
LUD_API void lud_engine_seed(LudEngine *engine, uint64_t seed);
/* Ends the request that it works on, or the next one if none has begun, within milliseconds; it is
 * answered with the best so far, or, if that would make no sense (a review), with LUD_ENOTNOW. */
LUD_API void lud_engine_stop(LudEngine *engine);
/* The move that was pondered on has been played: from now on the limits count. */
LUD_API void lud_engine_ponder_hit(LudEngine *engine);
/* Takes back a stop or a ponder hit that may have come when the request had already been answered;
 * for the thread that calls those, before it lets another one make a new request. */
LUD_API void lud_engine_clear_stop(LudEngine *engine);

/* Works out one more piece of the small tables in memory, as lud_tables_hold; between requests. For
 * games without tables there is nothing to do. */
LUD_API LudStatus lud_engine_hold_tables(LudEngine *engine, int layers, bool *has_more,
                                         LudError *err);

/* Its tables, to bring pieces of them or to ask them, between requests; NULL: none. They may be
 * others after the next request. */
LUD_API LudTables *lud_engine_tables(LudEngine *engine);

/* Takes a copy of a strategy for its rules, as stored in a file of data, for programs that have
 * none; between requests. LUD_EFILE if it is damaged. */
LUD_API LudStatus lud_engine_hold_strategy(LudEngine *engine, const void *bytes, size_t size,
                                           LudError *err);

/* A strategy as a file of data (docs/LIBRARY.md says where). */
typedef struct LudStrategyFile {
    const char *path;
    char game[LUD_RULES_TEXT];
    uint64_t bytes, checksum;
} LudStrategyFile;
/* Calls `visit` for each sound one that an engine would find, in no certain order. */
LUD_API LudStatus lud_strategies_list(void (*visit)(void *context, const LudStrategyFile *file),
                                      void *context, LudError *err);

/* Whether a file of its tables, or its strategy, is damaged, as lud_tables_fault; between requests.
 * Where answers are missing it searches instead. */
LUD_API bool lud_engine_table_fault(const LudEngine *engine, LudError *err);

/* Whether to suggest finishing, as lud_play_offer, but by what tables know where they do. */
LUD_API LudOffer lud_engine_offer(const LudEngine *engine, const LudPlay *play);

/* How an engine move came about. `findings` is empty when nothing was searched (random, a single
 * legal move, or level and greedy players that only compare); its lines are valid until the
 * engine's next request. */
typedef struct LudChoice {
    LudMove move;
    LudFindings findings;
} LudChoice;

/* Chooses a move for the seat whose turn it is; the game is not changed. `limits`, if not NULL,
 * stand in for the player's own; MAX without any limit thinks for one second. Levels have limits
 * of their own, counted in nodes so that they play alike on every machine; a shorter time in
 * `limits` cuts them off. Only MAX and MCTS can think on until they are stopped; the others answer
 * at once. COMMAND players are not for the engine: LUD_EUSAGE. */
LUD_API LudStatus lud_engine_choose(LudEngine *engine, const LudPlayerSpec *player,
                                    const LudPlay *play, const LudLimits *limits,
                                    const LudObserver *observer, LudChoice *choice, LudError *err);

/* -- analysis ---------------------------------------------------------------------------------- */

/* The `line_count` best moves (0: all) with their lines. Findings are valid until the engine's next
 * request. `limits` NULL or without any limit: LUD_ANALYSIS_MS. */
LUD_API LudStatus lud_engine_analyse(LudEngine *engine, const LudPlay *play,
                                     const LudLimits *limits, int line_count,
                                     const LudObserver *observer, LudFindings *findings,
                                     LudError *err);

/* The same among the moves in `only` (NULL: all), of which at least one must be legal. */
LUD_API LudStatus lud_engine_analyse_among(LudEngine *engine, const LudPlay *play,
                                           const LudLimits *limits, int line_count,
                                           const LudMove *only, int only_count,
                                           const LudObserver *observer, LudFindings *findings,
                                           LudError *err);

/* What an outcome of the dice would bring. */
typedef struct LudRollAnswer {
    LudChance chance;
    LudLine best; /* for whoever rolls */
} LudRollAnswer;

/* What it is worth to play on a cell: the mean over the outcomes that allow it, by their weights,
 * of the best move there. */
typedef struct LudCellOutlook {
    char name[LUD_CELL_TEXT];
    double chance;
    uint32_t weight; /* of those outcomes together */
} LudCellOutlook;

/* Where dice are to be rolled: what every outcome and every cell is worth to the roller. Where
 * somebody is to move: the same of what was rolled, `roll_count` being 0. */
typedef struct LudOutlook {
    LudRollAnswer rolls[LUD_MAX_CHANCES];
    int roll_count;
    double chance;                       /* the mean over all outcomes, or the best move's */
    uint32_t weight;                     /* of all outcomes together; 1 where somebody is to move */
    LudCellOutlook cells[LUD_MAX_CELLS]; /* those that can be played on, in the order of the view */
    int cell_count;
    int depth; /* all outcomes are searched equally deep */
    uint64_t nodes;
    int64_t ms;
} LudOutlook;

/* Is told of every depth that is finished. */
typedef void (*LudOutlookWatch)(void *context, const LudOutlook *outlook);
/* Looks at all outcomes, one ply deeper each time, until a limit is reached; `watch` may be NULL.
 * `limits` as for lud_engine_analyse, of all outcomes together. */
LUD_API LudStatus lud_engine_outlook(LudEngine *engine, const LudPlay *play,
                                     const LudLimits *limits, LudOutlookWatch watch, void *context,
                                     LudOutlook *outlook, LudError *err);
/* The value of every cell as an SVG picture, for lud_free; NULL when out of memory. `title` is the
 * headline, as it is to be read. */
LUD_API char *lud_outlook_svg(const LudGame *game, const LudState *position,
                              const LudOutlook *outlook, const char *title);

/* Advice: the best move, why, and what it is worth. */
typedef struct LudHint {
    LudLine line;
    LudRemark remarks[LUD_MAX_REMARKS]; /* at least one, the most telling first */
    int remark_count;
} LudHint;

/* LUD_ENOTNOW in a team game, where nobody may advise a player. `limits` NULL: LUD_HINT_MS. */
LUD_API LudStatus lud_engine_hint(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                                  LudHint *hint, LudError *err);
/* Why a move is good, as lud_engine_hint says it, from an analysis of at least two lines (or of all
 * moves) in which it is `index`. Returns the number of remarks. */
LUD_API int lud_remarks(const LudRules *rules, const LudState *s, const LudFindings *findings,
                        int index, LudRemark remarks[LUD_MAX_REMARKS]);

/* -- review ------------------------------------------------------------------------------------ */

/* By the chance to win that a move gave away: at least 0.10, 0.20, 0.30 (in games with dice 0.04,
 * 0.08, 0.16, as luck is not the mover's fault and chances move in smaller steps). */
typedef enum LudMark {
    LUD_MARK_BEST = 0, /* nothing better was found */
    LUD_MARK_GOOD,
    LUD_MARK_INACCURACY,
    LUD_MARK_MISTAKE,
    LUD_MARK_BLUNDER,
    LUD_MARK_FORCED, /* there was no choice */
} LudMark;

/* What a move gave away: by what is certain, where both outcomes are; else, in the search's
 * opinion, a lead. */
typedef enum LudGift {
    LUD_GIFT_NONE = 0,
    LUD_GIFT_WIN_LOST, /* from a win to a loss */
    LUD_GIFT_WIN_DRAWN,
    LUD_GIFT_DRAW_LOST,
    LUD_GIFT_LEAD, /* at least a mistake: from more than an even chance to less */
} LudGift;

/* One ply of a reviewed game. Chances are the mover's (or roller's) to win, 0 to 1. */
typedef struct LudJudgement {
    int ply; /* index in the game */
    int seat;
    bool is_roll;
    LudMark mark;                 /* moves only */
    int value_best, value_played; /* moves only: in search values, the mover's view */
    double chance_before;         /* with best play; of a roll: the mean over all outcomes */
    double chance_after;          /* after what was played or rolled */
    double loss;                  /* moves: chance given away, never below 0 */
    double luck;                  /* rolls: chance_after - chance_before */
    double chance[LUD_MAX_SIDES]; /* of every side to win, after this ply; they sum to 1 */
    bool is_turning_point;        /* the favourite changed here for good, or the largest swings */
    LudLine best;     /* the best alternative's line; the played move's if it was best */
    LudRemark remark; /* text NULL: nothing to say; else what the best move would have done */
    /* What everybody's rolls and moves up to this one have given every side: what one gains the
     * others lose, so each sums to 0 over the sides. */
    double luck_so_far[LUD_MAX_SIDES], skill_so_far[LUD_MAX_SIDES];
    double random_loss; /* moves: what a move at random would have given away, as the static values
                           have it; the mean over all legal ones */
    /* Moves: whether the outcome under perfect play is certain (proven, or from tables) for the
     * best move and for the played one: the final difference of the score, or 1, 0, -1. */
    bool is_exact;
    int exact_best, exact_played;
    LudGift gift;
} LudJudgement;

/* How well a side played: by what it gave away, as a share of what moves at random would have given
 * away in the same positions. docs/ANALYSIS.md has the bounds. */
typedef enum LudPlayClass {
    LUD_CLASS_NONE = 0, /* too few decisions to say */
    LUD_CLASS_MASTERLY,
    LUD_CLASS_EXPERT,
    LUD_CLASS_STRONG,
    LUD_CLASS_GOOD,
    LUD_CLASS_FAIR,
    LUD_CLASS_WEAK,
    LUD_CLASS_HAPHAZARD,
} LudPlayClass;

typedef struct LudSideReview {
    int moves, best, good, inaccuracies, mistakes, blunders, forced;
    double accuracy;    /* 0 to 100 */
    double mean_loss;   /* the error rate: of the chance to win, a move that was not forced */
    double luck;        /* with dice: the sum over its rolls; else 0 */
    double skill;       /* minus the sum of losses */
    double random_loss; /* as mean_loss, of moves at random */
    /* What all that happened did for it: everybody's rolls, everybody's moves, and what the search
     * saw otherwise one ply later. With its chance at the start they make its chance after the last
     * ply. */
    double luck_of_all, skill_of_all, drift;
    double result;        /* 1 won, 0.5 drawn, 0 lost; -1: the game is not over */
    double luck_adjusted; /* with dice: the result without the luck of everybody's rolls, which may
                             lie beyond 0 and 1; -1 to 2 and more */
    LudPlayClass play_class;
    /* Of the moves with a choice: those whose outcomes are certain, those of them that kept it,
     * what the others lost (in points of the score, or halves of a game), and what was given away.
     */
    int exact, exact_kept, exact_lost, gifts;
} LudSideReview;

typedef struct LudReview {
    LudJudgement *plies; /* moves and rolls in order; turns that were skipped are left out */
    int ply_count;
    int sides;
    LudSideReview side[LUD_MAX_SIDES];
    double start_chance[LUD_MAX_SIDES];
} LudReview;

enum { LUD_REVIEW_NODES = 100000 };

/* Is told how far the review has come; false stops it with LUD_ENOTNOW. */
typedef bool (*LudProgress)(void *context, int done, int total);

/* Judges every ply of a game; `limits` are for each position (NULL: LUD_REVIEW_NODES nodes). */
LUD_API LudStatus lud_engine_review(LudEngine *engine, const LudPlay *play, const LudLimits *limits,
                                    LudProgress progress, void *context, LudReview **review,
                                    LudError *err);
LUD_API void lud_review_free(LudReview *review);
/* A stable English word: "masterly", "expert" …, "haphazard"; "" for NONE. */
LUD_API const char *lud_play_class_name(LudPlayClass play_class);
/* A stable English word: "win_lost" …, "lead"; "" for NONE. */
LUD_API const char *lud_gift_name(LudGift gift);
/* The evaluation curve as an SVG picture, with dice also luck and skill as two more, for lud_free;
 * NULL when out of memory. `labels` are the
 * sides' names, and `title` the headline, both as they are to be read. */
LUD_API char *lud_review_svg(const LudReview *review, const char *title,
                             const char *const labels[LUD_MAX_SIDES]);
/* The same with its other words (axes, marks) in the language of `translate`; NULL: English. */
LUD_API char *lud_review_svg_in(const LudReview *review, const char *title,
                                const char *const labels[LUD_MAX_SIDES], LudTranslate translate);

#ifdef __cplusplus
}
#endif
#endif
