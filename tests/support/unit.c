#include "support/unit.h"

#include <stdio.h>
#include <string.h>

#include "support/variants.h"

LudPlay *unit_play(const char *rules_text, const char *position)
{
    LudRules rules = variants_rules(rules_text);
    LudState start;
    if (position)
        start = variants_position(&rules, position);
    LudPlay *play = NULL;
    assert_int_equal(lud_play_new(&play, &rules, position ? &start : NULL, NULL), LUD_OK);
    assert_non_null(play);
    return play;
}

void unit_play_words(LudPlay *play, const char *words)
{
    while (*words) {
        char word[LUD_MOVE_TEXT];
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        LudError err;
        if (lud_play_move_text(play, word, &err) != LUD_OK) {
            char message[1024];
            lud_error_text(&err, NULL, message, sizeof message);
            fail_msg("%s: %s", word, message);
        }
        words += length;
        words += strspn(words, " ");
    }
}

void unit_play_random(LudPlay *play, LudRandom *random)
{
    if (lud_play_turn(play) == LUD_CHANCE) {
        assert_int_equal(lud_play_roll(play, random, NULL, NULL), LUD_OK);
        return;
    }
    const LudMove *list;
    int count = lud_play_moves(play, &list);
    assert_true(count > 0);
    LudMove m = list[lud_random_below(random, (uint32_t)count)];
    assert_int_equal(lud_play_move(play, m, NULL), LUD_OK);
}

void unit_expect_position(const LudPlay *play, const char *wanted)
{
    char text[LUD_STATE_TEXT];
    lud_play_rules(play)->game->text.state_print(lud_play_state(play), text);
    assert_string_equal(text, wanted);
}

void unit_expect_result(const LudPlay *play, const char *wanted, LudReason reason)
{
    LudResult result;
    lud_play_result(play, &result);
    char text[LUD_RESULT_TEXT];
    int length = lud_result_print_score(&result, text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, wanted);
    assert_string_equal(lud_reason_name(result.reason), lud_reason_name(reason));
    assert_int_equal(lud_play_turn(play) == LUD_OVER, reason != LUD_REASON_NONE);
}

void unit_expect_message(const LudError *err, LudStatus status, const char *words)
{
    char message[2048];
    lud_error_text(err, NULL, message, sizeof message);
    if (err->status != status || !strstr(message, words))
        fail_msg("wanted status %d and \"%s\", got %d: %s", (int)status, words, (int)err->status,
                 message);
}
