#include "post/delivery.h"

#include <string.h>
#include <strings.h>

#include "post/http_answer.h"

enum { CHUNK = 4096, SMTP_LINE = 1024, MOST_LINES = 400 };

/* -- to a push service ------------------------------------------------------------------------- */

/* RFC 8030: 404 or 410, the subscription is no more; 413, too large; 429 and 5xx, not now. */
static PostOutcome judge_status(int status)
{
    if (status >= 200 && status < 300)
        return POST_DONE;
    if (status == 404 || status == 410)
        return POST_GONE;
    return status == 0 || status == 408 || status == 429 || status >= 500 ? POST_LATER
                                                                          : POST_FAILED;
}

static Delivery read_answer(PostLine *line)
{
    HttpAnswer answer;
    char bytes[CHUNK];
    size_t size;
    http_answer_begin(&answer);
    while ((size = post_line_read(line, bytes, sizeof bytes)) > 0) {
        if (!http_answer_read(&answer, bytes, size))
            break;
    }
    return (Delivery){judge_status(answer.status), answer.status, answer.retry_s};
}

static Delivery deliver_push(const PostJob *job, const char *content,
                             const DeliverySettings *settings, int64_t until_us)
{
    const char *test_host = settings->test_host;
    bool is_test = test_host && strcasecmp(test_host, job->host) == 0;
    Delivery delivery = {.outcome = POST_LATER};
    PostLine line;
    if (!is_test && job->port != HTTPS_PORT)
        return (Delivery){.outcome = POST_FAILED};
    LineOutcome outcome = post_line_connect(&line, job->host, job->port, is_test, until_us);
    if (outcome == LINE_FORBIDDEN)
        delivery.outcome = POST_FAILED;
    else if (outcome == LINE_OPEN && post_line_secure(&line, settings->trust, job->host, true) &&
             post_line_write(&line, content, job->size))
        delivery = read_answer(&line);
    post_line_close(&line);
    return delivery;
}

/* -- to a mail server -------------------------------------------------------------------------- */

/* Lines as they come. */
typedef struct LineReader {
    PostLine *line;
    char bytes[SMTP_LINE];
    size_t size, used; /* `used` of them were read already */
} LineReader;

/* The next line without its end; NULL if none comes, or one too long. It stays until the next. */
static const char *read_line(LineReader *reader)
{
    memmove(reader->bytes, reader->bytes + reader->used, reader->size - reader->used);
    reader->size -= reader->used;
    reader->used = 0;
    for (;;) {
        char *end = memchr(reader->bytes, '\n', reader->size);
        if (end) {
            reader->used = (size_t)(end - reader->bytes) + 1;
            *end = '\0';
            reader->bytes[strcspn(reader->bytes, "\r")] = '\0';
            return reader->bytes;
        }
        size_t got = post_line_read(reader->line, reader->bytes + reader->size,
                                    sizeof reader->bytes - reader->size);
        if (got == 0)
            return NULL;
        reader->size += got;
    }
}

/* Begins TLS. What was sent in the clear after the answer would be taken for an answer by TLS, so
 * there may be nothing. */
static bool secure(LineReader *reader, const DeliverySettings *settings)
{
    const SmtpServer *server = &settings->smtp;
    return reader->used == reader->size &&
           post_line_secure(reader->line, settings->trust, server->host, !server->is_local);
}

/* One line of the server's, and what follows from it. */
static SmtpStep take_step(SmtpTalk *talk, LineReader *reader, const DeliverySettings *settings)
{
    Text say = {0};
    const char *heard = read_line(reader);
    SmtpStep step = heard ? smtp_hear(talk, heard, &say) : SMTP_LATER;
    if (step == SMTP_SECURE) {
        if (secure(reader, settings))
            smtp_secured(talk, &say);
        else
            step = SMTP_LATER;
    }
    if (say.failed)
        step = SMTP_LATER;
    else if (say.length > 0 && !post_line_write(reader->line, say.bytes, say.length) &&
             step != SMTP_DONE)
        step = SMTP_LATER;
    text_free(&say);
    return step;
}

static Delivery converse(PostLine *line, const PostJob *job, const char *content,
                         const DeliverySettings *settings)
{
    LineReader reader = {.line = line};
    SmtpTalk talk;
    SmtpStep step = SMTP_READ;
    smtp_begin(&talk, &settings->smtp, settings->sender, job->to, content);
    for (int lines = 0; step <= SMTP_SECURE && lines < MOST_LINES; lines++)
        step = take_step(&talk, &reader, settings);
    PostOutcome outcome = step == SMTP_DONE     ? POST_DONE
                          : step == SMTP_GONE   ? POST_GONE
                          : step == SMTP_FAILED ? POST_FAILED
                                                : POST_LATER;
    return (Delivery){.outcome = outcome, .status = talk.status};
}

/* The operator named the mail server, so it may be anywhere. */
static Delivery deliver_mail(const PostJob *job, const char *content,
                             const DeliverySettings *settings, int64_t until_us)
{
    const SmtpServer *server = &settings->smtp;
    Delivery delivery = {.outcome = POST_LATER};
    PostLine line;
    if (!settings->has_mail)
        return (Delivery){.outcome = POST_FAILED};
    if (post_line_connect(&line, server->host, server->port, true, until_us) == LINE_OPEN &&
        (!server->is_secure ||
         post_line_secure(&line, settings->trust, server->host, !server->is_local)))
        delivery = converse(&line, job, content, settings);
    post_line_close(&line);
    return delivery;
}

Delivery deliver(const PostJob *job, const char *content, const DeliverySettings *settings,
                 int64_t until_us)
{
    return job->kind == POST_PUSH ? deliver_push(job, content, settings, until_us)
                                  : deliver_mail(job, content, settings, until_us);
}
