/* The referee of online games, on a thread of its own: every game, whose seats these are, clocks,
 * dice, computer players. It knows nothing of networks: calls come in from any thread, answers go
 * out through functions that the caller supplies.
 *
 * What it is asked meanwhile it works through in one go, which one commit of the store makes
 * durable; only then are answers given and events told. If the store fails, nothing of it has
 * happened, and those who asked are told to ask again. docs/ONLINE.md says what can be asked. */
#ifndef LUD_ONLINE_HALL_H
#define LUD_ONLINE_HALL_H

#include <stdatomic.h>

#include <ludoteca/game.h>

#include "store/store.h"

typedef struct Hall Hall;

/* Why somebody who is away is told of a game. */
typedef enum HallNoticeKind {
    HALL_NOTICE_TURN,
    HALL_NOTICE_BEGUN,
    HALL_NOTICE_WON,
    HALL_NOTICE_LOST,
    HALL_NOTICE_DRAWN,
    HALL_NOTICE_DRAW,    /* somebody offers one */
    HALL_NOTICE_TIME,    /* theirs runs out */
    HALL_NOTICE_CONFIRM, /* by mail only: whether they want mails */
} HallNoticeKind;

enum { HALL_OPPONENTS = 3, HALL_PUSHES = 4 };

/* A browser that wants to be told, in the words of Web Push. */
typedef struct HallPush {
    const char *endpoint, *p256dh, *auth;
} HallPush;

/* All of it is only valid as long as the call. */
typedef struct HallNotice {
    HallNoticeKind kind;
    const char *person;                    /* what stands for the person: 64 hexadecimal digits */
    const char *language;                  /* "es" …; "" if it was not said */
    const char *game;                      /* its name; NULL: it is about none */
    const LudRules *rules;                 /* likewise */
    const char *opponents[HALL_OPPONENTS]; /* names; "" or NULL: unknown, or there is none */
    int64_t left_ms;                       /* for the next move; 0: no limit, or not theirs */
    const char *mail;                      /* an address, "": none */
    const char *code;                      /* of mails: to be sent back by CONFIRM */
    HallPush pushes[HALL_PUSHES];
    int push_count;
} HallNotice;

struct HallCall;

/* The way to the other servers that share the store. All of it is called on the hall's thread. */
typedef struct HallLinks {
    void *context;
    /* Has another server answer a call; hall_answered or hall_take_over follows. */
    void (*forward)(void *context, const char *server, struct HallCall *call);
    /* Tells whoever follows a game what happens there. */
    void (*tell)(void *context, const char *game, const char *text, size_t size);
    /* From now on, or no more: hall_hear is told what others tell of a game. */
    void (*follow)(void *context, const char *game);
    void (*ignore)(void *context, const char *game);
    /* Whether what others tell comes through now. */
    bool (*hears)(void *context);
    /* Now and then. */
    void (*look)(void *context);
} HallLinks;

typedef struct HallSettings {
    Store *store;           /* which the hall closes in the end */
    const HallLinks *links; /* where several servers share it; NULL: this one is alone */
    const char *server;     /* its name among them */
    const char *tables;     /* directories of tables for computer players, as in table.h */
    int engine_threads;     /* on which computer players think; 0: none may take part */
    int most_games;         /* that are not over, in all; 0: any number */
    int most_games_each; /* that one address may create, join or otherwise cause in an hour; 0: any
                            number */
    int most_watchers;   /* of one game; 0: any number */
    int64_t ahead_ms;    /* of the calendar, for tests that can't wait for days */
    int keep_over_days;  /* games that are over are forgotten after so long; 0: never */
    int keep_open_days;  /* the same for games that never began */
    /* Told on the hall's thread of somebody who is away; NULL: nobody is told. */
    void (*notify)(void *context, const HallNotice *notice);
    void *notify_context;
    const char *push_key; /* that browsers are told with, for lists; NULL: they are not */
    bool has_mail;        /* whether mails are sent */
} HallSettings;

/* Ready to be asked. */
LudStatus hall_open(Hall **hall, const HallSettings *settings, LudError *err);
/* No more calls may come, and every watcher has been unwatched. What waits is done first. NULL is
 * allowed. */
void hall_close(Hall *hall);

/* What waits for the hall's thread. */
typedef struct HallItem {
    struct HallItem *next;
    void (*handle)(Hall *hall, struct HallItem *item);
    const char *game; /* that it is about, or NULL */
    bool by_force;    /* whoever has it */
} HallItem;

/* -- questions and deeds ----------------------------------------------------------------------- */

typedef enum HallVerb {
    HALL_CREATE,
    HALL_LIST, /* of open and public games */
    HALL_MINE, /* of a person's games, by the key in the body */
    HALL_LOOK, /* one game as it stands */
    HALL_RECORD,
    HALL_JOIN, /* takes an open seat */
    HALL_SIT,  /* says a name for a seat, and whose it is */
    HALL_DICE, /* a device's commitment, later its secret */
    HALL_MOVE,
    HALL_RESIGN,
    HALL_OFFER,
    HALL_ACCEPT,
    HALL_DECLINE,
    HALL_CLAIM,
    HALL_CHAT,
    HALL_VACATION,
    HALL_REPORT,      /* to whoever runs the server */
    HALL_PROFILE,     /* how a person wants to be told */
    HALL_CONFIRM,     /* that an address is theirs */
    HALL_FORGET_PUSH, /* for the server itself: a browser is no more */
    HALL_VERBS,
} HallVerb;

typedef enum HallOutcome {
    HALL_DONE,      /* 200 */
    HALL_MADE,      /* 201: a game or a seat */
    HALL_MALFORMED, /* 400 */
    HALL_NO_SEAT,   /* 401: no token, or none of this game */
    HALL_NOT_YOURS, /* 403: another's turn, or not for this seat to do */
    HALL_NO_GAME,   /* 404 */
    HALL_CONFLICT,  /* 409: something else stands there, or the game is not at that point */
    HALL_ILLEGAL,   /* 422: against the rules of the game */
    HALL_TOO_MANY,  /* 429: a limit; `retry_s` says when to ask again */
    HALL_BROKEN,    /* 500: out of memory */
    HALL_NO_STORE,  /* 503: the store failed; nothing has happened */
    HALL_ELSEWHERE, /* for other servers only: another one has this game */
    HALL_BUSY,      /* likewise: it is just changing hands */
} HallOutcome;

enum {
    HALL_ID_TEXT = STORE_ID_TEXT,
    HALL_TOKEN_TEXT = 128, /* longer than any token or key */
    HALL_BODY = 16384,     /* the most that a body may have */
};

typedef struct HallCall {
    /* Set by whoever calls. */
    HallVerb verb;
    char game[HALL_ID_TEXT];     /* "" where there is none */
    char token[HALL_TOKEN_TEXT]; /* "" if none was sent */
    char *body;                  /* JSON and a zero byte, which the hall changes; NULL: none */
    size_t body_size;
    uint64_t sender;   /* the same for the same address; 0: of no limit */
    bool is_forwarded; /* by another server, which knows … */
    int known_player;  /* … that this player calls, from 1; 0: nobody, or it has the token */
    /* Called on the hall's thread once all is durable; the call is the caller's again. */
    void (*done)(struct HallCall *call);
    void *context;

    /* Set by the hall. */
    HallOutcome outcome;
    char *answer; /* JSON, of HALL_RECORD text, for lud_free; NULL if it is an error: */
    LudError err;
    int retry_s;

    /* The hall's own. */
    HallItem item;
    struct HallWatcher *from; /* who calls over a socket, or NULL */
    int forwards;             /* how often it was handed on */
    int64_t busy_ms;          /* since when its game has been changing hands; 0: it has not */
    bool is_guess;            /* … to whoever last had its game, without asking the store */
    bool is_passed_on;        /* another server has answered: nothing here can change that */
} HallCall;

/* From any thread. */
void hall_call(Hall *hall, HallCall *call);

/* -- other servers, from any thread ------------------------------------------------------------ */

/* A call that was handed on has come back with its outcome. */
void hall_answered(Hall *hall, HallCall *call);
/* Whoever has its game does not answer: this server takes the game. */
void hall_take_over(Hall *hall, HallCall *call);
/* Whoever was asked does not have its game any more: this server finds out who has. */
void hall_call_again(Hall *hall, HallCall *call);
/* What another server tells of a game; copied. */
void hall_hear(Hall *hall, const char *game, const char *text, size_t size);
/* Something may have been missed, or a server has left its games. */
void hall_look_again(Hall *hall);

/* -- watching ---------------------------------------------------------------------------------- */

/* Text for many readers, who may be on different threads; the last one frees it. */
typedef struct HallNews {
    atomic_int readers;
    bool has_more; /* of what happened before: its one reader asks for that by hall_watch_on */
    size_t size;
    char text[];
} HallNews;

void hall_news_release(HallNews *news);

/* Somebody who is told what happens in one game, as JSON, an event each. The caller's memory, from
 * hall_watch until `gone` was called with HALL_DONE, which follows hall_unwatch and nothing else.
 */
typedef struct HallWatcher {
    char game[HALL_ID_TEXT];
    int after; /* the last event that is known already */
    /* On the hall's thread, with a reader's share of the news, to be released. */
    void (*tell)(struct HallWatcher *watcher, HallNews *news);
    /* On the hall's thread: nothing more will come. HALL_DONE after hall_unwatch; before that it
     * may be called once with a reason: HALL_NO_GAME, HALL_TOO_MANY, HALL_NO_STORE, HALL_BROKEN. */
    void (*gone)(struct HallWatcher *watcher, HallOutcome outcome);
    void *context;

    /* The hall's own. */
    HallItem coming, asking, leaving;
    int player; /* that it has shown to be, or -1 */
    HallOutcome outcome;
    bool is_released;
    uint64_t came_in; /* the batch in which it came, */
    int came_before;  /* and the delivery: what was to be told before is not for it */
    struct Place *place;
    struct HallWatcher *before, *behind; /* in the place's list */
} HallWatcher;

/* From any thread. The watcher's own events and those of others come in order; first those after
 * `after`, of which a few come at once, so that a long game costs no more than one that begins. */
void hall_watch(Hall *hall, HallWatcher *watcher);
/* The watcher has done with news that have more to follow. */
void hall_watch_on(Hall *hall, HallWatcher *watcher);
/* The watcher shows that it is a player, or is about to do something: a call for the watcher's game
 * (its `game` is set from there), made in order with the watcher's other calls. A call with a right
 * token makes the watcher that player's, whose presence is told to all. */
void hall_call_from(Hall *hall, HallWatcher *watcher, HallCall *call);
void hall_unwatch(Hall *hall, HallWatcher *watcher);

/* What the hall has done so far, for those who look after the server. */
typedef struct HallFigures {
    int64_t games_created, events, calls, commits, commit_failures;
    int64_t games_in_memory, watchers, engine_moves;
    int64_t commit_us_total, commit_us_most;
} HallFigures;

void hall_figures(Hall *hall, HallFigures *figures);

#endif
