/* Proofs: who wins from a position, and a certificate that anybody can check.
 *
 * Solving uses whatever searches the library has, and tables if there are any. Checking a
 * certificate uses the rules alone, and shares nothing with them. docs/PROOFS.md describes the
 * certificates. */
#ifndef LUDOTECA_PROOF_H
#define LUDOTECA_PROOF_H

#include "play.h"
#include "table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum LudSolved {
    LUD_SOLVED_UNKNOWN, /* not within the limits */
    LUD_SOLVED_WIN,     /* of the side to move */
    LUD_SOLVED_LOSS,
    LUD_SOLVED_DRAW,
} LudSolved;

/* How a value was found. */
typedef enum LudSolvedBy {
    LUD_SOLVED_BY_NOTHING,
    LUD_SOLVED_BY_FORCE, /* moves that leave the opponent hardly a choice */
    LUD_SOLVED_BY_PROOF, /* proof numbers over all moves */
    /* All that can follow, with repetition as the rules value it, what the game has seen, and what
     * tables know. No certificate can show that. */
    LUD_SOLVED_BY_ENDING,
} LudSolvedBy;

typedef struct LudSolveTask {
    size_t size;          /* sizeof(LudSolveTask) */
    const LudState *root; /* a seat's turn */
    int64_t time_ms;      /* 0: no limit */
    uint64_t nodes; /* positions; 0: no limit. The same limit and tables give the same answer */
    size_t memory_bytes;  /* 0: sixteen mebibytes */
    bool has_certificate; /* whether one is wanted */
    /* Asked now and then; NULL: nobody interrupts. */
    bool (*should_stop)(void *context);
    void *context;
    /* The game that came to `root`, for what it has seen; NULL: it begins there. A certificate
     * speaks of a game that begins there in any case. */
    const LudPlay *play;
    LudTables *tables; /* asked for what they know; NULL: none */
} LudSolveTask;

typedef struct LudSolution {
    LudSolved solved;
    LudSolvedBy by;
    /* No win of the side to move by force alone: every such attack was looked at, of the classes
     * that the game looks for there (Six's second round: chains, no sieges). */
    bool has_no_forced_win;
    /* Best play as it was found; its value says in how many plies at most. Of the unknown its bound
     * may be proven: a value of 0 that is a lower bound is at least a draw, an upper one at most.
     */
    LudLine line;
    uint64_t nodes; /* positions looked at */
    int64_t ms;     /* wall time */
    char
        *certificate; /* of a win or a loss, for lud_free; NULL: none was wanted or there is none */
} LudSolution;

/* Solves a position of a game between two sides without dice. If there is a win or a loss, but the
 * limits do not suffice to write its certificate, that is NULL. */
LUD_API LudStatus lud_solve(const LudRules *rules, const LudSolveTask *task, LudSolution *solution,
                            LudError *err);

/* What a certificate that holds has shown. */
typedef struct LudProofReport {
    LudRules rules;
    LudState start;
    int winner;         /* side, 0 or 1 */
    int nodes;          /* of the certificate */
    uint64_t positions; /* made by playing it against every legal reply */
    int plies;          /* of the longest line */
} LudProofReport;

/* Plays a certificate against every legal reply. LUD_OK: it holds. Else the error says what is
 * wrong with it, and in which line. */
LUD_API LudStatus lud_proof_verify(const char *text, size_t length, LudProofReport *report,
                                   LudError *err);

#ifdef __cplusplus
}
#endif
#endif
