/* What a run of `ludoteca engine` holds. One thread reads commands and owns everything here; a
 * second one lives from a `go` (or `perft`) until the next command that needs what it uses. */
#ifndef LUD_CLI_ENGINE_ENGINE_SESSION_H
#define LUD_CLI_ENGINE_ENGINE_SESSION_H

#include <pthread.h>

#include "cli/cli.h"

enum { ENGINE_LEVEL_MAX = LUD_LEVEL_MOST + 1 };

/* What the options say. */
typedef struct EngineWishes {
    int64_t hash_mib, threads, seed;
    int64_t line_count;
    int64_t level;    /* ENGINE_LEVEL_MAX: as well as it can */
    char *table_path; /* for free(); NULL: the usual places */
    bool has_own_book, may_ponder;
} EngineWishes;

/* What the second thread works on. It alone reads this while it runs. */
typedef struct EngineWork {
    int perft_depth; /* > 0: count positions and do nothing else */
    LudState root;   /* as the game stood */
    LudLimits limits;
    int line_count;
    LudMove *only;    /* LUD_MAX_MOVES places */
    int only_count;   /* 0: all moves */
    bool has_no_move; /* the game is over */
    LudLine told;     /* the last best line that was printed */
    bool has_told;
    bool is_fault_told; /* a damaged table was named */
} EngineWork;

typedef struct EngineSession {
    LudRules rules;
    EngineWishes wishes;
    LudEngine *engine; /* NULL until it is needed, or when wishes changed */
    LudPlay *play;
    bool has_bad_position; /* the last `position` was refused: nobody knows what `go` is about */
    bool is_debugging;

    EngineWork work;
    pthread_t thread;
    bool has_thread; /* to be joined */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_infinite, is_pondering; /* no bestmove before `stop`; nor before `ponderhit` */
    /* Under the lock: */
    bool is_stopped; /* by `stop` and all that implies it */
    bool is_hit;     /* ponderhit has come */
    bool is_done;    /* the second thread has said its last word */
} EngineSession;

/* Prints `info string …`; `tell_error` with `error: ` and what the library says, in English. */
void engine_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void engine_tell_error(const LudError *err);

#endif
