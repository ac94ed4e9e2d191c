/* The head of a request, read by llhttp as its bytes come in, and its content where that is wanted.
 */
#ifndef LUD_SERVER_REQUEST_HEAD_H
#define LUD_SERVER_REQUEST_HEAD_H

#include <llhttp.h>

#include "base/text.h"
#include "server/exchange.h"

enum {
    HEAD_BYTES = 16384, /* the most that the head of a request may have */
    HEAD_FIELD_BYTES = 1024,
    HEAD_NAME_BYTES = 32,  /* longer than any field's name that matters */
    CONTENT_BYTES = 16384, /* the most that content may have */
    /* The most that it may take to say it, in chunks and with what may follow them. */
    CONTENT_WIRE_BYTES = 4 * CONTENT_BYTES,
};

/* What was read. Fields that are absent, or too long to be sensible, are empty. */
typedef struct RequestHead {
    Text target; /* as it came */
    char host[256], origin[256], upgrade[64], socket_key[64], socket_version[16];
    char accept_encoding[HEAD_FIELD_BYTES], if_none_match[HEAD_FIELD_BYTES];
    char range[128], if_range[64];
    char authorization[192], expect[32], coding[16];
    char x_forwarded_for[512], x_forwarded_proto[32], forwarded[512]; /* as proxies say */
    Text content;                                                     /* once it was read */
    uint64_t content_length;
    Method method;
    int host_count;
    bool has_origin;  /* even if it is empty */
    bool is_old;      /* HTTP/1.0 */
    bool is_kept;     /* the connection stays open for more requests */
    bool is_last;     /* the client wants it closed, and will send nothing more */
    bool has_content; /* which is read only if head_reader_expect_content() says so */
    bool has_coding;  /* Transfer-Encoding, even if it is empty */
    bool is_tunnel;   /* CONNECT, whose target is no path */
    bool is_upgrade;  /* the fields Upgrade and Connection ask for another protocol */
} RequestHead;

/* Reads the requests of one connection, one after the other. */
typedef struct HeadReader {
    llhttp_t parser;
    RequestHead *head; /* being read, or read; NULL between requests */
    size_t taken;      /* bytes of it so far, or of its content */
    bool is_whole;     /* the head; or, of a content that is expected, that */
    bool is_content, is_content_long;
    bool is_line_start, is_folded; /* the next byte begins a line; a line began with a space */
    char name[HEAD_NAME_BYTES];    /* of the field that is being read */
    size_t name_length;
    char *value; /* where that field's value goes; NULL: nowhere */
    size_t value_size;
    bool is_value_long;
} HeadReader;

typedef enum HeadOutcome {
    HEAD_PART,    /* everything was taken, and more is needed */
    HEAD_WHOLE,   /* reader->head is there; what follows it was not taken */
    HEAD_BROKEN,  /* this is no HTTP */
    HEAD_LONG,    /* more than HEAD_BYTES; content: more than CONTENT_BYTES */
    HEAD_VERSION, /* neither HTTP/1.0 nor 1.1 */
    HEAD_MEMORY,
} HeadOutcome;

void head_reader_start(HeadReader *reader);
/* Takes bytes, and tells how many. After any other outcome than the first two the connection can
 * only be told so and ended. */
HeadOutcome head_reader_take(HeadReader *reader, const char *bytes, size_t size, size_t *taken);
/* What is taken next is the content of the request whose head was read, and which has some. It is
 * whole again when all of that is in head->content; then is_kept holds for this request, too. */
void head_reader_expect_content(HeadReader *reader);
/* Forgets the request, to read the next one. */
void head_reader_next(HeadReader *reader);
/* Whether some of a request was read, but not all. */
bool head_reader_is_amid(const HeadReader *reader);
void head_reader_end(HeadReader *reader);

#endif
