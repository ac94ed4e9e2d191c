/* What a LudEngine holds, and what the files that implement engine.h share. */
#ifndef LUD_ENGINE_ENGINE_OBJECT_H
#define LUD_ENGINE_ENGINE_OBJECT_H

#include <stdatomic.h>

#include <ludoteca/engine.h>

#include "core/remark_list.h"
#include "engine/small_tables.h"
#include "engine/strategy.h"
#include "search/ending.h"

/* The searches that an engine may need; each is made when it is first asked for. */
typedef enum EngineSearch {
    SEARCH_STRONG, /* all memory and threads */
    SEARCH_LEVEL,  /* small and forgetful, so that levels play alike everywhere */
    SEARCH_MCTS,
    SEARCH_KINDS
} EngineSearch;

struct LudEngine {
    LudRules rules;
    const LudGame *game;
    size_t memory_bytes;
    int threads;
    uint64_t seed;
    LudRandom random;

    LudSearch *search[SEARCH_KINDS];
    LudSearchOptions made_with[SEARCH_KINDS];
    LudMove *moves; /* room for LUD_MAX_MOVES */
    int *values;    /* the same, for what each is worth */

    LudTables *tables;  /* NULL: the game has none */
    char *table_path;   /* as in LudEngineOptions */
    SmallTables *small; /* being built; NULL: none are */
    Strategy strategy;  /* for one side, from the start on */
    bool has_strategy;
    bool uses_book;
    LudError strategy_fault; /* status LUD_OK: none */
    LudLine *perfect_lines;  /* perfect.c: what tables said last, and room for how much */
    int perfect_room;
    LudLine answer;          /* choose.c: the strategy's last one */
    int stance, stance_side; /* engine_tables.c: what the root is worth, and to whom */
    bool has_stance;

    /* Between the thread that works and those that stop it. */
    _Atomic(LudSearch *) running;
    atomic_bool is_stopped, is_ponder_hit;
};

/* What to search with, and how long. */
typedef struct EngineTask {
    EngineSearch kind;
    const LudPlay *play;
    int index; /* the position before that ply; lud_play_length: the current one */
    const LudState
        *state; /* that position, or NULL: it is worked out; one after a roll may differ */
    LudLimits limits;
    int line_count;
    const LudMove *only;
    int only_count;
    const LudObserver *observer;
    int threads;                /* 0: the engine's */
    size_t memory_bytes;        /* 0: the engine's */
    bool has_tables;            /* whether they may be asked */
    bool is_apart;              /* `state` is none of the game's, and has no past */
    const EndingAnswer *ending; /* what is proven of the moves besides; NULL: nothing */
} EngineTask;

/* Runs one search of a request. */
LudStatus engine_search(LudEngine *engine, const EngineTask *task, LudFindings *findings,
                        LudError *err);
/* Whether the request should end early. */
static inline bool engine_is_stopped(const LudEngine *engine)
{
    return atomic_load_explicit(&engine->is_stopped, memory_order_relaxed);
}
/* The request is answered: a stop that came for it is used up. */
void engine_finish(LudEngine *engine);
/* Refuses games by other rules, and positions in which nobody is to move. */
LudStatus engine_check(const LudEngine *engine, const LudPlay *play, LudError *err);
LudStatus engine_check_rules(const LudEngine *engine, const LudPlay *play, LudError *err);
/* Whether a limit of any kind is set. */
bool engine_has_limit(const LudLimits *limits);
LudStatus engine_no_memory(LudError *err);

/* static_value.c: what the position after a move is worth to the side that makes it, without
 * looking further: the outcome if the game is over there, else the evaluation. `past` are the keys
 * of earlier positions. */
int static_value_after(const LudGame *game, const LudState *s, LudMove m, const uint64_t *past,
                       int past_count);
/* The static value of a position to a side; over or not. */
int static_value(const LudGame *game, const LudState *s, int side);

/* remarks.c */
/* What a line does, as far as the line alone tells: decisive words first, then the game's own. */
void remarks_of_line(const LudRules *rules, const LudState *s, const LudLine *line,
                     RemarkList *list);

#endif
