/* Mails as text, and the conversation with a mail server that takes them. */
#include <stdio.h>
#include <string.h>

#include "post/mail.h"
#include "post/smtp.h"
#include "support/unit.h"

/* -- addresses --------------------------------------------------------------------------------- */

static void test_addresses(void **unused)
{
    static const char *const right[] = {"ana@example.org", "a.b+c@x-y.example.org",
                                        "o'neil@a.b.c.example", "x@1and1.com"};
    static const char *const wrong[] = {
        "",
        "@",
        "ana",
        "ana@",
        "@example.org",
        "ana@example",
        "ana@127.0.0.1",
        "ana@[127.0.0.1]",
        "ana@@example.org",
        "ana@b@example.org",
        ".ana@example.org",
        "ana.@example.org",
        "a..b@example.org",
        "a b@example.org",
        "\"a b\"@example.org",
        "ana@exa mple.org",
        "ana@example.org ",
        "ana@-example.org",
        "ana@example-.org",
        "ana@example..org",
        "ana@example.org.",
        "ana@example.org:25",
        "ana@example.org>",
        "ana<x@example.org",
        "ana@example.org\r\nBcc: x@example.org",
        "ana\n@example.org",
        "\xc3\xa1na@example.org",
        "ana@ex\xc3\xa1mple.org",
        "ana,eva@example.org",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.org",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(mail_is_address(right[i]));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (mail_is_address(wrong[i]))
            fail_msg("%s is taken", wrong[i]);
    }
}

/* -- mails ------------------------------------------------------------------------------------- */

static Mail usual_mail(void)
{
    return (Mail){.from = "games@example.org",
                  .to = "ana@example.net",
                  .subject = "Your turn",
                  .text = "Hello.\n",
                  .id = "abc123",
                  .date_s = 1700000000};
}

static char *write_mail(const Mail *mail)
{
    Text text = {0};
    assert_true(mail_write(&text, mail));
    return text_take(&text);
}

static void expect_part(const Mail *mail, const char *part)
{
    char *text = write_mail(mail);
    if (!strstr(text, part))
        fail_msg("lacks %s\n%s", part, text);
    for (const char *at = text; *at; at++)
        assert_true((*at >= ' ' && *at <= '~') || *at == '\r' || *at == '\n');
    lud_free(text);
}

static void test_plain_mail(void **unused)
{
    Mail mail = usual_mail();
    (void)unused;
    mail.leave = "https://games.example.org/#leave";
    char *text = write_mail(&mail);
    assert_string_equal(text, "Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n"
                              "From: Ludoteca <games@example.org>\r\n"
                              "To: <ana@example.net>\r\n"
                              "Subject: Your turn\r\n"
                              "Message-ID: <abc123@example.org>\r\n"
                              "List-Unsubscribe: <https://games.example.org/#leave>\r\n"
                              "Auto-Submitted: auto-generated\r\n"
                              "MIME-Version: 1.0\r\n"
                              "Content-Type: text/plain; charset=utf-8\r\n"
                              "Content-Transfer-Encoding: quoted-printable\r\n"
                              "\r\n"
                              "Hello.\r\n");
    lud_free(text);
}

static void test_subjects(void **unused)
{
    Mail mail = usual_mail();
    (void)unused;
    mail.subject = "Te toca, Íñigo";
    expect_part(&mail, "\r\nSubject: =?utf-8?B?VGUgdG9jYSwgw43DsWlnbw==?=\r\n");
    /* 23 letters of two bytes: a word takes 22 */
    mail.subject = "ñññññññññññññññññññññññ";
    expect_part(&mail, "Subject: =?utf-8?B?w7HDscOxw7HDscOxw7HDscOxw7HDscOxw7HDscOxw7HDscOxw7HDscOx"
                       "w7E=?=\r\n =?utf-8?B?w7E=?=\r\n");
    mail.subject = "x\r\nBcc: eva@example.org";
    expect_part(&mail, "\r\nSubject: x??Bcc: eva@example.org\r\n");
    mail.subject = "=?utf-8?Q?x?=";
    expect_part(&mail, "\r\nSubject: =?utf-8?B?PT91dGYtOD9RP3g/PQ==?=\r\n");
    mail.subject = "broken \xff\xc3";
    expect_part(&mail, "\r\nSubject: broken ??\r\n");
    mail.subject = "";
    expect_part(&mail, "\r\nSubject:\r\n");
}

static void test_content(void **unused)
{
    Mail mail = usual_mail();
    (void)unused;
    mail.text = "a=b é\t \nlast";
    expect_part(&mail, "\r\n\r\na=3Db =C3=A9=09=20\r\nlast\r\n");
    mail.text = "cr\r\n";
    expect_part(&mail, "\r\n\r\ncr=0D\r\n");
    mail.text = "123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456é";
    expect_part(&mail, "\r\n\r\n123456789 123456789 123456789 123456789 123456789 123456789 "
                       "123456789 12345=\r\n6=C3=A9\r\n");
}

static void test_refused_mails(void **unused)
{
    Mail mail = usual_mail(), wrong[5] = {mail, mail, mail, mail, mail};
    (void)unused;
    wrong[0].to = "ana";
    wrong[1].from = "games@example.org\r\nX: y";
    wrong[2].leave = "https://a.example/>\r\nX: y";
    wrong[3].leave = "javascript:x";
    wrong[4].id = "a@b";
    for (int i = 0; i < 5; i++) {
        Text text = {0};
        assert_false(mail_write(&text, &wrong[i]));
        assert_null(text.bytes);
    }
}

/* -- servers ----------------------------------------------------------------------------------- */

static void expect_server(const char *text, const char *host, int port, const char *user,
                          const char *password)
{
    SmtpServer server;
    assert_int_equal(smtp_server_read(&server, text, NULL), LUD_OK);
    assert_string_equal(server.host, host);
    assert_int_equal(server.port, port);
    assert_string_equal(server.user, user);
    assert_string_equal(server.password, password);
}

static bool is_local(const char *text)
{
    SmtpServer server;
    assert_int_equal(smtp_server_read(&server, text, NULL), LUD_OK);
    return server.is_local;
}

static void test_servers(void **unused)
{
    static const char *const wrong[] = {
        "",
        "smtp:",
        "smtp://",
        "http://a.example",
        "smtp://a@b.example",
        "smtp://:x@b.example",
        "smtp://u:@b.example",
        "smtp://u:%4@b.example",
        "smtp://u:%00@b.example",
        "smtp://b.example/x",
        "smtp://b.example:x",
        "smtp://b..example",
    };
    SmtpServer server;
    LudError err;
    (void)unused;
    expect_server("smtp://mail.example.org", "mail.example.org", 25, "", "");
    expect_server("smtp://mail.example.org:2525/", "mail.example.org", 2525, "", "");
    expect_server("smtps://mail.example.org", "mail.example.org", 465, "", "");
    expect_server("smtp://ana:a%40b%3aé@mail.example.org", "mail.example.org", 587, "ana", "a@b:é");
    expect_server("smtp://ana@example.org:x@mail.example.org", "mail.example.org", 587,
                  "ana@example.org", "x");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (smtp_server_read(&server, wrong[i], &err) == LUD_OK)
            fail_msg("%s is taken", wrong[i]);
    }
    assert_int_equal(smtp_server_read(&server, "smtp://u:secret@b..example", &err), LUD_EUSAGE);
    assert_string_equal(err.arg[0], ""); /* no password in a message */
    assert_true(is_local("smtp://localhost") && is_local("smtp://127.0.0.1:2525"));
    assert_false(is_local("smtp://127.evil.example") || is_local("smtp://localhost.example"));
}

/* -- the conversation -------------------------------------------------------------------------- */

typedef struct Line {
    const char *heard;
    SmtpStep step;
    const char *said;
} Line;

/* Goes through it line by line; TLS begins by itself where it is wanted. */
static void converse(const char *address, const Line *lines)
{
    static const char mail[] = "A: b\r\n\r\n.dot\r\n..\r\nend\r\n";
    SmtpServer server;
    SmtpTalk talk;
    assert_int_equal(smtp_server_read(&server, address, NULL), LUD_OK);
    smtp_begin(&talk, &server, "games@example.org", "ana@example.net", mail);
    for (; lines->heard; lines++) {
        Text say = {0};
        SmtpStep step = smtp_hear(&talk, lines->heard, &say);
        if (step == SMTP_SECURE)
            smtp_secured(&talk, &say);
        char *said = text_take(&say);
        if (step != lines->step || strcmp(said, lines->said) != 0)
            fail_msg("to %s: %d %s", lines->heard, step, said);
        lud_free(said);
    }
}

static void test_plain_talk(void **unused)
{
    const Line lines[] = {
        {"220 mail.example.org at your service", SMTP_SAY, "EHLO example.org\r\n"},
        {"250-mail.example.org", SMTP_READ, ""},
        {"250 SIZE 1000000", SMTP_SAY, "MAIL FROM:<games@example.org>\r\n"},
        {"250 2.1.0 Ok", SMTP_SAY, "RCPT TO:<ana@example.net>\r\n"},
        {"250 2.1.5 Ok", SMTP_SAY, "DATA\r\n"},
        {"354 Go on", SMTP_SAY, "A: b\r\n\r\n..dot\r\n...\r\nend\r\n.\r\n"},
        {"250-2.0.0 Ok", SMTP_READ, ""},
        {"250 2.0.0 Queued", SMTP_DONE, "QUIT\r\n"},
        {NULL, SMTP_DONE, NULL},
    };
    (void)unused;
    converse("smtp://mail.example.org", lines);
}

static void test_secure_talk(void **unused)
{
    const Line lines[] = {
        {"220 hello", SMTP_SAY, "EHLO example.org\r\n"},
        {"250-mail.example.org", SMTP_READ, ""},
        {"250-AUTH PLAIN", SMTP_READ, ""}, /* which counts for nothing before TLS */
        {"250 starttls", SMTP_SAY, "STARTTLS\r\n"},
        {"220 Go on", SMTP_SECURE, "EHLO example.org\r\n"},
        {"250-mail.example.org", SMTP_READ, ""},
        {"250-STARTTLS", SMTP_READ, ""},
        {"250 AUTH LOGIN PLAIN", SMTP_SAY, "AUTH PLAIN AHUAcA==\r\n"},
        {"235 2.7.0 Welcome", SMTP_SAY, "MAIL FROM:<games@example.org>\r\n"},
        {NULL, SMTP_DONE, NULL},
    };
    (void)unused;
    converse("smtp://u:p@mail.example.org", lines);
}

static void test_password_stays_secret(void **unused)
{
    const Line open[] = {
        {"220 hello", SMTP_SAY, "EHLO example.org\r\n"},
        {"250 AUTH PLAIN", SMTP_FAILED, ""},
        {NULL, SMTP_DONE, NULL},
    };
    const Line local[] = {
        {"220 hello", SMTP_SAY, "EHLO example.org\r\n"},
        {"250 AUTH PLAIN", SMTP_SAY, "AUTH PLAIN AHUAcA==\r\n"},
        {"535 5.7.8 No", SMTP_FAILED, ""},
        {NULL, SMTP_DONE, NULL},
    };
    const Line other[] = {
        {"220 hello", SMTP_SAY, "EHLO example.org\r\n"},
        {"250 AUTH LOGIN PLAINER", SMTP_FAILED, ""},
        {NULL, SMTP_DONE, NULL},
    };
    (void)unused;
    converse("smtp://u:p@mail.example.org", open);
    converse("smtp://u:p@127.0.0.1", local);
    converse("smtps://u:p@mail.example.org", other);
}

static void test_refusals(void **unused)
{
    static const char *const nonsense[] = {"", "2", "22x hello", "220hello", "abc", "421 busy"};
    const Line hello = {"220 hello", SMTP_SAY, "EHLO example.org\r\n"};
    const Line from = {"250 ok", SMTP_SAY, "MAIL FROM:<games@example.org>\r\n"};
    const Line to = {"250 ok", SMTP_SAY, "RCPT TO:<ana@example.net>\r\n"};
    const Line end = {NULL, SMTP_DONE, NULL};
    const Line gone[] = {hello, from, to, {"550 5.1.1 Nobody", SMTP_GONE, ""}, end};
    const Line policy[] = {hello, from, to, {"550 5.7.1 No", SMTP_FAILED, ""}, end};
    const Line grey[] = {hello, from, to, {"450 4.1.1 Later", SMTP_LATER, ""}, end};
    const Line sender[] = {hello, from, {"550 5.1.1 Who", SMTP_FAILED, ""}, end};
    (void)unused;
    converse("smtp://mail.example.org", gone);
    converse("smtp://mail.example.org", policy);
    converse("smtp://mail.example.org", grey);
    converse("smtp://mail.example.org", sender);
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        const Line lines[] = {{nonsense[i], SMTP_LATER, ""}, end};
        converse("smtp://mail.example.org", lines);
    }
}

static void test_endless_answer(void **unused)
{
    SmtpServer server;
    SmtpTalk talk;
    Text say = {0};
    int lines = 0;
    (void)unused;
    assert_int_equal(smtp_server_read(&server, "smtp://mail.example.org", NULL), LUD_OK);
    smtp_begin(&talk, &server, "games@example.org", "ana@example.net", "");
    while (lines < 1000 && smtp_hear(&talk, "220-more", &say) == SMTP_READ)
        lines++;
    assert_in_range(lines, 50, 200);
    text_free(&say);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_plain_mail),
        cmocka_unit_test(test_subjects),
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_refused_mails),
        cmocka_unit_test(test_servers),
        cmocka_unit_test(test_plain_talk),
        cmocka_unit_test(test_secure_talk),
        cmocka_unit_test(test_password_stays_secret),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_endless_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
