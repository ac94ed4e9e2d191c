/* The engine protocol: one byte for the game, then lines as an engine would read them. What is
 * understood must be within what it may be, and positions that are set up must be playable. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/uci.h>

#include "fuzz/fuzz.h"

static const char *const levels[] = {"0", "max", NULL};
static const LudUciOption options[] = {
    {"Hash", LUD_UCI_SPIN, "64", 1, 4096, NULL},      {"Level", LUD_UCI_COMBO, "max", 0, 0, levels},
    {"OwnBook", LUD_UCI_CHECK, "false", 0, 0, NULL},  {"Game", LUD_UCI_STRING, "oware", 0, 0, NULL},
    {"Clear Hash", LUD_UCI_BUTTON, NULL, 0, 0, NULL},
};

static void check_go(const LudUciGo *go, const LudPlay *play)
{
    LudMove list[LUD_MAX_MOVES];
    int count = 0;
    fuzz_expect("depth", go->limits.depth >= 0 && go->limits.depth <= LUD_DEPTH_MOST);
    fuzz_expect("lines", go->line_count >= 0 && go->line_count <= LUD_MAX_MOVES);
    for (int seat = 0; seat < LUD_MAX_SEATS; seat++) {
        LudLimits limits = lud_uci_limits(go, seat);
        fuzz_expect("clock", limits.clock_ms >= 0 && limits.clock_ms <= LUD_CLOCK_MOST_MS);
        fuzz_expect("increment", limits.increment_ms >= 0);
    }
    if (go->search_moves)
        lud_uci_moves(play, go->search_moves, list, &count, NULL);
    fuzz_expect("moves", count >= 0 && count <= LUD_MAX_MOVES);
}

static void check_option(const LudUciCommand *command)
{
    LudUciValue value;
    LudError err;
    int count = (int)(sizeof options / sizeof options[0]);
    if (lud_uci_option_read(options, count, command->name, command->value, &value, &err) != LUD_OK)
        return;
    fuzz_expect("index", value.index >= 0 && value.index < count);
    if (value.index == 0)
        fuzz_expect("spin", value.number >= 1 && value.number <= 4096);
}

/* Replaces the game that the lines after it are about. */
static void set_position(const LudRules *rules, const LudUciCommand *command, LudPlay **play)
{
    LudPlay *made;
    LudError err;
    if (lud_play_read(&made, rules, command->position, command->moves, 0, &err) != LUD_OK)
        return;
    lud_play_free(*play);
    *play = made;
    char text[LUD_STATE_TEXT], line[LUD_UCI_TEXT];
    const LudState *s = lud_play_state(made);
    rules->game->text.state_print(s, text);
    fuzz_expect(text, lud_play_read(&made, rules, text, NULL, 0, NULL) == LUD_OK);
    fuzz_expect(text, rules->game->rules.same(s, lud_play_state(made)));
    const LudMove *list;
    int count = lud_play_turn(*play) >= 0 ? lud_play_moves(*play, &list) : 0;
    int length =
        lud_uci_best_print(rules, s, count > 0 ? list[count - 1] : LUD_NO_MOVE, LUD_NO_MOVE, line);
    fuzz_expect(line, length == (int)strlen(line) && !strchr(line, '\n'));
    lud_play_free(made);
}

static void read_line(const LudRules *rules, char *line, size_t size, LudPlay **play)
{
    LudUciCommand command;
    LudError err;
    char text[1024], string[LUD_UCI_TEXT];
    if (lud_uci_read(line, size, &command, &err) != LUD_OK) {
        lud_error_text(&err, NULL, text, sizeof text);
        lud_uci_string_print(text, string);
        fuzz_expect("one line", !strchr(string, '\n'));
        return;
    }
    if (command.order == LUD_UCI_SETOPTION)
        check_option(&command);
    else if (command.order == LUD_UCI_POSITION)
        set_position(rules, &command, play);
    else if (command.order == LUD_UCI_GO)
        check_go(&command.go, *play);
    else if (command.order == LUD_UCI_PERFT)
        fuzz_expect("perft", command.depth >= 1 && command.depth <= LUD_PERFT_MOST);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"oware:slam=nocapture", "pylos", "six", "dados"};
    LudRules rules;
    LudPlay *play;
    if (size < 1 || lud_rules_parse(games[data[0] % 4], &rules, NULL) != LUD_OK ||
        lud_play_new(&play, &rules, NULL, NULL) != LUD_OK)
        return 0;
    char *text = fuzz_text(data + 1, size - 1), *end = text + size - 1;
    for (char *at = text; at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        *stop = '\0';
        read_line(&rules, at, (size_t)(stop - at), &play);
        at = stop + 1;
    }
    free(text);
    lud_play_free(play);
    return 0;
}
