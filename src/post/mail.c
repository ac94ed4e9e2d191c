#include "post/mail.h"

#include <ludoteca/characters.h>
#include <string.h>
#include <time.h>

#include "post/base64.h"
#include "post/push_endpoint.h"

enum {
    NAME_MOST = 64,
    LINE_MOST = 76,    /* characters of a line of content */
    PLAIN_SUBJECT = 60 /* longer ones are written as several words */
};

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* -- addresses --------------------------------------------------------------------------------- */

/* Words of plain characters, joined by single dots. */
static bool is_name(const char *text, size_t size)
{
    static const char plain[] = LETTERS "!#$%&'*+-/=?^_`{|}~";
    if (size == 0 || size > NAME_MOST || text[0] == '.' || text[size - 1] == '.')
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '.' ? text[i - 1] == '.' : !strchr(plain, text[i]))
            return false;
    }
    return true;
}

/* A name of a machine that is not this one, and no number. */
static bool is_domain(const char *text)
{
    char host[POST_HOST_TEXT];
    int port;
    const char *last = strrchr(text, '.');
    return last && !strchr(text, ':') &&
           push_endpoint_read_host(text, strlen(text), 0, host, &port) &&
           last[1 + strspn(last + 1, "0123456789")] != '\0';
}

bool mail_is_address(const char *text)
{
    const char *at = strchr(text, '@');
    return at && strlen(text) < MAIL_ADDRESS_TEXT && is_name(text, (size_t)(at - text)) &&
           is_domain(at + 1);
}

/* A web address that can stand between angle brackets on one line. */
static bool is_link(const char *text)
{
    size_t size = strlen(text);
    if (strncmp(text, "https://", 8) != 0 && strncmp(text, "http://", 7) != 0)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] <= ' ' || text[i] > '~' || strchr("<>\",\\", text[i]))
            return false;
    }
    return size < ENDPOINT_TEXT;
}

/* -- the head ---------------------------------------------------------------------------------- */

static void add_date(Text *out, int64_t date_s)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t date = (time_t)date_s;
    struct tm parts = {0};
    gmtime_r(&date, &parts);
    text_printf(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * parts.tm_wday,
                parts.tm_mday, months + 3 * parts.tm_mon, 1900 + parts.tm_year, parts.tm_hour,
                parts.tm_min, parts.tm_sec);
}

static bool is_plain_subject(const char *subject)
{
    const char *at = subject;
    while (*at >= ' ' && *at <= '~')
        at++;
    return *at == '\0' && at - subject <= PLAIN_SUBJECT && !strstr(subject, "=?") &&
           *subject != ' ';
}

/* How many of the bytes fit a word without a character being cut. */
static size_t count_word(const char *text, size_t size)
{
    enum { WORD = 45 /* 60 characters in base 64, 75 with what is around them */ };
    size_t count = 0;
    while (count < size) {
        size_t next = lud_text_length((unsigned char)text[count]);
        if (next == 0 || count + next > WORD || count + next > size)
            break;
        count += next;
    }
    return count;
}

/* Words of RFC 2047, a line each. */
static void add_words(Text *out, const char *text)
{
    char word[BASE64_TEXT(48)];
    size_t size = strlen(text), count;
    for (; (count = count_word(text, size)) > 0; text += count, size -= count) {
        base64_write((const unsigned char *)text, count, word);
        text_printf(out, " =?utf-8?B?%s?=\r\n", word);
    }
}

static void add_subject(Text *out, const char *subject)
{
    Text clean = {0};
    text_add(&clean, subject);
    if (clean.bytes)
        lud_text_clean(clean.bytes, clean.length);
    text_add(out, "Subject:");
    if (clean.failed || !clean.bytes || clean.length == 0)
        text_add(out, "\r\n");
    else if (is_plain_subject(clean.bytes))
        text_printf(out, " %s\r\n", clean.bytes);
    else
        add_words(out, clean.bytes);
    out->failed |= clean.failed;
    text_free(&clean);
}

static void add_head(Text *out, const Mail *mail)
{
    add_date(out, mail->date_s);
    text_printf(out, "From: Ludoteca <%s>\r\nTo: <%s>\r\n", mail->from, mail->to);
    add_subject(out, mail->subject);
    text_printf(out, "Message-ID: <%s@%s>\r\n", mail->id, strchr(mail->from, '@') + 1);
    if (mail->leave)
        text_printf(out, "List-Unsubscribe: <%s>\r\n", mail->leave);
    text_add(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                  "Content-Type: text/plain; charset=utf-8\r\n"
                  "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
}

/* -- the content ------------------------------------------------------------------------------- */

/* Whether a byte stands for itself; a space does unless it ends its line. */
static bool is_literal(const char *at)
{
    if (*at == ' ')
        return at[1] != '\n' && at[1] != '\0';
    return *at > ' ' && *at <= '~' && *at != '=';
}

static void add_content(Text *out, const char *text)
{
    int column = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '\n') {
            text_add(out, "\r\n");
            column = 0;
            continue;
        }
        int width = is_literal(at) ? 1 : 3;
        if (column + width > LINE_MOST - 1) { /* the last place is for the mark */
            text_add(out, "=\r\n");
            column = 0;
        }
        if (width == 1)
            text_add_bytes(out, at, 1);
        else
            text_printf(out, "=%02X", (unsigned)(unsigned char)*at);
        column += width;
    }
    text_add(out, column > 0 ? "\r\n" : "");
}

bool mail_write(Text *out, const Mail *mail)
{
    bool has_id = mail->id[0] && strspn(mail->id, LETTERS) == strlen(mail->id);
    if (!mail_is_address(mail->from) || !mail_is_address(mail->to) || !has_id ||
        (mail->leave && !is_link(mail->leave)))
        return false;
    add_head(out, mail);
    add_content(out, mail->text);
    return !out->failed;
}
