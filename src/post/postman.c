#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "post/postman.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "post/post_keeper.h"

enum { BUFFER_BYTES = 1 << 20 /* of the socket, if the system gives so much */ };

typedef struct Waiting {
    uint64_t number; /* 0: nobody waits in this place */
    char label[POST_LABEL];
} Waiting;

struct Postman {
    int socket;
    pid_t keeper;
    bool has_keys, has_mail;
    PushKeys keys;
    char contact[PUSH_CONTACT_TEXT]; /* "": none */
    char sender[MAIL_ADDRESS_TEXT];

    pthread_mutex_t lock; /* of what follows */
    uint64_t last;        /* number that was given */
    uint64_t lost;        /* up to this one, whoever still waits, waits in vain */
    bool is_gone;         /* the process, for good … */
    bool is_told;         /* … which was reported */
    PostFigures figures;
    Waiting waiting[POST_MOST_JOBS];
};

const char *const postman_places[] = {
    "/etc",
    "/usr",
    "/lib",
    "/lib64",
    "/dev/null",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager",
    NULL,
};

/* -- settings ---------------------------------------------------------------------------------- */

static bool is_contact(const char *text)
{
    PushEndpoint page;
    bool is_short = strlen(text) < PUSH_CONTACT_TEXT;
    if (strncmp(text, "mailto:", 7) == 0)
        return is_short && mail_is_address(text + 7);
    return is_short && push_endpoint_read(text, &page);
}

static LudStatus check_contact(const char *contact, LudError *err)
{
    if (!contact || is_contact(contact))
        return LUD_OK;
    return lud_error_set(err, LUD_EUSAGE,
                         "A contact is written mailto:NAME@DOMAIN or https://DOMAIN/…; \"{1}\" is "
                         "neither.",
                         contact, (char *)NULL);
}

static LudStatus check_sender(const PostmanSettings *settings, LudError *err)
{
    if (!settings->smtp && !settings->sender)
        return LUD_OK;
    if (!settings->smtp || !settings->sender)
        return lud_error_set(err, LUD_EUSAGE,
                             "Mails need both a mail server and the address that they come from: "
                             "--smtp and --mail-from.",
                             (char *)NULL);
    if (mail_is_address(settings->sender))
        return LUD_OK;
    return lud_error_set(err, LUD_EUSAGE,
                         "\"{1}\" is no address that mails can come from. Write one such as "
                         "games@example.org.",
                         settings->sender, (char *)NULL);
}

static LudStatus read_settings(const PostmanSettings *settings, KeeperSettings *keeper,
                               LudError *err)
{
    DeliverySettings *delivery = &keeper->office.delivery;
    LudStatus status = check_contact(settings->contact, err);
    if (status == LUD_OK)
        status = check_sender(settings, err);
    if (status == LUD_OK && settings->smtp)
        status = smtp_server_read(&delivery->smtp, settings->smtp, err);
    if (status != LUD_OK)
        return status;
    delivery->has_mail = settings->smtp != NULL;
    delivery->test_host = settings->test_host;
    if (settings->sender)
        strcpy(delivery->sender, settings->sender);
    keeper->office.try_ms = settings->try_ms;
    keeper->office.pause_ms = settings->pause_ms;
    keeper->confine = settings->confine;
    keeper->context = settings->context;
    return LUD_OK;
}

/* -- starting and ending ----------------------------------------------------------------------- */

static LudStatus fail_start(LudError *err)
{
    return lud_error_set(err, LUD_EFILE, "The process that sends notices can't be started.",
                         (char *)NULL);
}

static Postman *make_postman(const PostmanSettings *settings)
{
    Postman *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->has_mail = settings->smtp != NULL;
    snprintf(made->contact, sizeof made->contact, "%s", settings->contact ? settings->contact : "");
    snprintf(made->sender, sizeof made->sender, "%s", settings->sender ? settings->sender : "");
    pthread_mutex_init(&made->lock, NULL);
    if (settings->keys)
        postman_use_keys(made, settings->keys);
    return made;
}

/* The child's end blocks, this one does not. */
static LudStatus start_keeper(Postman *postman, const KeeperSettings *settings, LudError *err)
{
    const int buffer = BUFFER_BYTES;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return fail_start(err);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    postman->keeper = fork();
    if (postman->keeper == 0) {
        OPENSSL_cleanse(&postman->keys, sizeof postman->keys); /* which stay with the server */
        keeper_run(ends[1], settings);
    }
    close(ends[1]);
    postman->socket = ends[0];
    bool is_ready = postman->keeper > 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
    return is_ready ? LUD_OK : fail_start(err);
}

LudStatus postman_start(const PostmanSettings *settings, Postman **postman, LudError *err)
{
    KeeperSettings keeper = {0};
    LudStatus status = read_settings(settings, &keeper, err);
    if (status != LUD_OK)
        return status;
    Postman *made = make_postman(settings);
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    made->socket = -1;
    status = start_keeper(made, &keeper, err);
    if (status == LUD_OK)
        *postman = made;
    else
        postman_stop(made);
    return status;
}

void postman_stop(Postman *postman)
{
    if (!postman)
        return;
    if (postman->socket >= 0)
        close(postman->socket);
    if (postman->keeper > 0)
        waitpid(postman->keeper, NULL, 0);
    pthread_mutex_destroy(&postman->lock);
    OPENSSL_cleanse(&postman->keys, sizeof postman->keys);
    free(postman);
}

void postman_use_keys(Postman *postman, const PushKeys *keys)
{
    postman->keys = *keys;
    postman->has_keys = true;
}

bool postman_can_push(const Postman *postman)
{
    return postman->has_keys;
}

bool postman_can_mail(const Postman *postman)
{
    return postman->has_mail;
}

/* -- jobs -------------------------------------------------------------------------------------- */

static Waiting *find_waiting(Postman *postman, uint64_t number)
{
    for (int i = 0; i < POST_MOST_JOBS; i++) {
        if (postman->waiting[i].number == number)
            return &postman->waiting[i];
    }
    return NULL;
}

/* Whoever keeps notices waiting, at a server of their own, must not keep the place of others'. */
static bool has_share_left(const Postman *postman, const char *label)
{
    int count = 0;
    for (int i = 0; i < POST_MOST_JOBS; i++)
        count += postman->waiting[i].number > 0 && strcmp(postman->waiting[i].label, label) == 0;
    return count < POST_MOST_EACH;
}

/* With the lock held, so that jobs leave in the order of their numbers. */
static bool send_parcel(Postman *postman, PostParcel *parcel, const char *label)
{
    Waiting *place = find_waiting(postman, 0);
    size_t size = sizeof parcel->job + parcel->job.size;
    parcel->job.number = postman->last + 1;
    if (postman->is_gone || !place || !has_share_left(postman, label) ||
        send(postman->socket, parcel, size, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)size)
        return false;
    place->number = ++postman->last;
    snprintf(place->label, sizeof place->label, "%s", label);
    postman->figures.waiting++;
    return true;
}

static LudStatus hand_over(Postman *postman, PostParcel *parcel, const Text *content,
                           const char *label, LudError *err)
{
    if (content->failed || content->length >= POST_CONTENT)
        return lud_error_set(err, LUD_EUSAGE, "That is no notice that can be sent.", (char *)NULL);
    parcel->job.size = (uint32_t)content->length;
    memcpy(parcel->content, content->bytes, content->length);
    pthread_mutex_lock(&postman->lock);
    bool is_sent = send_parcel(postman, parcel, label);
    postman->figures.handed_over += is_sent;
    postman->figures.dropped += !is_sent;
    pthread_mutex_unlock(&postman->lock);
    return is_sent
               ? LUD_OK
               : lud_error_set(err, LUD_ENOTNOW, "Too many notices wait to be sent.", (char *)NULL);
}

static LudStatus refuse(LudError *err)
{
    return lud_error_set(err, LUD_ENOTNOW, "This server sends no such notices.", (char *)NULL);
}

LudStatus postman_push(Postman *postman, const char *label, const PushSubscription *subscription,
                       const PushNotice *notice, LudError *err)
{
    PostParcel parcel = {.job = {.kind = POST_PUSH, .port = subscription->endpoint.port}};
    const char *contact = postman->contact[0] ? postman->contact : NULL;
    Text request = {0};
    if (!postman->has_keys)
        return refuse(err);
    strcpy(parcel.job.host, subscription->endpoint.host);
    LudStatus status = web_push_request(&request, &postman->keys, contact, subscription, notice,
                                        (int64_t)time(NULL), err);
    if (status == LUD_OK)
        status = hand_over(postman, &parcel, &request, label, err);
    text_free(&request);
    return status;
}

static bool make_id(char id[33])
{
    unsigned char random[16];
    if (RAND_bytes(random, sizeof random) != 1)
        return false;
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(id + 2 * i, 3, "%02x", random[i]);
    return true;
}

LudStatus postman_mail(Postman *postman, const char *label, const char *to, const char *subject,
                       const char *text, const char *leave, LudError *err)
{
    PostParcel parcel = {.job = {.kind = POST_MAIL}};
    char id[33];
    Text written = {0};
    const Mail mail = {.from = postman->sender,
                       .to = to,
                       .subject = subject,
                       .text = text,
                       .leave = leave,
                       .id = id,
                       .date_s = (int64_t)time(NULL)};
    LudStatus status;
    if (!postman->has_mail)
        return refuse(err);
    if (!make_id(id) || !mail_write(&written, &mail)) {
        status = lud_error_set(err, LUD_EUSAGE, "\"{1}\" is no address that mails can go to.", to,
                               (char *)NULL);
    } else {
        strcpy(parcel.job.to, to);
        status = hand_over(postman, &parcel, &written, label, err);
    }
    text_free(&written);
    return status;
}

/* -- reports ----------------------------------------------------------------------------------- */

int postman_descriptor(const Postman *postman)
{
    return postman->socket;
}

static void report_on(Postman *postman, Waiting *place, PostOutcome outcome, PostReport *report)
{
    report->outcome = outcome;
    strcpy(report->label, place->label);
    place->number = 0;
    PostFigures *figures = &postman->figures;
    int64_t *counts[] = {[POST_DONE] = &figures->done,
                         [POST_GONE] = &figures->gone,
                         [POST_FAILED] = &figures->failed,
                         [POST_LATER] = &figures->failed,
                         [POST_LOST] = &figures->lost};
    ++*counts[outcome];
    figures->waiting--;
}

/* Somebody whose job went down with a process. */
static bool find_lost(Postman *postman, PostReport *report)
{
    for (int i = 0; i < POST_MOST_JOBS && postman->lost > 0; i++) {
        Waiting *place = &postman->waiting[i];
        if (place->number > 0 && place->number <= postman->lost) {
            report_on(postman, place, POST_LOST, report);
            return true;
        }
    }
    postman->lost = 0;
    return false;
}

/* What an answer means; false if it is to nobody's question. */
static bool read_answer(Postman *postman, const PostAnswer *answer, PostReport *report)
{
    report->status = answer->status;
    if (answer->outcome == POST_RESTARTED) {
        report->outcome = POST_RESTARTED;
        postman->lost = answer->number;
        postman->figures.restarts++;
        return true;
    }
    Waiting *place = answer->number > 0 ? find_waiting(postman, answer->number) : NULL;
    if (!place || answer->outcome > POST_FAILED)
        return false;
    report_on(postman, place, answer->outcome, report);
    return true;
}

static bool find_report(Postman *postman, PostReport *report)
{
    PostAnswer answer;
    if (find_lost(postman, report))
        return true;
    while (!postman->is_gone) {
        ssize_t size = recv(postman->socket, &answer, sizeof answer, MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return false;
        if (size == (ssize_t)sizeof answer && read_answer(postman, &answer, report))
            return true;
        if (size <= 0) {
            postman->is_gone = true;
            postman->lost = UINT64_MAX;
        }
    }
    if (find_lost(postman, report))
        return true;
    report->outcome = POST_ENDED;
    bool is_new = !postman->is_told;
    postman->is_told = true;
    return is_new;
}

bool postman_next(Postman *postman, PostReport *report)
{
    *report = (PostReport){0};
    pthread_mutex_lock(&postman->lock);
    bool is_found = find_report(postman, report);
    pthread_mutex_unlock(&postman->lock);
    return is_found;
}

void postman_figures(Postman *postman, PostFigures *figures)
{
    pthread_mutex_lock(&postman->lock);
    *figures = postman->figures;
    pthread_mutex_unlock(&postman->lock);
}
