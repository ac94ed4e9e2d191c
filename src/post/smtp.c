#include "post/smtp.h"

#include <openssl/crypto.h>
#include <string.h>
#include <strings.h>

#include "post/base64.h"

enum {
    RELAY_PORT = 25,
    SUBMISSION_PORT = 587,
    SECURE_PORT = 465,
    MOST_LINES = 100, /* of one answer */
};

/* -- where it is ------------------------------------------------------------------------------- */

static int read_hex(char digit)
{
    static const char digits[] = "0123456789abcdef";
    char lower = digit >= 'A' && digit <= 'F' ? (char)(digit - 'A' + 'a') : digit;
    const char *found = lower ? strchr(digits, lower) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* A name or a password, with its %40 read. No byte of it may be zero. */
static bool read_word(const char *text, size_t size, char word[SMTP_WORD])
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        char letter = text[i];
        if (letter == '%') {
            int high = i + 2 < size ? read_hex(text[i + 1]) : -1;
            int low = i + 2 < size ? read_hex(text[i + 2]) : -1;
            if (high < 0 || low < 0 || high + low == 0)
                return false;
            letter = (char)(high * 16 + low);
            i += 2;
        }
        if (count + 1 >= SMTP_WORD)
            return false;
        word[count++] = letter;
    }
    word[count] = '\0';
    return count > 0;
}

static bool read_user(SmtpServer *server, const char *text, size_t size)
{
    const char *colon = memchr(text, ':', size);
    if (!colon)
        return false;
    size_t name = (size_t)(colon - text);
    return read_word(text, name, server->user) &&
           read_word(colon + 1, size - name - 1, server->password);
}

static bool is_this_machine(const char *host)
{
    bool is_number = host[strspn(host, "0123456789.")] == '\0';
    return strcasecmp(host, "localhost") == 0 || (is_number && strncmp(host, "127.", 4) == 0);
}

static bool read_server(SmtpServer *server, const char *text)
{
    server->is_secure = strncmp(text, "smtps://", 8) == 0;
    if (!server->is_secure && strncmp(text, "smtp://", 7) != 0)
        return false;
    text = strstr(text, "://") + 3;
    const char *at = strrchr(text, '@');
    if (at && !read_user(server, text, (size_t)(at - text)))
        return false;
    const char *host = at ? at + 1 : text;
    size_t size = strcspn(host, "/");
    int usual = server->is_secure ? SECURE_PORT : at ? SUBMISSION_PORT : RELAY_PORT;
    return host[size + (host[size] == '/')] == '\0' &&
           push_endpoint_read_host(host, size, usual, server->host, &server->port);
}

LudStatus smtp_server_read(SmtpServer *server, const char *text, LudError *err)
{
    SmtpServer read = {0};
    if (!read_server(&read, text)) /* which may hold a password, and is not repeated */
        return lud_error_set(err, LUD_EUSAGE,
                             "A mail server is written smtp://HOST or "
                             "smtp://USER:PASSWORD@HOST:PORT; other characters than letters and "
                             "digits of a password as %40.",
                             (char *)NULL);
    read.is_local = is_this_machine(read.host);
    *server = read;
    return LUD_OK;
}

/* -- what to say ------------------------------------------------------------------------------- */

void smtp_begin(SmtpTalk *talk, const SmtpServer *server, const char *from, const char *to,
                const char *mail)
{
    *talk = (SmtpTalk){.server = server,
                       .from = from,
                       .to = to,
                       .mail = mail,
                       .stage = SMTP_GREETING,
                       .is_secure = server->is_secure};
}

static SmtpStep say_hello(SmtpTalk *talk, Text *say)
{
    talk->stage = SMTP_HELLO;
    talk->offers_tls = talk->offers_plain = false;
    text_printf(say, "EHLO %s\r\n", strchr(talk->from, '@') + 1);
    return SMTP_SAY;
}

static SmtpStep say_from(SmtpTalk *talk, Text *say)
{
    talk->stage = SMTP_FROM;
    text_printf(say, "MAIL FROM:<%s>\r\n", talk->from);
    return SMTP_SAY;
}

/* AUTH PLAIN: nobody, the user, the password. */
static SmtpStep say_password(SmtpTalk *talk, Text *say)
{
    const SmtpServer *server = talk->server;
    unsigned char plain[2 * SMTP_WORD];
    char text[BASE64_TEXT(sizeof plain)];
    size_t user = strlen(server->user), password = strlen(server->password);
    plain[0] = 0;
    memcpy(plain + 1, server->user, user + 1);
    memcpy(plain + user + 2, server->password, password);
    base64_write(plain, user + password + 2, text);
    talk->stage = SMTP_AUTH;
    text_printf(say, "AUTH PLAIN %s\r\n", text);
    OPENSSL_cleanse(plain, sizeof plain);
    OPENSSL_cleanse(text, sizeof text);
    return SMTP_SAY;
}

/* A password goes over no line that others can read. */
static SmtpStep say_who(SmtpTalk *talk, Text *say)
{
    if (!talk->server->user[0])
        return say_from(talk, say);
    bool is_private = talk->is_secure || talk->server->is_local;
    return is_private && talk->offers_plain ? say_password(talk, say) : SMTP_FAILED;
}

static SmtpStep answer_hello(SmtpTalk *talk, Text *say)
{
    if (talk->is_secure || !talk->offers_tls)
        return say_who(talk, say);
    talk->stage = SMTP_STARTTLS;
    text_add(say, "STARTTLS\r\n");
    return SMTP_SAY;
}

/* The mail, in which no line is a dot alone, and then that line. */
static SmtpStep say_mail(SmtpTalk *talk, Text *say)
{
    talk->stage = SMTP_CONTENT;
    for (const char *line = talk->mail; *line;) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        text_add(say, *line == '.' ? "." : "");
        text_add_bytes(say, line, size);
        line += size;
    }
    text_add(say, ".\r\n");
    return SMTP_SAY;
}

/* -- what is heard ----------------------------------------------------------------------------- */

/* The three digits, or 0. */
static int read_status(const char *line)
{
    int status = 0;
    for (int i = 0; i < 3; i++) {
        if (line[i] < '0' || line[i] > '9')
            return 0;
        status = status * 10 + line[i] - '0';
    }
    return line[3] == '\0' || line[3] == ' ' || line[3] == '-' ? status : 0;
}

/* Whether a list of words has one. */
static bool has_word(const char *list, const char *word)
{
    size_t size = strlen(word);
    while (*list) {
        list += strspn(list, " =");
        size_t length = strcspn(list, " =");
        if (length == size && strncasecmp(list, word, size) == 0)
            return true;
        list += length;
    }
    return false;
}

static void note_offer(SmtpTalk *talk, const char *line)
{
    const char *words = line + 3 + (line[3] != '\0');
    if (strcasecmp(words, "STARTTLS") == 0)
        talk->offers_tls = true;
    if (strncasecmp(words, "AUTH", 4) == 0 && has_word(words + 4, "PLAIN"))
        talk->offers_plain = true;
}

/* 5.1.x: something is wrong with the address itself (RFC 3463). */
static SmtpStep refuse(const SmtpTalk *talk, const char *line)
{
    if (talk->status / 100 != 5)
        return SMTP_LATER;
    bool is_gone = talk->stage == SMTP_TO && strncmp(line + 3, " 5.1.", 5) == 0;
    return is_gone ? SMTP_GONE : SMTP_FAILED;
}

static SmtpStep go_on(SmtpTalk *talk, Text *say)
{
    switch (talk->stage) {
    case SMTP_GREETING:
        return say_hello(talk, say);
    case SMTP_HELLO:
        return answer_hello(talk, say);
    case SMTP_STARTTLS:
        return SMTP_SECURE;
    case SMTP_AUTH:
        return say_from(talk, say);
    case SMTP_FROM:
        talk->stage = SMTP_TO;
        text_printf(say, "RCPT TO:<%s>\r\n", talk->to);
        return SMTP_SAY;
    case SMTP_TO:
        talk->stage = SMTP_DATA;
        text_add(say, "DATA\r\n");
        return SMTP_SAY;
    case SMTP_DATA:
        return say_mail(talk, say);
    case SMTP_CONTENT:
        break;
    }
    text_add(say, "QUIT\r\n");
    return SMTP_DONE;
}

SmtpStep smtp_hear(SmtpTalk *talk, const char *line, Text *say)
{
    talk->status = read_status(line);
    if (talk->status == 0 || ++talk->lines > MOST_LINES)
        return SMTP_LATER;
    if (talk->stage == SMTP_HELLO)
        note_offer(talk, line);
    if (line[3] == '-')
        return SMTP_READ;
    talk->lines = 0;
    int wanted = talk->stage == SMTP_DATA ? 3 : 2;
    return talk->status / 100 == wanted ? go_on(talk, say) : refuse(talk, line);
}

void smtp_secured(SmtpTalk *talk, Text *say)
{
    talk->is_secure = true;
    say_hello(talk, say);
}
