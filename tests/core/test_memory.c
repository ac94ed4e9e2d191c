/* Lack of memory: every allocation of the library fails once, and each time the call says so,
 * leaves what it was given usable, and loses nothing (the address sanitizer looks for leaks). */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/listing.h>

#include "support/unit.h"
#include "support/variants.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* Allocations until one fails; negative: none does. */
static int left = -1;
static bool has_failed;

static bool fails_now(void)
{
    bool fails = left == 0;
    left -= left >= 0;
    has_failed = has_failed || fails;
    return fails;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

/* Runs a story until no allocation in it fails. A story returns whether all went well. */
static void fail_everywhere(bool (*story)(void))
{
    for (int n = 0; n < 5000; n++) {
        left = n;
        has_failed = false;
        bool is_done = story();
        left = -1;
        assert_int_equal(is_done, !has_failed);
        if (is_done) {
            assert_true(n > 0);
            return;
        }
    }
    fail_msg("memory fails without end");
}

/* Notes a status; the first lack of memory ends the story, any other error is a fault. */
static bool is_fine(LudStatus status)
{
    assert_true(status == LUD_OK || status == LUD_EMEMORY);
    return status == LUD_OK;
}

/* -- stories -------------------------------------------------------------------------------------
 */

/* Long enough for the history to grow. */
static bool play_long(LudPlay *play)
{
    LudRandom random;
    lud_random_seed(&random, 3);
    while (lud_play_length(play) < 700 && lud_play_turn(play) != LUD_OVER) {
        int length = lud_play_length(play);
        LudStatus status;
        if (lud_play_turn(play) == LUD_CHANCE) {
            status = lud_play_roll(play, &random, NULL, NULL);
        } else {
            const LudMove *list;
            int count = lud_play_moves(play, &list);
            status = lud_play_move(play, list[lud_random_below(&random, (uint32_t)count)], NULL);
        }
        if (!is_fine(status)) {
            assert_int_equal(lud_play_length(play), length);
            return false;
        }
    }
    return true;
}

static bool tell_play(void)
{
    LudRules rules = variants_rules("dados:players=3,line=6");
    LudPlay *play = NULL, *copy = NULL;
    bool is_done = is_fine(lud_play_new(&play, &rules, NULL, NULL)) && play_long(play);
    if (is_done) {
        copy = lud_play_copy(play);
        is_done = copy && lud_play_length(copy) == lud_play_length(play);
    }
    lud_play_free(copy);
    lud_play_free(play);
    return is_done;
}

static bool fill(LudRecord *record)
{
    return is_fine(lud_record_set_tag(record, "Green", "Ana", NULL)) &&
           is_fine(lud_record_set_tag(record, "Green", "Eva", NULL)) &&
           is_fine(lud_record_set_comment(record, 1, "a remark", NULL)) &&
           is_fine(lud_record_set_comment(record, 0, "before", NULL));
}

static bool read_back(const char *text)
{
    LudRecord *record = NULL;
    bool is_done = is_fine(lud_record_read(text, strlen(text), &record, NULL, NULL));
    assert_int_equal(is_done, record != NULL);
    lud_record_free(record);
    return is_done;
}

static bool tell_record(void)
{
    LudRules rules = variants_rules("dados");
    LudPlay *play = NULL;
    if (!is_fine(lud_play_new(&play, &rules, NULL, NULL)))
        return false;
    LudRecord *record = lud_record_new(play); /* frees the game if it fails */
    if (!record)
        return false;
    bool is_done = is_fine(lud_play_move_text(play, "8:c5", NULL)) &&
                   is_fine(lud_play_move_text(play, "9:d5", NULL)) && fill(record);
    char *text = is_done ? lud_record_write(record) : NULL;
    is_done = text && read_back(text);
    lud_free(text);
    lud_record_free(record);
    return is_done;
}

static bool tell_ogn(void)
{
    static const char ogn[] = "[Variant \"Oware Abapa\"]\n[South \"Ana\"]\n\n"
                              "1. F f {one} {two} 2. B e *\n";
    LudRecord *record = NULL;
    char *text = NULL;
    bool is_done = is_fine(lud_oware_read_ogn(ogn, sizeof ogn - 1, &record, NULL, NULL)) &&
                   is_fine(lud_oware_write_ogn(record, &text, NULL));
    lud_free(text);
    lud_record_free(record);
    return is_done;
}

static bool tell_listing(void)
{
    LudRules rules = variants_rules("pylos");
    LudPlay *play = NULL;
    LudListing of_state = {0}, of_play = {0};
    bool is_done = is_fine(lud_play_new(&play, &rules, NULL, NULL)) &&
                   is_fine(lud_listing_of_state(&rules, lud_play_state(play), &of_state, NULL)) &&
                   is_fine(lud_listing_of_play(play, &of_play, NULL));
    char *text = is_done ? lud_listing_print(&of_state) : NULL;
    is_done = text && of_state.count == 16 && of_play.count == 16;
    lud_free(text);
    lud_listing_free(&of_state);
    lud_listing_free(&of_play);
    lud_play_free(play);
    return is_done;
}

/* Answers that may also fail for other reasons leave the text alone. */
static bool tell_json(void)
{
    LudRules rules = variants_rules("oware");
    LudPlay *play = NULL;
    LudTables *tables = NULL;
    char *preview = NULL, *counts = NULL;
    bool is_done = is_fine(lud_play_new(&play, &rules, NULL, NULL)) &&
                   is_fine(lud_json_preview(play, "F", &preview, NULL)) &&
                   is_fine(lud_tables_open(&tables, &rules, "", NULL)) &&
                   is_fine(lud_json_table_counts(&rules, tables, -1, &counts, NULL));
    assert_true(!is_done || (preview && counts));
    char *situation = is_done ? lud_json_situation(play) : NULL;
    is_done = situation != NULL;
    lud_free(preview);
    lud_free(counts);
    lud_free(situation);
    lud_tables_close(tables);
    lud_play_free(play);
    return is_done;
}

static void test_json(void **unused)
{
    (void)unused;
    fail_everywhere(tell_json);
}

/* A move from a search, then a judgement of the game. The picture needs memory, too. */
static bool tell_engine(void)
{
    static const char *const labels[LUD_MAX_SIDES] = {"Green", "Blue", "Red"};
    LudRules rules = variants_rules("dados");
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = LUD_MEMORY_LEAST};
    LudPlayerSpec player = {.kind = LUD_PLAYER_MAX};
    LudLimits limits = {.depth = 1};
    LudPlay *play = NULL;
    LudEngine *engine = NULL;
    LudReview *review = NULL;
    LudChoice choice;
    bool is_done =
        is_fine(lud_engine_new(&engine, &rules, &options, NULL)) &&
        is_fine(lud_play_new(&play, &rules, NULL, NULL)) &&
        is_fine(lud_play_move_text(play, "8", NULL)) &&
        is_fine(lud_engine_choose(engine, &player, play, &limits, NULL, &choice, NULL)) &&
        is_fine(lud_play_move(play, choice.move, NULL)) &&
        is_fine(lud_engine_review(engine, play, &limits, NULL, NULL, &review, NULL));
    char *picture = is_done ? lud_review_svg(review, "Dados", labels) : NULL;
    is_done = picture != NULL;
    lud_free(picture);
    lud_review_free(review);
    lud_engine_free(engine);
    lud_play_free(play);
    return is_done;
}

static void test_engine(void **unused)
{
    (void)unused;
    fail_everywhere(tell_engine);
}

static void test_games(void **unused)
{
    (void)unused;
    fail_everywhere(tell_play);
}

static void test_records(void **unused)
{
    (void)unused;
    fail_everywhere(tell_record);
}

static void test_ogn(void **unused)
{
    (void)unused;
    fail_everywhere(tell_ogn);
}

static void test_listings(void **unused)
{
    (void)unused;
    fail_everywhere(tell_listing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),    cmocka_unit_test(test_engine),
        cmocka_unit_test(test_records),  cmocka_unit_test(test_ogn),
        cmocka_unit_test(test_listings), cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
