/* A request and its reply, apart from how they travel. */
#ifndef LUD_SERVER_EXCHANGE_H
#define LUD_SERVER_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct FileTail;

enum {
    REQUEST_ARGUMENTS = 8, /* more than any question has */
    REPLY_TAG = 32,        /* bytes of an entity tag with its quotes */
    REPLY_RANGE = 80,      /* of Content-Range */
};

typedef enum Method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_OPTIONS,
    METHOD_POST,
    METHOD_OTHER,
    METHODS,
} Method;

/* Whether it changes nothing, and so is understood everywhere. */
static inline bool method_only_reads(Method method)
{
    return method == METHOD_GET || method == METHOD_HEAD || method == METHOD_OPTIONS;
}

typedef struct Request {
    Method method;
    const char *path;      /* decoded; begins with a slash */
    bool is_path_too_long; /* longer than any that leads somewhere */
    int argument_count;    /* as many as there were, even if that is more than fit below */
    const char *arguments[REQUEST_ARGUMENTS];    /* "name=value", decoded */
    const char *accept_encoding, *if_none_match; /* "" if absent */
    const char *range, *if_range;                /* "" or NULL if absent */
    char *content; /* for the answerer to change; NULL: none was read */
    size_t content_size;
    uint64_t sender; /* the same for the same address */
    int64_t now_us;
} Request;

typedef struct Reply {
    int status;
    const char *type;         /* of the content; NULL: there is none */
    const char *encoding;     /* NULL: as it is */
    const char *caching;      /* Cache-Control */
    const char *allow;        /* the methods, where another was tried; or NULL */
    const char *authenticate; /* how to show who asks, where that is needed; or NULL */
    const char *upgrade;      /* the protocol to ask in, where HTTP is not the one; or NULL */
    bool varies;              /* with the encodings that the client accepts */
    bool is_shared;           /* pages elsewhere may read it */
    bool takes_ranges;        /* a stretch of it may be asked for */
    char tag[REPLY_TAG];      /* "" : none */
    char range[REPLY_RANGE];  /* Content-Range; "": it is whole */
    int retry_after_s;        /* 0: not said */
    const char *bytes;
    size_t size;
    char *owned;           /* for lud_free once it was sent; NULL if the bytes stay */
    uint64_t following;    /* bytes of content after these */
    struct FileTail *tail; /* where those come from, for free(); NULL: they are not sent */
} Reply;

#endif
