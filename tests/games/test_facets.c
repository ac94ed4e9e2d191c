/* Every game, without each of its facets and every other part that may be NULL, and without all of
 * them, goes through everything that a program can ask of the library. */
#include <stdio.h>
#include <string.h>

#include "support/json_check.h"
#include "support/unit.h"

enum { PLIES = 10, NODES = 300 };

/* What may be NULL, and where it is. Chance stays: dice are part of the rules. So do `settle`,
 * which options may need, `skip` and `set_starter`, which the number of sides and the starter ask
 * for. */
typedef struct Slot {
    const char *name;
    size_t place, size;
} Slot;

#define SLOT(type, member)                                                                         \
    {                                                                                              \
#member, offsetof(type, member), sizeof(((type *)0)->member)                               \
    }

static const Slot game_slots[] = {
    SLOT(LudGame, loops),
    SLOT(LudGame, judging),
    SLOT(LudGame, view),
    SLOT(LudGame, story),
    SLOT(LudGame, practice),
    SLOT(LudGame, tabulation),
    SLOT(LudGame, learning),
    SLOT(LudGame, rules.is_legal),
    SLOT(LudGame, rules.why_illegal),
    SLOT(LudGame, rules.epoch),
    SLOT(LudGame, rules.is_dead),
    SLOT(LudGame, rules.offer),
    SLOT(LudGame, rules.stop_score),
    SLOT(LudGame, text.notation),
    SLOT(LudGame, text.lone_letters),
    SLOT(LudGame, text.ending),
    SLOT(LudGame, text.offer),
};
static const Slot judging_slots[] = {
    SLOT(LudGameJudging, unit),   SLOT(LudGameJudging, evaluate), SLOT(LudGameJudging, noisy),
    SLOT(LudGameJudging, order),  SLOT(LudGameJudging, winning),  SLOT(LudGameJudging, urgent),
    SLOT(LudGameJudging, remark), SLOT(LudGameJudging, tuning),
};
static const Slot story_slots[] = {
    SLOT(LudGameStory, ending),
    SLOT(LudGameStory, why_pass),
    SLOT(LudGameStory, consequence),
    SLOT(LudGameStory, aside),
};
enum {
    GAME_SLOTS = sizeof game_slots / sizeof game_slots[0],
    JUDGING_SLOTS = sizeof judging_slots / sizeof judging_slots[0],
    STORY_SLOTS = sizeof story_slots / sizeof story_slots[0],
};

static void empty(void *whole, const Slot *slot)
{
    memset((char *)whole + slot->place, 0, slot->size);
}

static void expect_json(char *text)
{
    assert_non_null(text);
    assert_true(json_check_object(text, strlen(text)));
    lud_free(text);
}

static void expect_choices(LudEngine *engine, const LudPlay *play)
{
    static const char *const players[] = {"random",  "greedy",   "level=1",      "level=4",
                                          "level=7", "mcts=100", "max,nodes=300"};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        LudPlayerSpec player;
        LudChoice choice;
        assert_int_equal(lud_player_spec_parse(players[i], &player, NULL), LUD_OK);
        assert_int_equal(lud_engine_choose(engine, &player, play, NULL, NULL, &choice, NULL),
                         LUD_OK);
        expect_json(lud_json_choice(lud_play_rules(play), lud_play_state(play), &choice));
    }
}

static void expect_advice(LudEngine *engine, const LudPlay *play)
{
    const LudLimits limits = {.nodes = NODES};
    const LudRules *rules = lud_play_rules(play);
    const LudState *s = lud_play_state(play);
    char line[LUD_UCI_TEXT];
    LudFindings findings;
    LudHint hint;
    assert_int_equal(lud_engine_analyse(engine, play, &limits, 3, NULL, &findings, NULL), LUD_OK);
    assert_true(findings.line_count > 0);
    assert_true(lud_uci_info_print(rules, s, &findings, 0, line) > 0);
    expect_json(lud_json_analysis(rules, s, &findings));
    if (rules->game->rules.seats(s) != rules->game->rules.sides(s))
        return;
    assert_int_equal(lud_engine_hint(engine, play, &limits, &hint, NULL), LUD_OK);
    assert_true(hint.remark_count > 0);
    expect_json(lud_json_hint(rules, s, &hint));
}

static void expect_story(LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    LudEvent events[LUD_MAX_EVENTS];
    LudStep steps[LUD_MAX_STEPS];
    const LudMove *moves;
    int count = lud_play_moves(play, &moves);
    for (int i = 0; i < count && lud_play_turn(play) >= 0; i++) {
        assert_true(lud_story_steps(rules->game, lud_play_state(play), moves[i], 0, steps) > 0);
        lud_story_aside(rules->game, lud_play_state(play), moves[i]);
    }
    for (int kind = 0; kind < LUD_EVENT_COUNT; kind++) {
        const char *one = lud_story_consequence(rules->game, (LudEventKind)kind, 1);
        const char *two = lud_story_consequence(rules->game, (LudEventKind)kind, 2);
        assert_int_equal(one == NULL, two == NULL);
        assert_null(lud_story_consequence(rules->game, (LudEventKind)kind, 0));
    }
    for (int i = 0; i < lud_play_length(play); i++)
        assert_true(lud_story_of_ply(play, i, events) > 0 || !rules->game->story);
    lud_story_notices(play);
    lud_story_why_pass(rules->game, lud_play_state(play));
    char *situation = lud_json_situation(play);
    assert_non_null(situation);
    assert_non_null(strstr(situation, "\"last\": {"));
    expect_json(situation);
}

static void expect_tables(LudEngine *engine, const LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    LudTables *tables;
    LudError err;
    bool has_more, has_tables = rules->game->tabulation;
    assert_int_equal(lud_tables_check(rules->game, &err) == LUD_OK, has_tables);
    assert_int_equal(lud_tables_top_layer(rules) >= 0, has_tables);
    assert_int_equal(lud_tables_layer_name(rules) != NULL, has_tables);
    assert_true(has_tables || !lud_tables_are_layered(rules));
    assert_int_equal(lud_engine_hold_tables(engine, 1, &has_more, NULL), LUD_OK);
    lud_engine_offer(engine, play);
    lud_engine_table_fault(engine, &err);
    if (lud_tables_open(&tables, rules, "", &err) != LUD_OK)
        return;
    expect_json(lud_json_table_reach(rules, tables));
    expect_json(lud_json_table_probe(rules, tables, lud_play_state(play)));
    lud_tables_close(tables);
}

static void expect_review(LudEngine *engine, const LudPlay *play)
{
    const LudLimits limits = {.nodes = NODES};
    LudReview *review;
    assert_int_equal(lud_engine_review(engine, play, &limits, NULL, NULL, &review, NULL), LUD_OK);
    assert_int_equal(review->ply_count, lud_play_length(play));
    expect_json(lud_json_review(play, review));
    lud_review_free(review);
}

static void expect_record(const LudPlay *play)
{
    LudRecord *record = lud_record_new(lud_play_copy(play));
    assert_non_null(record);
    char *text = lud_record_write(record);
    assert_non_null(text);
    lud_free(text);
    expect_json(lud_json_record(record));
    lud_record_free(record);
}

static void expect_listing(const LudPlay *play)
{
    LudListing listing;
    assert_int_equal(lud_listing_of_play(play, &listing, NULL), LUD_OK);
    expect_json(lud_json_moves(lud_play_rules(play), lud_play_state(play), &listing));
    lud_listing_free(&listing);
}

/* Plays on until somebody has to move. */
static LudPlay *play_a_while(const LudRules *rules)
{
    LudPlay *play;
    LudRandom random;
    lud_random_seed(&random, 7);
    assert_int_equal(lud_play_new(&play, rules, NULL, NULL), LUD_OK);
    for (int i = 0; i < PLIES || lud_play_turn(play) == LUD_CHANCE; i++)
        unit_play_random(play, &random);
    return play;
}

static void expect_all(const LudRules *rules)
{
    /* Usual but for tables: what lies on this machine is no matter here. */
    const LudEngineOptions options = {.size = sizeof options, .memory_bytes = 1 << 20};
    LudEngine *engine;
    LudPlay *play = play_a_while(rules);
    assert_int_equal(lud_engine_new(&engine, rules, &options, NULL), LUD_OK);
    assert_true(lud_perft(rules->game, lud_play_state(play), 1) > 0);
    expect_story(play);
    expect_listing(play);
    expect_record(play);
    expect_tables(engine, play);
    expect_choices(engine, play);
    expect_advice(engine, play);
    expect_review(engine, play);
    lud_engine_free(engine);
    lud_play_free(play);
}

/* The usual rules of a game, as another one plays them. */
static void goes_through(const LudGame *other)
{
    LudRules rules;
    assert_int_equal(lud_rules_parse(other->name, &rules, NULL), LUD_OK);
    rules.game = other;
    expect_all(&rules);
}

static void each_facet_may_be_missing(void **unused)
{
    (void)unused;
    for (int i = 0; i < lud_game_count(); i++) {
        for (int slot = 0; slot < GAME_SLOTS; slot++) {
            LudGame bare = *lud_game_at(i);
            print_message("# %s without %s\n", bare.name, game_slots[slot].name);
            empty(&bare, &game_slots[slot]);
            goes_through(&bare);
        }
    }
}

static void each_part_of_judging_may_be_missing(void **unused)
{
    (void)unused;
    for (int i = 0; i < lud_game_count(); i++) {
        for (int slot = 0; slot < JUDGING_SLOTS; slot++) {
            LudGame bare = *lud_game_at(i);
            LudGameJudging judging = *lud_judging(&bare);
            print_message("# %s without %s\n", bare.name, judging_slots[slot].name);
            empty(&judging, &judging_slots[slot]);
            bare.judging = &judging;
            goes_through(&bare);
        }
    }
}

static void each_part_of_stories_may_be_missing(void **unused)
{
    (void)unused;
    for (int i = 0; i < lud_game_count() * STORY_SLOTS; i++) {
        LudGame bare = *lud_game_at(i / STORY_SLOTS);
        if (!bare.story)
            continue;
        LudGameStory story = *bare.story;
        print_message("# %s without %s\n", bare.name, story_slots[i % STORY_SLOTS].name);
        empty(&story, &story_slots[i % STORY_SLOTS]);
        bare.story = &story;
        LudRules rules;
        assert_int_equal(lud_rules_parse(bare.name, &rules, NULL), LUD_OK);
        rules.game = &bare;
        LudPlay *play = play_a_while(&rules);
        expect_story(play);
        lud_play_free(play);
    }
}

static void all_may_be_missing(void **unused)
{
    (void)unused;
    for (int i = 0; i < lud_game_count(); i++) {
        LudGame bare = *lud_game_at(i);
        for (int slot = 0; slot < GAME_SLOTS; slot++)
            empty(&bare, &game_slots[slot]);
        goes_through(&bare);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_facet_may_be_missing),
        cmocka_unit_test(each_part_of_judging_may_be_missing),
        cmocka_unit_test(each_part_of_stories_may_be_missing),
        cmocka_unit_test(all_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
