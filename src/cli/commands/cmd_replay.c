#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/records/record_file.h"
#include "cli/words/reason_text.h"
#include "cli/words/turns.h"
#include "shell/output.h"
#include "shell/terminal.h"

typedef struct Replay {
    LudRecord *record;
    const LudRules *rules;
    Turns turns;
    Style style;
} Replay;

/* Tags are kept in English; those that everyone uses are shown in the reader's language. */
static const char *tag_label(const Replay *replay, const char *tag)
{
    static const char *const common[] = {N_("Event"), N_("Site"), N_("Date"), N_("Round"),
                                         N_("TimeControl")};
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        if (strcmp(tag, common[i]) == 0)
            return _(common[i]);
    }
    const LudGame *game = replay->rules->game;
    for (int side = 0; side < LUD_MAX_SIDES && game->side_names[side]; side++) {
        if (strcmp(tag, game->side_names[side]) == 0)
            return side_name(game, side);
    }
    return tag;
}

static void print_foreign(const char *label, const char *before, const char *text,
                          const char *after)
{
    printf("%s%s", label, before);
    output_foreign(stdout, text);
    fputs(after, stdout);
}

static void print_tags(const Replay *replay)
{
    char name[LUD_RULES_TEXT];
    const char *tag, *value;
    lud_rules_print(replay->rules, name);
    printf("%s (%s)\n", _(replay->rules->game->title), name);
    for (int i = 0; lud_record_tag_at(replay->record, i, &tag, &value); i++) {
        if (strcmp(tag, "Game") != 0 && strcmp(tag, "Position") != 0 &&
            strcmp(tag, "Fragment") != 0 && strcmp(tag, "Result") != 0 &&
            strcmp(tag, "Reason") != 0)
            print_foreign(tag_label(replay, tag), ": ", value, "\n");
    }
    putchar('\n');
}

static void print_position(Replay *replay, int turn)
{
    LudState now, before;
    char now_text[LUD_STATE_TEXT];
    const LudGame *game = replay->rules->game;
    turns_state(&replay->turns, turn > 0 ? turn - 1 : 0, &before);
    turns_state(&replay->turns, turn, &now);
    game->text.state_print(&now, now_text);
    DrawStyle style = {.colour = replay->style.has_colour,
                       .unicode = replay->style.has_unicode,
                       .is_spoken = replay->style.is_plain,
                       .columns = terminal_columns(),
                       .before = &before};
    draw_board(stdout, game, &now, style);
    printf("%s\n", now_text);
}

/* Comments stand after plies; a turn of dice may hold one between roll and move. */
static void print_comments(const Replay *replay, int turn)
{
    int first = turn > 0 ? replay->turns.end[turn - 1] + 1 : 0;
    for (int i = first; i <= replay->turns.end[turn]; i++) {
        const char *comment = lud_record_comment(replay->record, i);
        if (comment)
            print_foreign("", "  {", comment, "}\n");
    }
}

/* Says who went out of a game of three sides at this point. */
static void print_drops(const Replay *replay, int turn)
{
    const LudPlay *play = replay->turns.play;
    int sides = replay->rules->game->rules.sides(lud_play_start(play));
    int first = turn > 0 ? replay->turns.end[turn - 1] + 1 : 0;
    for (int seat = 0; sides > 2 && seat < sides; seat++) {
        LudReason reason;
        char text[REASON_BYTES];
        int since = lud_play_out_since(play, seat, &reason);
        if (since < first || since > replay->turns.end[turn])
            continue;
        drop_text(replay->rules, seat, reason, text, sizeof text);
        puts(text);
    }
}

static void print_result(const Replay *replay)
{
    LudResult result;
    char text[REASON_BYTES];
    lud_play_result(replay->turns.play, &result);
    reason_text(replay->rules, &result, text, sizeof text);
    puts(*text ? text : _("The game is not finished."));
}

/* One turn: who played what, the board after it, and after the last turn the result. */
static void print_turn(Replay *replay, int turn)
{
    if (turn > 0) {
        char move[TURN_TEXT], name[64];
        int seat = turns_print(&replay->turns, turn, move);
        seat_name(replay->rules, seat, name, sizeof name);
        printf("%d. %s: %s\n", replay->turns.number[turn], name, *move ? move : _("out, no turn"));
    }
    print_comments(replay, turn);
    print_position(replay, turn);
    print_drops(replay, turn);
    if (turn == replay->turns.count)
        print_result(replay);
    putchar('\n');
}

static void print_all(Replay *replay)
{
    print_tags(replay);
    for (int i = 0; i <= replay->turns.count && !ferror(stdout); i++)
        print_turn(replay, i);
}

/* Steps back and forth as the keyboard says; false when asked to stop. */
static bool step(Replay *replay)
{
    char line[64];
    int turn = 0;
    print_tags(replay);
    for (;;) {
        print_turn(replay, turn);
        printf(
            _("after %d of %d turns: Enter goes on, b goes back, a number goes there, q stops> "),
            turn, replay->turns.count);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            putchar('\n');
            return false;
        }
        char *end;
        long number = strtol(line, &end, 10);
        if (line[0] == 'q')
            return false;
        if (line[0] == 'b')
            turn = turn > 0 ? turn - 1 : 0;
        else if (end != line && number >= 0 && number <= replay->turns.count)
            turn = (int)number;
        else if (turn == replay->turns.count)
            return true;
        else
            turn++;
    }
}

static int print_ply(Replay *replay, const char *text)
{
    long turn = 0;
    if (!arguments_read_number(text, "--ply", 0, replay->turns.count, &turn))
        return EXIT_USAGE;
    print_turn(replay, (int)turn);
    return EXIT_SUCCESS;
}

static bool is_interactive(const Arguments *arguments)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !arguments_has(arguments, "all") &&
           strcmp(arguments->operands[0], "-") != 0;
}

/* Replays one record; `goes_on` becomes false when a person asks to stop. */
static int replay_record(const Arguments *arguments, LudRecord *record, bool *goes_on)
{
    if (arguments_has(arguments, "json"))
        return output_print(lud_json_record(record));
    Replay replay = {.record = record, .rules = lud_play_rules(lud_record_play(record))};
    if (!style_choose(arguments, &replay.style))
        return EXIT_USAGE;
    if (!turns_of(lud_record_play(record), &replay.turns))
        return report_memory();
    int status = EXIT_SUCCESS;
    const char *ply = arguments_value(arguments, "ply");
    if (ply)
        status = print_ply(&replay, ply);
    else if (is_interactive(arguments))
        *goes_on = step(&replay);
    else
        print_all(&replay);
    turns_free(&replay.turns);
    return status;
}

static int cmd_replay(const Arguments *arguments)
{
    RecordFile file;
    int status = record_file_read(arguments->operands[0], &file);
    if (status != EXIT_SUCCESS)
        return status;
    long only = 0;
    bool goes_on = true;
    if (!arguments_number(arguments, "game", 1, file.count, &only))
        status = EXIT_USAGE;
    for (int i = 0; i < file.count && status == EXIT_SUCCESS && goes_on; i++) {
        if (only == 0 || only == i + 1)
            status = replay_record(arguments, file.records[i], &goes_on);
    }
    record_file_free(&file);
    return status;
}

static const OptionRow options[] = {
    {"ply", N_("N"), N_("only the position after N turns, each player's counted; 0 is the start")},
    {"game", N_("N"), N_("only the Nth record of a file that holds several")},
    {"all", NULL, N_("print everything at once, also on a terminal")},
    {"plain", NULL, N_("no drawings: boards as labelled lines, for screen readers and Braille")},
    {"json", NULL, N_("answer in JSON")},
    {NULL, NULL, NULL},
};

const Command replay_command = {
    .name = "replay",
    .operands = N_("FILE"),
    .about = N_("step through a recorded game"),
    .details =
        N_("FILE is a record that `play` saved, or an OGN file; - is standard input. On a\n"
           "terminal Enter leads from turn to turn. Turns have the numbers of the record.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_replay,
};
