/* `ludoteca server-admin`: what players have reported, and whom the server excludes. */
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "shell/output.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"
#include "store/store_place.h"
#include "wire/json_reader.h"
#include "wire/json_writer.h"

enum { KEY_TEXT = 2 * STORE_HASH + 1, WHEN_TEXT = 32 };

/* -- showing ----------------------------------------------------------------------------------- */

static const char *game_of(const JsonValue *note)
{
    const char *game = json_text_of(note, "game");
    return game ? game : "";
}

static void print_when(const JsonValue *note, char text[WHEN_TEXT])
{
    int64_t at_ms = 0;
    struct tm when;
    json_integer(json_member(note, "at"), 0, INT64_MAX, &at_ms);
    time_t at_s = (time_t)(at_ms / 1000);
    strftime(text, WHEN_TEXT, "%Y-%m-%d %H:%M", localtime_r(&at_s, &when));
}

static void print_line(const char *label, const char *text)
{
    if (!text || !*text)
        return;
    printf("  %s: ", label);
    output_foreign(stdout, text);
    putchar('\n');
}

/* A note as its JSON; false if it can't be read. */
static bool read_note(const char *value, JsonTree *tree, char **copy)
{
    *copy = strdup(value);
    return *copy && json_read(tree, *copy, strlen(*copy), NULL) == LUD_OK;
}

static void show_report(void *context, const char *key, const char *value)
{
    int *count = context;
    JsonTree tree;
    char *copy, when[WHEN_TEXT];
    (void)key;
    if (read_note(value, &tree, &copy)) {
        const JsonValue *note = &tree.values[0], *event = json_member(note, "event");
        int64_t by = 0, seat = 0;
        json_integer(json_member(note, "by"), 1, LUD_MAX_SEATS, &by);
        json_integer(json_member(event, "seat"), 1, LUD_MAX_SEATS, &seat);
        print_when(note, when);
        printf(_("%s  game %s: player %d reports seat %d\n"), when, game_of(note), (int)by,
               (int)seat);
        print_line(_("said"), json_text_of(event, "text"));
        print_line(_("named"), json_text_of(event, "name"));
        print_line(_("reason"), json_text_of(note, "reason"));
        ++*count;
    }
    free(copy);
}

static void show_ban(void *context, const char *key, const char *value)
{
    int *count = context;
    JsonTree tree;
    char *copy, when[WHEN_TEXT];
    if (read_note(value, &tree, &copy)) {
        print_when(&tree.values[0], when);
        printf(_("%s  %s, after game %s\n"), when, key, game_of(&tree.values[0]));
        ++*count;
    }
    free(copy);
}

static int list(Store *store, const char *kind)
{
    LudError err;
    int count = 0;
    bool is_ban = strcmp(kind, "ban") == 0;
    if (store->kind->list_notes(store, kind, is_ban ? show_ban : show_report, &count, &err) !=
        LUD_OK)
        return report_error(&err);
    if (count == 0)
        printf("%s\n", is_ban ? _("Nobody is excluded.") : _("Nothing was reported."));
    return EXIT_SUCCESS;
}

/* -- excluding --------------------------------------------------------------------------------- */

static void write_key(const unsigned char hash[STORE_HASH], char key[KEY_TEXT])
{
    for (int i = 0; i < STORE_HASH; i++)
        snprintf(key + 2 * i, 3, "%02x", hash[i]);
}

static bool is_nobody(const unsigned char hash[STORE_HASH])
{
    static const unsigned char nobody[STORE_HASH];
    return memcmp(hash, nobody, STORE_HASH) == 0;
}

static int put_ban(Store *store, const char *key, const char *game, bool is_ban)
{
    LudError err;
    Json json = {0};
    json_open(&json, '{');
    json_put_integer(&json, "at", (int64_t)time(NULL) * 1000);
    json_put_text(&json, "game", game);
    json_close(&json, '}');
    char *note = json_take(&json);
    if (!note)
        return report_memory();
    LudStatus status = store->kind->put_note(store, "ban", key, is_ban ? note : NULL, &err);
    lud_free(note);
    return status == LUD_OK ? EXIT_SUCCESS : report_error(&err);
}

/* The person of a seat, or, where they have told no key, the seat itself. */
static int ban(Store *store, const char *game, const char *player, bool is_ban)
{
    StoreGame head;
    StorePlayer players[STORE_PLAYERS];
    LudError err;
    char key[KEY_TEXT];
    bool is_found = false;
    int number = player[0] >= '1' && player[0] <= '4' && !player[1] ? player[0] - '1' : -1;
    if (store->kind->read_game(store, game, &head, players, NULL, &is_found, &err) != LUD_OK)
        return report_error(&err);
    if (!is_found || number < 0 || is_nobody(players[number].token))
        return report_usage(_("There is no player %s in a game %s here."), player, game);
    bool is_person = !is_nobody(players[number].person);
    write_key(is_person ? players[number].person : players[number].token, key);
    int status = put_ban(store, key, game, is_ban);
    if (status == EXIT_SUCCESS)
        printf(is_ban ? _("Player %s of game %s is excluded: no seats, no chat, no offers.\n")
                      : _("Player %s of game %s is welcome again.\n"),
               player, game);
    return status;
}

/* -- the command ------------------------------------------------------------------------------- */

static int run(Store *store, const Arguments *arguments)
{
    const char *word = arguments->operands[0];
    int count = arguments->operand_count;
    if (strcmp(word, "reports") == 0 && count == 1)
        return list(store, "report");
    if (strcmp(word, "bans") == 0 && count == 1)
        return list(store, "ban");
    bool is_ban = strcmp(word, "ban") == 0;
    if ((is_ban || strcmp(word, "lift") == 0) && count == 3)
        return ban(store, arguments->operands[1], arguments->operands[2], is_ban);
    return report_usage(
        _("Write: server-admin reports, bans, ban GAME PLAYER or lift GAME PLAYER."));
}

static LudStatus open_directory(const char *named, Store **store, LudError *err)
{
    char *directory = NULL;
    LudStatus status = store_place(named, &directory, err);
    if (status == LUD_OK)
        status = sqlite_store_open_beside(store, directory, err);
    lud_free(directory);
    return status;
}

static int cmd_server_admin(const Arguments *arguments)
{
    const char *data = arguments_value(arguments, "data");
    const char *address = store_address(arguments_value(arguments, "store"), data);
    Store *store = NULL;
    LudError err;
    if (data && address)
        return report_usage(_("Games are kept in a directory or in a database: leave --data or "
                              "--store out."));
    LudStatus status = address ? postgres_store_open_beside(&store, address, &err)
                               : open_directory(data, &store, &err);
    if (status != LUD_OK)
        return report_error(&err);
    int code = run(store, arguments);
    store->kind->close(store);
    return code;
}

static const OptionRow options[] = {
    {"data", N_("DIRECTORY"), N_("where the server keeps its games; usually the user's own")},
    {"store", N_("ADDRESS"), N_("the database where servers keep them, postgresql://…")},
    {NULL, NULL, NULL},
};

const Command server_admin_command = {
    .name = "server-admin",
    .operands = N_("reports|bans|ban|lift [GAME PLAYER]"),
    .about = N_("what players reported; whom the server excludes"),
    .details = N_("`reports` shows what players have reported, `ban GAME PLAYER` excludes a player "
                  "of a game\n"
                  "from seats, chat and offers, on a server that may be running; `lift` takes that "
                  "back,\n"
                  "`bans` lists who is excluded.\n"),
    .least = 1,
    .most = 3,
    .options = options,
    .run = cmd_server_admin,
};
