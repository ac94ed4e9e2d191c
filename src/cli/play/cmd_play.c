#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play/play_load.h"
#include "cli/play/play_menu.h"
#include "cli/play/play_save.h"
#include "cli/play/play_series.h"
#include "cli/play/play_setup.h"
#include "cli/play/play_words.h"
#include "shell/terminal.h"

/* Unicode only where it is certain to be drawn: on a terminal. */
static bool choose_style(const Arguments *arguments, DrawStyle *style)
{
    Style chosen;
    if (!style_choose(arguments, &chosen))
        return false;
    const char *term = getenv("TERM");
    bool is_dumb = !term || !*term || strcmp(term, "dumb") == 0;
    bool is_plain = arguments_has(arguments, "plain");
    style->is_spoken = is_plain;
    style->colour = chosen.has_colour && !is_plain;
    style->unicode = chosen.has_unicode && !is_plain && !is_dumb && isatty(STDOUT_FILENO);
    return true;
}

/* Options that make no sense together. */
static bool check_combination(const Arguments *arguments)
{
    static const char *const with_game[] = {"position", "fragment", "players", "names",
                                            "seats",    "clock",    "games",   "dice"};
    bool has_game = arguments->operand_count > 0, is_loaded = arguments_has(arguments, "load");
    if (has_game && is_loaded) {
        report_usage(_("Leave out the game: the file after --load says which one it is."));
        return false;
    }
    for (size_t i = 0; i < sizeof with_game / sizeof with_game[0]; i++) {
        if (has_game || !arguments_has(arguments, with_game[i]))
            continue;
        if (is_loaded && i >= 2)
            continue;
        report_usage(is_loaded ? _("--%s can't be used with --load: the file has its own position")
                               : _("--%s needs the game: ludoteca play GAME --%s …"),
                     with_game[i], with_game[i]);
        return false;
    }
    return true;
}

/* Whether anything will be left to chance, so that the seed is worth knowing. */
static bool uses_chance(const PlaySetup *setup)
{
    bool has_dice = setup->rules.game->chance && !setup->asks_dice;
    bool has_lots = setup->draws_lots && setup->rules.game->rules.starter != LUD_STARTER_ROLL_OFF;
    for (int i = 0; i < setup_seats(&setup->rules); i++) {
        if (setup->player[i].is_computer && !setup->player[i].has_seed)
            return true;
    }
    return has_dice || has_lots;
}

static void show_seed(uint64_t seed)
{
    char line[256];
    snprintf(line, sizeof line,
             _("Seed %llu (--seed %llu brings the same lots, dice and random moves)"),
             (unsigned long long)seed, (unsigned long long)seed);
    words_say(line);
}

static void begin_new(Session *session)
{
    PlaySetup *setup = &session->setup;
    setup_name_players(setup);
    if (setup->draws_lots)
        lud_match_begin(&session->match, &setup->rules, &session->random);
    else
        lud_match_begin_seated(&session->match, &setup->rules, 0, &session->random);
    if (setup->draws_lots && setup->rules.game->rules.starter != LUD_STARTER_ROLL_OFF)
        words_say(_("Lots have been drawn for the sides."));
}

/* Whether the options make of a loaded game something that its file does not say. */
static bool changes_loaded(const Arguments *arguments, const PlaySetup *setup)
{
    return arguments_has(arguments, "players") || arguments_has(arguments, "names") ||
           arguments_has(arguments, "games") || arguments_has(arguments, "clock") ||
           setup->save_path[0];
}

static int begin_loaded(Session *session, const Arguments *arguments)
{
    PlaySetup asked = session->setup;
    int status = load_file(session, asked.load_path);
    if (status != EXIT_SUCCESS)
        return status;
    if (!setup_check_dice(&session->setup))
        return EXIT_USAGE;
    if (!setup_read_players(arguments, &session->setup))
        return EXIT_USAGE;
    if (arguments_has(arguments, "games")) {
        int reached = session->match.games + 1;
        if (asked.games < reached)
            return report_usage(_("The series has come to game %d: --games can't be less."),
                                reached);
        session->setup.games = asked.games;
    }
    if (asked.has_clock) {
        session->setup.has_clock = true;
        session->setup.base_ms = asked.base_ms;
        session->setup.increment_ms = asked.increment_ms;
        lud_play_set_clock(session->play, asked.base_ms, asked.increment_ms, terminal_now_ms());
    }
    setup_name_players(&session->setup);
    session->is_saved = session->is_saved && !changes_loaded(arguments, &session->setup);
    return EXIT_SUCCESS;
}

static int run_session(Session *session, const Arguments *arguments)
{
    PlaySetup *setup = &session->setup;
    lud_random_seed(&session->random, setup->seed);
    int status = save_check(session);
    if (status != EXIT_SUCCESS)
        return status;
    if (!setup->rules.game && !*setup->load_path && !menu_ask(session))
        return session->end == SESSION_SIGNAL ? 128 + terminal_signal() : EXIT_SUCCESS;
    if (*setup->load_path) {
        status = begin_loaded(session, arguments);
        if (status != EXIT_SUCCESS)
            return status;
    } else {
        begin_new(session);
    }
    setup_seed_players(setup);
    if (uses_chance(setup))
        show_seed(setup->seed);
    return series_play(session);
}

static int cmd_play(const Arguments *arguments)
{
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return report_memory();
    session->setup.games = 1;
    session->has_no_tables = arguments_has(arguments, "no-tables");
    if (!check_combination(arguments) || !choose_style(arguments, &session->style) ||
        !setup_read(arguments, &session->setup)) {
        free(session);
        return EXIT_USAGE;
    }
    terminal_watch_signals();
    line_input_open(&session->input);
    int status = run_session(session, arguments);
    series_set_record(session, NULL);
    free(session->earlier);
    line_input_close(&session->input);
    free(session);
    return status;
}

static const OptionRow options[] = {
    {"players", N_("LIST"),
     N_("who plays, in the order of seats: person, level=1 to level=10, max, max:time=2s, greedy "
        "or "
        "random, separated by commas, :SEED after any for luck of its own; whoever is not listed "
        "is a person")},
    {"names", N_("LIST"), N_("the players' names, separated by commas")},
    {"seats", N_("HOW"),
     N_("given: the players sit as listed; lots: lots decide (the default in a series)")},
    {"clock", N_("TIME"),
     N_("a clock for each player: 15m+5s, 90s, 10:00+5; or 3d for three days a move")},
    {"games", N_("NUMBER"),
     N_("play a series; the loser starts the next game (with dice, a roll-off decides)")},
    {"dice", N_("HOW"),
     N_("roll: the program throws them; ask: you throw your own and type what they show")},
    {"seed", N_("NUMBER"), N_("for lots, dice and random moves: the same seed, the same luck")},
    {"position", N_("POSITION"), N_("the position to start from, instead of the usual one")},
    {"fragment", NULL, N_("accept positions that lack pieces, where the game has such")},
    {"load", N_("FILE"), N_("go on with a saved game")},
    {"save", N_("FILE"), N_("keep the game in this file, from the first move to the end")},
    {"no-tables", NULL, N_("use no tables of perfect play")},
    {"plain", NULL, N_("no drawings: boards as labelled lines, for screen readers and Braille")},
    {NULL, NULL, NULL},
};

const Command play_command = {
    .name = "play",
    .operands = N_("[GAME]"),
    .about = N_("play in the terminal, people and the computer in any mix"),
    .details =
        N_("Without GAME a menu asks for everything. At the prompt type a move or a command;\n"
           "`help` lists them. A game that ends or is left (quit, Ctrl-D, Ctrl-C) is saved, and\n"
           "play says where.\n"),
    .least = 0,
    .most = 1,
    .options = options,
    .run = cmd_play,
};
