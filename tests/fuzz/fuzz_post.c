/* What strangers have a part in when notices are sent. The first letter says what the rest is: `e`,
 * the address of a push service; `m`, the recipient, the subject and the text of a mail, a line
 * each; `s`, what a mail server says, line by line; `h`, what a push service answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "post/http_answer.h"
#include "post/smtp.h"
#include "post/web_push.h"

static char *next_line(char **rest)
{
    char *line = *rest;
    size_t length = strcspn(line, "\n");
    *rest = line[length] ? line + length + 1 : line + length;
    line[length] = '\0';
    return line;
}

/* What is accepted has nothing in it that ends a line or a field, and one meaning. */
static void judge_endpoint(const char *text)
{
    PushEndpoint endpoint, again;
    char written[2 * ENDPOINT_TEXT];
    if (!push_endpoint_read(text, &endpoint))
        return;
    fuzz_expect("an end of a line", !strpbrk(text, " \r\n\t") && !strchr(endpoint.host, '@'));
    snprintf(written, sizeof written, "https://%s:%d%s", endpoint.host, endpoint.port,
             endpoint.path);
    if (strlen(written) >= ENDPOINT_TEXT)
        return;
    fuzz_expect("read again", push_endpoint_read(written, &again));
    fuzz_expect("the same", endpoint.port == again.port);
    fuzz_expect_equal("host", again.host, endpoint.host);
    fuzz_expect_equal("path", again.path, endpoint.path);
}

/* Fields before the first empty line; every line is short, and of plain characters. */
static int count_fields(const char *mail)
{
    int fields = 0;
    bool is_head = true;
    while (*mail) {
        size_t size = strcspn(mail, "\r");
        fuzz_expect("a long line", size <= 320);
        fuzz_expect("an end of a line", mail[size] == '\r' && mail[size + 1] == '\n');
        for (size_t i = 0; i < size; i++)
            fuzz_expect("a strange character", mail[i] >= ' ' && mail[i] <= '~');
        is_head = is_head && size > 0;
        fields += is_head && mail[0] != ' ';
        mail += size + 2;
    }
    return fields;
}

static void judge_mail(char *rest)
{
    Text out = {0};
    const Mail mail = {.from = "games@example.org",
                       .to = next_line(&rest),
                       .subject = next_line(&rest),
                       .text = rest,
                       .id = "x"};
    if (mail_write(&out, &mail)) {
        fuzz_expect("an end of an address", !strpbrk(mail.to, " \r\n\t<>,;:\"()[]\\"));
        fuzz_expect("another field", count_fields(out.bytes) == 9);
    }
    text_free(&out);
}

/* One command for each answer, and none without end. */
static void judge_talk(char *rest)
{
    SmtpServer server;
    SmtpTalk talk;
    SmtpStep step = SMTP_READ;
    fuzz_expect("an address",
                smtp_server_read(&server, "smtp://u:p@mail.example.org", NULL) == LUD_OK);
    smtp_begin(&talk, &server, "games@example.org", "ana@example.net", ".\r\nx\r\n");
    while (*rest && step <= SMTP_SECURE) {
        Text say = {0};
        step = smtp_hear(&talk, next_line(&rest), &say);
        fuzz_expect("a password in the clear",
                    talk.is_secure || !say.bytes || !strstr(say.bytes, "AUTH"));
        fuzz_expect("nothing said", step != SMTP_SAY || say.length > 0);
        fuzz_expect("something said", step != SMTP_READ || say.length == 0);
        if (step == SMTP_SECURE)
            smtp_secured(&talk, &say);
        text_free(&say);
    }
}

static HttpAnswer read_pieces(const char *text, size_t size, size_t piece)
{
    HttpAnswer answer;
    http_answer_begin(&answer);
    for (size_t at = 0; at < size; at += piece) {
        if (!http_answer_read(&answer, text + at, size - at < piece ? size - at : piece))
            break;
    }
    return answer;
}

/* The same, however it is cut. */
static void judge_answer(const char *text, size_t size)
{
    HttpAnswer whole = read_pieces(text, size, size + 1), cut = read_pieces(text, size, 1);
    if (size > 16000)
        return;
    fuzz_expect("another status", whole.status == cut.status);
    fuzz_expect("another time", whole.retry_s == cut.retry_s);
    fuzz_expect("no status", whole.status == 0 || whole.status >= 200);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    if (text[0] == 'e')
        judge_endpoint(text + 1);
    else if (text[0] == 'm')
        judge_mail(text + 1);
    else if (text[0] == 's')
        judge_talk(text + 1);
    else if (text[0] == 'h')
        judge_answer(text + 1, strlen(text + 1));
    free(text);
    return 0;
}
