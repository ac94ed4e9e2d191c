/* Judging: what search and analysis need to know of a game besides its rules. */
#ifndef LUDOTECA_JUDGING_H
#define LUDOTECA_JUDGING_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the values of a game count. The texts are English messages for people; {1} is the value. */
typedef struct LudUnit {
    const char *name;            /* the word for several, also in JSON: "seeds" */
    const char *value;           /* "{1} seeds" */
    const char *one_less, *less; /* "every other move is worth at least {1} seeds less" */
    /* Of a game with a score, where tables know the final difference: exactly ("exactly {1}
     * seeds"), or within two numbers ("{1} seeds ({2} to {3})"). */
    const char *one_exactly, *exactly, *within;
} LudUnit;

/* What an evaluation would have to work out anew at every position, kept beside the state instead
 * and changed with every move. A value without pointers, copied to branch. */
enum { LUD_NOTES_BYTES = 512 };
typedef struct LudNotes {
#ifdef __cplusplus
    alignas(16)
#else
    _Alignas(16)
#endif
        unsigned char bytes[LUD_NOTES_BYTES];
} LudNotes;

/* Something that a move does or leads to, for people: "captures {1} and leaves {2} open". The text
 * is English and doubles as the key of its translation; {1} and {2} are the numbers. */
typedef struct LudRemark {
    const char *text;
    int number[2];
} LudRemark;
enum { LUD_MAX_REMARKS = 8 };

struct LudTuning; /* opaque: the weights of an evaluation, for the tools that fit them */

struct LudNetwork; /* opaque: the same for those that learn them */

/* The facet. Every function may be NULL. `notes` is what notes_begin and notes_follow keep; a game
 * without them never looks at it. */
typedef struct LudGameJudging {
    const LudUnit *unit; /* what `evaluate` counts, in hundredths; NULL: nothing that people count,
                            only the chance to win is shown */
    int chance_scale;  /* a lead of that value wins 73 times in 100 (logistic); 0 with chance, where
                          values are linear in the chance to win */
    size_t notes_size; /* bytes of LudNotes in use; 0: none */
    /* Makes the notes of a position, and changes them (in place) with a move that is no roll.
     * NULL as notes_size 0. */
    void (*notes_begin)(const LudState *s, LudNotes *notes);
    void (*notes_follow)(const LudState *before, LudMove m, const LudState *after, LudNotes *notes);
    /* How a side stands in a position that is not over, within ±LUD_EVALUATION_MOST (search.h).
     * With two sides one's gain is the other's loss. In games with chance LUD_VALUE_CERTAIN times
     * (2 p - 1), p being the chance that this side wins. Integers only, so that all machines
     * agree. NULL: everything is worth 0. */
    int (*evaluate)(const LudState *s, const LudNotes *notes, int side);
    /* The legal moves that are worth a look even when the depth has run out: those after which the
     * static value can't be trusted. A subset of `moves`, maybe none. NULL: there are none. */
    int (*noisy)(const LudState *s, const LudNotes *notes, LudMove *list);
    /* Guesses how promising each listed move is; the search tries larger ones first. NULL: no
     * opinion. */
    void (*order)(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                  int32_t *promise);
    /* A move that ends the game at once with a win for the side to move, or LUD_NO_MOVE if there is
     * none: exact, and cheaper than listing. NULL: the list has to be made. */
    LudMove (*winning)(const LudState *s, const LudNotes *notes);
    /* The legal moves that do not let the opponent end the game with a win at once: every legal
     * move that is missing here passes the turn and loses to the very next one. May list too many,
     * never too few; 0: all moves lose. -1: nothing known, all have to be tried. NULL as -1. */
    int (*urgent)(const LudState *s, const LudNotes *notes, LudMove *list);
    /* What the first move of a line does and what the line leads to, the most telling first, at
     * most LUD_MAX_REMARKS. `line` has `length` >= 1 legal moves from `s` on, as best play was
     * found to go. NULL: nothing to say. */
    int (*remark)(const LudState *s, const LudMove *line, int length, LudRemark *remarks);
    /* The evaluation as a weighted sum, laid open for tuning. NULL: it is none. */
    const struct LudTuning *tuning;
    /* All outcomes of the roll that is awaited at once, for searches in which a single move is left
     * after it: for each side the sum of the outcomes' weights times its value after the move that
     * is best for the mover (the first of equals), a win and its loss counting as certain, anything
     * else as `evaluate` says. Returns how many positions were judged. NULL: each is looked at by
     * itself. */
    int (*roll)(const LudState *s, const LudNotes *notes, int64_t sums[LUD_MAX_SIDES]);
    /* The evaluation as weights of patterns, laid open for training. NULL: it is none. */
    const struct LudNetwork *network;
    /* Of games with hundreds of moves: how many are worth a look one ply before the depth runs out,
     * twice as many a ply earlier, and so on. 0: all. */
    int breadth;
    /* Lists the moves that are worth that look, about `most` of them, legal and none twice, with
     * their promises, cheaper than listing and ordering all. -1: all have to be listed. NULL as
     * -1. */
    int (*likely)(const LudState *s, const LudNotes *notes, int most, LudMove *list,
                  int32_t *promise);
    /* A key under which positions meet that are worth the same, such as those that differ by a turn
     * of the board; for searches with dice and two sides. NULL: the key of the rules. */
    uint64_t (*key)(const LudState *s);
    /* Of games in which the higher score wins: changes the score of a position that is not over so
     * that `side` leads by `points` more than before, or by as many as there can be, and leaves
     * everything else. Returns by how many it has changed. NULL: there is no such score. */
    int (*shift_lead)(LudState *s, int side, int points);
} LudGameJudging;

/* A game's judging, never NULL: one without functions where it has none. */
LUD_API const LudGameJudging *lud_judging(const LudGame *game);

/* Some evaluations were learnt, and have more weights than a page should fetch for games that
 * nobody plays; in WebAssembly they are brought. Everywhere else nothing is ever missing. */

/* The name of the weights without which these rules can't be judged (a file NAME.weights of the
 * library's sources); NULL: nothing is missing. */
LUD_API const char *lud_weights_missing(const LudRules *rules);
/* Takes the content of that file. LUD_EUSAGE if it can't be that; no harm if they were there. */
LUD_API LudStatus lud_weights_hold(const LudRules *rules, const void *bytes, size_t size_bytes,
                                   LudError *err);

#ifdef __cplusplus
}
#endif
#endif
