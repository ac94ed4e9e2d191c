#include "cli/online/bot_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "client/client_socket.h"
#include "online/online_game.h"
#include "shell/terminal.h"
#include "wire/json_writer.h"

enum { READ_MS = 500, RETRY_S = 1, RETRY_MS = 60000, QUIET_MS = 3000 };

typedef struct BotGame {
    const ClientUrl *url;
    BotPlayer *thinker;
    OnlineGame *game;
    ClientSocket *socket;
    int player;      /* which one it is, once the server has said so */
    int last;        /* the number of the last event there was when it came */
    int acted_event; /* it has done what there was to do after this one */
    int64_t over_ms; /* when the game was found over */
    FairSecret secret;
    bool is_refused; /* the server does not know the token */
    bool goes_on;    /* with the next game */
} BotGame;

/* -- saying ------------------------------------------------------------------------------------ */

static void begin(Json *json, const char *deed)
{
    json_open(json, '{');
    json_put_text(json, "do", deed);
}

static bool send(BotGame *bot, Json *json)
{
    json_close(json, '}');
    bool is_sent = !json->text.failed && client_socket_send(bot->socket, json->text.bytes);
    text_free(&json->text);
    return is_sent;
}

static bool say_word(BotGame *bot, const char *deed, const char *name, const char *word)
{
    Json json = {0};
    begin(&json, deed);
    json_put_text(&json, name, word);
    return send(bot, &json);
}

static bool say_move(BotGame *bot, const char *word)
{
    Json json = {0};
    begin(&json, "moves");
    json_put_integer(&json, "number", bot->game->entry_count + 1);
    json_put_text(&json, "move", word);
    json_put_integer(&json, "event", bot->game->last_event);
    return send(bot, &json);
}

/* -- doing ------------------------------------------------------------------------------------- */

/* Commits first; reveals once all have. The secret follows from the token, so that a bot that was
 * restarted in between still knows it. */
static bool give_part(BotGame *bot)
{
    const OnlinePlayer *own = &bot->game->players[bot->player];
    char text[FAIR_TEXT], who[FAIR_NAME], terms[FAIR_TERMS_TEXT];
    FairSecret commitment;
    online_print_terms(bot->game, terms);
    fair_name_player(bot->player, who);
    fair_commit(&bot->secret, terms, who, &commitment);
    if (!own->has_commitment) {
        fair_print(&commitment, text);
        return say_word(bot, "dice", "commitment", text);
    }
    if (own->has_secret || online_lacks_parts(bot->game, true))
        return true;
    fair_print(&bot->secret, text);
    return say_word(bot, "dice", "secret", text);
}

/* Takes back and plays again if it is asked to; declines the rest. */
static bool answer_offers(BotGame *bot)
{
    int seat = online_seat_of(bot->game, bot->player);
    for (int kind = 0; kind < OFFER_KINDS; kind++) {
        const OnlineOffer *offer = &bot->game->offers[kind];
        if (!offer->stands || offer->accepted >> seat & 1)
            continue;
        bool accepts = kind == OFFER_TAKEBACK || kind == OFFER_REMATCH;
        if (!say_word(bot, accepts ? "accept" : "decline", "offer",
                      online_offer_name((OnlineOfferKind)kind)))
            return false;
    }
    return true;
}

static LudStatus move(BotGame *bot, LudError *err)
{
    char word[LUD_MOVE_TEXT] = "roll";
    LudStatus status = online_awaits_roll(bot->game)
                           ? LUD_OK
                           : bot_player_choose(bot->thinker, bot->game->play, word, err);
    if (status == LUD_OK)
        say_move(bot, word); /* if it does not arrive, the connection is lost and comes again */
    return status;
}

/* Does what there is to do, once for every state of the game. */
static LudStatus act(BotGame *bot, LudError *err)
{
    OnlineGame *game = bot->game;
    if (bot->player < 0 || game->last_event < bot->last || game->last_event == bot->acted_event)
        return LUD_OK;
    bot->acted_event = game->last_event;
    if (game->phase == STORE_PREPARING && game->shares_dice)
        give_part(bot);
    answer_offers(bot);
    int seat = online_active_seat(game);
    return seat >= 0 && seat == online_seat_of(game, bot->player) ? move(bot, err) : LUD_OK;
}

/* -- hearing ----------------------------------------------------------------------------------- */

static void hear_hello(BotGame *bot, const JsonValue *message)
{
    int64_t number = 0;
    if (json_integer(json_member(message, "last"), 0, INT32_MAX, &number))
        bot->last = (int)number;
    if (json_integer(json_member(json_member(message, "you"), "player"), 1, LUD_MAX_SEATS, &number))
        bot->player = (int)number - 1;
}

/* Something was refused: most likely things have changed, which the next event says. */
static void hear_reply(BotGame *bot, const JsonValue *message)
{
    int64_t status = 0;
    json_integer(json_member(message, "status"), 0, 999, &status);
    bot->is_refused |= status == 401 || status == 404;
}

static bool hear(BotGame *bot, char *message)
{
    size_t size = strlen(message);
    bool is_event = strncmp(message, "{\"event\":", 9) == 0;
    JsonTree tree;
    if (is_event)
        return online_take_text(bot->game, message, size);
    if (json_read(&tree, message, size, NULL) != LUD_OK)
        return true; /* a reply may be longer than a bot cares to read */
    const char *type = json_text_of(&tree.values[0], "type");
    if (type && strcmp(type, "hello") == 0)
        hear_hello(bot, &tree.values[0]);
    else if (type && strcmp(type, "reply") == 0)
        hear_reply(bot, &tree.values[0]);
    return true;
}

/* The first message says whose seat this is; it never stands in an address. */
static void show_token(BotGame *bot)
{
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "token", bot->url->token);
    send(bot, &json);
}

/* -- the connection ---------------------------------------------------------------------------- */

static LudStatus connect_again(BotGame *bot, LudError *err)
{
    char path[128];
    LudStatus status = LUD_EFILE;
    int64_t until_ms = terminal_now_ms() + RETRY_MS;
    client_socket_close(bot->socket);
    bot->socket = NULL;
    bot->acted_event = 0; /* what was under way may be lost */
    snprintf(path, sizeof path, "/api/v1/play/%s/socket?after=%d", bot->url->id,
             bot->game->last_event);
    for (int i = 0; status != LUD_OK && (i == 0 || terminal_now_ms() < until_ms); i++) {
        if (atomic_load(bot->thinker->is_stopping))
            return LUD_ESTOPPED;
        if (i > 0)
            sleep(RETRY_S);
        status = client_socket_open(&bot->socket, bot->url, path, err);
    }
    if (status == LUD_OK)
        show_token(bot);
    return status;
}

/* Whether there is nothing more to expect: the game is over, and nobody has asked for another. */
static bool is_done(BotGame *bot)
{
    if (bot->game->phase != STORE_OVER)
        return false;
    if (bot->over_ms == 0)
        bot->over_ms = terminal_now_ms();
    return bot->game->next[0] || !bot->goes_on || terminal_now_ms() - bot->over_ms >= QUIET_MS;
}

static LudStatus follow(BotGame *bot, LudError *err)
{
    LudStatus status = connect_again(bot, err);
    while (status == LUD_OK && !is_done(bot)) {
        char *message = NULL;
        if (atomic_load(bot->thinker->is_stopping))
            return LUD_ESTOPPED;
        bool is_open = client_socket_read(bot->socket, READ_MS, &message);
        bool is_sound = !message || hear(bot, message);
        free(message);
        if (bot->is_refused)
            return lud_error_set(err, LUD_EUSAGE,
                                 LUD_MESSAGE("The server knows no such game, or no such seat in "
                                             "it. Copy the whole link of the seat."),
                                 (char *)NULL);
        if (!is_sound)
            return lud_error_set(err, LUD_EFILE,
                                 LUD_MESSAGE("The server says what this program does not "
                                             "understand. They may be of different versions."),
                                 (char *)NULL);
        status = is_open ? act(bot, err) : connect_again(bot, err);
    }
    return status;
}

LudStatus bot_game_play(const ClientUrl *url, BotPlayer *player, bool goes_on, char next[URL_ID],
                        LudError *err)
{
    BotGame bot = {.url = url, .thinker = player, .player = -1, .goes_on = goes_on};
    FairSecret none = {{0}};
    bot.game = online_game_new(url->id, &none);
    if (!bot.game)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    fair_commit(&none, url->token, "bot", &bot.secret);
    LudStatus status = follow(&bot, err);
    snprintf(next, URL_ID, "%s", bot.game->next);
    client_socket_close(bot.socket);
    online_game_free(bot.game);
    return status;
}
