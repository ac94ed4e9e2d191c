#include "server/request_head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- fields ------------------------------------------------------------------------------------ */

/* The fields that matter, and where their values go. */
static const struct {
    const char *name;
    size_t place, size;
} fields[] = {
#define FIELD(name, member)                                                                        \
    {                                                                                              \
        name, offsetof(RequestHead, member), sizeof((RequestHead *)0)->member                      \
    }
    FIELD("host", host),
    FIELD("accept-encoding", accept_encoding),
    FIELD("if-none-match", if_none_match),
    FIELD("range", range),
    FIELD("if-range", if_range),
    FIELD("origin", origin),
    FIELD("authorization", authorization),
    FIELD("expect", expect),
    FIELD("x-forwarded-for", x_forwarded_for),
    FIELD("x-forwarded-proto", x_forwarded_proto),
    FIELD("forwarded", forwarded),
    FIELD("transfer-encoding", coding),
    FIELD("upgrade", upgrade),
    FIELD("sec-websocket-key", socket_key),
    FIELD("sec-websocket-version", socket_version),
#undef FIELD
};

/* Fields may follow chunks, too; nobody asks for those. */
static int take_name(llhttp_t *parser, const char *at, size_t length)
{
    HeadReader *reader = parser->data;
    if (reader->is_content)
        return HPE_OK;
    size_t room = sizeof reader->name - 1 - reader->name_length;
    size_t part = length < room ? length : room;
    memcpy(reader->name + reader->name_length, at, part);
    reader->name_length += part;
    return HPE_OK;
}

static int end_name(llhttp_t *parser)
{
    HeadReader *reader = parser->data;
    reader->value = NULL;
    if (reader->is_content)
        return HPE_OK;
    reader->name[reader->name_length] = '\0';
    reader->is_value_long = false;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strcasecmp(fields[i].name, reader->name) != 0)
            continue;
        reader->value = (char *)reader->head + fields[i].place;
        reader->value_size = fields[i].size;
    }
    reader->head->host_count += reader->value == reader->head->host;
    reader->head->has_origin |= reader->value == reader->head->origin;
    reader->head->has_coding |= reader->value == reader->head->coding;
    reader->name_length = 0;
    return HPE_OK;
}

static void add_value(HeadReader *reader, const char *at, size_t length)
{
    size_t used = strlen(reader->value);
    if (reader->is_value_long || length >= reader->value_size - used) {
        reader->is_value_long = true;
        return;
    }
    memcpy(reader->value + used, at, length);
    reader->value[used + length] = '\0';
}

static int take_value(llhttp_t *parser, const char *at, size_t length)
{
    HeadReader *reader = parser->data;
    if (reader->value)
        add_value(reader, at, length);
    return HPE_OK;
}

/* A field that comes several times is one list. */
static int end_value(llhttp_t *parser)
{
    HeadReader *reader = parser->data;
    if (reader->value && *reader->value)
        add_value(reader, ",", 1);
    if (reader->value && reader->is_value_long)
        *reader->value = '\0';
    return HPE_OK;
}

/* Takes the comma away that end_value() left for a field that did not come again. */
static void trim(RequestHead *head)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        char *value = (char *)head + fields[i].place;
        size_t length = strlen(value);
        while (length > 0 && strchr(", \t", value[length - 1]))
            value[--length] = '\0';
    }
}

/* -- the request as a whole -------------------------------------------------------------------- */

static int begin(llhttp_t *parser)
{
    HeadReader *reader = parser->data;
    reader->head = calloc(1, sizeof *reader->head);
    return reader->head ? HPE_OK : -1;
}

static int take_target(llhttp_t *parser, const char *at, size_t length)
{
    HeadReader *reader = parser->data;
    text_add_bytes(&reader->head->target, at, length);
    return reader->head->target.failed ? -1 : HPE_OK;
}

static Method find_method(int method)
{
    return method == HTTP_GET       ? METHOD_GET
           : method == HTTP_HEAD    ? METHOD_HEAD
           : method == HTTP_OPTIONS ? METHOD_OPTIONS
           : method == HTTP_POST    ? METHOD_POST
                                    : METHOD_OTHER;
}

/* Content is not read unless somebody wants it, so a request ends with its head, in whatever
 * protocol it goes on. */
static int end_head(llhttp_t *parser)
{
    HeadReader *reader = parser->data;
    RequestHead *head = reader->head;
    trim(head);
    head->method = find_method(parser->method);
    head->is_old = parser->http_minor == 0;
    head->content_length = parser->content_length;
    head->has_content = parser->content_length > 0 || head->has_coding;
    head->is_tunnel = parser->method == HTTP_CONNECT;
    bool is_single = !head->has_content && !head->is_tunnel;
    head->is_kept = is_single && llhttp_should_keep_alive(parser);
    head->is_last = is_single && !head->is_kept;
    head->is_upgrade = parser->upgrade && !head->is_tunnel;
    reader->is_whole = true;
    parser->upgrade = 0;
    return head->has_content ? HPE_PAUSED : HPE_OK;
}

static int take_content(llhttp_t *parser, const char *at, size_t length)
{
    HeadReader *reader = parser->data;
    Text *content = &reader->head->content;
    reader->is_content_long = length > CONTENT_BYTES - content->length;
    if (reader->is_content_long)
        return -1;
    text_add_bytes(content, at, length);
    return content->failed ? -1 : HPE_OK;
}

/* Where the content was read, too, it is known where the next request begins. */
static int end_request(llhttp_t *parser)
{
    HeadReader *reader = parser->data;
    if (reader->is_content) {
        reader->head->is_kept = llhttp_should_keep_alive(parser);
        reader->head->is_last = !reader->head->is_kept;
        reader->is_whole = true;
    }
    return HPE_PAUSED;
}

static const llhttp_settings_t callbacks = {
    .on_message_begin = begin,
    .on_url = take_target,
    .on_header_field = take_name,
    .on_header_field_complete = end_name,
    .on_header_value = take_value,
    .on_header_value_complete = end_value,
    .on_headers_complete = end_head,
    .on_body = take_content,
    .on_message_complete = end_request,
};

void head_reader_start(HeadReader *reader)
{
    *reader = (HeadReader){0};
    llhttp_init(&reader->parser, HTTP_REQUEST, &callbacks);
    reader->parser.data = reader;
}

static bool is_known_version(const llhttp_t *parser)
{
    return parser->http_major == 1 && parser->http_minor <= 1;
}

/* The most bytes that what is being read may have. */
static size_t most(const HeadReader *reader)
{
    return reader->is_content ? CONTENT_WIRE_BYTES : HEAD_BYTES;
}

static HeadOutcome judge(HeadReader *reader, enum llhttp_errno error)
{
    if (error == HPE_PAUSED && reader->is_whole)
        return is_known_version(&reader->parser) ? HEAD_WHOLE : HEAD_VERSION;
    if (error == HPE_OK)
        return reader->taken > most(reader) ? HEAD_LONG : HEAD_PART;
    if (reader->is_content_long)
        return HEAD_LONG;
    /* A broken end of the line after a good version is called an invalid version, too. */
    if (error == HPE_PAUSED_H2_UPGRADE ||
        (error == HPE_INVALID_VERSION && !is_known_version(&reader->parser)))
        return HEAD_VERSION;
    bool is_out_of_memory =
        error == HPE_CB_MESSAGE_BEGIN ||
        (reader->head && (reader->head->target.failed || reader->head->content.failed));
    return is_out_of_memory ? HEAD_MEMORY : HEAD_BROKEN;
}

/* A line that begins with a space goes on with the field before it. HTTP calls that obsolete, and
 * what one reader takes for a field of its own and another does not is how requests are smuggled
 * past a proxy; llhttp joins them, so they are looked for here. */
static void look_for_folds(HeadReader *reader, const char *bytes, size_t size)
{
    for (const char *at = bytes, *end = bytes + size; at < end; at++) {
        reader->is_folded |= reader->is_line_start && (*at == ' ' || *at == '\t');
        at = *at == '\n' ? at : memchr(at, '\n', (size_t)(end - at));
        reader->is_line_start = at != NULL;
        if (!at)
            return;
    }
}

HeadOutcome head_reader_take(HeadReader *reader, const char *bytes, size_t size, size_t *taken)
{
    /* One byte more than there may be, so that what is too long shows. */
    size_t room = most(reader) + 1 - reader->taken;
    size_t part = size < room ? size : room;
    enum llhttp_errno error = llhttp_execute(&reader->parser, bytes, part);
    const char *end = error == HPE_PAUSED ? llhttp_get_error_pos(&reader->parser) : bytes + part;
    *taken = (size_t)(end - bytes);
    reader->taken += *taken;
    if (!reader->is_content)
        look_for_folds(reader, bytes, *taken);
    HeadOutcome outcome = judge(reader, error);
    if (outcome == HEAD_WHOLE && reader->taken > most(reader))
        return HEAD_LONG;
    return outcome == HEAD_WHOLE && reader->is_folded ? HEAD_BROKEN : outcome;
}

void head_reader_expect_content(HeadReader *reader)
{
    reader->is_content = true;
    reader->is_whole = false;
    reader->taken = 0;
    llhttp_resume(&reader->parser);
}

static void forget(HeadReader *reader)
{
    if (reader->head) {
        text_free(&reader->head->target);
        text_free(&reader->head->content);
    }
    free(reader->head);
    reader->head = NULL;
    reader->taken = 0;
    reader->is_whole = reader->is_line_start = reader->is_folded = false;
    reader->is_content = reader->is_content_long = false;
}

void head_reader_next(HeadReader *reader)
{
    forget(reader);
    llhttp_resume(&reader->parser);
}

bool head_reader_is_amid(const HeadReader *reader)
{
    return reader->taken > 0 && !reader->is_whole;
}

void head_reader_end(HeadReader *reader)
{
    forget(reader);
}
