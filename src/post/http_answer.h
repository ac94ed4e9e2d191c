/* What a push service answers: its status, and whether it wants to be left alone for a while. */
#ifndef LUD_POST_HTTP_ANSWER_H
#define LUD_POST_HTTP_ANSWER_H

#include <llhttp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct HttpAnswer {
    int status;      /* 0 until it is known */
    int retry_s;     /* Retry-After in seconds; 0: none */
    size_t received; /* bytes so far */
    llhttp_t parser;
    llhttp_settings_t settings;
    char field[16], value[16]; /* of the field that is being read, as far as they fit */
    size_t field_size, value_size;
} HttpAnswer;

void http_answer_begin(HttpAnswer *answer);
/* Some bytes of it; whether more are wanted. Without a status then, it was no HTTP, or too long. */
bool http_answer_read(HttpAnswer *answer, const char *bytes, size_t size);

#endif
