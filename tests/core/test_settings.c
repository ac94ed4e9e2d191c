/* Settings from programs that know less than the library, or more. */
#include <string.h>

#include <ludoteca/json.h>

#include "core/settings.h"
#include "support/unit.h"
#include "support/variants.h"

typedef struct Today {
    size_t size;
    int old, new;
} Today;

static void test_members_of_later_are_zero(void **unused)
{
    (void)unused;
    Today given = {.size = offsetof(Today, new), .old = 1, .new = 2}, own = {.old = 9, .new = 9};
    assert_int_equal(settings_take(&own, sizeof own, &given, NULL), LUD_OK);
    assert_int_equal(own.size, sizeof own);
    assert_int_equal(own.old, 1);
    assert_int_equal(own.new, 0);
}

static void test_what_only_later_ones_know_must_be_zero(void **unused)
{
    (void)unused;
    struct {
        Today today;
        long later;
    } given = {.today = {.size = sizeof given, .old = 1, .new = 2}};
    Today own;
    assert_int_equal(settings_take(&own, sizeof own, &given, NULL), LUD_OK);
    assert_int_equal(own.size, sizeof own);
    assert_int_equal(own.new, 2);
    given.later = 1;
    assert_int_equal(settings_take(&own, sizeof own, &given, NULL), LUD_EUSAGE);
}

/* Whoever forgets the size is told so, wherever settings are taken. */
static void test_a_size_must_be_set(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudEngine *engine = NULL;
    LudSearch *search = NULL;
    LudTableNeeds needs;
    LudError err;
    uint64_t checked;
    LudEngineOptions engine_options = {.threads = 1};
    LudSearchOptions search_options = {.threads = 1};
    LudTableBuild build = {.layers = 1};
    LudTableCheck check = {.layers = 1};
    LudState s;
    lud_rules_start(&rules, &s);
    LudPositionFacts facts = {.rules = &rules, .state = &s};
    assert_int_equal(lud_engine_new(&engine, &rules, &engine_options, &err), LUD_EUSAGE);
    assert_non_null(strstr(err.format, "size"));
    assert_int_equal(lud_search_new(&search, &rules, &search_options, NULL), LUD_EUSAGE);
    assert_int_equal(lud_tables_needs(&rules, &build, &needs, NULL), LUD_EUSAGE);
    assert_int_equal(lud_tables_build(&rules, &build, NULL), LUD_EUSAGE);
    assert_int_equal(lud_tables_verify_needs(&rules, "", &check, &needs, NULL), LUD_EUSAGE);
    assert_int_equal(lud_tables_verify(&rules, "", &check, &checked, NULL), LUD_EUSAGE);
    assert_null(lud_json_position(&facts));
}

static void test_a_task_must_say_its_size(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    LudFindings findings;
    LudState s;
    lud_rules_start(&rules, &s);
    assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
    LudTask task = {.root = &s, .limits.depth = 1};
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_EUSAGE);
    task.size = sizeof task;
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
    lud_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_of_later_are_zero),
        cmocka_unit_test(test_what_only_later_ones_know_must_be_zero),
        cmocka_unit_test(test_a_size_must_be_set),
        cmocka_unit_test(test_a_task_must_say_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
