#include "post/http_answer.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { MOST_HEAD = 16384, MOST_RETRY_S = 86400 };

static void keep(char text[16], size_t *size, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && *size < 15; i++)
        text[(*size)++] = bytes[i];
    text[*size] = '\0';
}

static int on_field(llhttp_t *parser, const char *at, size_t size)
{
    HttpAnswer *answer = parser->data;
    keep(answer->field, &answer->field_size, at, size);
    return HPE_OK;
}

static int on_value(llhttp_t *parser, const char *at, size_t size)
{
    HttpAnswer *answer = parser->data;
    keep(answer->value, &answer->value_size, at, size);
    return HPE_OK;
}

static int on_value_complete(llhttp_t *parser)
{
    HttpAnswer *answer = parser->data;
    int seconds;
    if (strcasecmp(answer->field, "retry-after") == 0) {
        const char *end = text_read_number(answer->value, MOST_RETRY_S, &seconds);
        answer->retry_s = end && !*end ? seconds : 0;
    }
    answer->field_size = answer->value_size = 0;
    answer->field[0] = answer->value[0] = '\0';
    return HPE_OK;
}

/* The content is nobody's concern; what comes before the answer proper (1xx) neither. */
static int on_head_complete(llhttp_t *parser)
{
    HttpAnswer *answer = parser->data;
    if (parser->status_code < 200)
        return HPE_OK;
    answer->status = parser->status_code;
    return HPE_PAUSED;
}

void http_answer_begin(HttpAnswer *answer)
{
    *answer = (HttpAnswer){0};
    llhttp_settings_init(&answer->settings);
    answer->settings.on_header_field = on_field;
    answer->settings.on_header_value = on_value;
    answer->settings.on_header_value_complete = on_value_complete;
    answer->settings.on_headers_complete = on_head_complete;
    llhttp_init(&answer->parser, HTTP_RESPONSE, &answer->settings);
    answer->parser.data = answer;
}

bool http_answer_read(HttpAnswer *answer, const char *bytes, size_t size)
{
    answer->received += size;
    return llhttp_execute(&answer->parser, bytes, size) == HPE_OK && answer->status == 0 &&
           answer->received <= MOST_HEAD;
}
