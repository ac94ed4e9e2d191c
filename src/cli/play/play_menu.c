/* The menu: asks in plain words for everything that the options of `play` can say. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play/play_clock.h"
#include "cli/play/play_list.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_menu.h"
#include "cli/play/play_save.h"
#include "cli/play/play_setup.h"
#include "cli/play/play_words.h"
#include "cli/words/reason_text.h"
#include "shell/line_number.h"

/* -- asking ----------------------------------------------------------------------------------- */

/* Reads an answer without spaces around it; "" for the usual one. False if the person leaves. */
static bool ask(Session *session, const char *question, char answer[LINE_BYTES])
{
    for (;;) {
        const char *line;
        LineStatus status = loop_ask(session, question, NULL, &line);
        if (session->end != SESSION_GOES_ON)
            return false;
        if (status != LINE_READ)
            continue;
        line += strspn(line, " ");
        snprintf(answer, LINE_BYTES, "%s", line);
        size_t length = strlen(answer);
        while (length > 0 && answer[length - 1] == ' ')
            answer[--length] = '\0';
        if (strcasecmp(answer, "quit") == 0 || strcasecmp(answer, "salir") == 0 ||
            strcasecmp(answer, "exit") == 0 || strcasecmp(answer, "q") == 0) {
            session->end = SESSION_QUIT;
            return false;
        }
        return true;
    }
}

/* Asks for a number from 1 to `most`; Enter is `usual`, or 0 where there is no usual one. */
static bool ask_number(Session *session, const char *question, int most, int usual, int *number)
{
    char prompt[512], answer[LINE_BYTES];
    if (usual > 0)
        snprintf(prompt, sizeof prompt, "%s [%d] ", question, usual);
    else
        snprintf(prompt, sizeof prompt, "%s ", question);
    for (;;) {
        if (!ask(session, prompt, answer))
            return false;
        if (!*answer) {
            *number = usual;
            return true;
        }
        int value = 0;
        const char *end = line_number(answer, most, &value);
        if (end && !*end && value >= 1) {
            *number = value;
            return true;
        }
        printf(_("Please type a number from 1 to %d.\n"), most);
    }
}

static void show_two(const char *first, const char *second)
{
    words_show_choice(1, first);
    words_show_choice(2, second);
}

/* -- what is played --------------------------------------------------------------------------- */

/* "2026-11-15 18:04  Oware (oware:slam=awari), game 2 of 3: Ana - Luis". */
static void show_saved(int number, const SavedGame *game)
{
    char text[LUD_RULES_TEXT + 3 * LABEL_BYTES], moment[64] = "", series[LABEL_BYTES] = "";
    struct tm local;
    if (localtime_r(&game->changed, &local))
        strftime(moment, sizeof moment, "%Y-%m-%d %H:%M", &local);
    bool has_options = strchr(game->rules, ':') != NULL;
    if (game->games > 1)
        snprintf(series, sizeof series, _(", game %d of %d"), game->number, game->games);
    snprintf(text, sizeof text, "%s  %s%s%s%s%s%s%s", moment, _(game->title),
             has_options ? " (" : "", has_options ? game->rules : "", has_options ? ")" : "",
             series, *game->players ? ": " : "", game->players);
    words_show_choice(number, text);
}

/* Takes the name of a file that can be read. */
static bool take_file(Session *session, const char *typed)
{
    if (!save_typed_path(typed, session->setup.load_path))
        session->setup.load_path[0] = '\0';
    else if (access(session->setup.load_path, R_OK) == 0)
        return true;
    else
        report_file(session->setup.load_path);
    session->setup.load_path[0] = '\0';
    return false;
}

/* One of the newest saved games by its number, or any file by its name. */
static bool ask_saved(Session *session)
{
    enum { MOST_LISTED = 9 };
    static SavedGame games[MOST_LISTED];
    char answer[LINE_BYTES];
    int count = list_saved(games, MOST_LISTED);
    words_say(count > 0 ? _("Which game?") : _("There are no saved games in the usual place."));
    for (int i = 0; i < count; i++)
        show_saved(i + 1, &games[i]);
    for (;;) {
        if (!ask(session, count > 0 ? _("Number, or the name of a file? [1] ") : _("File? "),
                 answer))
            return false;
        if (!*answer && count == 0)
            continue;
        int number = 1;
        const char *end = *answer ? line_number(answer, count, &number) : answer;
        bool is_number = end && !*end && number >= 1;
        if (take_file(session, is_number && count > 0 ? games[number - 1].path : answer))
            return true;
    }
}

/* True if the rest of the menu is needed: a new game, not a saved one. */
static bool ask_game(Session *session, const LudGame **game)
{
    int count = lud_game_count(), number;
    *game = NULL;
    words_say(_("What shall we play?"));
    for (int i = 0; i < count; i++)
        words_show_choice(i + 1, _(lud_game_at(i)->title));
    words_show_choice(count + 1, _("Go on with a saved game"));
    if (!ask_number(session, _("Number?"), count + 1, 1, &number))
        return false;
    if (number <= count) {
        *game = lud_game_at(number - 1);
        return true;
    }
    return ask_saved(session);
}

/* What an option is about, as a heading: with a capital letter and a colon. */
static void show_heading(const char *about)
{
    char text[512];
    int size = snprintf(text, sizeof text - 1, "%s", about);
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    if (size > 0 && size < (int)sizeof text - 1 && !strchr("?:.", text[size - 1]))
        memcpy(text + size, ":", 2);
    words_say(text);
}

/* Asks for the value of one option and adds it to the game's name. */
static bool ask_option(Session *session, const LudOptionSpec *spec, char text[LUD_RULES_TEXT])
{
    int count = 0, number;
    show_heading(_(spec->about));
    for (; spec->values[count]; count++) {
        char line[512];
        snprintf(line, sizeof line, "%s (%s)", _(spec->value_about[count]), spec->values[count]);
        words_show_choice(count + 1, line);
    }
    const char *question = spec->usual >= 0 ? _("Number?") : _("Number? (Enter: as usual)");
    if (!ask_number(session, question, count, spec->usual + 1, &number))
        return false;
    if (number == 0 || number == spec->usual + 1)
        return true;
    size_t used = strlen(text);
    snprintf(text + used, LUD_RULES_TEXT - used, "%c%s=%s", strchr(text, ':') ? ',' : ':',
             spec->key, spec->values[number - 1]);
    return true;
}

/* How many play is asked always, the other options only on request. */
static bool ask_rules(Session *session, const LudGame *game)
{
    int players = lud_option_find(game, LUD_OPTION_PLAYERS);
    for (;;) {
        char text[LUD_RULES_TEXT];
        int answer = 1;
        snprintf(text, sizeof text, "%s", game->name);
        if (players >= 0 && !ask_option(session, &game->options[players], text))
            return false;
        words_say(_("Which rules?"));
        show_two(_("the usual ones"), _("let me choose"));
        if (!ask_number(session, _("Number?"), 2, 1, &answer))
            return false;
        for (int i = 0; answer == 2 && i < game->option_count; i++) {
            if (i != players && !ask_option(session, &game->options[i], text))
                return false;
        }
        LudError err;
        if (lud_rules_parse(text, &session->setup.rules, &err) == LUD_OK)
            return true;
        words_show_error(&err);
    }
}

/* -- who plays -------------------------------------------------------------------------------- */

static bool ask_name(Session *session, Player *player)
{
    char answer[LINE_BYTES];
    for (;;) {
        if (!ask(session, _("Name? (Enter: none) "), answer))
            return false;
        if (strlen(answer) < sizeof player->name)
            break;
        words_say(_("That name is too long."));
    }
    memcpy(player->name, answer, strlen(answer) + 1);
    return true;
}

static bool ask_level(Session *session, Player *player)
{
    enum { USUAL_LEVEL = 4, MAX = LUD_LEVEL_MOST + 1 };
    int level;
    if (!ask_number(session, _("How strong, 1 (beginner) to 10, or 11 for as strong as it can?"),
                    MAX, USUAL_LEVEL, &level))
        return false;
    player->spec = (LudPlayerSpec){.kind = level == MAX ? LUD_PLAYER_MAX : LUD_PLAYER_LEVEL,
                                   .level = level == MAX ? 0 : level};
    return true;
}

static bool ask_players(Session *session)
{
    PlaySetup *setup = &session->setup;
    int seats = setup_seats(&setup->rules);
    for (int i = 0; i < seats; i++) {
        char seat[64];
        int kind;
        seat_name(&setup->rules, i, seat, sizeof seat);
        printf(_("Who plays %s?\n"), seat);
        show_two(_("a person"), _("the computer"));
        if (!ask_number(session, _("Number?"), 2, i == 0 ? 1 : 2, &kind))
            return false;
        setup->player[i].is_computer = kind == 2;
        if (kind == 1 ? !ask_name(session, &setup->player[i])
                      : !ask_level(session, &setup->player[i]))
            return false;
    }
    return true;
}

static bool ask_lots(Session *session)
{
    int answer;
    if (session->setup.rules.game->rules.starter == LUD_STARTER_ROLL_OFF)
        return true;
    words_say(_("Who sits where?"));
    show_two(_("as just said"), _("lots decide"));
    if (!ask_number(session, _("Number?"), 2, session->setup.games > 1 ? 2 : 1, &answer))
        return false;
    session->setup.draws_lots = answer == 2;
    return true;
}

/* -- how -------------------------------------------------------------------------------------- */

static bool ask_clock(Session *session)
{
    PlaySetup *setup = &session->setup;
    char answer[LINE_BYTES];
    for (;;) {
        if (!ask(session, _("A clock for each player, such as 15m+5s? (Enter: none) "), answer))
            return false;
        if (!*answer)
            return true;
        setup->has_clock = clock_read(answer, &setup->base_ms, &setup->increment_ms);
        if (setup->has_clock)
            return true;
        words_say(_("Write a time such as 15m+5s, 90s, 10:00+5, or 3d for three days a move."));
    }
}

static bool ask_dice(Session *session)
{
    int answer;
    if (!session->setup.rules.game->chance)
        return true;
    words_say(_("Who throws the dice?"));
    show_two(_("the program"), _("you, with dice of your own"));
    if (!ask_number(session, _("Number?"), 2, 1, &answer))
        return false;
    session->setup.asks_dice = answer == 2;
    return true;
}

bool menu_ask(Session *session)
{
    const LudGame *game;
    words_say(_("Ludoteca. Enter takes what stands in brackets; `quit` leaves."));
    if (!ask_game(session, &game))
        return false;
    if (!game)
        return true;
    return ask_rules(session, game) && ask_players(session) &&
           ask_number(session, _("How many games?"), MOST_GAMES, 1, &session->setup.games) &&
           ask_lots(session) && ask_clock(session) && ask_dice(session);
}
