/* The engine protocol as text: what commands mean, how positions are set up, how findings read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"
#include "support/variants.h"

static char line[512];

/* Reads a line that must be good. */
static LudUciCommand read_good(const char *text)
{
    LudUciCommand command;
    LudError err;
    snprintf(line, sizeof line, "%s", text);
    assert_int_equal(lud_uci_read(line, strlen(line), &command, &err), LUD_OK);
    return command;
}

static void expect_refused(const char *text, LudUciOrder order, const char *words)
{
    LudUciCommand command;
    LudError err;
    snprintf(line, sizeof line, "%s", text);
    LudStatus status = lud_uci_read(line, strlen(line), &command, &err);
    unit_expect_message(&err, LUD_EUSAGE, words);
    assert_int_equal(status, LUD_EUSAGE);
    assert_int_equal(command.order, order);
}

static void test_plain_commands(void **unused)
{
    (void)unused;
    assert_int_equal(read_good("").order, LUD_UCI_NOTHING);
    assert_int_equal(read_good(" \t\r").order, LUD_UCI_NOTHING);
    assert_int_equal(read_good("uci").order, LUD_UCI_UCI);
    assert_int_equal(read_good("  isready\r").order, LUD_UCI_ISREADY);
    assert_int_equal(read_good("ucinewgame").order, LUD_UCI_UCINEWGAME);
    assert_int_equal(read_good("stop now").order, LUD_UCI_STOP);
    assert_int_equal(read_good("ponderhit").order, LUD_UCI_PONDERHIT);
    assert_int_equal(read_good("quit").order, LUD_UCI_QUIT);
    assert_int_equal(read_good("d").order, LUD_UCI_SHOW);
    assert_int_equal(read_good("perft\t7").depth, 7);
    assert_true(read_good("debug on").is_on);
    assert_false(read_good("debug off").is_on);
}

static void test_refused_commands(void **unused)
{
    (void)unused;
    expect_refused("hello", LUD_UCI_NOTHING, "hello");
    expect_refused("UCI", LUD_UCI_NOTHING, "isready");
    expect_refused("debug", LUD_UCI_DEBUG, "debug on");
    expect_refused("debug maybe", LUD_UCI_DEBUG, "debug off");
    expect_refused("perft", LUD_UCI_PERFT, "1 to 99");
    expect_refused("perft 0", LUD_UCI_PERFT, "1 to 99");
    expect_refused("perft 100", LUD_UCI_PERFT, "1 to 99");
    expect_refused("perft six", LUD_UCI_PERFT, "1 to 99");
    expect_refused("setoption", LUD_UCI_SETOPTION, "setoption name");
    expect_refused("setoption Hash 3", LUD_UCI_SETOPTION, "setoption name");
    expect_refused("setoption name value 3", LUD_UCI_SETOPTION, "setoption name");
    expect_refused("position", LUD_UCI_POSITION, "startpos");
    expect_refused("position fen", LUD_UCI_POSITION, "fen POSITION");
    expect_refused("position fen moves A", LUD_UCI_POSITION, "fen POSITION");
    expect_refused("position startpos A", LUD_UCI_POSITION, "moves");
    expect_refused("position 4-4", LUD_UCI_POSITION, "fen");
    expect_refused("go fast", LUD_UCI_GO, "movetime");
    expect_refused("go depth", LUD_UCI_GO, "depth");
    expect_refused("go depth x", LUD_UCI_GO, "whole number");
    expect_refused("go depth 3.5", LUD_UCI_GO, "3.5");
    expect_refused("go nodes -", LUD_UCI_GO, "whole number");
    expect_refused("go searchmoves", LUD_UCI_GO, "at least one");
    expect_refused("go searchmoves depth 3", LUD_UCI_GO, "at least one");
}

static void test_zero_bytes_are_no_text(void **unused)
{
    (void)unused;
    LudUciCommand command;
    LudError err;
    char bytes[] = "go\0depth 3";
    assert_int_equal(lud_uci_read(bytes, sizeof bytes - 1, &command, &err), LUD_EUSAGE);
    assert_int_equal(command.order, LUD_UCI_NOTHING);
}

static void test_setoption(void **unused)
{
    (void)unused;
    LudUciCommand command = read_good("setoption name Clear Hash");
    assert_string_equal(command.name, "Clear Hash");
    assert_null(command.value);
    command = read_good("setoption  name  Table Path  value  /a b:/c  ");
    assert_string_equal(command.name, "Table Path");
    assert_string_equal(command.value, "/a b:/c");
    command = read_good("setoption name Game value");
    assert_string_equal(command.value, "");
    command = read_good("setoption name X value value value");
    assert_string_equal(command.name, "X");
    assert_string_equal(command.value, "value value");
}

/* A position may contain spaces; it ends at the word `moves`. */
static void test_position_words(void **unused)
{
    (void)unused;
    LudUciCommand command = read_good("position startpos");
    assert_null(command.position);
    assert_null(command.moves);
    command = read_good("position startpos moves FfBe\r");
    assert_null(command.position);
    assert_string_equal(command.moves, "FfBe");
    command = read_good("position fen r:0,0 b:1,0 20-20 r");
    assert_string_equal(command.position, "r:0,0 b:1,0 20-20 r");
    command = read_good("position  fen  r:0,0 b:1,0 20-20 r  moves  0,1  2,0 ");
    assert_string_equal(command.position, "r:0,0 b:1,0 20-20 r");
    assert_string_equal(command.moves, "0,1  2,0");
    assert_null(read_good("position startpos moves").moves);
}

static void test_go(void **unused)
{
    (void)unused;
    LudUciGo go = read_good("go").go;
    assert_int_equal(go.limits.depth, 0);
    assert_false(go.limits.is_infinite);
    go = read_good("go depth 9 movetime 1500 nodes 12345678901").go;
    assert_int_equal(go.limits.depth, 9);
    assert_int_equal(go.limits.move_ms, 1500);
    assert_int_equal(go.limits.nodes, 12345678901);
    go = read_good("go infinite multipv 3").go;
    assert_true(go.limits.is_infinite);
    assert_int_equal(go.line_count, 3);
    assert_int_equal(read_good("go mate 3").go.limits.depth, 5);
    go = read_good("go searchmoves B  C ponder depth 4").go;
    assert_string_equal(go.search_moves, "B  C");
    assert_true(go.limits.is_ponder);
    assert_int_equal(go.limits.depth, 4);
    go = read_good("go depth 2 searchmoves 1b2>2a1-2a1-1c3").go;
    assert_string_equal(go.search_moves, "1b2>2a1-2a1-1c3");
}

/* What is out of range is taken as the nearest that is not; the last of two counts. */
static void test_go_out_of_range(void **unused)
{
    (void)unused;
    assert_int_equal(read_good("go depth 999").go.limits.depth, LUD_DEPTH_MOST);
    assert_int_equal(read_good("go depth 0").go.limits.depth, 1);
    assert_int_equal(read_good("go depth -4").go.limits.depth, 1);
    assert_int_equal(read_good("go depth 4 depth 6").go.limits.depth, 6);
    assert_int_equal(read_good("go movetime 0").go.limits.move_ms, 1);
    assert_int_equal(read_good("go nodes 99999999999999999999").go.limits.nodes, INT64_MAX);
    assert_int_equal(read_good("go wtime -50").go.clock_ms[0], 1);
    assert_int_equal(read_good("go winc -50").go.increment_ms[0], 0);
    assert_int_equal(read_good("go mate 9999").go.limits.depth, LUD_DEPTH_MOST);
    assert_int_equal(read_good("go multipv 0").go.line_count, 1);
}

static void expect_clock(const char *text, int seat, int64_t clock_ms, int64_t increment_ms)
{
    LudUciGo go = read_good(text).go;
    LudLimits limits = lud_uci_limits(&go, seat);
    assert_int_equal(limits.clock_ms, clock_ms);
    assert_int_equal(limits.increment_ms, increment_ms);
}

static void test_clocks_by_seat(void **unused)
{
    (void)unused;
    static const char chess[] = "go wtime 60000 btime 50000 winc 100 binc 200 movestogo 30";
    expect_clock(chess, 0, 60000, 100);
    expect_clock(chess, 1, 50000, 200);
    assert_int_equal(read_good(chess).go.limits.moves_to_go, 30);
    static const char three[] = "go time1 10 time2 20 time3 30 inc3 3";
    expect_clock(three, 1, 20, 0);
    expect_clock(three, 2, 30, 3);
    expect_clock(three, 3, 0, 0);
    expect_clock("go wtime 9 time 5000 inc 70", 0, 5000, 70);
    expect_clock("go time 5000", 3, 5000, 0);
    expect_clock("go depth 3", 0, 0, 0);
}

/* -- positions --------------------------------------------------------------------------------- */

static void expect_set_up(const char *game, const char *position, const char *moves,
                          const char *wanted)
{
    LudRules rules = variants_rules(game);
    LudPlay *play;
    assert_int_equal(lud_play_read(&play, &rules, position, moves, 0, NULL), LUD_OK);
    unit_expect_position(play, wanted);
    lud_play_free(play);
}

static void test_positions(void **unused)
{
    (void)unused;
    expect_set_up("oware:slam=nocapture", NULL, NULL, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    expect_set_up("oware:slam=nocapture", NULL, "FfBe", "6-1-7-6-5-1-6-5-5-5-0-1-0-0-S");
    expect_set_up("oware:slam=nocapture", NULL, " F f  Be ", "6-1-7-6-5-1-6-5-5-5-0-1-0-0-S");
    expect_set_up("oware:slam=nocapture", "4-4-4-4-4-0-5-5-5-5-4-4-0-0-N", "f",
                  "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S");
    expect_set_up("oware:slam=nocapture", "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1", NULL,
                  "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    expect_set_up("pylos", "..../..../..../....|.../.../...|../..|. w", "1b2 1c3",
                  "..../.w../..b./....|.../.../...|../..|. w");
    expect_set_up("six", NULL, "0,1", "r:0,0;0,1 b:1,0 19-20 b");
    expect_set_up("dados", NULL, "8:c5 7", "....../..g.../....../....../....../...... 2 7");
    expect_set_up("dados", NULL, "8 c5 7", "....../..g.../....../....../....../...... 2 7");
}

static void expect_bad_position(const char *game, const char *position, const char *moves,
                                int move_number)
{
    LudRules rules = variants_rules(game);
    LudPlay *play = NULL;
    LudError err;
    assert_int_not_equal(lud_play_read(&play, &rules, position, moves, 0, &err), LUD_OK);
    assert_null(play);
    assert_int_equal(err.move_number, move_number);
}

static void test_bad_positions(void **unused)
{
    (void)unused;
    expect_bad_position("oware", "4-4", NULL, 0);
    expect_bad_position("oware", NULL, "Ff fF", 3);
    expect_bad_position("oware", NULL, "FfBx", 1);
    expect_bad_position("oware", NULL, "FfFF", 3);
    expect_bad_position("six", NULL, "0,1 0,1", 2);
    expect_bad_position("dados", NULL, "8:c5 c5", 2);
    char endless[4096];
    memset(endless, 'z', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    expect_bad_position("oware", NULL, endless, 1);
    expect_bad_position("pylos", NULL, endless, 1);
}

/* The history from the given position on counts. */
static void test_history_counts(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware:slam=nocapture");
    LudPlay *play;
    assert_int_equal(
        lud_play_read(&play, &rules, "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", "AaBbCcDdEeFf", 0, NULL),
        LUD_OK);
    assert_int_equal(lud_play_turn(play), LUD_OVER);
    lud_play_free(play);
}

static void test_search_moves(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    LudMove list[LUD_MAX_MOVES];
    LudError err;
    int count = -1;
    assert_int_equal(lud_uci_moves(play, "BC B", list, &count, &err), LUD_OK);
    assert_int_equal(count, 2);
    assert_int_equal(lud_uci_moves(play, "B b", list, &count, &err), LUD_EILLEGAL);
    assert_int_equal(lud_uci_moves(play, "B x", list, &count, &err), LUD_EMOVE);
    assert_int_equal(count, 2);
    lud_play_free(play);
}

/* -- options ----------------------------------------------------------------------------------- */

static const char *const sizes[] = {"small", "large", NULL};
static const LudUciOption options[] = {
    {"Hash", LUD_UCI_SPIN, "64", 1, 1000, NULL},      {"Size", LUD_UCI_COMBO, "small", 0, 0, sizes},
    {"OwnBook", LUD_UCI_CHECK, "true", 0, 0, NULL},   {"Path", LUD_UCI_STRING, "", 0, 0, NULL},
    {"Clear Hash", LUD_UCI_BUTTON, NULL, 0, 0, NULL},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

static LudUciValue set_good(const char *name, const char *value)
{
    LudUciValue result;
    assert_int_equal(lud_uci_option_read(options, OPTIONS, name, value, &result, NULL), LUD_OK);
    return result;
}

static void expect_bad_value(const char *name, const char *value, const char *words)
{
    LudUciValue result = {.index = 77};
    LudError err;
    assert_int_equal(lud_uci_option_read(options, OPTIONS, name, value, &result, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, words);
    assert_int_equal(result.index, 77);
}

static void test_option_values(void **unused)
{
    (void)unused;
    assert_int_equal(set_good("hash", "1000").number, 1000);
    assert_int_equal(set_good("SIZE", "Large").number, 1);
    assert_int_equal(set_good("ownbook", "FALSE").number, 0);
    assert_int_equal(set_good("OwnBook", "true").number, 1);
    assert_string_equal(set_good("path", "<empty>").text, "");
    assert_string_equal(set_good("path", "/x y").text, "/x y");
    assert_int_equal(set_good("clear hash", NULL).index, 4);
    expect_bad_value("Hsh", "3", "Hash, Size, OwnBook");
    expect_bad_value("Hash", "0", "1 ... 1000");
    expect_bad_value("Hash", "1001", "1 ... 1000");
    expect_bad_value("Hash", "99999999999999999999", "1 ... 1000");
    expect_bad_value("Hash", "12x", "12x");
    expect_bad_value("Hash", "-", "1 ... 1000");
    expect_bad_value("Hash", NULL, "1 ... 1000");
    expect_bad_value("Size", "medium", "small, large");
    expect_bad_value("OwnBook", "1", "true, false");
    expect_bad_value("Path", NULL, "setoption name Path value");
}

static void test_option_lines(void **unused)
{
    (void)unused;
    static const char *const wanted[OPTIONS] = {
        "option name Hash type spin default 64 min 1 max 1000",
        "option name Size type combo default small var small var large",
        "option name OwnBook type check default true",
        "option name Path type string default <empty>",
        "option name Clear Hash type button",
    };
    for (int i = 0; i < OPTIONS; i++) {
        char text[LUD_UCI_TEXT];
        assert_int_equal(lud_uci_option_print(&options[i], text), (int)strlen(wanted[i]));
        assert_string_equal(text, wanted[i]);
    }
}

/* -- answers ----------------------------------------------------------------------------------- */

/* A line of these moves, which must be legal. */
static LudLine make_line(const char *game, const char *moves, int value)
{
    LudPlay *play = unit_play(game, NULL);
    LudLine made = {.value = value, .depth = 9, .selective_depth = 14};
    char words[128];
    snprintf(words, sizeof words, "%s", moves);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        unit_play_words(play, word);
        made.move[made.length] = lud_play_ply(play, made.length).move;
        made.length++;
    }
    lud_play_free(play);
    return made;
}

static void expect_info(const char *game, const LudLine *found, const char *wanted)
{
    LudRules rules = variants_rules(game);
    LudState root;
    lud_rules_start(&rules, &root);
    LudFindings findings = {
        .lines = found, .line_count = 1, .nodes = 12000, .ms = 250, .hash_permille = 7};
    char text[LUD_UCI_TEXT];
    assert_int_equal(lud_uci_info_print(&rules, &root, &findings, 0, text), (int)strlen(wanted));
    assert_string_equal(text, wanted);
}

#define NUMBERS " nodes 12000 nps 48000 hashfull 7 time 250"

/* As Aualé reads it: moves joined, hundredths of a seed. */
static void test_info_of_oware(void **unused)
{
    (void)unused;
    LudLine found = make_line("oware", "B e C", 50);
    expect_info("oware", &found,
                "info depth 9 seldepth 14 multipv 1 score cp 50" NUMBERS " pv BeC");
    found.bound = LUD_BOUND_LOWER;
    expect_info("oware", &found,
                "info depth 9 seldepth 14 multipv 1 score cp 50 lowerbound" NUMBERS " pv BeC");
    found.bound = LUD_BOUND_UPPER;
    found.value = -LUD_VALUE_WIN + 8;
    expect_info("oware", &found,
                "info depth 9 seldepth 14 multipv 1 score cp -29992 upperbound" NUMBERS " pv BeC");
}

static void test_info_of_other_games(void **unused)
{
    (void)unused;
    LudLine found = make_line("pylos", "1b2 1c3 1a1", 0);
    expect_info("pylos", &found,
                "info depth 9 seldepth 14 multipv 1 score cp 0 chance 500" NUMBERS
                " pv 1b2 1c3 1a1");
    found.value = LUD_VALUE_WIN - 5;
    expect_info("pylos", &found,
                "info depth 9 seldepth 14 multipv 1 score win 5 chance 1000" NUMBERS
                " pv 1b2 1c3 1a1");
    found.value = -LUD_VALUE_WIN + 6;
    expect_info("pylos", &found,
                "info depth 9 seldepth 14 multipv 1 score loss 6 chance 0" NUMBERS
                " pv 1b2 1c3 1a1");
    found.value = LUD_VALUE_WON + 1; /* a table's word */
    found.length = 1;
    found.selective_depth = 0;
    expect_info("pylos", &found,
                "info depth 9 seldepth 9 multipv 1 score win 0 chance 1000" NUMBERS " pv 1b2");
}

/* With dice a value is a chance; certainty is no proven win in so many plies. */
static void test_info_of_dice(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados");
    LudState root = variants_position(&rules, "....../....../....../....../....../...... 1 8");
    LudMove moves[LUD_MAX_MOVES];
    rules.game->rules.moves(&root, moves);
    LudLine found = {
        .value = 3 * (LUD_VALUE_CERTAIN / 10), .depth = 2, .length = 1, .move = {moves[0]}};
    LudFindings findings = {.lines = &found, .line_count = 1};
    char text[LUD_UCI_TEXT], move[LUD_MOVE_TEXT], wanted[LUD_UCI_TEXT];
    rules.game->text.move_print(&root, moves[0], move);
    lud_uci_info_print(&rules, &root, &findings, 0, text);
    snprintf(wanted, sizeof wanted,
             "info depth 2 seldepth 2 multipv 1 score cp 3000 chance 650 nodes 0 nps 0 hashfull 0 "
             "time 0 pv %s",
             move);
    assert_string_equal(text, wanted);
}

static void expect_best(const char *game, const char *moves, const char *wanted)
{
    LudRules rules = variants_rules(game);
    LudState root;
    LudLine found = make_line(game, moves, 0);
    char text[LUD_UCI_TEXT];
    lud_rules_start(&rules, &root);
    lud_uci_best_print(&rules, &root, found.length > 0 ? found.move[0] : LUD_NO_MOVE,
                       found.length > 1 ? found.move[1] : LUD_NO_MOVE, text);
    assert_string_equal(text, wanted);
}

static void test_bestmove(void **unused)
{
    (void)unused;
    expect_best("oware", "B e", "bestmove B ponder e");
    expect_best("oware", "B", "bestmove B");
    expect_best("oware", "", "bestmove 0000");
    expect_best("six", "0,1 2,0", "bestmove 0,1 ponder 2,0");
}

static void test_strings_are_one_line(void **unused)
{
    (void)unused;
    char text[LUD_UCI_TEXT], *endless = malloc(3 * LUD_UCI_TEXT);
    lud_uci_string_print("two\nlines\r", text);
    assert_string_equal(text, "info string two lines ");
    assert_non_null(endless);
    memset(endless, 'x', 3 * LUD_UCI_TEXT - 1);
    endless[3 * LUD_UCI_TEXT - 1] = '\0';
    assert_int_equal(lud_uci_string_print(endless, text), LUD_UCI_TEXT - 1);
    assert_int_equal((int)strlen(text), LUD_UCI_TEXT - 1);
    free(endless);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_commands),
        cmocka_unit_test(test_refused_commands),
        cmocka_unit_test(test_zero_bytes_are_no_text),
        cmocka_unit_test(test_setoption),
        cmocka_unit_test(test_position_words),
        cmocka_unit_test(test_go),
        cmocka_unit_test(test_go_out_of_range),
        cmocka_unit_test(test_clocks_by_seat),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_history_counts),
        cmocka_unit_test(test_search_moves),
        cmocka_unit_test(test_option_values),
        cmocka_unit_test(test_option_lines),
        cmocka_unit_test(test_info_of_oware),
        cmocka_unit_test(test_info_of_other_games),
        cmocka_unit_test(test_info_of_dice),
        cmocka_unit_test(test_bestmove),
        cmocka_unit_test(test_strings_are_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
