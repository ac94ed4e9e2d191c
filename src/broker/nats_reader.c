#include "broker/nats_reader.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MOST = 6 };

/* A line cut into words. */
typedef struct Words {
    const char *at[WORDS_MOST];
    size_t size[WORDS_MOST];
    int count;
} Words;

static Words cut(const char *line, size_t size)
{
    Words words = {0};
    const char *end = line + size;
    while (words.count < WORDS_MOST) {
        while (line < end && (*line == ' ' || *line == '\t'))
            line++;
        if (line == end)
            break;
        const char *begin = line;
        while (line < end && *line != ' ' && *line != '\t')
            line++;
        words.at[words.count] = begin;
        words.size[words.count++] = (size_t)(line - begin);
    }
    return words;
}

static bool is_word(const Words *words, int number, const char *text)
{
    size_t size = strlen(text);
    return words->size[number] == size && strncasecmp(words->at[number], text, size) == 0;
}

static bool take_name(const Words *words, int number, char name[NATS_SUBJECT])
{
    if (words->size[number] >= NATS_SUBJECT)
        return false;
    memcpy(name, words->at[number], words->size[number]);
    name[words->size[number]] = '\0';
    return true;
}

/* A number of bytes; false if it is none, or too large. */
static bool take_size(const Words *words, int number, size_t *value)
{
    *value = 0;
    for (size_t i = 0; i < words->size[number]; i++) {
        char digit = words->at[number][i];
        if (digit < '0' || digit > '9')
            return false;
        *value = *value * 10 + (size_t)(digit - '0');
        if (*value > NATS_BODY_MOST)
            return false;
    }
    return words->size[number] > 0;
}

/* Of headers only the status in their first line matters: "NATS/1.0 503". */
static int read_status(const char *headers, size_t size)
{
    static const char version[] = "NATS/1.0 ";
    size_t at = sizeof version - 1;
    int status = 0;
    if (size < at + 3 || memcmp(headers, version, at) != 0)
        return 0;
    for (size_t i = at; i < at + 3; i++) {
        if (headers[i] < '0' || headers[i] > '9')
            return 0;
        status = 10 * status + (headers[i] - '0');
    }
    return status;
}

/* MSG subject sid [reply] size, or HMSG subject sid [reply] headers size, with so many bytes in the
 * next lines. `line` is the size of the first, with its end. */
static long read_message(const char *bytes, size_t size, size_t line, const Words *words,
                         bool has_headers, NatsItem *item)
{
    int fixed = has_headers ? 5 : 4;
    size_t headers = 0, body;
    bool has_reply = words->count == fixed + 1;
    if ((words->count != fixed && !has_reply) || !take_name(words, 1, item->subject) ||
        (has_reply && !take_name(words, 3, item->reply)) ||
        (has_headers && !take_size(words, words->count - 2, &headers)) ||
        !take_size(words, words->count - 1, &body) || headers > body)
        return -1;
    if (size < line + body + 2)
        return 0;
    if (memcmp(bytes + line + body, "\r\n", 2) != 0)
        return -1;
    item->kind = NATS_MESSAGE;
    item->status = read_status(bytes + line, headers);
    item->body = bytes + line + headers;
    item->size = body - headers;
    return (long)(line + body + 2);
}

static long read_plain(size_t line, const char *bytes, const Words *words, NatsItem *item)
{
    static const struct {
        const char *word;
        NatsKind kind;
    } kinds[] = {{"INFO", NATS_INFO},
                 {"PING", NATS_PING},
                 {"PONG", NATS_PONG},
                 {"+OK", NATS_OK},
                 {"-ERR", NATS_ERROR}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!is_word(words, 0, kinds[i].word))
            continue;
        item->kind = kinds[i].kind;
        item->body = words->count > 1 ? words->at[1] : bytes + line - 2;
        item->size = (size_t)(bytes + line - 2 - item->body);
        return (long)line;
    }
    return -1;
}

long nats_read(const char *bytes, size_t size, NatsItem *item)
{
    const char *end = memchr(bytes, '\n', size < NATS_LINE_MOST ? size : NATS_LINE_MOST);
    *item = (NatsItem){0};
    if (!end)
        return size < NATS_LINE_MOST ? 0 : -1;
    if (end == bytes || end[-1] != '\r')
        return -1;
    size_t line = (size_t)(end - bytes) + 1;
    Words words = cut(bytes, line - 2);
    if (words.count == 0)
        return -1;
    if (is_word(&words, 0, "MSG"))
        return read_message(bytes, size, line, &words, false, item);
    if (is_word(&words, 0, "HMSG"))
        return read_message(bytes, size, line, &words, true, item);
    return read_plain(line, bytes, &words, item);
}
