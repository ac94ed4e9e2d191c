/* `ludoteca bot`: lets an engine take seats of online games. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/match/match_guard.h"
#include "cli/online/bot_game.h"
#include "client/client_http.h"
#include "shell/output.h"
#include "wire/json_writer.h"

enum { MOST_GAMES = 1000000, LOOK_S = 2 };

static atomic_bool is_stopping;

static void stop(int number)
{
    (void)number;
    atomic_store(&is_stopping, true);
}

static void watch_signals(void)
{
    const struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

typedef struct Bot {
    ClientUrl url;
    BotPlayer player;
    const char *name; /* that others see; NULL: none */
    long games;       /* to be played; 0: any number */
    long played;
} Bot;

/* -- seats ------------------------------------------------------------------------------------- */

/* The text behind a mark, up to its closing quote; false if the mark is not there. */
static bool find_text(const char *json, const char *mark, char *text, size_t size)
{
    const char *at = strstr(json, mark);
    size_t length = at ? strcspn(at + strlen(mark), "\"") : size;
    if (length >= size)
        return false;
    memcpy(text, at + strlen(mark), length);
    text[length] = '\0';
    return true;
}

/* Finds a public game with an open seat; `id` is "" if there is none. */
static LudStatus find_game(Bot *bot, char id[URL_ID], LudError *err)
{
    const ClientAsk ask = {.url = &bot->url, .method = "GET", .path = "/api/v1/play"};
    char *content = NULL;
    int code = 0;
    LudStatus status = client_ask(&ask, &code, &content, err);
    id[0] = '\0';
    if (status == LUD_OK && code != 200)
        status = lud_error_set(err, LUD_EFILE, N_("There is no online play at {1}, port {2}."),
                               bot->url.host, bot->url.port, (char *)NULL);
    if (status == LUD_OK && !find_text(content, "\"open\": [{\"id\": \"", id, URL_ID))
        id[0] = '\0';
    lud_free(content);
    return status;
}

/* Takes an open seat of the url's game; its token is "" if somebody else was faster. */
static LudStatus join(Bot *bot, ClientUrl *url, LudError *err)
{
    char path[64], *content = NULL;
    int code = 0;
    Json json = {0};
    snprintf(path, sizeof path, "/api/v1/play/%s/join", url->id);
    json_open(&json, '{');
    if (bot->name)
        json_put_text(&json, "name", bot->name);
    json_close(&json, '}');
    char *body = json_take(&json);
    const ClientAsk ask = {.url = url, .method = "POST", .path = path, .body = body};
    LudStatus status = client_ask(&ask, &code, &content, err);
    if (status == LUD_OK &&
        (code != 201 || !find_text(content, "\"token\": \"", url->token, sizeof url->token)))
        url->token[0] = '\0';
    lud_free(content);
    lud_free(body);
    return status;
}

/* -- games ------------------------------------------------------------------------------------- */

/* A seat's game, and those that follow it. */
static LudStatus play_seat(Bot *bot, ClientUrl url, LudError *err)
{
    char next[URL_ID];
    LudStatus status = LUD_OK;
    while (status == LUD_OK && url.id[0] && (bot->games == 0 || bot->played < bot->games)) {
        char address[URL_HOST + 64];
        snprintf(address, sizeof address, "%s://%s:%s/#/play/%s", url.is_secure ? "https" : "http",
                 url.host, url.port, url.id);
        printf(_("Playing %s\n"), address);
        fflush(stdout);
        bool goes_on = bot->games == 0 || bot->played + 1 < bot->games;
        status = bot_game_play(&url, &bot->player, goes_on, next, err);
        bot->played += status == LUD_OK;
        memcpy(url.id, next, sizeof next);
    }
    return status;
}

/* Takes one open seat after the other. */
static LudStatus play_open(Bot *bot, LudError *err)
{
    LudStatus status = LUD_OK;
    while (status == LUD_OK && !atomic_load(&is_stopping) &&
           (bot->games == 0 || bot->played < bot->games)) {
        ClientUrl url = bot->url;
        status = find_game(bot, url.id, err);
        if (status == LUD_OK && url.id[0])
            status = join(bot, &url, err);
        if (status == LUD_OK && url.token[0])
            status = play_seat(bot, url, err);
        else if (status == LUD_OK)
            sleep(LOOK_S);
    }
    return status;
}

static LudStatus play_named(Bot *bot, LudError *err)
{
    ClientUrl url = bot->url;
    LudStatus status = url.token[0] ? LUD_OK : join(bot, &url, err);
    if (status == LUD_OK && !url.token[0])
        return lud_error_set(err, LUD_ENOTNOW, N_("No seat of that game is open."), (char *)NULL);
    return status == LUD_OK ? play_seat(bot, url, err) : status;
}

static int run(Bot *bot)
{
    LudError err;
    watch_signals();
    LudStatus status = bot->url.id[0] ? play_named(bot, &err) : play_open(bot, &err);
    bot_player_end(&bot->player);
    if (status != LUD_OK && !atomic_load(&is_stopping))
        return report_error(&err);
    printf(_("Games played: %ld\n"), bot->played);
    return EXIT_SUCCESS;
}

static int cmd_bot(const Arguments *arguments)
{
    Bot bot = {.player.is_stopping = &is_stopping, .name = arguments_value(arguments, "name")};
    const char *player = arguments_value(arguments, "player");
    LudError err;
    if (!arguments_number(arguments, "games", 0, MOST_GAMES, &bot.games))
        return EXIT_USAGE;
    if (!client_url_read(arguments->operands[0], &bot.url))
        return report_usage(_("That is no address of a server, a game or a seat. Copy the link, "
                              "such as http://127.0.0.1:8080/."));
    if (lud_player_spec_parse(player ? player : "level=5", &bot.player.player.spec, &err) != LUD_OK)
        return report_error(&err);
    if (bot.player.player.spec.kind != LUD_PLAYER_COMMAND)
        return run(&bot);
    if (!guard_begin())
        return report_memory();
    int status = run(&bot);
    guard_end();
    return status;
}

static const OptionRow options[] = {
    {"player", N_("PLAYER"),
     N_("who thinks: level=6, max,time=1s, or another program as cmd=…; usually level=5")},
    {"games", N_("N"), N_("end after so many games; usually any number")},
    {"name", N_("NAME"), N_("the name that others see where a seat is taken")},
    {NULL, NULL, NULL},
};

const Command bot_command = {
    .name = "bot",
    .operands = N_("URL"),
    .about = N_("let an engine take seats of online games"),
    .details = N_("URL is the link of a seat, which it plays; that of a game, of which it takes an "
                  "open seat;\n"
                  "or a server's, where it takes one open seat after the other until Ctrl-C.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_bot,
};
