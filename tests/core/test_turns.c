/* Players who move several times in a row: their clocks, records, tables, and how long a win takes
 * in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/table.h>

#include "support/graph_game.h"
#include "support/unit.h"
#include "table/table_set.h"

static LudGame game;
static LudRules rules;

static LudMove find_move(const LudState *s, bool is_again)
{
    LudMove list[GRAPH_ARROWS];
    int count = game.rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game.rules.apply(&next, list[i]);
        int turn = game.rules.turn(&next);
        if (turn >= 0 && (turn == game.rules.turn(s)) == is_again)
            return list[i];
    }
    return LUD_NO_MOVE;
}

/* Looks for a graph on which such moves can be played from the start: a for one that keeps the
 * turn, p for one that passes it. */
static void find_moves(const char *kinds, LudMove *moves)
{
    for (uint32_t seed = 0;; seed++) {
        LudState s;
        size_t found = 0;
        graph_rules(&rules, &game, seed, 0, GRAPH_AGAIN);
        lud_rules_start(&rules, &s);
        while (kinds[found] && (moves[found] = find_move(&s, kinds[found] == 'a')) != LUD_NO_MOVE)
            game.rules.apply(&s, moves[found++]);
        if (!kinds[found])
            return;
    }
}

static void play_move(LudPlay *play, LudMove m)
{
    assert_int_equal(lud_play_move(play, m, NULL), LUD_OK);
}

static void test_increment_comes_when_the_turn_passes(void **unused)
{
    (void)unused;
    LudMove moves[3];
    LudPlay *play;
    find_moves("aap", moves);
    assert_int_equal(lud_play_new(&play, &rules, NULL, NULL), LUD_OK);
    lud_play_set_clock(play, 60000, 5000, 0);
    for (int i = 0; i < 2; i++) {
        lud_play_tell_time(play, 1000 * (i + 1));
        play_move(play, moves[i]);
        assert_int_equal(lud_play_turn(play), 0);
        assert_int_equal(lud_play_clock_ms(play, 0), 59000 - 1000 * i);
    }
    lud_play_tell_time(play, 3000);
    play_move(play, moves[2]);
    assert_int_equal(lud_play_turn(play), 1);
    assert_int_equal(lud_play_clock_ms(play, 0), 62000);
    lud_play_tell_time(play, 4000);
    assert_int_equal(lud_play_clock_ms(play, 0), 62000);
    assert_int_equal(lud_play_clock_ms(play, 1), 59000);
    lud_play_free(play);
}

/* One number for a turn of each, however many moves it has. */
static void test_records_number_rounds(void **unused)
{
    (void)unused;
    LudMove moves[7];
    LudPlay *play;
    find_moves("aappapa", moves);
    assert_int_equal(lud_play_new(&play, &rules, NULL, NULL), LUD_OK);
    char wanted[64];
    int size = 0;
    for (int i = 0; i < 7; i++) {
        const char *number = i == 0 ? "1. " : i == 4 ? "2. " : "";
        size += sprintf(wanted + size, "%s%u ", number, (unsigned)(moves[i] & 3) + 1);
        play_move(play, moves[i]);
    }
    strcpy(wanted + size, "*");
    LudRecord *record = lud_record_new(play);
    char *text = lud_record_write(record);
    assert_non_null(text);
    assert_non_null(strstr(text, wanted));
    lud_free(text);
    lud_record_free(record);
}

/* -- how long a win takes ---------------------------------------------------------------------- */

static LudLine line_of(const LudMove *moves, int length, int value)
{
    LudLine line = {.value = value, .length = length, .is_proven = true};
    memcpy(line.move, moves, (size_t)length * sizeof moves[0]);
    return line;
}

static void test_turns_of_a_line_are_counted(void **unused)
{
    (void)unused;
    LudMove moves[6];
    LudState s;
    find_moves("aapapp", moves);
    lud_rules_start(&rules, &s);
    /* aap, ap, p: own, other's, own. */
    LudLine line = line_of(moves, 6, LUD_VALUE_WIN - 6);
    assert_int_equal(lud_line_turns(&game, &s, &line, 0), 2);
    assert_int_equal(lud_line_turns(&game, &s, &line, 1), 1);
    /* Of the moves behind the line nothing is known, and turns pass: other's, own, other's, own. */
    line = line_of(moves, 3, LUD_VALUE_WIN - 7);
    assert_int_equal(lud_line_turns(&game, &s, &line, 0), 3);
    assert_int_equal(lud_line_turns(&game, &s, &line, 1), 2);
    line = line_of(moves, 1, LUD_VALUE_WIN - 1);
    assert_int_equal(lud_line_turns(&game, &s, &line, 0), 1);
    assert_int_equal(lud_line_turns(&game, &s, &line, 1), 0);
    line.value = LUD_VALUE_WON + 3;
    assert_int_equal(lud_line_turns(&game, &s, &line, 0), 0);
}

/* Where turns alternate it is every other ply. */
static void test_turns_alternate_in_oware(void **unused)
{
    (void)unused;
    LudRules oware;
    LudState s;
    assert_int_equal(lud_rules_parse("oware", &oware, NULL), LUD_OK);
    lud_rules_start(&oware, &s);
    for (int plies = 1; plies < 100; plies++) {
        LudLine line = {.value = plies % 2 ? LUD_VALUE_WIN - plies : plies - LUD_VALUE_WIN,
                        .length = 1,
                        .move = {2}};
        assert_int_equal(lud_line_turns(oware.game, &s, &line, 0), (plies + 1) / 2);
        assert_int_equal(lud_line_turns(oware.game, &s, &line, 1), plies / 2);
    }
}

static void test_remarks_count_turns(void **unused)
{
    (void)unused;
    LudMove moves[6];
    LudState s;
    LudRemark remarks[LUD_MAX_REMARKS];
    find_moves("aapapp", moves);
    lud_rules_start(&rules, &s);
    LudLine line = line_of(moves, 6, LUD_VALUE_WIN - 6);
    LudFindings findings = {.lines = &line, .line_count = 1};
    assert_true(lud_remarks(&rules, &s, &findings, 0, remarks) > 0);
    assert_string_equal(remarks[0].text, "wins by force in {1} moves");
    assert_int_equal(remarks[0].number[0], 2);
    line.value = 6 - LUD_VALUE_WIN;
    assert_true(lud_remarks(&rules, &s, &findings, 0, remarks) > 0);
    assert_string_equal(remarks[0].text, "every move loses; this one holds out for one more move");
}

/* -- tables ------------------------------------------------------------------------------------ */

static int no_layer(const LudState *s)
{
    (void)s;
    return 0;
}

static uint64_t rank_by_key(const LudState *s)
{
    return game.rules.key(s) >> 56;
}

static void answer_value(const LudEntries *entries, LudTableAnswer *answer)
{
    answer->has_value = true;
    answer->value = entries->entry[0] - 128;
}

static unsigned needs_all(const LudOptions *options)
{
    (void)options;
    return 1;
}

static bool range_around(const LudState *s, const LudTableAnswer *answer, int *least, int *most)
{
    (void)s;
    *least = answer->value - 1;
    *most = answer->value + 2;
    return true;
}

/* What a move is worth to who makes it: what the table says of the position after it, with the
 * other sign only if the turn has passed. */
static void test_tables_are_asked_after_a_move(void **unused)
{
    (void)unused;
    static const LudGameTabulation tabulation = {.layers = 1,
                                                 .columns = 1,
                                                 .layer_of = no_layer,
                                                 .rank = rank_by_key,
                                                 .answer = answer_value,
                                                 .needs = needs_all,
                                                 .range = range_around};
    LudMove moves[2];
    LudState s;
    find_moves("ap", moves);
    LudTables *tables = calloc(1, sizeof *tables);
    uint8_t *entries = malloc(256);
    assert_true(tables && entries);
    for (int i = 0; i < 256; i++)
        entries[i] = (uint8_t)i;
    tables->rules = rules;
    tables->tabulation = &tabulation;
    tables->held[0][0] = entries;
    lud_rules_start(&rules, &s);
    for (int i = 0; i < 2; i++) {
        LudState next = s;
        LudTableAnswer there, after;
        int least, most;
        game.rules.apply(&next, moves[i]);
        assert_true(lud_tables_probe(tables, &next, &there) && there.value != 0);
        assert_true(lud_tables_probe_after(tables, &s, moves[i], &after));
        assert_int_equal(after.value, i == 0 ? there.value : -there.value);
        assert_true(lud_tables_range_after(tables, &s, moves[i], &least, &most));
        assert_int_equal(least, i == 0 ? there.value - 1 : -there.value - 2);
        assert_int_equal(most, i == 0 ? there.value + 2 : -there.value + 1);
        s = next;
    }
    lud_tables_close(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_increment_comes_when_the_turn_passes),
        cmocka_unit_test(test_records_number_rounds),
        cmocka_unit_test(test_turns_of_a_line_are_counted),
        cmocka_unit_test(test_turns_alternate_in_oware),
        cmocka_unit_test(test_remarks_count_turns),
        cmocka_unit_test(test_tables_are_asked_after_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
