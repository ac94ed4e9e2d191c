/* What somebody who is away is told of their game, in their language. */
#ifndef LUD_POST_NOTICE_H
#define LUD_POST_NOTICE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NOTICE_OPPONENTS = 3,
    NOTICE_LINE = 320, /* a title or a body, its end included */
};

typedef enum NoticeKind {
    NOTICE_TURN,  /* it is their turn */
    NOTICE_BEGUN, /* everybody is there, and the game has begun */
    NOTICE_WON,   /* the game is over … */
    NOTICE_LOST,
    NOTICE_DRAWN,
    NOTICE_OVER,    /* … however it ended */
    NOTICE_DRAW,    /* somebody offers a draw */
    NOTICE_TIME,    /* their time runs out */
    NOTICE_CONFIRM, /* by mail only: whether they want such mails */
    NOTICE_KINDS
} NoticeKind;

typedef enum NoticeLanguage { NOTICE_ENGLISH, NOTICE_SPANISH, NOTICE_LANGUAGES } NoticeLanguage;

typedef struct Notice {
    NoticeKind kind;
    NoticeLanguage language;
    const char *game;                        /* as it is called in that language */
    const char *opponents[NOTICE_OPPONENTS]; /* names of the others; NULL or "": one without */
    int64_t left_ms;                         /* for the next move; 0: no limit, or not theirs */
    const char *url;                         /* where the game is */
    const char *tag;   /* the same for all notices of one game, which replace each other */
    const char *leave; /* where one can say to get no more mails; or NULL */
} Notice;

/* By a code such as "es" or "es-MX"; all but Spanish is English. */
NoticeLanguage notice_language(const char *code);

/* "Your turn in Oware against Ana", "You have 2 days left." */
void notice_title(const Notice *notice, char title[NOTICE_LINE]);
void notice_body(const Notice *notice, char body[NOTICE_LINE]);
/* {"title","body","url","tag"} for the page, for lud_free; NULL if memory ran out. */
char *notice_json(const Notice *notice);
/* The text of a mail, whose subject is the title; likewise. */
char *notice_mail(const Notice *notice);

#endif
