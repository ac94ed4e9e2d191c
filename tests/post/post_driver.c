/* A postman for scripts: jobs come as lines on standard input, reports go out as lines.
 *
 *     post_driver [contact=…] [smtp=…] [sender=…] [test_host=…] [try_ms=…] [pause_ms=…] [confined]
 *
 *     push LABEL ENDPOINT P256DH AUTH TOPIC TTL URGENCY PAYLOAD
 *     mail LABEL TO SUBJECT TEXT LEAVE
 *     figures
 *     quit
 *
 * Fields are separated by tabs, in a text \n stands for the end of a line; "-" is none. With
 * `confined` it gives up, once the postman is there, what a server gives up. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "post/notice.h"
#include "post/postman.h"
#include "server/own_places.h"
#include "server/sandbox.h"

enum { LINE = 65536, FIELDS = 10 };

static const char *find_option(char **arguments, const char *name)
{
    size_t size = strlen(name);
    for (; *arguments; arguments++) {
        if (strncmp(*arguments, name, size) == 0 && (*arguments)[size] == '=')
            return *arguments + size + 1;
        if (strcmp(*arguments, name) == 0)
            return "";
    }
    return NULL;
}

static int find_number(char **arguments, const char *name)
{
    const char *text = find_option(arguments, name);
    return text ? atoi(text) : 0;
}

static const char *or_none(const char *field)
{
    return strcmp(field, "-") == 0 ? NULL : field;
}

static void unfold(char *text)
{
    for (char *at = text; (at = strstr(at, "\\n")); at++) {
        *at = '\n';
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

static LudStatus push(Postman *postman, char **field, LudError *err)
{
    PushSubscription subscription;
    LudStatus status = web_push_subscription(&subscription, field[2], field[3], field[4], err);
    const PushNotice notice = {.topic = or_none(field[5]),
                               .ttl_s = atoi(field[6]),
                               .urgency = (PushUrgency)atoi(field[7]),
                               .payload = field[8]};
    return status == LUD_OK ? postman_push(postman, field[1], &subscription, &notice, err) : status;
}

static LudStatus mail(Postman *postman, char **field, LudError *err)
{
    unfold(field[4]);
    return postman_mail(postman, field[1], field[2], field[3], field[4], or_none(field[5]), err);
}

static void print_figures(Postman *postman)
{
    PostFigures at;
    postman_figures(postman, &at);
    printf("figures handed_over=%lld done=%lld gone=%lld failed=%lld lost=%lld dropped=%lld "
           "restarts=%lld waiting=%lld\n",
           (long long)at.handed_over, (long long)at.done, (long long)at.gone, (long long)at.failed,
           (long long)at.lost, (long long)at.dropped, (long long)at.restarts,
           (long long)at.waiting);
}

static bool obey(Postman *postman, char *line)
{
    char *field[FIELDS] = {0};
    char text[1024];
    int count = 0;
    LudError err = {0};
    for (char *rest = line; rest && count < FIELDS; count++)
        field[count] = rest, rest = strchr(rest, '\t'), rest ? *rest++ = '\0' : '\0';
    LudStatus status = LUD_OK;
    if (strcmp(field[0], "push") == 0 && count == 9)
        status = push(postman, field, &err);
    else if (strcmp(field[0], "mail") == 0 && count == 6)
        status = mail(postman, field, &err);
    else if (strcmp(field[0], "figures") == 0)
        print_figures(postman);
    else
        return false;
    if (status != LUD_OK) {
        lud_error_text(&err, NULL, text, sizeof text);
        printf("%s\t%s\t%s\n", status == LUD_ENOTNOW ? "dropped" : "refused", field[1], text);
    }
    return true;
}

/* Tells whatever was reported; false once nothing more will be. */
static bool tell(Postman *postman)
{
    static const char *const names[] = {
        [POST_DONE] = "done",   [POST_GONE] = "gone", [POST_FAILED] = "failed",
        [POST_LATER] = "later", [POST_LOST] = "lost", [POST_RESTARTED] = "restarted",
        [POST_ENDED] = "ended"};
    PostReport report;
    while (postman_next(postman, &report)) {
        printf("%s\t%s\t%d\n", names[report.outcome], report.label, report.status);
        if (report.outcome == POST_ENDED)
            return false;
    }
    return true;
}

static void serve(Postman *postman)
{
    static char bytes[LINE];
    size_t size = 0;
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = postman_descriptor(postman), .events = POLLIN}};
    while (poll(watched, 2, -1) > 0) {
        if (watched[1].revents && !tell(postman))
            watched[1].fd = -1;
        if (watched[0].revents) {
            ssize_t got = read(STDIN_FILENO, bytes + size, sizeof bytes - 1 - size);
            if (got <= 0)
                return;
            size += (size_t)got;
            bytes[size] = '\0';
        }
        for (char *end; (end = memchr(bytes, '\n', size));) {
            *end = '\0';
            if (!obey(postman, bytes))
                return;
            size -= (size_t)(end + 1 - bytes);
            memmove(bytes, end + 1, size + 1);
        }
        fflush(stdout);
    }
}

int main(int count, char **arguments)
{
    PushKeys keys;
    char public_text[PUSH_PUBLIC_TEXT], text[1024];
    LudError err;
    Postman *postman;
    (void)count;
    const PostmanSettings settings = {
        .contact = find_option(arguments, "contact"),
        .smtp = find_option(arguments, "smtp"),
        .sender = find_option(arguments, "sender"),
        .test_host = find_option(arguments, "test_host"),
        .try_ms = find_number(arguments, "try_ms"),
        .pause_ms = find_number(arguments, "pause_ms"),
        .confine = own_places_of_postman,
    };
    if (postman_start(&settings, &postman, &err) != LUD_OK ||
        web_push_make_keys(&keys, &err) != LUD_OK) {
        lud_error_text(&err, NULL, text, sizeof text);
        printf("%s\n", text);
        return EXIT_FAILURE;
    }
    postman_use_keys(postman, &keys);
    web_push_public_text(&keys, public_text);
    bool is_confined = find_option(arguments, "confined") && sandbox_enter(true, false);
    printf("ready %s %s\n", public_text, is_confined ? "confined" : "free");
    fflush(stdout);
    serve(postman);
    postman_stop(postman);
    printf("stopped\n");
    return EXIT_SUCCESS;
}
