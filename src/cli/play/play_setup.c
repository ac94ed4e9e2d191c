/* What the options of `play` ask for. */
#include "cli/play/play_setup.h"
#include "cli/play/play_clock.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

int setup_seats(const LudRules *rules)
{
    LudState start;
    lud_rules_start(rules, &start);
    return rules->game->rules.seats(&start);
}

/* Takes the seed off an entry such as random:7 or max:time=2s:7, and puts commas where the other
 * colons were, as commas already part the players of the list. */
static bool take_seed(char *entry, Player *player)
{
    char *colon = strrchr(entry, ':');
    if (colon && colon[1 + strspn(colon + 1, "0123456789")] == '\0') {
        long seed;
        if (!arguments_read_number(colon + 1, _("a seed"), 0, SETUP_MOST_SEED, &seed))
            return false;
        player->has_seed = true;
        player->seed = (uint64_t)seed;
        *colon = '\0';
    }
    for (colon = strchr(entry, ':'); colon; colon = strchr(colon, ':'))
        *colon = ',';
    return true;
}

/* Reads one entry of --players. */
static bool read_player(const char *text, Player *player)
{
    char entry[LUD_PLAYER_TEXT];
    LudError err;
    bool is_computer = strcmp(text, "person") != 0;
    if (is_computer != player->is_computer)
        player->name[0] = '\0'; /* it was somebody else's */
    player->is_computer = is_computer;
    player->has_seed = false;
    if (!is_computer)
        return true;
    snprintf(entry, sizeof entry, "%s", text);
    if (!take_seed(entry, player))
        return false;
    if (lud_player_spec_parse(entry, &player->spec, &err) == LUD_OK &&
        player->spec.kind != LUD_PLAYER_COMMAND)
        return true;
    report_usage(_("--players lists person, level=1 to level=10, max, greedy or random, each but "
                   "person also with :SEED, not \"%.60s\"."),
                 text);
    return false;
}

static bool read_name(const char *text, Player *player)
{
    size_t length = strlen(text);
    if (length >= sizeof player->name)
        return report_usage(_("The name \"%.60s…\" is too long."), text) == EXIT_SUCCESS;
    memcpy(player->name, text, length + 1);
    lud_text_clean(player->name, length);
    return true;
}

/* Gives each entry of a list separated by commas, without the spaces around it, to `read`. */
static bool read_list(const char *option, const char *list, int seats, Player *players,
                      bool (*read)(const char *text, Player *player))
{
    for (int i = 0;; i++) {
        size_t length = strcspn(list, ",");
        char entry[256];
        if (i == seats)
            return report_usage(_("--%s names more players than the game has (%d)."), option,
                                seats) == EXIT_SUCCESS;
        const char *start = list + strspn(list, " ");
        size_t size = start < list + length ? (size_t)(list + length - start) : 0;
        while (size > 0 && start[size - 1] == ' ')
            size--;
        size = size < sizeof entry ? size : sizeof entry - 1;
        memcpy(entry, start, size);
        entry[size] = '\0';
        if (!read(entry, &players[i]))
            return false;
        if (list[length] == '\0')
            return true;
        list += length + 1;
    }
}

bool setup_read_players(const Arguments *arguments, PlaySetup *setup)
{
    int seats = setup_seats(&setup->rules);
    const char *players = arguments_value(arguments, "players");
    const char *names = arguments_value(arguments, "names");
    return (!players || read_list("players", players, seats, setup->player, read_player)) &&
           (!names || read_list("names", names, seats, setup->player, read_name));
}

/* One of two words for an option; `second` says whether it was the second. */
static bool read_choice(const Arguments *arguments, const char *option, const char *first_word,
                        const char *second_word, bool *second)
{
    const char *value = arguments_value(arguments, option);
    if (!value)
        return true;
    if (strcmp(value, first_word) != 0 && strcmp(value, second_word) != 0)
        return report_usage(_("--%s is %s or %s, not \"%.60s\"."), option, first_word, second_word,
                            value) == EXIT_SUCCESS;
    *second = strcmp(value, second_word) == 0;
    return true;
}

static bool read_clock_option(const Arguments *arguments, PlaySetup *setup)
{
    const char *value = arguments_value(arguments, "clock");
    if (!value)
        return true;
    setup->has_clock = true;
    if (clock_read(value, &setup->base_ms, &setup->increment_ms))
        return true;
    report_usage(_("--clock is a time such as 15m+5s, 90s, 10:00+5 or 3d, not \"%.60s\"."), value);
    return false;
}

static bool read_path(const Arguments *arguments, const char *option, char path[PATH_BYTES])
{
    const char *value = arguments_value(arguments, option);
    size_t length = value ? strlen(value) : 0;
    if (value && (length == 0 || length >= PATH_BYTES))
        return report_usage(_("--%s needs the name of a file."), option) == EXIT_SUCCESS;
    if (value)
        memcpy(path, value, length + 1);
    return true;
}

/* A number short enough to be typed again, different at every start. */
static uint64_t fresh_seed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    LudRandom random;
    lud_random_seed(&random, (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec +
                                 ((uint64_t)getpid() << 32));
    return lud_random_below(&random, 1000000000);
}

static bool read_position(const Arguments *arguments, PlaySetup *setup)
{
    const char *text = arguments_value(arguments, "position");
    unsigned flags = arguments_has(arguments, "fragment") ? LUD_PARSE_FRAGMENT : 0;
    const LudRules *rules = &setup->rules;
    LudError err;
    setup->has_position = text != NULL;
    if (!text || lud_state_read(&setup->position, rules, text, NULL, flags, &err) == LUD_OK)
        return true;
    report_error(&err);
    return false;
}

bool setup_check_dice(const PlaySetup *setup)
{
    if (!setup->asks_dice || setup->rules.game->chance)
        return true;
    report_usage(_("%s has no dice; leave out --dice."), _(setup->rules.game->title));
    return false;
}

bool setup_read(const Arguments *arguments, PlaySetup *setup)
{
    long games = setup->games, seed = -1;
    bool has_game = arguments->operand_count > 0;
    if (!arguments_number(arguments, "games", 1, MOST_GAMES, &games) ||
        !arguments_number(arguments, "seed", 0, SETUP_MOST_SEED, &seed))
        return false;
    setup->games = (int)games;
    setup->seed = seed >= 0 ? (uint64_t)seed : fresh_seed();
    setup->draws_lots = games > 1;
    return read_choice(arguments, "seats", "given", "lots", &setup->draws_lots) &&
           read_choice(arguments, "dice", "roll", "ask", &setup->asks_dice) &&
           read_clock_option(arguments, setup) && read_path(arguments, "load", setup->load_path) &&
           read_path(arguments, "save", setup->save_path) &&
           (!has_game || (cli_rules(arguments->operands[0], &setup->rules) == EXIT_SUCCESS &&
                          setup_check_dice(setup) && read_position(arguments, setup) &&
                          setup_read_players(arguments, setup)));
}

static void name_player(Player *player, const char *format, int number)
{
    if (!*player->name)
        snprintf(player->name, sizeof player->name, format, number);
}

void setup_name_players(PlaySetup *setup)
{
    int seats = setup_seats(&setup->rules), computers = 0;
    for (int i = 0; i < seats; i++)
        computers += setup->player[i].is_computer;
    for (int i = 0; i < seats; i++) {
        if (setup->player[i].is_computer && computers == 1)
            name_player(&setup->player[i], _("Computer"), 0);
        else if (setup->player[i].is_computer)
            name_player(&setup->player[i], _("Computer %d"), i + 1);
        else if (setup->games > 1 || setup->draws_lots)
            name_player(&setup->player[i], _("Player %d"), i + 1);
    }
}

void setup_seed_players(PlaySetup *setup)
{
    for (int i = 0; i < LUD_MAX_SEATS; i++) {
        Player *player = &setup->player[i];
        lud_random_seed(&player->random,
                        player->has_seed ? player->seed : setup->seed + 1 + (uint64_t)i);
    }
}
