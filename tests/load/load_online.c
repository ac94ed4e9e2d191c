#define _GNU_SOURCE /* memmem */
/* Load on servers of online games: many connections, many games at once, moves at a given rate.
 *
 *   load_online PORT[,PORT...] CONNECTIONS GAMES RATE SECONDS [WATCHERS]
 *
 * Two connections of each game are its seats, WATCHERS (0 if not given) watch it; the rest watch a
 * game in which nothing happens. Connections go to the servers in turn, so the two seats of a game
 * are at different ones, and neither may be the one that made the game. Moves are random and legal.
 * A move's time is taken from sending it to the other player's receipt, and to each watcher's. The
 * answer is one line of JSON. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ludoteca/play.h>

#include "base/clock_time.h"

enum {
    BUFFER = 4096,
    EVENTS = 512,
    LATENCIES = 4000000,
    ID = 16,
    TOKEN = 32,
    SERVERS = 16,
    RECENT = 64, /* moves of a game whose time of sending is known */
    LATE_MS = 1000,
};

typedef struct Game {
    char id[ID + 1], token[2][TOKEN + 1];
    struct Peer *seat[2];
    LudPlay *play;
    int64_t sent_us; /* when the move that is under way was sent; 0: none is */
    int64_t recent_us[RECENT];
    int mover;
} Game;

/* How long messages took. */
typedef struct Times {
    float *ms;
    int64_t count, late;
} Times;

typedef struct Peer {
    int fd;
    Game *game; /* of which it has a seat; NULL: it only watches */
    const Game *watched;
    int seat;
    bool is_open, has_hello;
    int event; /* the last that it heard of */
    size_t used;
    char bytes[BUFFER];
} Peer;

static struct sockaddr_in servers[SERVERS];
static int server_count;
static Game *games;
static int game_count, quiet_count;
static Peer *peers;
static int peer_count;
static int epoll;
static Times played, watched;
static int64_t moves, refused, received;
static LudRandom chance;

static void die(const char *what)
{
    fprintf(stderr, "load_online: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* -- creating games ---------------------------------------------------------------------------- */

static int dial(int number)
{
    const struct sockaddr_in *server = &servers[number % server_count];
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)server, sizeof *server) != 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

static void send_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN)
            continue;
        if (sent <= 0)
            die("send");
        bytes += sent;
        size -= (size_t)sent;
    }
}

static const char *find_text(const char *from, const char *name, char *to, size_t length)
{
    const char *at = strstr(from, name);
    if (!at)
        die(from);
    memcpy(to, at + strlen(name), length);
    to[length] = '\0';
    return at + strlen(name);
}

static void create(int fd, Game *game)
{
    static const char body[] = "{\"game\": \"oware\", \"clock\": \"1h+1s\"}";
    char text[BUFFER];
    int length = snprintf(text, sizeof text,
                          "POST /api/v1/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                          "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          strlen(body), body);
    send_all(fd, text, (size_t)length);
    size_t used = 0;
    do {
        ssize_t size = recv(fd, text + used, sizeof text - 1 - used, 0);
        if (size <= 0)
            die("no game was created");
        used += (size_t)size;
        text[used] = '\0';
    } while (!strstr(text, "\"created\": "));
    find_text(text, "\"id\": \"", game->id, ID);
    const char *rest = find_text(text, "\"token\": \"", game->token[0], TOKEN);
    find_text(rest, "\"token\": \"", game->token[1], TOKEN);
    LudRules rules;
    if (lud_rules_parse("oware", &rules, NULL) != LUD_OK ||
        lud_play_new(&game->play, &rules, NULL, NULL) != LUD_OK)
        die("rules");
}

static void create_all(int count)
{
    int fds[SERVERS];
    for (int i = 0; i < server_count; i++)
        fds[i] = dial(i);
    for (int i = 0; i < count; i++)
        create(fds[i % server_count], &games[i]);
    for (int i = 0; i < server_count; i++)
        close(fds[i]);
}

/* -- sockets ----------------------------------------------------------------------------------- */

/* A masked text frame; the mask is zero, which leaves the text as it is. */
static void send_text(Peer *peer, const char *text)
{
    unsigned char frame[BUFFER];
    size_t length = strlen(text), head = 2;
    frame[0] = 0x81;
    if (length < 126) {
        frame[1] = (unsigned char)(0x80 | length);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, text, length);
    send_all(peer->fd, (const char *)frame, head + 4 + length);
}

static void open_peer(Peer *peer, const Game *game)
{
    char text[512];
    peer->fd = dial((int)(peer - peers));
    int length =
        snprintf(text, sizeof text,
                 "GET /api/v1/play/%s/socket?after=2 HTTP/1.1\r\nHost: localhost\r\nUpgrade: "
                 "websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
                 "13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                 game->id);
    send_all(peer->fd, text, (size_t)length);
    fcntl(peer->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
    epoll_ctl(epoll, EPOLL_CTL_ADD, peer->fd, &event);
}

/* -- playing ----------------------------------------------------------------------------------- */

static void move(Game *game)
{
    const LudMove *list;
    char word[LUD_MOVE_TEXT], text[256];
    int count = lud_play_moves(game->play, &list);
    int seat = lud_play_seat(game->play);
    LudMove chosen = list[lud_random_below(&chance, (uint32_t)count)];
    lud_play_rules(game->play)->game->text.move_print(lud_play_state(game->play), chosen, word);
    snprintf(text, sizeof text, "{\"do\":\"moves\",\"number\":%d,\"move\":\"%s\"}",
             lud_play_length(game->play) + 1, word);
    game->mover = seat;
    game->sent_us = base_time_us();
    game->recent_us[(lud_play_length(game->play) + 1) % RECENT] = game->sent_us;
    send_text(game->seat[seat], text);
}

/* Everybody hears of every event once, in order. */
static void check_order(Peer *peer, const char *text)
{
    int event;
    if (sscanf(text, "{\"event\": %d", &event) != 1)
        return;
    if (peer->event > 0 && event != peer->event + 1)
        die("an event is missing, or came twice");
    peer->event = event;
}

static void note_time(Times *times, int64_t sent_us)
{
    float ms = (float)(base_time_us() - sent_us) / 1000;
    if (times->count < LATENCIES)
        times->ms[times->count++] = ms;
    times->late += ms > LATE_MS;
}

/* What somebody hears who only watches. */
static void hear_watching(const Peer *peer, const char *text)
{
    const char *at = strstr(text, "\"number\": ");
    if (peer->watched && at && strstr(text, "\"type\": \"move\""))
        note_time(&watched, peer->watched->recent_us[atoi(at + 10) % RECENT]);
}

/* What a seat hears of a move: the other player's receipt is what counts, of the move that is under
 * way. */
static void hear(Peer *peer, const char *text)
{
    Game *game = peer->game;
    received++;
    peer->has_hello |= strstr(text, "\"type\": \"hello\"") != NULL;
    check_order(peer, text);
    if (!game) {
        hear_watching(peer, text);
        return;
    }
    if (strstr(text, "\"status\": 4") || strstr(text, "\"status\": 5"))
        refused++;
    if (!strstr(text, "\"type\": \"move\"") || peer->seat == game->mover || game->sent_us == 0)
        return;
    char word[LUD_MOVE_TEXT];
    const char *at = strstr(text, "\"number\": ");
    if (!at || atoi(at + 10) != lud_play_length(game->play) + 1)
        return; /* the mover hears of an earlier one only now */
    at = strstr(text, "\"move\": \"");
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
    note_time(&played, game->sent_us);
    game->sent_us = 0;
    moves++;
    if (lud_play_move_text(game->play, word, NULL) != LUD_OK)
        die("another game than ours");
}

/* Takes whole frames from the front. */
static void take_frames(Peer *peer)
{
    size_t at = 0;
    while (peer->used - at >= 2) {
        const unsigned char *frame = (const unsigned char *)peer->bytes + at;
        size_t length = frame[1] & 127, head = 2;
        if (length == 126 && peer->used - at >= 4) {
            length = (size_t)frame[2] << 8 | frame[3];
            head = 4;
        }
        if (length > BUFFER - 8)
            die("a long message");
        if (peer->used - at < head + length || (frame[1] & 127) > 126)
            break;
        char text[BUFFER];
        memcpy(text, frame + head, length);
        text[length] = '\0';
        if ((frame[0] & 15) == 1)
            hear(peer, text);
        at += head + length;
    }
    peer->used -= at;
    memmove(peer->bytes, peer->bytes + at, peer->used);
}

static void read_peer(Peer *peer)
{
    ssize_t size = recv(peer->fd, peer->bytes + peer->used, BUFFER - peer->used, 0);
    if (size < 0 && errno == EAGAIN)
        return;
    if (size <= 0)
        die("the server closed a connection");
    peer->used += (size_t)size;
    if (!peer->is_open) {
        char *end = memmem(peer->bytes, peer->used, "\r\n\r\n", 4);
        if (!end)
            return;
        if (memcmp(peer->bytes, "HTTP/1.1 101", 12) != 0)
            die("no socket");
        peer->is_open = true;
        size_t head = (size_t)(end + 4 - peer->bytes);
        peer->used -= head;
        memmove(peer->bytes, end + 4, peer->used);
        if (peer->game) {
            char text[64];
            snprintf(text, sizeof text, "{\"token\":\"%s\"}", peer->game->token[peer->seat]);
            send_text(peer, text);
        }
    }
    take_frames(peer);
}

static void turn(int wait_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++)
        read_peer(events[i].data.ptr);
}

/* Games that are over begin anew elsewhere: here another takes their place. */
static bool can_move(const Game *game)
{
    return game->sent_us == 0 && lud_play_turn(game->play) >= 0;
}

static void play(int rate, int seconds)
{
    int64_t start_us = base_time_us(), end_us = start_us + seconds * INT64_C(1000000);
    int64_t sent = 0;
    int next = 0;
    for (int64_t now_us; (now_us = base_time_us()) < end_us;) {
        int64_t due = (now_us - start_us) * rate / 1000000;
        for (int tried = 0; sent < due && tried < game_count; tried++) {
            Game *game = &games[next++ % game_count];
            if (!can_move(game))
                continue;
            move(game);
            sent++;
        }
        turn(1); /* all that is due was sent, or waits for what is under way */
    }
    for (int i = 0; i < 200; i++)
        turn(5);
}

/* -- the whole --------------------------------------------------------------------------------- */

static int compare(const void *one, const void *other)
{
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

static float percentile(const Times *times, double share)
{
    return times->count ? times->ms[(int64_t)((double)(times->count - 1) * share)] : -1;
}

static void print_times(const char *name, Times *times)
{
    qsort(times->ms, (size_t)times->count, sizeof *times->ms, compare);
    printf("\"%sp50_ms\": %.2f, \"%sp99_ms\": %.2f, \"%smost_ms\": %.2f", name,
           percentile(times, 0.5), name, percentile(times, 0.99), name, percentile(times, 1));
}

static void connect_all(int connections, int watchers)
{
    int made = 0;
    for (int i = 0; i < game_count; i++) {
        for (int j = 0; j < 2 + watchers && made < connections; j++) {
            Peer *peer = &peers[made++];
            *peer = (Peer){.game = j < 2 ? &games[i] : NULL, .seat = j, .watched = &games[i]};
            if (j < 2)
                games[i].seat[j] = peer;
            open_peer(peer, &games[i]);
            turn(0);
        }
    }
    while (made < connections) {
        open_peer(&peers[made], &games[game_count + made % quiet_count]);
        made++;
        turn(0);
    }
    peer_count = made;
    for (int i = 0, late = 0; i < peer_count && late < 2000; late++) {
        turn(10);
        while (i < peer_count && peers[i].has_hello)
            i++;
    }
}

static void read_ports(const char *text)
{
    while (server_count < SERVERS && *text) {
        struct sockaddr_in *server = &servers[server_count++];
        *server = (struct sockaddr_in){.sin_family = AF_INET,
                                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                       .sin_port = htons((uint16_t)atoi(text))};
        text += strcspn(text, ",");
        text += *text == ',';
    }
}

static void prepare(int connections)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    quiet_count = 1 + connections / 100;
    games = calloc((size_t)(game_count + quiet_count), sizeof *games);
    peers = calloc((size_t)connections, sizeof *peers);
    played.ms = malloc(LATENCIES * sizeof *played.ms);
    watched.ms = malloc(LATENCIES * sizeof *watched.ms);
    epoll = epoll_create1(0);
    lud_random_seed(&chance, 5);
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return EXIT_FAILURE;
    int connections = atoi(argv[2]), rate = atoi(argv[4]), seconds = atoi(argv[5]);
    read_ports(argv[1]);
    game_count = atoi(argv[3]);
    prepare(connections);
    create_all(game_count + quiet_count);
    connect_all(connections, argc > 6 ? atoi(argv[6]) : 0);
    int64_t before = received;
    printf("ready %d\n", peer_count);
    fflush(stdout);
    if (getchar() == EOF) /* whoever runs this looks at the server first */
        return EXIT_FAILURE;
    play(rate, seconds);
    printf("{\"connections\": %d, \"games\": %d, \"rate\": %d, \"seconds\": %d, \"moves\": %lld, "
           "\"refused\": %lld, \"messages\": %lld, \"watched\": %lld, \"watched_late\": %lld, ",
           peer_count, game_count, rate, seconds, (long long)moves, (long long)refused,
           (long long)(received - before), (long long)watched.count, (long long)watched.late);
    print_times("", &played);
    printf(", ");
    print_times("watched_", &watched);
    printf("}\n");
    fflush(stdout);
    getchar(); /* … and once more, before all leave */
    return EXIT_SUCCESS;
}
