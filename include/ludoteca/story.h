/* What moves do, told step by step: for boards that show it, and for hands that enter it. */
#ifndef LUDOTECA_STORY_H
#define LUDOTECA_STORY_H

#include "play.h"
#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_MAX_EVENTS = 128, /* of one ply */
    LUD_MAX_STEPS = 4,    /* of one move */
    LUD_MAX_WAYS = 2,     /* to enter it */
};

/* -- events: what a ply does to the board ------------------------------------------------------ */

typedef enum LudEventKind {
    LUD_EVENT_LIFT, /* oware: all `count` seeds of a pit; six, pylos: a piece, to be laid again */
    LUD_EVENT_SOW,  /* one of the lifted seeds falls here or, without a cell, into the store of
                     * `side`
                     */
    LUD_EVENT_CAPTURE, /* oware: `count` seeds go to the store of `side` */
    LUD_EVENT_KEEP,    /* oware, when the game is over: `side` gets `count` of what is left */
    LUD_EVENT_PUT,     /* a piece of `side`, from the hand or the lifted one, is laid down */
    LUD_EVENT_RECOVER, /* pylos: a ball goes back to the reserve */
    LUD_EVENT_FALL,    /* six: a tile leaves the game */
    LUD_EVENT_REMOVE,  /* dados: a chip goes back to its owner, `side` */
    LUD_EVENT_ROLL,    /* dados: `count` is the total */
    LUD_EVENT_PASS,    /* nothing could be done, or the seat's side is out */
    LUD_EVENT_COUNT
} LudEventKind;

typedef struct LudEvent {
    LudEventKind kind;
    char cell[LUD_CELL_TEXT]; /* "" for ROLL and PASS, and for SOW into a store */
    int count;                /* 1 unless said above */
    int side;                 /* whose piece it is or becomes; the mover's for SOW, ROLL, PASS */
} LudEvent;

/* -- steps: how a move is entered -------------------------------------------------------------- */

typedef enum LudStepKind {
    LUD_STEP_PICK, /* a pit to sow, a piece to lift, a chip to remove */
    LUD_STEP_PUT,
    LUD_STEP_RECOVER,
    LUD_STEP_GROUP, /* six: the group that stays, by its lowest cell */
    LUD_STEP_PASS,
    LUD_STEP_COUNT
} LudStepKind;

typedef struct LudStep {
    LudStepKind kind;
    char cell[LUD_CELL_TEXT]; /* "" for PASS */
} LudStep;

/* -- notices: special rules that a ply met ----------------------------------------------------- */

typedef enum LudNotice {
    LUD_NOTICE_SLAM_ILLEGAL,    /* oware: who is to move may not capture everything */
    LUD_NOTICE_SLAM_NO_CAPTURE, /* oware: everything would have been captured, so nothing was */
    LUD_NOTICE_MUST_FEED,       /* oware: who is to move must give seeds to who has none */
    LUD_NOTICE_FORCED_SLAM,     /* oware: there was no other move than one that takes all */
    LUD_NOTICE_CIRCLING,        /* oware: nothing can be captured any more */
    LUD_NOTICE_RECOVERY,        /* pylos: a ball came back */
    LUD_NOTICE_RECOVERY_TWO,
    LUD_NOTICE_SECOND_ROUND, /* six: the hands are empty */
    LUD_NOTICE_GROUP_FELL,
    LUD_NOTICE_EQUAL_GROUPS, /* six: the mover chose which group stays */
    LUD_NOTICE_ROLL_AGAIN,   /* dados: … */
    LUD_NOTICE_TURN_LOST,
    LUD_NOTICE_REPLACED,
    LUD_NOTICE_PROTECTED,    /* a 10 was rolled that some chips are safe from */
    LUD_NOTICE_OUT_OF_CHIPS, /* the turn was lost for want of a chip to lay */
    LUD_NOTICE_SEEN_BEFORE,  /* once more, and this position ends the game */
    LUD_NOTICE_COUNT
} LudNotice;

/* -- asking ------------------------------------------------------------------------------------ */

/* What a game promises, if it tells stories (LudGame.story). Moves are legal in `s`. Of a game that
 * tells none there are no events and no notices, and a move is entered in one step, its text.
 * `events`, `steps` and `notices` are required. */
typedef struct LudGameStory {
    int (*events)(const LudState *s, LudMove m, LudEvent *events);
    /* What becomes of the board when the game is over. NULL: it stays as it is. */
    int (*ending)(const LudState *s, const LudResult *result, LudEvent *events);
    /* The steps of a move; 0 if there are not so many ways (from 0) to enter it. */
    int (*steps)(const LudState *s, LudMove m, int way, LudStep *steps);
    /* A bit for each notice that position and move alone tell. */
    uint32_t (*notices)(const LudState *s, LudMove m, const LudState *after);
    /* Why a turn is lost, where the only move is to pass: an English sentence in which {1} is who
     * loses it and {2} what was rolled. NULL: there is nothing to say. */
    const char *(*why_pass)(const LudState *s);
    /* What is easily missed on the board, of all events of a kind in one ply: an English sentence
     * in which {1} is how many pieces they moved: "{1} seeds captured". NULL, also as an answer:
     * there is nothing to say. */
    const char *(*consequence)(LudEventKind kind, int count);
    /* What else is to be said of a move, such as a special rule that no LudNotice knows: an English
     * sentence in which {1} is who made it. NULL, also as an answer: nothing. */
    const char *(*aside)(const LudState *s, LudMove m, const LudState *after);
} LudGameStory;

/* What a legal move or roll does, in the order in which it is to be shown; applied one by one to
 * the position before it they give the one after it. Returns their number. */
LUD_API int lud_story_events(const LudGame *game, const LudState *s, LudMove m,
                             LudEvent events[LUD_MAX_EVENTS]);
/* The same of a ply that was played: what the end of the game does to the board is there, and a
 * turn that was skipped is a pass. */
LUD_API int lud_story_of_ply(const LudPlay *play, int index, LudEvent events[LUD_MAX_EVENTS]);
/* How a move is entered, in one of at most LUD_MAX_WAYS ways; 0: there is no such way. No two moves
 * of a position share all their steps, but one move's may be the beginning of another's. */
LUD_API int lud_story_steps(const LudGame *game, const LudState *s, LudMove m, int way,
                            LudStep steps[LUD_MAX_STEPS]);
/* The special rules that the last ply of the game met, a bit for each LudNotice. */
LUD_API uint32_t lud_story_notices(const LudPlay *play);
/* Whether a move is to pass: nothing can be done. */
LUD_API bool lud_story_is_pass(const LudGame *game, const LudState *s, LudMove m);
/* Why nothing can be done, as LudGameStory.why_pass; NULL if there is nothing to say. */
LUD_API const char *lud_story_why_pass(const LudGame *game, const LudState *s);
/* What `count` pieces that met such events make worth saying, as LudGameStory.consequence; and what
 * else there is to say of a legal move, as LudGameStory.aside. NULL: nothing. */
LUD_API const char *lud_story_consequence(const LudGame *game, LudEventKind kind, int count);
LUD_API const char *lud_story_aside(const LudGame *game, const LudState *s, LudMove m);

/* Stable English names such as "grand-slam-illegal", "recover", "pick". */
LUD_API const char *lud_event_name(LudEventKind kind);
LUD_API const char *lud_step_name(LudStepKind kind);
LUD_API const char *lud_notice_name(LudNotice notice);

#ifdef __cplusplus
}
#endif
#endif
